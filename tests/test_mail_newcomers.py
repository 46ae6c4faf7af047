"""Games by mail as they are for people who have never seen one: what they are told, asked, and understood by."""

from __future__ import annotations

from itertools import permutations

import pytest
from conftest import Command
from mailevening import MODERATOR, address_of
from mailmoderator import SAVE, SEATS, Moderator

from schrille_cli.schrille import Game, Slip, dumps, loads

INTRODUCTION = "This is the game"
OPENING = {"Ann": None, "Bob": "red", "Cid": "green"}


@pytest.fixture
def moderator(schrille: Command) -> Moderator:
    """A moderator without a game."""
    return Moderator(schrille)


def scored(moderator: Moderator) -> None:
    """A game of three whose first round is scored."""
    moderator.new()
    moderator.all_reply()
    assert moderator.batch()["phase"] == "scored"


@pytest.mark.parametrize("due", [(), ("--due", "+7")], ids=" ".join)
@pytest.mark.parametrize("seats", [SEATS, OPENING], ids=["with labels", "without"])
def test_the_first_mail_says_what_it_is_about(
    moderator: Moderator, seats: dict[str, str | None], due: tuple[str, ...]
) -> None:
    moderator.new(*due, seats=seats)
    if seats == OPENING:
        moderator.reply("Ann", "label blue")
        moderator.batch()
    for player, mails in moderator.mails.items():
        assert (
            f'{INTRODUCTION} "friday" of Schrille Stille, played by mail, and you play {player} in it.'
            in mails[0].words
        )
        assert f"{MODERATOR} is its moderator's address." in mails[0].words
    moderator.all_reply()
    moderator.batch()
    later = [mail for mails in moderator.mails.values() for mail in mails[1:]]
    assert len(later) > 3
    assert not any(INTRODUCTION in mail.text for mail in later)


def test_who_takes_a_seat_over_is_told_so(moderator: Moderator) -> None:
    scored(moderator)
    moderator.json("mail", "leave", "Bob")
    moderator.batch()
    moderator.json("mail", "address", "Bob=eve@example.org")
    moderator.batch()
    assert "you play Bob in it." in moderator.one("Bob").words
    assert {*moderator.told} == {"Bob"}


def test_a_claim_is_no_wish_that_was_refused(moderator: Moderator) -> None:
    moderator.new(seats=OPENING)
    moderator.reply("Ann", "label red, violet")
    moderator.batch()
    moderator.all_reply()
    moderator.batch()
    for player, words in (("Ann", "stay"), ("Bob", "label blue"), ("Cid", "label blue")):
        moderator.reply(player, words)
    assert moderator.batch()["phase"] == "placing"
    refused = {player for player in SEATS if "could not be granted" in moderator.mails[player][-1].words}
    scores = moderator.game.rounds[1].scores
    assert refused == {"Cid" if scores["Bob"] <= scores["Cid"] else "Bob"}


@pytest.mark.parametrize("past", [False, True])
def test_the_deadline_of_a_new_game_is_for_its_first_round_too(moderator: Moderator, past: bool) -> None:
    moderator.new("--due", "+7", seats=OPENING)
    due = moderator.post.due
    if past:
        text = moderator.path.read_text("utf-8")
        moderator.path.write_text(text.replace(f'due = "{due}"', 'due = "2020-02-02T20:20+00:00"'))
    moderator.reply("Ann", "label blue")
    row = moderator.batch()
    assert (row["phase"], row["due"]) == ("placing", None if past else due)
    told = [mail.words for mails in moderator.told.values() for mail in mails if mail.wants_slip]
    assert len(told) == 3
    assert all(("Your answer is wanted by" in words) is not past for words in told)


def test_a_player_without_an_address_is_waited_for_by_name_of_the_command(moderator: Moderator) -> None:
    words = [word for player in ("Ann", "Bob") for word in ("--mail", f"{player}={address_of(player)}")]
    moderator.json("new", "-p", "Ann=blue", "-p", "Bob=red", "-p", "Cid", *words, "--moderator-mail", MODERATOR)

    def kinds() -> list[str]:
        return [note["kind"] for note in moderator.batch()["notes"]]

    assert kinds() == ["by-hand"]
    (fault,) = moderator.refused("mail", "remind")
    assert "players without an address" in fault["hint"]
    moderator.json("label", "Cid=green")
    assert kinds() == []  # the others owe something too
    moderator.all_reply("Ann", "Bob")
    assert kinds() == ["by-hand"]
    hand = moderator.game.state.opened.hands["Cid"]
    moderator.json(
        "place", "Cid", *(f"{hole}{chip:+d}" for hole, chip in enumerate(hand[:5], 3)), "1:no1", "8:pick"
    )
    assert kinds() == []
    assert moderator.game.phase == "scored"


@pytest.mark.parametrize("words", ["What a round that was!", ""])
def test_results_that_are_quoted_are_no_slip_that_was_meant(moderator: Moderator, words: str) -> None:
    scored(moderator)
    moderator.reply("Ann", words, way="outlook")
    row = moderator.batch()
    assert "no answer about labels" in moderator.one("Ann").words
    assert "quoted" not in moderator.one("Ann").words
    assert [note["kind"] for note in row["notes"]] == ["words"]


@pytest.mark.parametrize(
    "words",
    [
        "No.",
        "No, thanks!",
        "Nein, danke",
        "Kein Wechsel",
        "keine Änderung",
        "No change for me",
        "Nein, vielen Dank",
    ],
)
def test_no_is_an_answer(moderator: Moderator, words: str) -> None:
    scored(moderator)
    moderator.reply("Ann", words)
    moderator.batch()
    assert moderator.handled("Ann")[-1].said == "stay"


@pytest.mark.parametrize("words", ["No idea yet.", "No, violet", "Nein, ich frage morgen noch mal", "Not now"])
def test_but_not_whatever_begins_like_it(moderator: Moderator, words: str) -> None:
    scored(moderator)
    moderator.reply("Ann", words)
    moderator.batch()
    assert moderator.handled("Ann")[-1].kind == "asked"


def another_slip(game: Game) -> tuple[str, Slip]:
    """A player, and another slip for round 1, after which the later rounds are as they were, if there is one."""
    text = dumps(game)
    for player, slip in game.rounds[1].slips.items():
        for one, other in permutations(range(len(slip.influence)), 2):
            influence = [*slip.influence]
            influence[one] = (slip.influence[other][0], slip.influence[one][1])
            influence[other] = (slip.influence[one][0], slip.influence[other][1])
            changed = slip._replace(influence=tuple(influence))
            if changed.in_order() == slip.in_order():
                continue
            found = player, changed
            tried = loads(text)
            tried.amend(1, player, changed)
            if tried.state == game.state:
                return found
    return found


def test_an_amendment_that_changes_no_point_is_told(moderator: Moderator) -> None:
    """Also where its round is not the last one."""
    scored(moderator)
    for player in SEATS:
        moderator.reply(player, "stay")
    moderator.batch()
    moderator.all_reply()
    moderator.batch()
    player, slip = another_slip(moderator.game)
    moderator.json("amend", "1", player, *str(slip).split(), "--yes")
    moderator.batch()
    for other in SEATS:
        assert f"another slip of {player} into round 1" in moderator.one(other).words
    assert moderator.batch()["mails"] == 0


def test_questions_come_with_all_that_an_answer_needs(moderator: Moderator) -> None:
    moderator.new()
    chart = moderator.game.state.opened.chart
    moderator.reply("Ann", "14+3 14+3")
    moderator.reply("Bob", "see you")
    moderator.batch()
    moderator.json("mail", "remind")
    moderator.batch()
    for mail in (*moderator.mails["Ann"][1:], *moderator.mails["Bob"][1:], moderator.mails["Cid"][1]):
        assert all(band in mail.text for band in chart)
        assert mail.hand
        assert mail.wants_slip


def test_commands_say_that_batches_go_on(moderator: Moderator) -> None:
    moderator.new()
    assert "Next: schrille mail batch." in moderator.schrille("show", "-g", SAVE).stdout


def test_an_address_that_was_forgotten(moderator: Moderator) -> None:
    moderator.new()
    (fault,) = moderator.refused("mail", "address", "Cid")
    assert (fault["kind"], fault["message"]) == ("mail", "an address is missing")


@pytest.mark.parametrize(
    ("title", "kind"), [("Round 1:", "slip"), ("Runde 2:", "asked"), ("For round 3:", "asked")]
)
def test_a_slip_for_another_round_is_asked_about(moderator: Moderator, title: str, kind: str) -> None:
    moderator.new()
    moderator.reply("Ann", title, moderator.slip("Ann"))
    moderator.batch()
    assert moderator.handled("Ann")[-1].kind == kind


def test_a_slip_that_was_replaced_after_an_undo_has_a_receipt(moderator: Moderator) -> None:
    """Where the results of the round were told before; the slips of the others have theirs already."""
    scored(moderator)
    moderator.json("undo")
    moderator.json("undo")
    before = str(moderator.game.state.slips["Cid"])
    other = next(slip for seed in range(9) if (slip := moderator.slip("Cid", seed)) != before)
    said = moderator.schrille("place", "--replace", "Cid", *other.split(), "-g", SAVE).stdout
    assert "Next: schrille mail batch." in said
    moderator.batch()
    receipt, result = moderator.told["Cid"]
    assert receipt.marked("schrille-commitment")
    assert other in receipt.words
    assert {player: len(mails) for player, mails in moderator.told.items()} == {"Ann": 1, "Bob": 1, "Cid": 2}
    for name, mail in (("result.eml", result), ("receipt.eml", receipt)):
        (moderator.schrille.folder / name).write_bytes(mail.data)
    moderator.schrille("mail", "check", "result.eml", "receipt.eml")
