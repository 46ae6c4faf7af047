"""What the verbs share: the frame of a change, and the text that people type."""

from __future__ import annotations

from collections.abc import Callable

from ...kit import files
from ...kit.language import N_
from ...kit.verbs import Answer, Call, emit, interruptible
from ..game import Game
from ..saves import changing

SAVED = N_("the save is done")


def change(call: Call, act: Callable[[Game], Answer]) -> None:
    """Compute and render under the save's lock, save, then print."""
    with interruptible(), changing(call.path) as game:
        rendered = call.render(act(game))
    emit(rendered, SAVED)


def input_lines(path: str) -> list[tuple[int, str]]:
    """The lines of a file (``-``: standard input) that are not empty, trimmed, with their numbers from 1."""
    lines = enumerate(files.read_input(path).split("\n"), 1)
    return [(number, line.strip()) for number, line in lines if line.strip()]


def split_name(text: str) -> tuple[str, str | None]:
    """A name and what is written behind its last ``=``; None where there is none."""
    name, equals, rest = text.rpartition("=")
    return (name, rest) if equals else (text, None)
