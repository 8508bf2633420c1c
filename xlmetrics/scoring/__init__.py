"""Scores of runs against judgments, for many queries at once."""
