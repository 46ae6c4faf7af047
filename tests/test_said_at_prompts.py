"""What is said where the program asks comes from the catalogues too, and German words are answers."""

from __future__ import annotations

import sys
from collections.abc import Callable

import pytest
from catalogues import strange
from conftest import Command
from dialogs import CTRL_C, CTRL_D, CTRL_U, Dialog
from saying import CODE, LABELS, PLAYERS, Program, latin
from stages import at

from schrille_cli.cli import TABLE
from schrille_cli.schrille import bots, dumps, load

Terminal = Callable[..., Dialog]
GERMAN_LABELS = ("blau", "rot", "gelb", "violett", "grün", "gr")
RUN = "3.4..-2p-1...2.n"


def said(dialog: Dialog, *typed: str) -> set[str]:
    """The Latin words that were seen, without those that were typed."""
    return latin(dialog.all_shown) - {*typed}


@pytest.fixture
def strange_terminal(terminal: Terminal, program: Program) -> Terminal:
    """Start the program in the strange language at a wide terminal."""

    def start(*args: str) -> Dialog:
        return terminal("-c", CODE, *args, "--lang", "de", command=sys.executable, size=(160, 50))

    return start


def ask(dialog: Dialog, message: str, *lines: str) -> None:
    """Wait for a prompt and type lines at it, each in the place of the one before."""
    dialog.prompt(message)
    for line in lines:
        dialog.send(CTRL_U)
        dialog.enter(line)
        dialog.settle()


def test_a_game_is_set_up_and_played(strange_terminal: Terminal, program: Program) -> None:
    dialog = strange_terminal("play")
    ask(dialog, f"[{strange('tool')}]:", "?", "x", "")
    ask(dialog, strange("Deck file: "), "?", "9", "deck.toml")
    for number, line in enumerate(("α=λ1", "β", "γ=λ3", ""), 1):
        ask(dialog, strange("Player {number}: ").format(number=number), line)
    ask(dialog, "[rulebook]:", "?", "")
    ask(dialog, f"[{strange('table')}]:", "?", "")
    ask(dialog, strange("{player}'s label: ").format(player="β"), "?", "λ1", "λ2")
    for player in PLAYERS:
        ask(
            dialog,
            strange("{player}'s slip: ").format(player=player),
            "?",
            "99",
            "14+3 13",
            "99999999999999999",
            RUN,
        )
    ask(dialog, "schrille>", "?", "9", "'", "play", strange("help"))
    ask(dialog, "schrille>", strange("quit"))
    dialog.end()
    seed = load(str(program.folder / "schrille.toml")).setup.seed
    assert seed in dialog.all_shown
    assert said(dialog, "deck", "toml", "x", "tool", "table", "n", "p", *TABLE, *latin(seed)) == set()


def test_slips_and_labels_are_asked_for(strange_terminal: Terminal, program: Program) -> None:
    program.new()
    dialog = strange_terminal("place")
    ask(dialog, strange("{player}'s slip: ").format(player="α"), strange("back"), "-")
    ask(dialog, strange("{player}'s slip: ").format(player="β"), strange("back"))
    ask(dialog, strange("{player}'s slip: ").format(player="α"), RUN)
    dialog.send(CTRL_C)
    dialog.end(130)
    assert said(dialog, "n", "p") == set()
    program("resolve", "--missing", "pass")
    program("score")
    dialog = strange_terminal("label")
    ask(dialog, strange("Who changes the label? "), "?", "9", "α=λ2", f"α={LABELS[5]},{LABELS[4]}")
    dialog.end()
    assert said(dialog) == set()


def test_cards_are_asked_for(strange_terminal: Terminal, program: Program) -> None:
    (program.folder / "chart.txt").write_text("".join(f"№ {number}\n" for number in range(14)), "utf-8")
    program.new("--chart", "chart.txt", "--set", "retire_at=1")
    program("resolve", "--missing", "pass")
    program("score")
    dialog = strange_terminal("next")
    ask(dialog, strange("Card for place {place}: ").format(place=14), "?", "№ 1", "№ 99")
    ask(dialog, strange("{band} is not known yet. Its labels: ").format(band="№ 99"), "9", "λ1")
    ask(dialog, strange("Card for place {place}: ").format(place=13), ".")
    dialog.end()
    assert said(dialog) == set()


def test_decks_and_confirmations_are_asked_for(strange_terminal: Terminal, program: Program) -> None:
    dialog = strange_terminal("deck", "new", "-o", "1.toml")
    dialog.wait(strange("labels> ").strip())
    ask(dialog, "", "?", "9", "blue, red, green, yellow, violet, orange")
    ask(dialog, strange("band {number}> ").format(number=1), "?", "", "№ 1", "№ 1=9", "№ 1=blue")
    ask(dialog, strange("band {number}> ").format(number=2), strange("back"), "№ 2=red,blue")
    dialog.send(CTRL_D)
    dialog.end()
    assert (
        said(dialog, "toml", "blue", "red", "green", "yellow", "violet", "orange", "deck", *GERMAN_LABELS) == set()
    )
    program.new()
    program("resolve", "--missing", "pass")
    dialog = strange_terminal("amend", "1", "α", "14+3", "12+4", "9-2", "7-1", "3+2", "1n", "2p")
    ask(dialog, strange("[y/N]"), "9", strange("no"))
    dialog.end()
    assert said(dialog) == set()


def test_what_is_done_until_ctrl_c_is_said(strange_terminal: Terminal, program: Program) -> None:
    dialog = strange_terminal("simulate", "-n", "10000000", "--seed", "7", "--deck", "deck.toml")
    dialog.until(lambda dialog: "[#" in dialog.line or "[-" in dialog.line)
    dialog.until(lambda dialog: ":" in dialog.line)
    dialog.process.send(CTRL_C)
    dialog.end(130)
    assert strange("games played and counted").split()[0] in dialog.shown
    assert said(dialog, "C") == {"random"}  # the terminal shows ^C


def test_a_bot_places_in_an_evening(strange_terminal: Terminal, program: Program) -> None:
    program.new("--deal-hands")
    dialog = strange_terminal("play")
    dialog.prompt(strange("{player}'s slip: ").format(player="α"))
    dialog.send(CTRL_D)
    ask(dialog, "schrille>", "place α --bot fan")
    ask(dialog, "schrille>", "place β --bot 9")
    ask(dialog, "schrille>", strange("quit"))
    dialog.end()
    assert strange("{player}'s slip is in (by the bot {bot}).").format(player="α", bot="fan") in dialog.all_shown
    assert said(dialog, *bots.NAMES, "py", "NAME", "FILE", "MODULE", *TABLE) == set()


def test_german_words_are_answers(schrille: Command, terminal: Terminal) -> None:
    """English ones are still answers too."""
    schrille.save.write_text(dumps(at("placing")), "utf-8")
    dialog = terminal("place", "--lang", "de")
    ask(dialog, "Zettel von Ann:", "-")
    ask(dialog, "Zettel von Bob:", "ZURÜCK")
    ask(dialog, "Zettel von Ann:", RUN)
    ask(dialog, "Zettel von Bob:", "-")
    ask(dialog, "Zettel von Cid:", "back")
    ask(dialog, "Zettel von Bob:", RUN)
    dialog.prompt("Zettel von Cid:")
    dialog.send(CTRL_D)
    assert "Noch offen: Cid, Dora." in dialog.end()
    assert list(load(str(schrille.save)).state.slips) == ["Ann", "Bob"]


def test_a_german_yes_amends(schrille: Command, terminal: Terminal) -> None:
    schrille.save.write_text(dumps(at("resolved")), "utf-8")
    before = schrille.save.read_bytes()
    words = ["amend", "1", "Ann", "14-3", "12+4", "9-2", "7-1", "3+2", "1n", "2p", "--lang", "de"]
    for answer, changed in (("", False), ("n", False), ("nein", False), ("j", True)):
        dialog = terminal(*words)
        ask(dialog, "Den Zettel von Ann in Runde 1 berichtigen? [j/N]", answer)
        assert ("Der Zettel ist berichtigt." in dialog.end()) is changed
        assert (schrille.save.read_bytes() != before) is changed


def test_an_evening_ends_in_german(schrille: Command, terminal: Terminal) -> None:
    schrille.save.write_text(dumps(at("full")), "utf-8")
    for word in ("ende", "Ende", "quit", "exit"):
        dialog = terminal("play", "--lang", "de")
        ask(dialog, "schrille>", "hilfe undo", word)
        printed = dialog.end()
        assert "Den letzten Befehl zurücknehmen" in printed
        assert "Das Spiel ist gespeichert: schrille play macht damit weiter." in printed
