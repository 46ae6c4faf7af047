"""A progress bar on standard error, for people who wait."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from time import time

import click

WIDTH = 24  # of the bar, where there is room
AROUND = 29  # columns besides bar and label: brackets, spaces, percents, and a time left of up to 99 days


@contextmanager
def progress(length: int, label: str, wanted: bool = True) -> Iterator[Callable[[int], None]]:
    """Show how much of a length is done, with the time left; the function is told how much that is in all.

    Nothing is shown where it is not wanted, where standard error is no terminal, and on one that is too narrow or
    cannot go back to the start of a line.
    """
    stream = sys.stderr
    width = min(WIDTH, shutil.get_terminal_size().columns - AROUND - len(label))
    if not wanted or stream is None or not stream.isatty() or os.environ.get("TERM") == "dumb" or width < 1:
        yield lambda done: None
        return
    with click.progressbar(length=length, label=label, width=width, file=stream) as bar:

        def show(done: int) -> None:
            if not bar.pos:  # the time until then went by before anything could be done, and tells nothing
                bar.start = bar.last_eta = time()
            bar.update(done - bar.pos)

        yield show
