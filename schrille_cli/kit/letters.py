"""A mail that came in, as its sender wrote it: what they wrote, what they quoted."""

from __future__ import annotations

from typing import NamedTuple


class Line(NamedTuple):
    """A line of a mail, without its end; ``quoted`` from an earlier mail, forwarded, or a line that says so."""

    text: str
    quoted: bool
