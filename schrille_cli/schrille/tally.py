"""What is counted of games that were played out: whole numbers only, so that tallies add up exactly.

Every figure begins as a series of whole numbers, one a game or one a player, of which is kept how often each came.
That needs no more memory for more games, and in whatever pieces the games were played, the sum is the same.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from .rounds import OVER, State
from .rules import PLACES

WHOLE = 60  # a win, in sixtieths, so that up to 6 players can share it
KINDS = ("top_six", "no1", "pick", "fallen_points", "total")
PAID = len(KINDS) - 1  # kinds of points that are paid one by one
# By what a series is of: the game, a seat by its index, a bot by its index. ``win`` is in sixtieths of a win.
OF_GAME = ("rounds", "below_14", "danger_zone", "retired", "ran_out")
OF_SEAT = ("win", "score")
OF_BOT = ("win", "score", *KINDS)
Key = tuple[str, int, str]
Counts = Mapping[int, int]


class Tally(NamedTuple):
    """What was counted of games: how many there were, and the series of those that came to an end.

    ``series`` has by ``("game", 0, NAME)``, ``("seat", INDEX, NAME)`` and ``("bot", INDEX, NAME)`` how often
    each number came. Points by kind are those of all players of a bot in a game together.
    """

    games: int = 0
    series: Mapping[Key, Counts] = {}

    def __add__(self, other: object) -> Tally:
        """The tally of both."""
        if not isinstance(other, Tally):
            return NotImplemented
        series = dict(self.series)
        for key, counts in other.series.items():
            mine = series.get(key)
            if mine is None:
                series[key] = counts
                continue
            both = dict(mine)
            for number, times in counts.items():
                both[number] = both.get(number, 0) + times
            series[key] = both
        return Tally(self.games + other.games, series)

    def counts(self, of: str, index: int, name: str) -> Counts:
        """How often each number came in a series."""
        return self.series.get((of, index, name), {})


class Counting:
    """Counts games for so many seats and bots; `tally` is what came of it.

    >>> Counting(3, 1).tally()
    Tally(games=0, series={})
    """

    def __init__(self, seats: int, bots: int) -> None:
        self._games = 0
        self._bots = range(bots)
        self._of_game: list[dict[int, int]] = [{} for _ in OF_GAME]
        self._of_seats: list[list[dict[int, int]]] = [[{} for _ in OF_SEAT] for _ in range(seats)]
        self._of_bots: list[list[dict[int, int]]] = [[{} for _ in OF_BOT] for _ in range(bots)]

    def add(self, bots: Sequence[int], scored: Iterable[State]) -> None:
        """Count a game: which bot, by index, has each seat, and the state after each scoring."""
        seats = len(bots)
        paid = [0] * (PAID * seats)
        rounds = below = danger = retired = ran_out = 0
        state = None
        for state in scored:
            rounds += 1
            at = 0
            for top_six, no1, pick, fallen_points in state.points.values():
                paid[at] += top_six
                paid[at + 1] += no1
                paid[at + 2] += pick
                paid[at + 3] += fallen_points
                at += PAID
            movement = state.moved
            below += len(movement.below)
            danger += len(movement.danger)
            retired += len(state.retired)
            if len(state.opened.chart) < PLACES:
                ran_out = 1
        self._games += 1
        if state is None or state.phase != OVER:
            return
        if not state.remaining and state.left == 0:  # R27: the next round could not open at all
            ran_out = 1
        for counts, number in zip(self._of_game, (rounds, below, danger, retired, ran_out), strict=True):
            counts[number] = counts.get(number, 0) + 1
        scores = list(state.scores.values())
        best = max(scores)
        share = WHOLE // scores.count(best)
        sums = [[0] * len(KINDS) for _ in self._bots]
        for seat, score in enumerate(scores):
            win = share if score == best else 0
            bot = bots[seat]
            for wins, points, *_ in (self._of_seats[seat], self._of_bots[bot]):
                wins[win] = wins.get(win, 0) + 1
                points[score] = points.get(score, 0) + 1
            total = sums[bot]
            at = PAID * seat
            for kind in range(PAID):
                total[kind] += paid[at + kind]
            total[PAID] += score
        for bot in self._bots:
            for counts, number in zip(self._of_bots[bot][len(OF_SEAT) :], sums[bot], strict=True):
                counts[number] = counts.get(number, 0) + 1

    def tally(self) -> Tally:
        """What has been counted so far."""
        found: dict[Key, Counts] = {}
        groups = [
            ("game", OF_GAME, [self._of_game]),
            ("seat", OF_SEAT, self._of_seats),
            ("bot", OF_BOT, self._of_bots),
        ]
        for of, names, lists in groups:
            for index, series in enumerate(lists):
                for name, counts in zip(names, series, strict=True):
                    if counts:
                        found[of, index, name] = dict(counts)
        return Tally(self._games, found)
