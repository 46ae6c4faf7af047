"""Where a careful human would hesitate to count the slip that was found in a mail.

A slip is taken from lines of nothing but chips, or from one sentence. All that is left over in these lines and
beside them, and all words of the sender's own that may put it off, change it, or make it another player's, is
looked through; what may mean something makes the slip doubtful.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from typing import NamedTuple

from . import thoughts
from .bandnames import Names, holes_in
from .runs import LEADING, Read, Run, Span
from .lists import listed_in_order

TOKEN = re.compile(r"[^\W_]+")
BOUNDARY = re.compile(r"[.!?…](?=\s)")
BARE = re.compile(r"(?=.*[0-9])[\W0-9]*")
TITLED = re.compile(r".*(?<!\w)(?:round|runde|slip|zettel|r)\W{0,2}[0-9]{1,2}\W*")
AFTER_TITLE = re.compile(r".*(?<!\w)(?:round|runde)\W{0,2}")
PARENS = re.compile(r"\([^()0-9]*\)")
# Words between chips, and before them, that say nothing else.
JOINS = frozenset(
    "and und then dann dazu also plus sowie noch auf on in at for für is ist i ich put place lege setze well as"
    " weiter ferner so ans an".split()
)
LEADS = JOINS | frozenset(
    "influence einfluss chips chip tips tipps tipp rest my mein meine positive negative minus number nummer no nr new"
    " neue neuer pick aufsteiger hole loch the der die das of week woche and slip zettel play spiele take nehme"
    " bonus up down rauf runter hoch".split()
)
NOTES = frozenset(
    "sorry mine meins meiner haha thanks thank you danke please bitte cheers best regards lg vg mfg gruß grüße gruss"
    " viele liebe beste schöne bye ciao tschüss tschüß greetings done fertig smile".split()
)
HEADING = 3  # chips of a line that may begin with any words and a colon
SAYS_LITTLE = 5  # words beside a tip
NEAR_SLIP = 3  # chips that may be a slip of their own
LAST_HOLE = 14
SIGNED = re.compile(
    r"(?<![\w.])(?:[0-9]{1,2} ?)?[+-] ?[0-9](?![\w.])|(?<!\w)(?:no\.? ?1|nr\.? ?1|pick|aufsteiger)(?!\w)"
)


class Mail(NamedTuple):
    """The sender's own lines: as they came, in one form with the bands marked, and as `rows_of` made them."""

    lines: Sequence[str]
    texts: Sequence[str]
    rows: Sequence[str]
    wrong: Collection[int]  # rows whose band is not on their hole, or is not known
    names: Names
    others: Collection[str]


class Unit(NamedTuple):
    """A sentence with chips of the slip: its line, and what else stands before, between and behind them."""

    line: int
    chips: Sequence[Span]
    lead: str
    inner: Sequence[str]
    tail: str


def doubted(mail: Mail, slip: Read, runs: Sequence[Run], same: Collection[int]) -> bool:
    """Whether anything in a mail makes it doubtful whether a slip is meant as it was read.

    ``same`` are the runs, by their ids, that say the whole slip once more.
    """
    starts = [0]
    for row in mail.rows:
        starts.append(starts[-1] + len(row) + 1)
    at: dict[int, list[Span]] = {}
    for span in slip.spans:
        line = _line_of(starts, span.start)
        at.setdefault(line, []).append(Span(span.start - starts[line], span.end - starts[line], span.chip))
    covered: dict[int, list[tuple[int, int]]] = {}
    for run in slip.runs:
        for atom in run.atoms:
            line = _line_of(starts, atom.at)
            covered.setdefault(line, []).append((atom.at - starts[line], atom.at - starts[line] + len(atom.text)))
    used = sorted(covered)
    left = {line: _without(mail.rows[line], covered[line]) for line in used}
    units = [unit for line in sorted(at) for unit in _units(mail.rows[line], left[line], line, at[line])]
    whole = len(at) == 1
    return (
        any(line in mail.wrong for line in used)
        or _scattered(units, mail)
        or any(_leftover(mail, line, left[line], at.get(line, []), whole) for line in used)
        or _numbers_beside(mail, used)
        or listed_in_order(mail.rows, at, len(slip.chips))
        or _near_slip(mail, runs, slip, same, used)
        or _words(mail, used, left, min(at))
    )


def _line_of(starts: Sequence[int], at: int) -> int:
    from bisect import bisect_right

    return bisect_right(starts, at) - 1


def _without(row: str, spans: Sequence[tuple[int, int]]) -> str:
    """A row with spaces for what was read as the slip."""
    chars = list(row)
    for start, end in spans:
        chars[start:end] = " " * (min(end, len(row)) - start)
    return "".join(chars)


def _units(row: str, left: str, line: int, chips: Sequence[Span]) -> list[Unit]:
    """The sentences of a row that hold chips; one without any belongs to the next one that has some."""
    within = [(span.start, span.end) for span in chips]
    ends = []
    place = 0
    for match in BOUNDARY.finditer(row):
        while place < len(within) and within[place][1] <= match.start():
            place += 1
        item = row[: match.start()].strip().isdigit()
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
            inner = [left[one.end : two.start] for one, two in zip(found, found[1:], strict=False)]
            units.append(Unit(line, found, left[start : found[0].start], inner, left[found[-1].end : end]))
            start = end
    return units


def _is_tip(span: Span) -> bool:
    return not span.chip[-1].isdigit() or span.chip.endswith("no1")


def _words_of(text: str) -> list[str]:
    return [word for word in TOKEN.findall(PARENS.sub(" ", text)) if not holes_in(word)]


def _scattered(units: Sequence[Unit], mail: Mail) -> bool:
    """Whether the chips do not all come from lines of nothing else, or all from one sentence."""
    influence = sum(not _is_tip(span) for unit in units for span in unit.chips)
    headings = 0
    prose = []
    for number, unit in enumerate(units):
        own = sum(not _is_tip(span) for span in unit.chips)
        for span, inner in zip(unit.chips[1:], unit.inner, strict=True):
            words = set(_words_of(inner)) - JOINS
            if words and (not _is_tip(span) or len(words) > SAYS_LITTLE or words & thoughts.NOT):
                return True
        lead, tail = _words_of(unit.lead), _words_of(unit.tail)
        plain = (
            not set(lead) - LEADS or bool(LEADING.fullmatch(unit.lead)) or (not own and len(lead) <= SAYS_LITTLE)
        )
        if (
            not plain
            and len(unit.chips) >= HEADING
            and (len(lead) <= 2 or unit.lead.rstrip(" -\"'*(").endswith(":"))
        ):
            headings += 1
            plain = True
        signed = number == len(units) - 1 and (len(tail) <= 1 or tail[0] in NOTES)
        noted = not set(tail) - NOTES - {word.casefold() for word in mail.others}
        named = len(unit.chips) == 1 and bool(tail) and _clear(mail, unit)
        if not plain or not (signed or noted or named):
            prose.append((unit, own))
    if headings > 1:
        return True
    return any(own < influence for _unit, own in prose)


def _clear(mail: Mail, unit: Unit) -> bool:
    """Whether the words behind the only chip of a unit are a clear beginning of its band's name."""
    return mail.names.begins(" ".join(_words_of(unit.tail))) == {_hole(unit.chips[0].chip)}


def _hole(chip: str) -> int:
    match = re.match("[0-9]+", chip)
    return int(match[0]) if match else 0


def _leftover(mail: Mail, line: int, left: str, chips: Sequence[Span], whole: bool) -> bool:
    """Whether numbers or names in a line of the slip contradict what was read there, or may belong to it."""
    bands = holes_in(left)
    holes = [_hole(span.chip) for span in chips]
    if bands and not _in_order(bands, holes) and not (whole and not _within(left, chips)):
        return True
    if len(chips) == 1 and not bands:
        words = " ".join(word for word in _words_of(left.replace("(", " ").replace(")", " ")) if word not in JOINS)
        begun = mail.names.begins(words) if words else set()
        if begun and begun != set(holes):
            return True
    if chips and AFTER_TITLE.fullmatch(left[: chips[0].start]):
        return True  # the number of the round, read as a hole
    numbers = [word for word in TOKEN.findall(left) if any(map(str.isdigit, word))]
    if not numbers or whole:
        return False
    lead = left[: chips[0].start] if chips else left
    return len(numbers) > 1 or not TITLED.fullmatch(lead)


def _within(left: str, chips: Sequence[Span]) -> bool:
    """Whether a band is named between the first and the last chip of a line, or right beside them."""
    return bool(holes_in(left[: chips[-1].end])) or bool(holes_in(left[chips[-1].end :].split(".")[0]))


def _in_order(some: Sequence[int], all_: Sequence[int]) -> bool:
    rest = iter(all_)
    return all(hole in rest for hole in some)


def _numbers_beside(mail: Mail, used: Sequence[int]) -> bool:
    """Whether a line between those of the slip, or the next one beside them, holds nothing but small numbers."""

    def bare(line: int) -> bool:
        row = mail.rows[line]
        return bool(BARE.fullmatch(row)) and all(int(number) <= LAST_HOLE for number in _numbers(row))

    first, last = used[0], used[-1]
    within = set(range(first, last + 1)) - set(used)
    before = next((line for line in range(first - 1, -1, -1) if mail.rows[line]), None)
    after = next((line for line in range(last + 1, len(mail.rows)) if mail.rows[line]), None)
    return any(map(bare, within)) or any(line is not None and bare(line) for line in (before, after))


def _numbers(row: str) -> list[str]:
    return [number[:4] for number in re.findall("[0-9]+", row)]


def _near_slip(mail: Mail, runs: Sequence[Run], slip: Read, same: Collection[int], used: Sequence[int]) -> bool:
    """Whether what may be a second slip stands in the mail, also one that cannot be read."""
    taken = {id(run) for run in slip.runs}
    again = {run.line for run in runs if id(run) in same and id(run) not in taken}
    number = 0
    for line, row in enumerate(mail.rows):
        if line in used or line in again or not row:
            number = number if not row else 0
            continue
        found = len(SIGNED.findall(row))
        number = number + found if found else 0
        if number >= NEAR_SLIP:
            return True
    return False


def _words(mail: Mail, used: Sequence[int], left: dict[int, str], first: int) -> bool:
    """Whether words of the sender's own put the slip off, change it, or make it another player's."""
    texts = [left.get(line, text) if line in left else text for line, text in enumerate(mail.texts)]
    last = used[-1]
    behind = "\n".join(texts[first:])
    if thoughts.hesitates(texts) or thoughts.AFTERTHOUGHT.search(behind):
        return True
    if any(thoughts.ASKS.search(left[line]) for line in used):
        return True
    for line, text in enumerate(texts):
        parts = [text] if line not in left else BOUNDARY.split(text)
        if any(thoughts.changes(part, bool(holes_in(part))) for part in parts):
            return True
    before = [line for line in range(first) if mail.lines[line].strip()]
    if any(thoughts.announces(mail.texts[line]) for line in before):
        return True
    if thoughts.headed([mail.texts[line] for line in before]):
        return True
    lead = mail.lines[first]
    leads = [mail.lines[line] for line in before[-1:]]
    if left[first].strip():
        leads.append(_lead_as_written(lead))
    del last
    return any(thoughts.tells_of_another(line, mail.others) for line in leads)


def _lead_as_written(line: str) -> str:
    """What stands in a line, as it was written, before the first digit of a chip in it."""
    match = re.search(r"[0-9]{1,2} ?[-+:=.)]|[+-] ?[0-9]|\b(?:no|nr|pick|aufsteiger)\b", line, re.IGNORECASE)
    return line[: match.start()] if match else line
