"""What all dialogs share: the words that are typed instead of an answer, and lines said in between."""

from __future__ import annotations

import os
import sys

from ...kit.language import N_, _
from ...kit.names import folded
from ...kit.screen import screen_of
from ...kit.verbs import emit
from ..commands.common import SAVED

SKIP, BACK, HELP = "-", N_("back"), "?"


def is_word(text: str, word: str) -> bool:
    """Whether a line is one of the words, in English or the language in use, without regard to case."""
    return folded(text.strip()) in (word, folded(_(word)))


def asks_help(text: str) -> bool:
    """Whether a line ends in a question mark: help is wanted, and the rest of the line stays."""
    return text.rstrip().endswith(HELP)


def say(*sentences: str) -> None:
    """Print sentences as a paragraph; nothing where all are empty."""
    text = " ".join(filter(None, sentences))
    if text:
        emit(screen_of(sys.stdout, "simple", os.environ).prose(text), SAVED)
