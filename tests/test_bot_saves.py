"""Slips of bots in a save: written, read strictly, kept through corrections, and never played again."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable
from typing import Any

import pytest
import tomli_w
from bot_games import dealt
from conftest import SLIP, Command

from schrille_cli.schrille import Game, GameError, Slip, bots, dumps, loads, save

Data = dict[str, Any]
PLAYERS = {"Ann": "blue", "Bob Lee": "red", "O'Hara": "green"}


def played() -> Game:
    """Two rounds of bots and people; one bot's slip is replaced by a person's, one person's by a bot's."""
    game = Game.new(PLAYERS, seed="bots", deal_hands=True)

    def slip(player: str, name: str) -> Slip:
        return bots.find(name)(game.observe(player))

    game.place("Ann", slip("Ann", "fan"))
    game.place("bob", slip("Bob Lee", "rival"), bot="rival")
    game.place("O'Hara", slip("O'Hara", "scout"), bot="scout")
    game.place("Bob Lee", slip("Bob Lee", "random"), replace=True)
    game.place("Ann", slip("Ann", "random"), replace=True, bot="my own")
    game.resolve()
    game.score(go_on=True)
    game.place_all({"Ann": slip("Ann", "fan"), "o'h": slip("O'Hara", "fan")}, bots={"O'Hara": "fan"})
    return game


def other(game: Game, player: str) -> Slip:
    """A player's slip of the first round with its tips in other holes."""
    slip = game.at_round(1).slips[player]
    full = {slip.no1, slip.pick, *dict(slip.influence)}
    return slip._replace(no1=slip.pick, pick=next(hole for hole in range(1, 15) if hole not in full))


def test_the_log_says_which_bot() -> None:
    game = played()
    log = [re.sub(r" \d+[+-].*?pick", "", step.line) for step in game.steps]
    assert log[:5] == [
        "place Ann",
        "place 'Bob Lee' bot=rival",
        """place 'O'"'"'Hara' bot=scout""",
        "replace 'Bob Lee'",
        "replace Ann 'bot=my own'",
    ]
    assert log[7] == """place Ann 'O'"'"'Hara' bot=fan"""
    assert dict(game.at_round(1).bots) == {"Ann": "my own", "O'Hara": "scout"}
    assert dict(game.state.bots) == {"O'Hara": "fan"}


def test_the_save_is_the_game() -> None:
    game = played()
    text = dumps(game)
    assert text.startswith("format = 3\n")
    again = loads(text)
    assert dumps(again) == text
    assert again.states == game.states
    while game.steps:
        assert game.undo() == again.undo()
        assert dumps(loads(dumps(game))) == dumps(game)
    assert dumps(game).startswith("format = 1\n")


def test_what_undo_says() -> None:
    game = played()
    assert game.undo() == "the slips of Ann and O'Hara"
    game.undo()
    game.undo()
    assert game.undo() == "Ann's replaced slip (by the bot my own)"
    assert game.undo() == "Bob Lee's replaced slip"
    assert game.undo() == "O'Hara's slip (by the bot scout)"
    assert game.undo() == "Bob Lee's slip (by the bot rival)"
    assert dumps(game).startswith("format = 1\n")


def test_no_bot_plays_when_a_save_is_read(monkeypatch: pytest.MonkeyPatch) -> None:
    text = dumps(played())
    monkeypatch.setattr(bots, "find", None)
    game = loads(text)
    game.amend(1, "Bob Lee", other(game, "Bob Lee"))
    assert dumps(loads(dumps(game))) == dumps(game)


def test_an_amended_slip_is_a_person_s() -> None:
    game = played()
    game.adjust("Ann", 3, "bot=rude words")
    before = dict(game.at_round(2).bots)
    game.amend(1, "O'Hara", other(game, "O'Hara"))
    assert dict(game.at_round(1).bots) == {"Ann": "my own"}
    assert dict(game.at_round(2).bots) == before
    again = loads(dumps(game))
    assert again.states == game.states
    game.amend(1, "Bob Lee", other(game, "Bob Lee"))  # counts on from the first amendment
    assert dict(game.at_round(1).bots) == {"Ann": "my own"}
    assert loads(dumps(game)).states == game.states
    game.undo()
    game.undo()
    assert dict(game.at_round(1).bots) == {"Ann": "my own", "O'Hara": "scout"}


def test_formats_are_the_oldest_that_know_the_commands() -> None:
    game = dealt("formats")
    assert dumps(game).startswith("format = 1\n")
    game.adjust("A", 1, "bot=x")
    assert dumps(game).startswith("format = 2\n")
    assert loads(dumps(game)).setup == game.setup
    game.place("A", bots.find("fan")(game.observe("A")), bot="fan")
    assert dumps(game).startswith("format = 3\n")
    game.undo()
    assert dumps(game).startswith("format = 2\n")


def damaged(old: str, new: str) -> Callable[[Data], None]:
    """A change of the line that holds a text."""

    def change(data: Data) -> None:
        (entry, index) = next(
            (entry, index) for entry in data["rounds"] for index, line in enumerate(entry["log"]) if old in line
        )
        entry["log"][index] = entry["log"][index].replace(old, new)

    return change


def an_older_format(data: Data) -> None:
    data["format"] = 2


def no_bots_left(data: Data) -> None:
    for entry in data["rounds"]:
        entry["log"] = [re.sub(r" '?bot=(my own'|\w+)", "", line) for line in entry["log"]]


WRONG: dict[str, tuple[Callable[[Data], None], str]] = {
    "no name": (damaged("bot=rival", "bot="), "rounds[0].log[1]"),
    "two names": (damaged("bot=rival", "bot=rival bot=fan"), "rounds[0].log[1]"),
    "no such word": (damaged("bot=rival", "bit=rival"), "rounds[0].log[1]"),
    "upper case": (damaged("bot=rival", "Bot=rival"), "rounds[0].log[1]"),
    "an equals sign": (damaged("bot=rival", "bot=a=b"), "rounds[0].log[1]"),
    "a comma": (damaged("bot=rival", "bot=a,b"), "rounds[0].log[1]"),
    "a control character": (damaged("bot=rival", "bot=a\u0007b"), "rounds[0].log[1]"),
    "too long": (damaged("bot=rival", "bot=" + "x" * 41), "rounds[0].log[1]"),
    "spaces": (damaged("bot=rival", "'bot= rival'"), "rounds[0].log[1]"),
    "needless quotes": (damaged("bot=rival", "'bot=rival'"), "rounds[0].log[1]"),
    "not composed": (damaged("bot=rival", "bot=e\u0301"), "rounds[0].log[1]"),
    "in front": (damaged("place 'Bob Lee' bot=rival", "place bot=rival 'Bob Lee'"), "rounds[0].log[1]"),
    "of nobody": (damaged("place 'Bob Lee' bot=rival", "place bot=rival"), "rounds[0].log[1]"),
    "alone": (damaged("place Ann", "place bot=fan"), "rounds[0].log[0]"),
    "behind resolve": (damaged("resolve", "resolve bot=fan"), "rounds[0].log[5]"),
    "an open quote": (damaged("'bot=my own'", "'bot=my own"), "rounds[0].log[4]"),
    "an older format": (an_older_format, "format"),
    "a format for nothing": (no_bots_left, "format"),
}


@pytest.mark.parametrize("name", WRONG)
def test_damaged_lines_are_refused(name: str) -> None:
    data = tomllib.loads(dumps(played()))
    before = tomli_w.dumps(data)
    change, where = WRONG[name]
    change(data)
    assert tomli_w.dumps(data) != before
    with pytest.raises(GameError) as caught:
        loads(tomli_w.dumps(data))
    assert any(where in fault.place for fault in caught.value.faults), str(caught.value)
    assert {fault.kind for fault in caught.value.faults} == {"save"}


def test_another_name_is_another_sound_save() -> None:
    """Who placed a slip follows from nothing else, so that nothing can tell it is not true."""
    text = dumps(played()).replace("bot=rival", "bot=Straßenbahn")
    game = loads(text)
    assert dumps(game) == text
    assert game.undo()


def test_the_api_says_what_is_wrong(errors: Callable[..., list[str]]) -> None:
    game = dealt("api")
    slip = bots.find("fan")(game.observe("A"))
    assert "the bot is empty" in errors(game.place_all, {"A": slip}, bots={"A": " "})[0]
    assert errors(game.place_all, {"A": slip}, bots={"B": "fan"}) == [
        'there is no slip of B, which the bot "fan" placed'
    ]
    assert "there is no player" in errors(game.place_all, {"A": slip}, bots={"nobody": "fan"})[0]
    wrong = errors(game.place_all, {"A": "14+3"}, bots={"A": "x" * 41})
    assert len(wrong) > 2
    assert "A's slip: the bot" in " ".join(wrong)
    assert not game.steps
    game.place("A", slip, bot=" fan ")
    assert dict(game.state.bots) == {"A": "fan"}


def test_show_tells_who_placed(schrille: Command) -> None:
    game = played()
    save(game, str(schrille.save))
    text = schrille("show", "--round", "1", "--slips").stdout.partition("Slips\n")[2]
    header, _line, *rows = text.strip().splitlines()
    assert header.split() == ["player", "slip", "bot"]
    assert [row[header.index("bot") :].strip() for row in rows] == ["my own", "", "scout"]
    shown = schrille.json("show", "--slips", "--round", "1")["slips"]
    assert [row["bot"] for row in shown] == ["my own", None, "scout"]
    people = Game.new(PLAYERS, seed="x")
    people.place("Ann", SLIP)
    save(people, str(schrille.save))
    assert " bot" not in schrille("show", "--slips").stdout
    assert schrille.json("show", "--slips")["slips"][0]["bot"] is None
