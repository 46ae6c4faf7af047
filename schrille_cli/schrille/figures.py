"""Figures from what was counted, with the intervals in which the truth lies 95 times of 100."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import sqrt
from typing import Any, NamedTuple

from .tally import KINDS, WHOLE, Counts, Tally

CONFIDENCE = 0.95
DEVIATIONS = 1.959963984540054  # of a normal distribution, within which 95 % of it lie
DIGITS = 6  # behind the point, in plain data


class Mean(NamedTuple):
    """A mean and its interval (by the normal distribution); None where there is too little to say it."""

    mean: float | None
    low: float | None
    high: float | None


class Spread(NamedTuple):
    """A mean with its interval, and the least and the most that came."""

    mean: float | None
    low: float | None
    high: float | None
    least: int | None
    most: int | None


class Rate(NamedTuple):
    """How often something was so: times, of how many, the rate, and its interval (Wilson's)."""

    times: int
    of: int
    rate: float | None
    low: float | None
    high: float | None


class Won(NamedTuple):
    """What was won of the games that one or more players played to the end (R22).

    ``wins`` counts each player who won, alone or with others, ``shared`` those of them who shared the win,
    ``share`` has 1/k of a win for each of k who share it. ``rate`` is ``wins`` of ``played``, with Wilson's
    interval.
    """

    played: int
    wins: int
    shared: int
    share: float
    rate: float | None
    low: float | None
    high: float | None


class Seat(NamedTuple):
    """A seat, from 1, with its label: what was won there, and the final scores."""

    seat: int
    label: str
    won: Won
    score: Spread


class Bot(NamedTuple):
    """A bot and how many players of a game it is: what they won, their final scores, and the points that one of
    them gets in a game, by kind."""

    bot: str
    players: int
    won: Won
    score: Spread
    points: Mapping[str, Mean]


class Figures(NamedTuple):
    """What games came to. All but ``games`` and ``unfinished`` is of those that came to an end.

    ``distribution`` says how many games had so many rounds. Bands are those that leave in a game: fallen below
    14 (R13), fallen in the Danger Zone (R16), retired (R23). ``ran_out`` counts the games in which a round had too
    few cards to fill the chart (R27).
    """

    games: int
    finished: int
    unfinished: int
    rounds: Spread
    distribution: Mapping[int, int]
    seats: tuple[Seat, ...]
    bots: tuple[Bot, ...]
    below_14: Mean
    danger_zone: Mean
    retired: Mean
    ran_out: Rate


def mean_of(counts: Counts, divisor: int = 1) -> Mean:
    """The mean of numbers, each divided, and its interval.

    >>> mean, low, high = mean_of({1: 1, 3: 1})
    >>> mean, round(low, 3), round(high, 3)
    (2.0, 0.04, 3.96)
    """
    number = sum(counts.values())
    if not number:
        return Mean(None, None, None)
    total = sum(value * times for value, times in counts.items())
    mean = total / (number * divisor)
    if number < 2:
        return Mean(mean, None, None)
    squares = sum(value * value * times for value, times in counts.items())
    # Whole numbers up to here, so that nothing depends on the order in which they were added.
    variance = (number * squares - total * total) / (number * (number - 1) * divisor * divisor)
    half = DEVIATIONS * sqrt(variance / number)
    return Mean(mean, mean - half, mean + half)


def spread_of(counts: Counts) -> Spread:
    """The mean of numbers with its interval, the least and the most."""
    return Spread(*mean_of(counts), min(counts, default=None), max(counts, default=None))


def rate_of(times: int, of: int) -> Rate:
    """A rate with its interval."""
    return Rate(times, of, times / of, *wilson(times, of)) if of else Rate(times, of, None, None, None)


def wilson(times: float, of: int) -> tuple[float, float]:
    """The interval of a rate by Wilson, which also holds for rates near 0 and 1; ``of`` is 1 or more.

    >>> low, high = wilson(0, 10)
    >>> low, round(high, 4)
    (0.0, 0.2775)
    """
    z = DEVIATIONS * DEVIATIONS
    middle = (times + z / 2) / (of + z)
    half = DEVIATIONS / (of + z) * sqrt(times * (of - times) / of + z / 4)
    return middle - half if times else 0.0, middle + half if times < of else 1.0


def won_of(counts: Counts) -> Won:
    """What was won, from sixtieths of a win."""
    played = sum(counts.values())
    wins = played - counts.get(0, 0)
    share = sum(part * times for part, times in counts.items()) / WHOLE
    rate = rate_of(wins, played)
    return Won(played, wins, wins - counts.get(WHOLE, 0), share, rate.rate, rate.low, rate.high)


def figures_of(tally: Tally, labels: Sequence[str], bots: Mapping[str, int]) -> Figures:
    """The figures of a tally; ``labels`` by seat, ``bots`` with the number of players that each is in a game."""
    rounds = tally.counts("game", 0, "rounds")
    finished = sum(rounds.values())
    ran_out = tally.counts("game", 0, "ran_out").get(1, 0)
    seats = tuple(
        Seat(
            seat + 1,
            label,
            won_of(tally.counts("seat", seat, "win")),
            spread_of(tally.counts("seat", seat, "score")),
        )
        for seat, label in enumerate(labels)
    )
    found = tuple(
        Bot(
            name,
            players,
            won_of(tally.counts("bot", index, "win")),
            _scores(tally, index, players),
            {kind: mean_of(tally.counts("bot", index, kind), players) for kind in KINDS},
        )
        for index, (name, players) in enumerate(bots.items())
    )
    return Figures(
        tally.games,
        finished,
        tally.games - finished,
        spread_of(rounds),
        {number: rounds[number] for number in sorted(rounds)},
        seats,
        found,
        mean_of(tally.counts("game", 0, "below_14")),
        mean_of(tally.counts("game", 0, "danger_zone")),
        mean_of(tally.counts("game", 0, "retired")),
        rate_of(ran_out, finished),
    )


def _scores(tally: Tally, bot: int, players: int) -> Spread:
    """A bot's final scores. Its players meet in the same games, so that games are what the interval goes by."""
    counts = tally.counts("bot", bot, "score")
    mean = mean_of(tally.counts("bot", bot, "total"), players)
    return Spread(*mean, min(counts, default=None), max(counts, default=None))


def as_data(figures: Figures) -> dict[str, Any]:
    """The figures as plain data, numbers to 6 digits behind the point."""
    data: dict[str, Any] = _plain(figures)
    data["distribution"] = [{"rounds": number, "games": games} for number, games in figures.distribution.items()]
    return data


def _plain(value: Any) -> Any:
    if isinstance(value, float):
        return round(value, DIGITS)
    if hasattr(value, "_asdict"):
        value = value._asdict()
    if isinstance(value, Mapping):
        return {key: _plain(part) for key, part in value.items()}
    return [_plain(part) for part in value] if isinstance(value, tuple) else value
