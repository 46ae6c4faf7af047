"""Values, tips, bands and holes that stand beside a slip, and may change it.

Most numbers in a mail are none of these: a noun stands behind them ("3 goals", "die 9 Punkte") or before them
("chapter 9"), or they are written as times, dates and scores. One is free where only small words stand beside it.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Sequence
from itertools import pairwise
from typing import NamedTuple

from .asides import SMALL
from .bandnames import FIRST, SIGN
from .thoughts import words

LAST_HOLE = 14
MOST_VALUE = 5  # of a chip whose sign may be a dash
LONGEST = 14  # words of a sentence in which two numbers may change each other
SENTENCE = re.compile(r"(?:(?<![0-9])(?<!nr)(?<!no)[.…]|[!?;])(?=\s|$)")  # "3. Tag" goes on
TIP = (
    r"(?:(?:new |neue[rs]? )?(?:no|nr|num|number|nummer)\.? ?-?(?:1|one|eins)|n1|picks?|aufsteiger)"
    r"(?: of the week| der woche)?(?!\w)"
)
TOKEN = re.compile(
    r"(?P<chip>(?<![\w.,:/+-])[0-9]{1,2} ?[:=]? ?[+-][0-9](?![\w:/]|[.,][0-9]|-))"
    r"|(?P<value>(?<![\w.,:/+-])(?:[+-][0-9]|\+ [0-9])(?![\w:/%°]|[.,][0-9]|-))"
    rf"|(?P<tip>(?<!\w){TIP})"
    r"|(?P<tips>(?<!\w)(?:tipps|tips)(?!\w))"
    r"|(?P<number>(?<![\w.,:/+-])[0-9]{1,2}(?![\w/%°€]|[.,:+-]\w))"
    rf"|(?P<band>{SIGN.pattern})"
    r"|(?P<word>[^\W_]+(?:['’.:/-][^\W_]+)*)"
    r"|(?P<edge>[^\w\s\"'*_#])"
)
BEFORE = words(
    "der die das the den dem a an eine einen einer aus von make mach mache nicht not ohne without oder or hole "
    "loch "
    "place platz becomes become wird zur zum auf statt für for und and to bitte please is ist sein be should "
    "muss soll must than als "
    "sorry nein no ja oh also on in into instead of doch lieber rather another noch eine ein add plus dazu chip"
)
BEHIND = words(
    "a an eine einen zu zur zum auf becomes become wird werden muss soll sollte should must is ist bitte please "
    "für for "
    "statt instead in into und and oder or eins one up down höher tiefer higher lower nicht not sein be as als "
    "machen "
    "doch too auch dazu the die das den rauf runter weg raus away out goes to on well verwechselt vertauscht "
    "getauscht swapped mixed"
)
# Words of a sentence that says nothing but which number is right.
SAYS = (
    SMALL
    | BEFORE
    | BEHIND
    | words(
        "maybe vielleicht eher mean meine meinte meant stimmt right richtig rein in take nehme use besser "
        "better getauscht "
        "swapped perhaps hm oops ups make mach"
    )
)
IN_LETTERS = (
    "two zwei three drei four vier five fünf six sechs seven sieben eight acht nine neun ten zehn eleven elf "
    "twelve zwölf thirteen dreizehn fourteen vierzehn"
)
COUNTED = {word: f"{at // 2 + 2}" for at, word in enumerate(IN_LETTERS.split())}
POINTS = words("der die das the hole loch ohne without not nicht oder or statt aus zur")
EITHER = words("oder or und and")
AT = words("um at gegen by am bis ab until till before after vor nach seit since")
GAINS = words("scored score scores makes macht made machte by um won lost lead bin am bei at")
NEVER = AT | words("of round runde wir we er sie he she they")  # in such a sentence
UNITS = words(
    "points point punkte punkt pt pts grad degrees degree c f celsius uhr minuten minutes min stunden hours "
    "euro prozent percent"
)
SWAP = re.compile(r"(?<!\w)s/[0-9]{1,2}/[0-9]{1,2}")
NO_NEED = words("up me you him her us them")  # behind "pick", which is then no tip


class Token(NamedTuple):
    """A part of a sentence: its kind, as `TOKEN` names it, and its text."""

    kind: str
    text: str


def contradicts(lines: Iterable[str], chips: Collection[str]) -> bool:
    """Whether anything in lines without the slip seems to change its chips, in plain notation, or to add one.

    The lines are `even`, have signs for the bands, and spaces where the chips of the slip stood.
    """
    holes = {int(match[0]) for chip in chips if (match := re.match("[0-9]+", chip))}
    return any(
        SWAP.search(line) or _contradicts(tokens_of(sentence), holes, chips)
        for line in lines
        for part in re.split(" {3,}", line)
        for sentence in SENTENCE.split(part)
        if sentence.strip()
    )


def tokens_of(sentence: str) -> list[Token]:
    """The parts of a sentence; a number in letters is one like any other."""
    found = [Token(str(match.lastgroup), match[0]) for match in TOKEN.finditer(sentence)]
    return [Token("written", COUNTED[token.text]) if token.text in COUNTED else token for token in found]


def _contradicts(tokens: Sequence[Token], holes: set[int], chips: Collection[str]) -> bool:
    bands = {ord(token.text) - FIRST for token in tokens if token.kind == "band"}
    for at, token in enumerate(tokens):
        if token.kind == "chip" and _new_chip(tokens, at, bool(bands), chips):
            return True
        if token.kind == "value" and not _counts_else(tokens, at):
            return True
    named = bool(bands) or any(_tips(tokens, at) for at in range(len(tokens)))
    numeric = ("number", "written") if named else ("number",)
    spoken = [token.kind for token in tokens if token.kind != "edge"]
    if any(kind == "tips" and after in ("number", "written") for kind, after in pairwise(spoken)):
        return True
    numbers = [at for at, token in enumerate(tokens) if token.kind in numeric and 0 < int(token.text) <= LAST_HOLE]
    free = [at for at in numbers if _free(tokens, at)]
    values = {at: int(tokens[at].text) for at in free}
    if any(_tips(tokens, at) for at in range(len(tokens))) and (bands or free):
        return True
    if bands and set(values.values()) - bands:
        return True
    if len(set(values.values())) > 1 and len(tokens) <= LONGEST and holes & set(values.values()):
        return True
    return bool(numbers and _says_no_more(tokens)) or any(_pointed_at(tokens, at, holes) for at in free)


def _says_no_more(tokens: Sequence[Token]) -> bool:
    """Whether a sentence has only small words beside its numbers, and none of a time."""
    spoken = [token.text for token in tokens if token.kind == "word"]
    return (
        0 < len(spoken) <= LONGEST
        and "of" not in spoken
        and all(word in SAYS and word not in NEVER for word in spoken)
    )


def _counts_else(tokens: Sequence[Token], at: int) -> bool:
    """Whether a value with a sign is one of points, or of anything else that is no chip."""
    before = tokens[at - 1].text if at else ""
    behind = tokens[at + 1].text if at + 1 < len(tokens) else ""
    cheers = tokens[at].text == "+1" and not before and behind in ("for", "für", "to", "from", "von")
    return cheers or behind in UNITS or before in GAINS


def _new_chip(tokens: Sequence[Token], at: int, band: bool, chips: Collection[str]) -> bool:
    """Whether a chip is none of the slip's, and no score, span or date."""
    chip = re.sub(r"[ :=]", "", tokens[at].text)
    hole, value = re.split("[+-]", chip)
    if chip in chips or not 0 < int(hole) <= LAST_HOLE:
        return False
    return "+" in chip or band or (int(value) <= MOST_VALUE and _free(tokens, at))


def _free(tokens: Sequence[Token], at: int) -> bool:
    """Whether only small words or nothing stand beside a number."""
    before = tokens[at - 1] if at else Token("edge", "")
    behind = tokens[at + 1] if at + 1 < len(tokens) else Token("edge", "")
    if before.text in EITHER and at > 1 and tokens[at - 2].kind == "number" and not _free(tokens, at - 2):
        return False
    if behind.text == "." and at + 2 < len(tokens):
        return False  # the third, in German
    if before.text in AT or any(token.text in AT for token in tokens[max(0, at - 2) : at]):
        return False
    small = (before.kind != "word" or before.text in BEFORE) and (behind.kind != "word" or behind.text in BEHIND)
    return small and "tips" not in (before.kind, behind.kind)


def _tips(tokens: Sequence[Token], at: int) -> bool:
    """Whether a token is a tip."""
    if tokens[at].kind != "tip":
        return False
    return not (tokens[at].text.startswith("pick") and at + 1 < len(tokens) and tokens[at + 1].text in NO_NEED)


def _pointed_at(tokens: Sequence[Token], at: int, holes: set[int]) -> bool:
    """Whether a number is named like a hole: the 9, hole 9, not 9, or 10."""
    before = tokens[at - 1] if at else Token("edge", "")
    if before.text in ("hole", "loch"):
        return True
    return before.text in POINTS and (int(tokens[at].text) in holes or before.text in EITHER)
