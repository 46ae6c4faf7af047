"""Any mails in any order over any batches: what counts is the last good slip, and nothing forged ever does."""

from __future__ import annotations

import tempfile
from collections import Counter
from functools import lru_cache
from pathlib import Path
from random import Random
from typing import NamedTuple

from hypothesis import given, settings
from hypothesis import strategies as st
from postbags import BROKEN, FOUR, START, by_mail, put, reply, run, save_all, slip, token_of
from processes import MEMORY

from schrille_cli.kit.letters import read_head
from schrille_cli.schrille import Game, dumps, load, loads
from schrille_cli.schrille.mail import orders
from schrille_cli.schrille.mail.post import handled
from schrille_cli.schrille.mail.tokens import token as token_made
from schrille_cli.schrille.saves import save

PLAYERS = ("Ann", "Bob", "Cid")  # Dora never sends anything, so that the round goes on
FOOTER = "\n\n_______________________________________________\nFriday mailing list\nFriday@lists.example\n"
GOOD = ("good", "received", "footer")  # as they come, or by other ways
BAD = ("broken", "words", "scrubbed")
NOTHING = ("automatic", "flipped", "late", "another round", "another game", "old person")
KINDS = (*GOOD, *BAD, *NOTHING)


class Mail(NamedTuple):
    """A mail: its kind, whose it is, which of the player's slips it has, its number, its date (0 for none)."""

    kind: str
    player: str
    choice: int
    number: int
    date: int


@lru_cache(1)
def games() -> tuple[str, str, str]:
    """Two saves in their second round, of which all players know, and the first one's in the first round."""
    first, other = by_mail(1, {**FOUR}), by_mail(2, {**FOUR})
    before = dumps(first)
    for game in (first, other):
        game.place_all({player: slip(game, player) for player in FOUR})
        game.resolve()
        game.score()
        game.next()
    with tempfile.TemporaryDirectory(dir=MEMORY) as name:
        folder = Path(name)
        save_all(folder / "games", {"a": first, "b": other})
        run(folder / "games", put(folder / "in"), folder / "out")
        return *(path.read_text("utf-8") for path in sorted((folder / "games").glob("*.toml"))), before


@lru_cache(1)
def loaded() -> tuple[Game, ...]:
    return tuple(map(loads, games()))


@lru_cache(None)
def text_of(player: str, choice: int) -> str:
    """One of some slips of a player."""
    return slip(loaded()[0], player, str(choice))


def flipped(token: str, number: int) -> str:
    """A token with one letter of what proves it changed."""
    at = len(token) - 1 - number % 16
    return token[:at] + ("a" if token[at] != "a" else "b") + token[at + 1 :]


@lru_cache(None)
def made(mail: Mail) -> bytes:
    """The bytes of a mail."""
    game, other, earlier = loaded()
    token, text, heads = token_of(game, mail.player), text_of(mail.player, mail.choice), {}
    date = mail.date or ""
    if mail.kind in BAD:
        text = {"broken": BROKEN, "words": "Hello, who is in the lead?", "scrubbed": "[scrubbed]"}[mail.kind]
    elif mail.kind == "footer":
        text += FOOTER
    elif mail.kind == "automatic":
        heads = {"Auto-Submitted": "auto-replied"}
    elif mail.kind == "flipped":
        token = flipped(token, mail.number)
    elif mail.kind == "late":
        token = token_of(earlier, mail.player)
    elif mail.kind == "another round":
        token = token.replace("-2-", f"-{1 + 2 * (mail.number % 2)}-")
    elif mail.kind == "another game":
        token = token_of(other, mail.player)
    elif mail.kind == "old person":
        token = str(token_made(orders.post_of(game).seated(mail.player, person=9), mail.player, game.state.opened))
    data = reply(text, token, mail.number, date, **heads)
    way = b"Received: from x by y; Sun, 1 Mar 2026 12:00:00 +0000\n" if mail.kind == "received" else b""
    return way + data


def inbox(chance: Random, undated: bool) -> list[Mail]:
    """Mails as they lie in an inbox. Each good one has a number of its own, and may come again in other ways."""
    mails = []
    dates = chance.sample(range(1, 10), 9)
    for number, at in enumerate(dates[: chance.randint(1, 9)], 1):
        kind = chance.choice(("good", "good", "good", *BAD[:2], chance.choice(NOTHING)))
        date = 0 if undated and chance.random() < 0.3 else START + 60 * at
        mail = Mail(kind, chance.choice(PLAYERS[: chance.randint(1, 3)]), chance.randrange(3), number, date)
        mails.append(mail)
        if kind == "good":
            ways = chance.choices(("good", "received", "footer", "scrubbed"), k=chance.choice((0, 0, 1, 2)))
            mails += (mail._replace(kind=way) for way in ways)
    chance.shuffle(mails)
    return mails


def batches(mails: list[Mail], parts: list[int], folder: Path) -> Game:
    """The game after some batches, each of the mails so far; ``parts`` tells with which of them a mail comes."""
    number = max(parts) + 1
    for part in range(number):
        deliver(mails, parts, part, folder)
        check_run(folder)
    return load(str(folder / "games" / "a.toml"))


def deliver(mails: list[Mail], parts: list[int], part: int, folder: Path) -> list[Mail]:
    """Put the mails of a part into the inbox, and return them in the order in which they lie there."""
    came = [(at, mail) for at, mail in enumerate(mails) if parts[at] == part]
    for at, mail in came:
        put(folder / "in", made(mail), start=at + 1)
    return [mail for _at, mail in came]


def check_run(folder: Path) -> None:
    rows = run(folder / "games", folder / "in", folder / "out")
    assert [row.faults for row in rows] == [(), ()]


def fresh(name: str) -> Path:
    """A folder with both games and an empty inbox."""
    folder = Path(name)
    save_all(folder / "games", dict(zip("ab", loaded(), strict=False)))
    put(folder / "in")
    return folder


def slips(game: Game) -> dict[str, str]:
    return {player: str(slip) for player, slip in game.state.slips.items()}


SEEDS = st.integers(0, 2**32)


@settings(max_examples=50, deadline=None)
@given(SEEDS)
def test_the_last_good_slip_counts_whatever_else_comes(seed: int) -> None:
    """However the mails are divided among batches, which is done in two ways."""
    chance = Random(seed)
    mails = inbox(chance, undated=False)
    last: dict[str, Mail] = {}
    for mail in mails:
        if mail.kind in GOOD and (mail.player not in last or mail.date > last[mail.player].date):
            last[mail.player] = mail
    expected = {mail.player: text_of(mail.player, mail.choice) for mail in last.values()}
    for number in (1, 3):
        parts = chance.choices(range(number), k=len(mails))
        with tempfile.TemporaryDirectory(dir=MEMORY) as name:
            folder = fresh(name)
            game = batches(mails, parts, folder)
            assert slips(game) == expected
            check_records(game, mails, folder)
            foreign = any(mail.kind == "another game" for mail in mails)
            assert foreign or not load(str(folder / "games" / "b.toml")).state.slips


def check_records(game: Game, mails: list[Mail], folder: Path) -> None:
    """Each good mail counted once, each bad one was answered once, and nothing else was answered."""
    known = [handled(line) for line in orders.post_of(game).mails]
    assert len({mail.id for mail in known}) == len(known)
    counted = Counter(mail.twin for mail in known if mail.kind in ("slip", "older"))
    assert set(counted.values()) <= {1}
    assert len(counted) == len({mail.number for mail in mails if mail.kind in GOOD})
    by_id = {read_head(made(mail)).id: mail for mail in mails}
    for mail in known:
        kind = by_id[mail.id].kind
        if kind in NOTHING:
            assert mail.kind == {"automatic": "silent", "late": "late"}[kind]
    answered = Counter(read_head(path.read_bytes()).references for path in folder.glob("out/*.eml"))
    wanted = {mail.number for mail in mails if mail.kind in (*GOOD, *BAD) or mail.kind == "another game"}
    numbers = Counter(int(refs[0].split("@")[0][1:]) for refs in answered.elements() if refs)
    assert set(numbers) == wanted
    twice = {mail.number for mail in mails if mail.kind == "scrubbed"}  # asked first, and then it came whole
    assert all(number == 1 or (of in twice and number == 2) for of, number in numbers.items())


# Moderators' commands in between


class Model:
    """Which slips count, thought out anew: a list of what was, and the mails that were handled."""

    def __init__(self) -> None:
        self.states: list[dict[str, str]] = [{}]
        self.good: list[Mail] = []
        self.seen: set[bytes] = set()
        self.done: set[int] = set()

    def change(self, player: str, text: str) -> None:
        if self.states[-1].get(player) != text:
            self.states.append({**self.states[-1], player: text})

    def batch(self, mails: list[Mail]) -> None:
        for mail in sorted(mails, key=lambda mail: mail.date or 10**12):
            if mail.kind not in GOOD or mail.number in self.done:
                continue
            self.done.add(mail.number)
            text, now = text_of(mail.player, mail.choice), self.states[-1].get(mail.player)
            said = [
                one.date
                for one in self.good
                if (one.player, text_of(one.player, one.choice)) == (mail.player, now)
            ]
            self.good.append(mail)
            if not (mail.date and said and mail.date < max(said)):
                self.change(mail.player, text)


@settings(max_examples=30, deadline=None)
@given(SEEDS)
def test_moderators_and_mails(seed: int) -> None:
    chance = Random(seed)
    mails = inbox(chance, undated=True)
    parts = chance.choices(range(3), k=len(mails))
    model = Model()
    with tempfile.TemporaryDirectory(dir=MEMORY) as name:
        folder = fresh(name)
        path = str(folder / "games" / "a.toml")
        for part in range(3):
            model.batch(deliver(mails, parts, part, folder))
            check_run(folder)
            game = load(path)
            assert slips(game) == model.states[-1]
            for _ in range(chance.randrange(4)):
                command = chance.choice(("place", "undo", "accept"))
                player, number = chance.choice(PLAYERS), chance.randrange(4)
                if command == "place":
                    text = text_of(player, number)
                    game.place(player, text, replace=player in model.states[-1])
                    model.states.append({**model.states[-1], player: text})
                elif command == "undo" and len(model.states) > 1:
                    game.undo()
                    model.states.pop()
                elif command == "accept" and model.good:
                    mail = model.good[number % len(model.good)]
                    text = text_of(mail.player, mail.choice)
                    if model.states[-1].get(mail.player) != text:
                        orders.accept(game, read_head(made(mail)).id[:8])
                        model.change(mail.player, text)
            save(game, path)
            assert slips(load(path)) == model.states[-1]
        check_run(folder)
        assert slips(load(path)) == model.states[-1]
