"""The prompt of `schrille_cli.kit.ask` on a terminal that cannot move its cursor: lines, one after another."""

from __future__ import annotations

import os
import select
import sys
from collections.abc import Callable
from contextlib import suppress
from io import TextIOWrapper
from types import ModuleType
from typing import TypeVar

from .ask import PASTE_SECONDS, Again, Prompt, Unusable, completed, echo
from .errors import GameError
from .language import _
from .screen import Screen, screen_of

try:
    import readline as _readline
except ImportError:  # not on Windows
    _readline = None  # type: ignore[assignment]
readline: ModuleType | None = _readline

T = TypeVar("T")
MOST_LINES = 99  # an endless page


def run_dumb(prompt: Prompt, accept: Callable[[str], T]) -> T:
    """Ask for lines until one is accepted; see `schrille_cli.kit.ask.ask`."""
    screen = screen_of(sys.stdout, "simple", os.environ)
    prompt = prompt._replace(message=screen.fit(prompt.message))
    if isinstance(sys.stdin, TextIOWrapper):
        sys.stdin.reconfigure(errors="surrogateescape")  # whoever accepts the line says what is wrong with it
    if prompt.above:
        _say(screen, prompt.above(screen.width, MOST_LINES))
    for text in (*prompt.faults, prompt.note):
        _say(screen, text)
    line, asked, note = prompt.initial, False, prompt.note
    while True:
        status = prompt.status(line) if prompt.status and (line or not asked) else ""
        _say(screen, "" if status in note else status)
        line, asked = _read(prompt, line), True
        try:
            return accept(line)
        except Again as again:
            line, note = again.line, again.note
            _say(screen, note)
        except GameError as problem:
            dropped = _drop_what_follows()  # before anybody can answer to what is said
            for fault in problem.faults:
                _say(screen, str(fault))
            if dropped:
                _say(screen, _("What was typed or pasted behind this line is left out."))
            note = ""
            if prompt.hidden or readline is None or isinstance(problem, Unusable):
                line = ""


def _say(screen: Screen, text: str) -> None:
    for line in text.split("\n") if text else []:
        print(screen.prose(line), flush=True)


def _read(prompt: Prompt, line: str) -> str:
    """A line typed at the prompt, begun with another one, which can be edited where the system can do that."""
    with echo(not prompt.hidden):
        try:
            typed = _typed(prompt, line)
        except (EOFError, KeyboardInterrupt):
            _end_line()
            raise
    if prompt.hidden:
        _end_line()
    return typed


def _end_line() -> None:
    """End the prompt's line where no Enter was seen to do it."""
    with suppress(OSError):  # the terminal is gone
        print(flush=True)


def _typed(prompt: Prompt, line: str) -> str:
    if readline is None:
        return line + input(prompt.message + ("" if prompt.hidden else line))
    readline.set_auto_history(False)
    readline.set_startup_hook(lambda: readline.insert_text(line))
    readline.set_completer_delims("")
    readline.set_completer(lambda typed, number: _choice(prompt, typed, number))
    for setting in ("tab: complete", "set enable-bracketed-paste off", "set completion-ignore-case on"):
        readline.parse_and_bind(setting)
    try:
        return input(prompt.message)
    finally:
        readline.set_startup_hook()
        readline.set_completer()


def _choice(prompt: Prompt, typed: str, number: int) -> str | None:
    """The completion of a number, from 0; None behind the last one."""
    become, choices = completed(typed, prompt.completions)
    lines = choices or ([become] if become != typed else [])
    return lines[number] if number < len(lines) else None


def _drop_what_follows() -> bool:
    """Forget what came in behind a faulty line; whether there was anything."""
    if os.name == "nt":
        return False
    import termios

    descriptor = sys.stdin.fileno()
    before = termios.tcgetattr(descriptor)
    raw = [*before[:3], before[3] & ~(termios.ICANON | termios.ECHO), *before[4:]]
    termios.tcsetattr(descriptor, termios.TCSANOW, raw)
    dropped = False
    try:
        while select.select([descriptor], [], [], PASTE_SECONDS)[0] and os.read(descriptor, 4096):
            dropped = True
    finally:
        with suppress(termios.error):
            termios.tcsetattr(descriptor, termios.TCSANOW, before)
    return dropped
