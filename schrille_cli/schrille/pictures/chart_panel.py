"""The chart run: a line a band over the rounds."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Literal

from ...kit.errors import listed
from ...kit.language import _
from ..rounds import BELOW, DANGER
from ..rules import DANGER_ZONE, PLACES
from ..run import RETIRED, BandLine, Run
from .frame import BESIDE, CLOSING, ROW, Frame, end_distance, last_names, name_size, round_name
from .palette import Look
from .sheet import FAINT, INK, Area, Group, Mark, Measure, Rule, Signs, Way, Words

DANGER_COLOUR = "#fbe4de"
BELOW_COLOUR = "#ececec"
GRID = "#e4e4e4"
COLUMN = "#c8c8c8"
APART = 3.6  # half the distance of the two shapes of a band with two labels
END_SIGNS = {BELOW: "cross", DANGER: "crossed circle", RETIRED: "star"}
TO_SIGN = 12


def chart_panel(
    run: Run, looks: Mapping[str, Look], frame: Frame, measure: Measure, top: float
) -> Iterator[Mark | Group]:
    """The marks of the chart run, the lowest first; ``top`` is the upper edge of place 1."""
    yield from _ground(frame, top)
    drawn = [(_title(line), list(_line(line, looks, frame, top))) for line in run.bands]
    for kind in (Way, Signs):  # no line hides a sign
        for title, marks in drawn:
            yield Group(title, tuple(mark for mark in marks if isinstance(mark, kind)))
    for line in run.bands:
        x, place = frame.columns[line.stops[0].column] - BESIDE, line.stops[0].place
        yield _name(line.band, x, top + frame.place(place), "right", measure)
    for line in last_names(run):
        x = frame.columns[line.stops[-1].column] + end_distance(line)
        yield _name(line.band, x, top + frame.place(line.stops[-1].place), "left", measure)


def _title(line: BandLine) -> str:
    return _("{band} ({labels})").format(band=line.band, labels=listed(line.labels))


def _name(band: str, x: float, y: float, align: Literal["left", "right"], measure: Measure) -> Words:
    return Words(x, y, band, name_size(band, measure), align)


def _ground(frame: Frame, top: float) -> Iterator[Mark]:
    """The Danger Zone, the rows below the chart, places and rounds."""
    low = top + PLACES * ROW
    yield Area(frame.left, top + (DANGER_ZONE - 1) * ROW, frame.right, low, DANGER_COLOUR)
    if frame.deepest > PLACES:
        yield Area(frame.left, low + 4, frame.right, top + frame.chart_height, BELOW_COLOUR)
    for place in range(1, PLACES + 1):
        y = top + frame.place(place)
        yield Rule((frame.left, y), (frame.right, y), GRID)
        yield Words(18, y, str(place), 8, "left", colour=FAINT)
    yield from rounds(frame, top, top + frame.chart_height)


def rounds(frame: Frame, top: float, bottom: float) -> Iterator[Mark]:
    """The columns of each round, and its name over its moves."""
    for column, x in frame.columns.items():
        yield Rule((x, top), (x, bottom), COLUMN, dashed=not column.moved)
        if column.moved:
            begin = frame.columns[column._replace(moved=False)]
            yield Words((begin + x) / 2, top - 8, round_name(column.round), 8, "center", True, FAINT)


def _line(line: BandLine, looks: Mapping[str, Look], frame: Frame, top: float) -> Iterator[Mark]:
    """A band's line, the shapes of its labels at its stops, and the sign of how it left."""
    points: list[tuple[float, float]] = []
    stops: list[tuple[float, float]] = []
    for stop in line.stops:
        x, y = frame.columns[stop.column], top + frame.place(stop.place)
        if points and not stop.column.moved:  # gaps close at once, so that new bands' names have room
            points.append((points[-1][0] + CLOSING, y))
        points.append((x, y))
        stops.append((x, y))
    shown = [looks[label] for label in line.labels]
    if line.end:
        points.append((points[-1][0] + TO_SIGN, points[-1][1]))
    if len(points) > 1:
        yield Way(tuple(points), tuple(look.colour for look in shown))
    for number, look in enumerate(shown):
        aside = 0 if len(shown) == 1 else (2 * number - 1) * APART
        yield Signs(tuple((x + aside, y) for x, y in stops), look.shape, look.colour)
    if line.end:
        yield Signs((points[-1],), END_SIGNS[line.end], INK, 7)
