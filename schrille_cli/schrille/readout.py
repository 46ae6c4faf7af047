"""The CD player read out: a round's movement taken apart, place by place, from 14 down to 1 (R11).

Bands are known here by their markers alone, as in `schrille_cli.schrille.movement`.
"""

from __future__ import annotations

from typing import NamedTuple

from .movement import Movement
from .rules import PLACES


class Reading(NamedTuple):
    """What happened when one place of the CD player was read, and the chart after it.

    ``marker`` is that place, 1 to 14; ``from_place`` where its band was by then (None: there is no such band, R9)
    and ``to_place`` where it went (None: nowhere, or off the chart); ``passed`` has the markers of the bands that
    it went by, in that order. ``order`` is the chart after it, place 1 first, ``below`` what has fallen below 14
    so far.
    """

    marker: int
    from_place: int | None
    to_place: int | None
    passed: tuple[int, ...]
    order: tuple[int, ...]
    below: tuple[int, ...]


def readings(movement: Movement) -> tuple[Reading, ...]:
    """The places 14 to 1 as they are read, one after another; those without chips and without a band too.

    The last chart is ``movement.order``: the Danger Zone (R16) is judged afterwards.

    >>> from .movement import move
    >>> from .slips import Slip, sums
    >>> first = readings(move(14, sums([Slip(((14, 3),), 1, 2)])))[0]
    >>> first.from_place, first.to_place, first.passed
    (14, 11, (13, 12, 11))
    """
    made = {move.marker: move for move in movement.moves}
    order = sorted(movement.order + movement.below)
    bands = len(order)
    below: tuple[int, ...] = ()
    read = []
    for marker in range(PLACES, 0, -1):
        start = order.index(marker) + 1 if marker <= bands else None
        end = made[marker].to_place if marker in made else start
        passed: tuple[int, ...] = ()
        if start and not end:  # R13
            order.remove(marker)
            below += (marker,)
        elif start and end:
            passed = tuple(order[end - 1 : start - 1][::-1] if end < start else order[start:end])
            order.remove(marker)
            order.insert(end - 1, marker)
        read.append(Reading(marker, start, end, passed, tuple(order), below))
    return tuple(read)
