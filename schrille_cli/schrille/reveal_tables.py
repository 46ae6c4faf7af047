"""The reveal as text: the CD player read out step by step, as a moderator acts it out."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import NamedTuple

from ..kit.errors import listed
from ..kit.language import N_, _, ngettext
from ..kit.screen import Cell, Screen
from . import report, tables
from .game import Game
from .rounds import State
from .tables import Rows, blocks

TIPS = {"no1": N_("New Number 1"), "pick": N_("Pick of the Week")}
MOST_NAMED = 4  # bands passed; more are counted
Page = Callable[[Screen, int | None], str]


class _Still(NamedTuple):
    """The chart at a step: its bands, those that have fallen off, and how far a marker moved (None: off)."""

    chart: list[report.Data]
    fallen: list[report.Data]
    moved: Mapping[int, int | None]


def pages(game: Game, state: State, last: Callable[[Screen], str]) -> list[Page]:
    """The steps of a resolved round's reveal: how it opened, the places 14 to 1, the Danger Zone, and ``last``.

    Each is a function that gives its text for a screen, in so many lines where that is possible (None: as many as
    it wants); ``last`` gives the text with which the reveal ends.
    """
    steps = report.reveal(state)
    end = _Still(steps[-1]["chart"], steps[-1]["fallen"], dict.fromkeys(state.moved.danger))
    bands = sorted([*end.chart, *end.fallen], key=lambda row: row["marker"])
    start = _Still([{**row, "place": row["marker"]} for row in bands], [], {})
    return [
        partial(_page, game, start, partial(_opening, state)),
        *(partial(_page, game, _still(step), partial(_reading, step)) for step in steps),
        partial(_page, game, end, partial(_danger_zone, state)),
        lambda screen, lines: last(screen),
    ]


def _still(step: report.Data) -> _Still:
    start, end = step["from_place"], step["to_place"]
    return _Still(step["chart"], step["fallen"], {step["marker"]: start - end if end else None})


def _page(game: Game, still: _Still, words: Callable[[Screen], str], screen: Screen, lines: int | None) -> str:
    """Words over the chart; in a low window, over the part of it around the bands that moved."""
    bands = [*still.chart, *still.fallen]
    rows = [_row(screen, game, row, still.moved) for row in bands]
    middle = max((index for index, row in enumerate(bands) if row["marker"] in still.moved), default=len(rows))
    said = words(screen)
    for count in range(len(rows), 0, -1):
        text = blocks(said, _chart(screen, _around(rows, middle, count)))
        if lines is None or text.count("\n") < lines:
            return text
    return said


def _around(rows: Rows, middle: int, count: int) -> Rows:
    first = max(0, min(middle - count // 2, len(rows) - count))
    return rows[first : first + count]


def _chart(screen: Screen, rows: Rows) -> str:
    return screen.table([_("place"), _("band"), _("labels"), _("marker"), _("move")], rows, "rllrl")


def _row(screen: Screen, game: Game, row: report.Data, moved: Mapping[int, int | None]) -> list[str | Cell]:
    """A band of the chart, or one that has fallen off; those that moved are marked."""
    marker = row["marker"]
    move = tables.move_cell(screen, moved[marker]) if marker in moved else Cell("")
    return [
        str(row.get("place", _("off"))),
        row["band"],
        tables.label_cell(game, row["labels"]),
        str(marker),
        move,
    ]


def _sentences(screen: Screen, heading: str, *texts: str) -> str:
    """A heading and sentences, a line each; a paragraph each where the format is the source of something else."""
    lines = [screen.paint(screen.prose(heading), bold=True), *map(screen.prose, texts)]
    return ("\n" if screen.seen else "\n\n").join(lines)


def _opening(state: State, screen: Screen) -> str:
    heading = _("Round {number}: the CD player, from place 14 to 1").format(number=state.opened.number)
    if not state.missing:
        return _sentences(screen, heading)
    return _sentences(screen, heading, _("No slip from {players}.").format(players=listed(state.missing)))


def _reading(step: report.Data, screen: Screen) -> str:
    """What falls out of a place of the CD player, and what it does."""
    return _sentences(screen, _place(step), *_chips(step["chips"]), _effect(step))


def _chips(chips: list[report.Data]) -> list[str]:
    """The chips that fall out, equal ones together, as a sentence; none where there is none."""
    players: dict[int | str, list[str]] = {}
    for entry in chips:
        players.setdefault(entry["chip"], []).append(entry["player"])
    fall = [
        _("{chip} ({players})").format(
            chip=f"{chip:+d}" if isinstance(chip, int) else _(TIPS[chip]), players=", ".join(whose)
        )
        for chip, whose in players.items()
    ]
    text = ngettext("Out falls {chips}.", "Out fall {chips}.", len(chips))
    return [text.format(chips=", ".join(fall))] if fall else []


def _place(step: report.Data) -> str:
    if step["band"] is None:
        return _("Place {place}: no band").format(place=step["marker"])
    text = _("Place {place}: {band} ({labels})")
    if step["from_place"] != step["marker"]:
        text = _("Place {place}: {band} ({labels}), which is on {now} now")
    return text.format(
        place=step["marker"], band=step["band"], labels=", ".join(step["labels"]), now=step["from_place"]
    )


def _effect(step: report.Data) -> str:
    """The sum on a place and the move that it makes, in a sentence or two."""
    if not step["chips"]:
        return _("No chip falls out.")
    if step["band"] is None:
        return _("Where no band is, chips do nothing.")
    passed = step["passed"]
    if not passed:
        return _move(step)
    text = _("{move} It passes {bands}.")
    if len(passed) > MOST_NAMED:
        text = _("{move} It passes {number} bands, from {first} to {last}.")
    return text.format(
        move=_move(step), bands=listed(passed), number=len(passed), first=passed[0], last=passed[-1]
    )


def _move(step: report.Data) -> str:
    start, end, points = step["from_place"], step["to_place"], step["sum"]
    if end is None:
        text = _("Sum {sum}: it falls off the chart.")
    elif end < start:
        text = _("Sum {sum}: up {number} to {place}.")
        if start - points < end:  # R12
            text = _("Sum {sum}: up {number} to {place}, the first place.")
    elif end > start:
        text = _("Sum {sum}: down {number} to {place}.")
        if start - points > end:  # R14
            text = _("Sum {sum}: down {number} to {place}, the last place.")
    elif not points:
        text = _("Sum {sum}: it stays on {place}.")
    elif points > 0:
        text = _("Sum {sum}: it stays on {place}, the first place.")
    else:
        text = _("Sum {sum}: it stays on {place}, the last place.")
    return text.format(sum=tables.sum_text(points), number=abs(start - (end or start)), place=end)


def _danger_zone(state: State, screen: Screen) -> str:
    falls = [
        _("{band} is on {place} and came from {marker}: it falls.").format(**row)
        for row in report.chart(state)
        if row["fallen"]
    ]
    return _sentences(screen, _("Danger Zone"), *(falls or [_("No band falls.")]))
