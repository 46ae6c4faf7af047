"""Looking back at a game, as text: rows first, tabulate last."""

from __future__ import annotations

from ..kit.language import _
from ..kit.screen import Screen
from . import lookback
from .game import Game
from .report import Data
from .tables import Rows, blocks


def history(screen: Screen, game: Game) -> str:
    """Every band's place and every player's score, a column a round, in as many blocks as fit the screen."""
    data = lookback.history(game)
    numbers = data["rounds"]
    bands = {entry["band"]: _band_history(entry, numbers) for entry in data["bands"]}
    scores = {entry["player"]: list(map(str, entry["scores"])) for entry in data["scores"]}
    room = max(1, (screen.width - 36) // 6) if screen.seen else len(numbers)
    parts = []
    for first in range(0, len(numbers), room):
        columns = slice(first, first + room)
        headers = list(map(str, numbers[columns]))
        for what, entries in ((_("band"), bands), (_("player"), scores)):
            rows: Rows = [[name, *cells[columns]] for name, cells in entries.items() if any(cells[columns])]
            parts.append(screen.table([what, *headers], rows, "l" + "r" * len(headers)))
    heading = _("Places and scores after each round")
    if game.state.movement is None:
        heading = _("Places and scores after each round; round {number} as it opened").format(number=numbers[-1])
    return blocks(screen.heading(heading), *parts)


def _band_history(entry: Data, numbers: list[int]) -> list[str]:
    cells = []
    for number, place in zip(numbers, entry["places"], strict=True):
        text = "{place}" if place else ""
        if entry["fell"] == number:
            text = _("fell")
        elif entry["retired"] == number:
            text = _("{place} ret")
        cells.append(text.format(place=place))
    return cells
