"""Exit codes: 0 done, 1 refused, 2 a wrong command line, 130 interrupted; what fails changes nothing."""

from __future__ import annotations

import fcntl
import signal
import subprocess
import time

import pytest
from conftest import SLIP, Command
from contract import hold
from processes import LOCK, finish, refused, start
from stages import UNLABELLED, at

from schrille_cli.schrille import save


@pytest.mark.parametrize(
    "args",
    [
        ["place", "Ann", "-3"],
        ["place", "Ann", *SLIP.split(), "-3"],
        ["place", "Ann", "-3", *SLIP.split()],
        ["place", "Ann", "-3", "--json"],
        ["place", "Ann", "-9-2"],
        ["place", "Ann", "9", "-2"],
        ["place", "-3"],
        ["label", "-3"],
        ["label", "Ann=-3"],
        ["show", "--hand", "-3"],
        ["new", "--force", "-p", "-3"],
        ["next", "--band", "-3"],
    ],
    ids=" ".join,
)
def test_a_stray_number_is_an_argument(schrille: Command, args: list[str]) -> None:
    save(at("scored" if args[0] in ("label", "next") else "placing"), str(schrille.save))
    refused(schrille, *args)


@pytest.mark.parametrize(
    "args",
    [
        ["place", "Ann", "-x"],
        ["place", "Ann", "--unknown"],
        ["place", "Ann", *SLIP.split(), "--frmo", "x"],
        ["place"],
        ["place", "Ann", "--from", "-"],
        ["place", "--from"],
        ["label"],
        ["label", "--unknown"],
        ["show", "--round", "two"],
        ["show", "--format", "nonsense"],
        ["show", "surplus"],
        ["undo", "surplus"],
        ["resolve", "--missing", "everything"],
        ["new", "--rules", "chess"],
        ["frobnicate"],
        ["sho"],
        ["--frobnicate"],
    ],
    ids=" ".join,
)
def test_a_wrong_command_line(schrille: Command, args: list[str]) -> None:
    schrille.new()
    refused(schrille, *args, code=2)


@pytest.mark.parametrize(
    "args",
    [
        ["place", "Zed", *SLIP.split()],
        ["place", "Ann"],
        ["place", "Ann", "14+3"],
        ["place", "--from", "missing.txt"],
        ["label", "Ann"],
        ["show", "--round", "2"],
        ["show", "--round", "0"],
        ["show", "--round", "-1"],
        ["show", "--hand", "Ann"],
        ["show", "--hand", "Zed"],
        ["show", "--explain"],
        ["show", "-g", "missing.toml"],
        ["undo", "-g", "missing.toml"],
        ["rules", "-g", "missing.toml"],
        ["new", "-p", "Ann=blue"],
        ["new", "--force", "-p", "Ann=blue"],
        ["new", "--force", "-p", "Ann=blue", "-p", "Bob=blue", "-p", "Cid=red"],
        ["new", "--force", "-p", "Ann=blue", "-p", "ANN=green", "-p", "Cid=red"],
        ["new", "--force", "-p", "Ann=pink", "-p", "Bob=green", "-p", "Cid=red"],
        ["new", "--force", *UNLABELLED, "--set", "taget=50"],
        ["new", "--force", *UNLABELLED, "--set", "target=x"],
        ["new", "--force", *UNLABELLED, "--set", "hand=17"],
        ["new", "--force", *UNLABELLED, "--deck", "missing.toml"],
        ["new", "--force", *UNLABELLED, "--chart", "missing.txt"],
        ["new", "--force", *(word for letter in "ABCDEFG" for word in ("-p", letter))],
    ],
    ids=" ".join,
)
def test_the_game_says_no(schrille: Command, args: list[str]) -> None:
    schrille.new()
    refused(schrille, *args)


def test_done_is_zero(schrille: Command) -> None:
    assert schrille("--version").stdout.startswith("schrille")
    for args in (["--help"], ["-h"], ["new", "--help"], ["place", "-h"]):
        assert schrille(*args).stdout.startswith("Usage: schrille")


# Interrupted


def interrupted(schrille: Command, *args: str) -> None:
    """Interrupt a command while it waits; it must end at once, say so by its exit code and change nothing."""
    before = schrille.save.read_bytes()
    process = start(schrille.folder, *args, stdin=subprocess.PIPE)
    try:
        time.sleep(0.5)
        assert process.poll() is None
        process.send_signal(signal.SIGINT)
        process.wait(10)
        ((code, out, _),) = finish([process])
    finally:
        process.kill()
        process.wait()
    assert (code, out) == (130, "")
    assert schrille.save.read_bytes() == before


def test_interrupted_while_reading_slips(schrille: Command) -> None:
    schrille.new()
    interrupted(schrille, "place", "--from", "-")


def test_interrupted_with_json(schrille: Command) -> None:
    schrille.new()
    process = start(schrille.folder, "place", "--from", "-", "--json", stdin=subprocess.PIPE)
    time.sleep(0.5)
    process.send_signal(signal.SIGINT)
    ((code, out, err),) = finish([process])
    assert (code, out) == (130, "")
    assert hold("error", err)["kind"] == "aborted"


def test_interrupted_while_waiting_for_the_lock(schrille: Command) -> None:
    schrille.new()
    schrille("place", "Ann", *SLIP.split())
    with open(schrille.folder / LOCK) as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        interrupted(schrille, "undo")
