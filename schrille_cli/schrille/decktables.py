"""What there is to say of a deck, as text: rows first, tabulate last."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from ..kit.errors import Fault, listed, quoted
from ..kit.language import _, ngettext
from ..kit.screen import Cell, Screen
from . import deckcheck
from .csvcolumns import Source, letter
from .deck import Deck
from .tables import COLOURS, Rows, blocks

Data = dict[str, Any]


def summary(screen: Screen, name: str, data: Data, warnings: Iterable[Fault]) -> str:
    """A deck in a table: for each label its bands, those alone on it, and those shared with each other label.

    ``data`` is `schrille_cli.schrille.deckcheck.summary`; what may be a slip of the pen stands behind it.
    """
    rows: Rows = []
    for label in data["labels"]:
        others = (
            f"{other} {pair['bands']}"
            for pair in data["pairs"]
            for other in pair["labels"]
            if label["name"] in pair["labels"] and other != label["name"]
        )
        cells = [str(label["bands"]), str(label["alone"]), ", ".join(others)]
        rows.append([_painted(label["name"], label["colour"]), *cells])
    heading = ngettext("{deck}: {number} band", "{deck}: {number} bands", data["bands"])
    doubts = (screen.prose(_("Warning: {fault}").format(fault=warning)) for warning in warnings)
    return blocks(
        screen.prose(heading.format(deck=name, number=data["bands"])),
        screen.table([_("label"), _("bands"), _("alone"), _("shared with")], rows, "lrrl"),
        "\n".join(doubts),
    )


def written(screen: Screen, path: str, kept: str, deck: Deck, read: str = "") -> str:
    """A deck file that was written, from a table that was read as ``read`` says, and its deck."""
    old = screen.prose(_("The old file is kept as {path}.").format(path=kept)) if kept else ""
    return blocks(read, old, summary(screen, quoted(path, 200), deckcheck.summary(deck), deckcheck.warnings(deck)))


def source(screen: Screen, name: str, source: Source, deck: Deck) -> str:
    """How a table was understood, so that a wrong guess is seen."""
    header = _("Row {number} has the headings.") if source.header else _("No row has headings.")
    lines = [
        _("{file} was read as {encoding} with {separator} between the columns."),
        header.format(number=source.header),
        _("The bands are in column {column}.").format(column=_column(source, source.band)),
        ngettext(
            "The labels are in column {columns}.", "The labels are in columns {columns}.", len(source.labels)
        ).format(columns=listed(_column(source, column) for column in source.labels)),
    ]
    separator = _("tab") if source.sheet.separator == "\t" else quoted(source.sheet.separator)
    lines[0] = lines[0].format(file=name, encoding=source.sheet.encoding, separator=separator)
    if source.ignored:
        left_out = ngettext(
            "Column {columns} is left out.", "Columns {columns} are left out.", len(source.ignored)
        )
        lines.append(left_out.format(columns=listed(_column(source, column) for column in source.ignored)))
    labels = (f"{name} ({colour})" if name != colour else name for name, colour in deck.labels.items())
    lines.append(_("Labels: {labels}").format(labels=", ".join(labels)) + ".")
    return screen.prose(" ".join(lines))


def _column(source: Source, column: int) -> str:
    heading = "".join(source.headings[column : column + 1])
    return f"{letter(column)} ({quoted(heading)})" if heading else letter(column)


def bands(screen: Screen, deck: Deck) -> str:
    """Every band of a deck with its labels, in the order of the deck file."""
    rows: Rows = []
    for band, labels in deck.bands.items():
        colour = deck.labels[labels[0]] if len(labels) == 1 else ""
        rows.append([band, _painted(", ".join(labels), colour)])
    return screen.table([_("band"), _("labels")], rows, "ll")


def _painted(text: str, colour: str) -> Cell:
    return Cell(text, COLOURS.get(colour.lower(), ""))
