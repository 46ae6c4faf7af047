"""Where everything stands on the sheet: the columns of the rounds from left to right, the panels from top down."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from ...kit.language import _
from ..rules import PLACES
from ..run import BandLine, Column, Run
from .sheet import Measure

MARGIN = 18
LEAST = 560  # the width of a sheet on which titles can be read
ROW = 18  # a place of the chart
BELOW_ROW = 12  # a band that fell below it
MOVES = 58  # the width of a round's moves
CLOSING = 22  # the width in which bands close the gaps of those that left
NARROWEST = 10  # from there to the next round, where no band comes in
BESIDE = 10  # from a stop to a name
SCORES = (230, 400)  # the height of the score run: a fifth of its width, within these
NAME = 8  # the size of names
WIDEST = 340  # what a name may take; one that is wider is written smaller
AFTER = 8  # from the end of the lines to the edge of the grid


class Frame(NamedTuple):
    """The places of things, in points.

    ``columns`` are where stops stand from the left; ``left`` and ``right`` are the edges of both panels, ``wide``
    is the sheet's width, ``deepest`` the last place that is drawn.
    """

    columns: Mapping[Column, float]
    left: float
    right: float
    wide: float
    deepest: int

    def place(self, place: int) -> float:
        """How far below the chart's upper edge a place is, and one of those that fell below it."""
        if place <= PLACES:
            return (place - 0.5) * ROW
        return PLACES * ROW + 4 + (place - PLACES - 0.5) * BELOW_ROW

    @property
    def chart_height(self) -> float:
        """The height of the chart, with the rows of bands that fell below it."""
        return self.place(self.deepest) + (ROW if self.deepest == PLACES else BELOW_ROW) / 2

    @property
    def score_height(self) -> float:
        """The height of the score run."""
        low, high = SCORES
        return max(low, min(high, (self.right - self.left) / 5))


def name_size(text: str, measure: Measure, bold: bool = False) -> float:
    """The size in which a name is written: smaller where it would be too wide."""
    wide = measure(text, NAME, bold)
    return NAME if wide <= WIDEST else NAME * WIDEST / wide


def name_width(text: str, measure: Measure, bold: bool = False) -> float:
    """The width of a name in that size."""
    return min(WIDEST, measure(text, NAME, bold))


def round_name(number: int) -> str:
    """A round as it is called over its moves."""
    return _("Round {number}").format(number=number)


def last_names(run: Run) -> list[BandLine]:
    """The bands that are named where their lines end, at the last column of the chart."""
    last = max(line.stops[-1].column for line in run.bands)
    return [line for line in run.bands if line.stops[-1].column == last and len(line.stops) > 1]


def score_name(player: str, score: int) -> str:
    """A player and the score, as they stand at the end of a line."""
    return _("{player}: {score}").format(player=player, score=score)


def mark_names(run: Run) -> dict[int, str]:
    """The marks and the target, by score."""
    names = {mark: _("Mark {score}").format(score=mark) for mark in run.marks}
    return {**names, run.target: _("Target {score}").format(score=run.target)}


def frame_of(run: Run, measure: Measure) -> Frame:
    """The frame of a run: each round as wide as its moves and the names of the bands that come in with it.

    The moves of a short game are as wide as the sheet allows.
    """
    moves = max(MOVES, measure(round_name(run.round), NAME, True) + 8)
    frame = _frame(run, measure, moves)
    return _frame(run, measure, moves + max(0, LEAST - frame.wide) / run.round)


def _frame(run: Run, measure: Measure, moves: float) -> Frame:
    def widest(names: Iterable[str]) -> float:
        return max((name_width(name, measure) for name in names), default=0)

    coming: dict[int, list[str]] = {}
    for line in run.bands:
        coming.setdefault(line.stops[0].column.round, []).append(line.band)
    left = x = 2 * MARGIN + max(widest(coming[1]) + BESIDE, widest(mark_names(run).values()) + 20)
    columns: dict[Column, float] = {}
    for number in range(1, run.round + 1):
        if number > 1:
            x += CLOSING + max(NARROWEST, widest(coming.get(number, ())) + 2 * BESIDE)
        columns[Column(number, False)] = x
        x += moves
        columns[Column(number, True)] = x
    if Column(run.round + 1, False) in run.columns:
        x += CLOSING + NARROWEST
        columns[Column(run.round + 1, False)] = x
    right = x + AFTER
    ends = [
        columns[line.stops[-1].column] + end_distance(line) + name_width(line.band, measure)
        for line in last_names(run)
    ]
    scores = [
        right + 2 * BESIDE + name_width(score_name(line.player, line.stops[-1].score), measure, True)
        for line in run.scores
    ]
    return Frame(columns, left - AFTER, right, max(*ends, *scores) + MARGIN, run.deepest)


def end_distance(line: BandLine) -> float:
    """How far from its last stop a band's name stands, behind the sign of how it left."""
    return BESIDE + (14 if line.end else 2)
