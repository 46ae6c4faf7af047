"""Who plays: names in seat order, the labels claimed at once, and the seed (R1)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TypeVar

from ..kit.errors import Fault, GameError, listed, quoted
from ..kit.names import clean_name, twice
from .deck import RESERVED
from .rules import FEWEST_PLAYERS, MOST_PLAYERS

T = TypeVar("T")
# Things by player's name: a mapping, or pairs, in which a name can also stand twice by mistake.
ByName = Mapping[str, T] | Iterable[tuple[str, T]]


def pairs(things: ByName[T]) -> Iterable[tuple[str, T]]:
    """Things with the names of their players, in order."""
    return things.items() if isinstance(things, Mapping) else things


def seats_of(
    players: ByName[str | None],
) -> tuple[tuple[str, ...], dict[str, str], list[Fault]]:
    """The players' names in seat order, the labels they claim, and what is wrong with them (R1)."""
    seats: list[str] = []
    claims: dict[str, str] = {}
    faults: list[Fault] = []
    for typed, label in pairs(players):
        try:
            name = clean_name(typed, "player", RESERVED)
        except GameError as problem:
            faults += problem.faults
            continue
        seats.append(name)
        if label:
            claims[name] = label
    faults += [Fault("name", f"the player {quoted(name)} is there twice") for name in twice(seats)]
    if not faults and not FEWEST_PLAYERS <= len(seats) <= MOST_PLAYERS:
        message = f"there are {len(seats)} players" + (f": {listed(seats)}" if seats else "")
        faults.append(Fault("name", message, hint=f"{FEWEST_PLAYERS} to {MOST_PLAYERS} play (R1)"))
    return tuple(seats), claims, faults


def seed_of(text: str | None) -> str:
    """The seed that was given, or a chosen one."""
    if text is None:
        from secrets import token_hex

        return token_hex(6)
    return clean_name(text, "seed")
