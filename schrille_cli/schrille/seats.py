"""Who plays: names in seat order, the labels claimed at once, and the seed (R1)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TypeVar

from ..kit.errors import Fault, error, gathered, listed, quoted
from ..kit.language import N_, _, ngettext
from ..kit.names import clean_name, twice
from .deck import RESERVED, find_label
from .rules import FEWEST_PLAYERS, MOST_PLAYERS

FREE = N_("name a label that nobody holds (R6)")
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
            name = clean_name(typed, N_("player"), RESERVED)
            seats.append(name)
            if wanted is None:
                continue
            label = find_label(wanted, labels)
            if label in claims.values():
                message = _("{player} cannot claim {label}, it is claimed already")
                raise error("label", message.format(player=name, label=label), hint=_(FREE))
            claims[name] = label
    message = _("the player {name} is there twice")
    faults += [Fault("name", message.format(name=quoted(name))) for name in twice(seats)]
    if not FEWEST_PLAYERS <= len(named) <= MOST_PLAYERS:
        hint = _("{fewest} to {most} play (R1)").format(fewest=FEWEST_PLAYERS, most=MOST_PLAYERS)
        faults.append(Fault("name", _number_of(len(named), seats), hint=hint))
    return tuple(seats), claims, faults


def _number_of(number: int, seats: list[str]) -> str:
    """How many players there are, and who, as far as they have names."""
    if not seats:
        return ngettext("{number} player", "{number} players", number).format(number=number)
    message = ngettext("{number} player: {names}", "{number} players: {names}", number)
    return message.format(number=number, names=listed(seats))


def unguessable(text: str | None) -> str:
    """A seed with a part that nobody can guess: whoever knows it knows all hands."""
    from secrets import token_hex

    return f"{text or token_hex(4)}/{token_hex(8)}"


def seed_of(text: str | None) -> str:
    """The seed that was given, or a chosen one."""
    if text is None:
        from secrets import token_hex

        return token_hex(6)
    return clean_name(text, N_("seed"))
