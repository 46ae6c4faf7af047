"""Standard streams: everything written, or an error; and streams that can no longer be written to."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import TextIO

from .language import N_

CLOSED = N_("standard output is closed")


def write_all(stream: TextIO, text: str) -> None:
    """Write a text and flush it. Raises `OSError` where not all of it can be written.

    Where Python runs unbuffered, a stream writes what a pipe takes at once and forgets the rest.
    """
    stream.flush()
    rest = memoryview(text.encode(stream.encoding, "backslashreplace"))
    while rest:
        written = stream.buffer.write(rest)
        if written is None:
            raise BlockingIOError(11, N_("standard output takes no more"))
        rest = rest[written:]
    stream.flush()


def silence(stream: TextIO | None) -> None:
    """Point a standard stream nowhere, so that Python does not fail again on what is left in its buffer."""
    if stream is not None:
        with open(os.devnull, "wb") as nowhere:
            os.dup2(nowhere.fileno(), stream.fileno())


@contextmanager
def silenced() -> Iterator[None]:
    """Let nothing that is written in the block reach standard output or standard error, whoever writes it.

    Loggers keep streams and other programs only know descriptors, so that these are what is turned away.
    """
    with open(os.devnull, "wb") as nowhere, _turned(1, nowhere.fileno()), _turned(2, nowhere.fileno()):
        yield


@contextmanager
def on_standard_error() -> Iterator[None]:
    """Let what is written to standard output in the block, whoever writes it, go to standard error."""
    with _turned(1, 2):
        yield


@contextmanager
def _turned(number: int, other: int) -> Iterator[None]:
    """Let one of the standard descriptors be another one for a while; nothing is done where either is closed."""
    _flush()
    try:
        before = os.dup(number)
        os.dup2(other, number)
    except OSError:
        yield
        return
    try:
        yield
    finally:
        _flush()
        os.dup2(before, number)
        os.close(before)


def _flush() -> None:
    for stream in (sys.stdout, sys.stderr):
        if stream is not None:
            with suppress(OSError, ValueError):
                stream.flush()
