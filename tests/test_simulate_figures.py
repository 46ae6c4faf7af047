"""The figures of a simulation: counted again by hand, added up in any pieces, with intervals that are known."""

from __future__ import annotations

from functools import cache
from itertools import pairwise
from statistics import mean, stdev

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from simulations import Recount, anything, top

from schrille_cli.schrille import PRESETS, Deck, GameError, Slip, simulate, with_settings
from schrille_cli.schrille.builtin import DECK
from schrille_cli.schrille.figures import mean_of, rate_of, spread_of, won_of
from schrille_cli.schrille.simulation import Simulation, plan_of, run
from schrille_cli.schrille.tally import Counting, Tally

GAMES = 60
SMALL = Deck(DECK.labels, dict(list(DECK.bands.items())[:20]))


def check(done: Simulation, recount: Recount) -> None:
    """Compare every figure with what was counted by hand."""
    figures = done.figures
    assert (figures.rounds.mean, figures.rounds.least, figures.rounds.most) == (
        pytest.approx(mean(recount.rounds)),
        min(recount.rounds),
        max(recount.rounds),
    )
    half = 1.96 * stdev(recount.rounds) / len(recount.rounds) ** 0.5
    assert figures.rounds.low == pytest.approx(mean(recount.rounds) - half, abs=1e-3)
    assert figures.rounds.high == pytest.approx(mean(recount.rounds) + half, abs=1e-3)
    assert figures.distribution == {n: recount.rounds.count(n) for n in sorted(set(recount.rounds))}
    assert figures.below_14.mean == pytest.approx(mean(recount.below))
    assert figures.danger_zone.mean == pytest.approx(mean(recount.danger))
    assert figures.retired.mean == pytest.approx(mean(recount.retired))
    assert (figures.ran_out.times, figures.ran_out.of) == (recount.ran_out, len(recount.rounds))
    for seat in figures.seats:
        shares = recount.wins[seat.seat - 1]
        assert (seat.won.wins, seat.won.shared) == (len(shares), sum(number > 1 for number in shares))
        assert seat.won.share == pytest.approx(sum(1 / number for number in shares))
        scores = recount.scores[seat.seat - 1]
        assert seat.score.mean == pytest.approx(mean(scores))
        assert (seat.score.least, seat.score.most) == (min(scores), max(scores))
    for bot in figures.bots:
        assert bot.won.wins == recount.bot_wins[bot.bot]
        assert bot.won.played == bot.players * len(recount.rounds)
        for kind, points in bot.points.items():
            assert points.mean == pytest.approx(recount.paid[bot.bot][kind] / bot.won.played)
        assert bot.score.mean == bot.points["total"].mean


@pytest.mark.parametrize("fixed", [False, True])
def test_every_figure_is_what_the_same_games_come_to_one_by_one(fixed: bool) -> None:
    bots = [anything, top, anything, top]
    recount = Recount(bots, range(1, GAMES + 1), "again", fixed=fixed)
    done = simulate([anything, top], GAMES, seed="again", fixed_seats=fixed)
    assert [bot.players for bot in done.figures.bots] == [2, 2]
    check(done, recount)


def test_with_house_rules_three_players_and_a_small_deck_too() -> None:
    rules = with_settings(PRESETS["brettspielwelt"], ["target=200", "retire_at=[10,20,30]"])
    recount = Recount([top, anything, anything], range(1, 31), "s", rules, SMALL)
    assert recount.ran_out > 20
    done = simulate([top, anything, anything], 30, players=3, rules=rules, deck=SMALL, seed="s")
    assert len(done.figures.bots) == 2
    check(done, recount)


def test_the_deck_has_run_out_too_where_the_next_round_cannot_open() -> None:
    """All 14 bands of a deck retire after the first round (R27), before any round has a short chart."""
    rules = with_settings(PRESETS["rulebook"], ["retire_at=[1]", "retire_places=14", "target=999"])
    deck = Deck(DECK.labels, dict(list(DECK.bands.items())[:14]))
    done = simulate([anything], 10, rules=rules, deck=deck, seed="all")
    assert done.figures.rounds.most == 1
    assert done.figures.ran_out.times == done.figures.finished == 10


def test_games_that_nothing_ends_are_counted_and_no_more_said_of_them() -> None:
    def still(seen: object) -> Slip:
        """Chips whose sum moves no band."""
        hand = seen.hand[:2]  # type: ignore[attr-defined]
        return Slip(((14, hand[0]), (13, hand[1])), 12, 11)

    rules = with_settings(
        PRESETS["rulebook"], ["keep=2", "hand=2", "top_places=[]", "number_one_bonus=0", "fallen_points=0"]
    )
    rules = with_settings(rules, [f"bag.{value}=0" for value in (-4, -3, -2, -1, 2, 3, 4)] + ["bag.1=48"])
    done = simulate([still], 2, players=3, rules=rules, seed="long")
    assert (done.figures.games, done.figures.finished, done.figures.unfinished) == (2, 0, 2)
    assert done.figures.rounds.mean is done.figures.seats[0].won.rate is done.figures.ran_out.low is None


def test_bots_move_on_by_a_seat_from_game_to_game() -> None:
    seen: list[tuple[str, str]] = []

    def note(name: str):  # type: ignore[no-untyped-def]
        def bot(observation):  # type: ignore[no-untyped-def]
            if observation.round == 1:
                seen.append((name, observation.player))
            return anything(observation)

        return bot

    bots = {name: note(name) for name in "ABC"}
    simulate(bots, 5, seed="seats")
    seats = [[name for name, _player in seen[i : i + 4]] for i in range(0, 20, 4)]
    assert seats == [[*"ABCA"], [*"BCAA"], [*"CAAB"], [*"AABC"], [*"ABCA"]]
    seen.clear()
    simulate(bots, 2, seed="seats", fixed_seats=True)
    assert [name for name, _player in seen] == [*"ABCAABCA"]


@cache
def tallies() -> list[Tally]:
    plan = plan_of([anything, top], seed="split")
    return [plan.play(number, number) for number in range(1, 31)]


@given(st.sets(st.integers(1, 29)), st.integers(1, 30))
@settings(max_examples=25, deadline=None)
def test_in_whatever_pieces_games_are_counted_the_tally_is_the_same(cuts: set[int], last: int) -> None:
    plan = plan_of([anything, top], seed="split")
    whole = sum(tallies()[:last], Tally())
    edges = [0, *sorted(cut for cut in cuts if cut < last), last]
    pieces = [plan.play(first + 1, end) for first, end in pairwise(edges)]
    assert sum(pieces, Tally()) == whole
    assert sum(reversed(pieces), Tally()) == whole
    assert whole.games == last


def test_adding_changes_neither_tally() -> None:
    one, other, *_ = tallies()
    before = repr((one, other))
    assert (one + other).games == 2
    assert repr((one, other)) == before
    assert one + Tally() == Tally() + one == one


def test_the_tally_does_not_grow_with_the_games() -> None:
    """A series holds numbers that came and how often, so that four times the games need hardly more."""
    plan = plan_of([anything], seed="size")
    few, many = plan.play(1, 100), plan.play(1, 400)
    size = [sum(map(len, tally.series.values())) for tally in (few, many)]
    assert size[1] < 2 * size[0]


def test_the_intervals_are_those_of_the_books() -> None:
    # Wilson (1927) for 8 of 10, as in many textbooks; and the exact ends at 0 and 1.
    rate = rate_of(8, 10)
    assert (rate.rate, rate.low, rate.high) == (
        0.8,
        pytest.approx(0.4902, abs=1e-4),
        pytest.approx(0.9433, abs=1e-4),
    )
    assert (rate_of(0, 20).low, rate_of(0, 20).high) == (0.0, pytest.approx(0.1611, abs=1e-4))
    assert (rate_of(20, 20).low, rate_of(20, 20).high) == (pytest.approx(0.8389, abs=1e-4), 1.0)
    assert rate_of(0, 0)[2:] == (None, None, None)
    numbers = [2, 4, 4, 4, 5, 5, 7, 9]
    found = spread_of({number: numbers.count(number) for number in numbers})
    half = 1.959964 * stdev(numbers) / 8**0.5
    assert found == (5.0, pytest.approx(5 - half), pytest.approx(5 + half), 2, 9)
    assert mean_of({6: 3}, 2) == (3.0, 3.0, 3.0)
    assert mean_of({6: 1}) == (6.0, None, None)
    assert mean_of({}) == (None, None, None)


def test_large_numbers_lose_nothing() -> None:
    """Sums of squares of floats would cancel out here."""
    huge = 10**15
    found = mean_of({huge: 10**6, huge + 2: 10**6})
    assert found.mean == huge + 1
    assert found.high - found.low == pytest.approx(2 * 1.959964 / (2 * 10**6) ** 0.5, abs=0.25)  # type: ignore[operator]


def test_a_shared_win_counts_for_each_winner() -> None:
    won = won_of({0: 5, 60: 3, 30: 2, 20: 1})
    assert (won.played, won.wins, won.shared) == (11, 6, 3)
    assert won.share == pytest.approx(3 + 2 / 2 + 1 / 3)
    assert won.rate == pytest.approx(6 / 11)


def test_nothing_counted_yet() -> None:
    assert Counting(4, 1).tally() == Tally()


def test_everything_wrong_is_said_at_once(errors) -> None:  # type: ignore[no-untyped-def]
    rules = with_settings(PRESETS["rulebook"], ["target=5000", "hand=20"])
    said = errors(simulate, {}, 5, players=7, rules=rules, seed="\x1b")
    assert len(said) == 5
    assert any("there are 0 bots" in text for text in said)
    assert any("3 to 6 play" in text for text in said)


def test_progress_is_told_and_never_less() -> None:
    told: list[int] = []
    done = run(plan_of([anything], seed="p"), 40, progress=lambda tally: told.append(tally.games))
    assert told == sorted(set(told))
    assert told[-1] == done.tally.games == 40
    assert len(told) > 1


def test_different_functions_of_one_name_are_told_apart() -> None:
    bots = [lambda seen: anything(seen), lambda seen: top(seen)]
    assert list(plan_of([*bots, bots[0]], seed="x").bots) == ["<lambda>", "<lambda> 2"]


def test_a_bot_that_fails_is_named_with_game_seed_and_round() -> None:
    def tired(seen):  # type: ignore[no-untyped-def]
        return anything(seen) if seen.round < 3 else None

    with pytest.raises(GameError) as caught:
        simulate({"tired": tired, "any": anything}, 5, seed="f")
    (fault,) = caught.value.faults
    assert (fault.kind, fault.place) == ("bot", 'game 1 (seed "f/1"), round 3, bot "tired"')
    assert "returned no slip, but NoneType" in fault.message
