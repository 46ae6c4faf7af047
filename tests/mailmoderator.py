"""A moderator of one game by mail, who has its save, an inbox and an outbox; and the replies of the players."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator, Mapping
from random import Random
from typing import Any

from conftest import Command
from mailevening import MODERATOR, address_of, snapshot
from mailing import WAYS, Received, Told, received

from schrille_cli.schrille import Game, Slip, load
from schrille_cli.schrille.mail.post import Handled, Post, handled

SEATS = {"Ann": "blue", "Bob": "red", "Cid": "green"}
SAVE = "games/friday.toml"


class Moderator:
    """The moderator; ``told`` are the mails that the last batch wrote, by player, in order.

    ``clock`` is when the next mail is written, in seconds since 1970; each one is a second later.
    """

    def __init__(self, schrille: Command) -> None:
        self.schrille = schrille
        self.path = schrille.folder / SAVE
        self.inbox = schrille.folder / "inbox"
        self.outbox = schrille.folder / "outbox"
        for folder in (self.path.parent, self.inbox):
            folder.mkdir()
        self.clock = int(time.time()) - 1000
        self.written = 0
        self.told: dict[str, list[Received]] = {}
        self.mails: dict[str, list[Received]] = {}
        self._seen: set[str] = set()

    def new(self, *args: str, seats: Mapping[str, str | None] = SEATS, **settings: Any) -> Moderator:
        """Begin a game, and have the first mails written."""
        words = [word for who, label in seats.items() for word in ("-p", f"{who}={label}" if label else who)]
        mails = [word for who in seats for word in ("--mail", f"{who}={address_of(who)}")]
        self.json("new", *words, *mails, "--moderator-mail", MODERATOR, "--seed", "friday", *args, **settings)
        self.batch()
        return self

    def json(self, *args: str, **settings: Any) -> Any:
        """What a command about the game prints with ``--json``."""
        return self.schrille.json(*args, "-g", SAVE, **settings)

    def refused(self, *args: str) -> list[dict[str, Any]]:
        """The faults for which a command is refused; the save stays as it was."""
        before = self.path.read_bytes()
        at = args.index("--") if "--" in args else len(args)
        done = self.schrille(*args[:at], "-g", SAVE, "--json", *args[at:], code=1)
        assert self.path.read_bytes() == before
        faults: list[dict[str, Any]] = json.loads(done.stderr)["faults"]
        return faults

    def batch(self, *args: str, code: int = 0) -> Any:
        """Run a batch: its row for the game, behind which ``told`` has the mails."""
        before = snapshot(self.inbox)
        words = ["mail", "batch", "games", "--inbox", "inbox", "--outbox", "outbox", *args, "--json"]
        done = self.schrille(*words, code=code)
        assert snapshot(self.inbox) == before
        self.told = {}
        for path in sorted(self.outbox.glob("*.eml")) if self.outbox.exists() else ():
            if path.name not in self._seen:
                mail = received(path.read_bytes())
                self.told.setdefault(mail.name, []).append(mail)
                self.mails.setdefault(mail.name, []).append(mail)
                self._seen.add(path.name)
        self.summary = json.loads(done.stdout)
        (row,) = (row for row in self.summary["rows"] if row["save"] == SAVE)
        assert row["mails"] == sum(map(len, self.told.values())) or "--dry-run" in args
        return row

    @property
    def game(self) -> Game:
        """The game as the save has it."""
        return load(str(self.path))

    @property
    def post(self) -> Post:
        """What belongs to the game by mail."""
        post = self.game.post
        assert post
        return post

    def handled(self, player: str = "") -> list[Handled]:
        """The mails that were handled, those of one player."""
        return [mail for mail in map(handled, self.post.mails) if player in ("", mail.player)]

    def reply(
        self, player: str, *lines: str, to: Received | None = None, way: str = "gmail_web", ago: int = 0
    ) -> str:
        """Put a reply into the inbox, to the player's last mail or another one; the name of its file.

        ``ago``: it was written so many seconds earlier, though it comes now.
        """
        self.clock += 1
        data = WAYS[way](to or self.mails[player][-1], Told(lines, self.clock - ago))
        self.written += 1
        name = f"{self.written:03}.eml"
        (self.inbox / name).write_bytes(data)
        return name

    def slip(self, player: str, seed: int = 0) -> str:
        """A slip by chance from the player's hand as the last mail with one says."""
        mail = next(mail for mail in reversed(self.mails[player]) if mail.hand)
        chance = Random(f"{player} {mail.round} {seed}")
        holes = chance.sample(range(1, 15), 7)
        chips = chance.sample(mail.hand, 5)
        return str(Slip(tuple(zip(holes[2:], chips, strict=True)), holes[0], holes[1]).in_order())

    def all_reply(self, *players: str) -> dict[str, str]:
        """Have players send slips; all of the game where none is named."""
        slips = {player: self.slip(player) for player in players or self.mails}
        for player, slip in slips.items():
            self.reply(player, slip)
        return slips

    def one(self, player: str) -> Received:
        """The only mail of a player in the last batch."""
        (mail,) = self.told[player]
        return mail


def said_by_mail(schrille: Command) -> Iterator[tuple[str, Any]]:
    """What every order in a game by mail, and a batch, has to say, with all that can stand in it."""
    moderator = Moderator(schrille).new("--due", "+7")
    moderator.all_reply("Ann", "Bob")
    moderator.reply("Cid", "see you")
    (moderator.inbox / "advert.eml").write_text("Subject: buy\n\nnow\n")
    (moderator.path.parent / "broken.toml").write_text("format = \n")
    for more in ([], ["--who", "--dry-run"], ["--who"]):
        moderator.batch(*more, code=1)
        yield "mail-batch", moderator.summary
    moderator.json("undo")
    (moderator.path.parent / "broken.toml").unlink()
    orders = [
        ["accept", moderator.handled("Bob")[0].id],
        ["list", "--who"],
        ["extend", "--due", "+3"],
        ["remind", "--who"],
        ["address", "Cid=c@d.e"],
        ["leave", "Cid"],
    ]
    for order in orders:
        yield f"mail-{order[0]}", moderator.json("mail", *order)
    moderator.batch()
    moderator.path.unlink()
    moderator.mails.clear()
    moderator.new("--set", "target=200", seats={"Ann": None, "Bob": "red", "Cid": "green"})
    moderator.reply("Ann", "label blue")
    moderator.batch()
    yield "mail-batch", moderator.summary
    moderator.all_reply()
    moderator.batch()
    yield "mail-batch", moderator.summary
    for player, words in (("Ann", "label orange"), ("Bob", "stay"), ("Cid", "stay")):
        moderator.reply(player, words)
    moderator.batch()
    yield "mail-batch", moderator.summary
    moderator.json("adjust", "Ann", "500", "--reason", "it is late")
    moderator.all_reply()
    moderator.batch()
    yield "mail-batch", moderator.summary
