"""Looking back at a game, as plain data: places, scores and points, round by round."""

from __future__ import annotations

from ..kit.language import N_
from ..kit.names import find
from .corrections import corrections
from .game import Game
from .report import Data, chips_on
from .rounds import State
from .scoring import Points
from .slips import sums

KINDS = (*Points._fields, "total", "paid", "adjusted")


def rounds(game: Game, last: int | None = None) -> list[State]:
    """The last state of each round, up to round ``last`` or the round in play."""
    return list(game.rounds.values())[:last]


def history(game: Game, last: int | None = None) -> Data:
    """Every band's place and every player's score, round by round, up to round ``last``.

    A place is the final one of the round, None where the band was not there; a round that is not resolved counts
    with the places it opened with. Scores are those at the end of the round, in the round in play those so far.
    ``fell`` and ``retired`` are the rounds in which a band left. ``corrections`` are those that the moderator made
    up to that round, in order.
    """
    states = rounds(game, last)
    made = corrections(game)
    if len(states) < game.round:  # else all: an amendment may have voided the round in which it was made
        made = [correction for correction in made if correction["round"] <= len(states)]
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
        "corrections": made,
    }


def band_of(game: Game, typed: str) -> str:
    """The band that a typed name means, of all that are known or were ever on the chart.

    Raises `GameError` (kind ``"name"``).
    """
    return find(typed, list(game.state.bands), N_("band"))


def band_history(game: Game, band: str, last: int | None = None, explain: bool = False) -> Data:
    """A band's way through the charts: a row for each round, up to round ``last``, in which it was there.

    ``marker`` is the place on which the band opened the round (1 to 14), ``new`` whether it had just come in.
    ``resolved`` tells whether the round is: only then there are a ``sum`` of the chips on the band and a final
    ``place`` (R19), None where it fell below 14. ``reason`` tells why it fell, as in ``show`` (None: it did not),
    ``retired`` whether it did. With ``explain`` each resolved round has the ``chips`` and whose they were, as in
    ``resolve``.
    """
    rows = [_band_row(state, band, explain) for state in rounds(game, last) if band in state.opened.chart]
    return {"band": band, "labels": list(game.state.bands[band]), "rounds": rows}


def _band_row(state: State, band: str, explain: bool) -> Data:
    marker = state.opened.chart.index(band) + 1
    row: Data = {
        "round": state.opened.number,
        "marker": marker,
        "new": band in state.new,
        "resolved": state.movement is not None,
        "sum": None,
        "place": None,
        "reason": None,
        "retired": band in state.retired,
    }
    if state.movement is None:
        return row
    row["sum"] = sums(state.slips.values())[marker]
    if marker in state.movement.order:
        row["place"] = state.movement.order.index(marker) + 1
    if marker in state.movement.fallen:
        row["reason"] = state.reason(marker)
    if explain:
        row["chips"] = chips_on(state, marker)
    return row


def player_history(game: Game, player: str, last: int | None = None) -> Data:
    """A player's points by kind: a row for each round, up to round ``last``.

    A row adds up: ``score`` = ``opened_with`` + ``total`` - ``paid`` + ``adjusted``, and the next round opens with
    that score. ``label`` is the one that was scored for, or is held in a round not scored yet (None: none is
    claimed); ``new_label`` the one to which the player changed after the scoring, ``paid`` the points that this
    cost (R24); ``adjusted`` the points by the moderator's word, each with its reason in ``adjustments``. The
    points by kind and their ``total`` are None until the round is scored.

    ``sums`` adds up the points of all these rounds by kind.
    """
    rows = [_player_row(game, state, player) for state in rounds(game, last)]
    return {
        "player": player,
        "rounds": rows,
        "sums": {kind: sum(row[kind] or 0 for row in rows) for kind in KINDS},
    }


def _player_row(game: Game, state: State, player: str) -> Data:
    number = state.opened.number
    points = state.points[player] if state.points else None
    changed = player in state.changed
    given = [adjusted for adjusted in state.adjusted if adjusted.player == player]
    return {
        "round": number,
        "label": (game.scored(number) if points else state).labels.get(player),
        "opened_with": state.opened.scores[player],
        **(points._asdict() if points else dict.fromkeys(Points._fields)),
        "total": points.total if points else None,
        "new_label": state.labels[player] if changed else None,
        "paid": game.setup.rules.label_cost if changed else 0,
        "adjusted": sum(adjusted.points for adjusted in given),
        "adjustments": [{"points": adjusted.points, "reason": adjusted.reason} for adjusted in given],
        "score": state.scores[player],
    }
