"""What all dialogs share: the words that are typed instead of an answer, and lines said in between."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager

from ...kit.language import N_, _
from ...kit.names import folded
from ...kit.screen import screen_of
from ...kit.verbs import emit
from ..commands.common import SAVED

SKIP, BACK, HELP = "-", N_("back"), "?"
QUIT, EXIT, LIST = N_("quit"), "exit", N_("help")  # at the line for commands
_playing = False


def is_word(text: str, word: str) -> bool:
    """Whether a line is one of the words, in English or the language in use, without regard to case."""
    return folded(text.strip()) in (word, folded(_(word)))


@contextmanager
def playing() -> Iterator[None]:
    """Around all that is asked in ``play``: there the end of the input leads to the line for commands."""
    global _playing
    before, _playing = _playing, True
    try:
        yield
    finally:
        _playing = before


def keys_help() -> str:
    """The keys that every prompt has, for its help."""
    if _playing:
        return _("Ctrl-U empties the line. Ctrl-D leads to schrille>, where any command can be typed.")
    return _("Ctrl-U empties the line. Ctrl-D stops.")


def command_help(command: str) -> str:
    """What to do where a command was typed as an answer."""
    if _playing:
        return _("Ctrl-D leads to schrille>, where {command} can be typed.").format(command=command)
    return _("Ctrl-D stops here; then schrille can run another command.")


def asks_help(text: str) -> bool:
    """Whether a line ends in a question mark: help is wanted, and the rest of the line stays."""
    return text.rstrip().endswith(HELP)


def say(*sentences: str) -> None:
    """Print sentences as a paragraph; nothing where all are empty."""
    text = " ".join(filter(None, sentences))
    if text:
        emit(screen_of(sys.stdout, "simple", os.environ).prose(text), SAVED)
