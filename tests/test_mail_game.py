"""Whole games by mail: through a real SMTP server, with players who answer by the mail programs of people."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from conftest import Command
from mailevening import MODERATOR, Evening, post_office, snapshot
from mailing import mails_of, received

from schrille_cli.kit.letters import read_head
from schrille_cli.schrille import Game, load
from schrille_cli.schrille.mail import checking
from schrille_cli.schrille.mail.post import Post, handled

GAMES = {"short": 40, "clear": 70, "wild": 40}  # with the points at which they end
LONGEST = 60  # batches


@pytest.fixture(scope="module")
def evening(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Evening]:
    """Three games, played to the end."""
    folder = tmp_path_factory.mktemp("evening")
    with post_office(folder / "mail") as post:
        found = Evening(Command(folder), post)
        found.new("short", ["Ann=blue", "Bob=red", "Cid=green"], "--set", "target=40")
        found.new("clear", ["Dora", "Emil", "Frida", "Gus"])  # to the 70 points of the rulebook
        six = ["Hanna=blue", "Ida=red", "Jo=green", "Kai=yellow", "Lena=violet", "Moritz=orange"]
        found.new("wild", six, "--rules", "brettspielwelt", "--set", "target=40", "--lang", "de")
        play(found)
        yield found


def play(evening: Evening) -> None:
    """Play all games to the end; nothing but words is there for the moderator to look at."""
    for number in range(LONGEST):
        summary = evening.batch()
        if number % 4 == 2:  # a moderator reads some of the mails
            evening.post.fetch(MODERATOR)
        assert {note["kind"] for row in summary["rows"] for note in row["notes"]} <= {"words"}
        assert summary["look_at"] == []
        assert evening.send() == summary["mails"]
        if all(row["phase"] == "over" for row in summary["rows"]):
            break
        assert evening.answer() or summary["mails"]
    assert [row["phase"] for row in summary["rows"]] == ["over"] * 3
    evening.answer()


def posts(evening: Evening, name: str) -> Post:
    post = load(str(evening.games / f"{name}.toml")).post
    assert post
    return post


def again(evening: Evening, name: str) -> Game:
    """A game of the same seed, into which everything is entered by hand that the players have sent."""
    played = load(str(evening.games / f"{name}.toml"))
    people = evening.people[name]
    labels = played.rounds[1].opened.labels if name != "clear" else {}
    seats = {player: labels.get(player) for player in people}
    game = Game.new(seats, rules=played.setup.rules, seed=played.setup.seed, deal_hands=True)
    answers = sorted(said for person in people.values() for said in person.answers)
    for said in answers:
        free = [label for label in said.labels if label not in game.state.labels.values()]
        if said.claim and said.player not in game.state.labels and free:
            game.label({said.player: free[0]})
    while True:
        for player, person in people.items():
            game.place(player, person.slips[game.round])
        game.resolve()
        game.score()
        if game.phase == "over":
            return game
        wishes = [said for said in answers if said.round == game.round and said.labels and not said.claim]
        if wishes:
            game.label({said.player: said.labels for said in wishes})
        game.next()


@pytest.mark.parametrize("name", GAMES)
def test_the_same_slips_entered_by_hand_end_in_the_same_scores(evening: Evening, name: str) -> None:
    played, game = load(str(evening.games / f"{name}.toml")), again(evening, name)
    assert game.phase == played.phase == "over"
    assert [dict(state.scores) for state in game.rounds.values()] == [
        dict(state.scores) for state in played.rounds.values()
    ]
    assert game.state.winners == played.state.winners
    assert max(game.state.scores.values()) >= GAMES[name]
    for player, person in evening.people[name].items():
        assert person.last
        words = person.last.words
        assert all(winner in words for winner in game.state.winners)
        assert re.search(rf"(?<!\S){player} .{{0,40}}?(?<!\S){game.state.scores[player]}(?!\S)", words)


def test_the_saves_are_sound(evening: Evening) -> None:
    evening.schrille("verify", *(f"games/{name}.toml" for name in GAMES))


def test_nothing_in_the_inbox_was_left_out(evening: Evening) -> None:
    known = {handled(line).id for name in GAMES for line in posts(evening, name).mails}
    came = [read_head(data).id for data in mails_of(evening.inbox)]
    assert {*came} == known
    assert len(came) > len(known)  # some were taken twice by the server
    kinds = {handled(line).kind for name in GAMES for line in posts(evening, name).mails}
    assert {"slip", "labels", "asked"} <= kinds


def test_another_batch_finds_nothing_to_do(evening: Evening) -> None:
    saves = snapshot(evening.games)
    summary = evening.batch("--who", "--missing", "pass", "--due", "+7")
    assert summary["mails"] == summary["notes"] == summary["faults"] == 0
    assert all(row["done"] == {} for row in summary["rows"])
    assert snapshot(evening.games) == saves
    assert evening.send() == 0


@pytest.mark.parametrize("name", GAMES)
def test_every_result_fits_the_receipts(evening: Evening, name: str) -> None:
    people = [*evening.people[name].values()]
    rounds = load(str(evening.games / f"{name}.toml")).rounds
    replaced = sent = 0
    for number in rounds:
        receipts = [data for person in people for data in person.receipts[number]]
        sent += (len(receipts) - len(people)) * len(people)
        for person in people:
            (result,) = person.results[number]
            checked = checking.check(result, receipts, ["result", *map(str, range(len(receipts)))])
            assert checked.departing == 0
            assert len(checked.slips) == len(people)
            replaced += sum(row.state == checking.REPLACED for row in checked.receipts)
    assert replaced == sent
    number = max(rounds)
    (evening.schrille.folder / "result.eml").write_bytes(people[0].results[number][0])
    files = []
    for index, data in enumerate(data for person in people for data in person.receipts[number]):
        files.append(f"receipt{index}.eml")
        (evening.schrille.folder / files[-1]).write_bytes(data)
    found = evening.schrille.json("mail", "check", "result.eml", *files)
    assert {row["state"] for row in found["receipts"]} <= {"fits", "replaced"}
    assert {row["state"] for row in found["slips"]} == {"good"}


def test_everybody_got_every_mail_once(evening: Evening) -> None:
    taken = evening.post.server.taken
    sent = [received(mail.data) for mail in taken if mail.recipient != MODERATOR]
    assert len({mail.id for mail in sent}) == len(sent)
    addresses = {person.address for people in evening.people.values() for person in people.values()}
    assert {mail.recipient for mail in taken} == {MODERATOR, *addresses}
    for name in GAMES:
        own = [mail.id for mail in sent if mail.subject.startswith(f"{name}: ")]
        assert len(own) == sum(seat.mails for seat in posts(evening, name).seats.values())
