"""The reveal on real terminals: a band at a key press, and what Ctrl-C, a signal or a small window do."""

from __future__ import annotations

import os
import re
import signal
import time
from collections.abc import Iterator

import pytest
from conftest import Command
from reveals import LAST, PROMPT, STEPS, full
from screens import Screen as Shown
from screens import check_lines
from terminals import CTRL_C, CTRL_D, CTRL_Z, ESC, Terminal

from schrille_cli.schrille import dumps

PROMPT_TEXT = PROMPT.replace("\\", "")
# An umlaut, an arrow and a dice are several bytes and one key; so is a word that is pasted.
KEYS = [" ", "\r", "\t", "x", "\x1b[A", "7", "ü", "\x7f", "J", "n", "\n", "🎲", "quit", "\x1b[15~"]
PLACE = re.compile(r"^Place (\d+): ", re.MULTILINE)


@pytest.fixture
def resolved(schrille: Command) -> bytes:
    """The save as it is after a resolve; at first it is ready to be resolved."""
    game = full()
    schrille.save.write_text(dumps(game), "utf-8")
    game.resolve()
    return dumps(game).encode()


@pytest.fixture
def terminal(schrille: Command, resolved: bytes) -> Iterator[Terminal]:
    """A shell in the folder of a game that is ready to be resolved."""
    seat = Terminal(schrille.folder)
    yield seat
    seat.close()


def places(text: str) -> list[int]:
    """The places of the CD player that a text reads out."""
    return [int(number) for number in PLACE.findall(text)]


def test_a_key_press_shows_one_band_more_from_14_to_1(
    terminal: Terminal, schrille: Command, resolved: bytes
) -> None:
    terminal.start("schrille resolve --reveal")
    opening = terminal.until(PROMPT)
    assert schrille.save.read_bytes() == resolved, "it is saved before anything is shown"
    assert opening.startswith("Round 1: the CD player, from place 14 to 1\n")
    assert places(opening) == []
    for number, key in zip(range(14, 0, -1), KEYS, strict=True):
        terminal.press(key)
        assert places(terminal.until(PROMPT)) == [number]
    terminal.press(" ")
    text = terminal.until(PROMPT)
    assert places(text) == []
    assert "Danger Zone" in text
    terminal.press(" ")
    text = terminal.ready()
    assert "Chart after the moves of round 1" in text
    assert text.endswith("Next: schrille score.\n")
    assert terminal.code() == 0
    assert terminal.sane()


def test_what_is_shown_is_what_a_pipe_gets(terminal: Terminal, schrille: Command) -> None:
    """The prompt is wiped off, and all steps together are those of `show` in a pipe."""
    terminal.start("schrille resolve --reveal")
    for _ in range(STEPS - 1):
        terminal.until(PROMPT)
        terminal.press(" ")
    terminal.ready()
    terminal.run("schrille show --reveal --pace 0.001 > piped.txt")
    piped = (schrille.folder / "piped.txt").read_text("utf-8")
    terminal.start("schrille show --reveal --pace 0.001")
    seen = terminal.ready()
    prompts = re.compile(rf"{PROMPT}\r +\r")
    assert len(prompts.findall(seen)) == STEPS - 1
    assert prompts.sub("", seen) == piped
    assert places(piped) == list(range(14, 0, -1))


@pytest.mark.parametrize("key", ["q", "Q", ESC, CTRL_D])
def test_the_rest_at_once(terminal: Terminal, key: str) -> None:
    terminal.start("schrille resolve --reveal")
    terminal.until(PROMPT)
    terminal.press(" ")
    terminal.until(PROMPT)
    terminal.press(key)
    text = terminal.ready()
    assert places(text) == list(range(13, 0, -1))
    assert PROMPT_TEXT not in text
    assert text.endswith("Next: schrille score.\n")
    assert terminal.code() == 0
    assert terminal.sane()


def test_an_arrow_that_comes_in_pieces_is_no_escape(terminal: Terminal) -> None:
    terminal.start("schrille resolve --reveal")
    terminal.until(PROMPT)
    terminal.press(ESC)
    time.sleep(0.005)
    terminal.press("[B")
    assert places(terminal.until(PROMPT)) == [14]


def test_ctrl_c_at_every_step(terminal: Terminal, schrille: Command, resolved: bytes) -> None:
    before = schrille.save.read_bytes()
    assert before != resolved
    for step in range(STEPS - 1):
        schrille.save.write_bytes(before)
        terminal.start("schrille resolve --reveal")
        for _ in range(step):
            terminal.until(PROMPT)
            terminal.press(" ")
        terminal.until(PROMPT)
        terminal.reading()
        terminal.press(CTRL_C)
        assert terminal.ready().endswith("\rAborted; the save is done.\n")
        assert terminal.code() == 130
        assert schrille.save.read_bytes() == resolved
        assert step % 5 or terminal.sane()
    assert terminal.sane()
    terminal.start("schrille show --reveal")
    terminal.until(PROMPT)
    terminal.press(CTRL_C)
    assert terminal.ready().endswith("Aborted.\n")
    assert terminal.code() == 130
    assert schrille.save.read_bytes() == resolved


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP, signal.SIGQUIT])
def test_a_signal_that_ends_it_leaves_the_terminal_as_it_was(
    terminal: Terminal, schrille: Command, resolved: bytes, number: signal.Signals
) -> None:
    terminal.run("ulimit -c 0")
    terminal.start("sh -c 'echo pid=$$; exec schrille resolve --reveal'")
    text = terminal.until(PROMPT)
    process = int(re.search(r"pid=(\d+)", text)[1])  # type: ignore[index]
    os.kill(process, number)
    terminal.ready()
    assert terminal.code() == 128 + number
    assert terminal.sane()
    assert schrille.save.read_bytes() == resolved


def test_a_stopped_reveal_goes_on(terminal: Terminal) -> None:
    terminal.start("schrille resolve --reveal")
    terminal.until(PROMPT)
    terminal.press(CTRL_Z)
    terminal.ready()
    assert terminal.sane()
    terminal.start("fg")
    time.sleep(0.3)
    terminal.press(" ")
    assert places(terminal.until(PROMPT)) == [14]
    terminal.press(CTRL_C)
    assert "Aborted; the save is done." in terminal.ready()
    assert terminal.sane()


# At a pace


def test_a_pace(terminal: Terminal) -> None:
    begin = time.monotonic()
    text = terminal.run("schrille resolve --pace 0.1")
    assert places(text) == list(range(14, 0, -1))
    assert time.monotonic() - begin >= 0.1 * (STEPS - 1)
    assert terminal.code() == 0
    assert terminal.sane()


def test_a_key_hurries_a_slow_pace(terminal: Terminal) -> None:
    terminal.start("schrille resolve --reveal --pace 600")
    for number in (14, 13):
        terminal.until(PROMPT)
        terminal.press(" ")
        terminal.process.expect(f"Place {number}: ")
    terminal.until(PROMPT)
    terminal.press("q")
    assert places(terminal.ready()) == list(range(12, 0, -1))


def test_ctrl_c_at_a_pace(terminal: Terminal) -> None:
    terminal.start("schrille resolve --pace 600 < /dev/null")
    terminal.process.expect("Round 1")
    time.sleep(0.2)
    terminal.press(CTRL_C)
    assert "Aborted; the save is done." in terminal.ready()
    assert terminal.code() == 130


def test_a_pace_without_a_keyboard(terminal: Terminal) -> None:
    begin = time.monotonic()
    text = terminal.run("schrille resolve --pace 0.1 < /dev/null")
    assert time.monotonic() - begin >= 0.1 * (STEPS - 1)
    assert places(text) == list(range(14, 0, -1))
    assert PROMPT_TEXT not in text


@pytest.mark.parametrize("pace", ["0", "-1", "nan", "inf", "3601", "x", ""])
def test_a_pace_that_is_none(schrille: Command, resolved: bytes, pace: str) -> None:
    before = schrille.save.read_bytes()
    assert "--pace" in schrille("resolve", f"--pace={pace}", code=2).stderr
    assert schrille.save.read_bytes() == before


# Where nobody can press a key


def test_no_key_is_waited_for_without_a_keyboard(terminal: Terminal) -> None:
    text = terminal.run("schrille resolve --reveal < /dev/null")
    assert places(text) == list(range(14, 0, -1))
    assert PROMPT_TEXT not in text


@pytest.mark.parametrize("args", [["--reveal"], ["--reveal", "--pace", "600"], ["--pace", "600"]])
def test_nothing_is_waited_for_in_a_pipe(schrille: Command, resolved: bytes, args: list[str]) -> None:
    out = schrille("resolve", *args).stdout
    assert places(out) == list(range(14, 0, -1))
    assert PROMPT_TEXT not in out
    assert "\x1b" not in out
    assert schrille.save.read_bytes() == resolved
    assert out == schrille("show", *args).stdout.partition(LAST)[0] + out[out.index(LAST) :]


def test_a_terminal_that_is_full(terminal: Terminal, schrille: Command, resolved: bytes) -> None:
    said = terminal.run("schrille resolve --reveal > /dev/full")
    assert "cannot print" in said
    assert "the save is done" in said
    assert terminal.code() == 1
    assert schrille.save.read_bytes() == resolved


# Windows


@pytest.mark.parametrize("rows", [3, 6, 10, 15, 20, 24])
def test_a_low_window_has_the_words_and_the_band_that_moved(schrille: Command, rows: int) -> None:
    game = full()
    schrille.save.write_text(dumps(game), "utf-8")
    seat = Terminal(schrille.folder, (80, rows))
    seat.start("schrille resolve --reveal")
    seat.until(PROMPT)
    for _ in range(15):
        seat.press(" ")
        text = seat.until(PROMPT).strip("\r \n")
        lines = text.split("\n")
        words = text.partition("\n\n")[0].split("\n")
        assert len(lines) <= max(rows - 1, len(words)), text
        if rows >= len(words) + 5 and places(text):
            band = re.search(r"^Place \d+: (.*) \(", text)[1]  # type: ignore[index]
            marked = [line for line in lines[len(words) :] if re.search(r"[↑↓=]", line)]
            assert len(marked) == 1
            assert band in marked[0]
    seat.close()


def test_a_window_that_becomes_smaller(terminal: Terminal, schrille: Command) -> None:
    terminal.start("schrille resolve --reveal")
    wide = terminal.until(PROMPT)
    assert len(wide.split("\n")) > 17
    terminal.process.setwinsize(12, 60)
    terminal.press(" ")
    text = terminal.until(PROMPT).strip("\r \n")
    assert places(text) == [14]
    assert len(text.split("\n")) == 11
    check_lines(Shown(text), 60)
    terminal.process.setwinsize(40, 100)
    terminal.press(" ")
    assert len(terminal.until(PROMPT).strip("\r \n").split("\n")) >= 18
    terminal.press("q")
    terminal.ready()
