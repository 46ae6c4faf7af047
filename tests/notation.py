"""The notation of the rule cases in ``tests/cases``, and the games that they describe."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence

import pytest

from schrille_cli.schrille import GameError, Slip, with_settings
from schrille_cli.schrille.builtin import LABELS
from schrille_cli.schrille.movement import Movement
from schrille_cli.schrille.rounds import Opened, Setup, State
from schrille_cli.schrille.rules import PRESETS, Rules

TRIO = {"Ann": "blue", "Bob": "red", "Cid": "green"}
HOLDS = {**TRIO, "Dora": "yellow", "Eve": "violet"}


class Kinds(dict[str, Callable[..., None]]):
    """The checks of cases by the name of their kind; called as a decorator, it registers one."""

    def __call__(self, check: Callable[..., None]) -> Callable[..., None]:
        self[check.__name__.rstrip("_")] = check
        return check


def markers(text: str) -> list[int]:
    """The markers of ``1-3 14 4``."""
    found: list[int] = []
    for part in text.split():
        first, _, last = part.partition("-")
        found += range(int(first), int(last or first) + 1)
    return found


def pairs(text: str) -> dict[str, str]:
    """The pairs of ``Ann=blue Bob=red Cid``; an empty text where there is no value."""
    return {name: value for name, _, value in (part.partition("=") for part in text.split())}


def numbers(text: str) -> dict[str, int]:
    """The pairs of ``Ann=3 Bob=-1``."""
    return {name: int(value) for name, value in pairs(text).items()}


def sums_on(text: str) -> list[int]:
    """The sums of ``14+3 2-1`` by marker."""
    total = [0] * 15
    for part in text.split():
        hole, value = re.fullmatch(r"(\d+)([+-]\d+)", part).groups()  # type: ignore[union-attr]
        total[int(hole)] = int(value)
    return total


def rules_of(preset: str, settings: Sequence[str]) -> Rules:
    """A preset with house rules."""
    return with_settings(PRESETS[preset], settings)


def band_names(text: str) -> tuple[str, ...]:
    """Bands by marker (``1-3 14``: b1 b2 b3 b14) and by name."""
    found: list[str] = []
    for part in text.split():
        found += [f"b{marker}" for marker in markers(part)] if part[0].isdigit() else [part]
    return tuple(found)


def moved(bands: int, order: str | None, below: str, danger: str) -> Movement:
    """The movement that a case describes; it must be one of all its bands."""
    places = markers(f"1-{bands}" if bands else "") if order is None else markers(order)
    fell = markers(below)
    assert sorted(places + fell) == list(range(1, bands + 1)), "the case is wrong: a band is missing or too much"
    assert all(places.index(marker) >= 10 for marker in markers(danger)), "the case is wrong: no zone"
    return Movement((), tuple(places), tuple(fell), tuple(markers(danger)))


def bands_of(contracts: str, bands: int) -> dict[str, tuple[str, ...]]:
    """The labels of the bands b1, b2 …; orange where the case says nothing."""
    said = {int(marker): tuple(labels.split(",")) for marker, labels in pairs(contracts).items()}
    assert all(1 <= marker <= bands and {*labels} <= {*LABELS} for marker, labels in said.items())
    return {f"b{marker}": said.get(marker, ("orange",)) for marker in range(1, bands + 1)}


def tips_slip(text: str) -> Slip:
    """A slip with the tips of ``1:no1 8:pick`` alone; chips do not matter for points."""
    no1, pick = re.fullmatch(r"(\d+):no1 (\d+):pick", text).groups()  # type: ignore[union-attr]
    return Slip((), int(no1), int(pick))


def position(
    labels: Mapping[str, str],
    scores: Mapping[str, int],
    rules: Rules,
    bands: Mapping[str, tuple[str, ...]],
    cards: int | None,
) -> tuple[Setup, State]:
    """A game in the phase resolved, with bands b1, b2 … on the chart and cards d1, d2 … in the tool's deck."""
    deck = tuple(f"d{number}" for number in range(1, (cards or 0) + 1))
    known = {**bands, **dict.fromkeys(deck, ("orange",))}
    source = "table" if cards is None else "tool"
    setup = Setup(
        rules, "test", source, "table", tuple(labels), LABELS, known, (*bands, *deck) if deck else tuple(bands)
    )
    opened = Opened(3, tuple(bands), labels, scores, {})
    return setup, State(opened, "resolved", known, cards, labels, scores)


def refusal(words: str, act: Callable[[], object]) -> None:
    """The act must be refused, with these words."""
    with pytest.raises(GameError) as caught:
        act()
    assert caught.value.faults
    assert words in str(caught.value)
