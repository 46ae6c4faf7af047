"""Games played by functions: what they see, what they may place, and that no rule is carried out differently."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Mapping
from itertools import islice, permutations

import pytest
from conftest import LABELS, PLAYERS
from hypothesis import given
from hypothesis import strategies as st

from schrille_cli.schrille import Game, GameError, Observation, Placements, Rules, Slip, dumps, step, with_settings
from schrille_cli.schrille.observation import observe
from schrille_cli.schrille.playing import MOST_ROUNDS, play_round, play_rounds

HOUSES: tuple[tuple[str, ...], ...] = (
    (),
    ("target=200", "hand=6", "keep=3"),
    ("target=300", "both_marks=once", "danger_zone_pick=final-place", "retire_places=5"),
    ("top_places=[9,1]", "fallen_points=-9", "number_one_bonus=0", "bag.+4=12"),
)


def anything(seen: Observation) -> Slip:
    return seen.legal.choice(seen.random())


def begun(seed: str, players: int = 4, house: tuple[str, ...] = ()) -> Game:
    seats = dict(zip("ABCDEF"[:players], LABELS, strict=False))
    return Game.new(seats, seed=seed, deal_hands=True, rules=with_settings(Rules(), house))


@pytest.mark.parametrize("house", HOUSES, ids=str)
@pytest.mark.parametrize("players", range(3, 7))
def test_a_game_played_at_once_is_the_game_played_by_commands(players: int, house: tuple[str, ...]) -> None:
    for number in range(5):
        quick, slow = begun(str(number), players, house), begun(str(number), players, house)
        everybody = dict.fromkeys(quick.setup.players, anything)
        for state in play_rounds(quick.setup, quick.state, everybody):
            slow.place_all({player: anything(slow.observe(player)) for player in slow.setup.players})
            slow.resolve()
            slow.score()
            same = slow.state._replace(slips={})
            assert state._replace(slips={}) == same
            assert {player: slip.in_order() for player, slip in state.slips.items()} == slow.state.slips
            if slow.phase != "over":
                slow.next()
        assert state.phase == slow.phase == "over"


def test_step_is_in_the_log_as_the_commands_are() -> None:
    game = begun("steps")
    game.place("B", anything(game.observe("B")))
    points = step(game, dict.fromkeys("ACD", anything))
    assert [line.line.split()[0] for line in game.steps] == ["place", "place", "resolve", "score"]
    assert list(points) == list("ABCD")
    assert (game.round, game.phase) == (2, "placing")
    while game.phase != "over":
        step(game, dict.fromkeys("ABCD", anything))
    with pytest.raises(GameError, match="the game is over"):
        step(game, dict.fromkeys("ABCD", anything))


def parts(value: object) -> list[object]:
    """A value and all that it is made of."""
    inside: list[object] = []
    if isinstance(value, Mapping):
        inside = [*value.keys(), *value.values()]
    elif isinstance(value, tuple | list | set | frozenset):
        inside = list(value)
    return [value, *(part for item in inside for part in parts(item))]


def test_an_observation_holds_nothing_hidden() -> None:
    game = begun("hidden")
    for _number in range(3):
        game.place_all({player: anything(game.observe(player)) for player in "ABC"})
        for player in "ABCD":
            seen = parts(game.observe(player))
            hands = game.state.opened.hands
            assert hands[player] in seen
            assert not [other for other in "ABCD" if other != player and hands[other] in seen]
            assert not [part for part in seen if isinstance(part, Slip)]
            assert not any(part == game.setup.seed for part in seen)
            coming = game.setup.deck[-(game.state.left or 0) :]
            assert not [part for part in seen if isinstance(part, tuple) and coming[:2] == part[:2]]
            assert {type(part).__module__.partition(".")[0] for part in seen} == {"builtins", "schrille_cli"}
            own = {type(part) for part in seen if type(part).__module__ != "builtins"}
            assert own == {Observation, Rules}
        step(game, {"D": anything})


def test_what_is_hidden_changes_nothing_that_is_seen() -> None:
    game = begun("hidden")
    before = observe(game.setup, game.state, "A")
    hands = {**game.state.opened.hands, "B": (1,) * 7}
    other = game.state._replace(opened=game.state.opened._replace(hands=hands))
    setup = game.setup._replace(deck=game.setup.deck[:14] + game.setup.deck[:13:-1])
    assert observe(setup, other, "A") == before
    game.place("B", anything(game.observe("B")))
    assert observe(game.setup, game.state, "A") == before


def test_the_game_is_not_changed_by_what_a_player_does_with_an_observation() -> None:
    def vandal(seen: Observation) -> Slip:
        slip = anything(seen)
        for found in (seen.labels, seen.scores, seen.bands, seen.rules.bag):
            assert isinstance(found, dict)
            found.clear()
        return slip

    spoilt, sound = begun("vandal"), begun("vandal")
    step(spoilt, {**dict.fromkeys("BCD", anything), "A": vandal})
    step(sound, dict.fromkeys("ABCD", anything))
    assert dumps(spoilt) == dumps(sound)


def test_chance_follows_from_seed_round_and_player() -> None:
    game = begun("one")
    chances = {game.observe(player).chance for player in "ABCD"}
    step(game, dict.fromkeys("ABCD", anything))
    chances |= {game.observe(player).chance for player in "ABCD"}
    chances |= {begun("two").observe(player).chance for player in "ABCD"}
    assert len(chances) == 12
    assert begun("one").observe("A") == begun("one").observe("A")
    seen = begun("one").observe("A")
    assert [seen.random().random() for _ in range(3)] == [seen.random().random()] * 3


def test_an_observation_is_the_game_that_lies_on_the_table() -> None:
    game = begun("table")
    step(game, dict.fromkeys("ABCD", anything))
    seen, state = game.observe("b"), game.state
    assert (seen.player, seen.label, seen.round) == ("B", "red", 2)
    assert seen.chart == state.opened.chart
    assert seen.contracts == tuple(state.bands[band] for band in seen.chart)
    assert dict(seen.scores) == dict(state.scores)
    assert dict(seen.labels) == dict(zip("ABCD", LABELS, strict=False))
    assert seen.deck == 42 - 14 - len(seen.gone)
    assert len({*seen.gone, *seen.chart}) == 14 + len(seen.gone)


def test_hands_that_the_table_draws_are_given() -> None:
    game = Game.new(PLAYERS, seed="table")
    with pytest.raises(GameError, match="Ann is not known"):
        game.observe("Ann")
    assert game.observe("Ann", (4, 3, 2, 1, -1, -2, -3)).hand == (-3, -2, -1, 1, 2, 3, 4)
    opening = Game.new({"A": "blue", "B": None, "C": None}, seed="x", deal_hands=True)
    with pytest.raises(GameError, match="not everybody has a label yet"):
        opening.observe("A")


HANDS = st.lists(st.sampled_from(sorted(Rules().bag)), min_size=5, max_size=7)


@given(hand=HANDS)
def test_legal_placements_are_counted(hand: list[int]) -> None:
    orders = len(set(permutations(hand, 5)))
    holes = 14 * 13 * 12 * 11 * 10 // (5 * 4 * 3 * 2)
    assert len(Placements(hand, Rules())) == orders * holes * 9 * 8


def test_few_legal_placements_are_all_there() -> None:
    rules = with_settings(Rules(), ["keep=1", "hand=3"])
    legal = Placements((3, 3, -1), rules)
    every = list(legal)
    assert len(every) == len(set(every)) == len(legal) == 2 * 14 * 13 * 12
    assert all(slip in legal for slip in every)
    # shaken out, every slip comes, those of the chip that is there twice twice as often
    chance = random.Random(1)
    seen = Counter(legal.choice(chance) for _ in range(30_000))
    assert seen.keys() <= set(every)
    assert len(seen) > 0.95 * len(every)
    twice = sum(count for slip, count in seen.items() if slip.influence[0][1] == 3)
    assert abs(twice / 30_000 - 2 / 3) < 0.02


@given(hand=HANDS, seed=st.integers())
def test_a_choice_is_legal_and_other_slips_are_not(hand: list[int], seed: int) -> None:
    legal = Placements(hand, Rules())
    slip = legal.choice(random.Random(seed))
    assert slip in legal
    hole, chip = slip.influence[0]
    assert slip._replace(no1=slip.pick) not in legal
    assert slip._replace(influence=((hole, chip), *slip.influence[:4])) not in legal
    held = Counter(hand)
    foreign = next(value for value in Rules().bag if held[value] < 5)
    five = tuple((hole, foreign) for hole, _chip in slip.influence)
    assert slip._replace(influence=five) not in legal
    assert all(other in legal for other in islice(legal, 50))


WRONG: dict[str, tuple[object, str]] = {
    "twice": (Slip(((1, 1), (1, 1), (2, 1), (3, 1), (4, 1)), 5, 6), "A's slip: hole 1 holds 2 chips"),
    "few": (Slip(((1, 1),), 5, 6), "A's slip: the slip has 1 influence chip"),
    "outside": (Slip(((15, 1), (1, 1), (2, 1), (3, 1), (4, 1)), 5, 6), "there is no hole 15"),
    "below": (Slip(((-1, 1), (1, 1), (2, 1), (3, 1), (4, 1)), 5, 6), "there is no hole -1"),
    "foreign": (Slip(((9, 9), (1, 1), (2, 1), (3, 1), (4, 1)), 5, 6), "the bag has no chip of that value"),
    "not held": (Slip(((9, 4), (1, 4), (2, 4), (3, 4), (4, 4)), 5, 6), "the hand does not hold all these chips"),
    "text": ("14+3 9-2", "returned no slip, but str"),
    "none": (None, "returned no slip, but NoneType"),
    "no numbers": (Slip((("1", 1), (2, 1), (3, 1), (4, 1), (5, 1)), 6, 7), "not made of whole numbers"),
    "no pairs": (Slip((1, 2, 3, 4, 5), 6, 7), "not made of whole numbers"),  # type: ignore[arg-type]
    "no hole": (Slip(((1, 1), (2, 1), (3, 1), (4, 1), (5, 1)), None, 7), "not made of whole numbers"),
}


@pytest.mark.parametrize("name", WRONG)
def test_a_player_that_cheats_is_refused(name: str) -> None:
    slip, said = WRONG[name]
    game = begun("cheat")
    players = {**dict.fromkeys("BCD", anything), "A": lambda seen: slip}
    with pytest.raises(GameError, match=said):
        next(play_rounds(game.setup, game.state, players))
    if not said.endswith("numbers"):
        with pytest.raises(GameError, match=said):
            step(game, players)


def test_a_player_places_whole_numbers() -> None:
    def half(seen: Observation) -> Slip:
        slip = anything(seen)
        return slip._replace(influence=tuple((hole, float(chip)) for hole, chip in slip.influence))  # type: ignore[misc]

    game = begun("floats")
    with pytest.raises(GameError, match="not made of whole numbers"):
        next(play_rounds(game.setup, game.state, {**dict.fromkeys("BCD", anything), "A": half}))


def test_a_player_that_fails_is_named_with_its_line() -> None:
    def fails(seen: Observation) -> Slip:
        return seen.nothing  # type: ignore[attr-defined, no-any-return]

    game = begun("fails")
    with pytest.raises(GameError, match=r"test_playing.py, line \d+: the bot that plays for A failed: Attr"):
        step(game, {**dict.fromkeys("BCD", anything), "A": fails})
    assert game.phase == "placing"
    assert not game.state.slips


def test_a_round_wants_a_slip_of_each() -> None:
    game = begun("missing")
    slips = {player: anything(game.observe(player)) for player in "ABC"}
    with pytest.raises(GameError, match="no slip from D yet"):
        play_round(game.setup, game.state, slips)
    slips["D"] = anything(game.observe("D"))
    backwards = dict(reversed(slips.items()))
    assert play_round(game.setup, game.state, backwards).scores == play_round(game.setup, game.state, slips).scores


def test_the_bag_is_checked_where_the_table_draws() -> None:
    game = Game.new(PLAYERS, seed="bag")
    slip = Slip(((1, 4), (2, 4), (3, 1), (4, 2), (5, 3)), 6, 7)
    with pytest.raises(GameError, match=r"8 chips of \+4, the bag holds 6"):
        play_round(game.setup, game.state, dict.fromkeys(PLAYERS, slip))


def test_a_game_without_an_end_is_left() -> None:
    game = begun("endless", 3, ("top_places=[]", "number_one_bonus=0", "fallen_points=0", "target=999"))
    states = list(play_rounds(game.setup, game.state, dict.fromkeys("ABC", lambda seen: still(seen))))
    assert len(states) == MOST_ROUNDS
    assert states[-1].phase == "scored"


def still(seen: Observation) -> Slip:
    """The chips on places where they do nothing, or as little as possible: the last holes."""
    hand = sorted(seen.hand, key=abs)[:5]
    return Slip(tuple(zip(range(14, 9, -1), hand, strict=True)), 1, 2)
