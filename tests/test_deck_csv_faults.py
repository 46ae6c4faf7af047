"""Tables that are no deck: everything wrong is said at once, with its row, and nothing is written."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest
from conftest import Command
from processes import finish, refused, start
from tables import EXPORTS, exported, rows

from schrille_cli.schrille import load_deck

NEW = ["deck", "new", "--csv", "box.csv", "-o", "deck.toml"]
SOUND = "".join(f"Band {number};blau\n" for number in range(14))


def said(schrille: Command, data: str | bytes, *args: str) -> list[str]:
    """The errors about a table."""
    (schrille.folder / "box.csv").write_bytes(data.encode() if isinstance(data, str) else data)
    return refused(schrille, *NEW, *args).splitlines()


def test_every_fault_at_once_with_its_row(schrille: Command) -> None:
    table = [
        ["Band", "Label 1", "Label 2"],
        ["Eins", "blau", "rot"],
        ["", "blau", ""],
        ["Drei", "", ""],
        ["Vier", "blua", "rot"],
        ["eins", "blau", ""],
        [],
        ["Sieben\nund noch eine", "blau/rot", "gelb"],
        ["Acht", "grün", "green"],
        ["Neun" * 11, "orange", ""],
        ["Zehn", "blua", "g"],
        ["Elf\u202e", "rot", ""],
    ]
    place = 'Error: "box.csv", '
    other = " (labels are called by colours in English or German; another name is told with --label NAME=colour)"
    assert said(schrille, exported(table, ";")) == [
        place + "row 3: the band is empty",
        place + "row 4: the band has no label",
        place + 'rows 5, 11: there is no label "blua"' + other,
        place + 'row 6: the band "eins" stands in row 2 already',
        place + 'row 8: "blau, rot, gelb" is not one label or two different ones (R2)',
        place + 'row 9: "grün, green" is not one label or two different ones (R2)',
        place + f'row 10: the band "{"Neun" * 11}" has 44 characters, 40 are allowed',
        place + 'row 11: there is no label "g"' + other,
        place + 'row 12: the band "Elf\\u202e" holds the character U+202E',
    ]


def test_too_few_bands(schrille: Command) -> None:
    assert said(schrille, "".join(SOUND.splitlines(True)[:13])) == [
        'Error: "box.csv": there are 13 bands (at least 14 are wanted (R2))'
    ]


@pytest.mark.parametrize("text", ["", "\ufeff", "\n\r\n", ";;;\n;;\n", "sep=;\n"])
def test_no_rows(schrille: Command, text: str) -> None:
    assert "there are no rows" in said(schrille, text)[0]


@pytest.mark.parametrize("text", ["Frost\nLava\n", "Frost: blau\nLava: rot\n", "Frost|blau\nLava|rot\n"])
def test_no_columns(schrille: Command, text: str) -> None:
    errors = said(schrille, text)
    assert errors == ['Error: "box.csv": there are no columns (name what separates the columns with --separator)']


def test_another_separator(schrille: Command) -> None:
    (schrille.folder / "box.csv").write_text(SOUND.replace(";", "|"))
    assert schrille.json(*NEW, "--separator", "|")["source"]["separator"] == "|"
    (schrille.folder / "box.csv").write_text("SEP=|\n" + SOUND.replace(";", "|"))
    assert schrille.json(*NEW, "--force")["source"]["separator"] == "|"


def test_a_separator_that_is_named_wins(schrille: Command) -> None:
    (schrille.folder / "box.csv").write_text("sep=;\n" + SOUND.replace(";", "\t"))
    assert "there are no columns" in refused(schrille, *NEW)
    assert schrille.json(*NEW, "--separator", "tab")["bands"] == 14


@pytest.mark.parametrize("row", ['"Frost;blau', '"Frost"x;blau', 'Frost;"blau', '"Frost" "Lava";blau'])
def test_quotes_that_are_wrong(schrille: Command, row: str) -> None:
    errors = said(schrille, f"Eins;x\n{SOUND}{row}\nDrei;blau\n")
    hint = "(a quote within quotes is written twice)"
    message = "the quotes are not closed, or something stands behind them"
    assert errors[0] == f'Error: "box.csv", row 16: {message} {hint}'
    assert errors[1].startswith('Error: "box.csv", row 1: there is no label "x"')
    assert len(errors) == 2


def test_quotes_within_a_name_that_is_not_quoted(schrille: Command) -> None:
    (schrille.folder / "box.csv").write_text(SOUND + 'Die "Letzten";rot\n')
    schrille(*NEW)
    assert load_deck(str(schrille.folder / "deck.toml")).bands['Die "Letzten"'] == ("rot",)


# Encodings


def test_what_is_neither_of_the_encodings(schrille: Command) -> None:
    data = (SOUND + "M\x81ll;blau\r\n").encode("latin-1")
    assert said(schrille, data) == [
        'Error: "box.csv", line 15: this is not text in UTF-8 or Windows-1252 '
        "(name its encoding with --encoding, such as mac-roman or cp850)"
    ]
    assert "not text in UTF-8 (" in said(schrille, data, "--encoding", "utf8")[0]


def test_half_a_character(schrille: Command) -> None:
    data = EXPORTS["Excel, Unicode text"][0][:-1]
    assert "not text in UTF-16 LE" in said(schrille, data)[0]


def test_utf_16_without_a_mark_can_be_named(schrille: Command) -> None:
    data = exported(rows(), ";").encode("utf-16-le")
    assert "--encoding utf-16-le" in said(schrille, data.replace(b"\xfc", b"u").replace(b"\xdf", b"s"))[0]


@pytest.mark.parametrize("start", [b"PK\x03\x04\x14\x00", b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"])
def test_a_workbook(schrille: Command, start: bytes) -> None:
    errors = said(schrille, start + bytes(range(256)))
    assert errors == [
        'Error: "box.csv": this is a spreadsheet\'s own file, no CSV (export it as CSV in the spreadsheet program)'
    ]


# Sizes


def test_a_table_that_is_too_large(schrille: Command) -> None:
    assert "larger than 1,000,000 bytes" in said(schrille, SOUND + "\n" * 1_000_000)[0]
    assert "larger than 1,000,000 bytes" in refused(schrille, "deck", "new", "--csv", "/dev/zero", "-o", "x.toml")


def test_a_line_that_is_too_long(schrille: Command) -> None:
    for end in ("\n", "\r", "\r\n"):
        text = (SOUND + "x;" * 501 + "\n").replace("\n", end)
        assert said(schrille, text) == ['Error: "box.csv", line 15: the line has more than 1,000 characters']


def test_a_deck_file_that_would_be_too_large(schrille: Command) -> None:
    text = "".join(f"{number:040}\tb\n" for number in range(23_000))
    assert "the file would be larger than 1,000,000 bytes" in said(schrille, text)[0]


def test_a_cell_without_end(schrille: Command) -> None:
    assert "row 15: the quotes are not closed" in said(schrille, SOUND + '"' + "x\n" * 200_000)[0]


# The command line


@pytest.mark.parametrize(
    "args",
    [
        ["--separator", "xy"],
        ["--separator", "a"],
        ["--separator", '"'],
        ["--separator", ""],
        ["--encoding", "klingon"],
        ["--encoding", "hex"],
        ["--encoding", ""],
        ["--columns", "A"],
        ["--columns", "A,A"],
        ["--columns", "A,B,C,D"],
        ["--columns", "A,B2"],
        ["--columns", "0,1"],
        ["--columns", ""],
        ["--continue"],
        ["--game", "x.toml"],
    ],
)
def test_a_wrong_command_line(schrille: Command, args: list[str]) -> None:
    (schrille.folder / "box.csv").write_text(SOUND)
    refused(schrille, *NEW, *args, code=2)


@pytest.mark.parametrize(
    "args", [["--separator", "tab"], ["--header"], ["--columns", "A,B"], ["--encoding", "cp850"]]
)
def test_options_of_a_table_without_one(schrille: Command, args: list[str]) -> None:
    assert "--csv" in refused(schrille, "deck", "new", "-o", "deck.toml", *args, code=2)
    refused(schrille, *NEW[:4], code=2)


@pytest.mark.parametrize(
    ("labels", "wrong"),
    [
        (["Tief=blau", "tief=rot"], 'the label "tief" is there twice'),
        (["Tief=blau", "Hoch=blue"], 'the colour "blue" is there twice'),
        (["Tief"], 'the colour of the label "Tief" is missing'),
        (["Tief="], "the colour is empty"),
        (["=blau"], "the label is empty"),
        (["a,b=blau"], 'holds ","'),
        (["Rosa=pink"], "there are 7 labels"),
        (["red=blau"], "the name of another colour"),
    ],
)
def test_labels_that_are_wrong(schrille: Command, labels: list[str], wrong: str) -> None:
    errors = said(schrille, SOUND, *(word for label in labels for word in ("--label", label)))
    assert any(wrong in error for error in errors), errors


def test_columns_that_are_not_there(schrille: Command) -> None:
    errors = said(schrille, SOUND, "--columns", "A,C")
    assert len(errors) == 14
    assert errors[3] == 'Error: "box.csv", row 4: the band has no label'


def test_without_a_table_and_a_terminal_it_never_waits(schrille: Command) -> None:
    process = start(schrille.folder, "deck", "new", "-o", "deck.toml", stdin=subprocess.PIPE)
    process.wait(20)
    code, out, err = finish([process])[0]
    assert (code, out) == (1, "")
    assert "name a table with --csv" in err
    assert list(schrille.folder.iterdir()) == []


@pytest.mark.parametrize("kind", ["missing", "directory", "missing folder"])
def test_no_table(schrille: Command, kind: str) -> None:
    path = Path("nowhere") / "box.csv" if kind == "missing folder" else Path("box.csv")
    if kind == "directory":
        (schrille.folder / path).mkdir()
    assert str(path) in refused(schrille, "deck", "new", "--csv", str(path), "-o", "deck.toml")
