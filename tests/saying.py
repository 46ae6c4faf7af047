"""``schrille`` in a language whose letters stand in no code.

Names of players, labels and bands in its games have no Latin letters either, so that every Latin letter that is
printed is a command, an option, a rule's key, or a text that nobody marked.
"""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

from catalogues import write_strange
from processes import run_python

from schrille_cli.cli import TABLE
from schrille_cli.schrille import load
from schrille_cli.schrille.rules import CHOICES, PRESETS, Rules

# The installed program with other catalogues.
CODE = """
import sys
from schrille_cli import cli
from schrille_cli.kit import language
language.FOLDER = "catalogues"
sys.exit(cli.run())
"""
# Bots as somebody writes them, by names that are no words.
OWN = """
import os

def α(seen):
    return next(iter(seen.legal))

def β(seen):
    raise ValueError

def γ(seen):
    return 9

def δ(seen):
    return α(seen)._replace(no1=8, pick=8)

def ε(seen):
    return α(seen)._replace(influence=tuple((hole, 4) for hole in range(1, 6)))

def ζ(seen):
    return α(seen)._replace(no1="9")

def η(seen):
    os.kill(os.getpid(), 9)

def ι(seen):
    return α(seen)._replace(influence=((14, 1), (13, 1)), no1=12, pick=11)

class θ:
    def __call__(self, seen):
        return α(seen)

    def __reduce__(self):
        raise ValueError

κ = θ()
λ = 9
"""
PLAYERS = ("α", "β", "γ")
LABELS = [f"λ{number}" for number in range(1, 7)]
LATIN = re.compile(r"[A-Za-z_]{2,}|[A-Za-z]\b")
# What is typed, and so is the same in every language: commands, options, the rules' keys and values, tips.
VALUES = sorted({value for values in CHOICES.values() for value in values}, key=len, reverse=True)
TYPED = re.compile(
    r"schrille(?:\s+mail\s+\w+|[ .-]\w+)?|SCHRILLE_\w+|(?<![\w-])--?[a-z][a-z-]*|[\[{][a-z|]+[\]}]"
    r"|\b(?:no1|pick)\b|A,B\[,C\]"
    f"|({'|'.join(PRESETS)})|({'|'.join(Rules._fields)})=({'|'.join(VALUES)})?"
)


def deck_file() -> str:
    """A deck of names without Latin letters."""
    labels = "".join(f'"{label}" = "κ{label[1:]}"\n' for label in LABELS)
    bands = "".join(f'"№ {number}" = "{LABELS[number % 6]}, {LABELS[(number + 1) % 6]}"\n' for number in range(42))
    return f"[labels]\n{labels}\n[bands]\n{bands}"


def latin(text: str) -> set[str]:
    """The Latin words of a text, without what is typed."""
    return set(LATIN.findall(TYPED.sub("", text)))


class Program:
    """``schrille`` in the strange language, in a folder."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        write_strange(folder / "catalogues")
        (folder / "deck.toml").write_text(deck_file(), "utf-8")
        (folder / "9.py").write_text(OWN, "utf-8")

    def __call__(self, *args: str, code: int = 0) -> subprocess.CompletedProcess[str]:
        done = run_python(self.folder, CODE, *args, "--lang", "de")
        assert "Traceback" not in done.stderr, done.stderr
        assert done.returncode == code, (args, done.stdout, done.stderr)
        return done

    def latin_in(self, text: str) -> set[str]:
        """The Latin words of a text, without those that are the same in all languages."""
        return latin(text) - {*TABLE, *Rules._fields, "VALUE"}

    def latin(self, *args: str, code: int = 0) -> set[str]:
        """The Latin words that a command prints, without those that are the same in all languages."""
        done = self(*args, code=code)
        assert re.search("[\uff21-\uff5a]", done.stdout + done.stderr)
        return latin(done.stdout) | (latin(done.stderr) - {*TABLE, *Rules._fields, "VALUE"})

    @property
    def path_words(self) -> set[str]:
        """The Latin words of the folder's name."""
        return latin(str(self.folder))

    def new(self, *args: str) -> set[str]:
        players = [word for pair in zip(PLAYERS, LABELS, strict=False) for word in ("-p", "=".join(pair))]
        return self.latin("new", *players, "--deck", "deck.toml", "--seed", "7", *args)

    def hand(self, player: str) -> list[int]:
        """The chips that were dealt to a player in the first round."""
        return list(load(str(self.folder / "schrille.toml")).at_round(1).opened.hands[player])
