"""Words and keys at prompts that are no answers: what they do, what is said, and what leaves no trace."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from conftest import SLIP, Command
from dialogs import CTRL_C, CTRL_D, CTRL_U, ENTER, Dialog, slips
from evenings import LINE, RUN, short_game, to_line
from stages import at

from schrille_cli.schrille import dumps, load

Terminal = Callable[..., Dialog]
OTHER = "13+4 11-4 6+1 5-3 4+2 2n 10p"


@pytest.mark.parametrize("typed", ["place", "place Jörg", "place --replace Ann"])
def test_play_hides_the_slips_of_typed_commands_too(schrille: Command, terminal: Terminal, typed: str) -> None:
    short_game(schrille)
    dialog = terminal("play", "--hidden")
    dialog.prompt("Ann's slip:")
    dialog.enter(RUN)
    dialog.prompt("Jörg's slip:")
    dialog.send(CTRL_D)
    to_line(dialog, "place --hidden")
    dialog.enter(typed)
    player = "Ann" if "Ann" in typed else "Jörg"
    dialog.prompt(f"{player}'s slip:")
    dialog.send("13+4 11-4 6+1 5-3 4+2")
    dialog.prompt(f"{player}'s slip: " + "*" * len("13+4 11-4 6+1 5-3 4+2"))
    dialog.enter(" 2n 10p")
    dialog.until(lambda d: slips(schrille).get(player, SLIP) != SLIP)
    dialog.settle()
    assert "13+4" not in dialog.output
    assert "11-4" not in dialog.output


def test_one_true_thing_is_said_of_a_slip_that_is_reopened(three: Command, terminal: Terminal) -> None:
    dialog = terminal("place")
    dialog.prompt("Ann's slip:")
    dialog.enter(RUN)
    dialog.prompt("Bob's slip:")
    dialog.enter("back")
    dialog.wait("Enter leaves the slip as it is.")
    assert "Enter puts it in." not in dialog.shown
    dialog.send("\x7f")
    dialog.wait("Still wanted: no1.")
    assert "leaves the slip" not in dialog.shown
    dialog.send("\x7fn")
    dialog.wait("Enter puts it in.")
    assert "leaves the slip" not in dialog.shown


def test_what_is_wanted_of_a_hidden_slip_goes_when_more_is_typed(three: Command, terminal: Terminal) -> None:
    dialog = terminal("place", "--hidden")
    dialog.prompt("Ann's slip:")
    dialog.enter(RUN[:8])
    dialog.wait("Next: hole 7. Still wanted: 2 influence chips, no1.")
    dialog.send(RUN[8:10])
    dialog.until(lambda d: "Still wanted" not in d.shown)
    dialog.settle()
    assert "influence" not in dialog.shown
    dialog.enter(RUN[10:])
    dialog.prompt("Bob's slip:")
    assert slips(three) == {"Ann": SLIP}


@pytest.mark.parametrize("word", ["undo", "QUIT", "exit", "show --slips", "Resolve"])
@pytest.mark.parametrize("playing", [True, False])
def test_a_command_at_a_slip_is_told_where_it_goes(
    three: Command, terminal: Terminal, word: str, playing: bool
) -> None:
    dialog = terminal("play" if playing else "place")
    dialog.prompt("Ann's slip:")
    dialog.enter(word)
    typed = word.split()[0].lower()
    dialog.wait(f"Ctrl-D leads to schrille>, where {typed} can" if playing else "Ctrl-D stops here; then schrille")
    dialog.until(lambda d: d.line == "Ann's slip: ")
    assert "this is not a chip" not in dialog.shown
    dialog.send(CTRL_D)
    if playing:
        to_line(dialog, "place")
        dialog.send(CTRL_D)
    dialog.end()


@pytest.mark.parametrize("word", ["?", "help"])
def test_help_for_a_slip_names_the_ways_out(three: Command, terminal: Terminal, word: str) -> None:
    for command, way in (("place", "Ctrl-D stops."), ("play", "Ctrl-D leads to schrille>, where any command can")):
        dialog = terminal(command)
        dialog.prompt("Ann's slip:")
        dialog.enter(word)
        dialog.wait("Or a key for each hole", "Ctrl-U empties the line.", way)
        dialog.until(lambda d: d.line == "Ann's slip: ")


@pytest.mark.parametrize("line", ["14+3 back", "3.4back", "14+3 -", "14+9 zurück"])
def test_a_word_behind_a_slip_is_explained(three: Command, terminal: Terminal, line: str) -> None:
    dialog = terminal("place", "--lang", "de") if "zur" in line else terminal("place")
    german = "zur" in line
    dialog.prompt("Zettel von Ann:" if german else "Ann's slip:")
    dialog.enter(line)
    dialog.wait("(Strg-U leert die Zeile)" if german else "(Ctrl-U empties the line)")
    assert dialog.line.endswith(line)
    dialog.send(CTRL_U)
    dialog.enter("-")
    dialog.prompt("Zettel von Bob:" if german else "Bob's slip:")


@pytest.mark.parametrize("command", ["place", "place Jörg", "amend 1 Ann 14-3 12+4 9-2 7-1 3+2 1n 2p"])
def test_an_interrupt_ends_only_the_command_that_was_typed(
    schrille: Command, terminal: Terminal, command: str
) -> None:
    if "amend" in command:
        schrille.save.write_text(dumps(at("resolved")), "utf-8")
        coming, prompt = "score", "[y/N]"
    else:
        short_game(schrille)
        coming, prompt = "place", "Jörg's slip:" if "Jörg" in command else "Ann's slip:"
    dialog = terminal("play")
    if coming == "place":
        dialog.prompt("Ann's slip:")
        dialog.send(CTRL_D)
    to_line(dialog, coming)
    dialog.enter(command)
    dialog.until(lambda d: prompt in d.shown.rpartition(LINE)[2] or prompt in d.line)
    dialog.send(CTRL_C)
    dialog.wait("Aborted")
    to_line(dialog, coming)
    dialog.send(CTRL_C)
    dialog.end(130)


def test_control_characters_are_no_part_of_a_line(three: Command, terminal: Terminal) -> None:
    dialog = terminal("place")
    dialog.prompt("Ann's slip:")
    dialog.send("3.4..\x1a-2p\x11-1...2\x16.n\x1a\x1c\x1d\x1f")
    dialog.prompt(f"Ann's slip: {RUN}")
    dialog.send(ENTER)
    dialog.prompt("Bob's slip:")
    assert slips(three) == {"Ann": SLIP}


@pytest.mark.parametrize("key", [CTRL_C, CTRL_D])
def test_a_dumb_terminal_ends_the_line_of_the_prompt(three: Command, terminal: Terminal, key: str) -> None:
    dialog = terminal("place", TERM="dumb")
    dialog.prompt("Ann's slip:")
    dialog.send(key)
    dialog.end(130 if key == CTRL_C else 0)
    said = "Aborted; 0 of 3 slips are in." if key == CTRL_C else "Still owed: Ann, Bob, Cid."
    assert said in dialog.all_shown.split("\n")


@pytest.mark.parametrize("variables", [{}, {"TERM": "dumb"}], ids=["terminal", "dumb"])
def test_a_choice_is_typed_anew(schrille: Command, terminal: Terminal, variables: dict[str, str]) -> None:
    """Nothing is worth editing in a word that is none of the answers."""
    dialog = terminal("new", **variables)
    prompt = "Cards from tool or table [tool]:"
    for wrong in ("hand", "t"):
        dialog.prompt(prompt)
        dialog.enter(wrong)
        dialog.wait(f'"{wrong}"')
        dialog.prompt(prompt)
    dialog.enter("table")
    dialog.prompt("Deck file:")
    dialog.send(CTRL_D)
    dialog.end()
    dialog = terminal("new", **variables)
    dialog.prompt("[yes]:")
    dialog.enter("maybe")
    dialog.wait("this is neither yes nor no (type y or n)")
    dialog.prompt("[yes]:")
    dialog.enter("y")
    dialog.prompt("Deck file:")


def test_defaults_stay_to_be_seen_and_help_is_said_once(schrille: Command, terminal: Terminal) -> None:
    dialog = terminal("new")
    for prompt, line in [
        ("[tool]:", "table"),
        ("Deck file:", "?"),
        ("Deck file:", ""),
        *[(f"Player {number + 1}:", name) for number, name in enumerate(["Ann", "Bob", "Cid", ""])],
        ("[rulebook]:", ""),
        ("[table]:", ""),
    ]:
        dialog.prompt(prompt)
        dialog.enter(line)
        if line == "?":
            dialog.wait("Ctrl-U empties the line")
            assert dialog.shown.count("Enter: none; each card is typed") == 1
    dialog.prompt("Card on place 14:")
    for line in (
        "Cards from tool or table [tool]: table",
        "Rules: rulebook, brettspielwelt [rulebook]: rulebook",
        "Chips drawn at table or by tool [table]: table",
    ):
        assert line in dialog.all_shown.split("\n")
    dialog.enter("Neu=rot")
    dialog.prompt("Card on place 13:")
    dialog.enter("back")
    dialog.prompt("Card on place 14: Neu=rot")
    dialog.wait("Place 14: Neu (red).", "Place 14 again.")
    dialog.send(CTRL_C)
    dialog.end(130)


def test_a_game_is_set_up_in_german_words(schrille: Command, terminal: Terminal) -> None:
    dialog = terminal("new", "--lang", "de")
    for prompt, line in [
        ("[Programm]:", "tisch"),
        ("Kartendatei:", "zurück"),
        ("[Programm]: tisch", CTRL_U + "table"),
        ("Kartendatei:", ""),
        ("Spieler 1:", "Ann=lila"),
        ("Spieler 2:", "Bob=rot"),
    ]:
        dialog.until(lambda d, prompt=prompt: d.line.rstrip().endswith(prompt.rpartition(" ")[2]))
        dialog.enter(line)
    dialog.until(lambda d: "3:" in d.line)
    dialog.send(CTRL_D)
    dialog.end()
    dialog = terminal("new", "--lang", "de")
    dialog.prompt("ja oder nein [ja]:")
    dialog.enter("j")
    dialog.until(lambda d: "3:" in d.line)
    for line in ("Cid=gelb", ""):
        dialog.enter(line)
        dialog.settle()
    dialog.prompt("[rulebook]:")
    dialog.enter("regelbuch")
    dialog.prompt("[Tisch]:")
    dialog.enter("programm")
    for place in range(14, 0, -1):
        dialog.until(lambda d, place=place: f" {place}:" in d.line)
        dialog.enter(f"Band {place}=blau,grün")
    dialog.end()
    game = load(str(schrille.save))
    assert game.state.labels == {"Ann": "violet", "Bob": "red", "Cid": "yellow"}
    assert (game.setup.rules.preset, game.setup.hands, game.setup.cards) == ("rulebook", "tool", "table")
    assert game.setup.bands["Band 3"] == ("blue", "green")


@pytest.mark.parametrize("key", [CTRL_C, CTRL_D])
def test_the_labels_of_a_new_deck_can_be_left(schrille: Command, terminal: Terminal, key: str) -> None:
    dialog = terminal("deck", "new", "-o", "deck.toml")
    dialog.prompt("violet, orange")
    dialog.enter("?")
    dialog.wait("Ctrl-U empties it")
    dialog.prompt("violet, orange")
    dialog.send(key)
    assert "nothing is written" in dialog.end(130 if key == CTRL_C else 0) or key == CTRL_C
    assert not (schrille.folder / "deck.toml").exists()
