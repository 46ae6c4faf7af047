"""A sealed moderator: whole games in which nothing is printed or sent that somebody may not see yet."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from email import message_from_bytes
from itertools import cycle
from pathlib import Path

import pytest
from conftest import Command
from mailevening import MODERATOR, Evening, Person, post_office
from mailing import Received, received

from schrille_cli.schrille import Game, load
from schrille_cli.schrille.mail.post import Post
from schrille_cli.schrille.mail.tokens import game_id, token

GAMES = {
    "first": ("Xanthippe=blue", "Yorick", "Zenobia"),
    "second": ("Ulrike=red", "Vasco=blue", "Waldtraut=green"),
}
NAMES = [player.partition("=")[0] for players in GAMES.values() for player in players]
CHIP = re.compile(r"(?<![\w.:+-])([0-9]{1,2})\s?(?:([+−-])\s?([0-9])|:(no1|pick))(?![\w:-])")
CHIPS = re.compile(r"(?:[+−-][0-9][\s·,]+){3,}[+−-][0-9]")
SEED = "evening-"  # how the seeds of all games begin


class Secrets:
    """What the games know that not everybody may: of one moment, by their saves."""

    def __init__(self, evening: Evening) -> None:
        self.games: dict[str, Game] = {}
        self.posts: dict[str, Post] = {}
        for name in evening.people:
            game = load(str(evening.games / f"{name}.toml"))
            assert game.post
            self.games[name], self.posts[name] = game, game.post

    def tokens(self, name: str, player: str) -> set[str]:
        """The proofs of all tokens that a player had by now."""
        rounds = self.games[name].rounds.values()
        return {token(self.posts[name], player, state.opened).proof for state in rounds}


def chips_of(text: str) -> set[str]:
    """All chips with their holes that stand in a text."""
    found = CHIP.findall(text)
    return {
        f"{hole}{sign.replace('−', '-')}{number}" if sign else f"{hole}:{tip}" for hole, sign, number, tip in found
    }


def hands_of(text: str) -> list[list[int]]:
    """All rows of chips without holes in a text."""
    return [
        sorted(int(chip.replace("−", "-")) for chip in re.findall("[+−-][0-9]", row))
        for row in CHIPS.findall(text)
    ]


def every_text(data: bytes) -> str:
    """All that a mail says, raw and decoded, the headers too."""
    mail = received(data)
    decoded = "\n".join(f"{key}: {value}" for key, value in mail.message.items())
    old = message_from_bytes(data)
    assert not old.is_multipart()
    return "\n".join([data.decode("ascii"), decoded, mail.text, old.get_payload(decode=True).decode("utf-8")])


class Watched(Evening):
    """An evening of which everything is looked through that is sent or printed."""

    shown: Sequence[str] = ()  # games whose players may know each other's addresses
    looked_at = addresses = 0
    styles = cycle([(), ("--json",), ("--lang", "de"), ("--format", "tsv")])

    def look(self, text: str, *, who: bool = False, slips: bool = False) -> None:
        """Look through what the moderator gets to see."""
        secrets = Secrets(self)
        for name, post in secrets.posts.items():
            assert post.secret not in text
            for player in self.people[name]:
                assert not any(proof in text for proof in secrets.tokens(name, player))
        assert "schrille-" not in text.replace("schrille-stille", "").replace("schrille-cli", "")
        assert chips_of(text) == set()
        assert hands_of(text) == []
        if not who:
            assert not [name for name in NAMES if name in text]

    def say(self, *args: str, who: bool = False) -> None:
        """Run a command as a moderator who may not see anything yet: as text, in German, or as JSON, by turns."""
        style = next(self.styles)
        self.look(self.schrille(*args, *style).stdout, who=who)

    def go_on(self, *args: str) -> bool:
        """A batch, and all about it that can be seen; whether something was sent."""
        box = ["mail", "batch", "games", "--inbox", str(self.inbox), "--outbox", "out"]
        self.say(*box, "--dry-run")
        self.say(*box, "--dry-run", "--who", who=True)
        before = Secrets(self)
        summary = self.batch(*args)
        self.look(json.dumps(summary))
        after = Secrets(self)
        for path in sorted((self.schrille.folder / "out").rglob("*")):
            self._file(path, before, after)
        for name in self.people:
            where = ("-g", f"games/{name}.toml")
            self.say("mail", "list", *where)
            self.say("mail", "list", "--who", *where, who=True)
            if self.phase(name) == "placing":
                self.say("show", *where, who=True)
        return self.send() > 0

    def phase(self, name: str) -> str:
        return load(str(self.games / f"{name}.toml")).phase

    def _file(self, path: Path, before: Secrets, after: Secrets) -> None:
        """Look through a file of the outbox: its name, and the mail in it."""
        where = str(path.relative_to(self.schrille.folder))
        assert not [name for name in NAMES if name.lower() in where.lower()]
        if not path.is_file() or "sent" in path.parts or path.suffix != ".eml":
            return
        data = path.read_bytes()
        assert re.fullmatch(r"[a-z2-7]{8}-[0-9]+-[0-9]+\.eml", path.name)
        mail = received(data)
        name, people = next((name, people) for name, people in self.people.items() if mail.name in people)
        assert game_id(after.posts[name].secret) == path.name[:8]
        self._mail(mail, every_text(data), people[mail.name], name, before, after)
        self.looked_at += 1

    def _mail(self, mail: Received, text: str, to: Person, name: str, before: Secrets, after: Secrets) -> None:
        assert mail.address == to.address
        assert SEED not in text
        assert not any(post.secret in text for post in after.posts.values())
        for game, people in self.people.items():
            for player, person in people.items():
                if person is to:
                    continue
                for known in (before, after):
                    assert not any(proof in text for proof in known.tokens(game, player))
                if game != name:
                    assert player not in text
                if person.address in text:
                    assert game == name
                    assert name in self.shown
                    self.addresses += 1
        state = after.games[name].state
        own = sorted(state.opened.hands[to.player])
        assert all(hand == own for hand in hands_of(text))
        if mail.marked("schrille-slip"):  # every chip of that round is public
            told = {
                int(number) for number in re.findall(r"^schrille-slip\n\S+\n([0-9]+)$", mail.text, re.MULTILINE)
            }
            (number,) = told
            resolved = after.games[name].rounds[number]
            assert resolved.points
            public = {chip for slip in resolved.slips.values() for chip in str(slip).split()}
            assert public <= chips_of(text)
        else:
            public = set()
        sent = {chip for slip in to.all_slips for chip in str(slip).split()}
        assert chips_of(text) <= public | sent


@pytest.fixture(scope="module")
def evening(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Watched]:
    """Two games to the end, looked through all the time."""
    folder = tmp_path_factory.mktemp("sealed")
    with post_office(folder / "mail") as post:
        found = Watched(Command(folder), post)
        found.shown = ["second"]
        found.new("first", GAMES["first"], "--set", "target=12")
        found.new("second", GAMES["second"], "--set", "target=12", "--show-addresses", "--lang", "de")
        for _ in range(40):
            if not found.go_on() and all(found.phase(name) == "over" for name in GAMES):
                break
            found.answer()
        yield found


def test_nothing_is_sent_or_printed_that_somebody_may_not_see_yet(evening: Watched) -> None:
    assert [evening.phase(name) for name in GAMES] == ["over", "over"]
    assert evening.looked_at == sum(mail.recipient != MODERATOR for mail in evening.post.server.taken)
    rounds = {name: len(load(str(evening.games / f"{name}.toml")).rounds) for name in GAMES}  # by the hands dealt
    # Each player gets a mail at the beginning, and in each round a receipt and the results.
    assert evening.looked_at >= sum(len(evening.people[name]) * (1 + 2 * rounds[name]) for name in GAMES)
    assert evening.addresses >= 2 * 3 * rounds["second"]


def test_the_search_finds_what_it_is_for(evening: Watched) -> None:
    """Everything that must not be told, told."""
    game = Secrets(evening).games["first"]
    slip = next(iter(game.rounds[1].slips.values()))
    hand = game.rounds[1].opened.hands["Yorick"]
    assert chips_of(f"x {slip}") == {*str(slip).split()}
    assert chips_of(str(slip).replace("-", "−").replace("+", " +")) == {*str(slip).split()}
    assert hands_of("You hold " + " · ".join(f"{chip:+d}" for chip in hand) + ".") == [sorted(hand)]
    post = game.post
    assert post
    own = str(token(post, "Yorick", game.rounds[1].opened))
    for text in (post.secret, own, own[-16:], f"Yorick {slip}", "Yorick"):
        with pytest.raises(AssertionError):
            evening.look(text)


def test_nothing_is_said_by_undo_and_orders(evening: Watched, schrille: Command) -> None:
    """By all commands with which a moderator leads a game by mail while slips are in."""
    from mailmoderator import SAVE, Moderator

    moderator = Moderator(schrille).new()
    slips = moderator.all_reply("Ann", "Bob")
    moderator.reply("Cid", "my slip is 14+3 3+9 1n 2p")
    moderator.batch()
    secret = moderator.post.secret
    tokens = [mail.token for mails in moderator.mails.values() for mail in mails]
    (mail, *_rest) = moderator.handled("Bob")
    commands = [
        ["show"],
        ["show", "--history"],
        ["mail", "list", "--who"],
        ["mail", "extend", "--due", "+3"],
        ["mail", "remind", "--who"],
        ["mail", "address", "Cid=c@d.e"],
        ["mail", "leave", "Cid"],
        ["undo"],
        ["mail", "accept", mail.id],
        ["odds", "-n", "3"],
        ["rules"],
    ]
    for args in commands:
        before = moderator.path.read_bytes()
        for style in ((), ("--json",), ("--lang", "de")):
            moderator.path.write_bytes(before)
            said = schrille(*args, "-g", SAVE, *style).stdout
            assert not chips_of(said), args
            assert not hands_of(said), args
            assert secret not in said
            assert not any(one in said or one[-16:] in said for one in tokens)
            assert not any(slip in said for slip in slips.values())
    done = schrille("verify", SAVE)
    assert secret not in done.stdout
