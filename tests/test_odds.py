"""The chances of a game that is played out: what counts, what is hidden, and positions that can be worked out."""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

import pytest
from conftest import PLAYERS, SLIP
from hypothesis import given
from hypothesis import strategies as st
from replays import Table
from sound_saves import TEXTS, table
from stages import SECRET, at

from schrille_cli.schrille import (
    Game,
    GameError,
    Observation,
    Odds,
    Rules,
    Slip,
    chances,
    dumps,
    loads,
    with_settings,
)
from schrille_cli.schrille.builtin import DECK, LABELS
from schrille_cli.schrille.deck import Deck
from schrille_cli.schrille.odds import interval

THREE = {"A": "blue", "B": "red", "C": "green"}
KINDS = {"tool": (False, True), "no hands": (False, False), "table": (True, False), "table, hands": (True, True)}


@dataclass
class Watching:
    """A player who places anything, and keeps what was seen."""

    seen: list[Observation]

    def __call__(self, seen: Observation) -> Slip:
        self.seen.append(seen)
        return seen.legal.choice(seen.random())


def by_player(found: Odds) -> dict[str, float]:
    return {chance.player: chance.chance for chance in found.chances}


def watched(game: Game, playouts: int = 3, **settings: bool) -> list[Observation]:
    """What the players of playouts see."""
    player = Watching([])
    chances(game, playouts, player=player, **settings)
    return player.seen


def first_hands(game: Game, **settings: bool) -> dict[str, set[tuple[int, ...]]]:
    """The hands that players have in the round in play, over some playouts."""
    hands: dict[str, set[tuple[int, ...]]] = {}
    for seen in watched(game, 5, **settings):
        if seen.round == game.round:
            hands.setdefault(seen.player, set()).add(seen.hand)
    return hands


# What comes out


def check(game: Game, playouts: int = 6) -> Odds:
    before = dumps(game)
    found = chances(game, playouts)
    assert dumps(game) == before
    assert [chance.player for chance in found.chances] == list(game.setup.players)
    assert [chance.score for chance in found.chances] == list(game.state.scores.values())
    assert [chance.label for chance in found.chances] == [game.state.labels.get(p) for p in game.setup.players]
    assert sum(chance.chance for chance in found.chances) == pytest.approx(1)
    assert found == chances(game, playouts)
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
    assert chances(at("placing"), 9, enough=lambda: next(left)).playouts == 3
    assert chances(at("placing"), 1).playouts == 1
    with pytest.raises(GameError):
        chances(at("placing"), 0)


def test_more_playouts_begin_with_the_same_ones() -> None:
    few, many = (chances(at("placing"), number, seed="x") for number in (5, 10))
    assert all(b.wins >= a.wins for a, b in zip(few.chances, many.chances, strict=True))
    assert chances(at("placing"), 40, seed="x") != chances(at("placing"), 40, seed="y")


# Positions that can be worked out


def lead(points: Mapping[str, int], target: int = 70) -> Game:
    """A game in which players have points."""
    game = Game.new(THREE, rules=with_settings(Rules(), [f"target={target}", "retire_at="]), seed="lead")
    for player, given_points in points.items():
        game.adjust(player, given_points, "a start")
    return game


def test_who_cannot_be_caught_wins_for_certain() -> None:
    """With 500 points more than anybody can have made by then; the first scoring ends the game."""
    assert by_player(chances(lead({"B": 500}), 20)) == {"A": 0, "B": 1, "C": 0}


def test_who_is_far_behind_never_wins() -> None:
    found = by_player(chances(lead({"A": -500}), 20))
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
    assert by_player(chances(game, 10)) == {"A": 1, "B": 0, "C": 0}


def test_a_label_claimed_by_chance_decides() -> None:
    """All bands are blue: C wins alone with that label, which is one of four, and else shares with all others."""
    deck = Deck(LABELS, {f"B{n:02}": ("blue",) for n in range(14)})
    rules = with_settings(
        Rules(), ["target=1", "top_places=50", "number_one_bonus=1", "fallen_points=0", "keep=1"]
    )
    game = Game.new({"A": "red", "B": "green", "C": None}, rules=rules, deck=deck, seed="opening")
    found = chances(game, 600, player=lambda seen: Slip(((14, seen.hand[-1]),), 1, 2))
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
    assert interval(wins / number, number) == pytest.approx((low, high), abs=5e-5)


@given(st.integers(1, 10_000), st.integers(0, 10_000))
def test_the_interval_is_around_the_part(number: int, wins: int) -> None:
    part = float(Fraction(min(wins, number), number))
    low, high = interval(part, number)
    assert 0 <= low <= part + 1e-12
    assert part - 1e-12 <= high <= 1
    assert low < high


# What nobody can see does not count


def other_slip(game: Game, seed: int) -> Game:
    """A game with all slips in, at random."""
    chance = random.Random(seed)
    again = loads(dumps(game))
    bag = [chip for chip, count in game.setup.rules.bag.items() for _ in range(count)]
    chance.shuffle(bag)
    for player in game.setup.players:
        hand = list(game.state.opened.hands.get(player) or [bag.pop() for _ in range(7)])
        *holes, no1, pick = chance.sample(range(1, 15), 7)
        again.place(player, Slip(tuple(zip(holes, chance.sample(hand, 5), strict=True)), no1, pick))
    return again


@pytest.mark.parametrize("dealt", [False, True])
def test_slips_do_not_count_unless_they_are_asked_for(dealt: bool) -> None:
    game = Game.new(PLAYERS, seed="secret", deal_hands=dealt)
    found, known = chances(game, 20), set()
    for seed in range(3):
        with_slips = other_slip(game, seed)
        assert chances(with_slips, 20) == found
        known.add(chances(with_slips, 20, slips=True))
    assert len(known) == 3


def test_hands_and_the_order_of_the_deck_do_not_count() -> None:
    game = Game.new(PLAYERS, seed="secret", deal_hands=True)
    state, setup = game.state, game.setup
    hands = dict(zip(PLAYERS, reversed(list(state.opened.hands.values())), strict=True))
    turned = setup._replace(deck=(*setup.deck[:14], *reversed(setup.deck[14:])))
    other = Game(turned, state._replace(opened=state.opened._replace(hands=hands)))
    assert chances(other, 20) == chances(game, 20)
    assert chances(other, 20, slips=True) != chances(game, 20, slips=True)


def test_hands_are_dealt_anew() -> None:
    game = Game.new(PLAYERS, seed="secret", deal_hands=True)
    for player, hands in first_hands(game).items():
        assert len(hands) == 5
        assert game.state.opened.hands[player] not in hands
    assert first_hands(game, slips=True) == {p: {hand} for p, hand in game.state.opened.hands.items()}


@pytest.mark.parametrize("dealt", [False, True])
def test_slips_that_are_in_are_played_for_the_moderator(dealt: bool) -> None:
    """Their players are not asked in the round in play; the chips of the others come from the rest of the bag."""
    game = Game.new(PLAYERS, seed="secret", deal_hands=dealt)
    if not dealt:
        game.place("Ann", "14+4 13+4 12+4 11+4 10+4 1:no1 2:pick")
        game.place("Bob", "14+4 13-4 12-4 11-4 10-4 1:no1 2:pick")
    else:
        for player in ("Ann", "Bob"):
            hand = game.state.opened.hands[player]
            game.place(player, Slip(tuple(zip((14, 13, 12, 11, 10), hand, strict=False)), 1, 2))
    hands = first_hands(game, slips=True)
    assert set(hands) == {"Cid", "Dora"}
    if not dealt:
        assert game.setup.rules.bag[4] == 6
        assert all(4 not in hand for found in hands.values() for hand in found)
    assert set(first_hands(game)) == set(PLAYERS)


def test_what_the_seed_does_not_tell() -> None:
    game = at("placing")
    assert chances(game, 1).seed == chances(at("full"), 1).seed
    assert game.setup.seed not in chances(game, 1).seed
    assert chances(game, 1, seed="mine").seed == "mine"


# Cards


def test_the_tool_s_deck_is_played_out_without_its_order() -> None:
    game = at("scored")
    for seen in watched(game):
        assert set(seen.chart) <= set(DECK.bands)
        assert not set(seen.chart) & set(seen.gone)
        assert seen.round > 1
    drawn = {seen.chart for seen in watched(game, 6) if seen.round == 2}
    assert len(drawn) == 6
    stay = len(game.state.remaining)
    assert len({chart[:stay] for chart in drawn}) == 1


def test_without_a_deck_the_box_is_like_another() -> None:
    """Of 42 cards, 14 are known; the others have each mix of labels as often as is left."""
    chart = [f"Own {n}={','.join(labels)}" for n, labels in enumerate(list(DECK.bands.values())[::3])]
    game = Game.new(THREE, deck=Deck(LABELS, {}), chart=chart, seed="none")
    seen = max(watched(game, 12), key=lambda seen: len(seen.gone))
    assert seen.deck == 42 - len(seen.chart) - len(seen.gone)
    assert len(seen.bands) == 42
    count = sorted(sorted(labels) for labels in seen.bands.values())
    assert count == sorted(sorted(labels) for labels in DECK.bands.values())


def test_a_table_s_known_deck_has_the_cards_to_come() -> None:
    cards = [f"{name}={','.join(labels)}" for name, labels in list(DECK.bands.items())[:14]]
    game = Game.new(THREE, chart=cards, seed="known")
    for seen in watched(game):
        assert set(seen.chart) <= set(DECK.bands)
        assert seen.deck == 42 - len(seen.chart) - len(seen.gone)


def test_an_empty_deck_stays_empty() -> None:
    game = table()
    game.resolve(missing_pass=True)
    game.score()
    game.next(deck_empty=True)
    assert game.state.left == 0
    assert all(seen.deck == 0 for seen in watched(game))
    assert all(len(seen.chart) <= len(game.state.opened.chart) for seen in watched(game))


def test_cards_that_lie_on_the_deck_again_come_first() -> None:
    game = table()
    game.amend(1, "A", "1+4 2+4 3+4 4+4 5+4 6:no1 7:pick")
    waiting = game.state.waiting
    assert waiting
    found = 0
    for seen in watched(game, 8):
        new = [band for band in reversed(seen.chart) if band not in game.state.opened.chart]
        if seen.round == game.round + 1 and new:
            assert new[:2] == list(waiting[: len(new)])
            found += len(new) >= 2
    assert found >= 6


def test_a_bot_that_fails_is_named() -> None:
    with pytest.raises(GameError) as caught:
        chances(at("placing"), 2, player=lambda seen: SLIP)  # type: ignore[arg-type,return-value]
    assert caught.value.faults[0].kind == "bot"
    assert SECRET["Ann"] not in str(caught.value)
