"""What a player is told by mail: a text, before it is made into a mail."""

from __future__ import annotations

from typing import NamedTuple

from ..rounds import State
from ..slips import Slip


class Message(NamedTuple):
    """A text for one player.

    ``subject`` is without the game's title and the token, ``text`` plain text in lines of at most 78 columns where
    that is possible, without marks and signature; ``answers`` is the Message-ID of the mail that it answers.
    """

    player: str
    subject: str
    text: str
    answers: str = ""


class News(NamedTuple):
    """What a player is told in one mail; several can be true at once.

    ``report`` is the scored state of a round whose results are told; ``corrected``: they were told in another form
    before. ``question``: whether to change the label, in a round that is scored; ``claim``: which label, in the
    opening. ``opened``: the round in play, with its chart and the player's hand. ``extended``: the deadline is
    another one. ``withdrawn``: the slip that was told as counted does not count any more; ``placed`` is a slip,
    and ``answer`` an answer about labels, that counts by what the moderator did. ``adjusted``: the points by the
    moderator's word in the round in play are others, or were taken back. ``reminder``: something is still owed.
    """

    report: State | None = None
    corrected: bool = False
    question: bool = False
    claim: bool = False
    opened: bool = False
    extended: bool = False
    withdrawn: bool = False
    placed: Slip | None = None
    answer: str = ""
    adjusted: bool = False
    reminder: bool = False
