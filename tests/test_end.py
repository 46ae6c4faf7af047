"""The end of a game at a table whose deck turns out to be empty (R27)."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from schrille_cli.schrille import Game, Rules, dumps, loads, with_settings

CHART = [f"Band {number}=blue" for number in range(1, 15)]


@pytest.fixture
def emptied() -> Game:
    """A scored game in which all 14 bands have retired; whether the table's deck has cards is not known."""
    rules = with_settings(Rules(), ["retire_at=1", "retire_places=14"])
    game = Game.new({"Ann": "blue", "Bob": "red", "Cid": "green"}, rules=rules, chart=CHART)
    game.resolve(missing_pass=True)
    game.score()
    assert (game.phase, game.state.remaining) == ("scored", ())
    return game


def test_no_band_anywhere_ends_the_game(emptied: Game) -> None:
    assert emptied.next(deck_empty=True) == ()
    assert (emptied.phase, emptied.round, emptied.state.winners) == ("over", 1, ("Ann",))
    assert dumps(loads(dumps(emptied))) == dumps(emptied)
    assert emptied.undo() == "next"
    assert emptied.phase == "scored"


def test_cards_can_still_come(emptied: Game) -> None:
    assert emptied.next(["New=red"], deck_empty=True) == ("New",)
    assert (emptied.phase, emptied.state.opened.chart, emptied.state.left) == ("placing", ("New",), 0)
    assert dumps(loads(dumps(emptied))) == dumps(emptied)


def test_a_label_changed_after_the_end_does_not_count(emptied: Game, errors: Callable[..., list[str]]) -> None:
    emptied.label({"Ann": "violet"})
    before = dumps(emptied)
    assert "undo the label change" in errors(emptied.next, deck_empty=True)[0]
    assert dumps(emptied) == before
    emptied.undo()
    emptied.next(deck_empty=True)
    assert emptied.state.winners == ("Ann",)
    assert emptied.state.scores["Ann"] == 6 + 5 + 4 + 3 + 2 + 1


def test_a_deck_that_is_known_to_be_empty_is_not_asked_again() -> None:
    game = Game.new({"Ann": "blue", "Bob": "red", "Cid": "green"}, chart=CHART)
    game.place("Ann", "14-1 13+1 12+1 11+1 10+1 1n 2p")
    game.resolve(missing_pass=True)
    assert game.state.fallen == ("Band 14",)
    game.score()
    game.next(deck_empty=True)
    assert (len(game.state.opened.chart), game.state.left) == (13, 0)
    game.resolve(missing_pass=True)
    game.score()
    assert game.next() == ()
    assert dumps(loads(dumps(game))) == dumps(game)
    game.resolve(missing_pass=True)
    game.score(go_on=True)
    assert (game.round, game.steps[-1].line) == (4, "score next")
    assert dumps(loads(dumps(game))) == dumps(game)
