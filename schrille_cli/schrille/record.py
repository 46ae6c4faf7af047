"""The log of a save: each command as one line of words, written and carried out again."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple

from ..kit.errors import error, listed
from ..kit.language import _
from .rules import Rules
from .slips import Slip, parse_slip

if TYPE_CHECKING:
    from .amendment import Void
    from .game import Game
    from .rounds import State

QUOTES = "'\"\\"
SCORE_NEXT = "score next"
VOID = "void="
BOT = "bot="  # no player's name holds an equals sign
SLIPS = ("place", "replace")  # the commands that enter slips
DECK_EMPTY = "deck-empty"


class Step(NamedTuple):
    """A command that was carried out: its line of the log, and the states it led through.

    An amendment has in ``past`` the steps that counted before it, and in ``void`` the commands that do not count
    since.
    """

    line: str
    states: tuple[State, ...]
    past: tuple[Step, ...] | None = None
    void: tuple[Void, ...] = ()

    @property
    def state(self) -> State:
        """The state it led to."""
        return self.states[-1]


def split(line: str) -> list[str]:
    """The words of a line, quoted as in a shell. Raises `ValueError` where a quote is not closed.

    >>> split("label 'Ann Lee=violet'")
    ['label', 'Ann Lee=violet']
    """
    if not any(quote in line for quote in QUOTES):
        return line.split(" ")
    import shlex

    return shlex.split(line)


def join(words: Sequence[str]) -> str:
    """Words as one line that `split` takes apart again."""
    return " ".join(map(_quoted, words))


def _quoted(word: str) -> str:
    if not any(char.isspace() or char in QUOTES for char in word):
        return word
    import shlex

    return shlex.quote(word)


def place_line(slips: Mapping[str, Slip], replace: bool, bots: Mapping[str, str]) -> str:
    """The line of a command that entered slips, behind each player the bot that placed the slip, if one did."""
    words = [SLIPS[replace]]
    for player, slip in slips.items():
        words += [_quoted(player), *([_quoted(BOT + bots[player])] if player in bots else []), str(slip)]
    return " ".join(words)


def label_line(wishes: Mapping[str, Sequence[str]]) -> str:
    """The line of a command that claimed or wished for labels."""
    return join(["label", *(f"{player}={','.join(labels)}" for player, labels in wishes.items())])


def adjust_line(player: str, points: int, reason: str) -> str:
    """The line of a command that gave a player points."""
    return join(["adjust", player, f"{points:+d}", reason])


def amend_line(
    number: int, player: str, slip: Slip, cards: Mapping[str, Sequence[str]], deck_empty: bool, void: int
) -> str:
    """The line of a command that changed a slip of a round.

    ``cards`` are those that the table then drew, ``deck_empty`` tells whether its deck had no further one;
    ``void`` says how many commands do not count since.
    """
    words = ["amend", str(number), player, *([f"{VOID}{void}"] if void else []), *str(slip).split()]
    drawn = (f"{band}={','.join(labels)}" for band, labels in cards.items())
    return join([*words, *([DECK_EMPTY] if deck_empty else []), *drawn])


class Entered(NamedTuple):
    """What a line entered: slips by player, and the bots that placed some of them."""

    slips: dict[str, Slip]
    bots: dict[str, str]


def slips_of(line: str, rules: Rules) -> Entered:
    """The slips that a line entered, and the bots; none where it entered none."""
    verb, *words = split(line)
    slips: dict[str, Slip] = {}
    bots: dict[str, str] = {}
    while verb in SLIPS and words:
        player, *words = words
        if words and words[0].startswith(BOT):
            bots[player] = words.pop(0).removeprefix(BOT)
        slips[player] = parse_slip(" ".join(words[: rules.slip_size]), rules)
        del words[: rules.slip_size]
    return Entered(slips, bots)


def by_bots(line: str) -> bool:
    """Whether bots placed slips of a line."""
    return BOT in line and line.startswith(SLIPS) and any(word.startswith(BOT) for word in split(line))


def run(game: Game, line: str) -> None:
    """Carry out a line of the log. Raises `GameError` where it cannot be, or is not written as the tool does."""
    try:
        verb, *words = split(line)
    except ValueError:
        verb, words = "", []
    if verb in SLIPS and words:
        slips, bots = slips_of(line, game.setup.rules)
        game.place_all(slips, replace=verb == SLIPS[True], bots=bots)
    elif verb == "resolve":
        game.resolve(missing_pass=bool(words))
    elif verb == "score":
        game.score(go_on=bool(words))
    elif verb == "label" and words:
        wishes = (word.partition("=") for word in words)
        game.label({player: labels.split(",") for player, _equals, labels in wishes})
    elif verb == "next":
        game.next(deck_empty=bool(words))
    elif verb == "adjust" and len(words) == 3:
        game.adjust(words[0], words[1], words[2])
    elif verb == "amend" and len(words) > game.setup.rules.slip_size + 1:
        number, player, *rest = words
        rest = rest[rest[0].startswith(VOID) :]  # how many are void comes out again
        size = game.setup.rules.slip_size
        slip, cards = " ".join(rest[:size]), rest[size:]
        deck_empty = cards[:1] == [DECK_EMPTY]
        game.amend(number, player, slip, cards[deck_empty:], deck_empty=deck_empty)
    else:
        raise error("save", _("this line of the log is no command"))
    if game.steps[-1].line != line:
        raise error("save", _("this line of the log is not as the tool writes it"))


def describe(line: str, slip_size: int) -> str:
    """What a line did, in words that give no slip away.

    >>> describe("place Ann 14+3 9-2 7-1 3+2 12+4 1:no1 8:pick", 7)
    "Ann's slip"
    """
    verb, *words = split(line)
    if verb in SLIPS:
        bots = [word.removeprefix(BOT) for word in words if word.startswith(BOT)]
        players = [word for word in words if not word.startswith(BOT)][:: slip_size + 1]
        if len(players) == 1 and bots:
            said = _("{player}'s slip (by the bot {bot})")
            if verb == SLIPS[True]:
                said = _("{player}'s replaced slip (by the bot {bot})")
            return said.format(player=players[0], bot=bots[0])
        if len(players) == 1:
            said = _("{player}'s slip") if verb == "place" else _("{player}'s replaced slip")
            return said.format(player=players[0])
        said = _("the slips of {players}") if verb == "place" else _("the replaced slips of {players}")
        return said.format(players=listed(players))
    if verb == "label":
        players = [word.partition("=")[0] for word in words]
        return _("the labels of {players}").format(players=listed(players))
    if verb == "adjust":
        return _("the {points} points for {player}").format(player=words[0], points=words[1])
    if verb == "amend":
        return _("the amended slip of {player} in round {round}").format(round=words[0], player=words[1])
    return _("score and next") if line == SCORE_NEXT else verb
