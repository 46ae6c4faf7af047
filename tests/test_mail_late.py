"""Slips at the end of a round by mail: those that come when it is resolved, and those that are entered last."""

from __future__ import annotations

import re

import pytest
from conftest import Command
from mailmoderator import SAVE, SEATS, Moderator


@pytest.fixture
def running(schrille: Command) -> Moderator:
    """A moderator with a game of three, whose first round is open."""
    return Moderator(schrille).new()


def resolved_without(moderator: Moderator, player: str) -> str:
    """Have the round scored without a player's slip; that slip."""
    moderator.all_reply(*{*SEATS} - {player})
    moderator.batch("--missing", "pass")
    assert moderator.game.phase == "scored"
    return moderator.slip(player)


def kinds(moderator: Moderator, player: str) -> list[tuple[str, str]]:
    return [(mail.kind, mail.said) for mail in moderator.handled(player)]


# Slips that come too late


@pytest.mark.parametrize("phase", ["resolved", "scored"])
def test_a_slip_that_comes_when_its_round_is_resolved(running: Moderator, phase: str) -> None:
    """It is answered and shown; and when the round is taken back, it can count."""
    slip = resolved_without(running, "Cid")
    if phase == "resolved":
        running.json("undo")
        assert running.game.phase == phase
    running.reply("Cid", slip, to=running.mails["Cid"][0])
    row = running.batch()
    assert kinds(running, "Cid") == [("late", slip)]
    assert [note["kind"] for note in row["notes"]] == ["late"]
    assert "its round is resolved" in running.told["Cid"][0].words
    (fault,) = running.refused("mail", "accept", running.handled("Cid")[0].id)
    assert "nothing in this mail can count" in fault["message"]
    running.json("undo")
    running.json("undo")
    assert running.game.phase == "placing"
    running.json("mail", "accept", running.handled("Cid")[0].id)
    assert str(running.game.state.slips["Cid"]) == slip


def test_copies_of_a_slip_that_came_too_late(running: Moderator) -> None:
    """They say nothing new; but such a slip never counted, and so a copy counts when the round is taken back."""
    slip = resolved_without(running, "Cid")
    name = running.reply("Cid", slip, way="mutt")
    running.batch()
    data = (running.inbox / name).read_bytes()
    for number in (1, 2):
        footer = b"\r\n-- \r\nA list\r\n" * number
        (running.inbox / f"copy{number}.eml").write_bytes(data + footer)
        row = running.batch()
        if number == 1:
            assert (row["mails"], row["notes"]) == (0, [])
            assert kinds(running, "Cid") == [("late", slip), ("copy", "")]
            running.json("undo")
            running.json("undo")
    assert kinds(running, "Cid")[2:] == [("slip", slip)]
    assert str(running.game.state.slips["Cid"]) == slip


@pytest.mark.parametrize("words", ["14+3 14+4 9-2", "Hello!", "stay"])
def test_what_is_no_slip_says_nothing_that_could_count_later(running: Moderator, words: str) -> None:
    resolved_without(running, "Cid")
    running.reply("Cid", words)
    running.batch()
    assert kinds(running, "Cid") == [("labels", "stay") if words == "stay" else ("asked", "")]


def test_an_accepted_slip_that_came_too_late_has_its_date(running: Moderator) -> None:
    """A slip that was written before it never takes its place."""
    slip = resolved_without(running, "Cid")
    running.reply("Cid", slip)
    running.batch()
    running.json("undo")
    running.json("undo")
    running.json("mail", "accept", running.handled("Cid")[0].id)
    running.reply("Cid", running.slip("Cid", 5), to=running.mails["Cid"][0], ago=500)
    running.batch()
    assert [kind for kind, _slip in kinds(running, "Cid")] == ["late", "older"]
    assert str(running.game.rounds[1].slips["Cid"]) == slip


def test_machines_that_send_slips_to_each_other_come_to_an_end(running: Moderator) -> None:
    from schrille_cli.schrille.mail.desk import MOST_ASKED

    resolved_without(running, "Cid")
    for number in range(MOST_ASKED + 3):
        running.reply("Cid", running.slip("Cid", number))
    row = running.batch()
    assert row["mails"] == MOST_ASKED
    assert [note["kind"] for note in row["notes"]].count("flood") == 3
    assert [kind for kind, _slip in kinds(running, "Cid")] == ["late"] * MOST_ASKED + ["silent"] * 3


# Slips that cannot be accepted


@pytest.mark.parametrize("style", [(), ("--json",), ("--lang", "de")])
def test_accept_tells_nothing_of_a_slip(running: Moderator, style: tuple[str, ...]) -> None:
    """A list's mail is not answered, and so nobody has looked whether its slip fits the hand and the rules."""
    hand = running.mails["Cid"][0].hand
    chip = next(chip for chip in (4, 3, 2, 1, -1, -2, -3, -4) if chip not in hand)
    parts = running.slip("Cid").split()
    hole = parts[0].replace("-", "+").partition("+")[0]
    name = running.reply("Cid", " ".join([f"{hole}{chip:+d}", *parts[1:]]), way="fresh")
    path = running.inbox / name
    path.write_bytes(b"Precedence: bulk\r\n" + path.read_bytes())
    running.batch()
    ((kind, slip),) = kinds(running, "Cid")
    assert (kind, len(slip.split())) == ("silent", len(parts))
    before = running.path.read_bytes()
    done = running.schrille("mail", "accept", running.handled("Cid")[0].id, "-g", SAVE, *style, code=1)
    assert running.path.read_bytes() == before
    said = done.stdout + done.stderr
    assert "Cid" not in said
    assert not {*re.findall("[0-9]+", said)} & {*re.findall("[0-9]+", slip)}
    if not style:
        assert "cannot be placed" in said


# Slips that are entered last


@pytest.mark.parametrize("way", ["place", "accept", "pass"])
def test_the_receipt_for_a_slip_that_is_entered_last(running: Moderator, way: str) -> None:
    """The next batch resolves the round at once; what was entered by hand has a commitment before the result."""
    slip = running.slip("Cid")
    if way == "accept":
        running.all_reply("Cid")
        running.batch()
        running.json("undo")
        running.batch()
        assert "does not count any more" in running.one("Cid").words
        running.json("mail", "accept", running.handled("Cid")[0].id)
    else:
        running.json("place", "Cid", *slip.split())
    slips = running.all_reply("Ann", "Bob") if way != "pass" else running.all_reply("Ann")
    row = running.batch(*["--missing", "pass"] * (way == "pass"))
    assert row["phase"] == "scored"
    receipt, result = running.told["Cid"]
    assert slip in receipt.words
    assert receipt.marked("schrille-commitment")
    assert not receipt.marked("schrille-slip")
    assert not any(slip in receipt.words for slip in slips.values())
    assert result.marked("schrille-slip")
    assert (len(running.told["Ann"]), len(running.told["Bob"])) == (2, 1 if way == "pass" else 2)
    assert running.batch()["mails"] == 0


def test_a_slip_that_was_told_gets_no_second_receipt(running: Moderator) -> None:
    """Neither one whose receipt went out before, nor one that comes with the batch that resolves the round."""
    running.json("place", "Ann", *running.slip("Ann").split())
    running.batch()
    assert running.one("Ann").marked("schrille-commitment")
    running.all_reply("Bob", "Cid")
    row = running.batch()
    assert row["phase"] == "scored"
    assert {player: len(mails) for player, mails in running.told.items()} == {"Ann": 1, "Bob": 2, "Cid": 2}
    assert not running.one("Ann").marked("schrille-commitment")


def test_no_receipt_for_slips_of_a_round_that_nobody_was_told_of(schrille: Command) -> None:
    """All was entered by hand before the first batch, which tells only of the results."""
    moderator = Moderator(schrille)
    words = [word for who, label in SEATS.items() for word in ("-p", f"{who}={label}", "--mail", f"{who}=a@b.c")]
    moderator.json("new", *words, "--moderator-mail", "m@b.c")
    for player in SEATS:
        moderator.mails[player] = []
        hand = moderator.json("show", "--hand", player)["hands"][0]["chips"]
        chips = [f"{hole}{chip:+d}" for hole, chip in zip(range(14, 9, -1), hand[:5], strict=True)]
        moderator.json("place", player, *chips, "1n", "2p")
    assert moderator.batch()["mails"] == len(SEATS)
    assert all(moderator.one(player).marked("schrille-slip") for player in SEATS)
