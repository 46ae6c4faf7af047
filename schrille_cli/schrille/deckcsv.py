"""A deck from a spreadsheet: which column means what, and the bands of its rows (R1, R2)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from operator import itemgetter

from ..kit.csvfiles import UNICODE, Row, Sheet, read_sheets
from ..kit.errors import Fault, GameError, gathered, quoted, raise_all
from ..kit.files import input_name
from ..kit.language import N_, _, ngettext
from ..kit.names import folded
from .csvcolumns import NOTHING, Reading, Source, cells_of, find_columns
from .deck import Deck, deck_faults, label_faults, name_faults

MOST_ROWS = 12  # rows named in one fault


def load_table(
    path: str,
    given: Mapping[str, str],
    encoding: str = "",
    separator: str = "",
    header: bool | None = None,
    columns: Sequence[int] = (),
) -> tuple[Deck, Source]:
    """The deck of a CSV file (``-``: standard input), and what it was read from.

    What is given holds; see `schrille_cli.kit.csvfiles.read_sheets` and `read_deck`, which raise `GameError`.
    """
    return read_deck(read_sheets(path, encoding, separator), given, header, columns, input_name(path))


def read_deck(
    sheets: Sequence[Sheet],
    given: Mapping[str, str],
    header: bool | None = None,
    columns: Sequence[int] = (),
    place: str = "",
) -> tuple[Deck, Source]:
    """A deck from the sheets that a file may be, and what it was read from.

    The sheet with the most words for labels is meant, else the first one. ``given`` are labels that are not called
    by their colours. ``header`` says whether the first row has headings (None: as it looks), ``columns`` which
    ones have the band and its labels. A band has one label or two, in two columns or in one (``blue/red``).

    Raises `GameError` with everything that is wrong, by rows of the file that is named by ``place``.
    """
    reading = Reading(given)
    sheet = max(sheets, key=lambda sheet: sum(map(reading.count, sheet.rows)))
    faults = list(sheet.faults)
    deck, source = Deck({}, {}), None
    with gathered(faults, place):
        source = find_columns(sheet, reading, header, columns)
    if source:
        with gathered(faults, place):
            deck = _deck(source, reading)
    if faults or not source:
        raise GameError(*faults)
    return deck, source


def _deck(source: Source, reading: Reading) -> Deck:
    """The deck that the rows list. Raises `GameError` with the numbers of the rows that are wrong."""
    rows = [row for row in source.sheet.rows if row.number > source.header]
    found: dict[str, tuple[str, ...]] = {}
    first: dict[str, int] = {}
    faults: list[tuple[int, Fault]] = []
    unknown: dict[str, list[int]] = {}
    for row, name, texts in zip(rows, cells_of(rows, source.band), _label_cells(rows, source), strict=True):
        if not name and not texts:
            continue  # whatever else it says, it is no band
        words = [word for text in texts for word in reading.parts(text)]
        colours = []
        for word in words:
            try:
                colours.append(reading.use(word))
            except GameError:
                unknown.setdefault(word, []).append(row.number)
        wrong = _row_faults(name, words, colours)
        if name and first.setdefault(folded(name), row.number) != row.number:
            message = _("the band {name} stands in row {number} already")
            wrong.append(Fault("name", message.format(name=quoted(name), number=first[folded(name)])))
        faults += [
            (row.number, fault._replace(place=_("row {number}").format(number=row.number))) for fault in wrong
        ]
        found[name] = tuple(colours)
    faults += [(numbers[0], _unknown(word, numbers, source)) for word, numbers in unknown.items()]
    labels = reading.labels()
    named = {colour: name for name, colour in labels.items()}
    raise_all([*label_faults(labels), *(fault for _number, fault in sorted(faults, key=itemgetter(0)))])
    deck = Deck(labels, {name: tuple(named[colour] for colour in colours) for name, colours in found.items()})
    raise_all(deck_faults(deck))
    return deck


def _label_cells(rows: Iterable[Row], source: Source) -> list[list[str]]:
    """The cells of each row that have labels in them."""
    columns = [cells_of(rows, column) for column in source.labels]
    return [[cell for cell in cells if cell not in NOTHING] for cells in zip(*columns, strict=True)]


def _row_faults(name: str, words: Sequence[str], colours: Sequence[str]) -> list[Fault]:
    """What is wrong with a row, but for words that are no labels."""
    faults = name_faults([name], N_("band"))
    if not words:
        faults.append(Fault("deck", _("the band has no label")))
    elif len(words) > 2 or len({*colours}) < len(colours):
        message = _("{labels} is not one label or two different ones (R2)")
        faults.append(Fault("deck", message.format(labels=quoted(", ".join(words)))))
    return faults


def _unknown(word: str, numbers: Sequence[int], source: Source) -> Fault:
    """The fault that a word in some rows is no label."""
    message = _("there is no label {name}").format(name=quoted(word))
    rows = ", ".join(map(str, numbers[:MOST_ROWS])) + " …" * (len(numbers) > MOST_ROWS)
    place = ngettext("row {rows}", "rows {rows}", len(numbers)).format(rows=rows)
    if [*numbers] == [source.sheet.rows[0].number] and not source.header:
        hint = _("if this row has headings, say so with --header")
    elif not word.isascii() and source.sheet.encoding not in UNICODE:
        hint = _("if letters are wrong, name the encoding with --encoding")
    else:
        hint = _(
            "labels are called by colours in English or German; another name is told with --label NAME=colour"
        )
    return Fault("name", message, place, hint)
