"""What the command offers a shell, asked as the shells' scripts ask it."""

from __future__ import annotations

import subprocess
from pathlib import Path

from conftest import SCHRILLE, SLIP, Command, environment

from schrille_cli.schrille import Game, dumps


def asked(shell: str, line: str) -> dict[str, str]:
    """The variables with which a shell's script asks about a line, up to the cursor."""
    if shell == "zsh":
        return {"COMP_WORDS": line.replace(" ", "\n"), "COMP_LINE": line, "_SCHRILLE_COMPLETE": "zsh_complete"}
    return {"COMP_LINE": line, "_SCHRILLE_COMPLETE": f"{shell}_complete"}


def answer(folder: Path, variables: dict[str, str | None]) -> str:
    """What the command prints for a shell; it never says a word on stderr."""
    done = subprocess.run([SCHRILLE], cwd=folder, env=environment(**variables), capture_output=True, timeout=20)
    assert done.returncode == 0
    assert done.stderr == b""
    return done.stdout.decode()


def offered(folder: Path, line: str, shell: str = "fish", **variables: str | None) -> list[str]:
    """The words that a shell is offered for a line; for files, the word file alone."""
    lines = answer(folder, {**asked(shell, line), **variables}).splitlines()
    if shell == "zsh":
        kinds, words = lines[::3], lines[1::3]
    else:
        kinds = [text.partition(",")[0] for text in lines]
        words = [text.partition(",")[2].partition("\t")[0] for text in lines]
    return [kind if kind == "file" else word for kind, word in zip(kinds, words, strict=True)]


def scored(schrille: Command) -> Path:
    """A folder with a scored round of four players, one with a blank and a quote, one with an umlaut."""
    game = Game.new({"Ann": "blue", "O'Hara Lee": "red", "Zoë": "green", "Anton": "yellow"}, seed="shell")
    game.place("Ann", SLIP)
    game.resolve(missing_pass=True)
    game.score()
    schrille.save.write_text(dumps(game), "utf-8")
    return schrille.folder
