"""`python -m xlmetrics` is `xlmetrics`."""

from xlmetrics.cli import main

main(prog_name="xlmetrics")
