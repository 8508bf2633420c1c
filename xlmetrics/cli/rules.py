"""Commands that say what the rules of a check are."""

from __future__ import annotations

import click

from xlmetrics.cli.group import main
from xlmetrics.cli.shared import beside


@main.command()
@click.argument("code")
def rule(code: str) -> None:
    """Print the manual of the rule with this CODE, such as XL101."""
    from xlmetrics.rules.manual import manual

    found = manual(code)
    click.echo(f"{found.code} {found.name}: {found.summary}.")
    for heading, text in found.sections.items():
        click.echo(f"\n{heading}: {text}")


@main.command()
def rules() -> None:
    """List the rules of `check`, a line each."""
    from xlmetrics.rules.manual import manuals

    width = max(len(each.name) for each in manuals().values()) + 8
    for code, each in manuals().items():
        click.echo(f"{f'{code} {each.name}':<{width}}{beside(each.summary, width)}")
