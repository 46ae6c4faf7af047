"""A mail that came in, as its sender wrote it: what they wrote, what they quoted, what they answer."""

from __future__ import annotations

from collections.abc import Sequence
from email.errors import MessageError
from typing import NamedTuple

from . import earlier, parts, signatures
from .errors import error
from .heads import OWN, Head, read_head
from .language import _
from .parts import MOST_BYTES, Piece
from .quotes import BEGIN, END, Line

__all__ = ["BEGIN", "END", "MOST_BYTES", "OWN", "Head", "Letter", "Line", "read_head", "read_letter"]


class Letter(NamedTuple):
    """A mail as it was read: its header, and its lines in their order, without signatures and footers."""

    head: Head
    lines: tuple[Line, ...]


def read_letter(data: bytes) -> Letter:
    """A mail from its bytes, as they lie in a box.

    A text that is attached as a file counts as written only where the mail has no other words of its sender.
    Encrypted mails have no lines. Raises `GameError` (kind ``mail``) for a mail that is too large, or has too many
    parts, lines or tags: time and memory stay bounded whatever was sent.
    """
    head = read_head(data)
    try:
        message = parts.parse(data)
        found = parts.pieces(message)
    except (RecursionError, MessageError, ValueError, LookupError, AssertionError) as problem:
        raise error("mail", _("the mail cannot be read")) from problem
    names = parts.names(message)
    lines = _cleared([piece for piece in found if not piece.attached], names)
    attached = [piece for piece in found if piece.attached]
    if attached:
        more = _cleared(attached, names)
        if any(line.text.strip() and not line.quoted for line in lines):
            more = [Line(line.text, True) for line in more]
        lines += more
    return Letter(head, tuple(lines))


def _cleared(pieces: Sequence[Piece], names: frozenset[str]) -> list[Line]:
    """The lines of parts one after another, those from earlier mails quoted, without signatures and footers."""
    groups = [earlier.parted(piece.lines) for piece in pieces]
    marked = earlier.mark([line for group in groups for line in group])
    lines: list[Line] = []
    start = 0
    for group in groups:
        lines += signatures.cut(marked[start : start + len(group)], names)
        start += len(group)
    return lines
