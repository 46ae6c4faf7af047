"""Tables of bands as spreadsheets export them, byte for byte."""

from __future__ import annotations

from collections.abc import Sequence

# The deck that the tables below have: umlauts, quotes, separators and a line break in names.
BANDS = {
    "Müllabfuhr": ("blau", "grün"),
    "Straßenfeger": ("rot",),
    'Die "Ärmel"': ("gelb", "violett"),
    "Wind; Wetter": ("orange",),
    "Rot, Weiß & Co.": ("rot", "orange"),
    "Über zwei Zeilen": ("grün",),
    "Löffel/Gabel": ("violett",),
    **{f"Kapelle {number}": ("blau", "gelb") for number in range(1, 9)},
}
LABELS = {
    "blau": "blue",
    "rot": "red",
    "grün": "green",
    "gelb": "yellow",
    "violett": "violet",
    "orange": "orange",
}


def rows(joined: str = "", heading: Sequence[str] = ()) -> list[list[str]]:
    """The rows of the table, labels in two columns, or in one where something joins them."""
    made = [list(heading)] if heading else []
    for band, labels in BANDS.items():
        name = "Über\nzwei Zeilen" if band == "Über zwei Zeilen" else band
        made.append([name, joined.join(labels)] if joined else [name, *labels, *[""] * (2 - len(labels))])
    return made


def exported(
    table: Sequence[Sequence[str]], separator: str, line_end: str = "\r\n", all_quoted: bool = False
) -> str:
    """A table as text; within quotes, line breaks stay as they are in the cells."""

    def written(cell: str) -> str:
        needed = all_quoted or any(char in cell for char in (separator, '"', "\n", "\r"))
        return '"' + cell.replace('"', '""') + '"' if needed else cell

    return "".join(separator.join(map(written, row)) + line_end for row in table)


TWO = ("Band", "Label 1", "Label 2")
FARBEN = ("Karte", "Farbe", "Zweite Farbe")
BOM = "\ufeff"
# By program and way of export: the file, and what is said of it: encoding, separator, row of headings.
EXPORTS: dict[str, tuple[bytes, tuple[str, str, int | None]]] = {
    "Excel, German, CSV": (exported(rows(heading=FARBEN), ";").encode("cp1252"), ("Windows-1252", ";", 1)),
    "Excel, German, CSV UTF-8": ((BOM + exported(rows(), ";")).encode(), ("UTF-8", ";", None)),
    "Excel, English, CSV UTF-8": ((BOM + exported(rows(heading=TWO), ",")).encode(), ("UTF-8", ",", 1)),
    "Excel, Unicode text": ((BOM + exported(rows(heading=TWO), "\t")).encode("utf-16-le"), ("UTF-16 LE", "\t", 1)),
    "Excel, sep=": (b"sep=;\r\n" + exported(rows(heading=FARBEN), ";").encode("cp1252"), ("Windows-1252", ";", 1)),
    "LibreOffice": (exported(rows(heading=TWO), ",", "\n").encode(), ("UTF-8", ",", 1)),
    "LibreOffice, all quoted, tab": (exported(rows(), "\t", "\n", True).encode(), ("UTF-8", "\t", None)),
    "LibreOffice, UTF-16": (exported(rows(), ";", "\n").encode("utf-16"), ("UTF-16 LE", ";", None)),
    "a big-endian program": ((BOM + exported(rows(), ",", "\n")).encode("utf-16-be"), ("UTF-16 BE", ",", None)),
    "Numbers, German": (exported(rows(heading=FARBEN), ";", "\r\n").encode(), ("UTF-8", ";", 1)),
    "Google Sheets": (exported(rows(heading=TWO), ",").rstrip("\r\n").encode(), ("UTF-8", ",", 1)),
    "Google Sheets, TSV": (
        "\r\n".join("\t".join(cell.replace("\n", " ") for cell in row) for row in rows()).encode(),
        ("UTF-8", "\t", None),
    ),
    "an old Mac": (exported(rows(), ";", "\r").encode("cp1252"), ("Windows-1252", ";", None)),
}
