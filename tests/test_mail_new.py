"""``new --mail``: games by mail are begun, and everything that can be wrong with that."""

from __future__ import annotations

import json
import stat
from pathlib import Path
from typing import Any

import pytest
from conftest import Command
from mailing import received
from processes import refused

from schrille_cli.schrille import GameError, load
from schrille_cli.schrille.mail.post import Post, address_of

SEATS = ["-p", "Ann=blue", "-p", "Bob=red", "-p", "Cid=green"]
MAILS = ["--mail", "Ann=ann@example.org", "--mail", "bob=bob@example.org", "--mail", "C=cid@example.org"]
MODERATOR = ["--moderator-mail", "moderator@example.org"]
NEW = ["new", *SEATS, *MAILS, *MODERATOR]


def post_of(path: Path) -> Post:
    post = load(str(path)).post
    assert post
    return post


def faults(schrille: Command, *args: str) -> list[dict[str, Any]]:
    """Why a game cannot be begun; no file is there then."""
    found: list[dict[str, Any]] = json.loads(refused(schrille, "new", *args, "--json"))["faults"]
    assert not schrille.save.exists()
    return found


def test_a_game_by_mail(schrille: Command) -> None:
    said = schrille(*NEW).stdout
    post, game = post_of(schrille.save), load(str(schrille.save))
    assert (game.setup.cards, game.setup.hands) == ("tool", "tool")
    assert {player: seat.address for player, seat in post.seats.items()} == {
        "Ann": "ann@example.org",
        "Bob": "bob@example.org",
        "Cid": "cid@example.org",
    }
    assert (post.title, post.moderator, post.language) == ("schrille", "moderator@example.org", "en")
    assert (post.open_addresses, post.due, post.mailings, post.mails) == (False, "", 0, ())
    assert post.secret not in said
    assert "@" not in said
    schrille("verify", str(schrille.save))


def test_every_game_has_a_secret_of_its_own(schrille: Command) -> None:
    """Which no seed gives: that can be guessed."""
    secrets = set()
    for name in ("a", "b", "c"):
        schrille(*NEW, "--seed", "1", "-g", f"{name}.toml")
        secrets.add(post_of(schrille.folder / f"{name}.toml").secret)
    assert len(secrets) == 3
    assert all(len(secret) == 64 for secret in secrets)


@pytest.mark.parametrize(
    ("args", "kept"),
    [
        (["--due", "2050-01-01T12:00+01:00"], {"due": "2050-01-01T12:00+01:00"}),
        (["--show-addresses"], {"open_addresses": True}),
        (["--lang", "de"], {"language": "de"}),
        (["--lang", "de", "--json"], {"language": "de"}),
        (["--deal-hands"], {}),
    ],
)
def test_what_the_save_keeps(schrille: Command, args: list[str], kept: dict[str, Any]) -> None:
    schrille(*NEW, *args)
    assert {key: getattr(post_of(schrille.save), key) for key in kept} == kept


@pytest.mark.parametrize(
    "address",
    [
        "ann@example.org",
        "Ann.B+game=x@mail.example.org",
        "o'neill@example.org",
        "a@localhost",
        "a@1.2.3.4",
        "a" * 64 + "@example.org",
        "a@" + ".".join(["b" * 61] * 3),
        "!#$%&'*+-/=?^_`{|}~@example.org",
    ],
)
def test_addresses(schrille: Command, address: str) -> None:
    assert address_of(f"  {address}\t") == address
    mails = ["--mail", f"Ann={address}", *MODERATOR]
    schrille("new", *SEATS, *mails)
    schrille.json("mail", "batch", ".", "--inbox", str(made(schrille, "inbox")), "--outbox", "out")
    (path,) = (schrille.folder / "out").glob("*.eml")
    assert received(path.read_bytes()).address == address


def made(schrille: Command, name: str) -> Path:
    (schrille.folder / name).mkdir()
    return schrille.folder / name


WRONG = [
    "",
    "ann",
    "@example.org",
    "ann@",
    "ann@@example.org",
    "ann@example.org@example.org",
    "a b@example.org",
    "ann@exa mple.org",
    ".ann@example.org",
    "ann.@example.org",
    "a..b@example.org",
    "ann@.example.org",
    "ann@example.org.",
    "ann@-example.org",
    "ann@example-.org",
    "ann@exämple.org",
    "änn@example.org",
    "ann@example.org,bob@example.org",
    "ann@example.org;",
    "<ann@example.org>",
    "Ann <ann@example.org>",
    '"ann"@example.org',
    "ann(x)@example.org",
    "ann@[127.0.0.1]",
    "a" * 65 + "@example.org",
    "a@" + "b" * 300,
    "ann@example.org\nBcc: eve@example.org",
    "ann@example.org\r\n\r\nbody",
    "ann\n@example.org",
    "ann@example.org\x0bx",
    "ann@example.org\u2028Bcc: e@e.e",
    "ann@exam\u202eple.org",
    "ann\u200b@example.org",
    "ann@example.org\x7f",
    "=?utf-8?q?ann?= <a@b.c>",
]


@pytest.mark.parametrize("address", WRONG)
def test_what_is_no_address(address: str) -> None:
    with pytest.raises(GameError) as caught:
        address_of(address)
    (fault,) = caught.value.faults
    assert fault.kind == "mail"
    assert fault.hint
    assert str(fault).isprintable()


@pytest.mark.parametrize("address", WRONG[:4] + WRONG[-9:])
def test_no_address_begins_a_game(schrille: Command, address: str) -> None:
    for args in (
        [*SEATS, "--mail", f"Ann={address}", *MODERATOR],
        [*SEATS, *MAILS, "--moderator-mail", address or " "],
    ):
        (fault,) = faults(schrille, *args)
        assert fault["kind"] == "mail"
        assert fault["message"].isprintable()


@pytest.mark.parametrize(
    ("args", "kinds"),
    [
        (["--mail", "Zed=zed@example.org", *MODERATOR], ["name"]),
        (["--mail", "=zed@example.org", *MODERATOR], ["name"]),
        (["--mail", "Ann", *MODERATOR], ["mail"]),
        (["--mail", "Ann=a@b.c", "--mail", "ann=d@e.f", *MODERATOR], ["mail"]),
        (["--mail", "Ann=x", "--mail", "Zed=y", "--moderator-mail", "z"], ["mail", "name", "mail"]),
        ([*MAILS, *MODERATOR, "--due", "yesterday"], ["due"]),
        ([*MAILS, *MODERATOR, "--due", "2020-01-01"], ["due"]),
        ([*MAILS, *MODERATOR, "--due", "2050-01-01T10:00+01:00:30"], ["due"]),
    ],
)
def test_all_that_is_wrong_is_said_at_once(schrille: Command, args: list[str], kinds: list[str]) -> None:
    assert [fault["kind"] for fault in faults(schrille, *SEATS, *args)] == kinds


def test_two_players_may_share_an_address(schrille: Command) -> None:
    """A couple, whose mails have tokens of their own."""
    schrille("new", *SEATS, "--mail", "Ann=us@example.org", "--mail", "Bob=us@example.org", *MODERATOR)
    schrille.json("mail", "batch", ".", "--inbox", str(made(schrille, "inbox")), "--outbox", "out")
    mails = [received(path.read_bytes()) for path in (schrille.folder / "out").glob("*.eml")]
    assert {mail.name for mail in mails} == {"Ann", "Bob"}
    assert len({mail.token for mail in mails}) == 2


@pytest.mark.parametrize(
    "args",
    [
        MAILS,
        MODERATOR,
        ["--due", "+7"],
        ["--show-addresses"],
        ["--due", "+7", *MODERATOR],
        [*MAILS, *MODERATOR, "--chart", "chart.txt"],
        [*MAILS, "--moderator-mail"],
        [*MAILS, "--moderator-mail", ""],
    ],
)
def test_options_that_go_together(schrille: Command, args: list[str]) -> None:
    (schrille.folder / "chart.txt").write_text("x\n")
    refused(schrille, "new", *SEATS, *args, code=2)
    assert not schrille.save.exists()


@pytest.mark.parametrize("name", ["a\nBcc: eve@example.org", "a\r\n\r\nx", "x\u202ey", "-" * 41, "", " "])
def test_a_file_whose_name_can_be_no_title(schrille: Command, name: str) -> None:
    """It would stand in every subject."""
    done = schrille(*NEW, "-g", f"{name}.toml", "--json", code=1)
    assert {fault["kind"] for fault in json.loads(done.stderr)["faults"]} == {"mail"}
    assert not [path for path in schrille.folder.iterdir() if path.suffix == ".toml"]


@pytest.mark.parametrize("name", ["Größe", "日本", "a b", "x=?utf-8?q?y?=", "[schrille-a]", "a" * 40])
def test_titles_and_names_in_headers(schrille: Command, name: str) -> None:
    """Whatever they are, a mail program reads them back, and there are no headers more."""
    player = name.replace("=", "")
    seats = ["-p", f"{player}=blue", "-p", "Bob=red", "-p", 'C"i\\d=green']
    mails = ["--mail", f"{player}=a@b.c", "--mail", 'C"i\\d=c@b.c']
    schrille("new", *seats, *mails, *MODERATOR, "-g", f"{name}.toml")
    schrille.json("mail", "batch", ".", "--inbox", str(made(schrille, "inbox")), "--outbox", "out")
    first, second = (received(path.read_bytes()) for path in sorted((schrille.folder / "out").glob("*.eml")))
    assert (first.name, second.name) == (player, 'C"i\\d')
    assert first.subject.startswith(f"{name}: ")
    assert first.subject.endswith(f"[{first.token}]")
    assert {*first.message.keys()} == {*second.message.keys()}
    assert all(len(line) <= 78 for line in first.data.decode("ascii").split("\r\n"))
    assert all(line.endswith(b"\r") for line in first.data.split(b"\n")[:-1])


def test_force_keeps_the_old_game(schrille: Command) -> None:
    schrille(*NEW, "--seed", "1")
    old = schrille.save.read_bytes()
    (fault,) = json.loads(schrille(*NEW, "--json", code=1).stderr)["faults"]
    assert fault["kind"] == "file"
    assert schrille.save.read_bytes() == old
    assert schrille.json(*NEW, "--force")["kept"] == str(schrille.save) + "~"
    assert (schrille.folder / "schrille.toml~").read_bytes() == old
    assert post_of(schrille.save).secret.encode() not in old
    done = schrille.json("mail", "batch", ".", "--inbox", str(made(schrille, "inbox")), "--outbox", "out")
    assert (done["games"], done["mails"]) == (1, 3)


def test_the_modes_of_files(schrille: Command) -> None:
    """A save keeps its mode; mails are for nobody else's eyes."""
    schrille(*NEW)
    schrille.save.chmod(0o640)
    schrille.json("mail", "batch", ".", "--inbox", str(made(schrille, "inbox")), "--outbox", "out")
    assert stat.S_IMODE(schrille.save.stat().st_mode) == 0o640
    schrille("mail", "extend", "--due", "+3")
    assert stat.S_IMODE(schrille.save.stat().st_mode) == 0o640
    mails = [*(schrille.folder / "out").glob("*.eml")]
    assert {stat.S_IMODE(path.stat().st_mode) for path in mails} == {0o600}


def test_the_part_of_a_save_is_read_with_care(schrille: Command) -> None:
    """What somebody has put into it that would stand in headers is refused, and named."""
    schrille(*NEW)
    text = schrille.save.read_text("utf-8")
    for old, new, place in (
        ('address = "ann@example.org"', 'address = "ann@example.org\\nBcc: x@y.z"', "mail.players.Ann.address"),
        ('moderator = "moderator@example.org"', 'moderator = "m@e.o\\r\\nX: y"', "mail.moderator"),
        ('title = "schrille"', 'title = "a\\nb"', "mail.title"),
        ('due = ""', 'due = "tomorrow"', "mail.due"),
    ):
        assert old in text
        schrille.save.write_text(text.replace(old, new), "utf-8")
        (fault,) = json.loads(schrille("show", "--json", code=1).stderr)["faults"]
        assert place in fault["place"]
    schrille.save.write_text(text, "utf-8")
    schrille("show")
