"""``schrille deck``: the cards of one's own box: check, show and write deck files."""

from __future__ import annotations

from typing import Any

import click

from ...kit import files
from ...kit.errors import GameError, fault_data
from ...kit.language import _
from ...kit.verbs import Answer, Call, emit, group, verb
from .. import decktables
from ..builtin import DECK
from ..deckcheck import summary, warnings
from ..deckfile import JSON, load_deck, parse_deck
from . import deck_new
from .common import offered


@verb(
    help=_("Say all that is wrong with a deck file. Warnings tell what in a sound one may be a slip of the pen."),
    example="schrille deck check deck.toml",
    game=False,
)
@click.argument("path", metavar=_("FILE"), shell_complete=offered("files"))
def check(call: Call, path: str) -> None:
    """Check a deck file; with ``--json``, faults are also in the answer."""
    text = files.read_input(path, JSON)
    if call.json:
        emit(call.render(Answer(_data(text, path), str)))
    deck = parse_deck(text, path)
    if not call.json:
        doubts = warnings(deck)
        name = files.input_name(path)
        call.print(Answer({}, lambda screen: decktables.summary(screen, name, summary(deck), doubts)))


def _data(text: str, path: str) -> dict[str, Any]:
    """What there is to say of a deck file as plain data."""
    data: dict[str, Any] = {"file": path, "errors": [], "warnings": []}
    try:
        deck = parse_deck(text, path)
    except GameError as problem:
        return {**data, "errors": fault_data(problem.faults)}
    return {**data, "warnings": fault_data(warnings(deck)), **summary(deck)}


@verb(
    help=_("List the bands of a deck file, or of the built-in deck."),
    example="schrille deck show deck.toml\nschrille deck show --format tsv",
    game=False,
)
@click.argument("path", metavar=_("FILE"), required=False, shell_complete=offered("files"))
def show(call: Call, path: str | None) -> None:
    """List a deck."""
    deck = DECK if path is None else load_deck(path)
    data = {
        "labels": [{"name": name, "colour": colour} for name, colour in deck.labels.items()],
        "bands": [{"band": band, "labels": list(labels)} for band, labels in deck.bands.items()],
    }
    call.print(Answer(data, lambda screen: decktables.bands(screen, deck)))


command = group(
    help=_("Check, show and write deck files, which have the cards of your own box."),
    example="schrille deck new -o deck.toml\nschrille deck check deck.toml",
    verbs={"new": deck_new.command, "check": check, "show": show},
)
