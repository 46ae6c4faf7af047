"""What nobody at the table can see does not count for the chances: slips, hands, and the cards that come."""

from __future__ import annotations

import random

import pytest
from conftest import PLAYERS
from playouts import THREE, anything, first_hands, watched
from sound_saves import table
from stages import at

from schrille_cli.schrille import Game, Slip, chances, dumps, loads
from schrille_cli.schrille.builtin import DECK, LABELS
from schrille_cli.schrille.deck import Deck


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
    found, known = chances(game, anything, 20), set()
    for seed in range(3):
        with_slips = other_slip(game, seed)
        assert chances(with_slips, anything, 20) == found
        known.add(chances(with_slips, anything, 20, slips=True))
    assert len(known) == 3


def test_hands_and_the_order_of_the_deck_do_not_count() -> None:
    game = Game.new(PLAYERS, seed="secret", deal_hands=True)
    state, setup = game.state, game.setup
    hands = dict(zip(PLAYERS, reversed(list(state.opened.hands.values())), strict=True))
    turned = setup._replace(deck=(*setup.deck[:14], *reversed(setup.deck[14:])))
    other = Game(turned, state._replace(opened=state.opened._replace(hands=hands)))
    assert chances(other, anything, 20) == chances(game, anything, 20)
    assert chances(other, anything, 20, slips=True) != chances(game, anything, 20, slips=True)


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
    assert chances(game, anything, 1).seed == chances(at("full"), anything, 1).seed
    assert game.setup.seed not in chances(game, anything, 1).seed
    assert chances(game, anything, 1, seed="mine").seed == "mine"


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
