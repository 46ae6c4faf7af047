"""Where a careful human would hesitate to count the slip that was found in a mail.

A slip is taken from lines of nothing but chips, or from one sentence. All that is left over in these lines and
beside them, and all words of the sender's own that may put it off, change it, or make it another player's, is
looked through; what may mean something makes the slip doubtful.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Collection, Sequence
from typing import NamedTuple

from ..spelling import even
from . import asides, beside, thoughts, titles
from .bandnames import SIGN, Names, holes_in
from .lists import holes_in_turn, listed_in_order
from .runs import Read, Run, Span
from .units import BOUNDARY, JOINS, TOKEN, Unit, hole_of, scattered, units_of, words_of

BARE = re.compile(r"(?=.*[0-9])[\W0-9]*")
TITLED = re.compile(r".*(?<!\w)(?:round|runde|slip|zettel|r)\W{0,2}[0-9]{1,2}\W*")
AFTER_TITLE = re.compile(r".*(?<!\w)(?:round|runde)[ #.]{0,2}")
THIS = re.compile(r".*(?<!\w)(?:this|diese[nr]?|erste|first|neue|new|the|die|der) (?:round|runde)[ #.]{0,2}")
PARTS = re.compile(r"[,;/|]")
NEAR_SLIP = 3  # chips that may be a slip of their own
LAST_HOLE = 14
SIGNED = re.compile(
    r"(?<![\w.])(?:[0-9]{1,2} ?)?[+-] ?[0-9](?![\w.])|(?<!\w)(?:no\.? ?1|nr\.? ?1|pick|aufsteiger)(?!\w)"
)
# A chip as it is written, so that it is no time or date.
CHIP = re.compile(
    r"(?<!\w)[0-9]{1,2}\s?[:=.)|]?\s?[-+–−‐‑]\s?[0-9](?![\d.:-])|(?<!\w)[0-9]{1,2}\s?[:=]?\s?(?:n|no|nr|p"
    r"|pick)(?!\w)"
    r"|(?<!\w)(?:no|nr|nummer|number|pick|aufsteiger)(?!\w)|(?<!\w)[+-]\s?[0-9](?!\w)",
    re.IGNORECASE,
)


class Mail(NamedTuple):
    """The sender's own lines: as they came, in one form with the bands marked, and as `rows_of` made them."""

    lines: Sequence[str]
    texts: Sequence[str]
    rows: Sequence[str]
    wrong: Collection[int]  # rows whose band is not on their hole, or is not known
    names: Names
    others: Collection[str]
    number: int | None = None  # of the round


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
    units = [unit for line in sorted(at) for unit in units_of(mail.rows[line], left[line], at[line])]
    whole = len(at) == 1
    return (
        any(line in mail.wrong for line in used)
        or scattered(units, mail.names, mail.others)
        or any(_leftover(mail, line, left[line], at.get(line, []), whole) for line in used)
        or (_numbers_beside(mail, used) and not holes_in_turn(mail.rows, at))
        or listed_in_order(mail.rows, at, len(slip.chips))
        or _near_slip(mail, runs, slip, same, used)
        or _words(mail, left, at[min(at)][0], min(at))
        or _asides(mail, runs, slip, same, starts)
        or _titled(mail, units, left, min(at))
    )


def _asides(mail: Mail, runs: Sequence[Run], slip: Read, same: Collection[int], starts: Sequence[int]) -> bool:
    """Whether what stands outside the slip, said once or more, changes it or takes it back."""
    told = {id(run) for run in slip.runs} | set(same)
    covered: dict[int, list[tuple[int, int]]] = {}
    for run in runs:
        for atom in run.atoms if id(run) in told else ():
            line = _line_of(starts, atom.at)
            covered.setdefault(line, []).append((atom.at - starts[line], atom.at - starts[line] + len(atom.text)))
    rest = [
        _without(row, covered[line]).replace(":", " ") if line in covered else row
        for line, row in enumerate(mail.rows)
    ]
    spoken = [text if line in covered else mail.texts[line] for line, text in enumerate(rest)]
    again = sum(len(CHIP.findall(rest[line])) for line in covered)
    return again >= NEAR_SLIP or beside.contradicts(rest, slip.chips) or asides.retracts(spoken, mail.others)


def _titled(mail: Mail, units: Sequence[Unit], left: dict[int, str], line_of_first: int) -> bool:
    """Whether a title, or what is said of the slip behind it, makes it an old one, an example, or another's."""
    above = [line for line in range(line_of_first) if mail.lines[line].strip()]
    title = mail.texts[above[-1]] if above and titles.is_title(mail.texts[above[-1]]) else ""
    if titles.of_another(title) or any(titles.of_another(titles.clause(unit.lead)) for unit in units):
        return True
    called = [re.compile(rf"(?<!\w){re.escape(name.casefold())}") for name in mail.others]
    if any(name.search(BOUNDARY.split(unit.lead)[-1]) for unit in units[1:] for name in called):
        return True
    lead = even(_lead_as_written(mail.lines[line_of_first]))
    if mail.number is not None and {titles.of_round(title), titles.of_round(lead)} - {None, mail.number}:
        return True
    behind = [
        asides.APART.split(left[line])[-1].lstrip(" -,") if line in left else text
        for line, text in enumerate(mail.lines)
        if line >= line_of_first
    ]
    return titles.signed_by_another(behind, mail.others) or titles.tells_of_another(
        [*(mail.lines[line] for line in above), *behind, *mail.lines[line_of_first:]], mail.others
    )


def _line_of(starts: Sequence[int], at: int) -> int:
    return bisect_right(starts, at) - 1


def _without(row: str, spans: Sequence[tuple[int, int]]) -> str:
    """A row with spaces for what was read as the slip."""
    chars = list(row)
    for start, end in spans:
        chars[start:end] = " " * (min(end, len(row)) - start)
    return "".join(chars)


def _leftover(mail: Mail, line: int, left: str, chips: Sequence[Span], whole: bool) -> bool:
    """Whether numbers or names in a line of the slip contradict what was read there, or may belong to it."""
    bands = holes_in(left)
    holes = [hole_of(span.chip) for span in chips]
    beside = bands and not (whole and not _within(left, chips))
    if beside and (not _in_order(bands, holes) or _misplaced(left, chips)):
        return True
    if len(chips) == 1 and not bands:
        words = " ".join(word for word in words_of(left.replace("(", " ").replace(")", " ")) if word not in JOINS)
        begun = mail.names.begins(words) if words else set()
        if begun and begun != set(holes):
            return True
    before = left[: chips[0].start] if chips else ""
    if AFTER_TITLE.fullmatch(before) and not THIS.fullmatch(before):
        return True  # the number of the round, read as a hole
    numbers = [word for word in TOKEN.findall(left) if any(map(str.isdigit, word))]
    if not numbers or whole:
        return False
    lead = left[: chips[0].start] if chips else left
    return len(numbers) > 1 or not TITLED.fullmatch(lead)


def _within(left: str, chips: Sequence[Span]) -> bool:
    """Whether a band is named between the first and the last chip of a line, or right beside them."""
    return bool(holes_in(left[: chips[-1].end])) or bool(holes_in(left[chips[-1].end :].split(".")[0]))


def _misplaced(left: str, chips: Sequence[Span]) -> bool:
    """Whether the bands in a line stand neither each behind the chip in its hole nor each before it."""
    behind = before = True
    for band in SIGN.finditer(left):
        hole, at = holes_in(band[0])[0], band.start()
        last = max((span for span in chips if span.end <= at), default=None, key=lambda span: span.end)
        following = min((span for span in chips if span.start > at), default=None, key=lambda span: span.start)
        parted_before = bool(PARTS.search(left[last.end if last else 0 : at]))
        parted_behind = bool(PARTS.search(left[band.end() : following.start if following else len(left)]))
        bracketed = left[:at].rstrip().endswith("(")
        behind = (
            behind and last is not None and hole_of(last.chip) == hole and (parted_behind or not parted_before)
        )
        goes = following is not None and hole_of(following.chip) == hole
        before = before and goes and (parted_before or not parted_behind) and not (bracketed and last is not None)
    return bool(chips) and not (behind or before)


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


def _words(mail: Mail, left: dict[int, str], first: Span, line_of_first: int) -> bool:
    """Whether words of the sender's own put the slip off, change it, or make it another player's."""
    texts = [left.get(line, text) for line, text in enumerate(mail.texts)]
    lead, rest = texts[line_of_first][: first.start], texts[line_of_first][first.start :]
    if thoughts.hesitates(texts) or thoughts.AFTERTHOUGHT.search("\n".join([rest, *texts[line_of_first + 1 :]])):
        return True
    if any(thoughts.ASKS.search(text) for text in left.values()):
        return True
    for line, text in enumerate(texts):
        parts = BOUNDARY.split(text) if line in left else [text]
        if any(thoughts.changes(part, bool(holes_in(part))) for part in parts):
            return True
    before = [line for line in range(line_of_first) if mail.lines[line].strip()]
    above = [mail.texts[line] for line in before]
    if thoughts.announces(lead) or any(map(thoughts.announces, above)) or thoughts.headed(above):
        return True
    leads = [mail.lines[line] for line in before if line == before[-1] or thoughts.leads(mail.texts[line])]
    if lead.strip():
        leads.append(_lead_as_written(mail.lines[line_of_first]))
    if above and not titles.leads_to_another(mail.lines[before[-1]], mail.others):
        leads = [text for text in leads if text != mail.lines[before[-1]]]
    return any(thoughts.tells_of_another(text, mail.others) for text in leads)


def _lead_as_written(line: str) -> str:
    """What stands in a line, as it was written, before the first chip in it."""
    match = CHIP.search(line)
    return line[: match.start()] if match else line
