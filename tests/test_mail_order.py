"""Which mail counts: dates of every kind, copies that lost something, tokens of two games, and floods of mails."""

from __future__ import annotations

import json
import time
from datetime import timedelta
from pathlib import Path

import pytest
from postbags import (
    BROKEN,
    FOUR,
    NOW,
    START,
    Sent,
    all_sent,
    by_mail,
    put,
    reply,
    run,
    save_all,
    scored_game,
    slip,
    token_of,
)

from schrille_cli.kit.letters import read_head
from schrille_cli.schrille import Game, load
from schrille_cli.schrille.mail import orders
from schrille_cli.schrille.mail.batch import Row
from schrille_cli.schrille.mail.desk import MOST_ASKED, MOST_MAILS
from schrille_cli.schrille.mail.post import handled
from schrille_cli.schrille.mail.summary import row_data
from schrille_cli.schrille.saves import changing

ANN = "Ann"


class Table:
    """A game by mail whose players know that the round is open, and what comes in, batch by batch."""

    def __init__(self, folder: Path, game: Game | None = None) -> None:
        self.folder = folder
        self.path = str(folder / "games" / "a.toml")
        save_all(folder / "games", {"a": game or by_mail(1, {**FOUR})})
        put(folder / "in")
        self.number = 0
        self.row = Row("")
        self.batch()
        self.token = token_of(self.game, ANN)

    @property
    def game(self) -> Game:
        return load(self.path)

    def batch(self, *mails: bytes) -> list[Sent]:
        """Have mails come in, and return what goes out."""
        out = self.folder / "out"
        before = all_sent(out)
        put(self.folder / "in", *mails, start=self.number + 1)
        self.number += len(mails)
        (self.row, *_) = run(self.folder / "games", self.folder / "in", out)
        assert self.row.faults == ()
        return [mail for id, mail in all_sent(out).items() if id not in before]

    def slip(self, chance: str) -> str:
        return slip(self.game, ANN, chance)

    def mail(self, chance: str, number: int, date: int | str | None = None) -> bytes:
        return reply(self.slip(chance), self.token, number, date)

    @property
    def counts(self) -> str:
        return str(self.game.state.slips.get(ANN, ""))

    @property
    def kinds(self) -> list[str]:
        return [handled(line).kind for line in orders.post_of(self.game).mails]


@pytest.fixture
def table(tmp_path: Path) -> Table:
    return Table(tmp_path)


# Dates

STRANGE = {
    "none": "",
    "broken": "Date: next Tuesday, about noon",
    "number": "Date: 12345678901234567890",
    "2036": "Date: Sun, 02 Mar 2036 12:00:00 +0000",
    "1900": "Date: Thu, 01 Mar 1900 12:00:00 +0000",
    "9999": "Date: Fri, 31 Dec 9999 23:59:59 +0000",
    "zone": "Date: Sun, 99 Foo 2026 12:00:00 +9999",
    "empty": "Date:",
    "bytes": "Date: \xff\xfe\x00",
}


def dated(data: bytes, header: str) -> bytes:
    """A mail without a date with this one."""
    return header.encode("latin-1") + b"\n" * bool(header) + data


@pytest.mark.parametrize("kind", STRANGE)
def test_a_date_that_cannot_be(table: Table, kind: str) -> None:
    """Such a mail is taken to be written when it comes: it is handled behind the others of its batch."""
    table.batch(dated(table.mail("1", 1, ""), STRANGE[kind]), table.mail("2", 2))
    assert table.counts == table.slip("1")
    table.batch(table.mail("3", 3))
    assert table.counts == table.slip("3")
    table.batch(dated(table.mail("4", 4, ""), STRANGE[kind]))
    assert table.counts == table.slip("4")
    assert table.kinds == ["slip"] * 4


@pytest.mark.parametrize("split", [True, False])
def test_time_zones_count(table: Table, split: bool) -> None:
    """The later moment, not the later hour on the clock."""
    late = dated(table.mail("1", 1, ""), "Date: Sun, 01 Mar 2026 09:00:00 -0200")
    early = dated(table.mail("2", 2, ""), "Date: Sun, 01 Mar 2026 19:00:00 +0900")
    for mails in ([late], [early]) if split else ([late, early],):
        table.batch(*mails)
    assert table.counts == table.slip("1")


def test_equal_dates_count_as_they_come(table: Table) -> None:
    table.batch(table.mail("1", 1, START), table.mail("2", 2, START))
    assert table.counts == table.slip("2")
    table.batch(table.mail("3", 3, START))
    assert table.counts == table.slip("3")


@pytest.mark.parametrize(("ahead", "counts"), [(590, "1"), (700, "2"), (86_000, "2")])
def test_a_clock_that_is_fast_by_more_than_minutes_holds_nothing_up(table: Table, ahead: int, counts: str) -> None:
    now = int(NOW.timestamp())
    table.batch(table.mail("1", 1, now + ahead))
    table.batch(table.mail("2", 2, now - 60))
    assert table.counts == table.slip(counts)


def test_the_same_slip_again_moves_its_date_on_and_never_back(table: Table) -> None:
    table.batch(table.mail("1", 1, START + 30), table.mail("1", 2, START + 10))
    table.batch(table.mail("2", 3, START + 20))
    assert (table.counts, table.kinds) == (table.slip("1"), ["slip", "slip", "older"])
    table.batch(table.mail("1", 4, START + 25))
    table.batch(table.mail("2", 5, START + 28))
    assert (table.counts, table.kinds[3:]) == (table.slip("1"), ["older", "older"])


def test_a_mail_that_was_older_and_was_accepted_has_its_date_too(table: Table) -> None:
    old = table.mail("1", 1, START + 10)
    table.batch(table.mail("2", 2, START + 20))
    table.batch(old)
    with changing(table.path) as game:
        orders.accept(game, read_head(old).id)
    assert table.counts == table.slip("1")
    table.batch(table.mail("3", 3, START + 5))
    assert table.counts == table.slip("1")
    table.batch(table.mail("4", 4, START + 15))
    assert table.counts == table.slip("4")


# Answers about labels


def test_an_older_answer_about_labels_never_replaces_a_newer_one(tmp_path: Path) -> None:
    table = Table(tmp_path, scored_game(3))
    table.batch(reply("label violet", table.token, 1, START + 20))
    (mail,) = table.batch(reply("stay", table.token, 2, START + 10))
    assert "written before the one that counts" in " ".join(mail.text.split())
    answer = orders.post_of(table.game).seats[ANN].answer
    assert answer.endswith(" violet")
    table.batch(reply("stay", table.token, 3, START + 20))
    assert orders.post_of(table.game).seats[ANN].answer.endswith(" stay")
    assert table.kinds == ["labels", "older", "labels"]


# Copies of a mail by other ways


def test_a_copy_that_lost_its_slip_does_not_lose_the_whole_one(table: Table) -> None:
    asked = table.batch(reply("[a part was scrubbed]", table.token, 1))
    counted = table.batch(table.mail("1", 1))
    assert [mail.subject.partition(" [")[0] for mail in (*asked, *counted)] == [
        "game 1: Round 1: a question about your mail",
        "game 1: Round 1: your slip counts",
    ]
    assert table.counts == table.slip("1")
    assert table.batch(table.mail("1", 1) + b"\n-- \nA list\n", reply("[scrubbed]", table.token, 1)) == []
    assert table.kinds == ["asked", "slip", "copy", "copy"]


def test_nobody_is_asked_twice_about_copies(table: Table) -> None:
    (mail,) = table.batch(reply(BROKEN, table.token, 1), reply(f"{BROKEN}\n\n-- \nA list\n", table.token, 1))
    assert "your slip does not count" in mail.subject
    assert table.batch(reply("[scrubbed]", table.token, 1)) == []
    assert table.row.notes == ()
    assert table.kinds == ["asked", "copy", "copy"]


def test_a_copy_by_a_machine_does_not_hide_the_one_of_a_person(table: Table) -> None:
    """Some lists send with the marks of machines."""
    machine = b"Precedence: bulk\n" + table.mail("1", 1) + b"\n-- \nA list\n"
    assert table.batch(machine) == []
    (mail,) = table.batch(table.mail("1", 1))
    assert "your slip counts" in mail.subject
    assert table.kinds == ["silent", "slip"]


# Tokens


def test_tokens_of_two_games(tmp_path: Path) -> None:
    """The subject decides; where it has no token, nobody can tell which game is meant."""
    games = {"a": by_mail(1, {**FOUR}), "b": by_mail(2, {**FOUR})}
    save_all(tmp_path / "games", games)
    tokens = [token_of(game, ANN) for game in games.values()]
    references = " ".join(f"<{token}.1.1@example.org>" for token in tokens)
    text = slip(games["a"], ANN)
    put(tmp_path / "in", reply(text, tokens[0], 1, references=references))
    rows = run(tmp_path / "games", tmp_path / "in", tmp_path / "out")
    assert [(dict(row.done), row.notes) for row in rows] == [({"slips": 1}, ()), ({}, ())]
    put(tmp_path / "in", reply(text, "no token", 2, references=references), start=2)
    rows = run(tmp_path / "games", tmp_path / "in", tmp_path / "out")
    assert [(row.done, [note.kind for note in row.notes]) for row in rows] == [((), ["games"])] * 2
    assert all("two games" in row_data(row, False)["notes"][0]["message"] for row in rows)
    assert not load(str(tmp_path / "games" / "b.toml")).state.slips


def test_a_round_that_was_corrected_has_other_tokens(tmp_path: Path) -> None:
    """What comes with an old one is shown, not counted; and it counts when the correction is taken back."""
    game = by_mail(1, {**FOUR})
    game.place_all({player: slip(game, player) for player in FOUR})
    game.resolve()
    game.score()
    game.next()
    table = Table(tmp_path, game)
    mail = table.mail("1", 1)
    with changing(table.path) as game:
        game.amend(1, "Bob", slip(by_mail(1, {**FOUR}), "Bob", "other"))
    assert token_of(table.game, ANN) != table.token
    told = table.batch(mail)
    assert len(told) == 4
    assert all(table.token not in str(mail) for mail in told)
    assert ([note.kind for note in table.row.notes], table.counts, table.kinds) == (["token"], "", [])
    with changing(table.path) as game:
        game.undo()
    table.batch()
    assert (table.row.notes, table.counts, table.kinds) == ((), table.slip("1"), ["slip"])


# Players who pass


def test_players_pass_once_where_there_are_deadlines(table: Table) -> None:
    """The same batch again, as after a crash, passes nobody in the round that it has opened."""
    inbox, out = put(table.folder / "in", table.mail("1", 1)), table.folder / "out"
    for done in ({"slips": 1, "resolved": 1, "scored": 1}, {}):
        (row,) = run(table.folder / "games", inbox, out, passing=True, due="+7")
        assert dict(row.done) == done
    later = NOW + timedelta(days=8)
    for done in ({"opened": 2}, {}):
        (row,) = run(table.folder / "games", inbox, out, later, passing=True, due="+7")
        assert dict(row.done) == done


# Floods

FLOOD = "abcdefghijklmnopqrstuvwxyz234567"


def test_thousands_of_wrong_tokens(table: Table) -> None:
    """Each is a line to look at; they take no time to speak of, and no slip is held up."""
    wrong = [
        reply("14+3", f"{table.token[:-4]}{a}{b}{c}a", 10) for a in "abcdefgh" for b in "mnopqrst" for c in FLOOD
    ]
    put(table.folder / "in", *wrong, start=1000)
    begin = time.process_time()
    (mail,) = table.batch(table.mail("1", 1))
    assert time.process_time() - begin < 15
    assert "your slip counts" in mail.subject
    assert {note.kind for note in table.row.notes} == {"token"}
    assert len(table.row.notes) >= len(wrong) - 1
    assert table.kinds == ["slip"]
    assert table.token[-16:] not in json.dumps(row_data(table.row, True))


def test_a_player_who_is_asked_too_often(table: Table) -> None:
    """Questions end, lest machines write to each other; a good mail among the others counts all the same."""
    told = table.batch(*(reply(BROKEN, table.token, number) for number in range(30)), table.mail("1", 99))
    assert table.counts == table.slip("1")
    assert len(told) == MOST_ASKED + 1
    assert table.kinds == ["asked"] * MOST_ASKED + ["silent"] * (30 - MOST_ASKED) + ["slip"]
    assert [note.kind for note in table.row.notes] == ["flood"] * (30 - MOST_ASKED)
    assert (table.batch(), table.row.notes) == ([], ())


def test_a_player_who_sends_too_many_mails(table: Table) -> None:
    """So many are handled, the rest shown; other players are not held up, and nothing grows."""
    table.batch(*(table.mail(str(number % 7), number) for number in range(MOST_MAILS + 5)))
    assert table.kinds == ["slip"] * MOST_MAILS
    assert [note.kind for note in table.row.notes] == ["flood"] * 5
    table.batch(reply(slip(table.game, "Bob"), token_of(table.game, "Bob"), 1))
    assert set(table.game.state.slips) == {ANN, "Bob"}
    before = Path(table.path).read_bytes()
    assert table.batch() == []
    assert [note.kind for note in table.row.notes] == ["flood"] * 5
    assert Path(table.path).read_bytes() == before
