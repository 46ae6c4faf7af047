"""Lists whose items have numbers that may be holes or not."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from itertools import pairwise

from .runs import Span

ITEM = re.compile(r"\W*([0-9]{1,2}) ?[.)](?!\w)")
NUMBER = re.compile(r"\W*([0-9]{1,2})\W*")
MANY = 10  # rows that are those of the chart
FEW = 3  # items that make a list


def listed_in_order(rows: Sequence[str], chips: Mapping[int, Sequence[Span]], size: int) -> bool:
    """Whether items that are numbered 1, 2, 3 … are read as the holes of these numbers.

    ``chips`` are those of the slip by their lines, ``size`` is how many there are. A list of more items than that
    is one of the holes of the chart.
    """
    numbers = {line: int(match[1]) for line, row in enumerate(rows) if (match := ITEM.match(row))}
    order = list(numbers.values())
    as_holes = sum(
        spans[0].chip.startswith(f"{numbers[line]}") and not spans[0].chip[len(str(numbers[line]))].isdigit()
        for line, spans in chips.items()
        if line in numbers
    )
    counted = order[:FEW] == list(range(1, FEW + 1)) and order == list(range(1, len(order) + 1))
    return counted and len(order) <= size and as_holes >= FEW


def holes_in_turn(rows: Sequence[str], chips: Mapping[int, Sequence[Span]]) -> bool:
    """Whether lines of one chip each, and those of bare numbers, are the rows of a chart, down or up.

    Then the bare numbers are holes into which nothing was put.
    """
    found: list[int] = []
    for line, row in enumerate(rows):
        spans = chips.get(line, ())
        if spans:
            if len(spans) > 1 or spans[0].end > len(row):
                return False
            hole = re.match("[0-9]+", spans[0].chip)
            found.append(int(hole[0]) if hole else 0)
        elif match := NUMBER.fullmatch(row):
            found.append(int(match[1]))
    steps = {two - one for one, two in pairwise(found)}
    return len(found) >= MANY and steps in ({1}, {-1})
