"""Texts shown one after another: a step at a key press, or at a pace."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable, Sequence
from contextlib import suppress

import click

from . import keys
from .language import _
from .screen import Screen, screen_of
from .streams import write_all
from .verbs import emit

# The text of a step on a screen, in so many lines where that is possible (None: as many as it wants).
Page = Callable[[Screen, int | None], str]
REST = ("q", "Q", keys.ESCAPE, keys.END)


class Steps:
    """Texts to be shown one after another on standard output.

    They are all rendered at once, so that whatever is wrong with them is found before a game is saved. A text is
    rendered again when its turn comes and the window has another size by then.
    """

    def __init__(self, pages: Sequence[Page], table_format: str) -> None:
        self._pages = pages
        self._format = table_format
        self._window = self._look()
        self._texts = [page(*self._window) for page in pages]

    def _look(self) -> tuple[Screen, int | None]:
        """The screen, and how many lines a step may have on it: one is left for the prompt."""
        screen = screen_of(sys.stdout, self._format, os.environ)
        if not self._on_terminal():
            return screen, None
        try:
            lines = os.get_terminal_size(sys.stdout.fileno()).lines
        except OSError:
            lines = 0
        return screen, lines - 1 if lines > 0 else None

    @staticmethod
    def _on_terminal() -> bool:
        return sys.stdout is not None and sys.stdout.isatty()

    def show(self, pace: float | None = None, done: str = "") -> None:
        """Show the first text, then one at each key press, or after ``pace`` seconds, if no key comes before.

        ``q``, Esc or Ctrl-D show the rest at once. Nothing is waited for where standard output is no terminal;
        without a keyboard, only for the pace. ``done`` is what was done by then, for the message after a Ctrl-C
        (which raises `click.Abort`) or where printing fails (`GameError`, kind ``"output"``).
        """
        try:
            if not self._on_terminal() or not (pace or keys.can_listen()):
                self._rest(0, done)
            elif keys.can_listen():
                with keys.listening() as wait:
                    self._walk(lambda: self._ask(wait, pace, done), done)
            else:
                self._walk(lambda: time.sleep(pace or 0), done)
        except KeyboardInterrupt:
            raise click.Abort(*filter(None, [_(done)])) from None

    def _walk(self, ask: Callable[[], str | None], done: str) -> None:
        for number in range(len(self._pages)):
            if number and ask() in REST:
                self._rest(number, done)
                return
            emit(self._text(number), done)

    def _rest(self, first: int, done: str) -> None:
        emit("\n".join(map(self._text, range(first, len(self._pages)))), done)

    def _text(self, number: int) -> str:
        """A text, with an empty line above it that keeps it apart from the one before."""
        window = self._look()
        text = self._texts[number] if window == self._window else self._pages[number](*window)
        return "\n" * (number > 0) + window[0].fit(text)

    def _ask(self, wait: keys.Wait, pace: float | None, done: str) -> str:
        """Wait for a key under a prompt that is wiped off by spaces, since not every terminal knows more."""
        screen = self._look()[0]
        prompt = screen.fit(_("[any key: go on; q: all the rest]"))[: screen.width - 1]
        try:
            emit(prompt, done, end="")
            return wait(pace)
        finally:
            with suppress(OSError):  # the text that comes next will say it
                write_all(sys.stdout, f"\r{' ' * len(prompt)}\r")
