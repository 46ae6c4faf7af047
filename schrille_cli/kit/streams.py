"""Standard streams: everything written, or an error; and streams that can no longer be written to."""

from __future__ import annotations

import os
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
