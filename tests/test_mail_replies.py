"""What comes back to a player who sends a slip, and what never gets an answer."""

from __future__ import annotations

import pytest
from conftest import Command
from mailmoderator import SEATS, Moderator

SEVERAL = "14+3 14+4 9-2 9+1 7+9 1:no1"


@pytest.fixture
def running(schrille: Command) -> Moderator:
    """A moderator with a game of three, whose first round is open."""
    return Moderator(schrille).new()


def test_a_faulty_slip_gets_all_its_faults_the_form_and_what_counts(running: Moderator) -> None:
    slip = running.slip("Ann")
    running.reply("Ann", slip)
    running.batch()
    running.reply("Ann", SEVERAL)
    running.batch()
    mail = running.one("Ann")
    for fault in (
        "hole 14 holds 2 chips",
        "hole 9 holds 2 chips",
        "the bag has no chip of that value",
        "the slip has 0 Pick of the Week",
        "the hand does not hold all these chips",
    ):
        assert fault in mail.words
    assert mail.wants_slip
    assert slip in mail.words
    assert mail.hand == running.mails["Ann"][0].hand
    assert str(running.game.state.slips["Ann"]) == slip


def test_a_later_slip_says_that_it_replaces_the_earlier_one(running: Moderator) -> None:
    """The first one does not, nor the same one again."""
    first, second = running.slip("Ann", 1), running.slip("Ann", 2)
    replaces = []
    for slip in (first, second, second, first):
        running.reply("Ann", slip)
        running.batch()
        assert slip in running.one("Ann").words
        replaces.append("replaces your earlier one" in running.one("Ann").words)
        assert ("your new slip counts" in running.one("Ann").subject) == replaces[-1]
    assert replaces == [False, True, False, True]


@pytest.mark.parametrize("marked", [True, False])
def test_mails_of_the_tool_that_come_back_are_no_mails(running: Moderator, marked: bool) -> None:
    """Also those from which a list has taken the header that marks them."""
    running.all_reply("Ann")
    running.batch()
    before = running.post.mails
    for path in running.outbox.glob("*.eml"):
        kept = [line for line in path.read_bytes().split(b"\n") if marked or not line.startswith(b"X-Schrille")]
        (running.inbox / path.name).write_bytes(b"\n".join(kept))
    assert len(list(running.inbox.iterdir())) == len(SEATS) + 2
    row = running.batch()
    assert (row["mails"], row["notes"], row["faults"], running.summary["look_at"]) == (0, [], [], [])
    assert running.post.mails == before
