"""What a picture is made of: words, lines, signs and areas on a sheet, in points from its top left corner."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Literal, NamedTuple

INK = "#222222"
FAINT = "#6a6a6a"

# The width of a text in points, at a size in points, bold or not.
Measure = Callable[[str, float, bool], float]


class Words(NamedTuple):
    """One line of text: ``y`` is its middle, ``align`` (left, right or center) says which end ``x`` is."""

    x: float
    y: float
    text: str
    size: float = 8
    align: Literal["left", "right", "center"] = "left"
    bold: bool = False
    colour: str = INK


class Area(NamedTuple):
    """A rectangle in one colour."""

    left: float
    top: float
    right: float
    bottom: float
    colour: str


class Rule(NamedTuple):
    """A thin straight line."""

    start: tuple[float, float]
    end: tuple[float, float]
    colour: str
    width: float = 0.6
    dashed: bool = False


class Way(NamedTuple):
    """A line through points in one colour, or in two by turns; ``smooth`` ones swing from height to height."""

    points: tuple[tuple[float, float], ...]
    colours: tuple[str, ...]
    smooth: bool = True


class Signs(NamedTuple):
    """The same sign at many points: a shape, its colour and its size in points."""

    points: tuple[tuple[float, float], ...]
    shape: str
    colour: str = INK
    size: float = 6


Mark = Words | Area | Rule | Way | Signs


class Group(NamedTuple):
    """Marks that belong to one thing, which a picture that can do so names where it is pointed at."""

    title: str
    marks: tuple[Mark, ...]


class Sheet(NamedTuple):
    """A picture: its size in points, what it shows in a line and in sentences, and its marks, the lowest first."""

    width: float
    height: float
    title: str
    description: str
    marks: tuple[Mark | Group, ...]


def harmless(text: str) -> str:
    """The text without the two characters that no XML may hold."""
    return text.translate({0xFFFE: "\ufffd", 0xFFFF: "\ufffd"})


def wrapped(text: str, room: float, width: Callable[[str], float]) -> list[str]:
    """A text in lines no wider than a room, broken at spaces; a word that is wider stands alone.

    >>> wrapped("Ann and Bob share the win", 11, len)
    ['Ann and Bob', 'share the', 'win']
    """
    lines: list[str] = []
    for word in text.split():
        if lines and width(f"{lines[-1]} {word}") <= room:
            lines[-1] += f" {word}"
        else:
            lines.append(word)
    return lines


def spread(wanted: Sequence[float], gap: float, low: float, high: float) -> list[float]:
    """Heights as near to those wanted as may be, ``gap`` apart, in their order, from ``low`` to ``high``.

    Equal ones keep their order. Where all cannot fit, they stand closer.

    >>> spread([5, 5, 40], 10, 0, 50)
    [0, 10, 40.0]
    >>> spread([49, 48], 10, 0, 50)
    [50, 40]
    """
    gap = min(gap, (high - low) / max(1, len(wanted) - 1))
    order = sorted(range(len(wanted)), key=lambda index: wanted[index])
    # Less their rank's gaps, heights must only rise; those that fall are levelled to their mean.
    levels: list[tuple[float, int]] = []
    for rank, index in enumerate(order):
        total, count = wanted[index] - gap * rank, 1
        while levels and levels[-1][0] / levels[-1][1] > total / count:
            before, members = levels.pop()
            total, count = before + total, members + count
        levels.append((total, count))
    rising = [total / count for total, count in levels for _ in range(count)]
    result = [0.0] * len(wanted)
    for rank, index in enumerate(order):
        level = max(low, min(high - gap * (len(wanted) - 1), rising[rank]))
        result[index] = level + gap * rank
    return result


def ticks(low: float, high: float, most: int = 8) -> list[int]:
    """Round numbers from ``low`` to ``high``, at most so many.

    >>> ticks(-4, 72)
    [0, 10, 20, 30, 40, 50, 60, 70]
    """
    steps = (factor * 10**power for power in range(12) for factor in (1, 2, 5))
    step = next(step for step in steps if (high - low) / step < most)
    return list(range(-int(-low // step) * step, int(high) + 1, step))
