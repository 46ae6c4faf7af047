"""``label`` at a terminal: claims in the opening, wishes after a scoring."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable

import pytest
from conftest import Command
from dialogs import BACKSPACE, CTRL_C, CTRL_D, CTRL_U, ENTER, TAB, Dialog
from stages import SIX, at

from schrille_cli.schrille import dumps, load

Terminal = Callable[..., Dialog]


def labels(schrille: Command) -> dict[str, str]:
    """Who holds which label."""
    return dict(load(str(schrille.save)).state.labels)


@pytest.fixture
def opening(schrille: Command) -> Command:
    """A game of Ann, Bob, Cid and Dora without labels."""
    schrille.save.write_text(dumps(at("opening")), "utf-8")
    return schrille


@pytest.fixture
def scored(schrille: Command) -> Command:
    """A game whose first round is scored; Ann has blue, Bob red, Cid green, Dora yellow."""
    schrille.save.write_text(dumps(at("scored")), "utf-8")
    return schrille


def test_claims_in_seat_order_or_who_comes_first(opening: Command, terminal: Terminal) -> None:
    dialog = terminal("label")
    dialog.prompt("Ann's label:")
    dialog.wait("Free labels: blue, red, green, yellow, violet, orange.")
    dialog.enter("Cid=green")
    dialog.wait("Cid: green.")
    dialog.prompt("Ann's label:")
    assert labels(opening) == {"Cid": "green"}
    dialog.enter("green")
    dialog.wait("Ann cannot claim green: green is Cid's (name a label that nobody holds (R6))")
    dialog.send(BACKSPACE * 5 + "v" + TAB)
    dialog.prompt("Ann's label: violet")
    dialog.type(ENTER)
    dialog.prompt("Bob's label:")
    dialog.enter("")
    dialog.wait("Type the label, or PLAYER=LABEL")
    dialog.enter("-")
    dialog.prompt("Dora's label:")
    dialog.enter("green,red")
    dialog.wait("Dora: red.")
    assert "Still without a label: Bob." in dialog.end()
    assert labels(opening) == {"Ann": "violet", "Cid": "green", "Dora": "red"}
    dialog = terminal("label")
    dialog.prompt("Bob's label:")
    dialog.enter("BLUE")
    assert "Everybody has a label. Next: schrille place." in dialog.end()
    assert load(str(opening.save)).phase == "placing"


def test_two_claims_in_a_line(opening: Command, terminal: Terminal) -> None:
    dialog = terminal("label")
    dialog.prompt("Ann's label:")
    dialog.enter("ann=blue bob=red")
    dialog.prompt("Cid's label:")
    assert labels(opening) == {"Ann": "blue", "Bob": "red"}
    dialog.enter("cid=green, dora=violet,yellow")
    dialog.end()
    assert labels(opening) == {"Ann": "blue", "Bob": "red", "Cid": "green", "Dora": "violet"}


@pytest.mark.parametrize("keys", [CTRL_C, CTRL_D], ids=["Ctrl-C", "Ctrl-D"])
def test_leaving_keeps_the_claims(opening: Command, terminal: Terminal, keys: str) -> None:
    dialog = terminal("label")
    dialog.prompt("Ann's label:")
    dialog.enter("blue")
    dialog.prompt("Bob's label:")
    dialog.send(keys)
    printed = dialog.end(130 if keys == CTRL_C else 0)
    assert ("Aborted; the labels that were accepted are saved." in printed) == (keys == CTRL_C)
    assert labels(opening) == {"Ann": "blue"}


def test_claims_come_in_elsewhere(opening: Command, terminal: Terminal) -> None:
    dialog = terminal("label")
    dialog.prompt("Ann's label:")
    opening("label", "Bob=blue", "Cid=green")
    dialog.enter("blue")
    dialog.wait("Ann cannot claim blue: blue is Bob's")
    dialog.send(CTRL_U)
    dialog.enter("red")
    dialog.prompt("Dora's label:")
    assert labels(opening) == {"Ann": "red", "Bob": "blue", "Cid": "green"}


def test_all_wishes_in_one_line(scored: Command, terminal: Terminal) -> None:
    dialog = terminal("label")
    dialog.prompt("Who changes the label?")
    dialog.wait("Free labels: violet, orange. Enter: nobody.")
    dialog.enter("Ann=violet Bob=green")
    dialog.wait("Bob cannot have green: Cid holds it and does not leave it before")
    dialog.send(BACKSPACE * 5)
    dialog.enter("violet,orange")
    printed = dialog.end()
    assert "Ann: violet for 5 points." in printed
    assert "Bob: orange for 5 points." in printed
    assert [step.line for step in load(str(scored.save)).steps][-1] == "label Ann=violet Bob=violet,orange"


@pytest.mark.parametrize("keys", [ENTER, "-" + ENTER, CTRL_D])
def test_nobody_changes(scored: Command, terminal: Terminal, keys: str) -> None:
    before = scored.save.read_bytes()
    dialog = terminal("label")
    dialog.prompt("Who changes the label?")
    dialog.send(keys)
    assert ("Nobody changes the label." in dialog.end()) == (keys != CTRL_D)
    assert scored.save.read_bytes() == before


def test_an_interrupt_at_the_wishes(scored: Command, terminal: Terminal) -> None:
    before = scored.save.read_bytes()
    dialog = terminal("label")
    dialog.prompt("Who changes the label?")
    dialog.send("Ann=violet" + CTRL_C)
    dialog.end(130)
    assert scored.save.read_bytes() == before


def test_help_and_completion_at_the_wishes(scored: Command, terminal: Terminal) -> None:
    dialog = terminal("label")
    dialog.prompt("Who changes the label?")
    dialog.enter("?")
    dialog.wait("All wishes in one line, labels in order of preference: Ann=violet,orange Bob=red.")
    dialog.send("d" + TAB)
    dialog.prompt("label? Dora=")
    dialog.send(TAB)
    dialog.wait("Dora=violet Dora=orange")
    dialog.send("or" + TAB + ",v" + TAB + " b" + TAB)
    dialog.prompt("label? Dora=orange,violet Bob=")
    dialog.send(CTRL_C)
    dialog.end(130)


def test_with_six_players_no_label_is_free(schrille: Command, terminal: Terminal) -> None:
    schrille.save.write_text(dumps(at("scored", SIX)), "utf-8")
    assert "No label is free: nobody can change." in terminal("label").end()


def test_names_with_spaces_and_umlauts(schrille: Command, terminal: Terminal) -> None:
    schrille("new", "-p", "Jörg", "-p", "Ann Lee", "-p", "Zoë O'Hara=green")
    dialog = terminal("label", size=(60, 20))
    dialog.prompt("Jörg's label:")
    decomposed = unicodedata.normalize("NFD", "Jörg")
    dialog.enter(f"Ann Lee=blue, {decomposed}=red")
    dialog.end()
    assert labels(schrille) == {"Jörg": "red", "Ann Lee": "blue", "Zoë O'Hara": "green"}
    schrille("resolve", "--missing", "pass")
    schrille("score")
    dialog = terminal("label")
    dialog.prompt("Who changes the label?")
    dialog.send("jö" + TAB + "v" + TAB + ", zoe")
    dialog.prompt("Jörg=violet, zoe")
    dialog.send(BACKSPACE + unicodedata.normalize("NFD", "ë O'H") + TAB)
    dialog.prompt("Jörg=violet, Zoë O'Hara=")
    dialog.enter("orange")
    dialog.end()
    assert labels(schrille) == {"Jörg": "violet", "Ann Lee": "blue", "Zoë O'Hara": "orange"}


def test_wishes_that_are_none(scored: Command, terminal: Terminal) -> None:
    dialog = terminal("label")
    dialog.prompt("Who changes the label?")
    for line, fault in {
        "Ann": '"Ann" names no label',
        "Ann=violet=orange": '"Ann=violet=orange" names no label',
        "Bert=violet": 'there is no player "Bert"',
        "Ann=pink": 'there is no label "pink"',
        "Ann=": 'there is no label ""',
    }.items():
        dialog.enter(line)
        dialog.wait(fault)
        dialog.send(CTRL_U)
    dialog.send(CTRL_D)
    dialog.end()
