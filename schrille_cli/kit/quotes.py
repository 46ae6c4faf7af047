"""The lines of a plain text mail, and which of them are quoted by their marks."""

from __future__ import annotations

import re
from typing import NamedTuple

LOOKED_AT = 1000  # characters of a line in which marks are looked for

# The first and the last line of every mail that this program writes. What stands between them in a mail that comes
# in is quoted, whether or not the mail program says so.
BEGIN = "=== schrille-cli ==="
END = "=== end of schrille-cli ==="

_DEPTH = re.compile(r">+")
# Marks of quotes, also with a space between them or initials before them: ``>``, ``> >``, ``|``, ``AB>``.
_MARKED = re.compile(r"[ \t\xa0]{0,3}(?:[A-Z]{1,4}(?=>))?[>|»](?:[ \t\xa0]?[>|»])*(?:[ \t\xa0]|(?=[^ \t\xa0])|$)")
_TABLE = re.compile(r"[ \t\xa0]{0,3}\|(?![ \t\xa0]?[>|»]).*\|[ \t\xa0]*$")


class Line(NamedTuple):
    """A line of a mail, without its end; ``quoted`` from an earlier mail, forwarded, or a line that says so."""

    text: str
    quoted: bool


def plain(text: str, flowed: bool = False, delsp: bool = False) -> list[Line]:
    """The lines of a plain text, marks of quotes taken off.

    ``text`` has ``\\n`` as line ends. With ``flowed`` the lines that RFC 3676 lets flow are one; ``delsp`` says
    that the space at which they were broken is not part of the text.

    >>> plain("14+3 \\n9-2\\n> old", flowed=True)
    [Line(text='14+3 9-2', quoted=False), Line(text='old', quoted=True)]
    """
    lines = text.split("\n")
    if lines and not lines[-1]:
        lines.pop()
    return _flowed(lines, delsp) if flowed else [_marked(line) for line in lines]


def _marked(line: str) -> Line:
    found = _MARKED.match(line[:LOOKED_AT])
    if not found or (len(line) <= LOOKED_AT and _TABLE.match(line)):
        return Line(line, False)
    return Line(line[found.end() :], True)


def _flowed(lines: list[str], delsp: bool) -> list[Line]:
    """The paragraphs of a flowed text, a line each."""
    found: list[Line] = []
    open_depth = -1  # of the paragraph that goes on
    parts: list[str] = []
    for line in lines:
        marks = _DEPTH.match(line)
        depth = marks.end() if marks else 0
        text = line[depth:].removeprefix(" ")
        signature = text == "-- "
        if open_depth >= 0 and (depth != open_depth or signature):
            found.append(Line("".join(parts), open_depth > 0))
            open_depth, parts = -1, []
        if text.endswith(" ") and not signature:
            parts.append(text[:-1] if delsp else text)
            open_depth = depth
        else:
            found.append(Line("".join([*parts, text]), depth > 0))
            open_depth, parts = -1, []
    if open_depth >= 0:
        found.append(Line("".join(parts), open_depth > 0))
    return found
