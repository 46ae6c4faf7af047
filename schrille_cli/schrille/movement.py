"""One round's moves (R11 to R16): sums on markers in, final places out.

Bands are known here by their markers alone: marker m is the band that opened the round on place m.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from .rules import DANGER_ZONE, PLACES

new = tuple.__new__  # of a NamedTuple, without a call in between; games are played out by the thousand
UP = list(range(1, PLACES + 1))  # the markers by place, before anything moves
DOWN = [tuple(range(bands, 0, -1)) for bands in range(PLACES + 1)]  # in the order in which they are worked


class Move(NamedTuple):
    """One band's move: its marker, the sum on it, the places before and after (1 to 14; None: fallen)."""

    marker: int
    sum: int
    from_place: int
    to_place: int | None


class Movement(NamedTuple):
    """A round's movement.

    ``total`` has the sum on each marker, as `move` was given it; ``order`` has the markers by final place, place 1
    first, before the gaps of the Danger Zone close (R19); ``below`` has the markers that fell below 14, in that
    order, and ``danger`` those that the Danger Zone takes, by final place (R30).
    """

    total: tuple[int, ...]
    order: tuple[int, ...]
    below: tuple[int, ...]
    danger: tuple[int, ...]

    @property
    def moves(self) -> tuple[Move, ...]:
        """The moves in the order made, sums other than 0 only.

        Few ask for them, so that they are found when asked for: by the chart before each move and after it.
        """
        bands = len(self.order) + len(self.below)
        made = []
        total = [0] * (PLACES + 1)
        order = move(bands, total).order
        for marker in DOWN[bands]:
            total[marker] = self.total[marker]
            if total[marker]:
                from_place = order.index(marker) + 1
                order = move(bands, total).order
                to_place = order.index(marker) + 1 if marker in order else None
                made.append(Move(marker, total[marker], from_place, to_place))
        return tuple(made)

    @property
    def fallen(self) -> tuple[int, ...]:
        """Markers of all fallen bands, in the order of R30."""
        return self.below + self.danger


def move(bands: int, total: Sequence[int]) -> Movement:
    """Move the bands of a chart with ``bands`` of them (0 to 14) by the sums on their markers.

    Chips on a marker without a band do nothing (R9).

    >>> from .slips import Slip, sums
    >>> order = move(14, sums([Slip(((14, 3),), 1, 2)])).order
    >>> order.index(14) + 1  # +3 on the band at 14 alone: 14 to 11
    11
    """
    order = UP[:bands]
    below = []
    for marker in DOWN[bands]:  # R11: from 14 down to 1
        points = total[marker]
        if points:
            index = order.index(marker)
            del order[index]
            to = index - points
            if to <= 0:  # R12
                order.insert(0, marker)
            elif to < PLACES:  # R14: where there are fewer bands, it goes to the last place that is not a hole
                order.insert(to, marker)
            else:  # R13, R14: the limit stays 14, however short the chart is
                below.append(marker)
    danger = []
    place = DANGER_ZONE
    for marker in order[DANGER_ZONE - 1 :]:
        if marker < place:  # R16
            danger.append(marker)
        place += 1
    return new(Movement, (tuple(total), tuple(order), tuple(below), tuple(danger)))
