"""What people type for a game, read into values: players, slips, wishes, points."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import NamedTuple

from ..kit.errors import Fault, GameError, error, gathered, quoted, raise_all
from ..kit.language import N_, _
from ..kit.names import clean_name, find, name_fault, nfc, twice
from .deck import RESERVED, find_label
from .rounds import Adjusted, Setup
from .rules import whole_number
from .seats import ByName, pairs
from .slips import TOKEN, Slip, parse_slip, tokens_of

MOST_POINTS = 999  # that one adjustment gives or takes
Bots = Mapping[str, str]  # the names of bots that placed slips, by player
NO_BOTS: Bots = {}  # people placed all of them
LONGEST_REASON = 100  # so that it fits into a line of the log, also if it were all quotation marks


class Given(NamedTuple):
    """Slips of an input: players with their slips, where each stands, and the bots that placed some."""

    slips: Sequence[tuple[str, Slip | str]]
    places: Sequence[str]
    bots: Bots


class Slips(NamedTuple):
    """Slips as read: by player, where each stands in the input, what is wrong so far, and the bots that placed."""

    slips: dict[str, Slip]
    where: dict[str, str]
    faults: list[Fault]
    bots: dict[str, str]


def player_of(typed: str, setup: Setup) -> str:
    """The player whom a typed name means. Raises `GameError` (kind ``"name"``)."""
    return find(typed, setup.players, N_("player"))


def slips_of(slips: ByName[Slip | str], places: Sequence[str], setup: Setup, bots: Bots = NO_BOTS) -> Slips:
    """Read slips; ``places`` says where each stands in an input, for errors, ``bots`` which bots placed them."""
    new: dict[str, Slip] = {}
    faults: list[Fault] = []
    where: dict[str, str] = {}
    for number, (typed, slip) in enumerate(pairs(slips)):
        player, spot = "", "".join(places[number : number + 1])
        with gathered(faults, spot):
            player = _slip_player(typed, setup)
            if player in new:
                message = _("{player} has two slips here").format(player=player)
                raise error("slip", message, hint=_("leave one out"))
        whose = _("{player}'s slip").format(player=player) if player else _("the slip")
        where[player] = f"{spot}, {whose}" if spot else whose
        with gathered(faults, where[player]):
            chips = parse_slip(slip, setup.rules) if isinstance(slip, str) else slip.in_order()
            if player:
                new[player] = chips
    if not new and not faults:
        raise error("slip", _("no slip was given"), hint=_("give a player and a slip"))
    return Slips(new, where, faults, _bots_of(bots, new, where, setup, faults))


def bot_name(typed: str) -> str:
    """A bot's name as the save has it, in which no word may be a chip in a hole, as in a slip.

    Raises `GameError` (kind ``"name"``), which does not repeat what may be a slip.
    """
    if any(TOKEN.fullmatch(word) for word in tokens_of(typed)):
        raise error("name", _("this cannot be the name of a bot"), hint=_("name the bot, and give the slip apart"))
    return clean_name(typed, N_("bot"), RESERVED)


def _bots_of(
    bots: Bots, new: Mapping[str, Slip], where: Mapping[str, str], setup: Setup, faults: list[Fault]
) -> dict[str, str]:
    """The bots that placed slips, by player in the order of the slips; what is wrong with them is noted."""
    named: dict[str, str] = {}
    for typed, bot in bots.items():
        player = ""
        with gathered(faults):
            player = _slip_player(typed, setup)
        with gathered(faults, where.get(player, "")):
            named[player] = bot_name(bot)
    for player in [] if faults else named.keys() - new.keys():
        message = _("there is no slip of {player}, which the bot {bot} placed")
        faults.append(Fault("bot", message.format(player=player, bot=quoted(named[player]))))
    return {player: named[player] for player in new if player in named}


def _slip_player(typed: str, setup: Setup) -> str:
    """The player of a slip; what was typed for it is not repeated where it may be a part of the slip."""
    try:
        return player_of(typed, setup)
    except GameError as problem:
        if not any(map(str.isdigit, typed)):
            raise
        hint = problem.faults[0].hint
        raise error("name", _("there is no player of that name"), hint=hint) from None


def wishes_of(wishes: ByName[Sequence[str] | str], setup: Setup) -> dict[str, list[str]]:
    """Each player's labels in order of preference. Raises `GameError` with everything that cannot be read."""
    wanted: dict[str, list[str]] = {}
    faults: list[Fault] = []
    for typed, choices in pairs(wishes):
        with gathered(faults):
            player = player_of(typed, setup)
            words = choices.split(",") if isinstance(choices, str) else choices
            found = [find_label(word, setup.labels) for word in words]
            if player in wanted:
                message = _("{player} is named twice").format(player=player)
                raise error("label", message, hint=_("name each player once"))
            if twice(found) or not found:
                raise error("label", _("each label is named once, in order of preference"), quoted(typed))
            wanted[player] = found
    raise_all(faults)
    if not wanted:
        raise error("label", _("no label was named"), hint=_("give a player and a label"))
    return wanted


def round_of(typed: str | int) -> int:
    """The number of a round. Raises `GameError` (kind ``"round"``) where it is no number."""
    try:
        return typed if isinstance(typed, int) else whole_number(typed)
    except ValueError:
        message = _("{typed} is not the number of a round").format(typed=quoted(str(typed)))
        raise error("round", message, hint=_("write 1 for the first round")) from None


def adjustment_of(player: str, points: str | int, reason: str, setup: Setup) -> Adjusted:
    """Points by the moderator's word, -999 to +999 and not 0, and a reason of 1 to 100 characters on one line.

    Raises `GameError` (kinds ``"name"`` and ``"points"``) with everything that is wrong.
    """
    who, given = "", 0
    faults: list[Fault] = []
    with gathered(faults):
        who = player_of(player, setup)
    with suppress(ValueError):
        given = points if isinstance(points, int) else whole_number(" ".join(tokens_of(points)))
    if not 1 <= abs(given) <= MOST_POINTS:
        message = _("{typed} is no number of points").format(typed=quoted(str(points)))
        hint = _("write a whole number from -{most} to +{most}, not 0").format(most=MOST_POINTS)
        faults.append(Fault("points", message, hint=hint))
    reason = nfc(reason.strip())
    fault = name_fault(reason, N_("reason"), longest=LONGEST_REASON)
    if fault:
        faults.append(Fault("name", fault, hint=_("give another reason")))
    raise_all(faults)
    return Adjusted(who, given, reason)
