"""Work that processes share in turns: in order, in this process's stead, and gone when nobody wants it."""

from __future__ import annotations

import subprocess
import sys
import time
from pathlib import Path

import pytest
from conftest import environment
from simulations import left_over, processes_of

# A program that makes things in turns and prints them; what each process does with a number is in {work}.
PROGRAM = """
import os, sys, time
from functools import partial
from schrille_cli.kit import processes
from schrille_cli.kit.errors import GameError, error

{before}

def work(jobs, share):
    for number in range(share, 20, jobs):
{work}

def main():
    jobs = int(sys.argv[1])
    try:
        for thing in processes.in_turns(partial(work, jobs), jobs, 20):
            print(thing, flush=True)
{then}
    except GameError as problem:
        print(problem.faults[0].kind, problem)

if __name__ == "__main__":
    main()
"""
SPAWNED = "processes.COPIES = False"  # as where the system does not copy processes


def program(folder: Path, *work: str, before: str = "", then: str = "") -> Path:
    """The file of such a program."""
    body = "".join(f"        {line}\n" for line in work)
    (folder / "turns.py").write_text(
        PROGRAM.format(before=before, work=body, then=f"            {then or 'pass'}")
    )
    return folder / "turns.py"


def ran(path: Path, jobs: int) -> tuple[int, str, str]:
    """The exit code of such a program, what it prints, and its errors; no process is left over."""
    running = subprocess.Popen(
        [sys.executable, path, str(jobs)],
        cwd=path.parent,
        env=environment(),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    out, err = running.communicate(timeout=60)
    assert left_over(running.pid) == []
    return running.returncode, out, err


def shown(folder: Path, *work: str, jobs: int = 3, before: str = "", then: str = "") -> str:
    """What such a program prints that ends well."""
    code, out, err = ran(program(folder, *work, before=before, then=then), jobs)
    assert (code, err) == (0, "")
    return out


@pytest.mark.parametrize(("jobs", "before"), [(2, ""), (3, ""), (7, ""), (20, ""), (3, SPAWNED)])
def test_all_are_made_in_order_by_so_many_processes(tmp_path: Path, jobs: int, before: str) -> None:
    out = shown(tmp_path, "yield number, os.getpid()", jobs=jobs, before=before)
    made = [tuple(map(int, line.strip("()").split(", "))) for line in out.splitlines()]
    assert [number for number, _pid in made] == list(range(20))
    assert len({pid for _number, pid in made}) == jobs
    assert all(len({pid for number, pid in made if number % jobs == share}) == 1 for share in range(jobs))


def test_what_is_raised_at_first_is_raised_here(tmp_path: Path) -> None:
    fault = "if number == 1: raise error('save', 'this one is wrong', 'one')"
    assert shown(tmp_path, fault, "yield number").splitlines() == ["0", "save one: this one is wrong"]
    full = program(tmp_path, "if number == 2: raise OSError(28, 'No space left on device')", "yield number")
    code, out, err = ran(full, 3)
    assert (code, out.splitlines()) == (1, ["0", "1"])
    assert err.endswith("OSError: [Errno 28] No space left on device\n")


@pytest.mark.parametrize(
    ("fault", "said"),
    [
        ("raise error('save', 'wrong', 'it')", "it: wrong"),
        ("raise OSError(28, 'No space left')", "[Errno 28] No space left"),
        ("os.kill(os.getpid(), 9)", "the process that was at it has ended early (run the command again, with "),
    ],
)
def test_what_is_lost_later_stands_in_its_place_and_the_others_go_on(
    tmp_path: Path, fault: str, said: str
) -> None:
    lines = shown(tmp_path, f"if number == 7: {fault}", "yield number").splitlines()
    lost = {number: line for number, line in enumerate(lines) if line != str(number)}
    assert [*lost] == [7, 10, 13, 16, 19]
    assert all(line.startswith(said) for line in lost.values())


def test_a_process_that_is_gone_at_once(tmp_path: Path) -> None:
    lines = shown(tmp_path, "if number == 0: os.kill(os.getpid(), 9)", "yield number", jobs=2).splitlines()
    assert lines[1::2] == [*map(str, range(1, 20, 2))]
    assert all("has ended early" in line for line in lines[::2])


def test_nothing_is_made_where_not_all_processes_can_be_started(tmp_path: Path) -> None:
    few = "import resource; resource.setrlimit(resource.RLIMIT_NOFILE, (20, 20))"
    out = shown(tmp_path, "open(f'{number}.made', 'w').close()", "yield number", jobs=12, before=few)
    assert out.startswith("engine processes cannot be started: Too many open files (")
    assert not list(tmp_path.glob("*.made"))


def test_whoever_closes_early_waits_for_what_is_under_way(tmp_path: Path) -> None:
    work = ("open(f'{number}.begun', 'w').close()", "time.sleep(0.3)", "open(f'{number}.done', 'w').close()")
    assert shown(tmp_path, *work, "yield number", then="if thing == 4: break") == "0\n1\n2\n3\n4\n"
    begun, done = ({path.stem for path in tmp_path.glob(f"*.{ending}")} for ending in ("begun", "done"))
    assert begun == done
    assert "15" not in begun


def test_but_not_long(tmp_path: Path) -> None:
    start = time.monotonic()
    slow = "time.sleep(60 if number > 4 else 0)"
    assert shown(tmp_path, slow, "yield number", then="if thing == 4: break") == "0\n1\n2\n3\n4\n"
    assert time.monotonic() - start < 20


def test_processes_end_by_themselves_where_that_one_is_killed(tmp_path: Path) -> None:
    """Also those whose pipe is full."""
    work = ("time.sleep(0.05)", "yield 'x' * 100_000")
    path = program(tmp_path, *work, then="time.sleep(60)")
    words = [sys.executable, path, "3"]
    with subprocess.Popen(
        words, cwd=tmp_path, env=environment(), stdout=subprocess.PIPE, start_new_session=True
    ) as running:
        assert running.stdout
        running.stdout.readline()
        assert len(processes_of(running.pid)) == 4
        running.kill()
    assert left_over(running.pid) == []
