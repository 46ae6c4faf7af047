"""What comes out differently, round by round, when a slip of an earlier round is changed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from .amendment import Revision
from .rounds import State

# What a fact is about. Of a band: the place that it opened a round on, its final place, how it fell, that it
# retired. Of a player: points by kind, the score and the label at a round's end. Of a round: marks and winners.
KINDS = (
    "opened",
    "place",
    "fallen",
    "top_six",
    "no1",
    "pick",
    "fallen_points",
    "marks",
    "retired",
    "label",
    "score",
    "winners",
)
Value = int | str | list[int] | list[str] | None


class Difference(NamedTuple):
    """One thing that comes out differently: the round, its kind (one of `KINDS`), the band or player whom it
    concerns (None: the round), and its values before and after; None where there is none."""

    round: int
    kind: str
    who: str | None
    was: Value
    now: Value


def differences(revision: Revision) -> list[Difference]:
    """Everything that a revision changes, in order of rounds and kinds."""
    was = _facts(revision.start, [state for step in revision.before for state in step.states])
    now = _facts(revision.start, [state for step in revision.steps for state in step.states])
    keys = sorted({**was, **now}, key=lambda key: (key[0], KINDS.index(key[1])))
    return [Difference(*key, was.get(key), now.get(key)) for key in keys if was.get(key) != now.get(key)]


def _facts(start: State, states: Sequence[State]) -> dict[tuple[int, str, str | None], Value]:
    """What can be said of every round, by round, kind and whom it concerns."""
    last = {state.opened.number: state for state in (start, *states)}
    return {
        (number, kind, who): value
        for number, state in last.items()
        for kind, who, value in (*_band_facts(state), *_player_facts(state))
    }


def _band_facts(state: State) -> Iterator[tuple[str, str | None, Value]]:
    for place, band in enumerate(state.opened.chart, 1):
        yield "opened", band, place
    if state.movement is None:
        return
    for place, band in enumerate(state.final_chart, 1):
        yield "place", band, place
    for marker in state.movement.fallen:
        yield "fallen", state.band(marker), state.reason(marker)
    for band in state.retired:
        yield "retired", band, state.final_chart.index(band) + 1


def _player_facts(state: State) -> Iterator[tuple[str, str | None, Value]]:
    for player, paid in state.points.items():
        for kind, points in paid._asdict().items():
            yield kind, player, points
    if state.marks:
        yield "marks", None, list(state.marks)
    for player, label in state.labels.items():
        yield "label", player, label
    for player, score in state.scores.items():
        yield "score", player, score
    if state.winners:
        yield "winners", None, list(state.winners)
