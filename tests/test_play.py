"""``play``: a whole evening at one terminal."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable

import pytest
from conftest import SLIP, Command
from dialogs import CTRL_C, CTRL_D, CTRL_U, ENTER, TAB, Dialog, slips
from evenings import LINE, PLAYERS, RUN, short_game, to_line, type_slips
from stages import SECRET, SIX, at

from schrille_cli.schrille import dumps, load

Terminal = Callable[..., Dialog]


def state(schrille: Command) -> tuple[str, int]:
    """The phase and the round."""
    game = load(str(schrille.save))
    return game.phase, game.round


def test_a_whole_evening(schrille: Command, terminal: Terminal) -> None:
    """From nothing to the winners, with Enter for all that is no answer."""
    dialog = terminal("play")
    for prompt, line in [
        ("[tool]:", ""),
        ("Deck file:", ""),
        ("Player 1:", "Ann=blue"),
        ("Player 2:", "Jörg"),
        ("Player 3:", "Cid=green"),
        ("Player 4:", ""),
        ("[rulebook]:", ""),
        ("[table]:", ""),
        ("Jörg's label:", "red"),
    ]:
        dialog.prompt(prompt)
        dialog.enter(line)
    round_ = 0
    while True:
        round_ += 1
        type_slips(dialog)
        to_line(dialog, "resolve")
        assert "All slips are in." in dialog.all_shown
        dialog.enter("")
        to_line(dialog, "score")
        dialog.enter("")
        dialog.until(lambda d: "label?" in d.line or not d.process.isalive())
        if state(schrille)[0] == "over":
            break
        dialog.enter("Ann=violet" if round_ == 1 else "")
    printed = dialog.end()
    game = load(str(schrille.save))
    assert round_ == game.round > 3
    assert "The game is over: " in printed
    assert game.state.winners[0] in printed.rpartition("The game is over: ")[2]
    assert game.states[0].labels == {"Ann": "blue", "Cid": "green"}
    assert game.state.labels == {"Ann": "violet", "Jörg": "red", "Cid": "green"}
    # The save is the one that the commands make, one by one.
    lines = [step.line for step in game.steps]
    once = [*(f"place {player} {SLIP}" for player in PLAYERS), "resolve", "score"]
    assert lines[:8] == ["label Jörg=red", *once, "label Ann=violet", "next"]
    assert lines[8:] == [*[*once, "next"] * (round_ - 2), *once]


def test_it_goes_on_wherever_it_was_killed(schrille: Command, terminal: Terminal) -> None:
    short_game(schrille)
    prompts = [*(f"{player}'s slip:" for player in PLAYERS), LINE, LINE, "label?"]
    answers = [RUN] * 3 + ["", "", ""]
    for _round in range(9):
        for prompt, line in zip(prompts, answers, strict=True):
            dialog = terminal("play")
            if prompt == LINE:
                dialog.until(lambda d: d.line.rstrip() == LINE)
            dialog.prompt(prompt)
            before = dumps(load(str(schrille.save)))
            dialog.enter(line)
            dialog.until(lambda _d, before=before: dumps(load(str(schrille.save))) != before)
            os.kill(dialog.process.pid, signal.SIGKILL)
            if state(schrille)[0] == "over":
                break
        else:
            continue
        break
    assert state(schrille)[0] == "over"
    assert "The game is over: " in terminal("play").end()


@pytest.mark.parametrize(
    ("phase", "prompt"),
    [
        ("opening", "Ann's label:"),
        ("placing", "Ann's slip:"),
        ("full", LINE),
        ("resolved", LINE),
        ("scored", "label?"),
    ],
)
def test_an_interrupt_at_every_prompt(schrille: Command, terminal: Terminal, phase: str, prompt: str) -> None:
    schrille.save.write_text(dumps(at(phase)), "utf-8")
    before = schrille.save.read_bytes()
    dialog = terminal("play")
    dialog.prompt(prompt)
    dialog.send("x" + CTRL_C)
    assert dialog.end(130).count("Aborted") == 1
    assert schrille.save.read_bytes() == before


def test_an_interrupt_while_a_game_is_set_up(schrille: Command, terminal: Terminal) -> None:
    dialog = terminal("play")
    dialog.prompt("[tool]:")
    dialog.enter("")
    dialog.prompt("Deck file:")
    dialog.send(CTRL_C)
    dialog.end(130)
    assert not schrille.save.exists()
    dialog = terminal("play")
    dialog.prompt("Go on with it? yes or no [yes]:")
    dialog.send(CTRL_D)
    assert "No game is started." in dialog.end()


def test_the_end_of_the_input(schrille: Command, terminal: Terminal) -> None:
    """Ctrl-D leads from a question to the line for commands, and from there out."""
    short_game(schrille)
    dialog = terminal("play")
    dialog.prompt("Ann's slip:")
    dialog.enter(RUN)
    dialog.prompt("Jörg's slip:")
    dialog.send(CTRL_D)
    to_line(dialog, "place")
    dialog.enter("")
    dialog.prompt("Jörg's slip:")
    dialog.send(CTRL_D)
    to_line(dialog, "place")
    dialog.send(CTRL_D)
    assert dialog.end().endswith("The game is saved: schrille play goes on with it.\r\n")
    assert slips(schrille) == {"Ann": SLIP}


def test_any_command_can_be_typed(schrille: Command, terminal: Terminal) -> None:
    short_game(schrille)
    dialog = terminal("play", size=(80, 50))
    type_slips(dialog)
    to_line(dialog, "resolve")
    dialog.enter("show --slips")
    dialog.wait("player slip")
    dialog.prompt(LINE)
    dialog.enter("schrille undo")
    dialog.wait("Undone: Cid's slip.")
    to_line(dialog, "place")
    dialog.enter("undo")
    dialog.wait("Undone: Jörg's slip.")
    dialog.prompt(LINE)
    dialog.enter(f"place Jörg {SECRET['Bob']}")
    dialog.wait("Jörg's slip is in.")
    dialog.prompt(LINE)
    dialog.enter(f"place Jörg {SLIP}")
    dialog.wait("Error: Jörg's slip: the slip is in already")
    to_line(dialog, "place")
    dialog.enter("")
    type_slips(dialog, ("Cid",))
    to_line(dialog, "resolve")
    assert slips(schrille) == {"Ann": SLIP, "Jörg": SECRET["Bob"], "Cid": SLIP}
    dialog.enter("undo --frob")
    dialog.wait("No such option '--frob'.")
    dialog.prompt(LINE)
    dialog.enter("help undo")
    dialog.wait("Usage: schrille undo [OPTIONS]")
    dialog.prompt(LINE)
    dialog.enter("help")
    dialog.wait("Usage: schrille [OPTIONS] COMMAND [ARGS]...")
    dialog.prompt(LINE)
    dialog.enter("resolve --explain")
    dialog.wait("Moves, in order")
    to_line(dialog, "score")
    dialog.enter("quit")
    dialog.end()
    assert state(schrille) == ("resolved", 1)


def test_the_line_for_commands(schrille: Command, terminal: Terminal) -> None:
    schrille.save.write_text(dumps(at("resolved")), "utf-8")
    before = schrille.save.read_bytes()
    dialog = terminal("play", size=(60, 20))
    to_line(dialog, "score")
    dialog.enter("?")
    dialog.wait("Enter runs schrille score. Or type another command, such as undo")
    for line, fault in {
        "frob": 'there is no command "frob" (help lists the commands)',
        "'": "a quote is not closed",
        "play": "this is schrille play already",
    }.items():
        dialog.enter(line)
        dialog.wait(fault)
        assert dialog.line.rstrip() == (f"{LINE} '" if line == "'" else LINE)  # else nothing is worth editing
        dialog.send("x" + CTRL_U)
        dialog.until(lambda d, fault=fault: fault not in d.shown)
    dialog.send("und" + TAB)
    dialog.prompt(f"{LINE} undo")
    dialog.send(CTRL_U + "exit" + ENTER)
    dialog.end()
    assert schrille.save.read_bytes() == before


def test_wishes_come_between_score_and_next(schrille: Command, terminal: Terminal) -> None:
    short_game(schrille, target=70)
    dialog = terminal("play", size=(80, 60))
    type_slips(dialog)
    to_line(dialog, "resolve")
    dialog.enter("")
    to_line(dialog, "score")
    dialog.enter("")
    dialog.prompt("label?")
    dialog.send(CTRL_D)  # to look at something first
    to_line(dialog, "next")
    dialog.enter("show --history")
    dialog.wait("Places and scores after each round")
    dialog.prompt(LINE)
    dialog.enter("label Ann=violet")
    dialog.wait("Ann: violet for 5 points.")
    to_line(dialog, "next")
    dialog.enter("")
    dialog.prompt("Ann's slip:")
    assert state(schrille) == ("placing", 2)
    dialog.send(CTRL_C)
    dialog.end(130)


def test_with_six_players_nobody_is_asked_for_labels(schrille: Command, terminal: Terminal) -> None:
    schrille.save.write_text(dumps(at("resolved", SIX)), "utf-8")
    dialog = terminal("play")
    to_line(dialog, "score")
    dialog.enter("")
    to_line(dialog, "next")
    dialog.enter("")
    dialog.prompt("Ann's slip:")
    dialog.send(CTRL_C)
    dialog.end(130)


def test_cards_from_the_table(schrille: Command, terminal: Terminal) -> None:
    (schrille.folder / "chart.txt").write_text("\n".join(f"Band {n}=blue" for n in range(1, 15)), "utf-8")
    schrille.new("--chart", "chart.txt")
    schrille("place", "Ann", *["11-4", "12-4", "13-4", "1-1", "2-1", "3n", "4p"])
    schrille("resolve", "--missing", "pass")
    schrille("score")
    dialog = terminal("play", size=(60, 24))
    dialog.prompt("label?")
    dialog.enter("")
    dialog.prompt("Card for place 14:")
    dialog.enter("Neu=orange")
    dialog.prompt("Card for place 13:")
    dialog.send(CTRL_D)
    to_line(dialog, "next")
    dialog.enter("")
    dialog.prompt("Card for place 13:")
    dialog.enter("X=red")
    dialog.prompt("Card for place 12:")
    dialog.enter("Y=red")
    dialog.prompt("Ann's slip:")
    assert load(str(schrille.save)).state.opened.chart[11:] == ("Y", "X", "Neu")
    dialog.send(CTRL_C)
    dialog.end(130)
