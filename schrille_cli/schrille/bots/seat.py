"""A bot on an empty seat: the slip that it places in a game as it stands."""

from __future__ import annotations

from typing import NamedTuple

from ...kit.errors import Fault, error, gathered, raise_all
from ...kit.language import _, ngettext
from ...kit.streams import silenced
from ..game import Game
from ..handed import parse_hand
from ..observation import Observation, Player
from ..playing import ask
from ..reading import Given, bot_name
from ..rounds import PLACING, require
from ..slips import check_slip, hand_faults
from . import find, short


class Seated(NamedTuple):
    """What a bot saw, the chips drawn for it (None where the tool dealt them), and the slip it placed."""

    seen: Observation
    chips: tuple[int, ...] | None
    given: Given

    def in_game(self, game: Game) -> Given:
        """The slip, for the game that may have gone on meanwhile. Raises `GameError` where it has."""
        require(game.setup, game.state, "place", PLACING)
        if game.observe(self.seen.player, self.chips) != self.seen:
            message = _("the game has gone on while the bot was thinking")
            raise error("bot", message, hint=_("try again"))
        return self.given


def seated(game: Game, typed: str, name: str, hand: str | None) -> Seated:
    """The slip that a named bot places for the player whom a typed name means.

    ``hand`` are the chips drawn, where the tool deals none. The slip follows from the game's seed, its round, what
    lies on the table, and the player, whoever else has placed. Raises `GameError` with everything that is wrong;
    what the bot itself prints or says of an error is not shown, since it may tell its chips.
    """
    require(game.setup, game.state, "place", PLACING)
    faults: list[Fault] = []
    bot: Player | None = None
    player, called, chips = "", "", None
    with gathered(faults), silenced():
        called = bot_name(short(name))  # first, since a slip that is typed for it is not repeated
        bot = find(name)
    with gathered(faults):
        player = game.player(typed)
    with gathered(faults):
        chips = _hand(game, hand)
    raise_all(faults)
    assert bot is not None
    seen = game.observe(player, chips)
    with silenced():
        slip = ask(bot, seen, secret=True)
    with gathered(faults, _("{player}'s slip").format(player=player)):
        raise_all([*check_slip(slip, seen.rules), *hand_faults(slip, seen.hand)])
    raise_all(faults)
    return Seated(seen, chips, Given([(player, slip)], [], {player: called}))


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
