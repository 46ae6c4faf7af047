"""``amend`` at a terminal asks before it changes anything."""

from __future__ import annotations

from pathlib import Path

import pytest
from conftest import Command
from dialogs import CTRL_C, CTRL_D, CTRL_U, ENTER, Dialog
from test_amend import AMEND, begun

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
