"""What a game has to tell, as plain data: the objects that ``--json`` prints."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from ..kit.errors import error
from ..kit.language import _
from .codec import NAME
from .game import Game
from .movement import Move
from .rounds import OPENING, Setup, State
from .rules import as_data
from .slips import Slip, sums

Data = dict[str, Any]


def common(game: Game) -> Data:
    """Where the game stands: in every answer."""
    return {"round": game.round, "phase": game.phase, "next_commands": game.next_commands}


def _band(state: State, marker: int) -> Data:
    band = state.band(marker)
    return {"band": band, "labels": list(state.bands[band]), "marker": marker}


def chart(state: State) -> list[Data]:
    """The chart by place: final places (R19) from resolve until next, else the places as they stand."""
    order = state.movement.order if state.movement else range(1, len(state.opened.chart) + 1)
    danger = state.movement.danger if state.movement else ()
    return [
        {
            "place": place,
            **_band(state, marker),
            "fallen": marker in danger,
            "retired": state.band(marker) in state.retired,
        }
        for place, marker in enumerate(order, 1)
    ]


def fallen(state: State) -> list[Data]:
    """The fallen bands of the round, in the order of R30."""
    if state.movement is None:
        return []
    return [{**_band(state, marker), "reason": state.reason(marker)} for marker in state.movement.fallen]


def track(state: State) -> list[Data]:
    """The score track, in order of rank; equal scores in seat order."""
    return [
        {
            "player": player,
            "label": state.labels.get(player),
            "score": state.scores[player],
            "slip_in": player in state.slips,
        }
        for player in sorted(state.scores, key=lambda player: -state.scores[player])
    ]


def labels(setup: Setup, state: State) -> list[Data]:
    """The six labels, and who holds them."""
    holders = {label: player for player, label in state.labels.items()}
    return [{"name": name, "colour": colour, "player": holders.get(name)} for name, colour in setup.labels.items()]


def moves(state: State) -> list[Data]:
    """The moves of a resolved round in the order made, with the chips behind each."""
    return [{**_move(state, move), "chips": chips_on(state, move.marker)} for move in state.moved.moves]


def _move(state: State, move: Move) -> Data:
    return {
        "marker": move.marker,
        "band": state.band(move.marker),
        "sum": move.sum,
        "from_place": move.from_place,
        "to_place": move.to_place,
    }


def chips_on(state: State, marker: int) -> list[Data]:
    """The chips on a marker and whose they are, in seat order."""
    return [
        {"player": player, "chip": chip} for player, slip in state.slips.items() for chip in slip.chips_in(marker)
    ]


def reveal(state: State) -> list[Data]:
    """A resolved round as the CD player is read out: the places 14 to 1, with the chips there and what they do.

    ``marker`` is the place that is read; band, labels, sum and places are None where no band has it (R9),
    ``to_place`` also where the band falls off the chart. ``passed`` are the bands that it goes by; ``chart`` is
    the chart after it, ``fallen`` what has fallen below 14 by then. The Danger Zone (R16) is judged afterwards.
    """
    from .readout import readings

    total = sums(state.slips.values())
    steps = []
    for read in readings(state.moved):
        there = read.from_place is not None
        band = _band(state, read.marker) if there else {"band": None, "labels": None, "marker": read.marker}
        steps.append(
            {
                **band,
                "chips": chips_on(state, read.marker),
                "sum": total[read.marker] if there else None,
                "from_place": read.from_place,
                "to_place": read.to_place,
                "passed": [state.band(marker) for marker in read.passed],
                "chart": [{"place": p, **_band(state, m)} for p, m in enumerate(read.order, 1)],
                "fallen": [_band(state, marker) for marker in read.below],
            }
        )
    return steps


def points(state: State) -> list[Data]:
    """The points of a scored round by kind, a player each, in seat order, with the score after them."""
    return [
        {
            "player": player,
            "label": state.labels[player],
            **paid._asdict(),
            "total": paid.total,
            "score": state.scores[player],
        }
        for player, paid in state.points.items()
    ]


def slip(player: str, chips: Slip) -> Data:
    """A slip: its chips by hole, and as text in the notation of place."""
    pairs = [*chips.influence, (chips.no1, "no1"), (chips.pick, "pick")]
    return {
        "player": player,
        "slip": str(chips),
        "chips": [{"hole": hole, "chip": chip} for hole, chip in pairs],
    }


def slips(state: State) -> list[Data]:
    """The slips of a round, in seat order, each with the bot that placed it (None: a person did)."""
    return [{**slip(player, chips), "bot": state.bots.get(player)} for player, chips in state.slips.items()]


def hands(game: Game, state: State, players: Iterable[str]) -> list[Data]:
    """The hands that the tool dealt to some players.

    Raises `GameError` (kind ``"hand"``) where it dealt none, or not everybody has a label yet (R28 comes after
    the opening).
    """
    if game.setup.hands != "tool":
        raise error(
            "hand",
            _("the chips of this game are drawn at the table"),
            hint=_("new --deal-hands lets the tool draw"),
        )
    if state.phase == OPENING:
        raise error("hand", _("hands are dealt when everybody has a label"), hint=_("next: label"))
    return [{"player": player, "chips": list(state.opened.hands[player])} for player in players]


def show(game: Game, state: State) -> Data:
    """A whole state of the game."""
    return {
        "game": NAME,
        "round": state.opened.number,
        "phase": state.phase,
        "next_commands": game.next_commands if state is game.state else [],
        "rules": as_data(game.setup.rules),
        "chart": chart(state),
        "track": track(state),
        "labels": labels(game.setup, state),
        "fallen": fallen(state),
        "deck": state.left,
        "winners": list(state.winners),
    }


def resolved(game: Game, state: State) -> Data:
    """What a resolve did."""
    return {**common(game), "moves": moves(state), "chart": chart(state), "fallen": fallen(state)}


def scored(game: Game, state: State) -> Data:
    """What a scoring did."""
    return {
        **common(game),
        "scored_round": state.opened.number,
        "points": points(state),
        "marks": list(state.marks),
        "retired": list(state.retired),
        "over": bool(state.winners),
        "winners": list(state.winners),
    }


def new_bands(state: State) -> list[Data]:
    """The bands that came in with a round, in the order drawn."""
    return [
        {"place": state.opened.chart.index(band) + 1, "band": band, "labels": list(state.bands[band])}
        for band in state.new
    ]
