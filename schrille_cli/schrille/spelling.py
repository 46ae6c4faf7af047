"""How people spell the chips of a slip, read into the plain notation (R7).

A text is cut into atoms: numbers, signs, tips, separators, words. Chips are sought in their order, and nothing is
guessed: a text is read only where its atoms make chips in exactly one way and none is left over. What is left over
stays as it was written, and is then no chip in the notation either, so that it is a fault of the slip.
"""

from __future__ import annotations

import re
from typing import NamedTuple

LONGEST = 20_000  # characters of a text that may be a slip
_ = "[ \n]?"
NO1 = rf"(?:(?:new|neue[rs]?){_}-?{_})?(?:(?:number|nummer|num|nr|no|n°)\.?{_}-?{_}(?:1|one|eins)|#{_}1)"
NO1 += r"(?![^\W_])|n(?![^\W\d_]|1)"  # n1 may be the tip in hole 1, or its name without a hole
PICK = rf"(?:pick(?:{_}of{_}the{_}week)?|aufsteiger(?:{_}der{_}woche)?|p(?!\.?{_}m\b))(?![^\W\d_])"
KINDS = {
    "n": NO1,
    "p": PICK,
    "d": rf"[0-9](?![0-9]|\.[0-9])(?:(?![^\W_])|(?={NO1}|{PICK}))",  # a hole, or the value of a chip
    "D": rf"[0-9]{{2}}(?![0-9]|\.[0-9])(?:(?![^\W_])|(?={NO1}|{PICK}))",  # a hole
    "arrow": "[-=]{1,2}>|[→➔➜]",
    "+": r"\+(?![+-])|plus(?!\w)",
    "-": r"-(?![+-])|minus(?!\w)",
    ":": "[:=](?![:=])",
    ".": r"[.)](?!\.)",  # behind the number of an item in a list, or at the end of a sentence
    ",": r"[,;/|&(\[\]!\"'`´“”„‚‘’«»‹›]|\.+|(?:and|und)(?!\w)",
    "b": "[*_•·●▪◦‣]",  # bullets
    "w": r"(?:hole|loch|place|platz)(?!\w)",
    "o": r"(?:on|in|at|for|is|auf|für|fuer|ist)(?!\w)",
    "?": r"[0-9]+(?:\.[0-9]+)*\w*|\w+|[+-]+|[:=]+|.",  # no part of a chip
}
ATOM = re.compile("[ \n]|" + "|".join(f"(?P<k{number}>{kind})" for number, kind in enumerate(KINDS.values())))
KIND = dict(zip((f"k{number}" for number in range(len(KINDS))), KINDS, strict=True))
# By the kinds of the atoms: a chip by its hole, a tip before its hole, a value put into a hole.
CHIP = re.compile("w?([dD])(?:[:.,]?([+-])(d)|:(d)|[:.,o-]?([np]))|([np])[:,o-]?w?([dD])|([+-])(d)ow?([dD])")
UNBROKEN = re.compile("w?[dD]:d|[np][,o-]?w?[dD]")  # no chip where a line ends within it
DASHES = "\u2010\u2012\u2013\u2014\u2015\u2212\u02d7\u2043\u2796"  # after NFKC
UNSEEN = "\u200b\u200c\u200d\u200e\u200f\u2060\ufeff"
SIGNS = str.maketrans(dict.fromkeys(DASHES, "-") | dict.fromkeys(UNSEEN, " ") | {"\u2795": "+", "\ufe0f": ""})
SOFT = re.compile("(?<=[0-9])\u00ad(?=[0-9])")  # as a minus, where it cannot be a hyphen that is not seen
HYPHEN = re.compile(r"(?<=[^\W\d_])" + "\u00ad" + r"(?=[^\W\d_])")


class Atom(NamedTuple):
    """A part of a text: its kind, one sign of `KINDS`; how it is written; what stands between it and the last."""

    kind: str
    text: str
    gap: str  # "" nothing, " " spaces, "\n" the end of a line; the first atom begins a line
    at: int = 0  # where it begins in the text


class Piece(NamedTuple):
    """A part of a text as read, atoms ``start`` to ``end``: a chip in plain notation, or what is none.

    Separators are neither: both texts are empty then.
    """

    start: int
    end: int
    chip: str = ""
    rest: str = ""


def even(text: str) -> str:
    """A text with all dashes, digits and spaces in one form, in small letters, its lines kept."""
    if not text.isascii():
        import unicodedata

        text = unicodedata.normalize("NFKC", text).translate(SIGNS)
        text = HYPHEN.sub("", SOFT.sub("-", text))
    return "\n".join(" ".join(line.split()) for line in text.casefold().splitlines())


def atoms_of(text: str) -> list[Atom]:
    """The atoms of an `even` text."""
    atoms = []
    gap = "\n"
    for match in ATOM.finditer(text):
        if match.lastgroup is None:
            gap = max(gap, match.group(), key=("", " ", "\n").index)
            continue
        kind = KIND[match.lastgroup]
        atoms.append(Atom("," if kind == "arrow" else kind, match.group(), gap, match.start()))
        gap = ""
    return atoms


def pieces(atoms: list[Atom]) -> tuple[list[Piece], bool]:
    """What atoms say, as much as possible of it read as chips, and whether that is the only way to read it all."""
    kinds = "".join(atom.kind for atom in atoms)
    ends = len(atoms)
    cost = [0] * (ends + 1)  # from an atom on: how many are left over,
    ways = [1] * (ends + 1)  # in how many ways nothing is,
    best = [Piece(0, 0)] * ends  # and what comes first
    for start in range(ends - 1, -1, -1):
        choices = [*_chips(atoms, kinds, start), *_between(atoms, kinds, start)]
        choices.append(Piece(start, start + 1, rest=atoms[start].text))
        best[start] = min(choices, key=lambda piece: cost[piece.end] + bool(piece.rest))
        cost[start] = cost[best[start].end] + bool(best[start].rest)
        ways[start] = min(2, sum(ways[piece.end] for piece in choices if not piece.rest and not cost[piece.end]))
    found = []
    at = 0
    while at < ends:
        found.append(best[at])
        at = best[at].end
    return found, not cost[0] and ways[0] == 1


def _chips(atoms: list[Atom], kinds: str, start: int) -> list[Piece]:
    """The chip that begins with an atom, if one does."""
    match = CHIP.match(kinds, start)
    if not match:
        return []
    within = range(start + 1, match.end())
    if any(atoms[at].gap == "\n" for at in within) and UNBROKEN.fullmatch(kinds, start, match.end()):
        return []
    hole, sign, value, bare, tip, tip_first, its_hole, sign_first, put, into = (
        atoms[match.start(group)] if match.start(group) >= 0 else None for group in range(1, 11)
    )
    where = (hole or its_hole or into or atoms[start]).text
    named = tip or tip_first
    if named:
        return [Piece(start, match.end(), f"{where}:{'no1' if named.kind == 'n' else 'pick'}")]
    plus_minus = (sign or sign_first or Atom("+", "", "")).kind
    return [Piece(start, match.end(), f"{where}{plus_minus}{(value or bare or put or atoms[start]).text}")]


def _between(atoms: list[Atom], kinds: str, start: int) -> list[Piece]:
    """What may stand between chips: separators, and where a line begins a bullet or the number of an item."""
    kind = kinds[start]
    if kind in ",.b":
        return [Piece(start, start + 1)]
    item = 1 if kind in "+-" else 2 if kind in "dD" and kinds[start + 1 : start + 2] == "." else 0
    begins = item and atoms[start].gap == "\n" and start + item < len(atoms) and atoms[start + item].gap == " "
    return [Piece(start, start + item)] if begins else []


def in_words(found: list[Piece], atoms: list[Atom]) -> list[str]:
    """The chips in plain notation, and what is none as it is written, without what stands between chips.

    A chip that hangs together with what is none is none either: ``8:pick?``.
    """
    loose = [bool(piece.rest) for piece in found]
    for order in (range(1, len(found)), range(len(found) - 2, -1, -1)):
        for at in order:
            beside = at - order.step
            together = not atoms[found[max(at, beside)].start].gap
            loose[at] = loose[at] or (bool(found[at].chip) and loose[beside] and together)
    words: list[str] = []
    last = -1  # the end of what is none
    for piece, is_loose in zip(found, loose, strict=True):
        if is_loose:
            for at in range(piece.start, piece.end):
                if at == last and not atoms[at].gap:
                    words[-1] += atoms[at].text
                else:
                    words.append(atoms[at].text)
                last = at + 1
        elif piece.chip:
            words.append(piece.chip)
    return words


def spelled(text: str) -> str:
    """A text in the notation of `schrille_cli.schrille.slips`, as far as it can be read as chips in one way only.

    What cannot stays as it is, each part of it a word.

    >>> spelled("14 + 3, 9 – 2; 7: -1 and 3) +2 | Nr. 1: 5, Aufsteiger der Woche = 8.")
    '14+3 9-2 7-1 3+2 5:no1 8:pick'
    >>> spelled("14 + 3 no 1 9-2")
    '14+3 no 1 9-2'
    """
    if len(text) > LONGEST:
        return text
    whole = even(text)
    atoms = atoms_of(whole)
    found, only = pieces(atoms)
    if not only and not any(piece.rest for piece in found):
        return " ".join(whole.split())
    return " ".join(in_words(found, atoms))
