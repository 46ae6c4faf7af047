"""Rounds a second of the rules, beside random playout moves a second of the chess package, in one run.

    python tests/benchmarks/rounds.py [SECONDS]

A round: four slips built from values and checked, movement and points out. The moves of chess are played with the
cheapest loop that still ends a game by itself: the legal moves as a list, one chosen and pushed.
"""

from __future__ import annotations

import random
import statistics
import sys
import time
from collections.abc import Callable, Iterator

import chess

from schrille_cli.schrille import Rules, Slip, check_slip, move, parse_slip, points, sums
from schrille_cli.schrille.builtin import DECK

RULES = Rules()
LABELS = {"Ann": "blue", "Bob": "red", "Cid": "green", "Dora": "yellow"}
Values = tuple[tuple[tuple[int, int], ...], int, int]


def random_values(chance: random.Random) -> Values:
    """The values of one slip."""
    *holes, no1, pick = chance.sample(range(1, 15), RULES.slip_size)
    return tuple((hole, chance.choice(tuple(RULES.bag))) for hole in holes), no1, pick


def rounds(seconds: float, slip_of: Callable[..., Slip], texts: bool) -> float:
    """Rounds a second, with slips made by a function from values or from their text."""
    chance = random.Random(1)
    contracts = [DECK.bands[band] for band in chance.sample(sorted(DECK.bands), 14)]
    data = [[random_values(chance) for _ in LABELS] for _ in range(2000)]
    inputs = [[(str(Slip(*values)),) if texts else values for values in slips] for slips in data]
    done = 0
    start = time.perf_counter()
    while (passed := time.perf_counter() - start) < seconds:
        for values in inputs:
            slips = {player: slip_of(*value) for player, value in zip(LABELS, values, strict=True)}
            for slip in slips.values():
                if check_slip(slip, RULES):
                    raise AssertionError("a slip is not valid")
            movement = move(14, sums(slips.values()))
            points(movement, contracts, LABELS, slips, RULES)
        done += len(inputs)
    return done / passed


def chess_moves(seconds: float) -> float:
    """Random playout moves a second."""
    chance = random.Random(1)
    done = 0
    start = time.perf_counter()
    while (passed := time.perf_counter() - start) < seconds:
        board = chess.Board()
        while board.halfmove_clock < 150:
            moves = list(board.legal_moves)
            if not moves or board.is_insufficient_material():
                break
            board.push(chance.choice(moves))
            done += 1
    return done / passed


def main() -> None:
    """Measure in turns and print the medians."""
    seconds = float(sys.argv[1]) if len(sys.argv) > 1 else 1.0
    measured: dict[str, Callable[[], float]] = {
        "rounds a second, slips from values": lambda: rounds(seconds, Slip, False),
        "rounds a second, slips from text": lambda: rounds(seconds, lambda text: parse_slip(text, RULES), True),
        "chess moves a second": lambda: chess_moves(seconds),
    }
    figures: dict[str, list[float]] = {name: [] for name in measured}
    for name in _in_turns(measured, 5):
        figures[name].append(measured[name]())
    peer = statistics.median(figures["chess moves a second"])
    for name, values in figures.items():
        median = statistics.median(values)
        print(f"{name}: {median:,.0f} ({min(values):,.0f} to {max(values):,.0f}), {median / peer:.2f} times chess")


def _in_turns(names: dict[str, Callable[[], float]], times: int) -> Iterator[str]:
    for _ in range(times):
        yield from names


if __name__ == "__main__":
    main()
