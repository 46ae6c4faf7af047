"""``play`` on terminals of several kinds, and where it has nothing to ask."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from conftest import SLIP, Command
from dialogs import CTRL_C, CTRL_D, ENTER, Dialog, slips
from evenings import LINE, PLAYERS, RUN, short_game, to_line, type_slips
from stages import SECRET, at

from schrille_cli.schrille import dumps, load

Terminal = Callable[..., Dialog]
COLOUR = re.compile(r"\x1b\[([0-9]*;)*[349][0-9;]*m")


def test_hidden_slips(schrille: Command, terminal: Terminal) -> None:
    short_game(schrille)
    dialog = terminal("play", "--hidden")
    for player, slip in zip(PLAYERS, SECRET.values(), strict=True):
        dialog.prompt(f"{player}'s slip:")
        dialog.send(slip)
        dialog.until(lambda d: d.line.endswith("*" * 10))
        dialog.send(ENTER)
    dialog.prompt(LINE)
    dialog.send(CTRL_D)
    output = dialog.end()
    assert [chip for slip in SECRET.values() for chip in slip.split() if chip in output] == []
    assert slips(schrille) == dict(zip(PLAYERS, SECRET.values(), strict=True))


@pytest.mark.parametrize("variables", [{"NO_COLOR": "1"}, {"TERM": "dumb"}], ids=str)
def test_plain_terminals(schrille: Command, terminal: Terminal, variables: dict[str, str]) -> None:
    short_game(schrille, target=1)
    dialog = terminal("play", size=(60, 24), **variables)
    type_slips(dialog)
    to_line(dialog, "resolve")
    dialog.enter("")
    to_line(dialog, "score")
    dialog.enter("")
    printed = dialog.end()
    assert "The game is over: " in printed
    assert COLOUR.search(printed) is None
    if "TERM" in variables:
        assert "\x1b" not in printed


def test_a_window_that_is_resized(schrille: Command, terminal: Terminal) -> None:
    schrille.save.write_text(dumps(at("full")), "utf-8")
    dialog = terminal("play", size=(90, 30))
    to_line(dialog, "resolve")
    dialog.send("show --his")
    for size in [(60, 20), (40, 8), (100, 30)]:
        dialog.resize(*size)
        dialog.settle()
        dialog.prompt(f"{LINE} show --his")
        assert dialog.shown.count("show --his") == 1
    dialog.enter("tory")
    dialog.wait("Places and scores after each round")
    dialog.prompt(LINE)
    dialog.send(CTRL_D)
    dialog.end()


def test_the_moves_are_read_out(schrille: Command, terminal: Terminal) -> None:
    schrille.save.write_text(dumps(at("full")), "utf-8")
    dialog = terminal("play", size=(100, 60))
    to_line(dialog, "resolve --reveal")
    dialog.enter("")
    for step in range(3):
        dialog.until(lambda d, step=step: d.output.count("any key") == step + 1)
        dialog.send(" ")
    to_line(dialog, "score")
    dialog.send(CTRL_D)
    dialog.end()


def test_the_pace_is_passed_on(schrille: Command, terminal: Terminal) -> None:
    schrille.save.write_text(dumps(at("full")), "utf-8")
    dialog = terminal("play", "--pace", "0.05", "--format", "github", size=(100, 60))
    dialog.prompt(LINE)
    dialog.wait("Enter: schrille resolve --pace 0.05 --format github.")
    dialog.enter("")
    dialog.wait("Enter: schrille score --format github.")  # nobody presses a key
    assert "any key" in dialog.output
    dialog.send(CTRL_C)
    dialog.end(130)


def test_an_interrupt_while_the_moves_are_read_out(schrille: Command, terminal: Terminal) -> None:
    schrille.save.write_text(dumps(at("full")), "utf-8")
    dialog = terminal("play", size=(100, 60))
    to_line(dialog, "resolve --reveal")
    dialog.enter("")
    dialog.until(lambda d: "any key" in d.line)
    dialog.send(CTRL_C)
    to_line(dialog, "score")
    dialog.wait("Aborted; the save is done.")
    assert load(str(schrille.save)).phase == "resolved"
    dialog.send(CTRL_C)
    dialog.end(130)


def test_typed_ahead_it_plays_a_round(schrille: Command, terminal: Terminal) -> None:
    short_game(schrille)
    dialog = terminal("play")
    dialog.prompt("Ann's slip:")
    dialog.send(f"{RUN}\r" * 3)
    to_line(dialog, "resolve")
    assert slips(schrille) == dict.fromkeys(PLAYERS, SLIP)
    dialog.send(CTRL_D)
    dialog.end()


def test_a_game_that_is_over(schrille: Command, terminal: Terminal) -> None:
    schrille.save.write_text(dumps(at("over")), "utf-8")
    before = schrille.save.read_bytes()
    assert "The game is over: " in terminal("play").end()
    assert schrille.save.read_bytes() == before


def test_a_damaged_save(schrille: Command, terminal: Terminal) -> None:
    schrille.save.write_text("x = \n", "utf-8")
    assert "this is not TOML" in terminal("play").end(1)
    assert schrille.save.read_text("utf-8") == "x = \n"


def test_options_that_are_none(schrille: Command, terminal: Terminal) -> None:
    assert "--pace" in terminal("play", "--pace", "-1").end(2)
    assert "play asks at a terminal" in terminal("play", "--json").end(2)
