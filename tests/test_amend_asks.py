"""``amend`` at a terminal asks before it changes anything."""

from __future__ import annotations

from pathlib import Path

import pytest
from conftest import Command
from dialogs import CTRL_C, CTRL_D, CTRL_U, ENTER, Dialog
from test_amend import AMEND, STILL, begun, with_a_late_card

QUESTION = "Amend the slip of Ann in round 1? [y/N]"


def asked(folder: Path, size: tuple[int, int] = (80, 40), question: str = QUESTION, **variables: str) -> Dialog:
    """The command at its question, which stands under all that would come out differently."""
    dialog = Dialog(folder, *AMEND, "--band", "New=red", size=size, **variables)
    dialog.wait(question)
    assert "C14" in dialog.all_shown
    return dialog


@pytest.mark.parametrize(("answer", "done"), [("y", True), ("YES", True), ("n", False), ("", False)])
def test_only_a_yes_does_it(schrille: Command, answer: str, done: bool) -> None:
    begun(schrille)
    before = schrille.save.read_bytes()
    dialog = asked(schrille.folder)
    assert schrille.save.read_bytes() == before
    dialog.enter(answer)
    assert ("The slip is amended." if done else "Nothing was changed.") in dialog.end()
    assert (schrille.save.read_bytes() != before) == done


def test_neither_yes_nor_no_is_asked_again(schrille: Command) -> None:
    begun(schrille)
    dialog = asked(schrille.folder, size=(60, 24))
    dialog.enter("perhaps")
    dialog.wait("neither yes nor no")
    dialog.send(CTRL_U + "y" + ENTER)
    assert "The slip is amended." in dialog.end()


@pytest.mark.parametrize(("key", "code"), [(CTRL_C, 130), (CTRL_D, 0)], ids=["Ctrl-C", "end of input"])
def test_leaving_changes_nothing(schrille: Command, key: str, code: int) -> None:
    begun(schrille)
    before = schrille.save.read_bytes()
    dialog = asked(schrille.folder)
    dialog.send(key)
    dialog.end(code)
    assert schrille.save.read_bytes() == before


def test_nothing_is_done_in_a_game_that_has_changed_meanwhile(schrille: Command) -> None:
    """What was shown is no longer what would come out."""
    begun(schrille)
    dialog = asked(schrille.folder)
    schrille("adjust", "Bob", "1", "--reason", "a whim")  # no lock is held by the question
    between = schrille.save.read_bytes()
    dialog.enter("y")
    assert "the game has changed meanwhile" in dialog.end(1)
    assert schrille.save.read_bytes() == between


def test_cards_that_lie_on_the_deck_again_are_not_asked_for(schrille: Command) -> None:
    """They come first, and the table is asked only for those behind them."""
    with_a_late_card(schrille)
    schrille("amend", "1", "Ann", *STILL.split(), "--yes")
    schrille("place", "Ann", "13-2", "12-3", "14-1", "2+1", "1+1", "3n", "4p")
    schrille("resolve", "--missing", "pass")
    schrille("score")
    chart = [row for row in schrille.json("show")["chart"] if not row["fallen"]]
    owed = 14 - len(chart) - 1
    assert owed > 0
    dialog = Dialog(schrille.folder, "next")
    for number in range(owed):
        dialog.prompt(f"Card for place {len(chart) + owed - number}:")
        dialog.enter(f"Drawn {number}=red")
    dialog.end()
    new = schrille.json("show")["chart"][len(chart) :]
    assert [row["band"] for row in new] == [*(f"Drawn {n}" for n in reversed(range(owed))), "Late"]
