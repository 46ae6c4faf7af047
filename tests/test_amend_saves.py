"""Saves with corrections that were edited by hand: refused, with the key path of what is wrong."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable
from typing import Any

import pytest
import tomli_w
from sound_saves import TEXTS

from schrille_cli.schrille import Game, GameError, Slip, dumps, loads, with_settings
from schrille_cli.schrille.rules import Rules

Data = dict[str, Any]


def a_number_where_none_is_wanted(data: Data) -> None:
    data["rounds"][0]["number"] = 1


def a_wrong_number(data: Data) -> None:
    data["rounds"][2]["number"] = 3


def no_number(data: Data) -> None:
    del data["rounds"][2]["number"]


def other_voids(data: Data) -> None:
    log = data["rounds"][1]["log"]
    log[:] = [re.sub(r"void=\d", "void=9", line) for line in log]


def a_later_round(data: Data) -> None:
    log = data["rounds"][1]["log"]
    log[:] = [line.replace("amend 1 A", "amend 2 A") for line in log]


def a_card_that_came(data: Data) -> None:
    log = data["rounds"][1]["log"]
    log[:] = [line.replace("Third=violet", "'New one=red,green'") for line in log]


def points_changed(data: Data) -> None:
    log = data["rounds"][1]["log"]
    log[:] = [line.replace("adjust B +31", "adjust B +30") for line in log]


WRONG: list[tuple[Callable[[Data], None], str]] = [
    (a_number_where_none_is_wanted, "rounds[0].number"),
    (a_wrong_number, "rounds[2].number"),
    (no_number, "rounds[2].number"),
    (other_voids, "rounds[1].log["),
    (a_later_round, "rounds[1].log["),
    (a_card_that_came, "rounds[1].log["),
    (points_changed, "rounds[2].scores"),
]


@pytest.mark.parametrize(("change", "where"), WRONG, ids=lambda value: getattr(value, "__name__", ""))
def test_what_is_wrong_is_named(change: Callable[[Data], None], where: str) -> None:
    data = tomllib.loads(TEXTS["corrected"])
    before = tomli_w.dumps(data)
    change(data)
    assert tomli_w.dumps(data) != before
    with pytest.raises(GameError) as caught:
        loads(tomli_w.dumps(data))
    assert any(where in fault.place for fault in caught.value.faults), str(caught.value)


@pytest.mark.parametrize("dealt", [False, True])
def test_a_round_that_opens_with_waiting_cards_cannot_be_left_out(dealt: bool) -> None:
    """All bands retire, while cards lie on the deck again: next --deck-empty opens a round, it is not the end."""
    rules = with_settings(Rules(), ["keep=1", "hand=3", "retire_at=5", "retire_places=14", "target=999"])
    chart = [f"C{n}=violet" for n in range(14)]
    players = {"A": "blue", "B": "red", "C": "green"}
    game = Game.new(players, rules=rules, seed="x", deal_hands=dealt, chart=chart)

    def placed(no1: int) -> Slip:
        chip = game.state.opened.hands["A"][0] if dealt else 1
        game.place("A", Slip(((7, chip),), no1, 2))
        return game.state.slips["A"]

    first = placed(1)
    game.resolve(missing_pass=True)
    game.score()
    game.next([f"N{n}=violet" for n in range(14 - len(game.state.remaining))])
    game.amend(1, "A", first._replace(no1=14))
    assert game.state.waiting
    placed(1)
    game.resolve(missing_pass=True)
    game.score()
    assert not game.state.remaining
    game.next(deck_empty=True)
    placed(1)
    text = dumps(game)
    assert dumps(loads(text)) == text
    for more in ([], game.steps[-1:]):
        data = tomllib.loads(text)
        last = data["rounds"].pop()
        data["rounds"][-1]["log"] += last["log"] if more else []
        with pytest.raises(GameError) as caught:
            loads(tomli_w.dumps(data))
        assert "rounds[1].log[" in str(caught.value)
