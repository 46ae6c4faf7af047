"""Deck files from tables as spreadsheets export them: any encoding, separator, line end and order of columns."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from conftest import Command
from processes import refused
from tables import BANDS, BOM, EXPORTS, FARBEN, LABELS, TWO, exported, rows

from schrille_cli.schrille import load_deck


def written(schrille: Command, data: bytes, *args: str) -> Any:
    """The answer of ``deck new`` to a table, whose deck file must hold the deck of the tables."""
    (schrille.folder / "box.csv").write_bytes(data)
    answer = schrille.json("deck", "new", "--csv", "box.csv", "-o", "deck.toml", *args)
    deck = load_deck(str(schrille.folder / "deck.toml"))
    assert dict(deck.bands) == BANDS
    assert list(deck.bands) == list(BANDS)
    assert dict(deck.labels) == LABELS
    return answer


def said(schrille: Command, text: str, *args: str, encoding: str = "utf-8") -> list[str]:
    """The errors of ``deck new`` about a table that it refuses, with nothing written."""
    (schrille.folder / "box.csv").write_bytes(text.encode(encoding))
    return refused(schrille, "deck", "new", "--csv", "box.csv", "-o", "deck.toml", *args).splitlines()


def sound(text: str, count: int = 14) -> str:
    """A table of so many sound rows, and behind it a text."""
    return "".join(f"Band {number};blau\n" for number in range(count)) + text


@pytest.mark.parametrize("export", EXPORTS)
def test_exports(schrille: Command, export: str) -> None:
    data, (encoding, separator, header) = EXPORTS[export]
    source = written(schrille, data)["source"]
    assert source == {
        "file": "box.csv",
        "encoding": encoding,
        "separator": separator,
        "header_row": header,
        "band_column": "A",
        "label_columns": ["B", "C"],
        "columns_left_out": [],
    }
    schrille("deck", "check", "deck.toml")
    schrille.new("--deck", "deck.toml", players={"Ann": "blau", "Bob": "violet", "Cid": "GRÜN"})


@pytest.mark.parametrize("separator", [";", ",", "\t"])
@pytest.mark.parametrize("joined", ["/", ", ", "+", " + ", ",", ";", " ", " und ", " & "])
def test_both_labels_in_one_column(schrille: Command, joined: str, separator: str) -> None:
    source = written(schrille, exported(rows(joined, ("Name", "Label")), separator).encode())["source"]
    assert (source["separator"], source["label_columns"]) == (separator, ["B"])


def test_labels_that_are_not_quoted_and_joined_by_what_might_be_the_separator(schrille: Command) -> None:
    """Both signs split every row in two; only one leaves labels in the second cell whole."""
    for separator, joined in (";,", ",;"):
        text = "".join(f"Band {number}{separator}blau{joined}rot\n" for number in range(14))
        (schrille.folder / "box.csv").write_text(text)
        args = ["deck", "new", "--csv", "box.csv", "-o", "deck.toml", "--force"]
        assert schrille.json(*args)["source"]["separator"] == separator
        assert set(load_deck(str(schrille.folder / "deck.toml")).bands.values()) == {("blau", "rot")}


@pytest.mark.parametrize("encoding", ["mac-roman", "cp850", "iso-8859-15", "utf-16-le", "utf-16-be", "utf-8"])
def test_an_encoding_that_is_named(schrille: Command, encoding: str) -> None:
    data = exported(rows(heading=FARBEN), ";", "\r").encode(encoding)
    assert written(schrille, data, "--encoding", encoding)["source"]["separator"] == ";"


def test_mac_roman_is_not_guessed_and_what_to_do_is_said(schrille: Command) -> None:
    errors = said(schrille, exported(rows(), ";"), encoding="mac-roman")
    assert errors == [
        'Error: "box.csv", rows 1, 6: there is no label "grŸn" '
        "(if letters are wrong, name the encoding with --encoding)"
    ]


def test_empty_rows_and_columns_dashes_and_spaces_that_do_not_break(schrille: Command) -> None:
    table = [["", *row, "", "", ""] for row in rows(heading=FARBEN)]
    for row in table:
        row[:4] = [*(cell.replace(" ", "\u00a0") for cell in row[:3]), row[3] or "–"]
    for number in (0, 0, 5, len(table)):
        table.insert(number, [""] * 7)
    text = exported(table, ";").replace("Farbe;", "\u00a0Farbe\u00a0;", 1)
    source = written(schrille, (text + "\r\n\r\n").encode("cp1252"))["source"]
    assert (source["header_row"], source["band_column"], source["label_columns"]) == (3, "B", ["C", "D"])


def test_spaces_before_quotes(schrille: Command) -> None:
    written(schrille, exported(rows(heading=TWO), ",", all_quoted=True).replace('","', '",  "').encode())


def test_names_become_composed(schrille: Command) -> None:
    import unicodedata

    text = unicodedata.normalize("NFD", exported(rows(), ","))
    assert "u\u0308" in text
    written(schrille, text.encode())


def test_columns_by_their_headings_in_any_order(schrille: Command) -> None:
    headings = ("Bandname", "Colour", "Label II")
    table = [["7", row[1], "x", row[0], row[2], "schön"] for row in rows(heading=headings)]
    table[0][0], table[0][2], table[0][5] = "Nr.", "Titel", "Bemerkung"
    source = written(schrille, exported(table, ";").encode())["source"]
    assert (source["band_column"], source["label_columns"]) == ("D", ["B", "E"])
    assert source["columns_left_out"] == ["A", "C", "F"]


def test_a_heading_over_two_columns(schrille: Command) -> None:
    source = written(schrille, exported(rows(heading=("Band", "Label", "")), ";").encode())["source"]
    assert (source["header_row"], source["label_columns"]) == (1, ["B", "C"])


def test_titles_above_the_headings(schrille: Command) -> None:
    table = [["Unsere Karten"], [], ["Stand: Band 2 von 3", "", ""], *rows(heading=TWO)]
    source = written(schrille, exported(table, ";").encode())["source"]
    assert source["header_row"] == 4
    (schrille.folder / "deck.toml").unlink()
    errors = said(schrille, exported([*rows()[:3], *table[3:]], ";"))
    assert errors[0].startswith('Error: "box.csv", row 4: there is no label "Label 1"')
    assert errors[2] == 'Error: "box.csv", row 5: the band "Müllabfuhr" stands in row 1 already'


def test_columns_by_what_is_in_them(schrille: Command) -> None:
    table = [[row[1], row[2], row[0]] for row in rows()]
    source = written(schrille, exported(table, ",").encode())["source"]
    assert (source["band_column"], source["label_columns"]) == ("C", ["A", "B"])


def test_columns_that_are_named(schrille: Command) -> None:
    table = [[str(n), row[0], row[2], row[1], "rot"] for n, row in enumerate(rows(heading=("?", "!", "*")))]
    data = exported(table, ";").encode()
    assert "the columns C, D and E all seem to have labels" in said(schrille, data.decode(), "--header")[0]
    text = exported([row[:4] for row in table], ";")
    assert "which column has the bands: A or B" in said(schrille, text, "--header")[0]
    for columns in ("B,D,C", "2,4,3", " b,d,c"):
        written(schrille, data, "--header", "--columns", columns)
        (schrille.folder / "deck.toml").unlink()


def test_a_first_row_of_unknown_headings(schrille: Command) -> None:
    text = exported(rows(heading=("Gruppe", "Eins", "Zwei")), ";")
    errors = said(schrille, text)
    assert errors[0].startswith('Error: "box.csv", row 1: there is no label "Eins" (if this row has headings')
    assert written(schrille, text.encode(), "--header")["source"]["header_row"] == 1


def test_headings_that_are_a_band(schrille: Command) -> None:
    """What looks like headings can be told to be none."""
    text = sound("Band;Label\n".replace("Label", "rot"), 13)
    (schrille.folder / "box.csv").write_text("Name;blau\n" + text)
    args = ["deck", "new", "--csv", "box.csv", "-o", "deck.toml"]
    assert schrille.json(*args)["bands"] == 15
    (schrille.folder / "deck.toml").unlink()
    errors = said(schrille, "Name;Farbe\n" + sound(""), "--no-header")
    assert len(errors) == 1
    assert 'row 1: there is no label "Farbe"' in errors[0]


def test_words_for_labels(schrille: Command) -> None:
    """English, other German words and the beginnings of words mean the same labels, called as is first written."""
    words = ["Blue", "LILA", "yellow", "gruen", "ro", "Purple", "o", "green", "r"]
    text = "".join(f"Band {number};{words[number % 9]}\n" for number in range(18))
    (schrille.folder / "box.csv").write_text(text)
    answer = schrille.json("deck", "new", "--csv", "box.csv", "-o", "deck.toml")
    assert [(label["name"], label["colour"], label["bands"]) for label in answer["labels"]] == [
        ("Blue", "blue", 2),
        ("rot", "red", 4),
        ("gruen", "green", 4),
        ("yellow", "yellow", 2),
        ("LILA", "violet", 4),
        ("orange", "orange", 2),
    ]


def test_labels_with_names_of_their_own(schrille: Command) -> None:
    text = sound("").replace("blau", "Tief Blau/Knall")
    errors = said(schrille, text)
    assert len(errors) == 1
    assert "no column has the labels" in errors[0]
    args = [
        "deck",
        "new",
        "--csv",
        "box.csv",
        "-o",
        "deck.toml",
        "--label",
        "Tief Blau=blau",
        "--label",
        "Knall=red",
    ]
    labels = schrille.json(*args)["labels"]
    assert [(label["name"], label["colour"]) for label in labels[:3]] == [
        ("Tief Blau", "blue"),
        ("Knall", "red"),
        ("green", "green"),
    ]
    deck = load_deck(str(schrille.folder / "deck.toml"))
    assert set(deck.bands.values()) == {("Tief Blau", "Knall")}


def test_the_answer_says_how_the_table_was_read(schrille: Command) -> None:
    (schrille.folder / "box.csv").write_bytes(EXPORTS["Excel, German, CSV"][0])
    out = " ".join(schrille("deck", "new", "--csv", "box.csv", "-o", "deck.toml").stdout.split())
    assert '"box.csv" was read as Windows-1252 with ";" between the columns. Row 1 has the headings.' in out
    assert (
        'The bands are in column A ("Karte"). The labels are in columns B ("Farbe") and C ("Zweite Farbe").' in out
    )
    assert "Labels: blau (blue), rot (red), grün (green), gelb (yellow), violett (violet), orange." in out
    assert '"deck.toml": 15 bands' in out
    assert "Warning: there are 15 bands, the box has 42 (R2)" in out


def test_standard_input(schrille: Command) -> None:
    out = schrille("deck", "new", "--csv", "-", "-o", "deck.toml", input=exported(rows(), ";")).stdout
    assert "standard input was read as UTF-8" in out


def test_the_deck_file_is_written_like_the_example(schrille: Command, tmp_path: Path) -> None:
    (schrille.folder / "box.csv").write_text("\ufeff" + exported(rows(heading=TWO), ";"))
    schrille("deck", "new", "--csv", "box.csv", "-o", "deck.toml")
    lines = (tmp_path / "deck.toml").read_text("utf-8").splitlines()
    assert lines[0].startswith("# ")
    assert lines[lines.index("[labels]") + 1] == '"blau" = "blue"'
    assert lines[lines.index("[bands]") + 1] == '"Müllabfuhr" = "blau, grün"'
    assert '"Die \\"Ärmel\\"" = "gelb, violett"' in lines
    assert BOM not in lines[0]
