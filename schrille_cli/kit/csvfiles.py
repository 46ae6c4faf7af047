"""Tables as spreadsheets export them: text in any of their encodings, with any of their separators."""

from __future__ import annotations

import codecs
import csv
import re
from io import StringIO
from typing import NamedTuple

from . import files
from .errors import Fault, at_line, error, listed
from .language import _
from .names import nfc

# The names that people know encodings by; others are asked for by Python's names.
NAMES = {"utf-8": "UTF-8", "utf-16-le": "UTF-16 LE", "utf-16-be": "UTF-16 BE", "cp1252": "Windows-1252"}
UNICODE = ("UTF-8", "UTF-16 LE", "UTF-16 BE")
MARKS = {codecs.BOM_UTF8: "utf-8", codecs.BOM_UTF16_LE: "utf-16-le", codecs.BOM_UTF16_BE: "utf-16-be"}
# Where two fit as well, the first one, since those behind it stand in text more often.
SEPARATORS = {"tab": "\t", ";": ";", ",": ","}
WORKBOOKS = (b"PK\x03\x04", b"\xd0\xcf\x11\xe0")  # .xlsx, .ods and .numbers; .xls
SEP = re.compile(r'"?sep=([^\w\s"]|\t)"?(?:\r\n|\r|\n|$)', re.IGNORECASE)
LINE_END = re.compile(r"\r\n|\r|\n")


class Row(NamedTuple):
    """A row that is not empty: its number in the spreadsheet, from 1, and its cells, those at the end that are
    empty left out. Cells are in NFC, with no spaces around them and single ones for any white space within."""

    number: int
    cells: tuple[str, ...]


class Sheet(NamedTuple):
    """What a file holds where it is read with a separator.

    ``encoding`` is a name for people, ``split`` the share of rows that the separator splits, and ``faults`` say
    what is wrong with the quotes, where reading had to stop.
    """

    encoding: str
    separator: str
    rows: tuple[Row, ...]
    split: float
    faults: tuple[Fault, ...]


def read_sheets(path: str, encoding: str = "", separator: str = "") -> list[Sheet]:
    """A CSV file (``-``: standard input) as each separator would have it; those that split more rows come first.

    What the file says of itself holds: a byte order mark, Excel's line ``sep=;``. Else it is UTF-8 where it can
    be, and otherwise Windows-1252. ``encoding`` (Python's name of one) and ``separator`` (one character) are given
    where they are known.

    Raises `GameError` (kind ``"file"``) with the line where one can be named: what is missing, unreadable, too
    large, a workbook, or has bytes that are not of the encoding.
    """
    data = files.read_bytes(path)
    place = files.input_name(path)
    files.check_size(data, place)
    if data.startswith(WORKBOOKS):
        hint = _("export it as CSV in the spreadsheet program")
        raise error("file", _("this is a spreadsheet's own file, no CSV"), place, hint)
    text, used = _decoded(data, encoding, place)
    files.check_lines(LINE_END.split(text), place)
    said = SEP.match(text)
    text = text[said.end() :] if said else text
    separators = [separator] if separator else [said[1]] if said else list(SEPARATORS.values())
    sheets = [_sheet(text, one, NAMES.get(used, used), place) for one in separators]
    return sorted(sheets, key=lambda sheet: -sheet.split)


def is_encoding(name: str) -> bool:
    """Whether Python knows an encoding of text by this name."""
    try:
        b"x".decode(name, "replace")
    except (LookupError, UnicodeError):
        return False
    return True


def _decoded(data: bytes, encoding: str, place: str) -> tuple[str, str]:
    """The text of a file and Python's name of its encoding."""
    if encoding:
        candidates = [codecs.lookup(encoding).name]
    else:
        marked = [name for mark, name in MARKS.items() if data.startswith(mark)]
        candidates = marked or ["utf-8", "cp1252"]
    text, problem = "", None
    for name in candidates:
        try:
            text, problem = data.decode(name), None
            break
        except UnicodeError as refusal:
            problem = refusal
    if problem is not None:
        start = getattr(problem, "start", None)  # not every encoding says it
        if start is not None:
            before = data[:start].decode(candidates[-1], "replace")
            place = at_line(place, len(LINE_END.findall(before)) + 1)
        known = listed((NAMES.get(name, name) for name in candidates), "or")
        hint = _("name its encoding with --encoding, such as mac-roman or cp850")
        raise error("file", _("this is not text in {encodings}").format(encodings=known), place, hint)
    if "\0" in text:
        hint = _("if it is text in UTF-16, say so with --encoding utf-16-le or utf-16-be")
        raise error("file", _("this is no text"), place, hint)
    return text.removeprefix("\ufeff"), name


def _sheet(text: str, separator: str, encoding: str, place: str) -> Sheet:
    """The rows of a text with a separator; a fault where quotes are wrong."""
    rows: list[Row] = []
    faults: list[Fault] = []
    number = split = lines_read = 0
    # Line breaks are left as they are: those in quotes belong to a cell, and any of the three kinds ends a row.
    lines = StringIO(text, newline="")
    try:
        for cells in csv.reader(lines, delimiter=separator, skipinitialspace=True, strict=True):
            number += 1
            cleaned = [nfc(" ".join(cell.split())) for cell in cells]
            while cleaned and not cleaned[-1]:
                cleaned.pop()
            split += len(cells) > 1
            lines_read += bool(cells)
            if cleaned:
                rows.append(Row(number, tuple(cleaned)))
    except csv.Error:
        message = _("the quotes are not closed, or something stands behind them")
        hint = _("a quote within quotes is written twice")
        place = _("{place}, row {number}").format(place=place, number=number + 1)
        faults.append(Fault("file", message, place, hint))
    return Sheet(encoding, separator, tuple(rows), split / max(1, lines_read), tuple(faults))
