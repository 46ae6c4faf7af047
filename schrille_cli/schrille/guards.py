"""Bots at work, of which is told by their names what went wrong with them, and in which game."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ..kit.errors import Fault, GameError, quoted
from ..kit.language import N_, _
from .observation import Observation, Player
from .playing import ask
from .slips import Slip, check_slip, hand_faults

SEAT = N_("Seat {number}")  # the players' names, on which their chance depends: the same in every language
Asked = dict[str, tuple[Observation, Slip]]  # what each player saw and placed last


def guarded(name: str, bot: Player, file: str, asked: Asked) -> Player:
    """A bot that is asked, and of which is said by its name what went wrong.

    ``asked`` has what each player saw and placed last.
    """

    def place(seen: Observation) -> Slip:
        try:
            slip = ask(bot, seen, file=file, called=_seat)
        except GameError as problem:
            raise problem.at(_round(seen, name)) from None
        asked[seen.player] = seen, slip
        return slip

    return place


def _seat(player: str) -> str:
    """What a player is called where people read it."""
    return _(SEAT).format(number=player.rpartition(" ")[2])


def _round(seen: Observation, name: str) -> str:
    return _("round {round}, bot {bot}").format(round=seen.round, bot=quoted(name))


def file_of(bot: Player) -> str:
    """The file in which a bot is written; empty where it does not say so."""
    function: Any = getattr(bot, "func", bot)
    code = getattr(function, "__code__", None) or getattr(type(function).__call__, "__code__", None)
    return code.co_filename if code else ""


def told(problem: GameError, asked: Asked, seats: Mapping[str, str], seed: str, number: int) -> GameError:
    """What went wrong in a game, with the bot, the game, and the seed that it follows from."""
    failed = all(fault.kind == "bot" for fault in problem.faults)
    faults = problem.faults if failed else _slips_told(problem, asked, seats)
    place = _("game {number} (seed {seed})").format(number=number, seed=quoted(seed))
    return GameError(*faults).at(place)


def _slips_told(problem: GameError, asked: Asked, seats: Mapping[str, str]) -> list[Fault]:
    """The faults of slips, by the bots that placed them."""
    told: list[Fault] = []
    for player, bot in seats.items():
        seen, slip = asked[player]
        try:
            faults = check_slip(slip, seen.rules) or hand_faults(slip, seen.hand)
        except Exception:  # what it is made of cannot even be looked at
            faults = problem.faults
        whose = _("{player}'s slip").format(player=_seat(player))
        found = GameError(*faults).at(f"{_round(seen, bot)}, {whose}")
        told += (fault._replace(kind="bot") for fault in found.faults)
    return told
