"""Killed commands: the save is the old one or the new one, and the next command works."""

from __future__ import annotations

import random
import signal
import subprocess
import time

import pytest
from conftest import Command
from processes import run_python, start
from stages import CHANGES, NEW, PLACE, outcome, prepared

from schrille_cli.schrille import load


def goes_on(schrille: Command, name: str, before: bytes, after: bytes) -> bool:
    """Check a save after a killed command, and that the next command works; whether the save is the new one."""
    now = schrille.save.read_bytes()
    assert now in (before, after)
    args = CHANGES[name][1]
    if now == before:
        schrille(*args)
        assert schrille.save.read_bytes() == after
    elif name in ("undo", "new-force"):
        schrille(*NEW, "--force", "-g", "schrille.toml")
    else:
        schrille("undo")
        assert schrille.save.read_bytes() == before
    assert not (schrille.folder / ".schrille.toml.tmp").exists()
    return now == after


# Kills itself right before the n-th call into the operating system that concerns files.
KILLER = """
import builtins, os, signal, sys
point, calls = int(sys.argv[1]), 0
def wrap(module, name):
    real = getattr(module, name)
    def call(*args, **kwargs):
        global calls
        if calls == point:
            os.kill(os.getpid(), signal.SIGKILL)
        calls += 1
        return real(*args, **kwargs)
    setattr(module, name, call)
from schrille_cli.cli import run
for name in ("open", "fsync", "replace", "unlink", "chmod", "close"):
    wrap(os, name)
raise SystemExit(run(sys.argv[2:]))
"""


@pytest.mark.parametrize("name", CHANGES)
def test_killed_before_every_call_that_concerns_files(schrille: Command, name: str) -> None:
    before, after, args = outcome(schrille, name)
    seen = []
    for point in range(80):
        schrille.save.write_bytes(before)
        done = run_python(schrille.folder, KILLER, str(point), *args)
        if done.returncode == 0:
            break
        assert done.returncode == -signal.SIGKILL
        if point >= 1:  # the first one only reads
            seen.append(goes_on(schrille, name, before, after))
    else:
        pytest.fail("the command never came to its end")
    assert False in seen
    assert True in seen
    assert schrille.save.read_bytes() == after


def test_new_killed_before_every_call_that_concerns_files(schrille: Command) -> None:
    done = 0
    for point in range(80):
        folder = schrille.folder / str(point)
        folder.mkdir()
        run = run_python(folder, KILLER, str(point), *NEW)
        path = folder / "schrille.toml"
        there = path.exists()
        if there:
            assert load(str(path)).phase == "placing"
        Command(folder)(*NEW, code=1 if there else 0)
        assert load(str(path)).setup.players == ("A", "B", "C")
        if run.returncode == 0:
            break
        done += 1
    assert done >= 4


@pytest.mark.parametrize("name", CHANGES)
def test_killed_at_random_moments(schrille: Command, name: str) -> None:
    before, after, args = outcome(schrille, name)
    begin = time.monotonic()
    schrille(*args)
    usual = time.monotonic() - begin
    chance = random.Random(name)
    for _ in range(4):
        schrille.save.write_bytes(before)
        process = start(schrille.folder, *args, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        time.sleep(usual * (0.4 + 0.7 * chance.random()))
        process.kill()
        process.wait()
        goes_on(schrille, name, before, after)


TRACER = """
import os, sys
from schrille_cli.cli import run
def wrap(name):
    real = getattr(os, name)
    def call(*args, **kwargs):
        where = os.readlink(f"/proc/self/fd/{args[0]}") if name == "fsync" else args[0]
        print(name, os.path.basename(where), file=sys.stderr)
        return real(*args, **kwargs)
    setattr(os, name, call)
for name in ("fsync", "replace"):
    wrap(name)
raise SystemExit(run(sys.argv[1:]))
"""


def test_flushed_renamed_flushed(schrille: Command) -> None:
    prepared(schrille, "place")
    done = run_python(schrille.folder, TRACER, *PLACE)
    assert done.stderr.splitlines() == [
        "fsync .schrille.toml.tmp",
        "replace .schrille.toml.tmp",
        f"fsync {schrille.folder.name}",
    ]


# What a killed command leaves


@pytest.mark.parametrize("left", [b"", b"half a sa", b"\xff" * 2_000_000], ids=["empty", "half", "large"])
def test_a_left_over_file_is_no_hindrance(schrille: Command, left: bytes) -> None:
    prepared(schrille, "place")
    temporary = schrille.folder / ".schrille.toml.tmp"
    temporary.write_bytes(left)
    temporary.chmod(0o400)
    schrille("show")
    schrille(*PLACE)
    assert not temporary.exists()
    assert load(str(schrille.save)).state.slips


def test_a_left_over_link_is_not_followed(schrille: Command) -> None:
    prepared(schrille, "place")
    victim = schrille.folder / "victim.txt"
    victim.write_text("precious")
    (schrille.folder / ".schrille.toml.tmp").symlink_to(victim)
    schrille(*PLACE)
    assert victim.read_text() == "precious"
    assert not schrille.save.is_symlink()
