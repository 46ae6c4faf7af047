"""The moderator's orders in a game by mail: what counts again, deadlines, reminders, and who passes."""

from __future__ import annotations

import re
from collections.abc import Mapping

import pytest
from conftest import Command, environment
from mailmoderator import SEATS, Moderator

from schrille_cli.kit.letters import read_head

FOUR = {**SEATS, "Dora": "yellow"}


@pytest.fixture
def moderator(schrille: Command) -> Moderator:
    """A moderator without a game."""
    return Moderator(schrille)


@pytest.fixture
def running(moderator: Moderator) -> Moderator:
    """A moderator with a game of three, whose first round is open."""
    return moderator.new()


def scored(moderator: Moderator) -> Mapping[str, str]:
    """Have a round scored; the slips of its players."""
    slips = moderator.all_reply()
    moderator.batch()
    assert moderator.game.phase == "scored"
    return slips


def listed(moderator: Moderator) -> list[tuple[str, int, str, bool]]:
    """Whose mails are in the list, their rounds, kinds, and whether they count."""
    rows = moderator.json("mail", "list", "--who")["mails"]
    return [(row["player"], row["round"], row["kind"], row["counts"]) for row in rows]


# What counts again


def test_an_undone_slip_counts_again_only_when_it_is_accepted(running: Moderator) -> None:
    slips = running.all_reply("Ann", "Bob")
    running.batch()
    before = running.post
    assert "Bob" in running.json("undo")["undone"]
    assert running.post == before
    for _ in range(2):
        row = running.batch()
        assert (row["in"], row["done"]) == (1, {})
    assert listed(running) == [("Ann", 1, "slip", True), ("Bob", 1, "slip", False)]
    (mail,) = running.handled("Bob")
    done = running.json("mail", "accept", mail.id[:6].upper())
    assert done["accepted"] == mail.id
    assert running.post.mails == before.mails
    assert listed(running)[1][3]
    row = running.batch()
    assert row["in"] == 2
    assert slips["Bob"] in running.one("Bob").words
    assert str(running.game.state.slips["Bob"]) == slips["Bob"]


def test_a_player_is_told_that_a_slip_was_taken_back(running: Moderator) -> None:
    running.all_reply("Bob")
    running.batch()
    running.json("undo")
    running.batch()
    mail = running.one("Bob")
    assert {*running.told} == {"Bob"}
    assert mail.wants_slip
    assert mail.hand
    running.reply("Bob", running.slip("Bob", 7))
    assert running.batch()["in"] == 1


def test_a_slip_that_was_written_before_the_one_that_counts(running: Moderator) -> None:
    """It comes later, but is the older one; the moderator can let it count."""
    older, newer = running.slip("Ann", 1), running.slip("Ann", 2)
    running.reply("Ann", newer)
    running.batch()
    running.reply("Ann", older, ago=500)
    row = running.batch()
    assert (row["in"], row["done"]) == (1, {})
    assert str(running.game.state.slips["Ann"]) == newer
    assert newer in running.one("Ann").words
    assert older not in running.one("Ann").words
    assert listed(running) == [("Ann", 1, "slip", True), ("Ann", 1, "older", False)]
    running.json("mail", "accept", running.handled("Ann")[1].id)
    assert str(running.game.state.slips["Ann"]) == older
    assert listed(running) == [("Ann", 1, "slip", False), ("Ann", 1, "older", True)]
    running.batch()
    assert older in running.one("Ann").words


def test_a_later_slip_takes_the_place_of_an_earlier_one_in_one_batch(running: Moderator) -> None:
    """By when they were written, whatever their files are called."""
    first, second = running.slip("Ann", 1), running.slip("Ann", 2)
    running.reply("Ann", second)
    running.reply("Ann", first, ago=500)
    running.batch()
    assert str(running.game.state.slips["Ann"]) == second
    assert [mail.words.count(first) for mail in running.told["Ann"]] == [1, 0]
    assert second in running.told["Ann"][1].words


def test_ids_that_mean_no_mail_or_several(running: Moderator) -> None:
    running.all_reply("Ann", "Bob")
    running.batch()
    id = running.handled("Ann")[0].id
    for typed in ("", "abc", id[:3], "x" * 24, "0" * 25, "é", "--"):
        (fault,) = running.refused("mail", "accept", "--", typed)
        assert (fault["kind"], "schrille mail list" in fault["hint"]) == ("mail", True)
    (fault,) = running.refused("mail", "accept", id)
    assert "counts already" in fault["message"]


def test_a_mail_of_another_round_counts_no_more(running: Moderator) -> None:
    scored(running)
    slip = running.handled("Ann")[0]
    assert "round 1" in running.refused("mail", "accept", slip.id)[0]["message"]
    for player in SEATS:
        running.reply(player, "stay")
    running.batch()
    assert "round 2" in running.refused("mail", "accept", slip.id)[0]["message"]
    assert running.game.round == 2
    assert not any(counts for *_rest, counts in listed(running))
    numbers = {row["round"] for row in running.json("mail", "list", "--round", "1")["mails"]}
    assert numbers == {1}
    assert running.json("mail", "list", "--round", "2")["mails"] == []


def test_an_answer_about_labels_counts_again(running: Moderator) -> None:
    scored(running)
    running.reply("Ann", "label violet, orange")
    running.batch()
    running.reply("Ann", "stay")
    running.batch()
    wish, stay = running.handled("Ann")[1:]
    assert (wish.said, stay.said) == ("violet,orange", "stay")
    assert [row[3] for row in listed(running) if row[2] == "labels"] == [False, True]
    running.json("mail", "accept", wish.id)
    assert [row[3] for row in listed(running) if row[2] == "labels"] == [True, False]
    for player in ("Bob", "Cid"):
        running.reply(player, "stay")
    row = running.batch()
    assert row["done"] == {"answers": 2, "labels": 1, "opened": 2}
    assert running.game.state.labels["Ann"] == "violet"
    assert all("violet" in mails[-1].words for mails in running.told.values())


def test_a_claim_counts_again_after_an_undo(moderator: Moderator) -> None:
    moderator.new(seats={"Ann": None, "Bob": "red", "Cid": "green"})
    assert moderator.one("Ann").asks_claim
    moderator.reply("Ann", "label red, violet")
    row = moderator.batch()
    assert row["phase"] == "placing"
    assert row["done"] == {"claims": 1}
    assert moderator.game.state.labels["Ann"] == "violet"
    assert listed(moderator) == [("Ann", 1, "labels", True)]
    moderator.json("undo")
    assert listed(moderator) == [("Ann", 1, "labels", False)]
    row = moderator.batch()
    assert (row["phase"], row["done"]) == ("opening", {})
    moderator.json("mail", "accept", moderator.handled("Ann")[0].id)
    assert moderator.game.state.labels["Ann"] == "violet"
    row = moderator.batch()
    assert row["phase"] == "placing"
    assert moderator.one("Ann").wants_slip


def test_a_slip_in_the_opening_is_answered(moderator: Moderator) -> None:
    moderator.new(seats={"Ann": None, "Bob": "red", "Cid": "green"})
    moderator.reply("Ann", "14+3 12+4 9-2 7-1 3+2 1:no1 8:pick")
    moderator.batch()
    assert moderator.one("Ann").asks_claim
    assert "resolved" not in moderator.one("Ann").words
    assert moderator.game.state.slips == {}


def test_words_about_labels_beside_a_slip(running: Moderator) -> None:
    slip = running.slip("Ann")
    running.reply("Ann", "I stay with blue.", "", slip)
    running.batch()
    assert str(running.game.state.slips["Ann"]) == slip
    running.reply("Bob", "label violet, orange")
    running.batch()
    assert running.one("Bob").wants_slip
    assert running.handled("Bob")[0].kind == "asked"


@pytest.mark.parametrize(
    ("words", "label"),
    [
        (["label violet"], "violet"),
        (["Violet, please"], "violet"),
        (["lila"], "violet"),
        (["1. orange", "2. violet"], "orange"),
        (["Ich bleibe bei blau."], "blue"),
        (["Neue Farbe: orange"], "orange"),
        (["Label red", "label orange"], None),
        (["or"], None),
    ],
)
def test_answers_about_labels(running: Moderator, words: list[str], label: str | None) -> None:
    scored(running)
    running.reply("Ann", *words)
    running.batch()
    assert running.handled("Ann")[-1].kind == ("labels" if label else "asked")
    for player in ("Bob", "Cid"):
        running.reply(player, "stay")
    row = running.batch()
    assert row["phase"] == ("placing" if label else "scored")
    assert running.game.state.labels["Ann"] == (label or "blue")


# What the moderator changes by hand is told by the next batch


def test_a_slip_that_the_moderator_enters_is_told(running: Moderator) -> None:
    slip = running.slip("Cid")
    running.json("place", "Cid", *slip.split())
    running.batch()
    assert {*running.told} == {"Cid"}
    assert slip in running.one("Cid").words
    assert running.one("Cid").marked("schrille-commitment")


def test_an_amended_slip_is_told_to_all(running: Moderator) -> None:
    scored(running)
    slip = next(slip for seed in range(9) if (slip := running.slip("Bob", seed)) != running.slip("Bob"))
    running.json("amend", "1", "Bob", *slip.split(), "--yes")
    running.batch()
    for player in SEATS:
        mail = running.one(player)
        assert slip in mail.words
        assert mail.marked("schrille-slip")
        assert mail.subject != running.mails[player][-2].subject
    assert running.batch()["mails"] == 0


def test_an_amendment_while_the_next_round_is_open(running: Moderator) -> None:
    """The round opens in another way: what was sent before opens it no more."""
    scored(running)
    for player in SEATS:
        running.reply(player, "stay")
    running.batch()
    old = {player: running.mails[player][-1] for player in SEATS}
    first = running.game.rounds[1]
    chips = str(first.slips["Bob"]).split()
    holes = [re.split("[+:-]", chip)[0] for chip in chips]
    moved = [
        chip.replace(hole, holes[index - 1], 1)
        for index, (chip, hole) in enumerate(zip(chips, holes, strict=True))
    ]
    running.json("amend", "1", "Bob", *moved, "--yes")
    row = running.batch()
    assert row["mails"] == 3
    for player in SEATS:
        assert running.one(player).token != old[player].token
        assert running.one(player).wants_slip
    running.reply("Ann", running.slip("Ann"), to=old["Ann"])
    row = running.batch()
    assert [note["kind"] for note in row["notes"]] == ["token"]
    assert (row["in"], row["mails"]) == (0, 0)
    running.all_reply()
    assert running.batch()["done"]["resolved"] == 2


@pytest.mark.parametrize("phase", ["placing", "scored"])
def test_points_by_the_moderators_word_are_told(running: Moderator, phase: str) -> None:
    if phase == "scored":
        scored(running)
    before = dict(running.game.state.scores)
    running.json("adjust", "Bob", "-3", "--reason", "peeked at a chart")
    assert running.batch()["mails"] == 3
    for player in SEATS:
        words = running.one(player).words
        assert "peeked at a chart" in words
        assert str(before[player] - 3 * (player == "Bob")) in words
    assert running.batch()["mails"] == 0
    running.json("undo")
    assert running.batch()["mails"] == 3
    assert all("peeked" not in running.one(player).words for player in SEATS)
    assert running.batch()["mails"] == 0


def test_a_round_that_was_taken_back_is_told_as_a_correction(running: Moderator) -> None:
    scored(running)
    while len(running.game.state.slips) != 2 or running.game.phase != "placing":
        running.json("undo")
    running.batch()
    for player in SEATS:
        mail = running.one(player)
        assert mail.round == 1
        assert "correct" in mail.subject.lower()
        assert not mail.marked("schrille-slip")
    assert "entered" not in running.one("Ann").words
    row = running.batch()
    assert (row["done"], row["in"], row["mails"]) == ({}, 2, 0)  # no slip counts again by itself


def test_all_that_was_taken_back_to_the_new_game(running: Moderator) -> None:
    """Slips do not come back by themselves, and new ones count."""
    scored(running)
    while running.game.steps:
        running.json("undo")
    row = running.batch()
    assert (row["in"], row["phase"]) == (0, "placing")
    for player in SEATS:
        running.reply(player, running.slip(player, 5))
    assert running.batch()["done"]["resolved"] == 1


def test_the_mails_of_the_tool_are_no_answers(running: Moderator) -> None:
    """They come back where somebody's address is the moderator's, or a server returns them."""
    for number, path in enumerate(sorted(running.outbox.glob("*.eml"))):
        (running.inbox / f"own{number}.eml").write_bytes(path.read_bytes())
        assert read_head(path.read_bytes()).automatic == "own"
    row = running.batch()
    assert (row["mails"], row["notes"], running.summary["look_at"]) == (0, [], [])


def test_a_german_game_and_a_moderator_who_reads_english(moderator: Moderator) -> None:
    """Each mail is in the game's language, what the moderator reads in the one that is asked for."""
    moderator.new("--lang", "de")
    assert moderator.post.language == "de"
    token = moderator.mails["Ann"][0].token
    parts = b"--x\r\n\r\ny\r\n" * 20_000
    head = f"Subject: [{token}]\r\nMIME-Version: 1.0\r\nContent-Type: multipart/mixed; boundary=x\r\n\r\n"
    (moderator.inbox / "parts.eml").write_bytes(head.encode() + parts)
    row = moderator.batch(code=1)
    (fault,) = row["faults"]
    assert "parts" in fault["message"]
    assert "parts.eml" in fault["place"]
    said = moderator.schrille("mail", "batch", "games", "--inbox", "inbox", "--outbox", "outbox", code=1)
    assert fault["message"] in said.stdout
    german = environment(SCHRILLE_LANG="de")
    assert moderator.json("mail", "list", env=german) == moderator.json("mail", "list")
