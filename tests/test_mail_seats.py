"""Players of a game by mail who move to another address, are replaced, or leave."""

from __future__ import annotations

import pytest
from conftest import Command
from mailmoderator import SAVE, SEATS, Moderator

OTHERS = {*SEATS} - {"Bob"}


@pytest.fixture
def running(schrille: Command) -> Moderator:
    """A moderator with a game of three, whose first round is open."""
    return Moderator(schrille).new()


def play(moderator: Moderator, *players: str) -> None:
    """Play a round to the end, by the slips of some."""
    moderator.all_reply(*players)
    assert moderator.batch()["phase"] == "scored"
    for player in players:
        moderator.reply(player, "stay")
    assert moderator.batch()["phase"] == "placing"


# Another address


def test_an_old_token_opens_nothing_any_more(running: Moderator) -> None:
    old = running.one("Bob")
    moved = running.json("mail", "address", "Bob=carol+schrille@carol.example")
    assert moved["players"] == ["Bob"]
    row = running.batch()
    assert {*running.told} == {"Bob"}
    new = running.one("Bob")
    assert new.address == "carol+schrille@carol.example"
    assert new.token != old.token
    assert (new.hand, new.wants_slip) == (old.hand, True)
    running.reply("Bob", running.slip("Bob", 1), to=old)
    for _ in range(2):  # it stays in the inbox, and in the summary
        row = running.batch("--who")
        assert [(note["kind"], note["player"]) for note in row["notes"]] == [("token", None)]
        assert (row["in"], row["mails"]) == (0, 0)
    slip = running.slip("Bob", 2)
    running.reply("Bob", slip, to=new)
    assert running.batch()["in"] == 1
    assert str(running.game.state.slips["Bob"]) == slip
    assert running.one("Bob").address == "carol+schrille@carol.example"


def test_everything_goes_to_the_new_address_in_later_rounds_too(running: Moderator) -> None:
    play(running, *SEATS)
    first = running.mails["Bob"][0]
    running.json("mail", "address", "Bob=carol@carol.example", "Ann=ann@new.example")
    row = running.batch()
    assert (row["mails"], {*running.told}) == (2, {"Ann", "Bob"})
    for player, address in (("Bob", "carol@carol.example"), ("Ann", "ann@new.example")):
        mail = running.one(player)
        assert mail.address == address
        assert mail.marked("schrille-slip")  # the last results
        assert mail.wants_slip
        assert "correct" not in mail.words.lower()
    running.reply("Bob", running.slip("Bob"), to=first)
    assert [note["kind"] for note in running.batch()["notes"]] == ["token"]
    seen = len(running.mails["Bob"])
    running.all_reply()
    running.batch()
    assert {mail.address for mail in running.mails["Bob"][seen:]} == {"carol@carol.example"}
    assert {mail.address for mail in running.told["Cid"]} == {first.address.replace("bob", "cid")}


def test_a_slip_that_is_in_stays_in(running: Moderator) -> None:
    slip = running.slip("Bob")
    running.reply("Bob", slip)
    running.batch()
    running.json("mail", "address", "Bob=carol@carol.example")
    row = running.batch()
    assert row["in"] == 1
    mail = running.one("Bob")
    assert slip in mail.words
    assert mail.marked("schrille-commitment")


def test_an_answer_about_labels_is_asked_for_again(running: Moderator) -> None:
    """It was the one of somebody else."""
    running.all_reply()
    running.batch()
    running.reply("Bob", "label violet")
    assert running.batch()["in"] == 1
    running.json("mail", "address", "Bob=carol@carol.example")
    assert running.batch()["in"] == 0
    assert running.one("Bob").asks_labels


@pytest.mark.parametrize(
    ("seats", "kinds"),
    [
        (["Bob=bob@players.example"], ["mail"]),
        (["Bob=a@b.c", "bob=d@e.f"], ["mail"]),
        (["Bob"], ["mail"]),
        (["Bob="], ["mail"]),
        (["Zed=a@b.c"], ["name"]),
        (["Bob=a b@c.d", "Zed=x", "Ann=a@b.c\nBcc: x@y.z"], ["mail", "name", "mail"]),
    ],
)
def test_addresses_that_cannot_be(running: Moderator, seats: list[str], kinds: list[str]) -> None:
    assert [fault["kind"] for fault in running.refused("mail", "address", *seats)] == kinds


def test_a_player_who_played_at_the_table_gets_mail_from_now_on(schrille: Command) -> None:
    """Without an address, the moderator enters the slips; an address can be given later."""
    moderator = Moderator(schrille)
    words = ["-p", "Ann=blue", "-p", "Bob=red", "-p", "Cid=green", "--seed", "friday"]
    mails = ["--mail", "Ann=ann@players.example", "--moderator-mail", "moderator@games.example"]
    moderator.json("new", *words, *mails)
    assert moderator.batch()["mails"] == 1
    assert moderator.refused("mail", "leave", "Bob")[0]["kind"] == "mail"
    moderator.json("mail", "address", "Bob=bob@players.example")
    assert moderator.batch()["mails"] == 1
    assert moderator.one("Bob").wants_slip
    assert [*moderator.post.seats] == ["Ann", "Bob"]
    moderator.all_reply()
    assert moderator.batch()["phase"] == "placing"


# Leaving


def test_who_has_left_passes_and_gets_nothing(running: Moderator) -> None:
    running.all_reply("Ann", "Cid")
    assert running.batch()["phase"] == "placing"
    assert running.json("mail", "leave", "B")["player"] == "Bob"
    row = running.batch()
    assert row["done"] == {"resolved": 1, "scored": 1}
    assert {*running.told} == OTHERS
    assert all("Bob has left" in running.one(player).words for player in OTHERS)
    for player in OTHERS:
        running.reply(player, "stay")
    assert running.batch()["done"] == {"answers": 2, "opened": 2}
    assert {*running.told} == OTHERS
    play(running, *OTHERS)
    assert "Bob" not in running.told


def test_nothing_is_accepted_from_who_has_left(running: Moderator) -> None:
    running.json("mail", "leave", "Bob")
    running.all_reply("Bob")
    row = running.batch("--who")
    assert [(note["kind"], note["player"]) for note in row["notes"]] == [("left", "Bob")]
    assert (row["in"], row["mails"]) == (0, 0)
    assert running.batch()["notes"] == []
    (mail,) = running.handled("Bob")
    assert mail.kind == "silent"
    assert running.refused("mail", "accept", mail.id)
    assert running.refused("mail", "leave", "Bob")[0]["kind"] == "mail"
    running.json("mail", "remind")
    running.json("mail", "extend", "--due", "+3")
    running.batch()
    assert {*running.told} == OTHERS


def test_a_slip_that_was_in_before_counts(running: Moderator) -> None:
    running.all_reply("Bob")
    running.batch()
    running.json("mail", "leave", "Bob")
    running.all_reply("Ann", "Cid")
    running.batch()
    assert {*running.game.rounds[1].slips} == {*SEATS}
    assert all("has left" not in running.one(player).words for player in running.told if player == "Bob")


def test_the_seat_is_given_to_somebody(running: Moderator) -> None:
    old = running.mails["Bob"][0]
    running.json("mail", "leave", "Bob")
    play(running, "Ann", "Cid")
    running.json("mail", "address", "Bob=bob@players.example")  # also to the same one again
    running.batch()
    mail = running.one("Bob")
    assert {*running.told} == {"Bob"}
    assert mail.wants_slip
    assert mail.marked("schrille-slip")
    running.reply("Bob", running.slip("Bob"), to=old)
    assert [note["kind"] for note in running.batch()["notes"]] == ["token"]
    running.all_reply()
    assert running.batch()["phase"] == "scored"
    assert {*running.game.rounds[2].slips} == {*SEATS}


def test_all_have_left(running: Moderator) -> None:
    """The game stays where it is."""
    for player in SEATS:
        running.json("mail", "leave", player)
    for args in ([], ["--missing", "pass"]):
        row = running.batch(*args)
        assert (row["phase"], row["mails"], row["done"]) == ("placing", 0, {})
    assert running.refused("mail", "remind")[0]["kind"] == "mail"


def test_a_game_that_is_not_by_mail(running: Moderator) -> None:
    table = "games/table.toml"
    running.schrille("new", "-g", table, "-p", "A=blue", "-p", "B=red", "-p", "C=green")
    orders = (
        ["accept", "abcd"],
        ["list"],
        ["extend", "--due", "+1"],
        ["remind"],
        ["leave", "A"],
        ["address", "A=a@b.c"],
    )
    for order in orders:
        done = running.schrille("mail", *order, "-g", table, "--json", code=1)
        assert '"kind": "mail"' in done.stderr
        assert "schrille new --mail" in done.stderr
    done = running.schrille.json("mail", "batch", "games", "--inbox", "inbox", "--outbox", "outbox")
    assert [row["title"] for row in done["rows"]] == ["friday", None]
    assert SAVE.endswith("friday.toml")
