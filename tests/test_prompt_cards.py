"""``next`` at a terminal, in a game whose cards come from the table."""

from __future__ import annotations

import os
import signal
import unicodedata
from collections.abc import Callable

import pytest
from conftest import SLIP, Command
from dialogs import BACKSPACE, CTRL_C, CTRL_D, CTRL_U, ENTER, TAB, Dialog

from schrille_cli.schrille import load
from schrille_cli.schrille.builtin import BANDS

Terminal = Callable[..., Dialog]
# What lies on the table at first, place 1 first; three of them fall in the first round of `table`.
CHART = [names[0] for names in BANDS.values() if names[0] not in ("Eiskürbis", "Rote Bete")][:14]
FALLING = "11-4 12-4 13-4 1-1 2-1 3n 4p"


@pytest.fixture
def table(schrille: Command) -> Command:
    """A game with cards from the table, the built-in deck's, in which places 12 to 14 are open."""
    (schrille.folder / "chart.txt").write_text("\n".join(CHART), "utf-8")
    schrille.new("--chart", "chart.txt")
    schrille("place", "Ann", *FALLING.split())
    schrille("resolve", "--missing", "pass")
    schrille("score")
    assert len(load(str(schrille.save)).state.remaining) == 11
    return schrille


def new_bands(schrille: Command) -> dict[int, str]:
    """The bands that came with the round, by place."""
    state = load(str(schrille.save)).state
    return {state.opened.chart.index(band) + 1: band for band in state.new}


def test_cards_by_prefix_in_the_order_drawn(table: Command, terminal: Terminal) -> None:
    dialog = terminal("next")
    dialog.prompt("Card for place 14:")
    dialog.wait("Card 1 of 3, in the order drawn.")
    dialog.enter("velv")
    dialog.wait("Place 14: Velvet Siren (red, violet).")
    dialog.prompt("Card for place 13:")
    dialog.enter("s")
    dialog.wait('"s" may mean', "Sun Dial Tone", "Salad Days Off", "Sonnenbrand")
    dialog.send("o" + TAB)
    dialog.prompt("Card for place 13: Sonnenbrand")
    dialog.type(ENTER)
    dialog.prompt("Card for place 12:")
    assert load(str(table.save)).phase == "scored"
    dialog.enter("HOLLY & thorn")
    printed = dialog.end()
    assert "Chart of round 2" in printed
    assert new_bands(table) == {14: "Velvet Siren", 13: "Sonnenbrand", 12: "Holly & Thorn"}


def test_a_band_that_came_before(table: Command, terminal: Terminal) -> None:
    gone = load(str(table.save)).state.fallen[0]
    dialog = terminal("next")
    dialog.prompt("Card for place 14:")
    for name in (gone, CHART[0].upper(), f"{gone}=blue"):
        dialog.enter(name)
        dialog.wait("came before (bands that left never come back (R27))")
        dialog.send(CTRL_U)
        dialog.until(lambda d: "came before" not in d.shown)
    dialog.enter("Velvet Siren")
    dialog.prompt("Card for place 13:")
    dialog.enter("velvet siren")
    dialog.wait('"velvet siren" is there twice')
    dialog.send(CTRL_C)
    dialog.end(130)


def test_a_prefix_means_only_bands_that_can_still_come(table: Command, terminal: Terminal) -> None:
    """Dottergold lies on the chart."""
    assert "Dottergold" in CHART
    dialog = terminal("next")
    dialog.prompt("Card for place 14:")
    dialog.enter("d")
    dialog.wait('"d" may mean', "Die Tiefsee", "Distelfink")
    assert "Dottergold" not in dialog.shown
    dialog.send(CTRL_C)
    dialog.end(130)


def test_an_unknown_band_is_asked_once_for_its_labels(table: Command, terminal: Terminal) -> None:
    dialog = terminal("next")
    dialog.prompt("Card for place 14:")
    dialog.enter("Radieschen")
    dialog.prompt("Radieschen is not known yet. Its labels:")
    dialog.wait("One label or two, such as blue,red.")
    dialog.enter("red,pink")
    dialog.wait('there is no label "pink"')
    dialog.send(BACKSPACE * 4 + "v" + TAB)
    dialog.prompt("red,violet")
    dialog.type(ENTER)
    dialog.wait("Place 14: Radieschen (red, violet).")
    dialog.prompt("Card for place 13:")
    dialog.enter("Blauhlicht")
    dialog.prompt("Its labels:")
    dialog.type(ENTER)  # it was mistyped
    dialog.prompt("Card for place 13: Blauhlicht")
    dialog.send(CTRL_U)
    dialog.enter("Kohlrabi=green")
    dialog.prompt("Card for place 12:")
    dialog.enter("sonn")
    dialog.end()
    assert new_bands(table) == {14: "Radieschen", 13: "Kohlrabi", 12: "Sonnenbrand"}
    bands = load(str(table.save)).state.bands
    assert (bands["Radieschen"], bands["Kohlrabi"]) == (("red", "violet"), ("green",))
    # From now on they are known: on the chart they cannot come again, and undo brings them back as they were.
    table("undo")
    dialog = terminal("next")
    dialog.prompt("Card for place 14:")
    dialog.send(CTRL_C)
    dialog.end(130)


def test_going_back(table: Command, terminal: Terminal) -> None:
    dialog = terminal("next")
    for place, line in {14: "Velvet Siren", 13: "Sonnenbrand"}.items():
        dialog.prompt(f"Card for place {place}:")
        dialog.enter(line)
    dialog.prompt("Card for place 12:")
    dialog.enter("back")
    dialog.prompt("Card for place 13: Sonnenbrand")
    dialog.send(CTRL_U)
    dialog.enter("back")
    dialog.prompt("Card for place 14: Velvet Siren")
    dialog.send(CTRL_U)
    dialog.enter("Sonnenbrand")
    for line in ("Velvet Siren", "Rote Bete"):
        dialog.wait("Card for place")
        dialog.enter(line)
    dialog.end()
    assert new_bands(table) == {14: "Sonnenbrand", 13: "Velvet Siren", 12: "Rote Bete"}


def test_the_deck_runs_out(table: Command, terminal: Terminal) -> None:
    dialog = terminal("next")
    dialog.prompt("Card for place 14:")
    dialog.enter("Velvet Siren")
    dialog.prompt("Card for place 13:")
    dialog.enter("")
    dialog.wait(". says that the deck is empty")
    dialog.prompt("Card for place 13:")
    dialog.enter(".")
    dialog.end()
    assert new_bands(table) == {12: "Velvet Siren"}
    assert load(str(table.save)).state.left == 0


@pytest.mark.parametrize("keys", [CTRL_C, CTRL_D, "kill"])
def test_what_was_typed_is_not_lost(table: Command, terminal: Terminal, keys: str) -> None:
    before = table.save.read_bytes()
    dialog = terminal("next")
    dialog.prompt("Card for place 14:")
    dialog.enter("Radieschen")
    dialog.prompt("Its labels:")
    dialog.enter("red")
    dialog.prompt("Card for place 13:")
    dialog.enter("Velvet Siren")
    dialog.prompt("Card for place 12:")
    if keys == "kill":
        os.kill(dialog.process.pid, signal.SIGKILL)
    else:
        dialog.send(keys)
        said = "hat was typed is kept: schrille next goes on with it."
        assert said in dialog.end(130 if keys == CTRL_C else 0)
    assert table.save.read_bytes() == before
    dialog = terminal("next")
    dialog.prompt("Card for place 12:")
    dialog.wait("Place 14: Radieschen (red).", "Place 13: Velvet Siren (red, violet).")
    dialog.enter("Rote Bete")
    dialog.end()
    assert new_bands(table) == {14: "Radieschen", 13: "Velvet Siren", 12: "Rote Bete"}
    assert {path.name for path in table.folder.iterdir()} == {"chart.txt", "schrille.toml", ".schrille.toml.lock"}


def test_what_was_typed_is_kept_for_the_round_only(table: Command, terminal: Terminal) -> None:
    dialog = terminal("next")
    dialog.prompt("Card for place 14:")
    dialog.enter("Velvet Siren")
    dialog.prompt("Card for place 13:")
    dialog.send(CTRL_D)
    dialog.end()
    table("label", "Ann=orange")  # which does not change the cards that were drawn
    dialog = terminal("next")
    dialog.prompt("Card for place 13:")
    dialog.send(CTRL_C)
    dialog.end(130)
    cards = ["Sonnenbrand", "Rote Bete", "Kresse Kombo"]
    table("next", *[word for card in cards for word in ("--band", card)])
    table("place", "Ann", *FALLING.split())
    table("resolve", "--missing", "pass")
    table("score")
    dialog = terminal("next")
    dialog.prompt("Card for place 14:")
    assert "Velvet Siren" not in dialog.shown
    dialog.send(CTRL_C)
    dialog.end(130)


def test_what_was_typed_and_is_no_longer_right_is_asked_again(table: Command, terminal: Terminal) -> None:
    dialog = terminal("next")
    dialog.prompt("Card for place 14:")
    dialog.enter("Velvet Siren")
    dialog.prompt("Card for place 13:")
    dialog.send(CTRL_D)
    dialog.end()
    draft = table.folder / ".schrille.toml.draft"
    draft.write_text(draft.read_text("utf-8") + "Velvet Siren\nSonnenbrand\n", "utf-8")
    dialog = terminal("next")
    dialog.prompt("Card for place 13:")
    dialog.enter("Rote Bete")
    dialog.prompt("Card for place 12:")
    dialog.send(CTRL_C)
    dialog.end(130)


@pytest.mark.parametrize("form", ["NFC", "NFD"])
def test_umlauts(table: Command, terminal: Terminal, form: str) -> None:
    dialog = terminal("next", size=(60, 20))
    dialog.prompt("Card for place 14:")
    dialog.send(unicodedata.normalize(form, "eiskü") + TAB)
    dialog.prompt("Card for place 14: Eiskürbis")
    dialog.type(ENTER)
    dialog.prompt("Card for place 13:")
    dialog.enter(unicodedata.normalize(form, "Müllmänner=green"))
    dialog.prompt("Card for place 12:")
    dialog.enter(unicodedata.normalize(form, "MÜLLMÄNNER"))
    dialog.wait("is there twice")
    dialog.send(CTRL_U)
    dialog.enter(unicodedata.normalize(form, "Süßholz"))
    dialog.prompt("Its labels:")
    dialog.enter("red")
    dialog.end()
    assert new_bands(table) == {14: "Eiskürbis", 13: "Müllmänner", 12: "Süßholz"}


def test_with_cards_from_the_tool_nothing_is_asked(schrille: Command, terminal: Terminal) -> None:
    schrille.new()
    schrille.place_all()
    schrille("resolve")
    schrille("score")
    assert "Chart of round 2" in terminal("next").end()


def test_cards_on_the_command_line_are_not_asked_for(table: Command, terminal: Terminal) -> None:
    assert "(R26), 1 card given" in terminal("next", "--band", "Velvet Siren").end(1)
    assert "Chart of round 2" in terminal("next", "--deck-empty").end()


def test_in_another_phase_nothing_is_asked(table: Command, terminal: Terminal) -> None:
    table("undo")
    assert "next is for the phase scored" in terminal("next").end(1)


def test_a_slip_can_be_placed_in_between(table: Command, terminal: Terminal) -> None:
    """The lock is not held while cards are asked for."""
    dialog = terminal("next")
    dialog.prompt("Card for place 14:")
    bands = [word for name in ("Velvet Siren", "Sonnenbrand", "Rote Bete") for word in ("--band", name)]
    table("next", *bands)
    table("place", "Ann", *SLIP.split())
    for name in ("Kresse Kombo", "Holly & Thorn", "Honigmelone"):
        dialog.wait("Card for place")
        dialog.enter(name)
    assert "next is for the phase scored; round 2 is in the phase placing" in dialog.end(1)
