"""The bot ``random``: any slip that its hand allows, each as likely as another."""

from __future__ import annotations

from ..observation import Observation
from ..slips import Slip


def play(seen: Observation) -> Slip:
    """Chips of the hand and holes for them, drawn by chance."""
    return seen.legal.choice(seen.random())
