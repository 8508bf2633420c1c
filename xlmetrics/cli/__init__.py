"""The command line: arguments in, printing and exit codes out. Everything heavy loads late."""

from xlmetrics.cli import checks, judgments, rules, scores, workbooks
from xlmetrics.cli.group import main

__all__ = ["checks", "judgments", "main", "rules", "scores", "workbooks"]
