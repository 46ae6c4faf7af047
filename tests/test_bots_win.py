"""Each bot beats chance clearly: its share of wins against three that place at random, with the interval."""

from __future__ import annotations

import pytest
from bot_games import wilson, wins

CHANCE = 1 / 4


def test_the_interval_is_wilson_s() -> None:
    # 15 of 40, and none of 10: as in the tables
    assert wilson(15, 40) == pytest.approx((0.2422, 0.5297), abs=5e-4)
    assert wilson(0, 10) == pytest.approx((0.0, 0.2775), abs=5e-4)


def test_four_alike_win_as_often() -> None:
    """Seats are no advantage that the share of one bot would measure: each is in each of them as often."""
    shares = wins(["random"] * 4, 400, "alike")
    assert sum(shares) == pytest.approx(400)
    for won in shares:
        low, high = wilson(won, 400)
        assert low < CHANCE < high


@pytest.mark.parametrize(
    ("name", "games", "at_least"), [("fan", 200, 0.8), ("rival", 200, 0.9), ("scout", 60, 0.8)]
)
def test_each_bot_beats_random(name: str, games: int, at_least: float) -> None:
    won = wins([name, "random", "random", "random"], games, f"{name} against random")[0]
    low, _high = wilson(won, games)
    assert low > at_least > CHANCE


@pytest.mark.parametrize(("name", "others", "games"), [("rival", "fan", 300), ("scout", "fan", 80)])
def test_who_fights_or_looks_ahead_beats_the_fan(name: str, others: str, games: int) -> None:
    low, _high = wilson(wins([name, *[others] * 3], games, f"{name} against {others}")[0], games)
    assert low > CHANCE + 0.1
