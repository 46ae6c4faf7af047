"""What tests of simulations share: bots as somebody writes them, and the same games played out by hand."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from conftest import environment

from schrille_cli.schrille import Deck, Game, Observation, Rules, Slip

LABELS = ("blue", "red", "green", "yellow", "violet", "orange")
OWN = """
import time

def first(seen):
    return next(iter(seen.legal))

def loud(seen):
    print("loud")
    return first(seen)

def slow(seen):
    time.sleep(0.002)
    return first(seen)

def late(seen):
    if seen.round == 3 and seen.player == "Seat 2":
        return helper(seen)
    return first(seen)

def helper(seen):
    raise ValueError("no idea")

def junk(seen):
    return "14+3"

def twice(seen):
    return first(seen)._replace(no1=8, pick=8)

def half(seen):
    return first(seen)._replace(no1=1.5)

def rich(seen):
    slip = first(seen)
    return slip._replace(influence=tuple((hole, 4) for hole, _ in slip.influence))

def quits(seen):
    raise SystemExit(3)

def dies(seen):
    import os
    os.kill(os.getpid(), 9)
"""
CLUSTER = """
import sys
from distributed import LocalCluster
if __name__ == "__main__":
    with LocalCluster(n_workers=3, threads_per_worker=1, dashboard_address=":0") as cluster:
        print(cluster.scheduler_address, flush=True)
        sys.stdin.read()
"""


def anything(seen: Observation) -> Slip:
    """A bot that places any slip."""
    return seen.legal.choice(seen.random())


def top(seen: Observation) -> Slip:
    """A bot that always does the same: its greatest chips on the bands of its label."""
    own = [hole for hole, labels in enumerate(seen.contracts, 1) if seen.label in labels]
    holes = [*own, *(hole for hole in range(14, 0, -1) if hole not in own)]
    chips = sorted(seen.hand, reverse=True)[: seen.rules.keep]
    keep = len(chips)
    return Slip(tuple(zip(holes, chips, strict=False)), holes[keep], holes[keep + 1])


def write_bots(folder: Path) -> None:
    """Write the file of own bots, ``own.py``."""
    (folder / "own.py").write_text(OWN)


@contextmanager
def cluster(folder: Path) -> Iterator[str]:
    """A Dask cluster of three worker processes; its scheduler's address."""
    script = folder / "cluster.py"
    script.write_text(CLUSTER)
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.DEVNULL}
    process: Any = subprocess.Popen([sys.executable, script], cwd=folder, env=environment(), text=True, **pipes)
    try:
        yield process.stdout.readline().strip()
    finally:
        process.communicate("", timeout=30)


def processes_of(group: int) -> list[str]:
    """The processes of a group that still run."""
    found = []
    for folder in Path("/proc").iterdir():
        if folder.name.isdigit():
            try:
                if os.getpgid(int(folder.name)) == group:
                    found.append((folder / "cmdline").read_text().replace("\0", " "))
            except OSError:
                continue
    return [line for line in found if line]


def left_over(group: int) -> list[str]:
    """The processes of a group that still run some seconds after its command has ended."""
    for _try in range(100):
        if not processes_of(group):
            break
        time.sleep(0.05)
    return processes_of(group)


class Recount:
    """Games of a simulation, played one by one as commands play them, and counted on the way."""

    def __init__(
        self,
        bots: Sequence[Any],
        numbers: Sequence[int],
        seed: str,
        rules: Rules | None = None,
        deck: Deck | None = None,
        fixed: bool = False,
    ) -> None:
        self.rounds: list[int] = []
        self.below, self.danger, self.retired, self.ran_out = [], [], [], 0  # type: ignore[var-annotated]
        self.wins: dict[int, list[int]] = {seat: [] for seat in range(len(bots))}  # how many shared each win
        self.scores: dict[int, list[int]] = {seat: [] for seat in range(len(bots))}
        self.bot_wins: Counter[str] = Counter()
        self.paid: dict[str, Counter[str]] = {bot.__name__: Counter() for bot in bots}
        self.games: list[dict[str, Counter[str]]] = []
        for number in numbers:
            shift = 0 if fixed else number - 1
            seated = [bots[(seat + shift) % len(bots)] for seat in range(len(bots))]
            self._play(seated, f"{seed}/{number}", rules, deck)

    def _play(self, seated: Sequence[Any], seed: str, rules: Rules | None, deck: Deck | None) -> None:
        names = [f"Seat {seat}" for seat in range(1, len(seated) + 1)]
        labels = list(deck.labels) if deck else LABELS
        game = Game.new(dict(zip(names, labels, strict=False)), rules=rules, deck=deck, seed=seed, deal_hands=True)
        bots = dict(zip(names, seated, strict=True))
        below = danger = retired = 0
        short = False
        while True:
            short = short or len(game.state.opened.chart) < 14
            game.place_all({name: bot(game.observe(name)) for name, bot in bots.items()})
            movement = game.resolve()
            below += len(movement.below)
            danger += len(movement.danger)
            for name, points in game.score().items():
                self.paid[bots[name].__name__].update(points._asdict(), total=points.total)
            retired += len(game.state.retired)
            if game.phase == "over":
                break
            game.next()
        self.rounds.append(game.round)
        self.below.append(below)
        self.danger.append(danger)
        self.retired.append(retired)
        self.ran_out += short or not (game.state.remaining or game.state.left)
        winners = game.state.winners
        for seat, name in enumerate(names):
            self.scores[seat].append(game.state.scores[name])
            if name in winners:
                self.wins[seat].append(len(winners))
                self.bot_wins[bots[name].__name__] += 1


def value(rows: Sequence[Mapping[str, str]], of: str, name: object, figure: str) -> str:
    """The value of a figure among the rows of ``--csv``."""
    (found,) = [row["value"] for row in rows if (row["of"], row["name"], row["figure"]) == (of, str(name), figure)]
    return found
