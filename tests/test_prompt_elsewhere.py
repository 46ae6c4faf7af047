"""A game that changes while a prompt waits, prompts that are killed, and input that is no terminal."""

from __future__ import annotations

import os
import pty
import signal
import subprocess
from collections.abc import Callable

import pytest
from conftest import SCHRILLE, SLIP, Command, environment
from contract import hold
from dialogs import CTRL_D, CTRL_U, ENTER, Dialog, slips
from processes import start
from stages import SECRET, at

from schrille_cli.schrille import dumps, load

OTHER = SECRET["Ann"]
Terminal = Callable[..., Dialog]


def test_two_terminals(three: Command, terminal: Terminal) -> None:
    """All ask for the same slip: whoever comes later is asked whether it replaces the one that is there."""
    first, second, third = (terminal("place") for _ in range(3))
    for dialog in (first, second, third):
        dialog.prompt("Ann's slip:")
    first.enter(SLIP)
    first.prompt("Bob's slip:")
    for dialog in (second, third):
        dialog.enter(OTHER)
        dialog.wait("Ann's slip has come in meanwhile. Put this one in its place? [y/N]")
        dialog.until(lambda d: d.line == "> ")
        assert OTHER not in dialog.shown
        assert "Enter puts it in." not in dialog.shown
    assert slips(three) == {"Ann": SLIP}
    second.enter("no")
    second.prompt("Bob's slip:")
    assert slips(three) == {"Ann": SLIP}
    third.enter("maybe")
    third.wait("this is neither yes nor no (type y or n)")
    assert third.line == "> "
    third.enter("y")
    third.wait("Ann's slip is replaced.")
    third.prompt("Bob's slip:")
    assert slips(three) == {"Ann": OTHER}
    second.enter(SLIP)
    second.prompt("Cid's slip:")
    second.enter(SLIP)
    second.end()
    assert slips(three) == {"Ann": OTHER, "Bob": SLIP, "Cid": SLIP}
    first.send(CTRL_D)
    assert "All slips are in." in first.end()


def test_a_slip_that_fits_no_more_is_edited_after_the_question(three: Command, terminal: Terminal) -> None:
    """The question was answered with yes, but the bag has too few chips by then: the fault is said at the slip."""
    four = ["14+4", "13+4", "12+4", "11+4", "10+3", "1n", "8p"]
    dialog = terminal("place")
    dialog.prompt("Ann's slip:")
    three("place", "Ann", *SLIP.split())
    dialog.enter("444p..3n4")
    dialog.wait("Put this one in its place? [y/N]")
    three("place", "Bob", *four)
    dialog.enter("yes")
    dialog.wait("the slips of this round use 8 chips of +4, the bag holds 6")
    dialog.prompt("Ann's slip: 444p..3n4")
    assert slips(three)["Ann"] == SLIP
    dialog.send(CTRL_U + OTHER + ENTER)
    dialog.prompt("Cid's slip:")
    assert slips(three)["Ann"] == OTHER


def test_no_lock_is_held_while_a_prompt_waits(three: Command, terminal: Terminal) -> None:
    dialog = terminal("place")
    dialog.prompt("Ann's slip:")
    three("place", "Bob", *SLIP.split())
    three("undo")
    three("place", "Bob", *OTHER.split())
    dialog.enter(SLIP)
    dialog.prompt("Cid's slip:")  # Bob's has come in
    assert slips(three) == {"Ann": SLIP, "Bob": OTHER}


def test_the_round_goes_on_elsewhere(three: Command, terminal: Terminal) -> None:
    dialog = terminal("place")
    dialog.prompt("Ann's slip:")
    three("resolve", "--missing", "pass")
    before = three.save.read_bytes()
    dialog.enter(SLIP)
    dialog.end()
    assert "Round 1 went on elsewhere, and takes no slips any more." in dialog.shown
    assert three.save.read_bytes() == before


def test_the_next_round_is_not_taken_for_this_one(three: Command, terminal: Terminal) -> None:
    dialog = terminal("place")
    dialog.prompt("Ann's slip:")
    three("resolve", "--missing", "pass")
    three("score", "--next")
    dialog.enter(SLIP)
    dialog.end()
    assert slips(three) == {}
    assert load(str(three.save)).round == 2


def test_a_slip_taken_back_elsewhere_is_entered_again(three: Command, terminal: Terminal) -> None:
    dialog = terminal("place")
    dialog.prompt("Ann's slip:")
    dialog.enter(SLIP)
    dialog.prompt("Bob's slip:")
    three("undo")
    dialog.enter("back")
    dialog.prompt(f"Ann's slip: {SLIP}")
    dialog.type(ENTER)
    dialog.prompt("Bob's slip:")
    assert slips(three) == {"Ann": SLIP}


def test_a_save_that_is_damaged_meanwhile(three: Command, terminal: Terminal) -> None:
    dialog = terminal("place")
    dialog.prompt("Ann's slip:")
    sound = three.save.read_bytes()
    three.save.write_text("round = \n", "utf-8")
    dialog.enter(SLIP)
    dialog.wait("this is not TOML")
    three.save.write_bytes(sound)
    dialog.send(ENTER)
    dialog.prompt("Bob's slip:")
    assert slips(three) == {"Ann": SLIP}


@pytest.mark.parametrize("entered", [0, 1, 2])
def test_killed_at_any_prompt_it_goes_on_where_it_was(three: Command, terminal: Terminal, entered: int) -> None:
    players = ["Ann", "Bob", "Cid"]
    dialog = terminal("place")
    for player in players[:entered]:
        dialog.prompt(f"{player}'s slip:")
        dialog.enter(SLIP)
    dialog.prompt(f"{players[entered]}'s slip:")
    dialog.send(OTHER[:9])
    dialog.prompt(OTHER[:9])
    os.kill(dialog.process.pid, signal.SIGKILL)
    dialog.process.wait()
    dialog = terminal("place")
    dialog.prompt(f"{players[entered]}'s slip:")
    assert slips(three) == dict.fromkeys(players[:entered], SLIP)
    assert {path.name for path in three.folder.iterdir()} <= {"schrille.toml", ".schrille.toml.lock"}


def test_a_terminal_that_hangs_up(three: Command, terminal: Terminal) -> None:
    dialog = terminal("place")
    dialog.prompt("Ann's slip:")
    dialog.enter(SLIP)
    dialog.prompt("Bob's slip:")
    dialog.process.close(force=False)
    assert slips(three) == {"Ann": SLIP}


def test_an_interrupt_signal(three: Command, terminal: Terminal) -> None:
    dialog = terminal("place")
    dialog.prompt("Ann's slip:")
    os.kill(dialog.process.pid, signal.SIGINT)
    assert "Aborted; 0 of 3 slips are in." in dialog.end(130)


# Where nobody can be asked


PROMPTS = {
    "place": ("placing", ["place"], 2),
    "place-one": ("placing", ["place", "Ann"], 1),
    "label-opening": ("opening", ["label"], 2),
    "label-scored": ("scored", ["label"], 2),
    "new": ("placing", ["new", "-g", "other.toml"], 1),
    "play": ("placing", ["play"], 2),
    "play-new": ("placing", ["play", "-g", "other.toml"], 2),
}


@pytest.mark.parametrize("name", PROMPTS)
@pytest.mark.parametrize("input", ["pipe", "nothing", "closed"])
def test_without_a_terminal_nothing_waits(schrille: Command, name: str, input: str) -> None:
    phase, args, code = PROMPTS[name]
    schrille.save.write_text(dumps(at(phase)), "utf-8")
    before = schrille.save.read_bytes()
    settings = {"pipe": {"stdin": subprocess.PIPE}, "nothing": {}, "closed": {"stdin": None, "close_fds": True}}
    if input == "closed":
        process = subprocess.Popen(
            ["/bin/sh", "-c", 'exec "$@" <&-', "sh", SCHRILLE, *args],
            cwd=schrille.folder,
            env=environment(),
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        )
    else:
        process = start(schrille.folder, *args, **settings[input])
    assert process.stdout is not None
    assert process.stderr is not None
    assert process.wait(20) == code  # the pipe is still open
    err = process.stderr.read().decode()
    assert "Error: " in err
    assert "Traceback" not in err
    assert process.stdout.read() == b""
    for stream in (process.stdin, process.stdout, process.stderr):
        if stream:
            stream.close()
    assert schrille.save.read_bytes() == before
    assert not (schrille.folder / "other.toml").exists()


@pytest.mark.parametrize("name", PROMPTS)
@pytest.mark.parametrize("streams", ["json", "only in", "only out"])
def test_half_a_terminal_is_none(schrille: Command, name: str, streams: str) -> None:
    """A terminal to read from but not to write to, the other way round, or answers for a script."""
    phase, args, code = PROMPTS[name]
    schrille.save.write_text(dumps(at(phase)), "utf-8")
    master, slave = pty.openpty()
    pipe = subprocess.PIPE
    process = subprocess.Popen(
        [SCHRILLE, *args, *(["--json"] if streams == "json" else [])],
        cwd=schrille.folder,
        env=environment(TERM="xterm"),
        stdin=pipe if streams == "only out" else slave,
        stdout=pipe if streams == "only in" else slave,
        stderr=subprocess.PIPE,
    )
    os.close(slave)
    try:
        assert process.wait(20) == code
        assert process.stderr is not None
        said = process.stderr.read().decode()
        if streams == "json":
            assert (hold("error", said)["kind"] == "usage") is (code == 2)
        else:
            assert "Error: " in said
    finally:
        process.kill()
        for stream in (process.stdin, process.stdout, process.stderr):
            if stream:
                stream.close()
        os.close(master)


def test_next_from_the_table_does_not_wait(schrille: Command) -> None:
    cards = "\n".join(f"Band {n}=blue" for n in range(14))
    (schrille.folder / "chart.txt").write_text(cards, "utf-8")
    schrille.new("--chart", "chart.txt")
    schrille.place_all()
    schrille("resolve")
    schrille("score")
    assert "(R26), 0 cards given" in schrille("next", code=1, input="Lava=red\n").stderr
    assert schrille.json("show")["phase"] == "scored"
