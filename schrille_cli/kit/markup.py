"""The lines of an HTML mail, as somebody reads them, and which of them its program quoted.

lxml reads the markup, piece by piece and without a tree: in linear time, however broken it is.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from .earlier import ORIGINAL, opens
from .elements import KEPT, LISTS, PARAGRAPHS, Element, Numbers, element, numbers
from .errors import GameError, error
from .language import _
from .quotes import Line
from .signatures import says

MOST_TAGS = 100_000
DEEPEST = 500  # tags inside each other
_PIECE = 65_536  # bytes
_SPACES = re.compile(r"[ \t\n\r\f]+")


@dataclass
class _Writer:
    """What lxml tells about the markup, as lines."""

    lines: list[Line] = field(default_factory=list)
    stack: list[Element] = field(default_factory=list)
    lists: list[Numbers | None] = field(default_factory=list)
    tags: int = 0
    unseen: int = 0  # how many of the open tags hide what is in them; and so on
    quotes: int = 0
    signs: int = 0
    kept: int = 0
    waiting: int = 0  # those that quote up to the end of a quote
    parts: list[str] = field(default_factory=list)  # of the line that is not over
    number: tuple[Numbers, int] | None = None  # of an item whose text has not begun
    signed: list[tuple[int, Line]] = field(default_factory=list)  # lines of signatures, and where they were

    def start(self, tag: str, attributes: dict[str, str]) -> None:
        """A tag opens."""
        self.tags += 1
        if self.tags > MOST_TAGS or len(self.stack) >= DEEPEST:
            raise too_many_tags()
        tag = tag.lower()
        found = element(tag, attributes)
        if found.breaks or found.opens:
            self._end_line()
        if tag in PARAGRAPHS:
            self._blank()
        if found.opens:
            self.lines.append(Line(ORIGINAL, self.quotes > 0))
        self._count(found, 1)
        self.stack.append(found)
        if tag == "br":
            if not "".join(self.parts).strip() and not self.number:
                self._blank()
            self._end_line()
        elif tag in ("td", "th") and "".join(self.parts[-1:]).strip():
            self.parts.append("\t")
        elif tag in LISTS:
            self.lists.append(numbers(tag, attributes))
        elif tag == "li" and self.lists and self.lists[-1]:
            self.number = (self.lists[-1], self.lists[-1].item(attributes))

    def end(self, tag: str) -> None:
        """A tag closes; lxml sees to it that it is the last that has opened."""
        closed = self.stack.pop()
        if closed.breaks:
            self._end_line(final=closed.tag == "li")
        if closed.tag in PARAGRAPHS:
            self._blank()
        self._count(closed, -1)
        if closed.tag == "blockquote" and closed.quotes and self.waiting:
            for outer in self.stack:
                self.quotes -= outer.until_quote
                outer.until_quote = False
            self.waiting = 0
        if closed.tag in LISTS:
            listed = self.lists.pop()
            if listed:
                self._count_down(listed)

    def data(self, text: str) -> None:
        """A piece of text."""
        if self.unseen:
            return
        if self.kept:
            first, *rest = text.split("\n")
            self._write(first)
            for line in rest:
                if not "".join(self.parts).strip():
                    self._blank()
                self._end_line()
                self._write(line)
            return
        text = _SPACES.sub(" ", text)
        if text.startswith(" ") and (not self.parts or self.parts[-1].endswith((" ", "\t"))):
            text = text[1:]
        self._write(text)

    def comment(self, text: str) -> None:
        """Nobody sees comments."""

    def pi(self, target: str, data: str | None = None) -> None:
        """Nor instructions for programs."""

    def doctype(self, *names: str | None) -> None:
        """Nor what kind of markup it is."""

    def close(self) -> list[Line]:
        """All lines, when the markup is over."""
        self._end_line(final=True)
        lines = self.lines
        if self.signed and not any(line.text.strip() and not line.quoted for line in lines):
            lines = []  # whoever wrote only into the signature meant that
            start = 0
            for place, line in self.signed:
                lines += [*self.lines[start:place], line]
                start = place
            lines += self.lines[start:]
        while lines and not lines[-1].text:
            lines.pop()
        return lines

    def _count(self, counted: Element, step: int) -> None:
        self.unseen += step * counted.unseen
        self.quotes += step * (counted.quotes + counted.until_quote)
        self.signs += step * counted.signs
        self.kept += step * (counted.tag in KEPT)
        self.waiting += step * counted.until_quote

    def _write(self, text: str) -> None:
        if self.number and text.strip():
            self._put_number()
        if text:
            self.parts.append(text)

    def _put_number(self) -> None:
        """Write the number of an item in front of its text."""
        listed, number = self.number or (Numbers(), 0)
        self.number = None
        if listed.shown:
            self.parts.insert(0, f"{number}. ")
            if listed.unknown:
                listed.places.append((len(self.lines), self.parts[0]))

    def _end_line(self, final: bool = False) -> None:
        """The line is over; with ``final`` also where it has the number of an item alone."""
        if final and self.number and not self.unseen:
            self._put_number()
        if final:
            self.number = None
        text = "".join(self.parts)
        self.parts.clear()
        text = "-- " if text in ("-- ", "--\xa0") else text.rstrip(" \t")
        if not text:
            return
        line = Line(text, self.quotes > 0)
        if self.waiting and opens(text):  # forwarded, and not quoted to be answered
            for outer in self.stack:
                outer.quotes, outer.until_quote = outer.quotes or outer.until_quote, False
            self.waiting = 0
        if self.signs and not line.quoted and not says(text):
            self.signed.append((len(self.lines), line))
        else:
            self.lines.append(line)

    def _blank(self) -> None:
        """A blank line, but never two."""
        if self.lines and self.lines[-1].text.strip("\xa0") and not self.unseen:
            self.lines.append(Line("", self.quotes > 0))

    def _count_down(self, listed: Numbers) -> None:
        """Give the items of a list their numbers, the last one 1."""
        for nth, (place, meanwhile) in enumerate(listed.places):
            text = self.lines[place].text if place < len(self.lines) else ""
            if text.startswith(meanwhile.rstrip()):
                text = f"{listed.items - nth}. {text[len(meanwhile) :]}".rstrip(" ")
                self.lines[place] = self.lines[place]._replace(text=text)


def too_many_tags() -> GameError:
    """The error for HTML that would take too long."""
    said = _("the mail has more than {tags} HTML tags, or more than {deep} inside each other")
    return error("mail", said.format(tags=f"{MOST_TAGS:,}", deep=DEEPEST))


def read(text: str) -> list[Line]:
    """The lines of an HTML text, numbered lists with their numbers, quoted what its marks say is quoted.

    Raises `GameError` (kind ``mail``) for one with too many tags.

    >>> [line.text for line in read("<ol start=14><li>+3</li></ol><blockquote>old</blockquote>") if line.text]
    ['14. +3', 'old']
    """
    from lxml import etree

    if not text.strip():
        return []
    writer = _Writer()
    parser = etree.HTMLParser(target=writer, encoding="utf-8", huge_tree=True)
    data = text.encode("utf-8", "replace")
    for at in range(0, len(data), _PIECE):
        parser.feed(data[at : at + _PIECE])
    lines: list[Line] = parser.close()
    return lines
