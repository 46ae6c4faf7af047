"""Deck files: the cards of one's own box as TOML (R1, R2, R4)."""

from __future__ import annotations

from ..kit import files
from ..kit.errors import Fault, GameError, quoted
from ..kit.fields import Fields
from .builtin import LABELS
from .deck import Deck, deck_faults, label_faults, read_bands


def parse_deck(text: str, path: str) -> Deck:
    """A deck from the text of a deck file; ``path`` is named in errors.

    ``[labels]`` maps the six labels' names to their colours (left out: the built-in ones), ``[bands]`` each
    band's name to its labels, such as ``"blue, red"``.

    Raises `GameError` (kinds ``"file"``, ``"deck"``, ``"name"``) with everything that is wrong.
    """
    faults: list[Fault] = []
    fields = Fields(files.parse_toml(text, path), "", faults, "deck")
    labels = fields.table("labels").text_items() if fields.has("labels") else dict(LABELS)
    table = fields.table("bands")
    texts = table.text_items()
    fields.done()
    faults += label_faults(labels)
    bands: dict[str, tuple[str, ...]] = {}
    if not faults:
        bands, band_faults = read_bands(texts, labels, table.where)
        faults += band_faults or deck_faults(Deck(labels, bands))
    if faults:
        raise GameError(*faults).at(quoted(path, 200))
    return Deck(labels, bands)


def load_deck(path: str) -> Deck:
    """The deck of a deck file. Raises `GameError` as `parse_deck` does, or where it cannot be read."""
    return parse_deck(files.read_input(path), path)
