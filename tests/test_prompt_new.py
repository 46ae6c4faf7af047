"""``new`` at a terminal: how a game is set up."""

from __future__ import annotations

import os
import signal
import unicodedata
from collections.abc import Callable

import pytest
from conftest import LABELS, Command
from dialogs import CTRL_C, CTRL_D, CTRL_U, ENTER, TAB, Dialog
from screens import deck_file

from schrille_cli.schrille import load
from schrille_cli.schrille.builtin import BANDS

Terminal = Callable[..., Dialog]
SOURCE, DECK, RULES, HANDS = (
    "Cards from tool or table [tool]:",
    "Deck file:",
    "Rules: rulebook, brettspielwelt [rulebook]:",
    "Chips drawn at table or by tool [table]:",
)
CHART = [names[0] for names in BANDS.values()][:14]


def answer(dialog: Dialog, *answers: tuple[str, str]) -> None:
    """Wait for each prompt and answer it."""
    for prompt, line in answers:
        dialog.prompt(prompt)
        dialog.enter(line)


PLAYERS = [("Player 1:", "Ann=blue"), ("Player 2:", "Jörg"), ("Player 3:", "Cid = GREEN"), ("Player 4:", "")]


def test_a_game_with_the_tools_cards(schrille: Command, terminal: Terminal) -> None:
    dialog = terminal("new", "--seed", "friday")
    answer(dialog, (SOURCE, ""), (DECK, ""), *PLAYERS, (RULES, "brett"), (HANDS, "tool"))
    printed = dialog.end()
    assert "Seed friday, cards from the tool's deck, 8 chips each dealt by the tool." in printed
    game = load(str(schrille.save))
    assert game.setup.players == ("Ann", "Jörg", "Cid")
    assert game.state.labels == {"Ann": "blue", "Cid": "green"}
    assert (game.setup.rules.preset, game.setup.cards, game.setup.hands) == ("brettspielwelt", "tool", "tool")
    assert game.phase == "opening"
    # What was answered stays to be seen.
    for line in ("Player 1: Ann=blue", "Player 2: Jörg", "Player 3: Cid = GREEN"):
        assert line in dialog.all_shown
    assert {path.name for path in schrille.folder.iterdir()} == {"schrille.toml", ".schrille.toml.lock"}


def test_it_is_the_game_of_the_same_options(schrille: Command, terminal: Terminal) -> None:
    dialog = terminal("new", "--seed", "test", "-g", "asked.toml")
    players = [
        (f"Player {number}:", f"{name}={label}")
        for number, (name, label) in enumerate(zip(("Ann", "Bob", "Cid", "Dora"), LABELS, strict=False), 1)
    ]
    answer(dialog, (SOURCE, "tool"), (DECK, ""), *players, ("Player 5:", ""), (RULES, ""), (HANDS, ""))
    dialog.end()
    schrille.new()
    assert (schrille.folder / "asked.toml").read_bytes() == schrille.save.read_bytes()


def test_faults_stand_under_the_line(schrille: Command, terminal: Terminal) -> None:
    dialog = terminal("new")
    dialog.prompt(SOURCE)
    for prompt, line, fault in [
        (SOURCE, "t", '"t" may mean tool or table'),
        (SOURCE, "hand", 'there is no answer "hand" (choose tool or table)'),
        (SOURCE, "tool", ""),
        (DECK, "nowhere.toml", "there is no such file"),
        (DECK, "", ""),
        ("Player 1:", "Ann=blue", ""),
        ("Player 2:", "", "3 to 6 play (R1)."),
        ("Player 2:", "ann", 'the player "ann" is there twice'),
        ("Player 2:", "Bob=blue", "Bob cannot claim blue, it is claimed already"),
        ("Player 2:", "Bob=pink", 'there is no label "pink"'),
        ("Player 2:", "B:b", 'the player "B:b" holds ":"'),
        ("Player 2:", "Bob", ""),
        ("Player 3:", "Cid", ""),
        ("Player 4:", "", ""),
        (RULES, "chess", 'there is no answer "chess"'),
    ]:
        dialog.prompt(prompt)
        dialog.enter(line)
        if fault:
            dialog.wait(fault)
            dialog.send(CTRL_U)
            dialog.until(lambda d, prompt=prompt: d.line.rstrip() == prompt)
    dialog.send(CTRL_C)
    assert "Aborted; what was typed is kept: schrille new goes on with it." in dialog.end(130)
    assert not schrille.save.exists()


def test_six_players_are_all(schrille: Command, terminal: Terminal) -> None:
    dialog = terminal("new")
    players = [(f"Player {number}:", f"P{number}") for number in range(1, 7)]
    answer(dialog, (SOURCE, ""), (DECK, ""), *players, (RULES, ""), (HANDS, ""))
    dialog.end()
    assert len(load(str(schrille.save)).setup.players) == 6


def test_going_back(schrille: Command, terminal: Terminal) -> None:
    dialog = terminal("new")
    answer(dialog, (SOURCE, "back"), (SOURCE, "table"), (DECK, "back"))
    dialog.prompt(f"{SOURCE} table")
    dialog.send(CTRL_U)
    answer(dialog, (SOURCE, "tool"), (DECK, ""), ("Player 1:", "Ann"), ("Player 2:", "back"))
    dialog.prompt("Player 1: Ann")
    dialog.enter("a")
    answer(dialog, ("Player 2:", "Bob"), ("Player 3:", "Cid"), ("Player 4:", ""), (RULES, "back"))
    answer(dialog, ("Player 4:", "Dora"), ("Player 5:", ""), (RULES, ""), (HANDS, ""))
    dialog.end()
    assert load(str(schrille.save)).setup.players == ("Anna", "Bob", "Cid", "Dora")


def test_cards_from_the_table_with_a_deck_file(schrille: Command, terminal: Terminal) -> None:
    """The cards are typed as they were dealt: place 14 first (R5)."""
    bands = [f"Band {number:02}" for number in range(20)]
    deck_file(schrille.folder, bands)
    dialog = terminal("new", size=(60, 24))
    dialog.prompt(SOURCE)
    dialog.enter("table")
    dialog.prompt(DECK)
    dialog.send("de" + TAB)
    dialog.prompt("Deck file: deck.toml")
    dialog.type(ENTER)
    answer(dialog, *PLAYERS, (RULES, ""), (HANDS, ""))
    for place in range(14, 0, -1):
        dialog.prompt(f"Card on place {place}:")
        dialog.enter(f"band {place:02}" if place != 5 else "Neu=red,blue")
    dialog.end()
    game = load(str(schrille.save))
    chart = [f"Band {place:02}" if place != 5 else "Neu" for place in range(1, 15)]
    assert game.state.opened.chart == tuple(chart)
    assert (game.setup.cards, game.state.left) == ("table", None)
    assert {*game.setup.bands} == {*bands, "Neu"}


def test_cards_from_the_table_without_any_deck(schrille: Command, terminal: Terminal) -> None:
    """Each card is asked for its labels when it first comes; nothing else is known."""
    dialog = terminal("new")
    answer(dialog, (SOURCE, "table"), (DECK, ""), *PLAYERS, (RULES, ""), (HANDS, ""))
    form = unicodedata.normalize("NFD", "Eiskürbis")
    for place in range(14, 0, -1):
        name = form if place == 14 else f"Band {place}"
        answer(dialog, (f"Card on place {place}:", name), ("Its labels:", "red" if place % 2 else "blue,green"))
    dialog.end()
    game = load(str(schrille.save))
    assert game.state.opened.chart == (*(f"Band {place}" for place in range(1, 14)), "Eiskürbis")
    assert game.setup.bands["Eiskürbis"] == ("blue", "green")
    assert len(game.setup.bands) == 14
    assert game.setup.labels == {label: label for label in LABELS}


@pytest.mark.parametrize("keys", [CTRL_C, CTRL_D, "kill"])
def test_what_was_typed_is_not_lost(schrille: Command, terminal: Terminal, keys: str) -> None:
    dialog = terminal("new")
    answer(dialog, (SOURCE, "table"), (DECK, ""), *PLAYERS, (RULES, ""), (HANDS, "tool"))
    for place in (14, 13):
        answer(dialog, (f"Card on place {place}:", f"Band {place}=red"))
    dialog.prompt("Card on place 12:")
    if keys == "kill":
        os.kill(dialog.process.pid, signal.SIGKILL)
    else:
        dialog.send(keys)
        dialog.end(130 if keys == CTRL_C else 0)
    assert not schrille.save.exists()
    dialog = terminal("new")
    answer(dialog, ("Go on with it? yes or no [yes]:", ""))
    dialog.prompt("Card on place 12:")
    dialog.wait("Player 1: Ann=blue", "Player 2: Jörg", "Place 14: Band 14 (red).")
    for place in range(12, 0, -1):
        answer(dialog, (f"Card on place {place}:", f"Band {place}=red"))
    dialog.end()
    game = load(str(schrille.save))
    assert game.state.opened.chart == tuple(f"Band {place}" for place in range(1, 15))
    assert (game.setup.players, game.setup.hands) == (("Ann", "Jörg", "Cid"), "tool")
    assert not (schrille.folder / ".schrille.toml.draft").exists()


def test_what_was_typed_can_be_forgotten(schrille: Command, terminal: Terminal) -> None:
    dialog = terminal("new")
    answer(dialog, (SOURCE, ""), (DECK, ""), ("Player 1:", "Ann"))
    dialog.prompt("Player 2:")
    dialog.send(CTRL_D)
    assert "No game is started." in dialog.end()
    dialog = terminal("new")
    answer(dialog, ("Go on with it? yes or no [yes]:", "n"))
    answer(dialog, (SOURCE, ""), (DECK, ""), *PLAYERS, (RULES, ""), (HANDS, ""))
    dialog.end()
    assert load(str(schrille.save)).setup.players == ("Ann", "Jörg", "Cid")


def test_options_are_not_asked_for(schrille: Command, terminal: Terminal) -> None:
    deck = deck_file(schrille.folder, [f"Band {number:02}" for number in range(20)])
    (schrille.folder / "chart.txt").write_text("\n".join(f"Band {number:02}" for number in range(14)), "utf-8")
    options = ["--rules", "rulebook", "--set", "target=50", "--deal-hands", "--deck", deck, "--chart", "chart.txt"]
    dialog = terminal("new", *options)
    answer(dialog, *PLAYERS)
    dialog.end()
    game = load(str(schrille.save))
    assert (game.setup.rules.target, game.setup.hands, game.setup.cards) == (50, "tool", "table")


def test_an_old_file_is_refused_before_anything_is_asked(schrille: Command, terminal: Terminal) -> None:
    schrille.new()
    before = schrille.save.read_bytes()
    assert "there is a file of that name already" in terminal("new").end(1)
    assert schrille.save.read_bytes() == before
    dialog = terminal("new", "--force")
    answer(dialog, (SOURCE, ""), (DECK, ""), *PLAYERS, (RULES, ""), (HANDS, ""))
    dialog.end()
    assert (schrille.folder / "schrille.toml~").read_bytes() == before


def test_a_file_that_comes_meanwhile_is_not_overwritten(schrille: Command, terminal: Terminal) -> None:
    dialog = terminal("new")
    answer(dialog, (SOURCE, ""), (DECK, ""), *PLAYERS, (RULES, ""))
    dialog.prompt(HANDS)
    schrille.new()
    before = schrille.save.read_bytes()
    dialog.enter("")
    assert "there is a file of that name already" in dialog.end(1)
    assert schrille.save.read_bytes() == before


def test_an_unlabelled_name_completes_to_free_labels(schrille: Command, terminal: Terminal) -> None:
    dialog = terminal("new")
    answer(dialog, (SOURCE, ""), (DECK, ""), ("Player 1:", "Ann=blue"))
    dialog.prompt("Player 2:")
    dialog.send("Bob=" + TAB)
    dialog.wait("Bob=red Bob=green Bob=yellow Bob=violet Bob=orange")
    assert "Bob=blue" not in dialog.shown
    dialog.send(CTRL_C)
    dialog.end(130)
