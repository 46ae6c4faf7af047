"""How labels look in a picture: a colour, and a shape for those who do not see it.

The colours differ in lightness as far as their names allow, so that they can be told apart with any colour vision.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from ...kit.names import folded
from ..colours import colour_of

COLOURS = {
    "blue": "#0b4fa8",
    "red": "#b8001f",
    "green": "#12906f",
    "yellow": "#edc500",
    "violet": "#b065d9",
    "orange": "#ec6f10",
    "turquoise": "#27b5c9",
    "brown": "#7a4a21",
    "pink": "#f286b5",
    "grey": "#8a8a8a",
    "black": "#222222",
    "white": "#d8d8d8",  # seen on white paper
}
OTHERS = {  # words for the other colours, in English and German
    "turquoise": "turquoise türkis tuerkis cyan teal",
    "brown": "brown braun",
    "pink": "pink rosa",
    "grey": "grey gray grau silver silber",
    "black": "black schwarz",
    "white": "white weiß weiss",
}
OTHER_WORDS = {folded(word): colour for colour, words in OTHERS.items() for word in words.split()}
SHAPES = ("circle", "square", "up", "diamond", "down", "plus")
NOBODY = "#777777"


class Look(NamedTuple):
    """A label's colour, as ``#rrggbb``, and its shape (one of `SHAPES`)."""

    colour: str
    shape: str


UNLABELLED = Look(NOBODY, "dot")


def looks(labels: Mapping[str, str]) -> dict[str, Look]:
    """The look of each label, from names to colours (R1).

    A colour is known by its English or German name; a label whose colour is not known, or is another's already,
    takes one that is left. Shapes go by the order of the labels.

    >>> looks({"Tiefblau": "blau", "Meer": "blue"})
    {'Tiefblau': Look(colour='#0b4fa8', shape='circle'), 'Meer': Look(colour='#b8001f', shape='square')}
    """
    chosen: dict[str, str] = {}
    for name, colour in labels.items():
        known = _known(colour) or _known(name)
        if known and known not in chosen.values():
            chosen[name] = known
    left = (colour for colour in COLOURS if colour not in chosen.values())
    for name in labels:
        if name not in chosen:
            chosen[name] = next(left)
    return {name: Look(COLOURS[chosen[name]], shape) for name, shape in zip(labels, SHAPES, strict=False)}


def _known(word: str) -> str:
    return colour_of(word) or OTHER_WORDS.get(folded(word), "")


def darker(colour: str) -> str:
    """A darker shade of a colour ``#rrggbb``, for an edge.

    >>> darker("#ff8000")
    '#994d00'
    """
    return "#" + "".join(f"{round(int(colour[i : i + 2], 16) * 0.6):02x}" for i in (1, 3, 5))
