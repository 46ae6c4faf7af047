"""Rounds a second by the rules, beside random playouts of the chess package and of OpenSpiel, in one run.

    python tests/benchmarks/rounds.py [SECONDS]

"The rules" are a round from four slips, checked, to movement and points, by the functions with which games are
simulated; then what stands around them: the state with scores and marks, the commands of a game, whole simulated
games. The moves of chess are played with the cheapest loop that still ends a game by itself: the legal moves as a
list, one chosen and pushed. OpenSpiel, a library in C++, is driven from Python in the same way.
"""

from __future__ import annotations

import random
import statistics
import sys
import time
from collections.abc import Callable, Iterable, Iterator
from itertools import starmap

import chess

from schrille_cli.schrille import Game, Observation, Rules, Slip, move, parse_slip, points, simulate, step, sums
from schrille_cli.schrille.builtin import DECK
from schrille_cli.schrille.playing import play_round, play_rounds

RULES = Rules()
ROUNDS = 2000  # that are played over and over
LABELS = {"Ann": "blue", "Bob": "red", "Cid": "green", "Dora": "yellow"}
PEER = "chess: moves"
Values = tuple[tuple[tuple[int, int], ...], int, int]
Slips = dict[str, Slip]


def random_values(chance: random.Random) -> Values:
    """The values of one slip."""
    *holes, no1, pick = chance.sample(range(1, 15), RULES.slip_size)
    return tuple((hole, chance.choice(tuple(RULES.bag))) for hole in holes), no1, pick


def anything(seen: Observation) -> Slip:
    """A player that places anything."""
    return seen.legal.choice(seen.random())


def begun(number: int) -> Game:
    """A game whose hands and cards come from the tool."""
    return Game.new(LABELS, seed=str(number), deal_hands=True)


def from_values(values: list[Values]) -> Slips:
    """Slips built from numbers."""
    return dict(zip(LABELS, starmap(Slip, values), strict=True))


def from_text(texts: list[str]) -> Slips:
    """Slips read from their notation."""
    return {player: parse_slip(text, RULES) for player, text in zip(LABELS, texts, strict=True)}


class Rates:
    """What is measured, each for some seconds: how much of it there is in one."""

    def __init__(self, seconds: float) -> None:
        chance = random.Random(1)
        self.seconds = seconds
        self.contracts = [DECK.bands[band] for band in chance.sample(sorted(DECK.bands), 14)]
        self.values = [[random_values(chance) for _ in LABELS] for _ in range(ROUNDS)]
        self.slips = [from_values(values) for values in self.values]
        self.texts = [[str(Slip(*value)) for value in values] for values in self.values]

    def _rate(self, once: Callable[[], int]) -> float:
        done = 0
        start = time.perf_counter()
        while (passed := time.perf_counter() - start) < self.seconds:
            done += once()
        return done / passed

    def _rules(self, rounds: Iterable[Slips]) -> int:
        contracts, labels, rules = self.contracts, LABELS, RULES
        for slips in rounds:
            points(move(14, sums(slips.values(), rules)), contracts, labels, slips, rules)
        return ROUNDS

    def given(self) -> float:
        """Rounds from slips as players give them."""
        return self._rate(lambda: self._rules(self.slips))

    def built(self) -> float:
        """Rounds from slips that are built from numbers first."""
        return self._rate(lambda: self._rules(map(from_values, self.values)))

    def read(self) -> float:
        """Rounds from slips that are read from text first."""
        return self._rate(lambda: self._rules(map(from_text, self.texts)))

    def states(self) -> float:
        """Rounds from state to state: hands checked, scores, marks and the end judged."""
        game = begun(1)
        slips = {player: anything(game.observe(player)) for player in LABELS}
        return self._rate(lambda: len([play_round(game.setup, game.state, slips) for _ in range(1000)]))

    def commands(self) -> float:
        """Rounds by the commands of a game, with its log, new cards and hands."""

        def once() -> int:
            game = begun(1)
            while game.phase != "over":
                step(game, dict.fromkeys(LABELS, anything))
            return game.round

        return self._rate(once)

    def simulated(self) -> float:
        """Rounds of simulated games: the players, new cards and hands as well."""

        def once() -> int:
            game = begun(1)
            return sum(1 for _ in play_rounds(game.setup, game.state, dict.fromkeys(LABELS, anything)))

        return self._rate(once)

    def games(self) -> float:
        """Games, as ``schrille simulate`` plays and counts them in one process."""
        return self._rate(lambda: simulate(["random"], 50, seed="rates").figures.finished)

    def chess(self) -> float:
        """Random playout moves."""
        chance = random.Random(1)

        def once() -> int:
            board = chess.Board()
            while board.halfmove_clock < 150:
                moves = list(board.legal_moves)
                if not moves or board.is_insufficient_material():
                    break
                board.push(chance.choice(moves))
            return board.ply()

        return self._rate(once)

    def openspiel(self, name: str) -> float:
        """Moves of random playouts of a small game."""
        import pyspiel

        chance = random.Random(1)
        small = pyspiel.load_game(name)

        def once() -> int:
            state = small.new_initial_state()
            while not state.is_terminal():
                state.apply_action(chance.choice(state.legal_actions()))
            return state.move_number()

        return self._rate(once)


def main() -> None:
    """Measure in turns and print the medians."""
    rates = Rates(float(sys.argv[1]) if len(sys.argv) > 1 else 1.0)
    measured: dict[str, Callable[[], float]] = {
        "rules: rounds from slip values, checked": rates.given,
        "rules: the same, built from numbers first": rates.built,
        "rules: the same, read from text first": rates.read,
        "states: rounds with hands, scores and marks": rates.states,
        "games: rounds by commands": rates.commands,
        "games: rounds as simulated": rates.simulated,
        "simulate: games by random": rates.games,
        PEER: rates.chess,
    }
    try:
        import pyspiel  # noqa: F401 - only whether it is there
    except ImportError:
        print("OpenSpiel is not installed; pip install '.[dev]' adds it")
    else:
        for name in ("tic_tac_toe", "connect_four"):
            measured[f"OpenSpiel: moves of {name}"] = lambda name=name: rates.openspiel(name)  # type: ignore[misc]
    figures: dict[str, list[float]] = {name: [] for name in measured}
    for name in _in_turns(measured, 5):
        figures[name].append(measured[name]())
    peer = statistics.median(figures[PEER])
    for name, values in figures.items():
        median = statistics.median(values)
        spread = f"{min(values):,.0f} to {max(values):,.0f}"
        print(f"{name}: {median:,.0f} a second ({spread}), {median / peer:.2f} times chess")


def _in_turns(names: dict[str, Callable[[], float]], times: int) -> Iterator[str]:
    for _ in range(times):
        yield from names


if __name__ == "__main__":
    main()
