"""Commitments: by which anybody can check that no slip was changed between its receipt and the result.

A receipt gives the SHA-256 of a text of six lines, whose last one, the salt, nobody else knows by then; the result
gives the six lines of every slip. Both stand in mails as lines that are the same in every language, and that are
found again in mails that were quoted, forwarded or wrapped.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator
from typing import NamedTuple

from ...kit.language import N_
from ...kit.names import name_fault, nfc
from ..deck import RESERVED
from ..rounds import Opened
from ..slips import Slip, tokens_of
from .post import Post
from .tokens import keyed, opened_digest

SALT, DIGEST = 32, 64  # hexadecimal digits
SLIP, RECEIPT = "schrille-slip", "schrille-commitment"
MARK = re.compile(f"({SLIP}|{RECEIPT})(?![\\w-])")
QUOTES, SPACES = (">", "|"), " \t\u00a0"
QUOTING = re.compile(f"[{''.join(QUOTES)}{SPACES}]*")
UNSEEN = dict.fromkeys(map(ord, SPACES))
GAME = re.compile("[a-z2-7]{8}")
ROUND = re.compile("[1-9][0-9]{0,3}", re.ASCII)
CHIP = re.compile("[0-9]{1,2}(?:[+-][0-9]|:no1|:pick)", re.ASCII)
HEX = re.compile("[0-9a-f]+")
LONGEST = 1_500  # characters of a receipt or a slip in a mail
MOST_WORDS = 21  # one more than a name can have, which has 40 characters at the most


class Committed(NamedTuple):
    """What a receipt says: the commitment to a slip that nobody else can read from it."""

    game: str
    round: int
    player: str
    commitment: str


class Shown(NamedTuple):
    """What a result says of a slip: the slip in the notation of place, its salt, and its commitment."""

    game: str
    round: int
    player: str
    slip: str
    salt: str
    commitment: str

    @property
    def good(self) -> bool:
        """Whether the commitment is the one to this slip."""
        return digest(*self[:5]) == self.commitment


def salt(post: Post, player: str, opened: Opened, slip: Slip) -> str:
    """The salt of a slip: 32 hexadecimal digits, which nobody can guess who does not know the game's secret."""
    return keyed(post.secret, "salt", player, opened.number, opened_digest(opened), slip.in_order()).hex()[:SALT]


def commitment(game: str, number: int, player: str, slip: Slip, salt: str) -> str:
    """The commitment to a slip: the SHA-256, in hexadecimal digits, of six lines in UTF-8, each with its newline.

    These are ``schrille-slip``, the id of the game, the number of the round, the player, the slip in the notation
    of place (influence chips from hole 14 down, then the tips), and the salt.

    >>> slip = Slip(((14, 3), (9, -2)), no1=1, pick=8)
    >>> commitment("abcdefgh", 3, "Ann", slip, "0" * 32)[:16]
    'dfdc3e750086e690'
    """
    return digest(game, number, player, str(slip.in_order()), salt)


def digest(game: str, number: int, player: str, slip: str, salt: str) -> str:
    """The `commitment` to a slip as it is written."""
    return hashlib.sha256(_text(game, number, player, slip, salt).encode()).hexdigest()


def _text(game: str, number: int, player: str, slip: str, salt: str) -> str:
    return f"{SLIP}\n{game}\n{number}\n{player}\n{slip}\n{salt}\n"


def receipt_lines(game: str, number: int, player: str, slip: Slip, salt: str) -> str:
    """The lines by which a receipt gives the commitment to a slip."""
    return f"{RECEIPT}\n{game}\n{number}\n{player}\n{commitment(game, number, player, slip, salt)}"


def result_lines(game: str, number: int, player: str, slip: Slip, salt: str) -> str:
    """The lines by which a result gives a slip: those that the commitment is made of, and the commitment."""
    text = _text(game, number, player, str(slip.in_order()), salt)
    return f"{text}{hashlib.sha256(text.encode()).hexdigest()}"


def receipts_in(text: str) -> list[Committed]:
    """What the receipts in a mail's text say, each once, in order."""
    found = (_committed(lines) for mark, lines in _marked(text) if mark == RECEIPT)
    return list(dict.fromkeys(filter(None, found)))


def slips_in(text: str) -> list[Shown]:
    """What the results in a mail's text say of slips, each once, in order; not whether it is `good`."""
    found = (_shown(lines) for mark, lines in _marked(text) if mark == SLIP)
    return list(dict.fromkeys(filter(None, found)))


def _marked(text: str) -> list[tuple[str, list[str]]]:
    """The marks in a text with the lines behind each, up to the next one, without the signs of quoting."""
    marks = list(MARK.finditer(text))
    ends = [*(match.start() for match in marks[1:]), len(text)]
    found = []
    for match, end in zip(marks, ends, strict=False):
        before = text[text.rfind("\n", 0, match.start()) + 1 : match.start()]
        depth = len(before.translate(UNSEEN)) if QUOTING.fullmatch(before) else 0
        behind = text[match.end() : min(end, match.end() + LONGEST)]
        lines = (_unquoted(line, depth) for line in behind.split("\n"))
        found.append((match[1], [line for line in lines if line]))
    return found


def _unquoted(line: str, depth: int) -> str:
    """A line without the signs that quote it so many times, trimmed."""
    line = line.strip()
    for _level in range(depth):
        line = line[line[:1] in QUOTES :].strip()
    return line


def _committed(lines: list[str]) -> Committed | None:
    for game, number, player, words in _heads(lines):
        digits, _rest = _digits(words, DIGEST)
        if digits:
            return Committed(game, number, player, digits)
    return None


def _shown(lines: list[str]) -> Shown | None:
    for game, number, player, words in _heads(lines):
        chips = 0
        while chips < len(words) and CHIP.fullmatch(words[chips]):
            chips += 1
        salt, rest = _digits(words[chips:], SALT)
        digits, _rest = _digits(rest, DIGEST)
        if chips and salt and digits:
            return Shown(game, number, player, " ".join(words[:chips]), salt, digits)
    return None


def _heads(lines: list[str]) -> Iterator[tuple[str, int, str, list[str]]]:
    """The ways to read game, round and player, and the words behind them: by lines, or where a mail program has
    broken or joined these, with every number of words for the name."""
    if len(lines) > 3:
        yield from _head(lines[0], lines[1], lines[2], lines[3:])
    game, number, *words = [*" ".join(lines).split(), "", ""]
    for end in range(1, min(len(words), MOST_WORDS)):
        yield from _head(game, number, " ".join(words[:end]), words[end:])


def _head(game: str, number: str, name: str, words: list[str]) -> Iterator[tuple[str, int, str, list[str]]]:
    """Game, round and player, and the words behind them in one form, where they can be those."""
    player = nfc(name)
    if GAME.fullmatch(game) and ROUND.fullmatch(number) and not name_fault(player, N_("player"), RESERVED):
        yield game, int(number), player, _plain(words)


def _plain(words: list[str]) -> list[str]:
    """Words with dashes and digits in one form, as slips and digits are compared."""
    return [word.lower() for word in tokens_of(" ".join(words))]


def _digits(words: list[str], number: int) -> tuple[str, list[str]]:
    """So many hexadecimal digits at the beginning of words, which may be broken, and the words behind them.

    There are none where a word goes on behind them, or is no such number.
    """
    digits = ""
    for index, word in enumerate(words):
        if not HEX.fullmatch(word):
            break
        digits += word
        if len(digits) >= number:
            return (digits, words[index + 1 :]) if len(digits) == number else ("", [])
    return "", []
