"""The way of every band through the charts and of every score, as values to be drawn.

A line goes through stops. Each round has two of them, a *column*: the round as it opened, and as it stands after
the moves (places) or the points (scores).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from .game import Game
from .rounds import BELOW, DANGER, State
from .rules import PLACES

RETIRED = "retired"


class Column(NamedTuple):
    """Where a stop is: the number of a round, as it opened or, ``moved``, after the moves."""

    round: int
    moved: bool


class Stop(NamedTuple):
    """A band's place at a column: 1 to 14; from 15 on below the chart, in the order in which the bands fell."""

    column: Column
    place: int


class BandLine(NamedTuple):
    """A band's way through the charts, with its labels.

    ``end`` says how it left: ``"below-14"`` or ``"danger-zone"`` (R13, R16), ``"retired"`` (R23), or empty where
    it has not.
    """

    band: str
    labels: tuple[str, ...]
    stops: tuple[Stop, ...]
    end: str


class ScoreStop(NamedTuple):
    """A player's score at a column and the label held there, empty before the first claim."""

    column: Column
    score: int
    label: str


class ScoreLine(NamedTuple):
    """A player's way on the score track."""

    player: str
    stops: tuple[ScoreStop, ...]


class Run(NamedTuple):
    """A whole game, to be drawn.

    ``columns`` are those with a stop, in order. ``labels`` maps names to colours. ``marks`` are those that can
    retire bands: a score that reaches ``target`` ends the game before (R22). ``round`` and ``phase`` say where
    the game stands; ``winners`` have won.
    """

    columns: tuple[Column, ...]
    labels: Mapping[str, str]
    bands: tuple[BandLine, ...]
    scores: tuple[ScoreLine, ...]
    marks: tuple[int, ...]
    target: int
    round: int
    phase: str
    winners: tuple[str, ...]

    @property
    def best(self) -> int:
        """The highest score as it stands."""
        return max(line.stops[-1].score for line in self.scores)

    @property
    def deepest(self) -> int:
        """The last place that a line reaches below the chart, at least 14."""
        return max([PLACES, *(stop.place for line in self.bands for stop in line.stops)])


def run_of(game: Game) -> Run:
    """The run of a game up to where it stands. Slips that are not resolved leave no trace in it."""
    states = list(game.rounds.values())
    paid = {state.opened.number: game.scored(state.opened.number) for state in states if state.points}
    rules = game.setup.rules
    scores = tuple(_score_line(player, states, paid) for player in game.setup.players)
    bands = _band_lines(states)
    columns = {stop.column for line in bands for stop in line.stops}
    columns |= {stop.column for line in scores for stop in line.stops}
    return Run(
        columns=tuple(sorted(columns)),
        labels=game.setup.labels,
        bands=bands,
        scores=scores,
        marks=tuple(mark for mark in rules.retire_at if mark < rules.target),
        target=rules.target,
        round=game.round,
        phase=game.phase,
        winners=game.state.winners,
    )


def _band_lines(states: Sequence[State]) -> tuple[BandLine, ...]:
    """Every band's line, in the order in which they came: place 1 first."""
    stops: dict[str, list[Stop]] = {}
    ends: dict[str, str] = {}
    for state in states:
        number = state.opened.number
        for place, band in enumerate(state.opened.chart, 1):
            stops.setdefault(band, []).append(Stop(Column(number, False), place))
        if state.movement is None:
            continue
        below = [state.band(marker) for marker in state.movement.below]
        for place, band in enumerate(state.final_chart, 1):
            stops[band].append(Stop(Column(number, True), place))
        for place, band in enumerate(below, PLACES + 1):
            stops[band].append(Stop(Column(number, True), place))
        ends |= dict.fromkeys(below, BELOW)
        ends |= {state.band(marker): DANGER for marker in state.movement.danger}
        ends |= dict.fromkeys(state.retired, RETIRED)
    known = states[-1].bands
    return tuple(BandLine(band, known[band], tuple(way), ends.get(band, "")) for band, way in stops.items())


def _score_line(player: str, states: Sequence[State], paid: Mapping[int, State]) -> ScoreLine:
    """A player's line: what each round opened with and paid, and what has changed since the last points."""
    stops = []
    for state in states:
        number, last = state.opened.number, state is states[-1]
        scored = paid.get(number)
        opened = state.scores if last and scored is None else state.opened.scores
        held = (scored or state).labels.get(player, "")
        stops.append(ScoreStop(Column(number, False), opened[player], held))
        if scored is None:
            continue
        stops.append(ScoreStop(Column(number, True), scored.scores[player], held))
        if last and (state.scores, state.labels) != (scored.scores, scored.labels):
            now = ScoreStop(Column(number + 1, False), state.scores[player], state.labels[player])
            stops.append(now)
    return ScoreLine(player, tuple(stops))
