"""The slips that a player can place from a hand (R7, R8)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations, permutations
from math import comb
from typing import TYPE_CHECKING

from .deck import drawn
from .rules import HOLES, PLACES, Rules
from .slips import Slip, check_slip, hand_faults

if TYPE_CHECKING:
    from random import Random

FROM_THE_LAST = sorted(HOLES, reverse=True)


class Placements:
    """All legal slips of a hand. There are far too many to go through them all.

    >>> legal = Placements((-2, -1, 2, 3, 3, 4, 4), Rules())
    >>> len(legal), str(next(iter(legal)))
    (99459360, '14-2 13-1 12+2 11+3 10+3 9:no1 8:pick')
    >>> next(iter(legal)) in legal, Slip(((14, 1),), 2, 3) in legal
    (True, False)
    """

    def __init__(self, hand: Sequence[int], rules: Rules) -> None:
        """``hand`` are the influence chips drawn, at least as many as are placed."""
        self.hand = tuple(sorted(hand))
        self.rules = rules

    def __contains__(self, slip: object) -> bool:
        try:
            return type(slip) is Slip and not check_slip(slip, self.rules) and not hand_faults(slip, self.hand)
        except (TypeError, ValueError):  # what it is made of is not a chip in a hole
            return False

    def __len__(self) -> int:
        """How many different slips there are."""
        keep = self.rules.keep
        orders = [1] + [0] * keep  # by the number of chips: the orders in which values can lie in given holes
        for value in set(self.hand):
            most = self.hand.count(value)
            orders = [
                sum(comb(number, new) * orders[number - new] for new in range(min(number, most) + 1))
                for number in range(keep + 1)
            ]
        empty = PLACES - keep
        return orders[keep] * comb(PLACES, keep) * empty * (empty - 1)

    def __iter__(self) -> Iterator[Slip]:
        """Every different slip once, always in the same order."""
        for holes in combinations(FROM_THE_LAST, self.rules.keep):
            empty = [hole for hole in FROM_THE_LAST if hole not in holes]
            for chips in _orders(self.hand, self.rules.keep):
                influence = tuple(zip(holes, chips, strict=True))
                for no1, pick in permutations(empty, 2):
                    yield Slip(influence, no1, pick)

    def choice(self, chance: Random) -> Slip:
        """A slip at random: chips drawn from the hand, and holes for them and the tips."""
        keep = self.rules.keep
        holes = drawn(HOLES, self.rules.slip_size, chance)
        chips = drawn(self.hand, keep, chance)
        return Slip(tuple(zip(holes, chips, strict=False)), holes[keep], holes[keep + 1])


def _orders(hand: tuple[int, ...], keep: int) -> Iterator[tuple[int, ...]]:
    """The different orders of ``keep`` chips of a hand."""
    if not keep:
        yield ()
        return
    for value in sorted(set(hand)):
        at = hand.index(value)
        for rest in _orders(hand[:at] + hand[at + 1 :], keep - 1):
            yield (value, *rest)
