"""The bot ``fan``: it pushes the bands of its own label into the top places, and tips them too."""

from __future__ import annotations

from ..observation import Observation
from ..rules import DANGER_ZONE
from ..slips import Slip
from .gains import Aim, own_places, slip_of


def play(seen: Observation) -> Slip:
    """The best chips on the own bands, each where it is worth most, the worst on the bands of others.

    The New Number 1 lies on the own band at place 1 or 2, which the tip holds there, else on the present number 1;
    the Pick of the Week on the own band that comes from farthest down, where it has most places to rise.
    """
    own = own_places(seen, seen.label)
    others = [place for place in range(1, len(seen.chart) + 1) if place not in own]
    no1 = own[0] if own and own[0] <= 2 else 1
    last = max(len(seen.chart), 3)
    pick = own[-1] if own and own[-1] >= DANGER_ZONE else last
    return slip_of(seen, no1, pick, [Aim(own, push=True), Aim(others, push=False)])
