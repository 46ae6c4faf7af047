"""How ``schrille simulate`` grows: time and memory over the number of games, and two processes against one.

    python tests/benchmarks/growth.py [GAMES]

The installed command is run for a quarter, a half and all of GAMES and for twice as many, with one process and
with two. Memory is the peak of the command's process.
"""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
import time
from pathlib import Path

SCHRILLE = str(Path(sys.executable).with_name("schrille"))
TIMES = 3


def run(games: int, jobs: int) -> tuple[float, float]:
    """Seconds and megabytes of one simulation."""
    words = ["simulate", "-n", str(games), "--players", "4", "--bot", "random", "--seed", "growth", "--json"]
    start = time.perf_counter()
    process = subprocess.Popen([SCHRILLE, *words, "--jobs", str(jobs)], stdout=subprocess.DEVNULL)
    _pid, status, used = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        raise SystemExit(f"simulate ended with {process.returncode}")
    return time.perf_counter() - start, used.ru_maxrss / 1024


def main() -> None:
    """Measure in turns; print time and memory by games, the straight line, and the gain of two processes."""
    games = int(sys.argv[1]) if len(sys.argv) > 1 else 4000
    sizes = [games // 4, games // 2, games, games * 2]
    runs: dict[tuple[int, int], list[tuple[float, float]]] = {}
    for _ in range(TIMES):
        for size in sizes:
            for jobs in (1, 2):
                runs.setdefault((size, jobs), []).append(run(size, jobs))
    medians = {key: statistics.median(seconds for seconds, _memory in pairs) for key, pairs in runs.items()}
    for size in sizes:
        memory = max(megabytes for _seconds, megabytes in runs[size, 1])
        one, two = medians[size, 1], medians[size, 2]
        gains = sorted(a[0] / b[0] for a, b in zip(runs[size, 1], runs[size, 2], strict=True))
        print(
            f"{size:,} games: {one:.2f} s, {memory:.0f} MB; two processes {two:.2f} s,"
            f" {one / two:.2f} times as fast ({gains[0]:.2f} to {gains[-1]:.2f})"
        )
    line = statistics.linear_regression(sizes, [medians[size, 1] for size in sizes])
    fit = statistics.correlation(sizes, [medians[size, 1] for size in sizes]) ** 2
    rate = f"{line.intercept:.2f} s to begin, then {1 / line.slope:,.0f} games a second"
    print(f"a straight line: {rate}, R2 {fit:.5f}")


if __name__ == "__main__":
    main()
