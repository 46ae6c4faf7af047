"""A deck typed at a terminal: faults under the line, the last line taken back, and nothing that was typed lost."""

from __future__ import annotations

import unicodedata
from pathlib import Path

import pytest
from conftest import Command
from dialogs import BACKSPACE, CTRL_A, CTRL_C, CTRL_D, CTRL_U, ENTER, TAB, Dialog
from processes import files

from schrille_cli.schrille.deck import Deck
from schrille_cli.schrille.deckfile import parse_deck

NEW = ("deck", "new", "-o", "deck.toml")
CTRL_E = "\x05"
COLOURS = "blue, red, green, yellow, violet, orange"


def saved(folder: Path) -> Deck:
    """The deck as it is on the disk at this moment."""
    return parse_deck((folder / "deck.toml").read_text("utf-8"), "deck.toml", unfinished=True)


def labelled(folder: Path, *args: str, size: tuple[int, int] = (80, 24), **variables: str) -> Dialog:
    """A dialog whose labels are called by their colours, at the first band."""
    dialog = Dialog(folder, *NEW, *args, size=size, **variables)
    dialog.prompt(COLOURS)
    dialog.enter("")
    dialog.prompt("band 1>")
    return dialog


def test_a_whole_deck(tmp_path: Path, schrille: Command) -> None:
    dialog = Dialog(tmp_path, *NEW)
    dialog.prompt("labels> " + COLOURS)
    dialog.wait("six labels of your box")
    dialog.type(CTRL_U)
    dialog.enter("Tiefblau=blau, rot, Moos=green, yellow, LILA, Karo=pink")
    dialog.prompt("band 1>")
    assert dict(saved(tmp_path).labels) == {
        "Tiefblau": "blue",
        "rot": "red",
        "Moos": "green",
        "yellow": "yellow",
        "LILA": "violet",
        "Karo": "pink",
    }
    bands = {}
    for number in range(1, 15):
        dialog.enter(f"Kapelle {number:02}=t,{'k' if number % 2 else 'moos'}")
        dialog.prompt(f"band {number + 1}>")
        bands[f"Kapelle {number:02}"] = ("Tiefblau", "Karo" if number % 2 else "Moos")
        assert saved(tmp_path).bands == bands
    assert "   3  Kapelle 03: Tiefblau, Karo" in dialog.all_shown
    dialog.type(CTRL_D)
    out = dialog.end()
    assert '"deck.toml": 14 bands' in out
    schrille("deck", "check", "deck.toml")
    schrille.new("--deck", "deck.toml", players={"Ann": "blue", "Bob": "pink", "Cid": "violet"})


def test_what_is_wrong_stands_under_the_line_and_is_edited(tmp_path: Path) -> None:
    dialog = labelled(tmp_path)
    dialog.enter("Frost=blau,pink")
    dialog.wait('there is no label "pink"')
    dialog.prompt("band 1> Frost=blau,pink")
    dialog.type(BACKSPACE * 4)
    dialog.enter("gr")
    dialog.prompt("band 2>")
    assert saved(tmp_path).bands == {"Frost": ("blue", "green")}
    dialog.enter("FROST=rot,rot")
    dialog.wait('the band "FROST" is there twice', '"rot,rot" is not one label or two different ones (R2)')
    dialog.type(CTRL_A + "Boden")
    dialog.wait("band 2> BodenFROST=rot,rot")
    dialog.type(CTRL_E + CTRL_U)
    dialog.enter("x" * 41 + "=rot")
    dialog.wait("40 are allowed")
    dialog.type(CTRL_U)
    dialog.enter("")
    dialog.wait("nothing was typed")
    assert saved(tmp_path).bands == {"Frost": ("blue", "green")}
    dialog.type(CTRL_D)
    dialog.end()


def test_labels_that_are_wrong(tmp_path: Path) -> None:
    dialog = Dialog(tmp_path, *NEW)
    dialog.prompt(COLOURS)
    dialog.enter(", Sieben, blau")
    dialog.wait('the colour of the label "Sieben" is missing', 'the colour "blue" is there twice')
    dialog.type(BACKSPACE * len(", Sieben, blau, orange"))
    dialog.enter("")
    dialog.wait("there are 5 labels, there must be 6 (R1)")
    assert not (tmp_path / "deck.toml").exists()
    dialog.enter(", Karo=orange")
    dialog.prompt("band 1>")
    assert list(saved(tmp_path).labels)[-1] == "Karo"
    dialog.type(CTRL_C)
    dialog.end(130)


def test_a_name_first_and_then_its_labels(tmp_path: Path) -> None:
    dialog = labelled(tmp_path)
    dialog.enter("Wenn = Dann=")
    dialog.prompt("band 1> Wenn = Dann=")
    dialog.wait("Labels: " + COLOURS)
    dialog.enter("blau rot")
    dialog.prompt("band 2>")
    dialog.enter("Frost")
    dialog.prompt("band 2> Frost=")
    dialog.enter("lila/gelb")
    dialog.prompt("band 3>")
    assert saved(tmp_path).bands == {"Wenn = Dann": ("blue", "red"), "Frost": ("violet", "yellow")}
    dialog.enter("Frost")
    dialog.wait('the band "Frost" is there twice')
    dialog.type(CTRL_C)
    dialog.end(130)


def test_completion_and_what_a_line_means_so_far(tmp_path: Path) -> None:
    dialog = labelled(tmp_path)
    dialog.type("Frost=vi" + TAB)
    dialog.prompt("Frost=violet")
    dialog.type(",o" + TAB)
    dialog.prompt("Frost=violet,orange")
    dialog.type(BACKSPACE * 5)
    dialog.wait("violet, orange")
    dialog.enter("")
    dialog.prompt("band 2>")
    dialog.type("ba" + TAB + ENTER)
    dialog.prompt("band 1> Frost=violet,orange")
    dialog.type(CTRL_C)
    dialog.end(130)


def test_help(tmp_path: Path) -> None:
    dialog = labelled(tmp_path)
    dialog.wait("back takes the last line back")
    dialog.enter("Frost=b")
    dialog.prompt("band 2>")
    dialog.settle()
    assert "back takes" not in dialog.shown
    dialog.enter("?")
    dialog.wait("back takes the last line back")
    dialog.prompt("band 2>")
    dialog.type(CTRL_D)
    dialog.end()


def test_back_again_and_again(tmp_path: Path) -> None:
    dialog = labelled(tmp_path)
    for number, line in enumerate(("Eins=b", "Zwei=r,gr"), 2):
        dialog.enter(line)
        dialog.prompt(f"band {number}>")
    dialog.enter("BACK")
    dialog.prompt("band 2> Zwei=red,green")
    assert list(saved(tmp_path).bands) == ["Eins"]
    dialog.type(CTRL_U)
    dialog.enter("back")
    dialog.prompt("band 1> Eins=blue")
    assert saved(tmp_path).bands == {}
    dialog.type(CTRL_U)
    dialog.enter("back")
    dialog.prompt("labels> " + COLOURS)
    dialog.type(BACKSPACE * 6)
    dialog.enter("Karo=orange")
    dialog.prompt("band 1>")
    dialog.enter("back=karo")
    dialog.prompt("band 2>")
    assert saved(tmp_path).bands == {"back": ("Karo",)}
    dialog.type(CTRL_D)
    dialog.end()


@pytest.mark.parametrize("bands", [0, 1, 3])
@pytest.mark.parametrize("key", [CTRL_C, CTRL_D])
def test_an_end_keeps_what_was_typed_and_it_goes_on_from_there(tmp_path: Path, key: str, bands: int) -> None:
    dialog = labelled(tmp_path)
    for number in range(1, bands + 1):
        dialog.enter(f"Kapelle {number}=b")
        dialog.prompt(f"band {number + 1}>")
    dialog.type("half a l" if key == CTRL_C else "")
    dialog.type(key)
    out = dialog.end(130 if key == CTRL_C else 0)
    assert ("1 band is in" if bands == 1 else f"{bands} bands are in") in out or key == CTRL_D
    assert f"{bands} band" in out or (bands, key) == (0, CTRL_D)
    assert len(saved(tmp_path).bands) == bands
    before = (tmp_path / "deck.toml").read_bytes()
    assert sorted(files(tmp_path)) == ["deck.toml"]
    refused = Dialog(tmp_path, *NEW)
    assert "--continue" in refused.end(1)
    dialog = Dialog(tmp_path, *NEW, "--continue")
    dialog.prompt(f"band {bands + 1}>")
    dialog.wait("back takes the last line back")
    dialog.enter("Weiter=orange")
    dialog.prompt(f"band {bands + 2}>")
    dialog.enter("back")
    dialog.prompt("Weiter=orange")
    dialog.type(CTRL_C)
    dialog.end(130)
    assert (tmp_path / "deck.toml").read_bytes() == before
    assert (tmp_path / "deck.toml~").read_bytes() == before
    assert sorted(files(tmp_path)) == ["deck.toml", "deck.toml~"]


@pytest.mark.parametrize("key", [CTRL_C, CTRL_D])
def test_an_end_at_the_labels_writes_nothing(tmp_path: Path, key: str) -> None:
    dialog = Dialog(tmp_path, *NEW)
    dialog.prompt(COLOURS)
    dialog.type(CTRL_U + key)
    out = dialog.end(130 if key == CTRL_C else 0)
    assert "Aborted" in out or "nothing is written" in out
    assert list(tmp_path.iterdir()) == []


def test_going_on_with_nothing_changes_nothing(tmp_path: Path) -> None:
    (tmp_path / "deck.toml").write_text("# mine\n[bands]\n'Frost' = 'b'\n")
    dialog = Dialog(tmp_path, *NEW, "--continue")
    dialog.prompt("band 2>")
    dialog.type(CTRL_D)
    assert "nothing is written" in dialog.end()
    assert files(tmp_path) == {"deck.toml": b"# mine\n[bands]\n'Frost' = 'b'\n"}


def test_going_on_with_a_file_that_is_wrong_or_not_there(tmp_path: Path) -> None:
    assert "there is no such file" in Dialog(tmp_path, *NEW, "--continue").end(1)
    (tmp_path / "deck.toml").write_text("[bands]\n'Frost' = 'zinc'\n")
    assert "line 2" in Dialog(tmp_path, *NEW, "--continue").end(1)


def test_what_somebody_else_wrote_meanwhile_is_not_written_over(tmp_path: Path) -> None:
    dialog = labelled(tmp_path)
    dialog.enter("Frost=b")
    dialog.prompt("band 2>")
    edited = (tmp_path / "deck.toml").read_text().replace("Frost", "Forst")
    (tmp_path / "deck.toml").write_text(edited)
    dialog.enter("Lava=r")
    dialog.wait("the file has been changed by somebody else meanwhile", "--continue")
    dialog.type(CTRL_C)
    dialog.end(130)
    assert (tmp_path / "deck.toml").read_text() == edited


def test_a_disk_that_says_no_is_said_under_the_line(tmp_path: Path) -> None:
    dialog = labelled(tmp_path)
    dialog.enter("Frost=b")
    dialog.prompt("band 2>")
    (tmp_path / "deck.toml").chmod(0o400)
    before = (tmp_path / "deck.toml").read_bytes()
    dialog.enter("Lava=r")
    dialog.settle()
    if (tmp_path / "deck.toml").read_bytes() == before:  # whoever is root may write everywhere
        dialog.wait("cannot write the file: the file is write-protected")
        (tmp_path / "deck.toml").chmod(0o600)
        dialog.enter("")
    dialog.prompt("band 3>")
    assert list(saved(tmp_path).bands) == ["Frost", "Lava"]
    dialog.type(CTRL_D)
    dialog.end()


@pytest.mark.parametrize("form", ["NFC", "NFD"])
def test_umlauts(tmp_path: Path, form: str) -> None:
    dialog = Dialog(tmp_path, *NEW, "--lang", "de", size=(60, 20))
    dialog.prompt("blau, rot, grün, gelb, violett, orange")
    dialog.enter("")
    dialog.until(lambda seen: "1>" in seen.line)
    dialog.enter(unicodedata.normalize(form, "Müllstraße=grün"))
    dialog.until(lambda seen: "2>" in seen.line)
    deck = saved(tmp_path)
    assert dict(deck.bands) == {"Müllstraße": ("grün",)}
    assert list(deck.labels.items())[:3] == [("blau", "blue"), ("rot", "red"), ("grün", "green")]
    dialog.enter(unicodedata.normalize("NFC" if form == "NFD" else "NFD", "MÜLLSTRASSE=rot"))
    dialog.until(
        lambda seen: "Müllstraße" in seen.shown and "MÜLLSTRASSE" in unicodedata.normalize("NFC", seen.shown)
    )
    dialog.settle()
    assert list(saved(tmp_path).bands) == ["Müllstraße"]
    dialog.type(CTRL_D * 2 + CTRL_C)
    dialog.end(130)


def test_pasted_lines(tmp_path: Path) -> None:
    dialog = labelled(tmp_path)
    dialog.paste("".join(f"Kapelle {number}=b,o\n" for number in range(1, 43)))
    dialog.prompt("band 43>")
    dialog.wait("The box has 42 bands: Ctrl-D ends.")
    assert len(saved(tmp_path).bands) == 42
    dialog.type(CTRL_D)
    assert '"deck.toml": 42 bands' in dialog.end()


def test_labels_that_are_given(tmp_path: Path) -> None:
    dialog = Dialog(tmp_path, *NEW, "--label", "Tief=blau", "--label", "Rosa=violett", size=(60, 20))
    dialog.prompt("band 1>")
    dialog.enter("Frost=tief,rosa")
    dialog.prompt("band 2>")
    assert list(saved(tmp_path).labels) == ["Tief", "Rosa", "red", "green", "yellow", "orange"]
    dialog.type(CTRL_D)
    dialog.end()


def test_force_keeps_the_old_file(tmp_path: Path) -> None:
    (tmp_path / "deck.toml").write_text("old")
    dialog = labelled(tmp_path, "--force")
    assert (tmp_path / "deck.toml~").read_text() == "old"
    dialog.enter("Frost=b")
    dialog.prompt("band 2>")
    dialog.type(CTRL_D)
    assert "The old file is kept as" in dialog.end()
    assert (tmp_path / "deck.toml~").read_text() == "old"


@pytest.mark.parametrize("variables", [{"TERM": "dumb"}, {"NO_COLOR": "1"}])
def test_terminals_that_can_do_less(tmp_path: Path, variables: dict[str, str]) -> None:
    dialog = labelled(tmp_path, size=(60, 20), **variables)
    dialog.enter("Frost=pink")
    dialog.wait('there is no label "pink"')
    dialog.prompt("Frost=pink")
    dialog.type(CTRL_U)
    dialog.enter("Frost=b")
    dialog.prompt("band 2>")
    assert "\x1b[0;31m" not in dialog.output
    dialog.type(CTRL_D)
    dialog.end()
    assert saved(tmp_path).bands == {"Frost": ("blue",)}


def test_nothing_is_wider_than_the_window(tmp_path: Path) -> None:
    dialog = Dialog(tmp_path, *NEW, size=(40, 16))
    dialog.prompt(", orange")
    dialog.enter("")
    dialog.prompt("band 1>")
    dialog.enter("Ein sehr langer Name von 40 Zeichen, ja!")
    dialog.prompt("ja!=")
    dialog.enter("b,o")
    dialog.prompt("band 2>")
    dialog.resize(30, 16)
    dialog.enter("Frost=b,pink")
    dialog.wait('there is no label "pink"')
    dialog.type(CTRL_U)
    dialog.enter("Frost=b")
    dialog.prompt("band 3>")
    dialog.type(CTRL_D)
    dialog.end()
    assert list(saved(tmp_path).bands) == ["Ein sehr langer Name von 40 Zeichen, ja!", "Frost"]
