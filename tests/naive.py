"""The rules once more, slowly and in another way, for comparison with the package.

Nothing of the package is used here. Places are numbers in a dictionary, marker -> place, that go up and down;
no band is ever taken out of a list and put in again. Points are looked up for one player and one reason at a time.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Any, NamedTuple

LAST = 14
Chips = Sequence[tuple[int, int]]


class Moved(NamedTuple):
    """Where every marker is after the moves, and which have fallen."""

    place: dict[int, int]
    below: list[int]
    danger: list[int]
    moves: list[tuple[int, int, int, int | None]]


def sum_on(marker: int, slips: Sequence[tuple[Chips, int, int]]) -> int:
    """All chips in one hole, a tip being 1."""
    return sum(
        sum(chip for hole, chip in influence if hole == marker) + (no1 == marker) + (pick == marker)
        for influence, no1, pick in slips
    )


def move(bands: int, sums: Mapping[int, int]) -> Moved:
    """Work the markers from 14 to 1."""
    place = {marker: marker for marker in range(1, bands + 1)}
    below: list[int] = []
    moves: list[tuple[int, int, int, int | None]] = []
    for marker in (14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1):
        steps = sums.get(marker, 0)
        if marker > bands or steps == 0:
            continue
        start = place[marker]
        goal = start - steps
        if goal > LAST:
            place.pop(marker)
            below.append(marker)
            end = LAST + 1  # everybody behind it moves up
        else:
            end = 1 if goal < 1 else goal
            while end > len(place):
                end -= 1
        for other in place:
            if other == marker:
                place[other] = end
            elif end <= place[other] < start:
                place[other] += 1
            elif start < place[other] <= end:
                place[other] -= 1
        moves.append((marker, steps, start, None if goal > LAST else end))
    danger = [m for p in (11, 12, 13, 14) for m in place if place[m] == p and m < p]
    return Moved(place, below, danger, moves)


def top_six(label: str, moved: Moved, contracts: Mapping[int, Sequence[str]], pays: Sequence[int]) -> int:
    """What the first places pay a label."""
    total = 0
    for marker, labels in contracts.items():
        if label in labels and marker in moved.place and moved.place[marker] <= len(pays):
            total += pays[moved.place[marker] - 1]
    return total


def number_one(tip: int, moved: Moved, bonus: int) -> int:
    """What a New Number 1 tip earns."""
    return bonus if moved.place.get(tip) == 1 else 0


def pick(tip: int, bands: int, moved: Moved, zone_is_fifteenth: bool) -> int:
    """What a Pick of the Week earns."""
    if tip > bands:
        return 0
    gone = tip in moved.below or (zone_is_fifteenth and tip in moved.danger)
    return tip - (15 if gone else moved.place[tip])


def fallen(label: str, moved: Moved, contracts: Mapping[int, Sequence[str]], each: int) -> int:
    """What the bands that fell cost a label."""
    return each * sum(label in contracts[marker] for marker in {*moved.below, *moved.danger})


def points(
    bands: int,
    moved: Moved,
    contracts: Mapping[int, Sequence[str]],
    label: str,
    slip: tuple[Chips, int, int] | None,
    rules: Any,
) -> tuple[int, int, int, int]:
    """All that one player gets in a round, by kind."""
    tips = (0, 0)
    if slip is not None:
        tips = (
            number_one(slip[1], moved, rules.number_one_bonus),
            pick(slip[2], bands, moved, rules.danger_zone_pick == "fifteenth"),
        )
    first = top_six(label, moved, contracts, rules.top_places)
    return (first, *tips, fallen(label, moved, contracts, rules.fallen_points))


def valid(slip: tuple[Chips, int, int], keep: int, values: Sequence[int]) -> bool:
    """Whether a slip is one: as many chips as are kept, of the bag's values, each in a hole of its own."""
    influence, no1, pick_hole = slip
    holes = sorted([*(hole for hole, _ in influence), no1, pick_hole])
    return (
        len(influence) == keep
        and all(any(chip == value for value in values) for _, chip in influence)
        and holes[0] >= 1
        and holes[-1] <= LAST
        and all(one != other for one, other in pairwise(holes))
    )
