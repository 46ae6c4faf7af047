"""Which lines of a mail are from an earlier one although nothing marks each of them.

Mail programs put a line before what they quote ("On … wrote:"), or the header of the earlier mail, and many mark
nothing behind it. There each line behind is quoted, since nobody can tell whose it is; but what stands behind
the last line of a mail that this program wrote is the sender's own again.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from .quotes import LOOKED_AT, Line

ORIGINAL = "-----Original Message-----"  # stands where HTML says that an earlier mail begins
_MOST_WRAPPED = 4  # lines of a line that says who wrote
_MOST_RULERS = 4  # lines of strokes and words that say together that an earlier mail begins
_DEEPEST = 100  # mails inside mails
_MOST_HEADER = 12  # lines of the header of an earlier mail

_EDGE = re.compile(
    r"===[ \t\xa0]{0,3}(end[ \t\xa0]{1,3}of[ \t\xa0]{1,3})?schrille-cli[ \t\xa0]{0,3}===", re.IGNORECASE
)
_RULER = re.compile(r"[ \t\xa0]*[_=*~-]{5,}[ \t\xa0]*$")

_EARLIER = (
    r"original(?:[ -]message|[ -]?nachricht|[ -]e?-?mail)?|urspr(?:ü|ue|.{1,3})ngliche (?:nachricht|e?-?mail)"
    r"|(?:begin )?forwarded (?:message|mail|e-mail)|weitergeleitete (?:nachricht|e?-?mail)|reply message"
    r"|(?:forwarded|weitergeleitet) (?:by|von) .{1,200}|weitergeleiteter text|antwort-?nachricht"
)
_OPENING = re.compile(
    rf"[ \t\xa0]*(?:[-_=*~]{{2,}}[ \t\xa0]*(?:{_EARLIER})[ \t\xa0:]*[-_=*~]{{2,}}"
    r"|begin forwarded message:|anfang der weitergeleiteten (?:nachricht|e-mail):"
    r")[ \t\xa0]*$",
    re.IGNORECASE,
)
_KEY = re.compile(
    r"[ \t\xa0*]{0,4}(?:(?P<sender>from|von)|(?P<time>sent|date|gesendet|datum|gesendet am)"
    r"|(?P<topic>subject|betreff)|(?P<reader>to|an|cc|kopie|bcc|reply-to|antwort an|wichtigkeit|importance))"
    r"[ \t\xa0]?\*{0,2}:(?=[ \t\xa0*]|$)",
    re.IGNORECASE,
)
_MAIL = re.compile(r"[^\s@<>]{1,100}@[^\s@<>]{1,100}")
# What a line says that tells who wrote. Those that tell a time as well are written by no hand.
_WROTE = re.compile(
    r"\b(?:wrote|writes|schrieb|schreibt|geschrieben|said|meinte|quoting|zitat von|a écrit|escribió|ha scritto)\b",
    re.IGNORECASE,
)
_TIME = re.compile(r"\d\d?:\d\d|20\d\d|\d\d?[./-]\d\d?[./-]\d\d")
_STARTS = re.compile(r"[ \t\xa0]*(?:on|at|am|quoting|zitat|(?:el|le|il)\b|20\d\d|\d\d?[./-])", re.IGNORECASE)
_CLOCK = re.compile(r"(?:20\d\d|\d\d?\.\d\d?\.\d\d).{1,20}\b\d\d?:\d\d")  # a day and a time, as programs write
_DASHED = re.compile(r"[ \t\xa0]*-{3,5} .{1,300} -{3,5}[ \t\xa0]*$")
_ENDS = re.compile(r"(?::|…|\.\.\.| -{3,5})[ \t\xa0]*$")


def opens(text: str) -> bool:
    """Whether a line says that an earlier mail begins behind it, forwarded or quoted as a whole."""
    return bool(_OPENING.match(text[:LOOKED_AT]))


def parted(lines: Sequence[Line]) -> list[Line]:
    """The same lines, so that the first and last line of a mail of this program stand alone in theirs."""
    found: list[Line] = []
    for line in lines:
        if line.quoted or "schrille-cli" not in line.text.lower():
            found.append(line)
            continue
        at = 0
        for edge in _EDGE.finditer(line.text):
            if line.text[at : edge.start()].strip():
                found.append(Line(line.text[at : edge.start()], False))
            found.append(Line(edge[0], False))
            at = edge.end()
        if not at or line.text[at:].strip():
            found.append(Line(line.text[at:], False))
    return found


def mark(lines: Sequence[Line]) -> list[Line]:
    """The same lines, those from earlier mails quoted; lines that are quoted stay so.

    ``lines`` have been through `parted`. There are as many lines afterwards.

    >>> earlier = [Line("3+2", False), Line("-----Original Message-----", False), Line("9-2", False)]
    >>> [line.quoted for line in mark(earlier)]
    [False, True, True]
    """
    texts = [line.text[:LOOKED_AT] for line in lines]
    quoted = [line.quoted for line in lines]
    view = _View(lines, texts, _following(lines))
    opened: list[bool] = []  # earlier mails that have begun, true for one of this program
    at = 0
    while at < len(lines):
        if quoted[at]:
            at += 1
            continue
        edge = _EDGE.fullmatch(texts[at].strip()) if "schrille-cli" in texts[at].lower() else None
        if edge:
            quoted[at] = True
            at += 1
            if edge[1]:
                _close(opened)
            else:
                opened.append(True)
            continue
        last, hides = _said(view, at)
        quoted[at:last] = [True] * (last - at)
        if hides:
            opened.append(False)
        if opened:
            quoted[at] = True
        at = max(last, at + 1)
    return [Line(line.text, mark) for line, mark in zip(lines, quoted, strict=True)]


def _close(opened: list[bool]) -> None:
    """Take off what has ended with the last line of a mail of this program: it, and the mail that it lay in."""
    while opened and not opened[-1] and True in opened[-_DEEPEST:]:
        opened.pop()
    if opened and opened[-1]:
        opened.pop()
    if opened and not opened[-1]:
        opened.pop()


class _View(NamedTuple):
    """The lines of a mail as they came, as much of their texts as is looked at, and where the next one stands."""

    lines: Sequence[Line]
    texts: Sequence[str]
    following: Sequence[int]

    def own(self, at: int) -> bool:
        """Whether a line is there that nothing marks as quoted."""
        return at < len(self.lines) and not self.lines[at].quoted


def _following(lines: Sequence[Line]) -> list[int]:
    """For every place the next one, behind it, of a line that is not blank."""
    found = [0] * len(lines)
    following = len(lines)
    for at in range(len(lines) - 1, -1, -1):
        found[at] = following
        if lines[at].text.strip():
            following = at
    return found


def _said(view: _View, at: int) -> tuple[int, bool]:
    """Where the lines end with which an earlier mail begins at a place, and whether all behind them is quoted.

    The place itself where none begins.
    """
    end, place, found = at, at, False
    for _step in range(_MOST_RULERS):
        opens = view.own(place) and bool(_OPENING.match(view.texts[place]))
        if not opens and not (view.own(place) and _RULER.match(view.texts[place])):
            break
        found = found or opens
        end, place = (place + 1, view.following[place]) if opens else (end, view.following[place])
    if view.own(place) and _KEY.match(view.texts[place]):
        header = _header(view, place, 2 if place > at else 3)
        if header > place:
            return header, True
    if found:
        told, hides = _attribution(view, place) if view.own(place) else (place, False)
        return (told if hides else end), True
    return _attribution(view, at)


def _header(view: _View, at: int, least: int) -> int:
    """Where the header of an earlier mail ends that begins at a place; the place itself where none does."""
    kinds: set[str] = set()
    end = at
    for place in range(at, min(at + _MOST_HEADER, len(view.lines))):
        if not view.own(place):
            break
        key = _KEY.match(view.texts[place])
        if key:
            kinds.add(str(key.lastgroup))
            end = place + 1
        elif not view.texts[place].strip() and len(kinds) >= least:
            break
    known = "sender" in kinds and len(kinds) >= least and kinds & {"time", "topic"}
    return end if known else at


def _attribution(view: _View, at: int) -> tuple[int, bool]:
    """Where a line ends that says who wrote, and whether what it announces is not marked."""
    text = view.texts[at]
    if not text.strip():
        return at, False
    for end in range(at + 1, at + (_MOST_WRAPPED if _STARTS.match(text) else 1) + 1):
        if end > at + 1:
            if not view.own(end - 1) or not view.texts[end - 1].strip():
                break
            text = f"{text.rstrip()} {view.texts[end - 1].strip()}"[:LOOKED_AT]
        ends = _ENDS.search(text[-20:])
        if not ends:
            continue
        behind = view.following[end - 1]
        timed, wrote = _TIME.search(text), _WROTE.search(text)
        sure = _MAIL.search(text) or (wrote and (_STARTS.match(text) or _CLOCK.search(text)))
        strict = timed and (ends[0].startswith(":") or _DASHED.match(text)) and sure
        if view.own(behind):
            if strict and (wrote or text.rstrip().endswith(">:")):
                return end, True
        elif behind < len(view.lines) and (strict or timed or wrote or _MAIL.search(text)):
            return end, False
    return at, False
