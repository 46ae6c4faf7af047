"""Who plays: names in seat order, the labels claimed at once, and the seed (R1)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TypeVar

from ..kit.errors import Fault, counted, error, gathered, listed, quoted
from ..kit.names import clean_name, twice
from .deck import RESERVED, find_label
from .rules import FEWEST_PLAYERS, MOST_PLAYERS

FREE = "name a label that nobody holds (R6)"
T = TypeVar("T")
# Things by player's name: a mapping, or pairs, in which a name can also stand twice by mistake.
ByName = Mapping[str, T] | Iterable[tuple[str, T]]


def pairs(things: ByName[T]) -> Iterable[tuple[str, T]]:
    """Things with the names of their players, in order."""
    return things.items() if isinstance(things, Mapping) else things


def seats_of(
    players: ByName[str | None], labels: Mapping[str, str]
) -> tuple[tuple[str, ...], dict[str, str], list[Fault]]:
    """The players' names in seat order, the labels they claim, and what is wrong with them (R1, R6)."""
    seats: list[str] = []
    claims: dict[str, str] = {}
    faults: list[Fault] = []
    named = list(pairs(players))
    for typed, wanted in named:
        with gathered(faults):
            name = clean_name(typed, "player", RESERVED)
            seats.append(name)
            if wanted is None:
                continue
            label = find_label(wanted, labels)
            if label in claims.values():
                raise error("label", f"{name} cannot claim {label}, it is claimed already", hint=FREE)
            claims[name] = label
    faults += [Fault("name", f"the player {quoted(name)} is there twice") for name in twice(seats)]
    if not FEWEST_PLAYERS <= len(named) <= MOST_PLAYERS:
        message = counted(len(named), "player") + (f": {listed(seats)}" if seats else "")
        faults.append(Fault("name", message, hint=f"{FEWEST_PLAYERS} to {MOST_PLAYERS} play (R1)"))
    return tuple(seats), claims, faults


def seed_of(text: str | None) -> str:
    """The seed that was given, or a chosen one."""
    if text is None:
        from secrets import token_hex

        return token_hex(6)
    return clean_name(text, "seed")
