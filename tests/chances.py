"""What tests at random draw from: names, chips and slips."""

from __future__ import annotations

import random

from schrille_cli.schrille import Slip

NAMES = ("Ann", "Bob", "Cid", "Dora", "Eve", "Finn")
VALUES = (-4, -3, -2, -1, 1, 2, 3, 4)


def random_slip(chance: random.Random, keep: int = 5, values: tuple[int, ...] = VALUES) -> Slip:
    """A valid slip; the bag is not counted."""
    holes = chance.sample(range(1, 15), keep + 2)
    return Slip(tuple((hole, chance.choice(values)) for hole in holes[2:]), holes[0], holes[1])
