"""Deadlines of games by mail: what can be written, who is told, who is reminded, and who passes."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from conftest import Command, environment
from mailmoderator import SAVE, SEATS, Moderator

from schrille_cli.schrille import GameError
from schrille_cli.schrille.mail.orders import deadline

NOW = datetime(2026, 7, 1, 12, 30, 59, tzinfo=UTC)


@pytest.fixture
def moderator(schrille: Command) -> Moderator:
    """A moderator without a game."""
    return Moderator(schrille)


def in_utc(time: datetime) -> datetime:
    return time.replace(tzinfo=UTC)


def passed(moderator: Moderator) -> None:
    """Let the deadline be past."""
    text = moderator.path.read_text("utf-8")
    assert moderator.post.due
    moderator.path.write_text(text.replace(f'due = "{moderator.post.due}"', 'due = "2020-02-02T20:20+00:00"'))
    assert moderator.post.due.startswith("2020")


def kinds(row: Any) -> list[str]:
    """What is to be looked at of a game."""
    return [note["kind"] for note in row["notes"]]


@pytest.mark.parametrize(
    ("typed", "due"),
    [
        ("+7", "2026-07-08T12:30+00:00"),
        (" +1d ", "2026-07-02T12:30+00:00"),
        ("+999", "2029-03-26T12:30+00:00"),
        ("2026-07-01", "2026-07-01T23:59+00:00"),
        ("20260702", "2026-07-02T23:59+00:00"),
        ("2026-12-05", "2026-12-05T23:59+00:00"),
        ("2026-12-05 18:00", "2026-12-05T18:00+00:00"),
        ("2026-12-05T18:00:30", "2026-12-05T18:00+00:00"),
        ("2026-12-05T18:00+01:00", "2026-12-05T18:00+01:00"),
        ("2026-12-05T18:00Z", "2026-12-05T18:00+00:00"),
        ("2026-07-01T14:00+02:00", None),
        ("2026-07-01T14:31+02:00", "2026-07-01T14:31+02:00"),
        ("2026-07-01 12:30", None),
        ("2026-06-30", None),
        ("1999-01-01", None),
        *((text, None) for text in ("", "+", "+0", "-1", "+1000", "+1_0", "+７", "+ 7", "7", "+7h", "+1.5")),
        *((text, None) for text in ("tomorrow", "05.12.2026", "2026-13-01", "2026-02-30", "24:00", "18:00")),
        *((text, None) for text in ("2026-12-05T25:00", "2026-12-05T18:00+01:00:30", "2026-12-05T18:00+25:00")),
        *((text, None) for text in ("9" * 400, "2026-12-05\n2026-12-06", "\0", "0000-00-00", "99999-01-01")),
    ],
)
def test_what_can_be_a_deadline(typed: str, due: str | None) -> None:
    if due is None:
        with pytest.raises(GameError) as caught:
            deadline(typed, NOW, in_utc)
        (fault,) = caught.value.faults
        assert fault.kind == "due"
        assert fault.hint
    else:
        assert deadline(typed, NOW, in_utc) == due


def test_the_last_days_that_there_are(schrille: Command) -> None:
    """By local time, not every Python knows the very last one."""
    moderator = Moderator(schrille).new()
    for due in ("9999-12-30", "9999-12-31T23:59-12:00"):
        moderator.json("mail", "extend", "--due", due)
        assert moderator.batch()["due"].startswith(due[:10])


@pytest.mark.parametrize(("day", "offset"), [("2027-01-15", "+01:00"), ("2027-07-15", "+02:00")])
def test_a_day_has_the_offset_of_its_season(moderator: Moderator, day: str, offset: str) -> None:
    """Whatever the season is now."""
    moderator.new()
    zone = environment(TZ="Europe/Berlin")
    assert moderator.json("mail", "extend", "--due", day, env=zone)["due"] == f"{day}T23:59{offset}"
    assert moderator.json("mail", "extend", "--due", f"{day} 18:00", env=zone)["due"] == f"{day}T18:00{offset}"
    moderator.batch()
    assert all(f"{day} 18:00 (UTC{offset})" in moderator.one(player).words for player in SEATS)


def test_who_is_told_of_another_deadline(moderator: Moderator) -> None:
    """Those who owe something; what came in by then counts first."""
    moderator.new("--due", "2050-01-01")
    assert all("2050-01-01 23:59" in moderator.one(player).words for player in SEATS)
    moderator.all_reply("Ann")
    moderator.json("mail", "extend", "--due", "2050-02-02")
    moderator.all_reply("Cid")
    row = moderator.batch()
    assert row["due"].startswith("2050-02-02")
    (ann,), (bob,), (cid,) = (moderator.told[player] for player in SEATS)
    assert ann.marked("schrille-commitment")
    assert cid.marked("schrille-commitment")
    assert "2050-02-02 23:59" in bob.words
    assert bob.wants_slip
    for mail in (ann, bob, cid):  # nobody learns who has sent a slip
        assert not any(other in mail.text.replace("schrille-commitment", "") for other in {*SEATS} - {mail.name})
    assert moderator.batch()["mails"] == 0


def test_a_reminder_says_nothing_of_others(moderator: Moderator) -> None:
    moderator.new()
    alone = moderator.json("mail", "remind")
    assert alone["reminded"] == 3
    assert "who" not in alone
    moderator.batch()
    assert {*moderator.told} == {*SEATS}
    before = moderator.one("Bob").text
    moderator.all_reply("Ann")
    moderator.batch()
    assert moderator.json("mail", "remind", "--who")["who"] == ["Bob", "Cid"]
    moderator.all_reply("Cid")  # before the reminder goes out
    moderator.batch()
    assert {*moderator.told} == {"Bob", "Cid"}
    assert moderator.one("Bob").text == before
    assert "remind" not in moderator.one("Cid").words
    moderator.all_reply("Bob")
    moderator.batch()
    moderator.reply("Ann", "stay")
    moderator.batch()
    said = moderator.schrille("mail", "remind", "-g", SAVE).stdout
    assert said == "The next batch reminds 2 players.\n"
    moderator.batch()
    assert {*moderator.told} == {"Bob", "Cid"}
    assert all(moderator.one(player).asks_labels for player in ("Bob", "Cid"))


def test_nobody_is_reminded_of_nothing(moderator: Moderator) -> None:
    moderator.new("--set", "target=1", seats={"Ann": "blue", "Bob": "red", "Cid": "green"})
    moderator.all_reply()
    while moderator.game.phase != "over":
        moderator.batch("--missing", "pass")
    for args in (["remind"], ["extend", "--due", "+1"]):
        (fault,) = moderator.refused("mail", *args)
        assert (fault["kind"], "over" in fault["message"]) == ("phase", True)


def test_the_clock_alone_decides_nothing(moderator: Moderator) -> None:
    moderator.new("--due", "+1")
    moderator.all_reply("Ann", "Bob")
    moderator.batch()
    passed(moderator)
    for _ in range(2):
        row = moderator.batch()
        assert (row["phase"], row["in"], row["done"]) == ("placing", 2, {})
        assert [note["kind"] for note in row["notes"]] == ["overdue"]


def test_missing_pass_waits_for_the_deadline(moderator: Moderator) -> None:
    """Who owes something passes only where the deadline is past; a slip that comes with the batch counts."""
    moderator.new("--due", "+1")
    moderator.all_reply("Ann")
    row = moderator.batch("--missing", "pass")
    assert (row["phase"], row["done"]) == ("placing", {"slips": 1})
    passed(moderator)
    moderator.all_reply("Bob")
    row = moderator.batch("--missing", "pass", "--due", "+3")
    assert row["done"] == {"slips": 1, "resolved": 1, "scored": 1}
    assert row["phase"] == "scored"
    assert {*moderator.game.state.slips} == {"Ann", "Bob"}
    assert row["due"] == deadline("+3", datetime.now().astimezone())[: len(row["due"])]
    # What is asked since is not owed yet: not by this batch, and not before its own deadline.
    row = moderator.batch("--missing", "pass", "--due", "+3")
    assert (row["phase"], row["done"]) == ("scored", {})
    passed(moderator)
    moderator.reply("Cid", "label violet")
    row = moderator.batch("--missing", "pass")
    assert row["done"] == {"answers": 1, "labels": 1, "opened": 2}
    assert (row["phase"], row["due"]) == ("placing", None)
    assert moderator.game.state.labels["Cid"] == "violet"


def test_missing_pass_without_a_deadline_is_at_once(moderator: Moderator) -> None:
    """But one step at a time: what a step asks for is owed only then."""
    moderator.new()
    row = moderator.batch("--missing", "pass")
    assert (row["phase"], row["done"]) == ("scored", {"resolved": 1, "scored": 1})
    row = moderator.batch("--missing", "pass")
    assert (row["phase"], row["done"]) == ("placing", {"opened": 2})
    row = moderator.batch("--missing", "pass")
    assert (row["phase"], row["done"]) == ("scored", {"resolved": 2, "scored": 2})


def test_it_is_said_where_nobody_passes(moderator: Moderator) -> None:
    """The deadline is not past; then a batch asks for something without a new one; then there is one again."""
    moderator.new("--due", "+7")
    moderator.all_reply("Ann")
    for _ in range(2):
        row = moderator.batch("--missing", "pass")
        assert (row["phase"], kinds(row)) == ("placing", ["not-passed"])
    assert kinds(moderator.batch()) == []
    moderator.all_reply("Bob", "Cid")
    row = moderator.batch("--missing", "pass")
    assert (row["phase"], row["in"], row["wanted"], kinds(row)) == ("scored", 0, 3, [])
    for _ in range(2):
        row = moderator.batch("--missing", "pass")
        assert (row["phase"], row["due"], kinds(row)) == ("scored", None, ["not-passed"])
    assert "mail extend" in row["notes"][0]["message"]
    assert row["notes"][0]["file"] == SAVE
    moderator.json("mail", "extend", "--due", "+7")
    moderator.batch()
    passed(moderator)
    assert kinds(moderator.batch()) == ["overdue"]
    row = moderator.batch("--missing", "pass")
    assert (row["done"], kinds(row)) == ({"opened": 2}, [])


def test_it_is_said_where_nobody_was_asked(schrille: Command) -> None:
    """The first batch of a game asks; nobody owes anything before it."""
    moderator = Moderator(schrille)
    words = [word for who, label in SEATS.items() for word in ("-p", f"{who}={label}", "--mail", f"{who}=a@b.c")]
    moderator.json("new", *words, "--moderator-mail", "m@b.c")
    row = moderator.batch("--missing", "pass")
    assert (row["phase"], row["done"], kinds(row)) == ("placing", {}, ["not-passed"])
    row = moderator.batch("--missing", "pass")
    assert (row["phase"], kinds(row)) == ("scored", [])


def test_who_passes_in_the_opening_gets_a_label(moderator: Moderator) -> None:
    """The first that is free, in seat order, since nobody plays without one."""
    moderator.new(seats={"Ann": None, "Bob": None, "Cid": "red"})
    assert moderator.json("mail", "remind", "--who")["who"] == ["Ann", "Bob"]
    moderator.batch()
    row = moderator.batch("--missing", "pass")
    assert (row["phase"], row["in"], row["wanted"], row["done"]) == ("placing", 0, 3, {"claims": 2})
    assert moderator.game.state.labels == {"Ann": "blue", "Bob": "green", "Cid": "red"}


def test_a_batch_with_a_deadline_that_cannot_be(moderator: Moderator) -> None:
    moderator.new()
    before = moderator.path.read_bytes()
    words = ["mail", "batch", "games", "--inbox", "inbox", "--outbox", "outbox", "--json"]
    for due in ("yesterday", "2020-01-01", "+0"):
        done = moderator.schrille(*words, "--due", due, code=1)
        assert (done.stdout, '"kind": "due"' in done.stderr) == ("", True)
    assert moderator.path.read_bytes() == before


def test_a_new_game_with_a_deadline_that_is_past(moderator: Moderator) -> None:
    yesterday = (datetime.now() - timedelta(days=1)).strftime("%Y-%m-%d")
    words = ["-p", "A=blue", "-p", "B=red", "-p", "C=green", "--mail", "A=a@b.c", "--moderator-mail", "m@b.c"]
    done = moderator.schrille("new", "-g", SAVE, *words, "--due", yesterday, code=1)
    assert "past" in done.stderr
    assert not moderator.path.exists()
