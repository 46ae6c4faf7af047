"""The score run: a line a player, with the marks and the target."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from ...kit.errors import listed
from ...kit.language import _
from ..run import Run, ScoreLine
from .chart_panel import GRID, rounds
from .frame import BESIDE, Frame, mark_names, name_size, score_name
from .palette import UNLABELLED, Look
from .sheet import FAINT, INK, Group, Mark, Measure, Rule, Signs, Way, Words, spread, ticks

NEAREST = 11  # lines of text
MARK = "#555555"
LEAD = "#9a9a9a"


def score_panel(
    run: Run, looks: Mapping[str, Look], frame: Frame, measure: Measure, top: float
) -> Iterator[Mark | Group]:
    """The marks of the score run, the lowest first; ``top`` is its upper edge."""
    scores = [stop.score for line in run.scores for stop in line.stops]
    low, high = min(0, *scores), max(run.target, *scores)
    margin = (high - low) * 0.04

    def height(score: float) -> float:
        return top + frame.score_height * (high + margin - score) / (high - low + 2 * margin)

    scale = ticks(low, high)
    for score in scale:
        y = height(score)
        yield Rule((frame.left, y), (frame.right, y), GRID)
        yield Words(frame.left - 4, y, str(score), 8, "right", colour=FAINT)
    yield from rounds(frame, top, top + frame.score_height)
    names_end = frame.left - 4 - max(measure(str(score), 8, False) for score in scale) - 10
    yield from _marks(run, frame, height, names_end, top)
    drawn = [(_title(line), list(_line(line, looks, frame, height))) for line in run.scores]
    for kind in (Way, Signs):
        for title, marks in drawn:
            yield Group(title, tuple(mark for mark in marks if isinstance(mark, kind)))
    yield from _names(run, frame, height, measure, top)


def _title(line: ScoreLine) -> str:
    labels = dict.fromkeys(stop.label for stop in line.stops if stop.label)
    if not labels:
        return line.player
    return _("{player} ({labels})").format(player=line.player, labels=listed(labels))


def _marks(run: Run, frame: Frame, height: Callable[[float], float], x: float, top: float) -> Iterator[Mark]:
    """The marks and the target as lines, with their names, which end at ``x``, beside the scale."""
    names = mark_names(run)
    spots = spread([height(score) for score in names], NEAREST, top, top + frame.score_height)
    for (score, name), spot in zip(names.items(), spots, strict=True):
        y = height(score)
        final = score == run.target
        yield Rule((frame.left, y), (frame.right, y), INK if final else MARK, 1.1 if final else 0.9, not final)
        if abs(spot - y) > 1:
            yield Rule((x + 2, spot), (x + 8, y), MARK, 0.5)
        yield Words(x, spot, name, 8, "right", final)


def _line(
    line: ScoreLine, looks: Mapping[str, Look], frame: Frame, height: Callable[[float], float]
) -> Iterator[Mark]:
    """A player's line: each stretch in the colour of the label held at its end, with the label's shape."""
    spots = [(frame.columns[stop.column], height(stop.score)) for stop in line.stops]
    held = [looks.get(stop.label, UNLABELLED) for stop in line.stops]
    first = 0
    for index in range(1, len(spots)):
        if index + 1 == len(spots) or held[index + 1] != held[index]:
            yield Way(tuple(spots[first : index + 1]), (held[index].colour,), smooth=False)
            first = index
    for look in dict.fromkeys(held):
        at = tuple(spot for spot, shown in zip(spots, held, strict=True) if shown == look)
        yield Signs(at, look.shape, look.colour, 7)


def _names(
    run: Run, frame: Frame, height: Callable[[float], float], measure: Measure, top: float
) -> Iterator[Mark]:
    """Each player's name and last score, at the end of the line or led to it."""
    ends = [line.stops[-1] for line in run.scores]
    spots = spread([height(stop.score) for stop in ends], NEAREST, top, top + frame.score_height)
    x = frame.right + 2 * BESIDE
    for line, stop, spot in zip(run.scores, ends, spots, strict=True):
        y = height(stop.score)
        begin = frame.columns[stop.column] + 6
        yield Rule((begin, y), (frame.right, y), LEAD, 0.5)
        yield Rule((frame.right, y), (x - 3, spot), LEAD, 0.5)
        text, won = score_name(line.player, stop.score), line.player in run.winners
        yield Words(x, spot, text, name_size(text, measure, won), "left", won)
