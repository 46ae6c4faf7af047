"""What the columns of a spreadsheet with bands and labels mean."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from ..kit.errors import GameError, error, listed
from ..kit.language import N_, _
from ..kit.names import find, folded
from .colours import ENGLISH, GERMAN, WORDS, completed, default_labels, label_words

if TYPE_CHECKING:
    from ..kit.csvfiles import Row, Sheet

# What columns are headed by; of several for the bands, the first one here is meant.
BAND_HEADINGS = (
    "band",
    "bands",
    "bandname",
    "name",
    "interpret",
    "karte",
    "karten",
    "card",
    "cards",
    "titel",
    "title",
)
LABEL_HEADINGS = ("label", "labels", "plattenlabel", "farbe", "farben", "colour", "colours", "color", "colors")
MOST_TITLES = 9  # rows above the headings
NOTHING = ("", "-", "–", "—")  # what stands in the second column of a band with one label


class Source(NamedTuple):
    """What a deck was read from: columns count from 0, ``header`` is the number of the row of headings or 0."""

    sheet: Sheet
    header: int
    headings: tuple[str, ...]
    band: int
    labels: tuple[int, ...]
    ignored: tuple[int, ...]


class Reading:
    """The words for labels that a spreadsheet may hold, and those that it does."""

    def __init__(self, given: Mapping[str, str]) -> None:
        self.names = {colour: name for name, colour in given.items()}
        self.colours = [*completed(given, "en").values()]
        self.answers = {word: colour for word, colour in WORDS.items() if colour in self.colours}
        self.answers |= {word: colour for name, colour in given.items() for word in (colour, name)}
        self._whole = {folded(word): colour for word, colour in self.answers.items()}
        self._used: dict[str, str] = {}
        self._meant: dict[str, str] = {}

    def parts(self, cell: str) -> list[str]:
        """The words for labels in a cell."""
        return label_words(cell, self.means)

    def means(self, word: str) -> str:
        """The colour of the label that a word means; empty where it means none."""
        if word not in self._meant:  # most words stand in a table again and again
            try:
                self._meant[word] = find(word, self.answers, N_("label"))
            except GameError:
                self._meant[word] = ""
        return self._meant[word]

    def use(self, word: str) -> str:
        """The colour that a word means, which is from now on its label's name where it is whole.

        Raises `GameError` (kind ``"name"``).
        """
        colour = self.means(word) or find(word, self.answers, N_("label"))
        if folded(word) in self._whole:
            self._used.setdefault(colour, word)
        return colour

    def count(self, row: Row) -> int:
        """How many words for labels stand in the cells of a row that hold nothing else."""
        parts = [self.parts(cell) for cell in row.cells]
        return sum(len(words) for words in parts if all(map(self.means, words)))

    def labels(self) -> dict[str, str]:
        """The labels by the words that were used for them; what was not used is called in the same language."""
        used = [*map(folded, self._used.values())]
        german = {word for words in GERMAN.values() for word in words} - {w for ws in ENGLISH.values() for w in ws}
        default = {colour: name for name, colour in default_labels("de" if german & {*used} else "en").items()}
        return {self.names.get(c) or self._used.get(c) or default.get(c, c): c for c in self.colours}


def letter(column: int) -> str:
    """How spreadsheets name a column.

    >>> letter(0), letter(27)
    ('A', 'AB')
    """
    name = ""
    column += 1
    while column:
        column, last = divmod(column - 1, 26)
        name = chr(ord("A") + last) + name
    return name


def column_number(text: str) -> int:
    """The column, from 0, of a letter or a number from 1; -1 where the text is neither.

    >>> column_number("c"), column_number("AB"), column_number("3"), column_number("3a")
    (2, 27, 2, -1)
    """
    word = text.strip().upper()
    if word.isascii() and word.isdigit() and len(word) < 5:
        return int(word) - 1
    if not (word.isascii() and word.isalpha() and len(word) < 4):
        return -1
    number = 0
    for char in word:
        number = 26 * number + ord(char) - ord("A") + 1
    return number - 1


def source_data(source: Source) -> dict[str, Any]:
    """What a deck was read from, as plain data."""
    return {
        "encoding": source.sheet.encoding,
        "separator": source.sheet.separator,
        "header_row": source.header or None,
        "band_column": letter(source.band),
        "label_columns": [letter(column) for column in source.labels],
        "columns_left_out": [letter(column) for column in source.ignored],
    }


def find_columns(sheet: Sheet, reading: Reading, header: bool | None, columns: Sequence[int]) -> Source:
    """Which columns are meant. Raises `GameError` where that is not clear."""
    if all(len(row.cells) == 1 for row in sheet.rows):
        message = _("there are no columns") if sheet.rows else _("there are no rows")
        raise error("deck", message, hint=_("name what separates the columns with --separator"))
    head = None if header is False else _header(sheet.rows, reading)
    if header and head is None:
        head = sheet.rows[0]
    headings = head.cells if head else ()
    rows = [row for row in sheet.rows if not head or row.number > head.number]
    filled = sorted({column for row in rows for column, cell in enumerate(row.cells) if cell})
    if columns:
        band, labels = columns[0], tuple(columns[1:])
    else:
        band, labels = _columns(headings, rows, filled, reading)
    ignored = tuple(column for column in filled if column not in (band, *labels))
    return Source(sheet, head.number if head else 0, headings, band, labels, ignored)


def _words(heading: str) -> list[str]:
    return re.findall(r"[^\W\d_]+", folded(heading))


def _is_label_heading(heading: str) -> bool:
    return any(word in LABEL_HEADINGS for word in _words(heading))


def _band_rank(heading: str) -> int:
    """Where the heading stands among those for bands; behind them where it is none."""
    ranks = [BAND_HEADINGS.index(word) for word in _words(heading) if word in BAND_HEADINGS]
    return len(BAND_HEADINGS) if _is_label_heading(heading) else min(ranks, default=len(BAND_HEADINGS))


def _header(rows: Sequence[Row], reading: Reading) -> Row | None:
    """The row that heads labels in one cell and bands in another; only titles, without labels, stand above it."""
    for row in rows[:MOST_TITLES]:
        if any(map(_is_label_heading, row.cells)) and min(map(_band_rank, row.cells)) < len(BAND_HEADINGS):
            return row
        if reading.count(row):
            return None
    return None


def _columns(
    headings: Sequence[str], rows: Sequence[Row], filled: Sequence[int], reading: Reading
) -> tuple[int, tuple[int, ...]]:
    """The band's column and those of its labels, by the headings, else by what is in them."""
    headed = [column for column, heading in enumerate(headings) if _is_label_heading(heading)]
    # A heading may stand over two columns, in the first one of which its text is.
    free = [column for column in filled if not (headed and "".join(headings[column : column + 1]))]
    labels = tuple(sorted({*headed, *(column for column in free if _holds_labels(rows, column, reading))}))
    hint = _("name the columns of the band and its labels, such as --columns A,B")
    if not labels:
        raise error("deck", _("no column has the labels of bands"), hint=hint)
    if len(labels) > 2:
        message = _("the columns {columns} all seem to have labels").format(columns=listed(map(letter, labels)))
        raise error("deck", message, hint=hint)
    ranks = {column: _band_rank(heading) for column, heading in enumerate(headings) if column not in labels}
    ranks = {column: ranks.get(column, len(BAND_HEADINGS)) for column in {*ranks, *filled} - {*labels}}
    best = [column for column, rank in sorted(ranks.items()) if rank == min(ranks.values())]
    if len(best) == 1:
        return best[0], labels
    message = _("it is not clear which column has the bands: {columns}") if best else _("no column has the bands")
    raise error("deck", message.format(columns=listed(map(letter, best), "or")), hint=hint)


def _holds_labels(rows: Sequence[Row], column: int, reading: Reading) -> bool:
    """Whether more than half of the cells in a column hold labels and nothing else."""
    cells = [cell for cell in cells_of(rows, column) if cell not in NOTHING]
    return 2 * sum(all(map(reading.means, reading.parts(cell))) for cell in cells) > len(cells)


def cells_of(rows: Iterable[Row], column: int) -> list[str]:
    """The cells of a column, empty where a row has none there."""
    return ["".join(row.cells[column : column + 1]) for row in rows]
