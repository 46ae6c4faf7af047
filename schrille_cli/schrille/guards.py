"""Bots at work, of which is told by their names what went wrong with them, and in which game."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ..kit.errors import Fault, GameError, error, quoted, what
from ..kit.language import _
from .observation import Observation, Player
from .slips import Slip, check_slip, hand_faults

Asked = dict[str, tuple[Observation, Slip]]  # what each player saw and placed last


def guarded(name: str, bot: Player, file: str, asked: Asked) -> Player:
    """A bot that says by its name what went wrong in it; ``asked`` has what each player saw and placed last."""

    def place(seen: Observation) -> Slip:
        try:
            slip = bot(seen)
        except (Exception, SystemExit) as problem:
            message = _("the bot {bot} failed for {player}: {problem}")
            message = message.format(bot=quoted(name), player=seen.player, problem=what(problem))
            raise error("bot", message, _place(seen, _line(problem, file)), _("mend the bot")) from None
        if not isinstance(slip, Slip):
            message = _("the bot {bot} returned no slip for {player}, but {type}")
            message = message.format(bot=quoted(name), player=seen.player, type=type(slip).__name__)
            raise error("bot", message, _place(seen), _("return a Slip"))
        asked[seen.player] = seen, slip
        return slip

    return place


def _place(seen: Observation, line: str = "") -> str:
    place = _("round {round}").format(round=seen.round)
    return f"{place}, {line}" if line else place


def file_of(bot: Player) -> str:
    """The file in which a bot is written; empty where it does not say so."""
    function: Any = getattr(bot, "func", bot)
    code = getattr(function, "__code__", None) or getattr(type(function).__call__, "__code__", None)
    return code.co_filename if code else ""


def _line(problem: BaseException, file: str) -> str:
    """Where a bot failed: the last line of its own file that was reached.

    What was sent to another process has forgotten its file.
    """
    at = problem.__traceback__
    at = at.tb_next if at else None  # behind the call of the bot
    if at is None:
        return ""
    own, number = at.tb_frame.f_code.co_filename, at.tb_lineno
    while at:
        if at.tb_frame.f_code.co_filename == own:
            number = at.tb_lineno
        at = at.tb_next
    return _("{file}, line {number}").format(file=file or own, number=number)


def told(
    problem: GameError,
    asked: Asked,
    seats: Mapping[str, str],
    seed: str,
    number: int,
) -> GameError:
    """What went wrong in a game, with the bot, the game, and the seed that it follows from."""
    faults = [fault for fault in problem.faults if fault.kind == "bot"] or _slips_told(problem, asked, seats)
    place = _("game {number} (seed {seed})").format(number=number, seed=quoted(seed))
    return GameError(*faults).at(place)


def _slips_told(problem: GameError, asked: Asked, seats: Mapping[str, str]) -> list[Fault]:
    """The faults of slips, by the bots that placed them."""
    told = []
    for player, bot in seats.items():
        seen, slip = asked[player]
        try:
            faults = check_slip(slip, seen.rules) or hand_faults(slip, seen.hand)
        except (TypeError, ValueError, AttributeError):  # what it is made of cannot even be looked at
            faults = problem.faults
        for fault in faults:
            message = _("the bot {bot} placed for {player} what it cannot: {problem}")
            message = message.format(bot=quoted(bot), player=player, problem=fault.message)
            told.append(Fault("bot", message, _place(seen, fault.place), fault.hint))
    return told or list(problem.faults)
