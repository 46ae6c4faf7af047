"""Games by mail with real parts: an SMTP server that delivers into Maildirs, and players with mail programs."""

from __future__ import annotations

import os
import smtplib
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from itertools import cycle
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

from conftest import Command
from mailing import SPELLINGS, WAYS, Received, Told, Way, received
from mailservers import MailServer, Taken, serving, settings_file

from schrille_cli.schrille import Slip

MODERATOR = "moderator@games.example"
HOLES = range(1, 15)


def address_of(player: str) -> str:
    """The address of a player."""
    return f"{player.lower()}@players.example"


def make_maildir(path: Path) -> Path:
    """A Maildir at a path."""
    for part in ("new", "cur", "tmp"):
        (path / part).mkdir(parents=True, exist_ok=True)
    return path


def snapshot(folder: Path) -> dict[str, tuple[bytes, int]]:
    """All files under a folder, with their bytes and times."""
    files = sorted(path for path in folder.rglob("*") if path.is_file())
    return {str(path.relative_to(folder)): (path.read_bytes(), path.stat().st_mtime_ns) for path in files}


class Post:
    """The mail of everybody: a Maildir for each address, filled by an SMTP server; ``clock`` counts seconds."""

    def __init__(self, folder: Path, server: MailServer) -> None:
        self.folder = folder
        self.server = server
        self.clock = int(time.time()) - 60
        self._number = 0
        server.on_taken = lambda: self.deliver(server.taken[-1])

    def box(self, address: str) -> Path:
        """The Maildir of an address."""
        return make_maildir(self.folder / address.replace("@", "_at_"))

    def deliver(self, taken: Taken) -> None:
        """Put a mail into its Maildir as a server does: with lines of its own on top, under a name of its own."""
        self._number += 1
        name = f"{1_700_000_000 + self._number}.M{self._number}P{os.getpid()}.mx"
        lines = f"Return-Path: <{taken.sender}>\nReceived: from localhost; {self._number}\n"
        box = self.box(taken.recipient)
        (box / "tmp" / name).write_bytes(lines.encode() + taken.data.replace(b"\r\n", b"\n"))
        os.rename(box / "tmp" / name, box / "new" / name)

    def fetch(self, address: str) -> list[bytes]:
        """The new mails of an address, which are read ones from now on."""
        box = self.box(address)
        mails = []
        for path in sorted((box / "new").iterdir()):
            mails.append(path.read_bytes())
            path.rename(box / "cur" / f"{path.name}:2,S")
        return mails

    def send(self, *mails: tuple[str, bytes]) -> None:
        """Send mails to the moderator through the server, each from an address."""
        with smtplib.SMTP("localhost", self.server.port) as smtp:
            for sender, data in mails:
                smtp.sendmail(sender, [MODERATOR], data)

    def now(self) -> int:
        """The time, a second later each time."""
        self.clock += 1
        return self.clock


@contextmanager
def post_office(folder: Path) -> Iterator[Post]:
    """Run a server whose Maildirs are in a folder."""
    with serving() as server:
        yield Post(folder, server)


class Answered(NamedTuple):
    """An answer about labels that a player gave, or a claim in the opening; without labels the player stays."""

    when: int
    player: str
    round: int
    claim: bool
    labels: tuple[str, ...]


class Person:
    """A player, who reads mails and answers them, by chance, from what stands in them and nothing else.

    ``slips`` has the last slip that was sent for each round, ``all_slips`` every one that was written, ``answers``
    what was said of labels, ``receipts`` and ``results`` the mails that have marks of these, by round.
    """

    def __init__(self, player: str, chance: Random, ways: Sequence[Way]) -> None:
        self.player = player
        self.address = address_of(player)
        self.chance = chance
        self.slips: dict[int, Slip] = {}
        self.all_slips: list[str] = []
        self.answers: list[Answered] = []
        self.receipts: dict[int, list[bytes]] = {}
        self.results: dict[int, list[bytes]] = {}
        self.last: Received | None = None
        self._ways = cycle(ways)

    def read(self, data: bytes) -> Received:
        """Read a mail, and keep what may be needed later."""
        mail = received(data)
        assert mail.address == self.address
        if mail.marked("schrille-commitment"):
            self.receipts.setdefault(mail.round, []).append(data)
        if mail.marked("schrille-slip"):
            number = int(mail.text.split("\nschrille-slip\n")[1].split("\n")[1])
            self.results.setdefault(number, []).append(data)
        self.last = mail
        return mail

    def write(self, mail: Received, words: Sequence[str], when: int) -> tuple[str, bytes]:
        """Write a reply with the next mail program."""
        return self.address, next(self._ways)(mail, Told(words, when))

    def answer(self, mail: Received, now: Callable[[], int]) -> list[tuple[str, bytes]]:
        """The replies to a mail, in the order in which they are sent; none where nothing is wanted."""
        if mail.wants_slip:
            return [] if mail.round in self.slips else self._slip(mail, now)
        if mail.asks_labels or mail.asks_claim:
            when, free = now(), mail.free
            labels = self.chance.sample(free, self.chance.randint(mail.asks_claim, len(free)))
            self.answers.append(Answered(when, self.player, mail.round, mail.asks_claim, tuple(labels)))
            return [self.write(mail, [f"label {', '.join(labels)}" if labels else "stay"], when)]
        return []

    def _slip(self, mail: Received, now: Callable[[], int]) -> list[tuple[str, bytes]]:
        """A slip; some people send another one first, one that cannot be, or words."""
        before = self.chance.randrange(8)
        replies = []
        if before == 0:
            words = ["I am away until tomorrow, my slip comes then.", "", self.player]
            replies.append(self.write(mail, words, now()))
        elif before == 1:
            self.all_slips.append("14+9 3+3 2:no1")
            replies.append(self.write(mail, self.all_slips[-1:], now()))
        elif before == 2:
            replies.append(self.write(mail, self._typed(self.draw(mail)), now()))
        slip = self.draw(mail)
        self.slips[mail.round] = slip
        replies.append(self.write(mail, self._typed(slip), now()))
        if before == 3:
            replies.append(replies[-1])  # which the server takes twice
        return replies

    def draw(self, mail: Received) -> Slip:
        """A slip by chance from the hand in a mail."""
        chips = self.chance.sample(mail.hand, 5)
        holes = self.chance.sample(HOLES, 7)
        return Slip(tuple(zip(holes[2:], chips, strict=True)), holes[0], holes[1]).in_order()

    def _typed(self, slip: Slip) -> list[str]:
        self.all_slips.append(str(slip))
        spelling = SPELLINGS[self.chance.choice([*SPELLINGS])]
        hello, bye = self.chance.choice([("Hallo,", "Viele Grüße"), ("Hi,", "Cheers"), ("", "")])
        return [*filter(None, [hello]), *spelling(str(slip)).split("\n"), *filter(None, ["", bye, self.player])]


class Evening:
    """Games in a folder, a moderator with an inbox and an outbox, and everybody's mail."""

    def __init__(self, schrille: Command, post: Post) -> None:
        self.schrille = schrille
        self.post = post
        self.games = schrille.folder / "games"
        self.games.mkdir()
        self.inbox = post.box(MODERATOR)
        self.settings = settings_file(schrille.folder, post.server, security="none")
        self.people: dict[str, dict[str, Person]] = {}
        self.printed: list[str] = []

    def new(self, name: str, players: Sequence[str], *args: str, seed: str = "evening") -> None:
        """Begin a game by mail; a player may have a label behind an equals sign."""
        words = [word for player in players for word in ("-p", player)]
        names = [player.partition("=")[0] for player in players]
        mails = [word for player in names for word in ("--mail", f"{player}={address_of(player)}")]
        command = ["new", "-g", f"games/{name}.toml", *words, *mails, "--moderator-mail", MODERATOR]
        self.schrille(*command, "--seed", f"{seed}-{name}", *args)
        ways = [*WAYS.values()]
        self.people[name] = {
            player: Person(player, Random(f"{name}-{player}"), ways[index:] + ways[:index])
            for index, player in enumerate(names)
        }

    def batch(self, *args: str, code: int = 0) -> Any:
        """Run a batch, which changes nothing in the inbox, and return its summary."""
        before = snapshot(self.inbox)
        done = self.schrille.json("mail", "batch", "games", "--inbox", str(self.inbox), "--outbox", "out", *args)
        assert snapshot(self.inbox) == before
        return done

    def send(self) -> int:
        """Send what is in the outbox; how many mails."""
        done = self.schrille.json("mail", "send", "out", "--settings", self.settings)
        assert done["left"] == 0
        return int(done["sent"])

    def answer(self) -> int:
        """Have everybody read and answer; how many mails."""
        replies: list[tuple[str, bytes]] = []
        for people in self.people.values():
            for person in people.values():
                for data in self.post.fetch(person.address):
                    replies += person.answer(person.read(data), self.post.now)
        self.post.send(*replies)
        return len(replies)
