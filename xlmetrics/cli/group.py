"""The group of all commands."""

from __future__ import annotations

import click

from xlmetrics.cli.shared import Commands


@click.group(cls=Commands, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="xlmetrics", message="%(package)s %(version)s")
def main() -> None:
    """Spreadsheets that measure rankings, live and proven right.

    Exit codes: 0 all is well, 1 a check found something, 2 it could not be done.
    """
