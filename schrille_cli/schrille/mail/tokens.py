"""Tokens: by which a mail proves whose it is, of which game, and for which round.

A token is made from the secret of the game, the player and the person on that seat, the round, and everything
with which the round opened: that of one round opens no other, also not the same round opened in another way.
"""

from __future__ import annotations

import hashlib
import hmac
import re
from base64 import b32encode
from collections.abc import Iterable
from functools import lru_cache
from typing import NamedTuple

from ..rounds import Opened
from .post import Post

FOUND = re.compile(r"schrille-([a-z2-7]{8})-([0-9]{1,4})-([a-z2-7]{16})(?![a-z2-7])", re.IGNORECASE | re.ASCII)
SEPARATOR = "\x1f"  # which no name holds


class Token(NamedTuple):
    """A token as it stands in a mail: the id of the game, the number of the round, and what proves them.

    >>> str(Token("abcdefgh", 3, "abcdefghijklmnop"))
    'schrille-abcdefgh-3-abcdefghijklmnop'
    """

    game: str
    round: int
    proof: str

    def __str__(self) -> str:
        return f"schrille-{self.game}-{self.round}-{self.proof}"


def tokens_in(texts: Iterable[str]) -> tuple[Token, ...]:
    """The tokens that stand in some texts, each once, in order; nothing is said about whether they are right.

    >>> tokens_in(["Re: friday [schrille-abcdefgh-3-abcdefghijklmnop]"])[0].round
    3
    """
    found = (match for text in texts for match in FOUND.findall(text))
    return tuple(dict.fromkeys(Token(game.lower(), int(number), proof.lower()) for game, number, proof in found))


@lru_cache(maxsize=64)
def game_id(secret: str) -> str:
    """The id of a game by mail: it stands in tokens and in file names, and tells nothing."""
    return _letters(hashlib.sha256(f"id{SEPARATOR}{secret}".encode()).digest(), 8)


def digest(*parts: object) -> str:
    """Twelve hexadecimal digits for some facts, the same for the same facts."""
    return hashlib.sha256(SEPARATOR.join(map(str, parts)).encode()).hexdigest()[:12]


_digests: list[tuple[Opened, str]] = []  # of the rounds that were asked for last, which are few at a time


def opened_digest(opened: Opened) -> str:
    """A digest of everything with which a round opened."""
    known = next((made for one, made in _digests if one is opened), "")
    if not known:
        known = _opened_digest(opened)
        _digests[:] = [(opened, known), *_digests[:3]]
    return known


def _opened_digest(opened: Opened) -> str:
    mappings = (opened.labels, opened.scores, opened.hands)
    facts = (SEPARATOR.join(f"{key}={value}" for key, value in mapping.items()) for mapping in mappings)
    return digest(opened.number, *opened.chart, *facts)


def keyed(secret: str, *parts: object) -> bytes:
    """What only somebody who knows the secret can make of some facts."""
    return hmac.new(bytes.fromhex(secret), SEPARATOR.join(map(str, parts)).encode(), "sha256").digest()


def token(post: Post, player: str, opened: Opened) -> Token:
    """The token of a player for a round."""
    return Token(game_id(post.secret), opened.number, _proof(post, player, opened, opened_digest(opened)))


def owner(post: Post, found: Token, opened: Opened) -> str:
    """The player whose token this is in a round that opened so; empty where it is nobody's.

    All players' tokens are compared, each in constant time.
    """
    facts = opened_digest(opened)
    proofs = {player: _proof(post, player, opened, facts) for player in post.seats}
    fits = {player: hmac.compare_digest(proof, found.proof) for player, proof in proofs.items()}
    return next((player for player, fit in fits.items() if fit), "")


def _proof(post: Post, player: str, opened: Opened, facts: str) -> str:
    made = keyed(post.secret, "token", player, post.seats[player].person, opened.number, facts)
    return _letters(made, 16)


def _letters(data: bytes, number: int) -> str:
    return b32encode(data).decode().lower()[:number]
