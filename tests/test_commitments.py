"""Commitments to slips: computed in another way, and read back from what mail programs make of them."""

from __future__ import annotations

import hashlib
import subprocess
import textwrap
from random import Random

import pytest
from conftest import PLAYERS
from hypothesis import given
from hypothesis import strategies as st
from mailed import SECRET, any_slip, post_of

from schrille_cli.schrille import Game, Slip
from schrille_cli.schrille.mail import commitments
from schrille_cli.schrille.mail.commitments import Committed, Shown, receipts_in, slips_in

SLIP = Slip(((14, 3), (12, 4), (9, -2), (7, -1), (3, 2)), 1, 8)
SALT = "0123456789abcdef" * 2
NAMES = st.text(st.characters(codec="utf-8", exclude_categories=("C", "Z"), exclude_characters="=:,"), min_size=1)
QUOTED = ["", "> ", "> > ", ">> ", "  ", "| "]


@st.composite
def slips(draw: st.DrawFn) -> Slip:
    holes = draw(st.permutations(range(1, 15)))
    values = draw(st.lists(st.sampled_from([-4, -3, -2, -1, 1, 2, 3, 4]), min_size=1, max_size=7))
    return Slip(tuple(zip(holes[2:], values, strict=False)), holes[0], holes[1]).in_order()


def independent(game: str, number: int, player: str, slip: str, salt: str) -> str:
    """The commitment as the README lets anybody compute it."""
    lines = ["schrille-slip", game, str(number), player, slip, salt]
    return hashlib.sha256("".join(line + "\n" for line in lines).encode("utf-8")).hexdigest()


def test_it_is_the_sum_of_six_lines() -> None:
    text = "schrille-slip\nabcdefgh\n3\nZoë Ω\n14+3 12+4 9-2 7-1 3+2 1:no1 8:pick\n" + SALT + "\n"
    done = subprocess.run(["sha256sum"], input=text.encode(), capture_output=True, check=True)
    assert commitments.commitment("abcdefgh", 3, "Zoë Ω", SLIP, SALT) == done.stdout.decode().split()[0]


@given(NAMES.filter(lambda name: name[0] != "-"), slips(), st.integers(1, 9999))
def test_it_is_computed_alike_elsewhere(player: str, slip: Slip, number: int) -> None:
    expected = independent("abcdefgh", number, player, str(slip), SALT)
    assert commitments.commitment("abcdefgh", number, player, slip, SALT) == expected


def test_the_result_shows_the_lines_that_it_is_made_of() -> None:
    lines = commitments.result_lines("abcdefgh", 3, "Ann", SLIP, SALT).split("\n")
    assert len(lines) == 7
    text = "".join(line + "\n" for line in lines[:6])
    assert hashlib.sha256(text.encode()).hexdigest() == lines[6]
    assert commitments.receipt_lines("abcdefgh", 3, "Ann", SLIP, SALT).split("\n")[-1] == lines[6]


def test_the_order_of_the_chips_does_not_matter() -> None:
    turned = SLIP._replace(influence=SLIP.influence[::-1])
    assert str(turned) != str(SLIP)
    game = Game.new(PLAYERS, seed="s", deal_hands=True)
    opened, post = game.state.opened, post_of(game)
    assert commitments.salt(post, "Ann", opened, turned) == commitments.salt(post, "Ann", opened, SLIP)
    for lines in (commitments.commitment, commitments.receipt_lines, commitments.result_lines):
        assert lines("abcdefgh", 3, "Ann", turned, SALT) == lines("abcdefgh", 3, "Ann", SLIP, SALT)


def test_salts_differ_wherever_anything_does() -> None:
    game = Game.new(PLAYERS, seed="s", deal_hands=True)
    other = Game.new(PLAYERS, seed="t", deal_hands=True)
    post, opened = post_of(game), game.state.opened
    found = [
        commitments.salt(post, "Ann", opened, SLIP),
        commitments.salt(post, "Bob", opened, SLIP),
        commitments.salt(post, "Ann", opened, SLIP._replace(no1=2)),
        commitments.salt(post, "Ann", opened._replace(number=2), SLIP),
        commitments.salt(post, "Ann", other.state.opened, SLIP),
        commitments.salt(post._replace(secret="5d" * 32), "Ann", opened, SLIP),
    ]
    assert len({*found}) == len(found)
    assert all(len(salt) == 32 and int(salt, 16) >= 0 for salt in found)
    assert found[0] == commitments.salt(post._replace(title="x", mailings=9), "Ann", opened, SLIP)
    assert SECRET not in "".join(found)


# Read back


def text_of(quote: str = "", width: int = 72) -> str:
    """A mail with a receipt and a result of two players, quoted and wrapped."""
    parts = [
        "Hello Ann,\n\nThe commitment to this slip:",
        commitments.receipt_lines("abcdefgh", 3, "Ann Lee", SLIP, SALT),
        commitments.result_lines("abcdefgh", 3, "Ann Lee", SLIP, SALT),
        commitments.result_lines("abcdefgh", 3, "Zoë", SLIP._replace(no1=2), SALT[::-1]),
        "Best wishes",
    ]
    lines = "\n\n".join(parts).split("\n")
    wrapped = (line for text in lines for line in textwrap.wrap(quote + text, width) or [quote.strip()])
    return "\n".join(wrapped)


EXPECTED = Committed("abcdefgh", 3, "Ann Lee", commitments.commitment("abcdefgh", 3, "Ann Lee", SLIP, SALT))


@pytest.mark.parametrize("quote", QUOTED)
@pytest.mark.parametrize("end", ["\n", "\r\n", "  \n", "\u00a0\n"])
def test_they_are_read_from_quoted_mails(quote: str, end: str) -> None:
    text = text_of(quote).replace("\n", end)
    assert receipts_in(text) == [EXPECTED]
    found = slips_in(text)
    assert [(slip.player, slip.slip, slip.salt) for slip in found] == [
        ("Ann Lee", str(SLIP), SALT),
        ("Zoë", str(SLIP._replace(no1=2)), SALT[::-1]),
    ]
    assert all(slip.good for slip in found)
    assert found[0].commitment == EXPECTED.commitment


@pytest.mark.parametrize("width", [30, 40, 64, 66])
def test_they_are_read_where_lines_were_broken(width: int) -> None:
    """A program that breaks lines does so in digits too, and puts what is left on a line of its own."""
    for quote in ("", "> ", "> > "):
        text = "\n".join(
            quote + line for whole in text_of().split("\n") for line in textwrap.wrap(whole, width) or [""]
        )
        assert receipts_in(text) == [EXPECTED]
        assert [slip.good for slip in slips_in(text)] == [True, True]


def test_they_are_read_where_lines_were_joined() -> None:
    text = " ".join(text_of().split())
    assert receipts_in(text) == [EXPECTED]
    assert [(slip.player, slip.good) for slip in slips_in(text)] == [("Ann Lee", True), ("Zoë", True)]


@given(NAMES.filter(lambda name: name[0] != "-" and len(name) <= 40), slips(), st.sampled_from(QUOTED))
def test_every_name_is_read(player: str, slip: Slip, quote: str) -> None:
    from schrille_cli.kit.errors import GameError
    from schrille_cli.kit.names import clean_name

    try:
        player = clean_name(player, "player", "=:,")
    except GameError:
        return
    lines = commitments.result_lines("abcdefgh", 3, player, slip, SALT).split("\n")
    expected = independent("abcdefgh", 3, player, str(slip), SALT)
    assert slips_in("\n".join(quote + line for line in lines)) == [
        Shown("abcdefgh", 3, player, str(slip), SALT, expected)
    ]
    assert slips_in("\n".join(quote + line for line in lines))[0].good


@pytest.mark.parametrize("player", ["schrille", "cafe", "14+3", "3", "abcdefgh", "> Ann", "Ann  Lee", "A B 9-2 C"])
def test_odd_names_are_read(player: str) -> None:
    lines = commitments.result_lines("abcdefgh", 3, player, SLIP, SALT)
    receipt = commitments.receipt_lines("abcdefgh", 3, player, SLIP, SALT)
    for quote in ("", "> ", "> > "):
        text = "\n".join(quote + line for line in f"{receipt}\n\n{lines}".split("\n"))
        assert [(slip.player, slip.good) for slip in slips_in(text)] == [(player, True)]
        assert [found.player for found in receipts_in(text)] == [player]


@pytest.mark.parametrize("index", range(1, 7))
def test_every_change_is_found(index: int) -> None:
    lines = commitments.result_lines("abcdefgh", 3, "Ann", SLIP, SALT).split("\n")
    for old, new in (("a", "b"), ("3", "4"), ("A", "B"), ("+3", "+2"), ("0", "1"), ("f", "e")):
        changed = [*lines]
        changed[index] = lines[index].replace(old, new, 1)
        if changed != lines:
            assert [slip.good for slip in slips_in("\n".join(changed))] in ([False], [])


def test_what_is_no_commitment_is_passed_over() -> None:
    assert slips_in("schrille-slip") == receipts_in("schrille-commitment\n") == []
    assert slips_in("schrille-slip\nabcdefgh\n3\nAnn\n") == []
    lines = commitments.receipt_lines("abcdefgh", 3, "Ann", SLIP, SALT)
    assert receipts_in(lines[:-1]) == []
    assert receipts_in(lines + "0") == []
    assert receipts_in(lines.replace("\n3\n", "\n0\n")) == []
    assert receipts_in(lines.replace("Ann", "A\x1bnn")) == []


def test_reading_takes_no_longer_than_the_text() -> None:
    import time

    chance = Random(1)
    words = ["schrille-slip", "schrille-slip\n", "abcdefgh", "3", "a" * 64, "14+3", ">" * 50, "\n", " "]
    for text in ("".join(chance.choices(words, k=60_000)), ">" * 1_000_000, "schrille-slip abcdefgh 3 " * 30_000):
        start = time.process_time()
        slips_in(text)
        receipts_in(text)
        assert time.process_time() - start < 10


def test_slips_of_games_are_read_back() -> None:
    chance = Random(2)
    game = Game.new(PLAYERS, seed="s", deal_hands=True)
    slips = {player: any_slip(game, player, chance) for player in PLAYERS}
    post, opened = post_of(game), game.state.opened
    text = "\n".join(
        commitments.result_lines("abcdefgh", 1, player, slip, commitments.salt(post, player, opened, slip))
        for player, slip in slips.items()
    )
    assert {slip.player: slip.slip for slip in slips_in(text)} == {p: str(slip) for p, slip in slips.items()}
