"""The chances of a game that is played out: every phase, and positions that can be worked out."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

import pytest
from conftest import PLAYERS, SLIP
from hypothesis import given
from hypothesis import strategies as st
from playouts import THREE, anything, by_player
from replays import Table
from sound_saves import TEXTS
from stages import SECRET, at

from schrille_cli.schrille import Game, GameError, Odds, Rules, Slip, bots, chances, dumps, loads, with_settings
from schrille_cli.schrille.builtin import LABELS
from schrille_cli.schrille.deck import Deck
from schrille_cli.schrille.figures import wilson

KINDS = {"tool": (False, True), "no hands": (False, False), "table": (True, False), "table, hands": (True, True)}


# What comes out


def check(game: Game, playouts: int = 6) -> Odds:
    before = dumps(game)
    found = chances(game, anything, playouts)
    assert dumps(game) == before
    assert [chance.player for chance in found.chances] == list(game.setup.players)
    assert [chance.score for chance in found.chances] == list(game.state.scores.values())
    assert [chance.label for chance in found.chances] == [game.state.labels.get(p) for p in game.setup.players]
    assert sum(chance.chance for chance in found.chances) == pytest.approx(1)
    assert found == chances(game, anything, playouts)
    return found


@pytest.mark.parametrize("phase", ["opening", "placing", "full", "resolved", "scored"])
def test_every_phase(phase: str) -> None:
    found = check(at(phase), 8)
    assert found.playouts == 8
    for chance in found.chances:
        assert chance.low is not None
        assert chance.high is not None
        assert 0 <= chance.low <= chance.chance <= chance.high <= 1
        assert chance.low < chance.high
        assert chance.wins == pytest.approx(8 * chance.chance)


def test_a_game_that_is_over_has_its_winners() -> None:
    game = at("over")
    found = check(game)
    assert found.playouts == 0
    assert {c.player for c in found.chances if c.chance} == set(game.state.winners)
    assert all((c.low, c.high) == (None, None) for c in found.chances)


def test_winners_share() -> None:
    """No label has points, and all four place the same slip: they reach the target together."""
    rules = with_settings(Rules(), ["target=1", "top_places=", "fallen_points=0", "bag.+1=20"])
    game = Game.new(PLAYERS, rules=rules, seed="share")
    game.place_all(dict.fromkeys(PLAYERS, "7+1 6+1 5+1 4+1 3+1 1:no1 2:pick"))
    game.resolve()
    assert [(c.wins, c.chance) for c in check(game, 4).chances] == [(1.0, 0.25)] * 4
    game.score()
    assert [(c.wins, c.chance, c.low) for c in check(game).chances] == [(0.25, 0.25, None)] * 4


@pytest.mark.parametrize("kind", KINDS)
def test_games_at_random(kind: str) -> None:
    for seed in range(6):
        table = Table(seed, 3 + seed % 3, *KINDS[kind])
        table.play(rounds=seed % 4 + 1)
        check(table.game, 3)


@pytest.mark.parametrize("name", TEXTS)
def test_saves_with_corrections(name: str) -> None:
    check(loads(TEXTS[name]))


def test_the_number_of_playouts() -> None:
    left = iter([False, False, True])
    assert chances(at("placing"), anything, 9, enough=lambda: next(left)).playouts == 3
    assert chances(at("placing"), anything, 1).playouts == 1
    with pytest.raises(GameError):
        chances(at("placing"), anything, 0)


def test_more_playouts_begin_with_the_same_ones() -> None:
    few, many = (chances(at("placing"), anything, number, seed="x") for number in (5, 10))
    assert all(b.wins >= a.wins for a, b in zip(few.chances, many.chances, strict=True))
    assert chances(at("placing"), anything, 40, seed="x") != chances(at("placing"), anything, 40, seed="y")


# Positions that can be worked out


def lead(points: Mapping[str, int], target: int = 70) -> Game:
    """A game in which players have points."""
    game = Game.new(THREE, rules=with_settings(Rules(), [f"target={target}", "retire_at="]), seed="lead")
    for player, given_points in points.items():
        game.adjust(player, given_points, "a start")
    return game


def test_who_cannot_be_caught_wins_for_certain() -> None:
    """With 500 points more than anybody can have made by then; the first scoring ends the game."""
    assert by_player(chances(lead({"B": 500}), anything, 20)) == {"A": 0, "B": 1, "C": 0}


def test_who_is_far_behind_never_wins() -> None:
    found = by_player(chances(lead({"A": -500}), anything, 20))
    assert found["A"] == 0
    assert found["B"] + found["C"] == pytest.approx(1)


def test_a_resolved_round_is_scored_as_it_is() -> None:
    """A alone gets 5 for the New Number 1; labels have no points, and all pick the same band."""
    rules = with_settings(Rules(), ["target=5", "top_places=", "fallen_points=0", "bag.+1=15"])
    game = Game.new(THREE, rules=rules, seed="resolved")
    slip = "8+1 7+1 6+1 5+1 4+1"
    game.place_all({"A": f"{slip} 1:no1 14:pick", "B": f"{slip} 13:no1 14:pick", "C": f"{slip} 13:no1 14:pick"})
    game.resolve()
    after = loads(dumps(game))
    after.score()
    assert after.state.winners == ("A",)
    assert by_player(chances(game, anything, 10)) == {"A": 1, "B": 0, "C": 0}


def test_a_label_claimed_by_chance_decides() -> None:
    """All bands are blue: C wins alone with that label, which is one of four, and else shares with all others."""
    deck = Deck(LABELS, {f"B{n:02}": ("blue",) for n in range(14)})
    rules = with_settings(
        Rules(), ["target=1", "top_places=50", "number_one_bonus=1", "fallen_points=0", "keep=1"]
    )
    game = Game.new({"A": "red", "B": "green", "C": None}, rules=rules, deck=deck, seed="opening")
    found = chances(game, lambda seen: Slip(((14, seen.hand[-1]),), 1, 2), 600)
    wins = {chance.player: chance for chance in found.chances}
    assert wins["A"].chance == wins["B"].chance
    assert wins["C"].low is not None
    assert wins["C"].high is not None
    assert wins["C"].low < 1 / 4 + 3 / 4 / 3 < wins["C"].high


# The interval


@pytest.mark.parametrize(
    ("wins", "number", "low", "high"),
    # Wilson's interval as Newcombe (1998) gives it
    [(81, 263, 0.2553, 0.3662), (15, 148, 0.0624, 0.1605), (0, 20, 0.0, 0.1611), (1, 29, 0.0061, 0.1718)],
)
def test_the_interval(wins: int, number: int, low: float, high: float) -> None:
    assert wilson(wins, number) == pytest.approx((low, high), abs=5e-5)


@given(st.integers(1, 10_000), st.integers(0, 10_000))
def test_the_interval_is_around_the_part(number: int, wins: int) -> None:
    part = float(Fraction(min(wins, number), number))
    low, high = wilson(min(wins, number), number)
    assert -1e-12 <= low <= part + 1e-12
    assert part - 1e-12 <= high <= 1 + 1e-12
    assert low < high


# Bots


@pytest.mark.parametrize("name", bots.NAMES)
def test_the_bots_play_on(name: str) -> None:
    found = chances(at("resolved"), bots.find(name), 2)
    assert sum(chance.wins for chance in found.chances) == 2


def test_a_bot_that_fails_is_named() -> None:
    with pytest.raises(GameError) as caught:
        chances(at("placing"), lambda seen: SLIP, 2)  # type: ignore[arg-type,return-value]
    assert caught.value.faults[0].kind == "bot"
    assert SECRET["Ann"] not in str(caught.value)
