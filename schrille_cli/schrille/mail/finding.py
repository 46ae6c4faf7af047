"""What a mail says, from its lines: a slip, labels, that the player stays, or none of these.

Every line is cut into runs of what chips are made of, and prose. A run that begins a line or stands behind a word
with a colon is meant as a part of a slip; one within a sentence may be. What is quoted never counts.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple

from ..spelling import even, pieces
from .bandnames import Names
from .doubts import Mail, doubted
from .runs import Read, Run, blocks_of, parts_of, plainly, read, rows_of, runs_of, union, words_of
from .thoughts import announces
from .wishes import hesitates, labels_in

if TYPE_CHECKING:
    from ...kit.letters import Line

LONGEST = 5_000  # characters of a line that are looked at
MOST = 50_000  # characters of lines that are looked at, of which
DIGIT_COUNTS = 4  # more for each digit, since these may be read in many ways
MOST_WORDS = 60  # of a text that is no slip
ANNOUNCED = 300  # characters of a line that may say who wrote
NEAR = 20  # characters before a number that may say what it is
MEANT = 3  # chips that are no dates and spans, since there are so many
# Words with which a chip in a sentence changes or takes back one of the slip.
CHANGES = re.compile(
    r"(?<!\w)(?:instead|rather|statt|stattdessen|anstatt|lieber|use|nimm|change|changed|ändere|ändern|geändert"
    r"|(?:not|nicht) [0-9]|no longer|nicht mehr|correction|korrektur|correct|replace|ersetze|swap|tausche|wrong"
    r"|falsch|mistake|fehler|make it|make that|forgot|vergessen|meant|meinte)(?!\w)"
)
# Words that take a slip back, and those of a sentence that goes on with one which is not meant to count.
TAKES_BACK = re.compile(
    r"(?<!\w)(?:(?:forget|ignore|disregard|cancel|withdraw|discard|undo|vergiss|ignorier|streich)\w*"
    r"(?: bitte| please)? (?:(?:that|this|it|das|alles)(?!\w)|(?:my|the|what|den|die|meinen?|diesen?)"
    r" (?:last |first |old |letzten? |ersten? |alten? )?(?:slip|zettel|mail|message|chip|tip|pick|aufsteiger"
    r"|hole|loch"
    r"|number|nummer|plus|minus|i |ich |[+-]?[0-9]))"
    r"|(?:swap|(?:ver)?tausch)\w*(?: bitte| please)? (?:that|this|it|my|the|das|den|die|meine[nr]?|diesen?"
    r"|alles)(?!\w)"
    r"|(?:another|new|different|anderen|neuen) (?:slip|zettel) (?:will|follows?|tomorrow|later|folgt|kommt|morgen)"
    r"|(?:ziehe|nehme) .{0,60}zurück)"
)
NOT_MEANT = re.compile(
    r"(?<!\w)(?:not|don't|don’t|won't|never|nicht|kein|keinen|instead of|statt|anstatt|if|wenn|falls|told|says"
    r"|said|sagt|sagte|he|she|er|thinking|überlege|example|beispiel)(?!\w)[^.,;!?]*$"
)
# What stands behind a span of numbers or before it, or before a date, which might else be a chip.
COUNTED = re.compile(
    r" ?(?:days?|weeks?|months?|years?|hours?|minutes?|min|times|people|rounds?|points?|pm|am|tage?n?|wochen?"
    r"|monate?|jahre?|stunden?|minuten|uhr|mal|leute|runden?|punkte?|euro|€|%)(?!\w)"
)
DATED = re.compile(
    r"(?<!\w)(?:until|till|by|since|from|bis|ab|seit|vom|am|von|tel|phone|date|datum"
    r"|(?:jan|feb|mar|mär|apr|ma[iy]|jun|jul|aug|sep|o[ck]t|nov|de[cz])[^\W\d]*|[^\W\d]*(?:strasse|str|street"
    r"|weg|allee))\W*$"
)
# What makes two numbers a score, in a sentence.
SCORED = re.compile(
    r"(?<!\w)(?:won|win|wins|lost|lose|beat|beaten|score|scored|match|vs|gewonnen|gewinnt|verloren|verliert"
    r"|geschlagen"
    r"|spielstand|ergebnis|spiel|tore|goals)(?!\w)"
)
DIGIT = re.compile("[0-9]")
PLACED = re.compile(r"([0-9]{1,2})([-+:])(.+)")


class Said(NamedTuple):
    """What a mail says.

    ``kind`` is "slip", "labels", "stay" or "nothing". ``text``: of a slip the chips in plain notation as far as
    they can be read, for `parse_slip`, which finds all faults; of labels their words, joined by commas.
    ``quoted``: it stands in quoted lines only, and never counts; then there is no text. ``unread`` are lines of
    the sender's own that hold something like chips but are no part of the slip. ``doubtful``: something else in
    the mail contradicts it, such as a second slip, and the sender must be asked.
    """

    kind: str
    text: str = ""
    quoted: bool = False
    unread: tuple[str, ...] = ()
    doubtful: bool = False


def said(
    lines: Sequence[Line],
    size: int,
    valid: Callable[[str], bool],
    labels_wanted: bool,
    *,
    is_label: Callable[[str], bool] | None = None,
    own_label: Callable[[str], bool] | None = None,
    bands: Mapping[int, str] | None = None,
    others: Collection[str] = (),
    number: int | None = None,
) -> Said:
    """What a mail says.

    ``size`` is the number of chips of a slip, ``valid`` tells whether a text in plain notation is a whole valid
    one. With ``labels_wanted`` labels are looked for first; ``is_label`` tells whether a word names a label, and
    ``own_label`` whether it names the sender's. ``bands`` are those of the chart by their holes, ``others`` the
    names of the other players, and ``number`` is that of the round that is open, if it is known. Of a mail that is
    far too long the rest is not read, and what was found is then doubtful.
    """
    ask = _Asked(size, valid, labels_wanted, is_label, own_label, Names(bands or {}), others, number)
    own, cut = _texts(_own(lines))
    found = _found(own, ask)
    if found.kind != "nothing":
        return found._replace(doubtful=found.doubtful or cut)
    quoted, _ = _texts(line for line in lines if line.quoted)
    found = _found(quoted, ask)
    if found.kind == "slip" and len(found.text.split()) < size - 1:
        return Said("nothing")  # an example, or what was said of one chip
    return Said(found.kind, quoted=found.kind != "nothing")


def _own(lines: Sequence[Line]) -> Iterable[Line]:
    """The sender's own lines, and quoted ones that say who wrote the own line behind them."""
    last: Line | None = None
    for line in lines:
        if not line.quoted:
            if last and last.quoted and line.text.strip() and announces(even(last.text[:ANNOUNCED])):
                yield last
            yield line
        last = line if line.text.strip() else last


def _texts(lines: Iterable[Line]) -> tuple[list[str], bool]:
    """The texts of lines, as many as are looked at, and whether these are not all."""
    left = MOST
    cut = False
    texts: list[str] = []
    for line in lines:
        text = line.text if len(line.text) <= LONGEST else ""
        left -= len(text) + 1 + DIGIT_COUNTS * len(DIGIT.findall(text))
        if left < 0:
            return texts, True
        cut = cut or len(text) < len(line.text)
        texts.append(text)
    return texts, cut


class _Asked(NamedTuple):
    """What is asked of a mail, as `said` has it."""

    size: int
    valid: Callable[[str], bool]
    labels_wanted: bool
    is_label: Callable[[str], bool] | None
    own_label: Callable[[str], bool] | None
    names: Names
    others: Collection[str]
    number: int | None


def _found(lines: list[str], ask: _Asked) -> Said:
    size, valid = ask.size, ask.valid
    answers = labels_in(lines, ask.is_label) if ask.labels_wanted else []
    if answers:
        doubtful = len(answers) > 1 or hesitates(lines, answers[0], ask.is_label, ask.own_label, ask.others)
        return Said("labels" if answers[0] else "stay", answers[0], doubtful=doubtful)
    texts = plainly([ask.names.mark(" ".join(even(line).split())) for line in lines])
    rows, wrong = rows_of(texts, ask.names)
    runs = runs_of(rows)
    blocks = blocks_of(runs, rows)
    strong = [kept for block in blocks if (kept := [run for run in block if run.strong])]
    candidates = [union(strong), *(read(part) for block in blocks for part in parts_of(block))]
    slips = _slips(candidates, size, valid) or _slips([union(blocks)], size, valid)
    if slips:
        return _slip(Mail(lines, texts, rows, wrong, ask.names, ask.others, ask.number), runs, slips, candidates)
    meant = union(strong)
    if len(meant.chips) >= MEANT or any(one.sure for run in meant.runs for one in _chips(run)):
        return _asked(words_of(strong), valid)
    if any(one.sure for run in runs for one in _chips(run)):
        return _asked([chip for block in blocks for chip in read(block).chips], valid)
    return Said("nothing")


def _asked(words: Sequence[str], valid: Callable[[str], bool]) -> Said:
    """Something of a slip, in words that are no valid one, or are one only together, without what parts them."""
    text = " ".join(words[:MOST_WORDS])
    return Said("slip", text, doubtful=valid(text))


def _slips(candidates: Iterable[Read], size: int, valid: Callable[[str], bool]) -> list[Read]:
    """The valid slips among what was read, each different one once."""
    slips: dict[tuple[str, ...], Read] = {}
    for one in candidates:
        if one.whole and len(one.chips) == size and valid(" ".join(one.chips)):
            slips.setdefault(one.key, one)
    return list(slips.values())


def _slip(mail: Mail, runs: list[Run], slips: list[Read], candidates: list[Read]) -> Said:
    """A slip that was found, beside what else stands in the mail."""
    slip, lines, rows = slips[-1], mail.lines, mail.rows
    same = {id(run) for one in candidates if one.whole and one.key == slip.key for run in one.runs}
    used = {id(run) for run in slip.runs}
    holes = {_hole(chip) for chip in slip.chips}
    unread: dict[int, None] = {}
    changed: dict[int, bool] = {}  # by line, whether its words change what was said
    doubtful = len(slips) > 1 or _taken_back(mail, slip) or doubted(mail, slip, runs, same)
    for run in runs:
        row = rows[run.line]
        if run.line not in changed:
            changed[run.line] = bool(CHANGES.search(row))
        changes = changed[run.line]
        others = [one for one in _chips(run) if changes or one.chip not in slip.chips]
        if id(run) in used or not others:
            continue
        unread[run.line] = None
        begin, end = run.atoms[0].at - run.start, run.atoms[-1].at + len(run.atoms[-1].text) - run.start
        counted = COUNTED.match(row, end) or DATED.search(row[max(0, begin - NEAR) : begin])
        alone = run.first and run.last
        doubtful = doubtful or changes or alone or len(others) > 1
        scored = counted or SCORED.search(row)
        for chip, sure, signed in others:
            doubtful = doubtful or sure or (signed and not scored and _hole(chip) in holes)
    return Said("slip", " ".join(slip.chips), unread=tuple(lines[at].strip() for at in unread), doubtful=doubtful)


def _taken_back(mail: Mail, slip: Read) -> bool:
    """Whether words of a mail seem to take the slip back, or to say that it is not the sender's."""
    rows = mail.rows
    if any(TAKES_BACK.search(text) for text in mail.texts):
        return True
    first = slip.runs[0]
    before = rows[first.line][: first.atoms[0].at - first.start]
    return bool(NOT_MEANT.search(before))


def _hole(chip: str) -> str:
    match = PLACED.fullmatch(chip)
    return match[1].lstrip("0") if match else ""


class _Chip(NamedTuple):
    """A chip in a run, whether it is one wherever it stands, and whether its value has a sign."""

    chip: str
    sure: bool
    signed: bool


def _chips(run: Run) -> list[_Chip]:
    """The chips in a run.

    A minus may be that of a span or date (``3-4``), a chip without a sign a score (``2:1``), and a tip words of a
    sentence ("I pick 3 bands").
    """
    atoms = list(run.atoms)
    chips = []
    for piece in pieces(atoms)[0]:
        parts = atoms[piece.start : piece.end]
        kinds = "".join(atom.kind for atom in parts)
        together = any(kind in kinds for kind in ":wo") or not parts[-1].gap
        tip = "n" in kinds or "p" in kinds
        if piece.chip:
            sure = "+" in kinds or (tip and (run.strong or together))
            chips.append(_Chip(piece.chip, sure, "-" in kinds))
    return chips
