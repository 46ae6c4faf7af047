"""Lines that were accepted by a dialog but are no command yet, kept beside the save: a dead battery loses none."""

from __future__ import annotations

import os
from collections.abc import Callable
from contextlib import suppress
from typing import Any, TypeVar

from . import files
from .ask import Again, ask
from .errors import GameError
from .language import _

T = TypeVar("T")


class Draft:
    """The lines of a dialog that ends in one command: asked for, kept in ``.NAME.draft``, and asked for no more.

    Where a file of the same purpose lies there, its lines are answered again by themselves, in order, before
    anybody is asked. ``path`` is the save's; ``purpose`` says what for and when, in one line.
    """

    def __init__(self, path: str, purpose: str) -> None:
        folder, name = files.target(path)
        self.path = os.path.join(folder, f".{name}.draft")
        self.purpose = purpose
        self.lines: list[str] = []
        self.coming = self._read()

    def _read(self) -> list[str]:
        """The lines of the file, none where it is for another purpose or cannot be read."""
        with suppress(GameError):
            first, *lines = files.read(self.path, "").split("\n")
            if first == self.purpose:
                return lines[:-1]
        return []

    def _write(self) -> None:
        files.write(self.path, "".join(f"{line}\n" for line in (self.purpose, *self.lines)))

    def ask(self, message: str, accept: Callable[[str], T], **settings: Any) -> T:
        """Ask as `schrille_cli.kit.ask.ask` does, and keep the line that is accepted.

        A line that was kept and is no longer accepted is asked for again, and so are those behind it.
        """

        def keep(line: str) -> T:
            value = accept(line)
            self.lines.append(line)
            self._write()
            return value

        if self.coming:
            line = self.coming.pop(0)
            try:
                value = accept(line)
            except (GameError, Again):
                self.coming = []
            else:
                self.lines.append(line)
                return value
        return ask(message, keep, **settings)

    def kept(self, command: str) -> list[str]:
        """What to say of the lines where the dialog is left: that ``command`` goes on; nothing without lines."""
        if not self.lines and not self.coming:
            return []
        return [_("what was typed is kept: schrille {command} goes on with it").format(command=command)]

    def forget(self) -> None:
        """Remove the file: the command is done, or the lines are not wanted any more."""
        self.lines, self.coming = [], []
        with suppress(OSError):
            os.unlink(self.path)
