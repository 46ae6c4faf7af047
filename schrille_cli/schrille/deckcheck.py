"""What a sound deck holds, and what in it may be a slip of the pen (R1, R2)."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Mapping
from itertools import combinations, islice
from typing import Any

from ..kit.errors import Fault, listed, quoted
from ..kit.language import _, ngettext
from ..kit.names import folded
from .deck import Deck
from .rules import PLACES

BOX = 42  # R2: the bands in the box
MOST_NAMED = 5  # names in one warning


def summary(deck: Deck) -> dict[str, Any]:
    """Labels and bands of a deck as plain data: how many each label has, alone and with each other label."""
    pairs = {
        pair: sum({*labels} == {*pair} for labels in deck.bands.values()) for pair in combinations(deck.labels, 2)
    }
    return {
        "bands": len(deck.bands),
        "labels": [
            {
                "name": name,
                "colour": colour,
                "bands": sum(name in labels for labels in deck.bands.values()),
                "alone": sum(labels == (name,) for labels in deck.bands.values()),
            }
            for name, colour in deck.labels.items()
        ],
        "pairs": [{"labels": list(pair), "bands": number} for pair, number in pairs.items()],
    }


def warnings(deck: Deck) -> list[Fault]:
    """What is allowed in a deck, and yet may be meant otherwise."""
    if not deck.bands:
        message = _("there are no bands: this is for games whose cards come from the table")
        return [Fault("deck", message, hint=_("start them with --chart"))]
    return [*_size(deck), *_shares(deck.bands, deck.labels), *_alike(deck), *_beginnings(deck)]


def _size(deck: Deck) -> list[Fault]:
    number = len(deck.bands)
    if number == BOX:
        return []
    if number < PLACES:
        message = ngettext("there is {number} band", "there are {number} bands", number).format(number=number)
        return [Fault("deck", message, hint=_("at least {number} are wanted (R2)").format(number=PLACES))]
    message = ngettext(
        "there is {number} band, the box has {box} (R2)",
        "there are {number} bands, the box has {box} (R2)",
        number,
    )
    return [Fault("deck", message.format(number=number, box=BOX))]


def _shares(bands: Mapping[str, tuple[str, ...]], labels: Mapping[str, str]) -> list[Fault]:
    shares = {label: sum(label in band for band in bands.values()) for label in labels}
    if len({*shares.values()}) == 1:
        return []
    counts = ", ".join(f"{label} {number}" for label, number in shares.items())
    return [Fault("deck", _("the labels have different numbers of bands: {counts}").format(counts=counts))]


def _short(names: Iterable[str]) -> str:
    """Names as a list, of which the first ones are enough."""
    first = list(islice(names, MOST_NAMED + 1))
    return listed(first) if len(first) <= MOST_NAMED else f"{', '.join(first[:MOST_NAMED])} …"


def _letters(name: str) -> str:
    """What is left of a name without accents, spaces and signs; the name itself where that is nothing."""
    plain = unicodedata.normalize("NFKD", folded(name))
    return "".join(filter(str.isalnum, plain)) or name


def _alike(deck: Deck) -> list[Fault]:
    alike: dict[str, list[str]] = {}
    for name in deck.bands:
        alike.setdefault(_letters(name), []).append(name)
    message = _("{bands} may be the same band")
    return [
        Fault("deck", message.format(bands=_short(map(quoted, names))))
        for names in alike.values()
        if len(names) > 1
    ]


def _beginnings(deck: Deck) -> list[Fault]:
    """The bands whose whole name others begin with: a word on its way to theirs means this one."""
    names = sorted((folded(name), name) for name in deck.bands)
    faults = []
    for index, (key, name) in enumerate(names):
        behind = names[index + 1 : index + 2 + MOST_NAMED]  # sorted: those that begin so come next
        longer = [quoted(other_name) for other, other_name in behind if other.startswith(key)]
        if longer:
            message = ngettext("{others} begins with {band}", "{others} begin with {band}", len(longer))
            hint = _("to mean {band}, type the whole name").format(band=quoted(name))
            faults.append(Fault("deck", message.format(band=quoted(name), others=_short(longer)), hint=hint))
    return faults
