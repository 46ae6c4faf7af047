"""The part of a save that belongs to a game by mail: beside the rounds, so that undo does not touch it."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, NamedTuple

from ...kit.errors import error, quoted
from ...kit.language import N_, _
from ..record import join, split

LONGEST_ADDRESS = 254
LOCAL = r"[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+)*"
DOMAIN = r"[A-Za-z0-9](?:[A-Za-z0-9-]*[A-Za-z0-9])?(?:\.[A-Za-z0-9](?:[A-Za-z0-9-]*[A-Za-z0-9])?)*"
ADDRESS = re.compile(f"{LOCAL}@{DOMAIN}")
NEWS = (
    "opened",
    "scored",
    "asked",
    "answer",
    "claim",
    "slip",
    "adjusted",
    "due",
    "reminder",
)  # of which players are told
STAY = "stay"
DATELESS = "none"
# What came of a mail: it counted as a slip, or as an answer about labels; it was written before the slip
# that counts; it was answered by a question; it is a copy of another one; it came too late; it came from a
# machine.
SLIP, LABELS, OLDER, ASKED, COPY, LATE, SILENT = KINDS = (
    N_("slip"),
    N_("labels"),
    N_("older"),
    N_("asked"),
    N_("copy"),
    N_("late"),
    N_("silent"),
)
HANDLED = re.compile(rf"([0-9a-f]{{24}}) ([0-9a-f]{{8}}) ([0-9]{{1,4}}) ({'|'.join(KINDS)}) ([0-9]{{1,11}}) (.+)")


class Handled(NamedTuple):
    """A mail that was handled.

    Its id and a digest of its Message-ID, the round for which it came, what came of it (one of `KINDS`), when
    it was written (seconds since 1970, 0 where that is not known), whose it was, and what it said: the slip in
    the notation of place, labels with commas between them, ``stay``, or nothing.
    """

    id: str
    twin: str
    round: int
    kind: str
    date: int
    player: str
    said: str = ""

    def __str__(self) -> str:
        words = [self.player, *([self.said] if self.said else [])]
        return f"{self.id} {self.twin} {self.round} {self.kind} {self.date} {join(words)}"


def handled(line: str) -> Handled:
    """A line of the list of mails, taken apart. Raises `ValueError` where it is none."""
    match = HANDLED.fullmatch(line)
    if not match:
        raise ValueError
    id, twin, number, kind, date, rest = match.groups()
    player, *said = split(rest)
    found = Handled(id, twin, int(number), kind, int(date), player, *said[:1])
    if str(found) != line:
        raise ValueError
    return found


class Seat(NamedTuple):
    """A player in a game by mail.

    The address, how many people have played there by now (a number that goes into the tokens), whether the last
    one has left, the last answer about labels behind the digest of its question, the digests of the news that
    went to the address last, by kind (one of `NEWS`), and how many mails went there.
    """

    address: str
    person: int = 1
    left: bool = False
    answer: str = ""
    told: Mapping[str, str] = {}
    mails: int = 0


class Post(NamedTuple):
    """A game by mail.

    Its name in the mails, the moderator's address, the secret from which tokens and salts are made, the
    language of the mails, whether players see each other's addresses, until when slips are wanted (ISO 8601
    with the offset from UTC; empty where there never was a deadline, `DATELESS` where there was one before),
    the round and the phase for which that and the reminders are, how often players were reminded, how many
    mailings went out, the players who get mails, and every mail that was handled, a line each.
    """

    title: str
    moderator: str
    secret: str
    language: str
    open_addresses: bool
    due: str
    due_of: str
    reminders: int
    mailings: int
    seats: Mapping[str, Seat]
    mails: tuple[str, ...]

    def seated(self, player: str, **changes: Any) -> Post:
        """The same with changes to a player's seat."""
        return self._replace(seats={**self.seats, player: self.seats[player]._replace(**changes)})

    @property
    def deadline(self) -> str:
        """Until when something is wanted; empty where there is no deadline."""
        return "" if self.due == DATELESS else self.due

    @property
    def dateless(self) -> str:
        """What ``due`` is without a deadline: `DATELESS` in a game that has had one."""
        return DATELESS if self.due else ""

    @property
    def gone(self) -> frozenset[str]:
        """The players who have left."""
        return frozenset(player for player, seat in self.seats.items() if seat.left)


def address_of(text: str) -> str:
    """A mail address, trimmed. Raises `GameError` (kind ``"mail"``) for anything but a plain one in ASCII.

    >>> address_of(" ann@example.org ")
    'ann@example.org'
    """
    address = text.strip()
    if not address:
        raise error("mail", _("an address is missing"), hint=_("write it as in Ann=ann@example.org"))
    local = address.partition("@")[0]
    if len(address) > LONGEST_ADDRESS or len(local) > 64 or not ADDRESS.fullmatch(address):
        message = _("{address} is not a mail address").format(address=quoted(address))
        raise error("mail", message, hint=_("write it plainly, such as ann@example.org"))
    return address
