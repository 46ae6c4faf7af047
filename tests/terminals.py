"""A shell on a pseudo-terminal, in which commands wait for keys, and what the terminal is like afterwards."""

from __future__ import annotations

import os
import re
import termios
import time
from pathlib import Path

import pexpect
from conftest import SCHRILLE, environment

CTRL_C, CTRL_D, CTRL_Z, ESC = "\x03", "\x04", "\x1a", "\x1b"
READY = "READY> "
ESCAPE = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]")


class Terminal:
    """An interactive shell in a folder; the command is `schrille` there."""

    def __init__(self, folder: Path, size: tuple[int, int] = (80, 40), **variables: str | None) -> None:
        path = f"{SCHRILLE.parent}:{os.environ['PATH']}"
        variables = {"TERM": "xterm-256color", "NO_COLOR": None, "COLUMNS": None, "PATH": path, **variables}
        env = environment(**variables, PS1=READY, ENV=None)
        self.process = pexpect.spawn(
            "/bin/sh",
            ["-i"],
            cwd=str(folder),
            env=env,  # type: ignore[arg-type]
            dimensions=(size[1], size[0]),
            encoding="utf-8",
            codec_errors="replace",
            timeout=20,
        )
        self.process.delaybeforesend = None
        self.ready()

    def ready(self) -> str:
        """Wait for the shell; what was printed before."""
        return self.until(re.escape(READY))

    def until(self, pattern: str) -> str:
        """Wait for a pattern; what was printed before it, without carriage returns and escapes."""
        self.process.expect(pattern)
        before = self.process.before or ""
        assert "Traceback" not in before
        return ESCAPE.sub("", before.replace("\r\n", "\n"))

    def reading(self) -> None:
        """Wait until keys are read one by one; what comes earlier is the terminal's own, not the program's."""
        end = time.monotonic() + 20
        while termios.tcgetattr(self.process.child_fd)[3] & termios.ICANON:
            assert time.monotonic() < end
            time.sleep(0.005)

    def start(self, line: str) -> None:
        """Run a command and do not wait for it; what the shell echoes is taken in."""
        self.process.sendline(line)
        self.process.expect_exact(line)
        self.process.expect_exact("\r\n")

    def run(self, line: str) -> str:
        """Run a command to its end."""
        self.start(line)
        return self.ready()

    def press(self, keys: str) -> None:
        """Send keys as a terminal does."""
        self.process.send(keys)

    def code(self) -> int:
        """The exit code of the last command."""
        return int(self.run("echo $?"))

    def sane(self) -> bool:
        """Whether the terminal shows what is typed and gives lines."""
        said = self.run("stty -a").split()
        return all(word in said for word in ("echo", "icanon", "isig"))

    def close(self) -> None:
        """End the shell."""
        self.process.close(force=True)
