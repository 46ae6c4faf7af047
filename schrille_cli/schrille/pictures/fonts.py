"""Letters and their widths, as matplotlib's fonts have them.

Pictures are written in DejaVu Sans, which comes with matplotlib. What it lacks (Chinese, emoji) is looked for in
the other fonts of the machine. Only this module and `schrille_cli.schrille.pictures.draw` know matplotlib.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable

from matplotlib import font_manager, get_data_path
from matplotlib.textpath import text_to_path

from ...kit.names import UNSEEN

MAIN = "DejaVu Sans"
LAST_RESORT = ("Last Resort", ".LastResort", "LastResort", "Adobe Blank")
ROOMY = 1.04  # screens round the widths of letters up
CELL = 0.55  # the width of half a Chinese letter or of half an emoji, for each point of its size


def _unseen(char: str) -> bool:
    """Whether nothing is drawn for a character: spaces, joiners, the selectors of variants."""
    return unicodedata.category(char) in ("Cf", "Zs") or char in UNSEEN


class Fonts:
    """The fonts for some texts: ``families``, the best first, and ``lacking``, the letters that none has."""

    def __init__(self, texts: Iterable[str], boxes: bool) -> None:
        """Find the fonts: DejaVu Sans, and where it does not do, others.

        ``boxes``: letters that no font has will be drawn as boxes, not left to fonts of the reader's machine.
        """
        self.boxes = boxes
        entries = font_manager.fontManager.ttflist
        own = get_data_path()
        # Their order is that of the disk; of two fonts with a name, the one that comes with matplotlib is taken.
        entries.sort(key=lambda entry: (not entry.fname.startswith(own), entry.name, entry.fname, entry.index))
        self.families = [MAIN]
        self.lacking = {char for text in texts for char in text if not _unseen(char)}
        main = next(entry for entry in entries if entry.name == MAIN)
        self.lacking -= _drawn(main, self.lacking)
        if self.lacking:
            self._look_further([entry for entry in entries if _plain(entry)])

    def _look_further(self, entries: Iterable[font_manager.FontEntry]) -> None:
        """Take the font that has most of what is lacking, and again, until no font has any of it."""
        drawn: dict[str, set[str]] = {}
        for entry in entries:
            drawn.setdefault(entry.name, _drawn(entry, self.lacking))
        while drawn:
            best = max(drawn, key=lambda name: len(drawn[name] & self.lacking))
            if self.lacking.isdisjoint(drawn[best]):
                return
            self.families.append(best)
            self.lacking -= drawn[best]

    def properties(self, size: float, bold: bool) -> font_manager.FontProperties:
        """The properties of a text of matplotlib."""
        return font_manager.FontProperties(family=self.families, size=size, weight="bold" if bold else "normal")

    def has(self, text: str) -> bool:
        """Whether every letter of a text can be drawn here."""
        return self.lacking.isdisjoint(text)

    def measure(self, text: str, size: float, bold: bool) -> float:
        """The width of a text in points; where it is set in a font that is not known, it is reckoned by cells."""
        unknown = set() if self.boxes else self.lacking
        rest = "".join(char for char in text if char not in unknown)
        width = ROOMY * self._drawn_width(rest, size, bold)
        if rest == text:
            return width
        from wcwidth import wcswidth

        return width + CELL * size * max(1, wcswidth(text) - wcswidth(rest))

    def _drawn_width(self, text: str, size: float, bold: bool) -> float:
        properties = self.properties(size, bold)
        width: float = text_to_path.get_text_width_height_descent(text, properties, ismath=False)[0]
        return width


def _plain(entry: font_manager.FontEntry) -> bool:
    """Whether a font is upright, neither light nor bold, and not one that has a box for every letter there is."""
    if entry.name.startswith(LAST_RESORT):
        return False
    return entry.style == "normal" and entry.weight in (400, "normal", "regular", "book")


def _drawn(entry: font_manager.FontEntry, chars: set[str]) -> set[str]:
    """Those of some letters for which a font has an outline; coloured emoji have none."""
    drawn: set[str] = set()
    try:
        font = font_manager.get_font(font_manager.FontPath(entry.fname, entry.index))
    except (OSError, RuntimeError):
        return drawn
    if not font.scalable:
        return drawn
    for char in chars:
        if font.get_char_index(ord(char)):
            try:
                font.load_char(ord(char))
                if len(font.get_path()[0]):
                    drawn.add(char)
            except RuntimeError:
                continue
    return drawn
