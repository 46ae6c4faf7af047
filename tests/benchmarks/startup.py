"""Whole processes, the installed command against a floor, in turns; medians and the ratio pair by pair.

python tests/benchmarks/startup.py [PAIRS]
"""

from __future__ import annotations

import random
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from schrille_cli.schrille import Game, Rules, Slip, save, with_settings

HERE = Path(__file__).parent
BIN = Path(sys.executable).parent
PLAYERS = {"Ann": "blue", "Bob": "red", "Cid": "green", "Dora": "yellow", "Emil": "violet"}


def ten_rounds(path: Path) -> list[str]:
    """Save a game of ten rounds in which one slip is owed; the words that place it."""
    chance = random.Random(1)
    rules = with_settings(Rules(), ["target=999"])
    game = Game.new(PLAYERS, seed="benchmark", deal_hands=True, rules=rules)
    while True:
        slips = {}
        for player in PLAYERS:
            *holes, no1, pick = chance.sample(range(1, 15), rules.slip_size)
            chips = game.state.opened.hands[player]
            slips[player] = Slip(tuple(zip(holes, chips, strict=False)), no1, pick)
        if game.round == 10:
            last = slips.popitem()
            game.place_all(slips)
            save(game, str(path))
            return ["place", last[0], *str(last[1]).split()]
        game.place_all(slips)
        game.resolve()
        game.score(go_on=True)


def seconds(command: list[str], original: Path, path: Path) -> float:
    """The time of one run on a fresh copy of the save."""
    shutil.copy(original, path)
    start = time.perf_counter()
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    return time.perf_counter() - start


def main() -> None:
    """Measure show, place and --help."""
    pairs = int(sys.argv[1]) if len(sys.argv) > 1 else 20
    with tempfile.TemporaryDirectory() as folder:
        original, path = Path(folder, "original.toml"), Path(folder, "game.toml")
        words = ten_rounds(original)
        schrille = str(BIN / "schrille")
        for name, arguments, floor in (
            ("show", ["show", "-g", str(path)], ["floor_show.py", str(path)]),
            ("place", [*words, "-g", str(path)], ["floor_place.py", str(path)]),
            ("--help", ["--help"], ["floor_help.py", "--help"]),
        ):
            ours = [schrille, *arguments]
            theirs = [sys.executable, str(HERE / floor[0]), *floor[1:]]
            for command in (ours, theirs):
                seconds(command, original, path)
            times = [(seconds(ours, original, path), seconds(theirs, original, path)) for _ in range(pairs)]
            a, b = (statistics.median(column) for column in zip(*times, strict=True))
            ratios = sorted(x / y for x, y in times)
            print(
                f"schrille {name}: {a * 1000:.1f} ms, floor {b * 1000:.1f} ms, ratio of medians {a / b:.2f}"
                f" (pairs {ratios[0]:.2f} to {ratios[-1]:.2f}, n {pairs})"
            )


if __name__ == "__main__":
    main()
