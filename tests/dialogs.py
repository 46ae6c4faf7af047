"""The installed command in a dialog on a pseudo-terminal, and what its screen shows."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pexpect
import pyte
from conftest import SCHRILLE, Command, environment

from schrille_cli.schrille import load

ENTER, TAB, CTRL_A, CTRL_C, CTRL_D, CTRL_L, CTRL_U = "\r", "\t", "\x01", "\x03", "\x04", "\x0c", "\x15"
BACKSPACE, LEFT, UP = "\x7f", "\x1b[D", "\x1b[A"
SECONDS = 20.0


class Dialog:
    """A command on a terminal of some size: keys go in, and a terminal's emulator has what is seen.

    ``output`` is every byte that came, as text; ``keys`` how many keys were sent by `type`.
    """

    def __init__(
        self,
        folder: Path,
        *args: str,
        size: tuple[int, int] = (80, 24),
        command: Any = SCHRILLE,
        **variables: str | None,
    ) -> None:
        self.columns, self.rows = size
        env = environment(**{"TERM": "xterm-256color", "NO_COLOR": None, "COLUMNS": None, **variables})
        self.output = ""
        self.keys = 0
        self.screen = pyte.HistoryScreen(self.columns, self.rows, history=2000)
        self.stream = pyte.Stream(self.screen)
        self.process = pexpect.spawn(
            str(command),
            list(args),
            cwd=str(folder),
            env=env,
            dimensions=(self.rows, self.columns),
            timeout=5,
            encoding="utf-8",
            codec_errors="replace",
            echo=True,
        )
        self.process.delaybeforesend = None
        self.process.ptyproc.delayafterclose = 0.01
        self.process.ptyproc.delayafterterminate = 0.01

    # Keys

    def send(self, text: str) -> None:
        """Send bytes as a terminal does; Ctrl-C once nothing moves, as it is lost where reading just begins."""
        if text == CTRL_C:
            self.settle()
        self.process.send(text)

    def type(self, text: str) -> None:
        """Press keys, which are counted."""
        self.keys += len(text)
        self.send(text)

    def enter(self, line: str) -> None:
        """Type a line and Enter."""
        self.type(line + ENTER)

    def paste(self, text: str) -> None:
        """Paste a text as terminals do that mark a paste."""
        self.send(f"\x1b[200~{text}\x1b[201~")

    def resize(self, columns: int, rows: int) -> None:
        """Give the window another size; where it becomes narrower, lines are broken anew, as many terminals do."""
        cursor = self.screen.cursor
        old, (x, y) = self.columns, (cursor.x, cursor.y)
        lines = self.lines()[: max(y + 1, len(self.shown.split("\n")))]
        self.columns, self.rows = columns, rows
        self.screen.resize(rows, columns)
        if columns < old:
            broken = [[line[i : i + columns] for i in range(0, len(line), columns)] or [""] for line in lines]
            y = sum(map(len, broken[:y])) + x // columns
            parts = [part for line in broken for part in line]
            gone = max(0, len(parts) - rows)
            self.screen.erase_in_display(2)
            self.stream.feed("\x1b[H" + "\r\n".join(parts) + f"\x1b[{y - gone + 1};{x % columns + 1}H")
        self.process.setwinsize(rows, columns)

    # What is seen

    def read(self, seconds: float = 0.02) -> bool:
        """Take in what the command has printed; False at its end."""
        try:
            text = self.process.read_nonblocking(65536, seconds)
        except pexpect.TIMEOUT:
            return True
        except pexpect.EOF:
            return False
        self.output += text
        self.stream.feed(text)
        return True

    def lines(self) -> list[str]:
        """The lines on the screen, without the spaces behind them."""
        return [line.rstrip() for line in self.screen.display]

    @property
    def shown(self) -> str:
        """The text on the screen."""
        return "\n".join(self.lines()).rstrip("\n")

    @property
    def all_shown(self) -> str:
        """The text on the screen and that which has gone up out of it."""
        above = ["".join(row[x].data for x in range(self.columns)).rstrip() for row in self.screen.history.top]
        return "\n".join([*above, self.shown])

    @property
    def line(self) -> str:
        """The line of the screen in which the cursor is, up to it."""
        cursor = self.screen.cursor
        return self.screen.display[cursor.y][: cursor.x]

    def until(self, seen: Callable[[Dialog], bool]) -> None:
        """Wait until something can be seen."""
        end = time.monotonic() + SECONDS
        while True:
            alive = self.read()
            if seen(self):
                return
            assert alive, self.state()
            assert time.monotonic() < end, self.state()

    def wait(self, *texts: str) -> None:
        """Wait until the screen shows some texts; line ends in them count as spaces."""
        self.until(lambda dialog: all(_flat(text) in _flat(dialog.shown) for text in texts))

    def prompt(self, text: str) -> None:
        """Wait until the cursor stands behind a text, in its line or, where that is long, in one of its own."""
        self.until(lambda dialog: dialog.line.rstrip().endswith(text.rstrip()) or dialog._under(text))

    def _under(self, text: str) -> bool:
        row = self.screen.cursor.y
        return self.line == "> " and row > 0 and self.lines()[row - 1].endswith(text.rstrip())

    def settle(self) -> None:
        """Wait until nothing more comes for a moment."""
        while True:
            before = len(self.output)
            if not self.read(0.15) or len(self.output) == before:
                return

    def end(self, code: int = 0) -> str:
        """Wait for the end of the command and its exit code; all that it printed."""
        end = time.monotonic() + SECONDS
        while self.read(0.1):
            assert time.monotonic() < end, self.state()
        self.process.close()
        assert "Traceback" not in self.output, self.output
        assert self.process.exitstatus == code, (self.process.exitstatus, self.process.signalstatus, self.state())
        return self.output

    def state(self) -> str:
        """What is seen, for a failure's message."""
        return f"line {self.line!r}\n{self.all_shown}\n--\n{self.output[-2000:]!r}"


def slips(schrille: Command) -> dict[str, str]:
    """The slips that are in the save, as text."""
    return {player: str(slip) for player, slip in load(str(schrille.save)).state.slips.items()}


def _flat(text: str) -> str:
    return " ".join(text.split())
