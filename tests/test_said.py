"""All that is printed comes from the catalogues, shown with a language whose letters stand in no code.

Names of players, labels and bands in these games have no Latin letters either, so that every Latin letter that is
printed is a command, an option, a rule's key, or a text that nobody marked.
"""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

import pytest
from catalogues import strange, write_strange
from processes import run_python

from schrille_cli.cli import TABLE
from schrille_cli.schrille.rules import CHOICES, PRESETS, Rules

# The installed program with other catalogues.
CODE = """
import sys
from schrille_cli import cli
from schrille_cli.kit import language
language.FOLDER = "catalogues"
sys.exit(cli.run())
"""
PLAYERS = ("α", "β", "γ")
LABELS = [f"λ{number}" for number in range(1, 7)]
SLIP = "14+3 12+4 9-2 7-1 3+2 1:no1 8:pick"
LATIN = re.compile(r"[A-Za-z_]{2,}|[A-Za-z]\b")
# What is typed, and so is the same in every language: commands, options, the rules' keys and values, tips.
VALUES = sorted({value for values in CHOICES.values() for value in values}, key=len, reverse=True)
TYPED = re.compile(
    r"schrille(?:[ .-]\w+)?|SCHRILLE_\w+|(?<![\w-])--?[a-z][a-z-]*|\[[a-z|]+\]|\b(?:no1|pick)\b"
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

    def __call__(self, *args: str, code: int = 0) -> subprocess.CompletedProcess[str]:
        done = run_python(self.folder, CODE, *args, "--lang", "de")
        assert "Traceback" not in done.stderr, done.stderr
        assert done.returncode == code, (args, done.stdout, done.stderr)
        return done

    def latin(self, *args: str, code: int = 0) -> set[str]:
        """The Latin words that a command prints, without those that are the same in all languages."""
        done = self(*args, code=code)
        assert re.search("[\uff21-\uff5a]", done.stdout + done.stderr)
        return latin(done.stdout) | (latin(done.stderr) - {*TABLE, *Rules._fields, "VALUE"})

    def new(self, *args: str) -> set[str]:
        players = [word for pair in zip(PLAYERS, LABELS, strict=False) for word in ("-p", "=".join(pair))]
        return self.latin("new", *players, "--deck", "deck.toml", "--seed", "7", *args)


@pytest.fixture
def program(tmp_path: Path) -> Program:
    return Program(tmp_path)


def test_the_strange_language_is_strange() -> None:
    said = strange("Undone: {what!r}, %(prog)s.")
    assert said == "Ｕｎｄｏｎｅ: {what!r}, %(prog)s."
    assert latin(said.format(what=1)) == {"prog", "s"}
    assert latin("Score of α, label λ1: --json, target=5, label_order=first-come") == {"Score", "of", "label"}


def test_a_round_is_said(program: Program) -> None:
    assert program.new() == set()
    for player in PLAYERS:
        assert program.latin("place", player, *SLIP.split()) == set()
    assert program.latin("undo") == set()
    assert program.latin("resolve", "--missing", "pass", "--explain", "--format", "tsv") == set()
    assert program.latin("score") == set()
    assert program.latin("label", f"{PLAYERS[0]}={LABELS[5]}", f"{PLAYERS[1]}={LABELS[5]},{LABELS[4]}") == set()
    assert program.latin("next", "--format", "tsv") == set()
    assert program.latin("show", "--history", "--format", "tsv") == set()
    assert program.latin("show", "--round", "1", "--slips", "--explain") == set()


def test_what_looks_back_is_said(program: Program) -> None:
    program.new()
    program("resolve", "--missing", "pass")
    program("score")
    program("label", f"{PLAYERS[0]}={LABELS[5]}")
    program("adjust", PLAYERS[1], "-1", "--reason", "ω")
    program("next")
    assert program.latin("show", "--history", "--player", PLAYERS[0], "--band", "№ 1") == set()
    assert program.latin("show", "--history", "--player", PLAYERS[1], "--round", "1") == set()
    for number in range(0, 42, 3):
        assert program.latin("show", "--band", f"№ {number}", "--explain", "--format", "tsv") == set()


def test_the_end_is_said(program: Program) -> None:
    assert program.new("--set", "target=5", "--set", "retire_at=1,2", "--deal-hands") == set()
    assert program.latin("show", "--hand", PLAYERS[0]) == set()
    assert program.latin("resolve", "--missing", "pass") == set()
    assert program.latin("score", "--next", "--format", "tsv") == set()
    assert program.latin("show", "--format", "tsv") == set()


def test_the_rulings_are_said(program: Program) -> None:
    assert program.latin("rules", "--format", "tsv") == set()


FAULTS = [
    ["new"],
    ["new", "-p", "α=λ1", "-p", "α=λ1", "-p", "=λ2", "--deck", "deck.toml", "-g", "9"],
    ["new", "-p", "α=λ9", "--set", "9=9", "--set", "target=0", "--deck", "deck.toml", "--force"],
    ["label", "α=λ2", "β"],
    ["label", "α=λ2"],
    ["place", "δ", "14+3"],
    ["place", "α", "15+3", "14+3", "14+2", "9", "7-9", "8:pick", "?"],
    ["place", "--from", "9"],
    ["resolve"],
    ["score"],
    ["next"],
    ["undo"],
    ["show", "--round", "2"],
    ["show", "--explain"],
    ["show", "--hand", "α"],
    ["show", "-g", "."],
    ["show", "-g", "9"],
    ["rules", "-g", "deck.toml"],
]


@pytest.mark.parametrize("args", FAULTS, ids=" ".join)
def test_faults_are_said(program: Program, args: list[str]) -> None:
    program.new()
    assert program.latin(*args, code=1) <= {"deck", "toml", "game"}


WRONG = [
    ["9"],
    ["show", "--9"],
    ["show", "--round", "?"],
    ["show", "--json=9"],
    ["show", "--format", "9"],
    ["show", "9"],
    ["label"],
    ["place"],
    ["place", "α", "--from", "9"],
    ["resolve", "--missing", "9"],
]


@pytest.mark.parametrize("args", WRONG, ids=" ".join)
def test_wrong_command_lines_are_said(program: Program, args: list[str]) -> None:
    """Click itself names an option, the kind of a number, and what there is to choose from."""
    from tabulate import tabulate_formats

    allowed = {"help", "lang", "integer", "pass", *(word.lstrip("-").partition("=")[0] for word in args)}
    assert program.latin(*args, code=2) <= allowed | (set(tabulate_formats) if "--format" in args else set())


@pytest.mark.parametrize("verb", ["", *TABLE])
def test_help_is_said(program: Program, verb: str) -> None:
    text = program(*filter(None, [verb]), "--help").stdout
    before, _, example = text.partition(strange("Example:"))
    assert bool(example) is bool(verb)
    assert latin(before) - ({*TABLE} if not verb else set()) == set()
