"""Real shells on pseudo-terminals, whose lines are completed by Tab and then looked at."""

from __future__ import annotations

import os
import re
import shutil
import time
from pathlib import Path

import pexpect
import pytest
from conftest import SCHRILLE, environment

LOOK = "\x18\x10"  # Ctrl-X Ctrl-P: the shell prints its line
CLEAR = {"bash": "\x05\x15", "zsh": "\x15", "fish": "\x05\x15"}
LINE = re.compile(r"LINE<(.*?)>END", re.DOTALL)
ARGUMENTS = {
    "bash": ["--norc", "--noprofile", "-i"],
    "zsh": ["-f", "-i"],
    "fish": ["-i"],
}
SET_UP = {
    "bash": [
        "bind 'set enable-bracketed-paste off' 2>/dev/null",
        "look() { printf 'LINE<%s>END\\n' \"$READLINE_LINE\"; }",
        "bind -x '\"\\C-x\\C-p\": look'",
        'eval "$(schrille completion bash)"',
    ],
    "zsh": [
        "autoload -Uz compinit && compinit -u -D",
        "look() { print -r -- \"LINE<$BUFFER>END\" }; zle -N look; bindkey '^X^P' look",
        'eval "$(schrille completion zsh)"',
    ],
    "fish": [
        "bind \\cx\\cp 'printf \"LINE<%s>END\\n\" (commandline | string collect)'",
        "schrille completion fish | source",
    ],
}


class Shell:
    """A shell in a folder that has read its completion script."""

    def __init__(self, name: str, folder: Path, set_up: list[str] | None = None, **variables: str | None) -> None:
        program = shutil.which(name)
        if program is None:
            pytest.skip(f"{name} is not installed")
        path = f"{SCHRILLE.parent}:{os.environ['PATH']}"
        settings = {"TERM": "xterm", "PATH": path, "HOME": str(folder), "PS1": "$ ", **variables}
        self.name = name
        self.folder = folder
        self.complained = False  # whether anything was printed between Tab and the line
        self.process = pexpect.spawn(
            program,
            ARGUMENTS[name],
            cwd=str(folder),
            env=environment(**settings),  # type: ignore[arg-type]
            dimensions=(50, 200),
            encoding="utf-8",
            timeout=20,
        )
        self.process.delaybeforesend = None
        for number, line in enumerate(SET_UP[name] if set_up is None else set_up):
            self.run(line, f"done{number}")

    def run(self, line: str, word: str = "ran") -> None:
        """Run a line and wait for its end."""
        half = len(word) // 2
        self.process.sendline(f"{line}\recho {word[:half]}''{word[half:]}")
        self.process.expect(f"{word}\r\n")

    def complete(self, line: str, keys: str = "\t") -> str:
        """What a line becomes when Tab is pressed at its end."""
        self.process.send(line + keys)
        return self.look()

    def look(self) -> str:
        """The line that is being typed; it is cleared then."""
        self.process.send(LOOK)
        self.process.expect(LINE)
        found = self.process.match
        assert isinstance(found, re.Match)
        self.complained = re.search("rror|Traceback|schrille:", self.process.before or "") is not None
        self.process.send(CLEAR[self.name])
        return str(found[1])

    def offered(self, line: str) -> str:
        """What the shell lists for a line when Tab is pressed twice."""
        self.process.send(line + "\t")
        time.sleep(0.4)
        self.process.send("\t")
        time.sleep(0.4)
        self.process.send(LOOK)
        self.process.expect(LINE)
        text = self.process.before or ""
        self.process.send(CLEAR[self.name])
        return re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", "", text)

    def close(self) -> None:
        """End the shell."""
        self.process.close(force=True)
