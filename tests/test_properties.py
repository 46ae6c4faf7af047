"""What holds in every round and every game, tried on many at random; the rules are compared with `naive`."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator

import naive
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from schrille_cli.schrille import Fault, Game, GameError, Slip, check_slip, dumps, loads, parse_slip, with_settings
from schrille_cli.schrille.builtin import DECK, LABELS
from schrille_cli.schrille.deck import Deck
from schrille_cli.schrille.movement import Movement, move, sums
from schrille_cli.schrille.rounds import State
from schrille_cli.schrille.rules import PRESETS, Rules
from schrille_cli.schrille.scoring import points

NAMES = ("Ann", "Bob", "Cid", "Dora", "Eve", "Finn")
VALUES = (-4, -3, -2, -1, 1, 2, 3, 4)
ROUNDS = 10_000
GAMES = 48
HOUSES: tuple[tuple[str, ...], ...] = (
    (),
    ("danger_zone_pick=final-place",),
    ("fallen_points=-3", "number_one_bonus=7"),
    ("top_places=[9,4,1]",),
)


def random_slip(chance: random.Random, keep: int = 5, values: tuple[int, ...] = VALUES) -> Slip:
    """A valid slip; the bag is not counted."""
    holes = chance.sample(range(1, 15), keep + 2)
    return Slip(tuple((hole, chance.choice(values)) for hole in holes[2:]), holes[0], holes[1])


def random_sums(chance: random.Random) -> list[int]:
    """Sums from small to extreme, on some markers or all."""
    most = chance.choice((1, 3, 14, 15, 60))
    if chance.random() < 0.1:
        return [0, *(chance.randint(-15, -9) for _ in range(14))]
    return [0, *(chance.choice((0, chance.randint(-most, most))) for _ in range(14))]


def same_movement(bands: int, total: list[int], found: Movement) -> naive.Moved:
    """The naive movement, which must be the one found."""
    expected = naive.move(bands, dict(enumerate(total)))
    assert found.order == tuple(sorted(expected.place, key=expected.place.__getitem__))
    assert sorted(expected.place.values()) == list(range(1, len(found.order) + 1))
    assert list(found.below) == expected.below
    assert list(found.danger) == expected.danger
    assert [tuple(m) for m in found.moves] == expected.moves
    assert sorted(found.order + found.below) == list(range(1, bands + 1))
    return expected


# Rounds


def test_movement_is_the_naive_one() -> None:
    chance = random.Random("movement")
    seen: Counter[str] = Counter()
    for number in range(ROUNDS):
        bands = 14 if number % 3 == 0 else chance.randint(0, 14)
        if number % 2:
            total = random_sums(chance)
        else:
            slips = [random_slip(chance) for _ in range(chance.randint(3, 6))]
            total = sums(slips)
            assert total[1:] == [naive.sum_on(marker, slips) for marker in range(1, 15)]
        found = move(bands, total)
        same_movement(bands, total, found)
        seen["below"] += len(found.below) > 1
        seen["danger"] += bool(found.danger)
        seen["both"] += bool(found.danger and found.below)
        seen["empty"] += bands > 0 and not found.order
        seen["stays on"] += any(m.to_place and m.from_place - m.sum > m.to_place for m in found.moves)
        seen["stops at 1"] += any(m.from_place - m.sum < 1 for m in found.moves)
    assert min(seen[what] for what in ("below", "danger", "both", "empty", "stays on", "stops at 1")) >= 20, seen


def test_points_are_the_naive_ones() -> None:
    chance = random.Random("points")
    for number in range(2_000):
        rules = with_settings(PRESETS["rulebook"], chance.choice(HOUSES))
        bands = 14 if number % 3 == 0 else chance.randint(0, 14)
        players = NAMES[: chance.randint(3, 6)]
        labels = dict(zip(players, chance.sample(sorted(LABELS), len(players)), strict=True))
        contracts = [chance.choice(list(DECK.bands.values())) for _ in range(bands)]
        slips = {player: random_slip(chance) for player in players if chance.random() < 0.9}
        total = sums(slips.values()) if number % 2 else random_sums(chance)
        found = move(bands, total)
        moved = same_movement(bands, total, found)
        by_marker = dict(enumerate(contracts, 1))
        assert {
            player: tuple(paid) for player, paid in points(found, contracts, labels, slips, rules).items()
        } == {
            player: naive.points(bands, moved, by_marker, labels[player], slips.get(player), rules)
            for player in players
        }


# Whole games


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


# Slips

MINUSES = "-\u2010\u2011\u2012\u2013\u2014\u2015\u2212\ufe58\ufe63\uff0d"
PLUSES = "+\uff0b"
RULES = Rules()
HOLES = st.permutations(range(1, 15))


@st.composite
def written_slips(draw: st.DrawFn) -> tuple[Slip, str]:
    """A valid slip and one of the many ways to write it."""
    holes = draw(HOLES)
    chips = draw(st.lists(st.sampled_from(VALUES), min_size=5, max_size=5))
    slip = Slip(tuple(zip(holes[2:7], chips, strict=True)), holes[0], holes[1])
    tokens = []
    for hole, chip in slip.influence:
        separator = draw(st.sampled_from(("", ":", "=", "\uff1a")))
        signs = MINUSES if chip < 0 else PLUSES
        sign = draw(st.sampled_from(signs))
        if chip > 0 and separator and draw(st.booleans()):
            sign = ""
        tokens.append(f"{hole}{separator}{sign}{abs(chip)}")
    for hole, names in ((slip.no1, ("no1", "n")), (slip.pick, ("pick", "p"))):
        name = draw(st.sampled_from(names))
        case = draw(st.sampled_from((str.lower, str.upper, str.title)))
        tokens.append(f"{hole}{draw(st.sampled_from(('', ':', '=')))}{case(name)}")
    space = draw(st.sampled_from((" ", "  ", "\t", "\u3000", "\u00a0")))
    return slip, space.join(draw(st.permutations(tokens)))


@given(written_slips())
@settings(max_examples=300, deadline=None)
def test_a_slip_reads_however_it_is_written(written: tuple[Slip, str]) -> None:
    slip, text = written
    read = parse_slip(text, RULES)
    assert read == slip.in_order()
    assert sorted(read.influence) == sorted(slip.influence)
    assert parse_slip(str(slip), RULES) == parse_slip(str(read), RULES) == read
    assert str(parse_slip(str(read), RULES)) == str(read)


TOKENS = st.from_regex(r"[0-9]{1,3}[:=]?([+\-\u2212\u2013]?[0-9]|no1|n|pick|p|P)", fullmatch=True)
WORDS = st.one_of(
    TOKENS, st.text("0123456789+-:=nop1ick \u2212\uff0b\u00b2\u0661", max_size=6), st.text(max_size=8)
)
TEXTS = st.one_of(
    st.lists(WORDS, max_size=9).map(" ".join), st.lists(TOKENS, min_size=7, max_size=7).map(" ".join)
)


def read(text: str) -> tuple[Slip | None, tuple[Fault, ...]]:
    """The slip of a text, or what is wrong with it; any other exception is a failure."""
    try:
        return parse_slip(text, RULES), ()
    except GameError as problem:
        return None, problem.faults


@pytest.mark.parametrize("digits", [3, 40, 4_301, 100_000])
@pytest.mark.parametrize("token", ["{}+3", "{}:no1", "14+{}", "0{}p"])
def test_numbers_of_any_length_are_refused(digits: int, token: str) -> None:
    slip, faults = read(token.format("9" * digits) + " 12+4 9-2 7-1 3+2 1:no1 8:pick")
    assert slip is None
    assert faults


@given(st.one_of(TEXTS, st.text(max_size=60)))
@settings(max_examples=600, deadline=None)
@example("1:no1 2:no1 3+1 4+1 5+1 6+1 7+1")
@example("14+3 12+4 9-2 7-1 3+2 1:no1 8:pick\x00")
@example("\ud800 1:n")
@example("\u00bd+3 \u2460\u2074n")
def test_any_text_is_a_slip_or_refused(text: str) -> None:
    slip, faults = read(text)
    if slip is None:
        assert faults
        assert all(fault.kind == "slip" and fault.message for fault in faults)
    else:
        assert naive.valid(slip, RULES.keep, list(RULES.bag))
        assert check_slip(slip, RULES) == ()
        assert parse_slip(str(slip), RULES) == slip


ANY_SLIPS = st.builds(
    Slip,
    st.lists(st.tuples(st.integers(-1, 16), st.integers(-6, 6)), max_size=8).map(tuple),
    st.integers(-1, 16),
    st.integers(-1, 16),
)
NEARLY = st.builds(
    lambda holes, chips, keep: Slip(tuple(zip(holes[2:], chips[:keep], strict=False)), holes[0], holes[1]),
    st.one_of(HOLES, st.lists(st.integers(1, 14), min_size=9, max_size=9)),
    st.lists(st.sampled_from((*VALUES, *VALUES, 0, 5)), min_size=7, max_size=7),
    st.sampled_from((5, 5, 5, 4, 6)),
)


HOUSE_RULES = [RULES, with_settings(RULES, ["keep=4", "bag.+5=6"]), with_settings(RULES, ["keep=6", "bag.+4=0"])]


@given(st.one_of(ANY_SLIPS, NEARLY), st.sampled_from(HOUSE_RULES))
@settings(max_examples=800, deadline=None)
def test_a_slip_has_faults_exactly_when_it_is_not_valid(slip: Slip, rules: Rules) -> None:
    faults = check_slip(slip, rules)
    assert bool(faults) != naive.valid(slip, rules.keep, list(rules.bag))
    assert all(fault.kind == "slip" and fault.message for fault in faults)


def test_random_slips_are_valid_and_one_change_breaks_them() -> None:
    chance = random.Random("slips")
    for _ in range(500):
        slip = random_slip(chance)
        assert check_slip(slip, RULES) == ()
        hole, chip = slip.influence[0]
        rest = slip.influence[1:]
        for broken in (
            slip._replace(influence=rest),
            slip._replace(influence=(*slip.influence, slip.influence[0])),
            slip._replace(influence=((slip.no1, chip), *rest)),
            slip._replace(influence=((hole, 0), *rest)),
            slip._replace(influence=((15, chip), *rest)),
            slip._replace(pick=slip.no1),
            slip._replace(no1=0),
        ):
            assert not naive.valid(broken, 5, VALUES)
            assert check_slip(broken, RULES)
            with pytest.raises(GameError):
                parse_slip(str(broken), RULES)
