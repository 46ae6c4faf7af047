"""A bot on an empty seat: the slip that it places in a game as it stands."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import redirect_stderr, redirect_stdout
from io import StringIO

from ...kit.errors import Fault, error, gathered, raise_all
from ...kit.language import _, ngettext
from ..game import Game
from ..handed import parse_hand
from ..observation import Player
from ..playing import ask, whole
from ..reading import Given
from ..rounds import PLACING, require
from ..slips import Slip, check_slip, hand_faults
from . import find, short


def taken(typed: str, name: str, hand: str | None, faults: list[Fault]) -> Callable[[Game], Given]:
    """What gives the slip of a named bot for a player of a game; whether there is such a bot, is noted at once."""
    bot = None
    with gathered(faults):
        bot = find(name)

    def given(game: Game) -> Given:
        player, slip = choose(game, typed, bot, hand, faults)
        return Given([(player, slip)], [], {player: short(name)})

    return given


def choose(game: Game, typed: str, bot: Player | None, hand: str | None, faults: list[Fault]) -> tuple[str, Slip]:
    """The player whom a typed name means, and the slip that a bot places for that player.

    ``hand`` are the chips drawn, where the tool deals none. The slip follows from the game's seed, its round, what
    lies on the table, and the player, whoever else has placed. Raises `GameError` with ``faults`` and all that is
    wrong besides; what the bot itself prints or says of an error is not shown, since it may tell its chips.
    """
    require(game.setup, game.state, "place", PLACING)
    player, chips = "", None
    with gathered(faults):
        player = game.player(typed)
    with gathered(faults):
        chips = _hand(game, hand)
    raise_all(faults)
    assert bot is not None
    seen = game.observe(player, chips)
    with redirect_stdout(StringIO()), redirect_stderr(StringIO()):
        slip = whole(ask(bot, seen, secret=True))
    with gathered(faults, _("{player}'s slip").format(player=player)):
        raise_all([*check_slip(slip, seen.rules), *hand_faults(slip, seen.hand)])
    raise_all(faults)
    return player, slip


def _hand(game: Game, hand: str | None) -> tuple[int, ...] | None:
    """The chips drawn at the table; None where the tool dealt them."""
    rules = game.setup.rules
    if game.setup.hands == "tool":
        if hand is not None:
            message = _("the tool has dealt the hands of this game")
            raise error("hand", message, "--hand", _("leave --hand out"))
        return None
    if hand is None:
        hint = ngettext(
            'give the chip drawn, as in --hand "+4"',
            'give the {number} chips drawn, as in --hand "+4 -1 ..."',
            rules.hand,
        )
        message = _("the chips of this game are drawn at the table: the bot's hand is not known")
        raise error("hand", message, hint=hint.format(number=rules.hand))
    return parse_hand(hand, rules)
