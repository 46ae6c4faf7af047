"""The lines of a mail cut into runs of what chips are made of, and these read together."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from ..spelling import Atom, Piece, atoms_of, in_words, pieces
from .bandnames import SIGN, Names, holes_in, is_name

NOTHING = r"(?:0|x|leer|empty|none|nothing|nichts|frei|kein|keiner|keine)(?!\w)"
# A row of a form in which nothing was put, and those with a band's name beside the hole.
EMPTY = re.compile(rf"[\W_]*(?:hole |loch |place |platz )?[0-9]{{1,2}} ?[:=|.)][^\w+]*(?:{NOTHING}[^\w+]*)?")
ROW = re.compile(r"[^\w+-]*([0-9]{1,2}) ?[.)|:-]? ?\|? ?([^\d\W][^:|\d]*)[:|] ?([^:|]*?)[ |]*")
# Rows without a sign between the band and the chip may be sentences, if there are not enough of them.
LOOSE = (
    re.compile(r"\W*(?P<hole>[0-9]{1,2}) (?P<name>[^\d\W][^:|\d+-]*?) (?P<chip>[+-] ?[0-9]|\w+(?: 1)?)"),
    re.compile(r"[^\w+-]*(?P<name>[^\d\W][^:|\d(]*)\((?P<hole>[0-9]{1,2})\) ?[:|]? ?(?P<chip>.*)"),
)
# Rows with a band of the chart, with or without its hole.
BANDED = re.compile(
    rf"\W*(?:(?:hole |loch |place |platz )?(?P<hole>[0-9]{{1,2}})\W{{0,3}})?(?P<name>{SIGN.pattern})[ :"
    rf"|,()>=-]{{0,4}}?"
    r"(?P<chip>[+-] ?[0-9]|[^\W\d].*?)\W*"
)
ENOUGH = 3
# A smiley, which is made of what stands in chips; ":p" behind a number is a tip.
SMILEY = re.compile(r"(?:(?<=[^\W\d])|(?<!\S))[:;=]'?-?(?:[)(]+|[|\]\[])(?!\w)|(?<!\S)[:;=]-?[dpo](?!\w)")
# The title of a round before a chip, so that its number is no hole.
ROUND = re.compile(
    r"(?<!\w)(round|runde|r) ?(?:nr|no)?[.#]{0,2} ?[0-9]{1,2}(?: ?: ?| - )(?=[0-9]{1,2} ?(?:[+-] ?[0-9]|[:=] "
    r"?[+np-]))"
)
# A heading of chips that all have its sign.
SIGN_OF_ALL = re.compile(r"^\W*(?:plus ?: ?(?=[0-9+,; ]+$)|minus ?: ?(?=[0-9,; -]+$))")
BARE = re.compile(r"(?<![^\s,;|])[0-9]{1,2} ?\Z")
HOLE = re.compile(
    r"(?<![^\W_])[hl](?=[0-9]{1,2} ?[:=]? ?(?:[+-] ?[0-9]|(?:no|nr|n|p|pick|aufsteiger)(?![^\W\d])))"
)
DASHED = re.compile(r"-[dD]:?[-+np]")  # behind a word, such as "Ann - 14+3"
TITLE = re.compile("[dD]:(?:D|d:?[+-])")  # behind a word, such as "Round 3: 14+3"
IN_ROW = re.compile(rf"(?:[+-] ?[0-9]|-*|{NOTHING})\W*")
GOES_ON = re.compile(
    r"[+-] ?[0-9](?![\w:=.)+-]| [:=+-])|(?:no\.? ?1|n|nr\.? ?1|pick|p|aufsteiger)(?!\w| ?[:=]? ?[0-9])"
)
LEADING = re.compile(
    r"\W*(?:place|replace|slip|zettel|chips|tipps?"
    r"|(?:(?:here|this|hier|das|dies) )?(?:is |ist )?(?:my|mein|the|der) (?:new |neuer )?(?:slip|zettel))"
    r"(?: [^\W\d_]{1,40})?(?: is| ist)?\W*"
)
SHORT = 60  # characters of a line that may end in a chip of which the digits stand in the next one
PROSE = "prose"
DIGIT = re.compile(r"\d|[^\0-\xff]")  # of any kind, before they are in one form
FEW = 3  # numbers at the beginning of a sentence
WORD = re.compile(r"\w")


class Run(NamedTuple):
    """A part of a line that may belong to a slip: its line, its atoms, and where it stands in the line."""

    line: int
    start: int  # of the line in the text
    atoms: tuple[Atom, ...]
    first: bool  # it begins the line,
    last: bool  # and ends it
    strong: bool  # it is meant as a part of a slip


class Span(NamedTuple):
    """Where a chip stands in a text, and the chip."""

    start: int
    end: int
    chip: str


class Read(NamedTuple):
    """Runs as read together: the words, which of them are chips and where, and whether nothing else is left."""

    runs: tuple[Run, ...]
    words: tuple[str, ...]
    spans: tuple[Span, ...]
    whole: bool

    @property
    def chips(self) -> tuple[str, ...]:
        """The chips in plain notation, in their order."""
        return tuple(span.chip for span in self.spans)

    @property
    def key(self) -> tuple[str, ...]:
        """The same for the same chips in another order."""
        return tuple(sorted(self.chips))


def runs_of(rows: list[str]) -> list[Run]:
    """The runs of all lines. Lines are read as one text, since a chip may go over the end of one."""
    starts = [0]
    for row in rows:
        starts.append(starts[-1] + len(row) + 1)
    atoms = atoms_of("\n".join(rows))
    runs: list[Run] = []
    part: list[Atom] = []

    def close(ended: bool) -> None:
        while part and part[0].kind in ":,.o":
            part.pop(0)
        while part and not ended and part[-1].kind in ":,o+-":  # before a name, or other words
            part.pop()
        numbers = sum(atom.kind in "dD" for atom in part)
        if numbers or any(atom.kind in "np" for atom in part):
            line = bisect_right(starts, part[0].at) - 1
            before = rows[line][: part[0].at - starts[line]]
            first = not WORD.search(before)
            titled = before.rstrip()[-1:].isalnum() and bool(TITLE.match("".join(atom.kind for atom in part[:5])))
            if titled:
                del part[:2]
            leads = first or titled or before.rstrip(" -").endswith(":") or bool(LEADING.fullmatch(before))
            if not first and DASHED.match("".join(atom.kind for atom in part[:4])) and part[1].gap:
                part.pop(0)
                leads = True
            strong = leads and (ended or not first or numbers > FEW)
            if leads:
                part[0] = part[0]._replace(gap="\n")  # a list may begin behind the word that leads to it
            runs.append(Run(line, starts[line], tuple(part), first, ended, strong))
        part.clear()

    for atom in atoms:
        if atom.gap == "\n":
            close(True)
        if atom.kind == "?" and not _like_a_chip(atom, part):
            close(False)
        else:
            part.append(atom)
    close(True)
    return runs


def _like_a_chip(atom: Atom, part: list[Atom]) -> bool:
    """Whether what is no part of a chip may have been meant as one: ``12x4``, and ``8:pick?``."""
    together = bool(part) and not atom.gap and not atom.text.isalnum()
    return len(atom.text) <= 8 and (any(map(str.isdigit, atom.text)) or together)


def plainly(texts: Sequence[str]) -> list[str]:
    """`even` texts without smileys and numbers of rounds.

    The letter that stands for a hole in forms, as in ``H14+3``, goes too, where it stands before several chips.
    """
    texts = [ROUND.sub(r"\1: ", SMILEY.sub(_not_bare, text)) for text in texts]
    texts = [SIGN_OF_ALL.sub("", text, count=1) for text in texts]
    lettered = sum(len(HOLE.findall(text)) for text in texts)
    return [HOLE.sub("", text) for text in texts] if lettered >= ENOUGH else texts


def _not_bare(smiley: re.Match[str]) -> str:
    return smiley[0] if BARE.search(smiley.string, max(0, smiley.start() - 4), smiley.start()) else " "


def rows_of(texts: Sequence[str], names: Names) -> tuple[list[str], set[int]]:
    """The lines, those of a form without what was not filled in, and without the bands' names.

    ``texts`` are in one form and have signs for the bands. Also returns which rows have a band's name that is not
    that of their hole's.
    """
    rows = [text if len(text) < SHORT or DIGIT.search(text) else PROSE for text in texts]
    wrong: set[int] = set()

    def put(at: int, hole: str, name: str, chip: str) -> None:
        rows[at] = f"{hole}: {chip}"
        if re.search(r"\w", chip) and not names.names(name, int(hole)):
            wrong.add(at)

    for at, row in enumerate(rows):
        match = ROW.fullmatch(row)
        if match and is_name(match[2]) and _in_row(match[3]):
            put(at, *match.groups())
    for pattern in LOOSE:
        found = {at: match for at, row in enumerate(rows) if (match := pattern.fullmatch(row))}
        loose = {at: match for at, match in found.items() if is_name(match["name"]) and _in_row(match["chip"])}
        for at, match in loose.items():
            if len(loose) >= ENOUGH or holes_in(match["name"]):
                put(at, match["hole"], match["name"], match["chip"])
    banded = {
        at: match for at, row in enumerate(rows) if (match := BANDED.fullmatch(row)) and _in_row(match["chip"])
    }
    if len(banded) >= ENOUGH:
        for at, match in banded.items():
            put(at, match["hole"] or f"{holes_in(match['name'])[0]}", match["name"], match["chip"])
    following = ""
    for at in range(len(rows) - 1, -1, -1):
        if not rows[at]:
            continue
        row, rows[at] = rows[at], "" if EMPTY.fullmatch(rows[at]) and not GOES_ON.match(following) else rows[at]
        following = row
    return rows, wrong


def _in_row(text: str) -> bool:
    """Whether a text is what may be put into a row: a chip, or nothing."""
    return bool(IN_ROW.fullmatch(text)) or "".join(atom.kind for atom in atoms_of(text)) in ("n", "p")


def blocks_of(runs: list[Run], rows: list[str]) -> list[list[Run]]:
    """Runs that follow each other without prose between them."""
    blocks: list[list[Run]] = []
    for run in runs:
        last = blocks[-1][-1] if blocks else run
        if last.last and run.first and last is not run and not any(rows[last.line + 1 : run.line]):
            blocks[-1].append(run)
        else:
            blocks.append([run])
    return blocks


def parts_of(block: list[Run]) -> Iterable[list[Run]]:
    """What of a block may be a slip by itself: all of it, a paragraph, a line, all but its ends in sentences."""
    yield block
    if len(block) == 1:
        return
    if not block[0].first:
        yield block[1:]
    if not block[-1].last:
        yield block[:-1]
        yield block[1:-1]
    yield from _paragraphs(block)
    for run in block:
        yield [run]


def _paragraphs(block: list[Run]) -> Iterable[list[Run]]:
    paragraph: list[Run] = []
    for run in block:
        if paragraph and run.line > paragraph[-1].line + 1:
            yield paragraph
            paragraph = []
        paragraph.append(run)
    yield paragraph


def read(runs: list[Run]) -> Read:
    """Runs read as one text; a line of bare numbers, of which nothing is a chip, is left out."""
    atoms = [atom for run in runs for atom in run.atoms]
    found, only = pieces(atoms)
    if not only:
        bare = _without_chips(runs, found)
        if bare:
            runs = [run for at, run in enumerate(runs) if at not in bare]
            atoms = [atom for run in runs for atom in run.atoms]
            found, only = pieces(atoms)
    return Read(tuple(runs), tuple(in_words(found, atoms)), spans_of(found, atoms), only)


def spans_of(found: list[Piece], atoms: list[Atom]) -> tuple[Span, ...]:
    """Where the chips among pieces stand."""
    ends = [atom.at + len(atom.text) for atom in atoms]
    return tuple(Span(atoms[one.start].at, ends[one.end - 1], one.chip) for one in found if one.chip)


def _without_chips(runs: list[Run], found: list[Piece]) -> set[int]:
    """Which runs hold no part of a chip, and cannot be meant as one."""
    owner = [at for at, run in enumerate(runs) for _atom in run.atoms]
    held = {owner[at] for piece in found if piece.chip for at in range(piece.start, piece.end)}
    meant = {at for at, run in enumerate(runs) if run.strong and any(atom.kind in "+np" for atom in run.atoms)}
    return set(range(len(runs))) - held - meant


def union(blocks: list[list[Run]]) -> Read:
    """Blocks read one by one, and what they hold together."""
    parts = list(map(read, blocks))
    return Read(
        tuple(run for part in parts for run in part.runs),
        tuple(word for part in parts for word in part.words),
        tuple(span for part in parts for span in part.spans),
        all(part.whole for part in parts),
    )


def words_of(blocks: list[list[Run]]) -> list[str]:
    """All that stands in those paragraphs of blocks in which there are chips."""
    words: list[str] = []
    for block in blocks:
        for paragraph in _paragraphs(block):
            atoms = [atom for run in paragraph for atom in run.atoms]
            found, _only = pieces(atoms)
            if any(piece.chip for piece in found):
                words += in_words(found, atoms)
    return words
