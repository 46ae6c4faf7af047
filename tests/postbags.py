"""Folders of games by mail and the inboxes that belong to them, for tests; batches run in the same process."""

from __future__ import annotations

import os
import re
import tempfile
from collections.abc import Callable, Iterable, Iterator, Sequence
from datetime import UTC, datetime
from email import message_from_bytes, policy
from email.message import EmailMessage
from email.utils import format_datetime
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

from mailed import address_of, any_slip

from schrille_cli.kit import boxes
from schrille_cli.kit.mboxes import unquoted, written
from schrille_cli.schrille import Game, Rules, dumps, load, with_settings
from schrille_cli.schrille.mail import batch
from schrille_cli.schrille.mail.batch import Plan, Row
from schrille_cli.schrille.mail.inbox import register
from schrille_cli.schrille.mail.post import Post, Seat
from schrille_cli.schrille.mail.tokens import game_id, token

NOW = datetime(2026, 3, 1, 12, tzinfo=UTC)
START = int(NOW.timestamp()) - 86_400  # when the first mails are written
FOUR = {"Ann": "blue", "Bob": "red", "Cid": "green", "Dora": "yellow"}
SIX = {**FOUR, "Emil": "violet", "Frida": "orange"}
KINDS = ("folder", "maildir", "mbox")
BROKEN = "14+3 14+4 9-2"
OPENING = {"Ann": "blue", "Bob": "red", "Cid": "blue"}
ANSWERS = {"Ann": "label violet", "Bob": "stay", "Cid": "stay", "Dora": "label orange, violet"}
DATE = re.compile(rb"^Date: .*\r?\n", re.MULTILINE)


class Sent(NamedTuple):
    """A mail that went out, as far as it is the same whenever it is made."""

    id: str
    to: str
    subject: str
    text: str
    rest: tuple[tuple[str, str], ...]


def by_mail(number: int, players: dict[str, str | None], rules: Sequence[str] = (), **changes: Any) -> Game:
    """A game by mail, with a secret that follows from its number."""
    game = Game.new(players, seed=f"g{number}", rules=with_settings(Rules(), rules), deal_hands=True)
    seats = {player: Seat(address_of(f"{player}{number}")) for player in game.setup.players}
    post = Post(
        f"game {number}", "moderator@example.org", f"{number:064x}", "en", False, "", "1 placing", 0, 0, seats, ()
    )
    game.post = post._replace(**changes)
    return game


def slip(game: Game, player: str, chance: str = "") -> str:
    """A slip that this player may place now."""
    return str(any_slip(game, player, Random(f"{game.setup.seed}{player}{chance}")))


def reply(
    text: str,
    subject: object = "",
    number: int = 1,
    date: int | str | None = None,
    references: str = "",
    **headers: str,
) -> bytes:
    """A mail to the moderator, written so many minutes after the start, or at a date, with a token in its subject.

    ``date`` is in seconds since 1970, or the text of the header; empty for none.
    """
    message = EmailMessage()
    message["From"], message["To"] = "somebody@players.example", "moderator@example.org"
    message["Subject"] = f"Re: a round [{subject}]"
    message["Message-ID"] = f"<{number}@mail.players.example>"
    if date != "":
        written_at = datetime.fromtimestamp(START + 60 * number if date is None else int(date), UTC)
        message["Date"] = format_datetime(written_at)
    if references:
        message["References"] = references
    for name, value in headers.items():
        message[name.replace("_", "-")] = value
    message.set_content(text)
    return message.as_bytes()


def token_of(game: Game, player: str) -> str:
    """The token of a player for the round in play."""
    assert game.post
    return str(token(game.post, player, game.state.opened))


def put(folder: Path, *mails: bytes, start: int = 1) -> Path:
    """Mails as files of a folder, numbered."""
    folder.mkdir(exist_ok=True)
    for number, data in enumerate(mails, start):
        (folder / f"{number:05}.eml").write_bytes(data)
    return folder


def box(folder: Path, kind: str) -> Path:
    """The path of an outbox of a kind; a Maildir is made."""
    if kind == "mbox":
        return folder / "out.mbox"
    for name in ("cur", "new", "tmp") if kind == "maildir" else ():
        (folder / "out" / name).mkdir(parents=True, exist_ok=True)
    return folder / "out"


def as_mbox(path: Path, mails: Iterable[bytes]) -> None:
    """Mails as an mbox."""
    path.write_bytes(b"".join(map(written, mails)))


def save_all(folder: Path, games: dict[str, Game]) -> None:
    """Write saves."""
    folder.mkdir(exist_ok=True)
    for name, game in games.items():
        (folder / f"{name}.toml").write_text(dumps(game), "utf-8")


def run(folder: Path, inbox: Path, outbox: Path, now: datetime = NOW, **settings: Any) -> list[Row]:
    """A batch over a folder of saves."""
    plan = {"passing": False, "due": "", "dry_run": False, **settings}
    with tempfile.TemporaryDirectory() as place:
        register(os.path.join(place, "register"), str(folder), str(inbox))
        return list(batch.run(Plan(os.path.join(place, "register"), str(outbox), now=now, **plan)))


def out(path: Path) -> list[bytes]:
    """The mails in an outbox."""
    if not path.exists():
        return []
    return [unquoted(boxes.read(found)) for found in boxes.mails(str(path))]


def sent(data: bytes) -> Sent:
    """A mail that went out, taken apart by the standard library, which finds nothing wrong with it."""
    message = message_from_bytes(data.replace(b"\r\n", b"\n"), policy=policy.default)
    for part in (message, *(message[name] for name in message)):
        assert list(part.defects) == []
    heads = {name: str(value) for name, value in message.items() if name != "Date"}
    assert message["Date"]
    id, to, subject = (heads.pop(name) for name in ("Message-ID", "To", "Subject"))
    return Sent(id, to, subject, message.get_content(), tuple(sorted(heads.items())))


def all_sent(path: Path) -> dict[str, Sent]:
    """What is in an outbox by Message-ID; no two mails have the same one."""
    mails = [sent(data) for data in out(path)]
    found = {mail.id: mail for mail in mails}
    assert len(found) == len(mails)
    return found


def undated(path: Path) -> dict[str, str]:
    """What is in an outbox by Message-ID, each mail to the byte but for its date and the kind of its line ends."""
    mails = [
        DATE.sub(b"", data, count=1).replace(b"\r\n", b"\n").rstrip(b"\n").decode("ascii") for data in out(path)
    ]
    found = {mail.partition("\nMessage-ID: ")[2].partition("\n")[0]: mail for mail in mails}
    assert len(found) == len(mails)
    return found


def texts(folder: Path) -> dict[str, str]:
    """The saves of a folder."""
    return {path.stem: path.read_text("utf-8") for path in sorted(folder.glob("*.toml"))}


def group_of(save: str) -> str:
    """How the Message-IDs of the mails begin that belong to a save's text."""
    secret = save.partition('\nsecret = "')[2][:64]
    return f"<schrille-{game_id(secret)}-"


GAMES: dict[str, Callable[[], Game]] = {
    "all-in": lambda: by_mail(1, {**FOUR}),
    "full-table": lambda: by_mail(2, {**SIX}),
    "last": lambda: by_mail(3, {**FOUR}, ["target=1"]),
    "mixed": lambda: by_mail(4, {**FOUR}),
    "new": lambda: by_mail(5, {**FOUR}),  # of which the players were told nothing yet
    "opening": lambda: by_mail(6, dict.fromkeys(("Ann", "Bob", "Cid"))),
    "scored": lambda: scored_game(7),
    "table": lambda: Game.new({**FOUR}, seed="t"),  # no game by mail
}


def scored_game(number: int) -> Game:
    """A game by mail in which the first round is scored."""
    game = by_mail(number, {**FOUR})
    game.place_all({player: slip(game, player) for player in FOUR})
    game.resolve()
    game.score()
    return game


def many(folder: Path, *names: str) -> tuple[Path, list[bytes]]:
    """A folder of games at different phases, all or those that are named, and the mails that came in."""
    saves = folder / "games"
    games = {name: make() for name, make in GAMES.items() if name in (names or GAMES)}
    save_all(saves, {name: game for name, game in games.items() if name != "new"})
    run(saves, put(folder / "nothing"), folder / "before")
    save_all(saves, {name: game for name, game in games.items() if name == "new"})
    mails: list[bytes] = []
    for name, game in games.items():
        mails += (
            reply(text, of, 100 * len(name) + number, **heads)
            for number, (text, of, heads) in enumerate(came(name, game))
        )
    return saves, [*mails, mails[0]]


def came(name: str, game: Game) -> Iterator[tuple[str, str, dict[str, str]]]:
    """The mails that come in of a game: the text, the token, and further headers of each."""
    players = game.setup.players
    tokens = {player: token_of(game, player) for player in players} if game.post else {}
    if name in ("all-in", "full-table", "last"):
        yield from ((slip(game, player), tokens[player], {}) for player in players)
    if name == "mixed":
        yield slip(game, "Ann"), tokens["Ann"], {}
        yield BROKEN, tokens["Bob"], {}
        yield slip(game, "Ann", "2"), tokens["Ann"], {}
        yield "Hello, when is it due?", tokens["Cid"], {}
        yield "I am away", tokens["Dora"], {"Auto-Submitted": "auto-replied"}
        yield slip(game, "Dora"), "schrille-aaaaaaaa-1-aaaaaaaaaaaaaaaa", {}
        yield slip(game, "Dora"), tokens["Dora"][:-3] + "aaa", {}
    if name == "opening":
        yield from ((f"label {label}", tokens[player], {}) for player, label in OPENING.items())
    if name == "scored":
        yield from ((answer, tokens[player], {}) for player, answer in ANSWERS.items())


def later(saves: Path) -> list[bytes]:
    """Mails that come in later: slips that replace one, that come again, that were owed."""
    mixed = load(str(saves / "mixed.toml"))
    mails = [reply(slip(mixed, player, "3"), token_of(mixed, player), 1300) for player in ("Ann", "Bob", "Cid")]
    scored = load(str(saves / "scored.toml"))
    return [*mails, reply("stay", token_of(scored, "Dora"), 1301)]
