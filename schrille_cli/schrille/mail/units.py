"""The sentences from which the chips of a slip come, and whether they may be put together."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from itertools import pairwise
from typing import NamedTuple

from . import thoughts, titles
from .bandnames import Names, holes_in
from .runs import LEADING, Span
from .thoughts import words

TOKEN = re.compile(r"[^\W_]+")
BOUNDARY = re.compile(r"[.!?…](?=\s)")
PARENS = re.compile(r"\([^()0-9]*\)")
# Words between chips, and before them, that say nothing else.
JOINS = words(
    "and und then dann dazu also plus sowie noch auf on in at for für is ist i ich put place lege setze "
    "well as weiter ferner so ans an"
)
LEADS = JOINS | words(
    "influence einfluss plus r chips chip tips tipps tipp rest my mein meine positive negative minus number "
    "nummer no nr new neue neuer pick aufsteiger hole loch the der die das of week woche and slip zettel "
    "play spiele take nehme bonus up down rauf runter hoch"
)
NOTES = words(
    "sorry mine meins meiner haha thanks thank you danke please bitte cheers best regards lg vg mfg gruß "
    "grüße gruss viele liebe beste schöne bye ciao tschüss tschüß greetings done fertig smile"
)
NEAR = 20  # characters before a chip that may say that it is none
ITEM = 8  # characters of a line within which the number of an item stands
HEADING = 3  # chips of a line that may begin with any words and a colon
MARKED = re.compile(rf"\s*[?✗✘✖❌❓]|\s*\([^()]*{titles.OTHER.pattern}[^()]*\)")
GOES_ON = words("and und plus also sowie dazu then dann noch oh sorry ups oops forgot vergessen my mein")
SAYS_LITTLE = 5  # words beside a tip
# What stands before a span, a score or a number of another kind, which might else be the first chip of a line.
NO_CHIP = re.compile(
    r"(?<!\w)(?:until|till|by|since|from|bis|ab|seit|vom|am|von|tel|phone|fax|mobil|date|datum|termin|score"
    r"|version|apt"
    r"|zoom|meet on|yesterday|gestern|room|raum|zimmer)\W*\Z"
)


class Unit(NamedTuple):
    """A sentence with chips of the slip, and what else stands before, between and behind them."""

    chips: Sequence[Span]
    lead: str
    inner: Sequence[str]
    tail: str


def units_of(row: str, left: str, chips: Sequence[Span]) -> list[Unit]:
    """The sentences of a row that hold chips; one without any belongs to the next one that has some."""
    within = [(span.start, span.end) for span in chips]
    ends = []
    place = 0
    for match in BOUNDARY.finditer(row):
        while place < len(within) and within[place][1] <= match.start():
            place += 1
        item = match.start() < ITEM and row[: match.start()].strip().isdigit()
        if not item and not (place < len(within) and within[place][0] <= match.start()):
            ends.append(match.end())
    ends.append(len(row))
    units = []
    start = place = 0
    for end in ends:
        found = []
        while place < len(chips) and chips[place].start < end:
            found.append(chips[place])
            place += 1
        if found:
            inner = [left[one.end : two.start] for one, two in pairwise(found)]
            units.append(Unit(found, left[start : found[0].start], inner, left[found[-1].end : end]))
            start = end
    return units


def _is_tip(span: Span) -> bool:
    return not span.chip[-1].isdigit() or span.chip.endswith("no1")


def words_of(text: str) -> list[str]:
    """The words of a text, without those in brackets and the signs of bands."""
    return [word for word in TOKEN.findall(PARENS.sub(" ", text)) if not holes_in(word)]


def hole_of(chip: str) -> int:
    """The hole of a chip in plain notation."""
    match = re.match("[0-9]+", chip)
    return int(match[0]) if match else 0


def scattered(units: Sequence[Unit], names: Names, others: Collection[str]) -> bool:
    """Whether the chips do not all come from lines of nothing else, or all from one sentence."""
    influence = sum(not _is_tip(span) for unit in units for span in unit.chips)
    headings = 0
    prose = []
    if any(MARKED.match(text) for unit in units for text in (*unit.inner, unit.tail)):
        return True
    if _stray(units, names):
        return True
    for number, unit in enumerate(units):
        own = sum(not _is_tip(span) for span in unit.chips)
        for span, inner in zip(unit.chips[1:], unit.inner, strict=True):
            between = set(words_of(inner)) - JOINS
            if between and (not _is_tip(span) or len(between) > SAYS_LITTLE or between & thoughts.NOT):
                return True
        lead, tail = words_of(unit.lead), words_of(unit.tail)
        if not _is_tip(unit.chips[0]) and NO_CHIP.search(unit.lead[-NEAR:]):
            return True
        if tail and not _is_tip(unit.chips[-1]) and tail[0] not in NOTES and len(unit.chips) > 1:
            return True  # the last one may be a part of what follows it
        little = not own and len(lead) <= SAYS_LITTLE and not set(lead) & thoughts.NOT
        plain = not set(lead) - LEADS or bool(LEADING.fullmatch(unit.lead)) or little
        if (
            not plain
            and len(unit.chips) >= HEADING
            and (len(lead) <= 2 or unit.lead.rstrip(" -\"'*(").endswith(":"))
        ):
            headings += 1
            plain = True
        signed = number == len(units) - 1 and (len(tail) <= 1 or tail[0] in NOTES)
        noted = not set(tail) - NOTES - {word.casefold() for word in others}
        named = len(unit.chips) == 1 and bool(tail) and _clear(names, unit)
        if not plain or not (signed or noted or named):
            prose.append((unit, own))
    if headings > 1:
        return True
    return any(own < influence for _unit, own in prose)


def _stray(units: Sequence[Unit], names: Names) -> bool:
    """Whether the only chip apart from lines of several has other words beside it, and is perhaps a score."""
    own = [[span for span in unit.chips if not _is_tip(span)] for unit in units]
    alone = [unit for unit, spans in zip(units, own, strict=True) if len(unit.chips) == len(spans) == 1]
    if len(alone) != 1 or len(units) < 2 or any(len(spans) == 1 for spans in own if spans != list(alone[0].chips)):
        return False
    lead, tail = TOKEN.findall(alone[0].lead), TOKEN.findall(alone[0].tail)
    named = holes_in(alone[0].lead + alone[0].tail) or _clear(names, alone[0])
    return not named and bool(set(lead) - GOES_ON or set(tail) - NOTES)


def _clear(names: Names, unit: Unit) -> bool:
    """Whether the words behind the only chip of a unit are a clear beginning of its band's name."""
    return names.begins(" ".join(words_of(unit.tail))) == {hole_of(unit.chips[0].chip)}
