"""A progress bar on standard error, for people who wait."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from time import time

import click

WIDTH = 24  # of the bar; with what stands around it, it fits on 60 columns


@contextmanager
def progress(length: int, label: str, wanted: bool = True) -> Iterator[Callable[[int], None]]:
    """Show how much of a length is done, with the time left; the function is told how much that is in all.

    Nothing is shown where it is not wanted, where standard error is no terminal, and on one that cannot go back to
    the start of a line.
    """
    stream = sys.stderr
    if not wanted or stream is None or not stream.isatty() or os.environ.get("TERM") == "dumb":
        yield lambda done: None
        return
    with click.progressbar(length=length, label=label, width=WIDTH, file=stream) as bar:

        def show(done: int) -> None:
            if not bar.pos:  # the time until then went by before anything could be done, and tells nothing
                bar.start = bar.last_eta = time()
            bar.update(done - bar.pos)

        yield show
