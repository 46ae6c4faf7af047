"""Points, marks, retirement and the end of the game (R17 to R23, R27)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from .movement import Movement, new
from .rules import FALLEN_PLACE, Rules
from .slips import Slip


class Points(NamedTuple):
    """One player's points of a round by kind, in the order of scoring; ``pick`` and ``fallen_points`` may be
    below 0."""

    top_six: int
    no1: int
    pick: int
    fallen_points: int

    @property
    def total(self) -> int:
        """All points of the round."""
        return sum(self)


def points(
    movement: Movement,
    contracts: Sequence[tuple[str, ...]],
    labels: Mapping[str, str],
    slips: Mapping[str, Slip],
    rules: Rules,
) -> dict[str, Points]:
    """Each player's points (R17 to R20).

    ``contracts`` has the labels of each band by marker, marker 1 first; ``labels`` the label of each player.
    A player without a slip scores for the label alone (R29).
    """
    _total, order, below, danger = movement
    fallen = below + danger
    top: dict[str, int] = {}
    for paid, marker in zip(rules.top_places, order, strict=False):  # R17
        for label in contracts[marker - 1]:
            top[label] = top.get(label, 0) + paid
    lost: dict[str, int] = {}
    each = rules.fallen_points
    for marker in fallen:  # R20
        for label in contracts[marker - 1]:
            lost[label] = lost.get(label, 0) + each
    number_one = order[0] if order else None
    bonus = rules.number_one_bonus
    bands = len(order) + len(below)
    fifteenth = fallen if rules.danger_zone_pick == "fifteenth" else below
    paid_to = {}
    for player, label in labels.items():
        no1 = pick = 0
        slip = slips.get(player)
        if slip:
            _influence, tip, marker = slip
            if tip == number_one:  # R18
                no1 = bonus
            if marker in fifteenth:  # R19
                pick = marker - FALLEN_PLACE
            elif marker <= bands:  # R9
                pick = marker - 1 - order.index(marker)
        paid_to[player] = new(Points, (top.get(label, 0), no1, pick, lost.get(label, 0)))
    return paid_to


def marks_reached(scores: Iterable[int], used: Sequence[int], rules: Rules) -> tuple[int, ...]:
    """The marks that a score has now reached for the first time (R23)."""
    best = max(scores)
    return tuple(mark for mark in rules.retire_at if mark not in used and best >= mark)


def retiring_places(marks: Sequence[int], rules: Rules) -> int:
    """How many bands from place 1 on retire for the marks just reached (R23)."""
    times = min(len(marks), 1) if rules.both_marks == "once" else len(marks)
    return times * rules.retire_places


def target_reached(scores: Iterable[int], rules: Rules) -> bool:
    """Whether the scores end the game (R22)."""
    return max(scores) >= rules.target


def winners(scores: Mapping[str, int]) -> tuple[str, ...]:
    """The players with the most points, who share the win (R22)."""
    best = max(scores.values())
    return tuple(player for player, score in scores.items() if score == best)
