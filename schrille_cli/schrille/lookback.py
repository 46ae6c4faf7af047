"""Looking back at a game, as plain data: every round's places and scores."""

from __future__ import annotations

from .game import Game
from .report import Data


def history(game: Game) -> Data:
    """Every band's place and every player's score, round by round.

    A place is the final one of the round, None where the band was not there; a round that is not resolved counts
    with the places and scores it opened with. ``fell`` and ``retired`` are the rounds in which a band left.
    """
    states = [game.at_round(number) for number in range(1, game.round + 1)]
    bands: dict[str, Data] = {}
    for index, state in enumerate(states):
        number = state.opened.number
        for band in (*state.final_chart, *state.fallen):
            empty = {"band": band, "places": [None] * len(states), "fell": None, "retired": None}
            bands.setdefault(band, empty)
        for place, band in enumerate(state.final_chart, 1):
            bands[band]["places"][index] = place
        for key, left in (("fell", state.fallen), ("retired", state.retired)):
            for band in left:
                bands[band][key] = number
    return {
        "rounds": [state.opened.number for state in states],
        "bands": list(bands.values()),
        "scores": [
            {"player": player, "scores": [state.scores[player] for state in states]}
            for player in game.setup.players
        ],
    }
