"""One round's moves (R11 to R16): sums on markers in, final places out.

Bands are known here by their markers alone: marker m is the band that opened the round on place m.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from .rules import DANGER_ZONE, PLACES
from .slips import Slip


class Move(NamedTuple):
    """One band's move: its marker, the sum on it, the places before and after (1 to 14; None: fallen)."""

    marker: int
    sum: int
    from_place: int
    to_place: int | None


class Movement(NamedTuple):
    """A round's movement.

    ``made`` has the values of the `moves`; ``order`` has the markers by final place, place 1 first, before the
    gaps of the Danger Zone close (R19); ``below`` has the markers that fell below 14, in that order, and
    ``danger`` those that the Danger Zone takes, by final place (R30).
    """

    made: tuple[tuple[int, int, int, int | None], ...]
    order: tuple[int, ...]
    below: tuple[int, ...]
    danger: tuple[int, ...]

    @property
    def moves(self) -> tuple[Move, ...]:
        """The moves in the order made, sums other than 0 only."""
        return tuple(map(Move._make, self.made))

    @property
    def fallen(self) -> tuple[int, ...]:
        """Markers of all fallen bands, in the order of R30."""
        return self.below + self.danger


def sums(slips: Iterable[Slip]) -> list[int]:
    """The sum on each marker (R11): influence chips, plus 1 for each tip. Index 0 is not used."""
    total = [0] * (PLACES + 1)
    for influence, no1, pick in slips:
        for hole, chip in influence:
            total[hole] += chip
        total[no1] += 1
        total[pick] += 1
    return total


def move(bands: int, total: Sequence[int]) -> Movement:
    """Move the bands of a chart with ``bands`` of them (0 to 14) by the sums on their markers.

    Chips on a marker without a band do nothing (R9).

    >>> order = move(14, sums([Slip(((14, 3),), 1, 2)])).order
    >>> order.index(14) + 1  # +3 on the band at 14 alone: 14 to 11
    11
    """
    order = list(range(1, bands + 1))
    made: list[tuple[int, int, int, int | None]] = []
    below = []
    for marker in range(bands, 0, -1):  # R11: from 14 down to 1
        points = total[marker]
        if not points:
            continue
        index = order.index(marker)
        to = index - points
        del order[index]
        if to >= PLACES:  # R13, R14: the limit stays 14, however short the chart is
            below.append(marker)
            made.append((marker, points, index + 1, None))
            continue
        if to < 0:  # R12
            to = 0
        elif to > len(order):  # R14: the last place that is not a hole
            to = len(order)
        order.insert(to, marker)
        made.append((marker, points, index + 1, to + 1))
    danger = [
        marker for place, marker in enumerate(order[DANGER_ZONE - 1 :], DANGER_ZONE) if marker < place
    ]  # R16
    return Movement(tuple(made), tuple(order), tuple(below), tuple(danger))
