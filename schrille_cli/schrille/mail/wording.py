"""What the texts of mails are made of: paragraphs of 72 columns, tables of 78, lists, and dates."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from ...kit.language import _
from ...kit.screen import Screen

SCREEN = Screen("utf-8", colour=False, arrows=True, width=72)
TABLES = SCREEN._replace(
    width=78
)  # as wide as the lines of a mail should be, since every wrapped cell is hard to read


def paragraph(text: str) -> str:
    """A text in lines of at most 72 columns."""
    return _wrapped(text)


@lru_cache(maxsize=1024)
def _wrapped(text: str) -> str:
    """Kept, since most paragraphs are the same in every mail."""
    return SCREEN.prose(text)


def block(*lines: str) -> str:
    """Lines that belong together, empty ones left out."""
    return "\n".join(filter(None, lines))


def indented(lines: Iterable[str]) -> str:
    """Lines with two spaces before each."""
    return "\n".join(f"  {line}" for line in lines)


def item(text: str) -> str:
    """A text behind a hyphen, as one of a list."""
    first, *more = SCREEN._replace(width=SCREEN.width - 2).prose(text).split("\n")
    return "\n".join([f"- {first}", *(f"  {line}" for line in more)])


def due_text(due: str) -> str:
    """A deadline as people read it, from how the save has it.

    >>> due_text("2026-12-05T18:00+01:00")
    '2026-12-05 18:00 (UTC+01:00)'
    """
    date, _t, rest = due.partition("T")
    return _("{date} {time} (UTC{offset})").format(date=date, time=rest[:5], offset=rest[5:])
