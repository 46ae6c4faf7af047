"""Single keys from a terminal, taken as they are pressed, without Enter."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress

ESCAPE, END = "\x1b", "\x04"
ESCAPE_SECONDS = 0.1  # how long the rest of an arrow key may take behind its escape
# Waits for a key, at most so many seconds (None: for ever); the characters that came, none where time ran out.
Wait = Callable[[float | None], str]


def can_listen() -> bool:
    """Whether standard input is a terminal, on which somebody can press keys."""
    return sys.stdin is not None and not sys.stdin.closed and sys.stdin.isatty()


if sys.platform == "win32":

    @contextmanager
    def listening() -> Iterator[Wait]:
        """Take single keys from the terminal inside the block."""
        import msvcrt
        import time

        def wait(seconds: float | None) -> str:
            end = None if seconds is None else time.monotonic() + seconds
            while not msvcrt.kbhit():
                if end is not None and time.monotonic() >= end:
                    return ""
                time.sleep(0.02)
            key = msvcrt.getwch()
            if key == "\x03":
                raise KeyboardInterrupt
            return key + (msvcrt.getwch() if key in "\0\xe0" else "")

        yield wait

else:

    @contextmanager
    def listening() -> Iterator[Wait]:
        """Take single keys from the terminal inside the block; afterwards it is as it was.

        What was typed before is dropped, and all that comes at once counts as one key: the bytes of an umlaut or
        an arrow, a pasted line. Ctrl-C raises `KeyboardInterrupt` as ever. A signal that ends or stops the process
        finds the terminal as it was; a stopped one goes on where it was. Where the terminal is gone, the key is
        `END`, as for Ctrl-D.
        """
        import select
        import signal
        import termios
        import tty
        from types import FrameType

        keyboard = sys.stdin.fileno()
        before = termios.tcgetattr(keyboard)
        taken = False

        def take() -> None:
            nonlocal taken
            tty.setcbreak(keyboard)
            taken = True

        def give_back() -> None:
            nonlocal taken
            if taken:
                taken = False
                with suppress(termios.error):  # it is gone
                    termios.tcsetattr(keyboard, termios.TCSADRAIN, before)

        def on_signal(number: int, frame: FrameType | None) -> None:
            give_back()
            signal.signal(number, signal.SIG_DFL)
            os.kill(os.getpid(), number)
            signal.signal(number, on_signal)  # only a process that was stopped and goes on comes here
            take()

        def came(seconds: float | None) -> bool:
            return bool(select.select([keyboard], [], [], seconds)[0])

        def read() -> str:
            try:
                return os.read(keyboard, 1024).decode("utf-8", "replace")
            except OSError:
                return END

        def wait(seconds: float | None) -> str:
            if not came(seconds):
                return ""
            key = read()
            return key + read() if key == ESCAPE and came(ESCAPE_SECONDS) else key

        numbers = (signal.SIGTERM, signal.SIGHUP, signal.SIGQUIT, signal.SIGTSTP)
        mine = [number for number in numbers if signal.getsignal(number) == signal.SIG_DFL]
        for number in mine:
            signal.signal(number, on_signal)
        try:
            take()
            yield wait
        finally:
            interrupt = signal.signal(signal.SIGINT, signal.SIG_IGN)  # a second Ctrl-C must not come between
            give_back()
            for number in mine:
                signal.signal(number, signal.SIG_DFL)
            signal.signal(signal.SIGINT, interrupt)
