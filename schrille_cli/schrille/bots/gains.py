"""What bots that play by rules of thumb share: what a chip is worth on a band, and chips put where they do most.

An estimate: as if nothing else moved. What really happens, the rules alone say.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from ..observation import Observation
from ..rules import DANGER_ZONE, HOLES, Rules
from ..slips import Slip


class Aim(NamedTuple):
    """Places (1 to 14) at which a bot aims: to ``push`` their bands up with its best chips, or pull them down."""

    places: Sequence[int]
    push: bool


def own_places(seen: Observation, label: str) -> list[int]:
    """The places of a label's bands, place 1 first."""
    return [place for place, labels in enumerate(seen.contracts, 1) if label in labels]


def worth(place: int, marker: int, rules: Rules) -> int:
    """The points that a label of a band with a marker gets where it ends on a place (R16, R17, R20)."""
    if place <= len(rules.top_places):
        return rules.top_places[place - 1]
    return rules.fallen_points if place >= DANGER_ZONE and place > marker else 0


def gain(marker: int, chip: int, rules: Rules) -> int:
    """The points that a chip on a marker is worth to each label of its band."""
    return worth(max(1, marker - chip), marker, rules) - worth(marker, marker, rules)


def slip_of(seen: Observation, no1: int, pick: int, aims: Sequence[Aim]) -> Slip:
    """A slip with the tips in two holes, and the chips put at the aims in turn, each where it does most.

    The best chips push, the worst ones pull. What the aims do not take lies where it matters least: the smallest
    chips in holes without a band, then on other labels' bands, from the last place up.
    """
    rules, keep = seen.rules, seen.rules.keep
    chips = sorted(seen.hand)
    free = set(HOLES) - {no1, pick}
    laid: list[tuple[int, int]] = []
    for places, push in aims:
        open_ = [place for place in places if place in free]
        while open_ and chips and len(laid) < keep and (chips[-1] > 0 if push else chips[0] < 0):
            chip = chips.pop() if push else chips.pop(0)
            gains = [_effect(seen, place, chip, rules) for place in open_]
            place = open_.pop(gains.index(max(gains) if push else min(gains)))
            free.remove(place)
            laid.append((place, chip))
    if len(laid) < keep:
        mine = {*own_places(seen, seen.label)}
        rest = sorted(free, key=lambda hole: (hole in mine, -hole))
        laid += zip(rest, sorted(chips, key=abs)[: keep - len(laid)], strict=False)
    return Slip(tuple(laid), no1, pick)


def _effect(seen: Observation, place: int, chip: int, rules: Rules) -> int:
    """What a chip on a place is worth to all labels of its band together."""
    return gain(place, chip, rules) * len(seen.bands[seen.chart[place - 1]])
