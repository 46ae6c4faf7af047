"""The words for the colours of the six labels, and labels named by them (R1)."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping

from ..kit.errors import Fault, error, gathered, quoted, raise_all
from ..kit.language import N_, _
from ..kit.names import clean_name, folded
from .builtin import LABELS
from .deck import RESERVED

# By colour: the words for it in English and German, each language's usual one first.
ENGLISH = {**{colour: (colour,) for colour in LABELS}, "violet": ("violet", "purple")}
GERMAN = {
    "blue": ("blau",),
    "red": ("rot",),
    "green": ("grün", "gruen"),
    "yellow": ("gelb",),
    "violet": ("violett", "lila"),
    "orange": ("orange",),
}
BETWEEN = re.compile(r"\s*[,/+;&|]\s*|\s+(?:und|and)\s+")
WORDS = {word: colour for words in (GERMAN, ENGLISH) for colour, known in words.items() for word in known}


def colour_of(word: str) -> str:
    """The colour that a whole word in English or German means; empty where it is none.

    >>> colour_of("Lila"), colour_of("blue"), colour_of("teal")
    ('violet', 'blue', '')
    """
    return WORDS.get(folded(word.strip()), "")


def default_labels(language: str) -> dict[str, str]:
    """The six labels called by their colours in a language, each with its colour.

    >>> list(default_labels("de").items())[:2]
    [('blau', 'blue'), ('rot', 'red')]
    """
    return {words[0]: colour for colour, words in (GERMAN if language == "de" else ENGLISH).items()}


def named_labels(texts: Iterable[str]) -> dict[str, str]:
    """Labels from ``NAME=colour``, or from a word for a colour alone, which is then the label's name too.

    A colour is kept by its English word where it has one. Raises `GameError` with everything that is wrong.

    >>> named_labels(["Tiefblau=blau", "rot"])
    {'Tiefblau': 'blue', 'rot': 'red'}
    """
    labels: dict[str, str] = {}
    faults: list[Fault] = []
    for text in texts:
        name, equals, colour = text.rpartition("=")
        with gathered(faults):
            name = clean_name(name if equals else colour, N_("label"), RESERVED)
            if not equals and not colour_of(name):
                message = _("the colour of the label {name} is missing").format(name=quoted(name))
                raise error("deck", message, hint=_("write NAME=colour, such as Rotlicht=red"))
            if folded(name) in map(folded, labels):
                message = _("the {what} {name} is there twice")
                raise error("name", message.format(what=_("label"), name=quoted(name)))
            colour = colour_of(colour) or clean_name(colour, N_("colour"), RESERVED)
            if colour in labels.values():
                message = _("the {what} {name} is there twice")
                raise error("name", message.format(what=_("colour"), name=quoted(colour)))
            if colour_of(name) not in ("", colour):
                message = _("the label {name} has the name of another colour")
                raise error("name", message.format(name=quoted(name)))
            labels[name] = colour
    raise_all(faults)
    return labels


def completed(given: Mapping[str, str], language: str) -> dict[str, str]:
    """Labels that were given, and where those are fewer than six, the other colours called by their words."""
    if len(given) >= len(LABELS):
        return dict(given)
    others = {name: colour for name, colour in default_labels(language).items() if colour not in given.values()}
    return {**given, **others}


def label_words(text: str, means: Callable[[str], object]) -> list[str]:
    """The words for labels in a text such as ``blau/rot``, ``blau, rot`` or ``blau rot``.

    ``means`` says whether a word means a label; a text that does as a whole is not taken apart.

    >>> [label_words(text, colour_of) for text in ("blue + red", "blau rot", "Die Roten")]
    [['blue', 'red'], ['blau', 'rot'], ['Die Roten']]
    """
    if means(text):
        return [text]
    parts = [part for part in BETWEEN.split(text.strip()) if part]
    words = text.split()
    return words if len(parts) == 1 and all(map(means, words)) else parts
