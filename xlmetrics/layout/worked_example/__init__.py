"""The published example: NDCG of a graded list and MRR of several queries, from A1 down."""
