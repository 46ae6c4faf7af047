"""The mails that go out, read by the standard library's parser: nothing is wrong, nothing is changed."""

from __future__ import annotations

import re
from email import message_from_bytes, policy
from email.header import decode_header, make_header
from email.message import EmailMessage

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from schrille_cli.kit.letters import read_head, read_letter
from schrille_cli.kit.names import name_fault, nfc
from schrille_cli.schrille import Game
from schrille_cli.schrille.mail.compose import compose
from schrille_cli.schrille.mail.desk import Draft
from schrille_cli.schrille.mail.messages import Message
from schrille_cli.schrille.mail.post import Post, Seat
from schrille_cli.schrille.mail.tokens import token

HARD = (
    "Ann",
    'O\'Neill, "Bob" \\ <x@y.z>',
    "=?utf-8?q?Cid?=",
    "Ünal (Jürgen) \u00dfo",
    "a  b   c",
    "日本語の名前をとても長く書いた場合にはどうなるのか試してみよう四十文字ちょうどに",
    "\U0001f3b2" * 40,
    "e\u0301" * 20,
    "x" * 40,
    "ä" * 40,
    "a.b.c@d;:,",
    "שלום עולם",
    "a\u00a0b\u2003c",
    "[schrille-abcdefgh-1-abcdefghijklmnop]",
    "%s {title} \\r\\n",
    "=?x?=",
    "ab =?",
)
NAMES = st.sampled_from(HARD) | st.text(min_size=1, max_size=40).map(str.strip).map(nfc)
PLAYERS = NAMES.filter(lambda name: not name_fault(name, "player", "=:,"))
TITLES = NAMES.filter(lambda name: not name_fault(name, "title"))
IDS = st.just("") | st.from_regex(r"\A<[!-;=?-~]{1,248}>\Z")


def composed(player: str, title: str, subject: str, answers: str, address: str = "ann@example.org") -> bytes:
    """A mail as it goes out."""
    game = Game.new(dict.fromkeys((player, "Bert B", "Carl C")), seed="s", deal_hands=True)
    post = Post(
        title, "mod@example.org", "a" * 64, "en", False, "", "1 placing", 0, 0, {player: Seat(address)}, ()
    )
    return compose(
        post,
        Draft(Message(player, subject, "Hello.\n.\nFrom x\n", answers), token(post, player, game.state.opened)),
        3,
        1_700_000_000,
    )


@settings(max_examples=150, deadline=None)
@given(PLAYERS, TITLES, IDS)
@example("Ann", "x" * 40, f"<{'x' * 248}>")
@example("Cid", "=?utf-8?q?Cid?= =?utf-8?q?Cid?=", "")
def test_headers_come_back(player: str, title: str, answers: str) -> None:
    subject = f"Round 3: {title}"
    data = composed(player, title, subject, answers)
    assert b"\n" not in data.replace(b"\r\n", b"")
    assert b"\r" not in data.replace(b"\r\n", b"")
    head, _blank, body = data.partition(b"\r\n\r\n")
    assert head.isascii()
    assert body.isascii()
    assert max(map(len, data.split(b"\r\n"))) <= 998
    assert all(line.strip() for line in head.split(b"\r\n"))  # a line of blanks would end the head for some
    message = message_from_bytes(data, policy=policy.strict)
    assert isinstance(message, EmailMessage)
    for name in message:
        assert list(message[name].defects) == []
    (tag,) = set(re.findall(r"schrille-[a-z2-7]{8}-1-[a-z2-7]{16}", message["Message-ID"]))
    assert message["Subject"] == f"{title}: {subject} [{tag}]"
    assert message["Message-ID"] == f"<{tag}.3@example.org>"
    assert (message["In-Reply-To"] or "", message["References"] or "") == (answers, answers)
    (address,) = message["To"].addresses
    assert address.addr_spec == "ann@example.org"
    if player.isascii():
        assert address.display_name == player
    # Some Pythons' parser of addresses keeps the space between two encoded words (RFC 2047, 6.2).
    raw = message_from_bytes(data, policy=policy.compat32)["To"]
    assert str(make_header(decode_header(raw))).endswith("<ann@example.org>")
    name = decode_header(raw)[0]
    assert player.isascii() or name == (player.encode(), "utf-8")
    assert message["From"] == "mod@example.org"
    assert message["Date"].datetime.timestamp() == 1_700_000_000
    assert message.get_content().replace("\r\n", "\n").splitlines()[2:5] == ["Hello.", ".", "From x"]


@settings(max_examples=100, deadline=None)
@given(PLAYERS, TITLES)
def test_our_own_reader_finds_the_same(player: str, title: str) -> None:
    """Of a mail that comes back, as a bounce does, or is answered with its subject."""
    data = composed(player, title, "A subject", "")
    head = read_head(data)
    assert head.automatic == "own"
    assert re.search(r": A subject \[schrille-[a-z2-7]{8}-1-[a-z2-7]{16}\]$", head.subject)
    assert "Hello." in [line.text for line in read_letter(data).lines]


@pytest.mark.parametrize("local", ["a" * 64, "a!#$%&'*+/=?^_`{|}~-b"])
def test_long_and_odd_addresses(local: str) -> None:
    address = f"{local}@{'.'.join(['x' * 45] * 4)}.org"
    data = composed("Ann", "friday", "s", "", address)
    message = message_from_bytes(data, policy=policy.strict)
    assert message["To"].addresses[0].addr_spec == address
    assert max(map(len, data.split(b"\r\n"))) <= 998
