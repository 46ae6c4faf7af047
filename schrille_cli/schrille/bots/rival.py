"""The bot ``rival``: it fights whoever leads, and keeps its own bands up."""

from __future__ import annotations

from ..observation import Observation
from ..slips import Slip
from .gains import Aim, own_places, slip_of, worth


def play(seen: Observation) -> Slip:
    """The worst chips on the leader's bands, where they cost most; then the best ones on the own bands.

    What is left pulls at the others. The tips lie where most points wait whoever owns the band: on the present
    number 1, whose marker is worked last, and on the band at the last place, which can only rise.
    """
    own = own_places(seen, seen.label)
    foe = [place for place in own_places(seen, seen.labels[leader(seen)]) if place not in own]
    others = [place for place in range(1, len(seen.chart) + 1) if place not in own and place not in foe]
    aims = [Aim(foe, push=False), Aim(own, push=True), Aim(others, push=False)]
    return slip_of(seen, 1, max(len(seen.chart), 2), aims)


def leader(seen: Observation) -> str:
    """The other player with the most points; of equal ones, whose bands stand higher; then by seat."""
    others = [player for player in seen.scores if player != seen.player]
    return max(others, key=lambda player: (seen.scores[player], _standing(seen, seen.labels[player])))


def _standing(seen: Observation, label: str) -> int:
    """What a label would score if no band moved."""
    return sum(worth(place, place, seen.rules) for place in own_places(seen, label))
