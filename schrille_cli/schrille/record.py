"""The log of a save: each command as one line of words, written and carried out again."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from ..kit.errors import error, listed
from .slips import Slip, parse_slip

if TYPE_CHECKING:
    from .game import Game

QUOTES = "'\"\\"


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


def place_line(slips: Mapping[str, Slip], replace: bool) -> str:
    """The line of a command that entered slips."""
    entered = (f"{_quoted(player)} {slip}" for player, slip in slips.items())
    return " ".join(["replace" if replace else "place", *entered])


def label_line(wishes: Mapping[str, Sequence[str]]) -> str:
    """The line of a command that claimed or wished for labels."""
    return join(["label", *(f"{player}={','.join(labels)}" for player, labels in wishes.items())])


def _slips(game: Game, words: Sequence[str]) -> dict[str, Slip]:
    size = game.setup.rules.slip_size + 1
    slips = {}
    for start in range(0, len(words), size):
        player, *tokens = words[start : start + size]
        slips[player] = parse_slip(" ".join(tokens), game.setup.rules)
    return slips


def run(game: Game, line: str) -> None:
    """Carry out a line of the log. Raises `GameError` where it cannot be, or is not written as the tool does."""
    try:
        verb, *words = split(line)
    except ValueError:
        verb, words = "", []
    if verb in ("place", "replace") and words:
        game.place_all(_slips(game, words), replace=verb == "replace")
    elif verb == "resolve":
        game.resolve(missing_pass=bool(words))
    elif verb == "score":
        game.score(go_on=bool(words))
    elif verb == "label" and words:
        wishes = (word.partition("=") for word in words)
        game.label({player: labels.split(",") for player, _, labels in wishes})
    elif verb == "next":
        game.next(deck_empty=bool(words))
    else:
        raise error("save", "this line of the log is no command")
    if game.steps[-1].line != line:
        raise error("save", "this line of the log is not as the tool writes it")


def describe(line: str, slip_size: int) -> str:
    """What a line did, in words that give no slip away.

    >>> describe("place Ann 14+3 9-2 7-1 3+2 12+4 1:no1 8:pick", 7)
    "Ann's slip"
    """
    verb, *words = split(line)
    if verb in ("place", "replace"):
        players = words[:: slip_size + 1]
        if len(players) == 1:
            return f"{players[0]}'s {'slip' if verb == 'place' else 'replaced slip'}"
        return f"the {'slips' if verb == 'place' else 'replaced slips'} of {listed(players)}"
    if verb == "label":
        return f"the labels of {listed(word.partition('=')[0] for word in words)}"
    return f"{verb} and next" if verb == "score" and words else verb
