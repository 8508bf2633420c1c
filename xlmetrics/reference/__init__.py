"""The measures of a ranking, each by its published definition: pure, cited, the oracle.

Every measure looks at one query and takes only what its definition needs, as grades:

``ranked``
    the grades of the documents returned, best rank first; None marks an unjudged document.
``judged``
    the grades of *all* judged documents of the query, returned or missed, in any order.

Everything else is given by keyword, with one meaning throughout: ``k`` cuts the ranking (None
keeps all of it), ``gain`` is "linear" or "exponential", ``rel`` is the lowest grade that counts
as relevant. A negative grade is judged, not relevant, and gains nothing; fractions are allowed.
Results are plain floats. Input without a meaning raises BadMeasureInput.

    >>> round(ndcg([2, 0, 3, 1, 0, 2], [2, 0, 3, 1, 0, 2, 3], k=5), 3)
    0.55
    >>> reciprocal_rank([0, 0, 1])
    0.3333333333333333
"""

from xlmetrics.reference.agreement import (
    Weights,
    cohen_kappa,
    expected_agreement,
    observed_agreement,
)
from xlmetrics.reference.binary import (
    average_precision,
    average_precision_capped,
    average_precision_of_hits,
    bpref,
    f1,
    first_relevant_rank,
    judged_fraction,
    mean_reciprocal_rank,
    precision,
    r_precision,
    rbp,
    recall,
    recall_capped,
    reciprocal_rank,
    reciprocal_rank_of,
    success,
)
from xlmetrics.reference.discounts import (
    linear_weight,
    log_weight,
    log_weight_2002,
    reciprocal_weight,
)
from xlmetrics.reference.graded import (
    Gain,
    cg,
    dcg,
    dcg_2002,
    discount,
    discount_2002,
    discounted_gain,
    err,
    gain,
    idcg,
    ideal_ranking,
    ndcg,
    ndcg_2002,
    ndcg_retrieved_only,
)
from xlmetrics.reference.order import in_rank_order, in_score_order, tied
from xlmetrics.reference.queries import MatchedRun, Query, group_qrels, group_run, match_run, mean
from xlmetrics.reference.reliability import fleiss_kappa, krippendorff_alpha
from xlmetrics.reference.significance import (
    Outcomes,
    PairedT,
    outcomes,
    paired_differences,
    paired_t,
    randomisation_test,
    sign_test,
    t_probability,
    t_quantile,
)

__all__ = [
    "Gain",
    "MatchedRun",
    "Outcomes",
    "PairedT",
    "Query",
    "Weights",
    "average_precision",
    "average_precision_capped",
    "average_precision_of_hits",
    "bpref",
    "cg",
    "cohen_kappa",
    "dcg",
    "dcg_2002",
    "discount",
    "discount_2002",
    "discounted_gain",
    "err",
    "expected_agreement",
    "f1",
    "first_relevant_rank",
    "fleiss_kappa",
    "gain",
    "group_qrels",
    "group_run",
    "idcg",
    "ideal_ranking",
    "in_rank_order",
    "in_score_order",
    "judged_fraction",
    "krippendorff_alpha",
    "linear_weight",
    "log_weight",
    "log_weight_2002",
    "match_run",
    "mean",
    "mean_reciprocal_rank",
    "ndcg",
    "ndcg_2002",
    "ndcg_retrieved_only",
    "observed_agreement",
    "outcomes",
    "paired_differences",
    "paired_t",
    "precision",
    "r_precision",
    "randomisation_test",
    "rbp",
    "recall",
    "recall_capped",
    "reciprocal_rank",
    "reciprocal_rank_of",
    "reciprocal_weight",
    "sign_test",
    "success",
    "t_probability",
    "t_quantile",
    "tied",
]
