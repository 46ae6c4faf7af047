"""The whole picture of a game: its title, what its signs mean, the chart run and the score run."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from ...kit.errors import listed
from ...kit.language import _, ngettext
from ..rounds import RESOLVED, SCORED
from ..rules import PLACES
from ..run import Run
from .chart_panel import APART, BELOW_COLOUR, DANGER_COLOUR, END_SIGNS, chart_panel
from .frame import MARGIN, Frame, frame_of
from .palette import Look, looks
from .score_panel import score_panel
from .sheet import INK, Area, Group, Mark, Measure, Sheet, Signs, Way, Words, wrapped

TITLE = 15
TITLE_LINE = 21
HEAD = 11
KEY_LINE = 16
KEY_WIDTH = 26  # the sign of an entry, before its words
BETWEEN = 18


class Entry(NamedTuple):
    """An entry of the key: marks around the point (0, 0), and what they mean."""

    marks: tuple[Mark, ...]
    text: str


def sheet_of(run: Run, measure: Measure, titled: bool = True) -> Sheet:
    """The sheet of a run; ``measure`` gives the width of texts, and ``titled`` sheets have their title on them."""
    shown = looks(run.labels)
    frame = frame_of(run, measure)
    room = frame.wide - 2 * MARGIN
    titles = wrapped(title(run), room, lambda text: measure(text, TITLE, True)) if titled else []
    marks: list[Mark | Group] = []
    y = MARGIN + TITLE_LINE / 2 * titled
    for line in titles:
        marks.append(Words(MARGIN, y, line, _fitting(line, room, measure), bold=True))
        y += TITLE_LINE
    key, y = _key(run, shown, frame, measure, y + 3)
    marks += key
    y += 20
    marks.append(Words(MARGIN, y, _("The chart, before and after the moves of each round"), HEAD, bold=True))
    y += 34
    marks += chart_panel(run, shown, frame, measure, y)
    y += frame.chart_height + 26
    marks.append(Words(MARGIN, y, _("The score track"), HEAD, bold=True))
    y += 34
    marks += score_panel(run, shown, frame, measure, y)
    y += frame.score_height + MARGIN
    return Sheet(frame.wide, y, title(run), description(run), tuple(marks))


def _fitting(text: str, room: float, measure: Measure) -> float:
    wide = measure(text, TITLE, True)
    return TITLE if wide <= room else TITLE * room / wide


def title(run: Run) -> str:
    """Who has won, or where the game stands."""
    if len(run.winners) > 1:
        text = ngettext(
            "Schrille Stille: {players} share the win with {score} point",
            "Schrille Stille: {players} share the win with {score} points",
            run.best,
        )
        return text.format(players=listed(run.winners), score=run.best)
    if run.winners:
        text = ngettext(
            "Schrille Stille: {player} wins with {score} point",
            "Schrille Stille: {player} wins with {score} points",
            run.best,
        )
        return text.format(player=run.winners[0], score=run.best)
    texts = {
        RESOLVED: _("Schrille Stille after the moves of round {number}"),
        SCORED: _("Schrille Stille after round {number}"),
    }
    before = _("Schrille Stille before the moves of round {number}")
    return texts.get(run.phase, before).format(number=run.round)


def description(run: Run) -> str:
    """What the picture shows, for those who do not see it."""
    ranked = sorted(run.scores, key=lambda line: -line.stops[-1].score)
    scores = ", ".join(
        _("{player}: {score}").format(player=line.player, score=line.stops[-1].score) for line in ranked
    )
    text = ngettext(
        "The places of all bands and the scores of all players in {rounds} round. Scores: {scores}.",
        "The places of all bands and the scores of all players in {rounds} rounds. Scores: {scores}.",
        run.round,
    )
    return text.format(rounds=run.round, scores=scores)


def _entries(run: Run, shown: Mapping[str, Look]) -> Iterator[Entry]:
    middle = KEY_WIDTH / 2 - 3
    for label, look in shown.items():
        way = Way(((0, 0), (2 * middle, 0)), (look.colour,), smooth=False)
        yield Entry((way, Signs(((middle, 0),), look.shape, look.colour)), label)
    first, second = list(shown.values())[:2]
    yield Entry(
        (
            Way(((0, 0), (2 * middle, 0)), (first.colour, second.colour), smooth=False),
            Signs(((middle - APART, 0),), first.shape, first.colour),
            Signs(((middle + APART, 0),), second.shape, second.colour),
        ),
        _("two labels"),
    )
    meanings = (_("fell below 14"), _("fell in the Danger Zone"), _("retired"))
    for sign, meaning in zip(END_SIGNS.values(), meanings, strict=True):
        yield Entry((Signs(((middle, 0),), sign, INK, 7),), meaning)
    yield Entry((Area(0, -5, 2 * middle, 5, DANGER_COLOUR),), _("Danger Zone"))
    if run.deepest > PLACES:
        yield Entry((Area(0, -5, 2 * middle, 5, BELOW_COLOUR),), _("below the chart"))


def _key(
    run: Run, shown: Mapping[str, Look], frame: Frame, measure: Measure, top: float
) -> tuple[list[Mark | Group], float]:
    """What the signs mean, in as many lines as are wanted; and where the lines end."""
    marks: list[Mark | Group] = []
    x, y = float(MARGIN), top + KEY_LINE / 2
    for entry in _entries(run, shown):
        wide = KEY_WIDTH + measure(entry.text, 8, False)
        if x > MARGIN and x + wide > frame.wide - MARGIN:
            x, y = float(MARGIN), y + KEY_LINE
        marks += (_moved(mark, x, y) for mark in entry.marks)
        marks.append(Words(x + KEY_WIDTH, y, entry.text))
        x += wide + BETWEEN
    return marks, y + KEY_LINE / 2


def _moved(mark: Mark, x: float, y: float) -> Mark:
    """A mark of an entry at its place on the sheet."""
    if isinstance(mark, Way | Signs):
        return mark._replace(points=tuple((x + dx, y + dy) for dx, dy in mark.points))
    if isinstance(mark, Area):
        return Area(x + mark.left, y + mark.top, x + mark.right, y + mark.bottom, mark.colour)
    return mark
