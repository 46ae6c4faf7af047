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

    Loggers keep streams and other programs only know descriptors, so that these are turned away too.
    """
    with _nowhere() as nowhere, _turned(1, nowhere), _turned(2, nowhere), unheard():
        yield


@contextmanager
def on_standard_error() -> Iterator[None]:
    """Let what is written to standard output in the block, whoever writes it, go to standard error, if any."""
    if sys.stderr is None:
        with silenced():
            yield
        return
    with _turned(1, 2), _streams(sys.stderr, sys.stderr):
        yield


@contextmanager
def _nowhere() -> Iterator[int]:
    """A descriptor that takes everything, above those of the standard streams, of which some may be closed."""
    number = os.open(os.devnull, os.O_WRONLY)
    above = _above(number)
    os.close(number)
    try:
        yield above
    finally:
        os.close(above)


def _above(number: int) -> int:
    """A copy of a descriptor that is none of the first three."""
    copy = os.dup(number)
    if copy > 2:
        return copy
    try:
        return _above(number)
    finally:
        os.close(copy)


@contextmanager
def unheard() -> Iterator[None]:
    """Let what is printed in the block go nowhere, whatever is done to the streams that are there meanwhile."""
    dummy = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115 - closing it may fail
    try:
        with _streams(dummy, dummy):
            yield
    finally:
        with suppress(OSError, ValueError):
            dummy.close()


@contextmanager
def _turned(number: int, other: int) -> Iterator[None]:
    """Let one of the standard descriptors be another one for a while; a closed one is closed again afterwards."""
    _flush()
    try:
        before = _above(number)
    except OSError:
        before = None
    os.dup2(other, number)
    try:
        yield
    finally:
        _flush()
        if before is None:
            os.close(number)
        else:
            os.dup2(before, number)
            os.close(before)


@contextmanager
def _streams(output: TextIO, errors: TextIO) -> Iterator[None]:
    """Let other streams be the standard ones for a while, whatever is put in their place meanwhile."""
    before = sys.stdout, sys.stderr
    sys.stdout, sys.stderr = output, errors
    try:
        yield
    finally:
        sys.stdout, sys.stderr = before


def _flush() -> None:
    for stream in (sys.stdout, sys.stderr, sys.__stdout__, sys.__stderr__):
        if stream is not None:
            with suppress(OSError, ValueError):
                stream.flush()
