"""Saves that somebody edited, and what verifying finds in them."""

from __future__ import annotations

import tomli_w
from sound_saves import Data

from schrille_cli.schrille import verify


def where(data: Data) -> list[str]:
    """The key paths of what is found in a save."""
    verdict = verify(tomli_w.dumps(data))
    assert all(fault.kind in ("save", "file") and fault.message for fault in verdict.faults)
    return [fault.place for fault in verdict.faults]


def other_hand(hand: str) -> str:
    """Another hand of the same size, still in order."""
    lowest, *chips = hand.split()
    return " ".join([lowest, lowest, *chips[:-1]])
