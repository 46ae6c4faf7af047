"""What holds all along whole games at random: cards, labels, points, saves and undo."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator

import naive
import pytest
from chances import NAMES

from schrille_cli.schrille import Game, Slip, dumps, loads, with_settings
from schrille_cli.schrille.builtin import DECK, LABELS
from schrille_cli.schrille.deck import Deck
from schrille_cli.schrille.rounds import State
from schrille_cli.schrille.rules import PRESETS, Rules

GAMES = 32


def deck_of(size: int) -> Deck:
    """A deck of so many bands of the built-in one."""
    return Deck(LABELS, dict(list(DECK.bands.items())[:size]))


def table_slips(chance: random.Random, state: State, rules: Rules, missing: bool) -> dict[str, Slip]:
    """A slip for each player, or for most: from the hands dealt, or drawn from one bag."""
    bag = [value for value, count in rules.bag.items() for _ in range(count)]
    chance.shuffle(bag)
    slips = {}
    for player in state.scores:
        hand = list(state.opened.hands.get(player, [bag.pop() for _ in range(rules.hand)]))
        holes = chance.sample(range(1, 15), rules.keep + 2)
        chips = chance.sample(hand, rules.keep)
        if not missing or chance.random() < 0.7:
            slips[player] = Slip(tuple(zip(holes[2:], chips, strict=True)), holes[0], holes[1])
    return slips


# What holds


def check_cards(game: Game) -> None:
    """Every card is in exactly one of deck, chart and gone; what leaves the chart, leaves it once."""
    state = game.state
    left = state.left
    assert left is not None
    deck = game.setup.deck[len(game.setup.deck) - left :]
    assert sorted((*deck, *state.opened.chart, *state.gone)) == sorted(game.setup.deck)
    assert sorted((*state.remaining, *state.fallen, *state.retired)) == sorted(state.opened.chart)
    assert len(state.opened.chart) <= 14
    assert len(state.opened.chart) == 14 or left == 0
    assert len(set(state.final_chart)) == len(state.final_chart)


def check_labels(state: State) -> None:
    """Nobody shares a label; everybody who plays has a score."""
    assert len(set(state.labels.values())) == len(state.labels)
    assert set(state.labels.values()) <= set(LABELS)
    assert list(state.labels) == list(state.scores)


def check_scored(before: State, state: State, rules: Rules) -> None:
    """Points add up, the naive ones are the same, and marks and the end follow from the scores."""
    moved = naive.move(
        len(before.opened.chart), {m: naive.sum_on(m, list(before.slips.values())) for m in range(1, 15)}
    )
    by_marker = {marker: state.bands[band] for marker, band in enumerate(before.opened.chart, 1)}
    for player, label in before.labels.items():
        slip = before.slips.get(player)
        paid = naive.points(len(before.opened.chart), moved, by_marker, label, slip, rules)
        assert tuple(state.points[player]) == paid
        assert state.scores[player] - before.scores[player] == state.points[player].total == sum(paid)
    best = max(state.scores.values())
    assert state.fallen == tuple(before.band(marker) for marker in (*moved.below, *moved.danger))
    if best >= rules.target:
        assert state.phase == "over"
        assert (state.marks, state.retired) == ((), ())
    else:
        assert state.marks == tuple(m for m in rules.retire_at if m <= best and m not in before.used_marks)
        times = len(state.marks) if rules.both_marks == "twice" else min(1, len(state.marks))
        staying = [band for band in state.final_chart if band not in state.fallen]
        assert state.retired == tuple(staying[: times * rules.retire_places])
        assert (state.phase == "over") == (not state.remaining and state.left == 0)
    if state.phase == "over":
        assert state.winners == tuple(p for p, score in state.scores.items() if score == best)
        assert game_over_is_final(state)
    else:
        assert state.winners == ()


def game_over_is_final(state: State) -> bool:
    """The winners have at least as many points as anybody else."""
    return all(state.scores[winner] >= score for winner in state.winners for score in state.scores.values())


def change_labels(game: Game, chance: random.Random) -> None:
    """Wish for free labels, perhaps in vain; check who paid."""
    state = game.state
    free = [label for label in LABELS if label not in state.labels.values()]
    if not free or chance.random() < 0.6:
        return
    wishing = chance.sample(list(state.scores), chance.randint(1, 3))
    outcomes = game.label({player: chance.sample(free, len(free)) for player in wishing})
    now = game.state
    assert sorted(wish.player for wish in outcomes) == sorted(wishing)
    assert sum(wish.granted for wish in outcomes) == min(len(wishing), len(free))
    cost = game.setup.rules.label_cost
    for wish in outcomes:
        assert wish.paid == (cost if wish.granted else 0)
        assert now.scores[wish.player] == state.scores[wish.player] - wish.paid
        assert now.labels[wish.player] == (wish.label if wish.granted else state.labels[wish.player])
    granted = [state.scores[wish.player] for wish in outcomes if wish.granted]
    refused = [state.scores[wish.player] for wish in outcomes if not wish.granted]
    if game.setup.rules.label_order == "last-place-first":
        assert all(low <= high for low in granted for high in refused)
    else:
        assert [wish.player for wish in outcomes] == wishing
    check_labels(now)


# Games


def begun(number: int, chance: random.Random) -> Game:
    """Game number so and so: presets, numbers of players, dealt hands and house rules by turns."""
    preset = ("rulebook", "brettspielwelt")[number % 2]
    players = NAMES[: 3 + number // 2 % 4]
    house = (
        (),
        ("target=40",),
        ("target=900", "retire_at=[5,10,15,20,60]", "both_marks=once"),
        ("danger_zone_pick=final-place", "keep=3", "retire_places=5"),
        ("label_cost=0", "fallen_points=-4", "target=200"),
    )[number % 5]
    rules = with_settings(PRESETS[preset], house)
    deck = deck_of(14 + number % 7) if number % 3 else DECK
    labels = dict(zip(players, chance.sample(sorted(LABELS), len(players)), strict=True))
    if number % 4 == 1:
        game = Game.new(
            dict.fromkeys(players), rules=rules, deck=deck, seed=str(number), deal_hands=number % 8 < 4
        )
        assert game.phase == "opening"
        for player, label in labels.items():
            game.label({player: label})
        return game
    return Game.new(labels, rules=rules, deck=deck, seed=str(number), deal_hands=number % 8 < 4)


def play(number: int) -> Iterator[Game]:
    """Play a game to its end, or 30 rounds, checking all along; the game is yielded after each command."""
    chance = random.Random(f"game {number}")
    game = begun(number, chance)
    rules = game.setup.rules
    missing = number % 6 == 5
    while game.phase != "over" and game.round <= 30:
        yield game
        check_cards(game)
        check_labels(game.state)
        assert sorted(game.state.final_chart) == sorted(game.state.opened.chart)
        slips = table_slips(chance, game.state, rules, missing)
        for player, slip in list(slips.items())[:2]:
            game.place(player, slip if chance.random() < 0.5 else str(slip))
            yield game
        rest = dict(list(slips.items())[2:])
        if rest:
            game.place_all(rest)
        movement = game.resolve(missing_pass=missing)
        assert movement is game.state.movement
        yield game
        check_cards(game)
        before = game.state
        paid = game.score()
        assert paid == game.state.points
        check_scored(before, game.state, rules)
        check_cards(game)
        yield game
        if game.phase == "scored":
            change_labels(game, chance)
            yield game
            game.next()
    yield game


@pytest.mark.parametrize("number", range(GAMES))
def test_game(number: int) -> None:
    saves: list[str] = []
    for game in play(number):
        del saves[len(game.steps) :]
        saves += [""] * (len(game.steps) - len(saves))
        saves.append(dumps(game))
    last = saves[-1]
    again = loads(last)
    assert dumps(again) == last
    assert again.state == game.state
    assert [step.line for step in again.steps] == [step.line for step in game.steps]
    while game.steps:
        here = dumps(game)
        assert saves[len(game.steps)] in ("", here)
        if len(game.steps) % 7 == 0:
            assert dumps(loads(here)) == here
        game.undo()
    assert saves[0] in ("", dumps(game))


def test_games_reach_all_corners() -> None:
    ends: Counter[str] = Counter()
    for number in range(GAMES):
        *_, game = play(number)
        states = game.states
        ends["over"] += game.phase == "over"
        ends["target"] += max(game.state.scores.values()) >= game.setup.rules.target
        ends["no bands"] += game.phase == "over" and not game.state.remaining
        ends["short"] += any(len(state.opened.chart) < 14 for state in states)
        ends["retired"] += any(state.retired for state in states)
        ends["below"] += any(state.movement and state.movement.below for state in states)
        ends["below 0"] += any(min(state.scores.values()) < 0 for state in states)
        ends["labels"] += any(state.changed for state in states)
        ends["passed"] += any(state.phase == "resolved" and state.missing for state in states)
    corners = ("over", "target", "no bands", "short", "retired", "below", "below 0", "labels", "passed")
    assert min(ends[corner] for corner in corners) >= 2, ends


@pytest.mark.parametrize("number", [number for number in range(GAMES) if number % 4 != 1][::3])
def test_cards_from_the_table_play_the_same_game(number: int) -> None:
    *_, dealt = play(number)
    setup, start = dealt.setup, dealt.start
    chart = [f"{band}={','.join(setup.bands[band])}" for band in start.opened.chart]
    game = Game.new(start.labels, rules=setup.rules, deck=Deck(LABELS, setup.bands), seed="x", chart=chart)
    for step in dealt.steps:
        verb, *_ = step.line.split()
        before, after = game.state, step.state
        if verb == "place":
            game.place_all({p: after.slips[p] for p in after.slips if p not in before.slips})
        elif verb == "resolve":
            assert game.resolve(missing_pass="pass" in step.line) == after.movement
        elif verb == "score":
            assert game.score() == after.points
        elif verb == "label":
            game.label([(word.partition("=")[0], word.partition("=")[2]) for word in step.line.split()[1:]])
        else:
            game.next(after.new, deck_empty=after.left == 0 and game.state.left is None)
            assert game.state.left in (None, 0)
        assert dumps(loads(dumps(game))) == dumps(game)
        assert game.state.opened.chart == after.opened.chart
        assert (game.state.scores, game.state.labels) == (after.scores, after.labels)
        assert game.state.remaining == after.remaining
        if game.phase != after.phase:  # only the table knows that its deck is empty
            assert (game.phase, after.phase, after.left) == ("scored", "over", 0)
            game.next(deck_empty=True)
            assert (game.phase, game.state.winners) == ("over", after.winners)
    assert dumps(loads(dumps(game))) == dumps(game)
