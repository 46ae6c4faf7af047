"""Movement and points of many rounds at random, compared with those of `naive`."""

from __future__ import annotations

import random
from collections import Counter

import naive
from chances import NAMES, random_slip

from schrille_cli.schrille import with_settings
from schrille_cli.schrille.builtin import DECK, LABELS
from schrille_cli.schrille.movement import Movement, move
from schrille_cli.schrille.rules import PRESETS
from schrille_cli.schrille.scoring import points
from schrille_cli.schrille.slips import sums

ROUNDS = 10_000
HOUSES: tuple[tuple[str, ...], ...] = (
    (),
    ("danger_zone_pick=final-place",),
    ("fallen_points=-3", "number_one_bonus=7"),
    ("top_places=[9,4,1]",),
)


def random_sums(chance: random.Random) -> list[int]:
    """Sums from small to extreme, on some markers or all."""
    most = chance.choice((1, 3, 14, 15, 60))
    if chance.random() < 0.1:
        return [0, *(chance.randint(-15, -9) for _ in range(14))]
    return [0, *(chance.choice((0, chance.randint(-most, most))) for _ in range(14))]


def same_movement(bands: int, total: list[int], found: Movement) -> naive.Moved:
    """The naive movement, which must be the one found."""
    expected = naive.move(bands, dict(enumerate(total)))
    assert found.order == tuple(sorted(expected.place, key=expected.place.__getitem__))
    assert sorted(expected.place.values()) == list(range(1, len(found.order) + 1))
    assert list(found.below) == expected.below
    assert list(found.danger) == expected.danger
    assert [tuple(m) for m in found.moves] == expected.moves
    assert sorted(found.order + found.below) == list(range(1, bands + 1))
    return expected


def test_movement_is_the_naive_one() -> None:
    chance = random.Random("movement")
    seen: Counter[str] = Counter()
    for number in range(ROUNDS):
        bands = 14 if number % 3 == 0 else chance.randint(0, 14)
        if number % 2:
            total = random_sums(chance)
        else:
            slips = [random_slip(chance) for _ in range(chance.randint(3, 6))]
            total = sums(slips)
            assert total[1:] == [naive.sum_on(marker, slips) for marker in range(1, 15)]
        found = move(bands, total)
        same_movement(bands, total, found)
        seen["below"] += len(found.below) > 1
        seen["danger"] += bool(found.danger)
        seen["both"] += bool(found.danger and found.below)
        seen["empty"] += bands > 0 and not found.order
        seen["stays on"] += any(m.to_place and m.from_place - m.sum > m.to_place for m in found.moves)
        seen["stops at 1"] += any(m.from_place - m.sum < 1 for m in found.moves)
    assert min(seen[what] for what in ("below", "danger", "both", "empty", "stays on", "stops at 1")) >= 20, seen


def test_points_are_the_naive_ones() -> None:
    chance = random.Random("points")
    for number in range(2_000):
        rules = with_settings(PRESETS["rulebook"], chance.choice(HOUSES))
        bands = 14 if number % 3 == 0 else chance.randint(0, 14)
        players = NAMES[: chance.randint(3, 6)]
        labels = dict(zip(players, chance.sample(sorted(LABELS), len(players)), strict=True))
        contracts = [chance.choice(list(DECK.bands.values())) for _ in range(bands)]
        slips = {player: random_slip(chance) for player in players if chance.random() < 0.9}
        total = sums(slips.values()) if number % 2 else random_sums(chance)
        found = move(bands, total)
        moved = same_movement(bands, total, found)
        by_marker = dict(enumerate(contracts, 1))
        assert {
            player: tuple(paid) for player, paid in points(found, contracts, labels, slips, rules).items()
        } == {
            player: naive.points(bands, moved, by_marker, labels[player], slips.get(player), rules)
            for player in players
        }
