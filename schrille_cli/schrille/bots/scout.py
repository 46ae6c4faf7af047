"""The bot ``scout``: it looks ahead, by playing the round out against slips that the others may place."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from operator import add
from typing import TYPE_CHECKING, NamedTuple

from ..deck import drawn
from ..movement import move
from ..observation import Observation
from ..rules import PLACES
from ..scoring import points
from ..slips import Slip, sums
from .fan import play as fan
from .random import play as anything
from .rival import play as rival

if TYPE_CHECKING:
    from random import Random

SAMPLES = 24  # rounds in which each candidate is tried
CANDIDATES = 64  # changes of the best slip so far that are tried
IDEAS = (anything, fan, rival)  # how the others may think
MANY = 1 << 53
OWN, LEAD = 1, 2  # what the own points count, and how far they lead the best rival's


class Sample(NamedTuple):
    """Slips that the others may place, by player, and the sums of their chips on each marker."""

    slips: Mapping[str, Slip]
    total: Sequence[int]


def play(seen: Observation) -> Slip:
    """The slip that does best in the mean of rounds that may come.

    It begins with what `fan` and `rival` would place, and improves the better one step by step: it swaps what lies
    in two holes, or a chip for one left in the hand, and keeps what does better in the same rounds.
    """
    chance = seen.random()
    samples = [_sample(seen, chance) for _number in range(SAMPLES)]
    tried = {slip: _value(seen, slip, samples) for slip in (fan(seen), rival(seen))}
    best = max(tried, key=tried.__getitem__)
    for _number in range(CANDIDATES):
        slip = _changed(seen, best, chance)
        if slip not in tried:
            tried[slip] = _value(seen, slip, samples)
            if tried[slip] > tried[best]:
                best = slip
    return best


def _sample(seen: Observation, chance: Random) -> Sample:
    """Slips of the others from hands that they may have: of the bag without the own chips (R8)."""
    bag = [value for value, count in sorted(seen.rules.bag.items()) for _number in range(count)]
    for chip in seen.hand:
        bag.remove(chip)
    others = [player for player in seen.scores if player != seen.player]
    hand = seen.rules.hand
    chips = drawn(bag, hand * len(others), chance)
    slips = {}
    for number, player in enumerate(others):
        idea = IDEAS[int(chance.random() * len(IDEAS))]
        dealt = tuple(sorted(chips[number * hand : (number + 1) * hand]))
        own = f"{int(chance.random() * MANY):x}"  # each thinks by a chance of its own
        slips[player] = idea(seen._replace(player=player, hand=dealt, chance=own))
    return Sample(slips, sums(slips.values()))


def _value(seen: Observation, slip: Slip, samples: Sequence[Sample]) -> int:
    """How well a slip does in all samples together: the own points, and the lead on the best rival's score."""
    own = sums((slip,))
    value = 0
    for slips, total in samples:
        movement = move(len(seen.chart), list(map(add, own, total)))
        paid = points(movement, seen.contracts, seen.labels, {**slips, seen.player: slip}, seen.rules)
        mine = sum(paid[seen.player])
        rivals = max(seen.scores[player] + sum(paid[player]) for player in slips)
        value += OWN * mine + LEAD * (seen.scores[seen.player] + mine - rivals)
    return value


def _changed(seen: Observation, slip: Slip, chance: Random) -> Slip:
    """A slip of which two holes are swapped, or a chip for one that is left in the hand; now and then the same."""
    holes: list[int | str] = [0] * (PLACES + 1)  # 0: empty
    holes[slip.no1], holes[slip.pick] = "no1", "pick"
    left = list(seen.hand)
    for hole, chip in slip.influence:
        holes[hole] = chip
        left.remove(chip)
    one = 1 + int(chance.random() * PLACES)
    other = 1 + int(chance.random() * (PLACES + len(left)))
    if other <= PLACES:
        holes[one], holes[other] = holes[other], holes[one]
    elif isinstance(holes[one], int) and holes[one]:
        holes[one] = left[other - PLACES - 1]
    influence = tuple((hole, chip) for hole, chip in enumerate(holes) if isinstance(chip, int) and chip)
    return Slip(influence, holes.index("no1"), holes.index("pick"))
