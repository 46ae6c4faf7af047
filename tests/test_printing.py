"""Streams that fail or are closed: what is saved is said, what is not is not, and no traceback shows."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest
from conftest import SCHRILLE, Command, environment
from processes import LOCK
from stages import PLACE, THREE, WISH, at

from schrille_cli.schrille import dumps, load, save

LONG = "from schrille_cli.kit.verbs import emit; emit('x' * 300_000)"
CHANGES = [
    ("placing", PLACE, "placing"),
    ("opening", WISH, "opening"),
    ("full", ["resolve"], "resolved"),
    ("resolved", ["score"], "scored"),
    ("resolved", ["score", "--next"], "placing"),
    ("scored", ["next"], "placing"),
    ("scored", WISH, "scored"),
    ("full", ["undo"], "placing"),
    ("scored", ["undo", "--json"], "resolved"),
    ("", ["new", *THREE], "placing"),
]


def closing(stream: str, *args: str) -> list[str | Path]:
    """The words that run a command with a stream closed, as a shell writes that."""
    return ["sh", "-c", f'exec "$@" {stream}', "sh", SCHRILLE, *args]


def unprintable(schrille: Command, how: str, *args: str) -> tuple[int, str]:
    """Run a command whose standard output takes nothing; its exit code and errors."""
    settings: dict[str, Any] = {"cwd": schrille.folder, "env": environment(), "stderr": subprocess.PIPE}
    if how == "full":
        with open("/dev/full", "wb") as full:
            done = subprocess.run([SCHRILLE, *args], stdout=full, timeout=60, **settings)
    elif how == "pipe":
        reading, writing = os.pipe()
        os.close(reading)
        done = subprocess.run([SCHRILLE, *args], stdout=writing, timeout=60, **settings)
        os.close(writing)
    else:
        done = subprocess.run(closing(">&-", *args), timeout=60, **settings)
    return done.returncode, done.stderr.decode()


@pytest.mark.parametrize("how", ["full", "pipe", "closed"])
@pytest.mark.parametrize(("phase", "args", "after"), CHANGES, ids=lambda value: str(value))
def test_the_save_is_done_where_printing_fails(
    schrille: Command, how: str, phase: str, args: list[str], after: str
) -> None:
    if phase:
        save(at(phase), str(schrille.save))
    steps = len(load(str(schrille.save)).steps) if phase else 0
    code, err = unprintable(schrille, how, *args)
    assert code == 1
    assert "the save is done" in err
    assert "Traceback" not in err
    assert "Exception ignored" not in err
    game = load(str(schrille.save))
    assert game.phase == after
    if phase:
        assert len(game.steps) == steps + (-1 if args[0] == "undo" else 1)
    assert dumps(game).encode() == schrille.save.read_bytes()
    assert sorted(path.name for path in schrille.folder.iterdir()) == [LOCK, "schrille.toml"]


@pytest.mark.parametrize("how", ["full", "pipe", "closed"])
@pytest.mark.parametrize("args", [["show"], ["show", "--json"], [*PLACE, "--dry-run"], ["rules"]], ids=" ".join)
def test_nothing_is_saved_where_a_reading_command_cannot_print(
    schrille: Command, how: str, args: list[str]
) -> None:
    save(at("placing"), str(schrille.save))
    before = schrille.save.read_bytes()
    code, err = unprintable(schrille, how, *args)
    assert code == 1
    assert "print" in err
    assert "save is done" not in err
    assert "Traceback" not in err
    assert schrille.save.read_bytes() == before


@pytest.mark.parametrize("how", ["full", "pipe"])
@pytest.mark.parametrize("args", [["--help"], ["--version"], ["place", "--help"]], ids=" ".join)
def test_help_that_cannot_be_printed(schrille: Command, how: str, args: list[str]) -> None:
    code, err = unprintable(schrille, how, *args)
    assert code == 1
    assert "Traceback" not in err


def test_an_error_where_stderr_takes_nothing(schrille: Command) -> None:
    schrille.new()
    with open("/dev/full", "wb") as full:
        done = subprocess.run(
            [SCHRILLE, "score"], cwd=schrille.folder, env=environment(), stdout=subprocess.PIPE, stderr=full
        )
    assert (done.returncode, done.stdout) == (1, b"")


def test_an_error_where_stderr_is_closed(schrille: Command) -> None:
    schrille.new()
    done = subprocess.run(closing("2>&-", "score"), cwd=schrille.folder, env=environment(), stdout=subprocess.PIPE)
    assert (done.returncode, done.stdout) == (1, b"")


def test_standard_input_is_closed(schrille: Command) -> None:
    schrille.new()
    before = schrille.save.read_bytes()
    done = subprocess.run(
        closing("<&-", "place", "--from", "-"), cwd=schrille.folder, env=environment(), capture_output=True
    )
    assert done.returncode == 1
    assert done.stderr
    assert b"Traceback" not in done.stderr
    assert schrille.save.read_bytes() == before


@pytest.mark.parametrize("args", [("--help",), ("--version",), ("show", "--help")])
def test_help_on_a_closed_output(schrille: Command, args: tuple[str, ...]) -> None:
    done = subprocess.run(
        ["sh", "-c", 'exec "$@" >&-', "sh", str(SCHRILLE), *args],
        capture_output=True,
        check=False,
        env=environment(),
    )
    assert done.returncode == 1
    assert b"standard output is closed" in done.stderr


def test_a_slow_reader_gets_everything_also_unbuffered(schrille: Command) -> None:
    """A pipe holds 64 KiB; what does not fit at once must not be lost."""
    schrille.new()
    done = subprocess.Popen(
        [sys.executable, "-u", "-c", LONG], stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=environment()
    )
    time.sleep(0.5)
    done.send_signal(signal.SIGSTOP)  # makes the write that waits return with what was taken
    time.sleep(0.1)
    done.send_signal(signal.SIGCONT)
    out, err = done.communicate(timeout=30)
    assert (done.returncode, err) == (0, b"")
    assert len(out) == 300_001
