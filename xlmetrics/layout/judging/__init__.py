"""The workbooks of judging: what a rater is given, and one that measures itself."""
