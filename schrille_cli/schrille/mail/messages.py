"""What is sent: a message to one player, and the news that it may tell."""

from __future__ import annotations

from typing import NamedTuple

from ..rounds import State
from ..slips import Slip


class Message(NamedTuple):
    """A mail to one player, as far as the game makes it.

    ``subject`` is without the game's title and the token, ``text`` without the lines that mark its begin and end;
    ``answers`` is the Message-ID of the mail that it answers, if it answers one.
    """

    player: str
    subject: str
    text: str
    answers: str = ""


class News(NamedTuple):
    """What a player is told in one mail; several things can be true at once.

    ``report`` is the state of a round whose results are told, ``corrected`` that they were told before in another
    form; ``reopened`` that a round whose results were told is in play again; ``question`` asks whether to change
    the label, ``claim`` for a label in the opening; ``opened`` tells of the round in play, ``extended`` of another
    deadline; ``withdrawn`` that the slip which counted does not any more; ``placed`` is a slip that the moderator
    entered; ``reminder`` tells that something is owed.
    """

    report: State | None = None
    corrected: bool = False
    reopened: bool = False
    question: bool = False
    claim: bool = False
    opened: bool = False
    extended: bool = False
    withdrawn: bool = False
    placed: Slip | None = None
    reminder: bool = False
