"""The names of the chart's bands in what people write, told from numbers and other words."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from ..spelling import atoms_of, even

FIRST = 0x12000  # letters that nobody writes; each stands for the band on a hole
SIGN = re.compile("[\U00012000-\U000120ff]")
WORD = re.compile(r"[^\W_]+")
UMLAUTS = {"ä": "(?:ä|ae|a)", "ö": "(?:ö|oe|o)", "ü": "(?:ü|ue|u)"}
CLEAR = 3  # letters of a beginning that may be meant for a name


class Names:
    """The bands of a chart, by hole: where a text names one, and whose name a text is.

    Each name is replaced by one letter of its own, so that a number in it is never read as a hole or a chip.
    Names that are made of nothing but what chips are made of, such as "No. 1", cannot be told from chips and
    are left as they are.
    """

    def __init__(self, bands: Mapping[int, str]) -> None:
        self.folded = {hole: even(name) for hole, name in bands.items()}
        known = {hole: WORD.findall(name) for hole, name in self.folded.items() if is_name(name)}
        self.words = {hole: words for hole, words in known.items() if words}
        self._signs: dict[str, str] = {}
        patterns = []
        for hole in sorted(self.words, key=lambda hole: -len(self.folded[hole])):
            patterns.append(rf"(?P<h{hole}>{_pattern(self.words[hole])})")
            self._signs[f"h{hole}"] = chr(FIRST + hole)
        self._any = re.compile(rf"(?<![^\W_])(?:{'|'.join(patterns)})(?![^\W_])") if patterns else None

    def mark(self, row: str) -> str:
        """An `even` text with a sign for every whole name in it."""
        if not row.isascii():
            row = SIGN.sub("?", row)
        return self._any.sub(lambda match: self._signs[str(match.lastgroup)], row) if self._any else row

    def begins(self, text: str) -> set[int]:
        """The holes of the bands whose names begin with the words of a text, as it is and `mark`ed or not."""
        found = holes_in(text)
        words = WORD.findall(SIGN.sub(" ", text))
        if found or len("".join(words)) < CLEAR:
            return set(found)
        return {
            hole
            for hole, name in self.words.items()
            if name[: len(words) - 1] == words[:-1] and name[len(words) - 1 : len(words)]
            and name[len(words) - 1].startswith(words[-1])
        }  # fmt: skip

    def names(self, text: str, hole: int) -> bool:
        """Whether a text that should be a name names the band on a hole, and no other one.

        What else stands there, such as the band's labels, does not matter. Without a chart any name is the right
        one.
        """
        if not self.folded or hole not in self.words:
            return not self.folded or set(holes_in(text)) <= {hole}
        beginning = re.split(r"[(,|:]", text)[0]
        return self.begins(text if holes_in(text) else beginning) == {hole}


def holes_in(text: str) -> list[int]:
    """The holes of the bands that a marked text names, in their order."""
    return [ord(sign) - FIRST for sign in SIGN.findall(text)]


def is_name(text: str) -> bool:
    """Whether an `even` text is a name, and not made of what chips are made of."""
    return any(atom.kind == "?" for atom in atoms_of(text))


def _pattern(words: Sequence[str]) -> str:
    folded = ["".join(UMLAUTS.get(char, re.escape(char)) for char in word) for word in words]
    return r"[^\w+\n]{1,3}".join(folded)
