"""Ask for a line at a terminal: faults stand under the line, which is edited and not typed again.

Nothing heavy is imported before a prompt is really shown.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from itertools import takewhile
from typing import NamedTuple, TypeVar

from .errors import GameError
from .names import folded

T = TypeVar("T")
PASTE_SECONDS = 0.05  # nobody types the next key as fast as a paste goes on
# What a line may become, from what is typed before the cursor; or the whole lines that there are.
Completions = Sequence[str] | Callable[[str], Iterable[str]]
BEGIN_OF_LINE = "\r\x1b[K"  # wipes off what was typed before anybody asked
_PROMPT = "schrille_cli.kit.prompt"
_depth = 0  # how many `asking` there are around


class Again(Exception):  # noqa: N818 - it is no error
    """Raised by ``accept`` for a line that is no answer yet, though nothing is wrong with it.

    The prompt stays, with ``line`` in it and ``note`` under it: help that was asked for, or what is still wanted.
    Where the note is about the line alone, it is not ``lasting`` and goes when the line is changed.
    """

    def __init__(self, line: str, note: str = "", *, lasting: bool = True) -> None:
        super().__init__(line, note)
        self.line = line
        self.note = note
        self.lasting = lasting


class Unusable(GameError):  # noqa: N818 - one among the words for what becomes of a line
    """Raised by ``accept`` for a line of which nothing is worth editing: it is emptied, to be typed anew."""


class Prompt(NamedTuple):
    """What a prompt shows beside the line that is typed; see `ask`."""

    message: str
    initial: str = ""
    hidden: bool = False
    completions: Completions = ()
    above: Callable[[int, int], str] | None = None
    status: Callable[[str], str] | None = None
    note: str = ""
    faults: Sequence[str] = ()


def is_dumb() -> bool:
    """Whether the terminal cannot move its cursor."""
    return os.environ.get("TERM", "").lower() in ("", "dumb", "unknown") and os.name != "nt"


def ask(
    message: str,
    accept: Callable[[str], T],
    *,
    initial: str = "",
    hidden: bool = False,
    completions: Completions = (),
    above: Callable[[int, int], str] | None = None,
    status: Callable[[str], str] | None = None,
    note: str = "",
    faults: Sequence[str] = (),
) -> T:
    """Ask for a line until it is accepted, and return what ``accept`` makes of it.

    Call it only where somebody can be asked, which `schrille_cli.kit.verbs.Call.interactive` tells.

    ``accept`` gets the line at each Enter. Where it raises `GameError`, all faults are shown under the line, which
    stays to be edited (but goes at `Unusable`); lines that were pasted or typed behind it are then left out, and
    that is said. Where it raises `Again`, the prompt goes on as that says. Any other error ends the prompt. No
    lock may be held meanwhile but in ``accept`` itself.

    ``message`` stands before the line, ``initial`` in it at first. ``hidden`` masks what is typed; its
    ``status`` must not tell it. ``completions`` are whole lines, completed by prefix with Tab without regard to
    case, or a function from the text before the cursor to what it may become. ``above`` makes the text over the
    prompt from the width and the most lines there is room for (0: none), also with colours; it is called again
    when the window changes.
    ``status`` says something about the line while it is typed, and is left out where the note has said it.
    ``note`` and ``faults`` stand under the line at first.

    When the line is accepted, all of it goes from the screen; nothing is kept in a history. On a terminal that
    cannot move its cursor (TERM=dumb), faults are printed and the line is asked for again.

    Raises `KeyboardInterrupt` at Ctrl-C, and `EOFError` at Ctrl-D on an empty line or behind an ``initial`` one
    that is as it was, or when the terminal is gone.
    """
    prompt = Prompt(message, initial, hidden, completions, above, status, note, faults)
    with asking():
        if is_dumb():
            from .dumb import run_dumb

            return run_dumb(prompt, accept)
        from .prompt import run_prompt

        return run_prompt(prompt, accept)


@contextmanager
def asking() -> Iterator[None]:
    """Keep what is typed between two prompts off the screen; put it around a series of them.

    Without it the terminal would show what is typed ahead, hidden or not. What was read behind the last line is
    forgotten at the end.
    """
    global _depth
    with echo(False):
        if not _depth and not is_dumb() and os.name != "nt":
            sys.stdout.write(BEGIN_OF_LINE)
            sys.stdout.flush()
        _depth += 1
        try:
            yield
        finally:
            _depth -= 1
            if not _depth and _PROMPT in sys.modules:
                sys.modules[_PROMPT].forget_what_follows()


@contextmanager
def echo(on: bool) -> Iterator[None]:
    """Let the terminal show by itself what is typed, or not, where that can be chosen."""
    try:
        import termios
    except ImportError:  # on Windows
        yield
        return
    descriptor = sys.stdin.fileno()
    before = termios.tcgetattr(descriptor)
    flags = before[3] | termios.ECHO if on else before[3] & ~termios.ECHO
    termios.tcsetattr(descriptor, termios.TCSANOW, [*before[:3], flags, *before[4:]])
    try:
        yield
    finally:
        with suppress(termios.error):  # the terminal is gone
            termios.tcsetattr(descriptor, termios.TCSANOW, before)


def completed(before: str, completions: Completions) -> tuple[str, list[str]]:
    """What the text before the cursor becomes at Tab, and the choices where there are several.

    >>> completed("fr", ["Frost", "Lava"])
    ('Frost', [])
    >>> completed("L", ["Lava", "Laub"])
    ('La', ['Lava', 'Laub'])
    """
    if callable(completions):
        found = list(dict.fromkeys(completions(before)))
    else:
        found = [line for line in completions if folded(line).startswith(folded(before.lstrip()))]
    if len(found) < 2:
        return (found[0] if found else before), []
    same = (len(set(letters)) == 1 for letters in zip(*found, strict=False))
    common = found[0][: sum(takewhile(bool, same))]
    longer = len(folded(common)) > len(folded(before.lstrip()))
    return (common if longer else before), found


def file_names(before: str) -> list[str]:
    """The files and folders that the beginning of a path may become; hidden ones only behind their point."""
    folder, begun = os.path.split(before)
    try:
        entries = sorted(os.scandir(os.path.expanduser(folder) or "."), key=lambda entry: entry.name)
    except OSError:
        return []
    return [
        os.path.join(folder, entry.name + ("/" if entry.is_dir() else ""))
        for entry in entries
        if entry.name.startswith(begun) and (begun or not entry.name.startswith("."))
    ]
