"""What all commands share: complaints in plain lines, exit codes, paths, text that fits."""

from __future__ import annotations

import os
import sys
from contextlib import contextmanager, suppress
from io import TextIOWrapper
from pathlib import Path
from shutil import get_terminal_size
from textwrap import wrap
from typing import TYPE_CHECKING, Any

import click

from xlmetrics.errors import XlmetricsError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

FINDINGS, FAILED = 1, 2


class Commands(click.Group):
    """Commands whose complaints come out as plain lines, with exit code 2."""

    def make_context(self, *arguments: Any, **extra: Any) -> click.Context:
        """Read the arguments."""
        with _plainly():
            return super().make_context(*arguments, **extra)

    def invoke(self, ctx: click.Context) -> Any:
        """Do what is asked."""
        with _plainly():
            return super().invoke(ctx)


@contextmanager
def _plainly() -> Iterator[None]:
    """Tell what goes wrong in plain lines; a closed pipe or a full disk are among it."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")
    try:
        try:
            yield
        except XlmetricsError as error:
            for complaint in error.complaints:
                click.echo(complaint, err=True)
            sys.exit(FAILED)
        except click.ClickException as error:
            error.show()
            sys.exit(error.exit_code)
        finally:
            _flush()
    except OSError as error:
        if not isinstance(error, BrokenPipeError):
            with suppress(OSError):
                what = error.filename or "the output cannot be written"
                click.echo(f"{what}: {error.strerror}", err=True)
        _let_go()
        sys.exit(FAILED)


def _flush() -> None:
    for stream in (sys.stdout, sys.stderr):
        if stream is not None:
            stream.flush()


def _let_go() -> None:
    """Lead streams that cannot be written nowhere, else Python stumbles over them at its end."""
    for stream in (sys.stdout, sys.stderr):
        try:
            stream.flush()
        except OSError:
            with suppress(OSError):
                os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())


class _Named(click.Path):
    """A path that is not empty, which would be the current folder, and not ``-``, which is none."""

    def convert(
        self,
        value: str | os.PathLike[str],
        param: click.Parameter | None,
        ctx: click.Context | None,
    ) -> Any:
        if value == "":
            self.fail("the name is empty; give the name of a file.", param, ctx)
        if value == "-":
            self.fail("- is no file or folder, and pipes are not used; give a name.", param, ctx)
        return super().convert(value, param, ctx)


PATH = _Named(path_type=Path)


def beside(text: str, column: int) -> str:
    """Text that begins at this column, in a terminal broken into lines that begin there too."""
    room = get_terminal_size().columns - column
    if not sys.stdout.isatty() or room < 20:
        return text
    return f"\n{' ' * column}".join(wrap(text, room))


@contextmanager
def shown_progress(what: str) -> Iterator[Callable[[int, int], None]]:
    """A progress bar where somebody watches, away from what the command prints.

    Until the first of what is counted is done, it moves to and fro; the seconds run on.
    """
    if not sys.stderr.isatty():
        yield lambda _done, _of: None
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TimeElapsedColumn

    columns = ("{task.description}", BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task(what, total=None)
        yield lambda done, of: progress.update(task, completed=done, total=of if done else None)
