"""What is printed on: its encoding, width and colours, and tables that fit on it."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Callable, Mapping, Sequence
from itertools import zip_longest
from typing import NamedTuple, TextIO

from .language import _

DEFAULT_FORMAT = "simple"
DEFAULT_WIDTH = 80
NARROWEST_COLUMN = 7
# What may take another number of cells than one: all from the first combining character on, but for arrows.
OTHER_WIDTHS = re.compile("[\u0300-\u2190\u2192\u2194-\U0010ffff]")
ARROWS = {"up": "↑", "down": "↓", "stayed": "="}
PLAIN = {"up": "+", "down": "-", "stayed": "="}
# The formats that are read as they stand, in columns; all others are the source text of something else.
SEEN = ("plain", "simple", "presto", "pretty", "psql", "grid")
UNRULED = ("plain", "simple")  # those that draw nothing between rows and columns


class Cell(NamedTuple):
    """A table's cell with a colour (a name that Click knows; empty for none)."""

    text: str
    colour: str = ""


class Screen(NamedTuple):
    """Where output goes: its encoding, whether it shows colour and arrows, its width, the table format."""

    encoding: str = "utf-8"
    colour: bool = False
    arrows: bool = True
    width: int = DEFAULT_WIDTH
    format: str = DEFAULT_FORMAT

    @property
    def signs(self) -> Mapping[str, str]:
        """The signs for up, down and stayed."""
        return ARROWS if self.arrows else PLAIN

    @property
    def seen(self) -> bool:
        """Whether the table format is one that people read in columns of equal width."""
        if self.format == "colon_grid":  # Markdown
            return False
        return self.format in SEEN or self.format.endswith(("_grid", "outline"))

    def fit(self, text: str) -> str:
        """The text with what the encoding cannot write as backslash escapes."""
        return text if text.isascii() else text.encode(self.encoding, "backslashreplace").decode(self.encoding)

    def paint(self, text: str, colour: str = "", bold: bool = False) -> str:
        """The text in a colour, line by line, where colour is shown."""
        if not (self.colour and self.seen and text and (colour or bold)):
            return text
        import click

        return "\n".join(click.style(line, fg=colour or None, bold=bold or None) for line in text.split("\n"))

    def prose(self, text: str) -> str:
        """A paragraph, wrapped at the screen's width, or escaped for the table format."""
        text = self._escaped(text)
        if not self.seen or 2 * len(text) <= self.width:
            return text
        return _wrapped(text, self.width)

    def _escaped(self, text: str) -> str:
        if self.seen:
            return self.fit(text)
        from .escapes import escaper

        return escaper(self.format, in_table=False)(self.fit(text))

    def heading(self, text: str) -> str:
        """A line over a table."""
        return self.paint(self.prose(text), bold=True)

    def table(self, headers: Sequence[str], rows: Sequence[Sequence[str | Cell]], align: str) -> str:
        """Rows as a table; ``align`` has one letter a column: l, r or c.

        Special characters of the format are escaped, and cells are wrapped where the table would be
        wider than the screen.
        """
        import tabulate

        from .escapes import escaper

        tabulate.MIN_PADDING = 0  # by default, headers are padded, and tables wider than what they hold

        escape = escaper(self.format)
        cells = [[c if isinstance(c, Cell) else Cell(c) for c in row] for row in rows]
        texts = [[escape(self.fit(c.text)) for c in row] for row in cells]
        titles = [escape(self.fit(header)) for header in headers]
        # Letters can be counted, which is faster, where each takes one cell.
        narrow = _narrow("".join(text for row in [titles, *texts] for text in row))
        tabulate.WIDE_CHARS_MODE = not narrow
        if self.seen:
            spent = 2 * (len(titles) - 1) if self.format in UNRULED else 4 * len(titles)  # between the columns
            titles, *texts = _fitted([titles, *texts], self.width - spent, len if narrow else _width)
        painted = [
            [self.paint(text, cell.colour) for text, cell in zip(row_texts, row_cells, strict=True)]
            for row_texts, row_cells in zip(texts, cells, strict=True)
        ]
        if self.format in UNRULED:
            painted = [line for row in painted for line in _lines(row)]
        words = {"l": "left", "r": "right", "c": "center"}
        made: str = tabulate.tabulate(
            painted,
            headers=titles,
            tablefmt=self.format,
            disable_numparse=True,
            colalign=[words[a] for a in align] if painted else None,
        )
        if self.format == "tsv":  # fields that can be compared, without the spaces that align them
            made = re.sub(r" *\t *", "\t", re.sub(r"^ +| +$", "", made, flags=re.MULTILINE))
            tabs = len(headers) - 1  # tabulate drops those before empty fields at the end
            made = "\n".join(line + "\t" * (tabs - line.count("\t")) for line in made.split("\n"))
        if self.format.startswith("latex"):  # behind the end of a row, [ and * would belong to it
            made = re.sub(r"^( *)(?=[\[*])", r"\1{}", made, flags=re.MULTILINE)
        return made.rstrip("\n")


def _fitted(rows: list[list[str]], room: int, width: Callable[[str], int]) -> list[list[str]]:
    """Wrap the widest columns until the rows fit, at spaces first, inside words where that is not enough."""
    columns = len(rows[0])
    if all(2 * sum(map(len, row)) <= room for row in rows):
        return rows  # no character is wider than two cells
    widths = [max(map(width, column)) for column in zip(*rows, strict=True)]
    if sum(widths) <= room:
        return rows
    words = [
        max((width(word) for cell in column for word in _words(cell)), default=0)
        for column in zip(*rows, strict=True)
    ]
    for floors in (words, [NARROWEST_COLUMN] * columns):
        while sum(widths) > room:
            wide = [index for index in range(columns) if widths[index] > floors[index]]
            if not wide:
                break
            widths[max(wide, key=lambda index: widths[index])] -= 1
    return [
        [cell if width(cell) <= widths[i] else _wrapped(cell, widths[i]) for i, cell in enumerate(row)]
        for row in rows
    ]


def _words(text: str) -> list[str]:
    """The words of a text, at whose ends it may be wrapped; 28.5 % is one."""
    return re.split(r"\s+(?!%)", text) if "%" in text else text.split()


def _lines(row: Sequence[str]) -> list[list[str]]:
    """A row whose cells may have several lines as rows of one line each."""
    return [[*line] for line in zip_longest(*(cell.split("\n") for cell in row), fillvalue="")]


def _wrapped(text: str, width: int) -> str:
    """A text in lines of a width."""
    if _narrow(text):
        from textwrap import wrap
    else:
        from wcwidth import wrap
    return "\n".join(wrap(text, width, break_on_hyphens=False))


def _width(text: str) -> int:
    """The cells that a text takes on a screen."""
    if _narrow(text):
        return len(text)
    from wcwidth import wcswidth

    return wcswidth(text)


def _narrow(text: str) -> bool:
    """Whether it can be seen at once that every character takes one cell, as Latin letters do."""
    return text.isprintable() and (text.isascii() or not OTHER_WIDTHS.search(text))


def check_format(name: str) -> None:
    """Raise `ValueError` for a table format that tabulate does not know."""
    from tabulate import tabulate_formats

    if name not in tabulate_formats:
        known = ", ".join(sorted(tabulate_formats))
        raise ValueError(_("{name} is not one of {names}.").format(name=repr(name), names=known))


def screen_of(stream: TextIO | None, table_format: str, environ: Mapping[str, str]) -> Screen:
    """The screen that a stream is, as the environment describes it."""
    encoding = getattr(stream, "encoding", None) or "utf-8"
    terminal = stream is not None and stream.isatty()
    return Screen(
        encoding=encoding,
        colour=terminal and not environ.get("NO_COLOR") and environ.get("TERM") != "dumb",
        arrows=_can_write(encoding, "".join(ARROWS.values())) and not _plain_locale(environ),
        width=_terminal_width(stream) if terminal else DEFAULT_WIDTH,
        format=table_format,
    )


def _can_write(encoding: str, text: str) -> bool:
    try:
        text.encode(encoding)
    except UnicodeEncodeError:
        return False
    return True


def _plain_locale(environ: Mapping[str, str]) -> bool:
    """Whether the locale that was given is C or POSIX.

    Python itself sets LC_CTYPE to a UTF-8 variant of C when it finds such a locale (PEP 538), so that this
    value says nothing about what was given.
    """
    given = environ.get("LC_ALL") or environ.get("LC_CTYPE") or ""
    if given in ("", "C.UTF-8", "C.utf8", "UTF-8") and not environ.get("LC_ALL"):
        given = environ.get("LANG") or ""
    return given in ("C", "POSIX")


def _terminal_width(stream: TextIO | None) -> int:
    try:
        return os.get_terminal_size((stream or sys.stdout).fileno()).columns or DEFAULT_WIDTH
    except (OSError, ValueError):
        return DEFAULT_WIDTH
