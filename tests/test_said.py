"""All that is printed comes from the catalogues, shown with a language whose letters stand in no code."""

from __future__ import annotations

import re

import pytest
from catalogues import commands, strange
from conftest import SLIP
from processes import run_python
from saying import LABELS, PLAYERS, Program, latin

from schrille_cli.schrille import bots


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


def test_looking_back_and_corrections_are_said(program: Program) -> None:
    program.new("--deal-hands", "--set", "label_cost=1", "--set", "retire_at=1,2")
    program("resolve", "--missing", "pass")
    program("score")
    program("label", f"{PLAYERS[0]}={LABELS[5]}")
    assert program.latin("adjust", PLAYERS[1], "-3", "--reason", "ω") == set()
    program("next")
    assert program.latin("show", "--history", "--player", PLAYERS[1], "--format", "tsv") == set()
    assert program.latin("show", "--player", PLAYERS[0]) == set()
    for band in ("№ 1", "№ 2", "№ 3", "№ 40"):
        assert program.latin("show", "--band", f"{band}", "--explain", "--format", "tsv") == set()
    hand = program.hand(PLAYERS[0])
    slip = [f"{14 - hole}{chip:+d}" for hole, chip in enumerate(hand[:5])]
    assert program.latin("amend", "1", PLAYERS[0], *slip, "1n", "2p", "--dry-run", "--format", "tsv") == set()
    assert program.latin("amend", "1", PLAYERS[0], *slip, "1n", "2p", code=1) == set()
    assert program.latin("amend", "1", PLAYERS[0], *slip, "1n", "2p", "--yes") == set()
    assert program.latin("show", "--history", "--format", "tsv") <= {"amend"}
    assert program.latin("undo") == set()


def test_the_reveal_is_said(program: Program) -> None:
    program.new()
    for player in PLAYERS:
        program("place", player, *SLIP.split())
    assert program.latin("resolve", "--reveal", "--format", "tsv") == set()


# The words of a picture, which an image has as outlines.
DRAWN = """
from schrille_cli.kit import language
from schrille_cli.schrille import load
from schrille_cli.schrille.pictures.compose import sheet_of
from schrille_cli.schrille.run import run_of
language.FOLDER = "catalogues"
language.use("de")
marks = list(sheet_of(run_of(load("schrille.toml")), lambda text, size, bold: len(text) * size).marks)
for mark in marks:
    marks += getattr(mark, "marks", ())
    print(getattr(mark, "text", ""))
"""


def test_pictures_are_said(program: Program) -> None:
    program.new()
    program("resolve", "--missing", "pass")
    program("score", "--next")
    drawn = run_python(program.folder, DRAWN).stdout
    assert strange("Danger Zone") in drawn.splitlines()
    assert latin(drawn) == set()
    for name in ("1.svg", "1.html"):
        assert program.latin("chart", "-o", name) <= {"svg", "html"}
        source = (program.folder / name).read_text("utf-8")
        words = re.findall(r">([^<]*\w[^<]*)<", re.sub(r"(?s)<(style|metadata)\b.*?</\1>", "", source))
        assert "№ 2 (λ3 ａｎｄ λ4)" in words
        assert latin(" ".join(words)) == set()


def test_decks_are_said(program: Program) -> None:
    given = [word for name in LABELS for word in ("--label", f"{name}=κ{name[1:]}")]
    table = "№;?;λ1;\n" * 2 + "".join(
        f"№ {number};!;λ{number % 6 + 1};λ{(number + 1) % 6 + 1}\n" for number in range(30)
    )
    (program.folder / "1.csv").write_text(table + "№ №;;λ2,λ3\n", "utf-8")
    assert program.latin("deck", "check", "deck.toml") == {"deck", "toml"}
    assert program.latin("deck", "show", "deck.toml", "--format", "tsv") == set()
    new = ["deck", "new", "--csv", "1.csv", "-o", "1.toml", "--columns", "A,C,D", *given]
    assert program.latin(*new, code=1) == {"csv"}
    (program.folder / "1.csv").write_text(table.partition("\n")[2], "utf-8")
    assert program.latin(*new) <= {"csv", "toml", *"ABCD", "UTF"}
    assert program.latin(*new, "--force", "--no-header") <= {"csv", "toml", *"ABCD", "UTF"} | set(
        re.findall("[a-z_]+", str(program.folder))
    )
    (program.folder / "1.toml").write_text("[labels]\n9 = 9\n[bands]\n№ = 9\n'№' = 9\n'№' = 'λ'\n[9]\n")
    assert program.latin("deck", "check", "1.toml", code=1) <= {"toml", "TOML", "labels", "bands", "NAME", "label"}


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


@pytest.mark.parametrize("command", commands(), ids=" ".join)
def test_help_is_said(program: Program, command: tuple[str, ...]) -> None:
    text = program(*command, "--help").stdout
    before, _, example = text.partition(strange("Example:"))
    assert bool(example) is bool(command)
    listed = {words[-1] for words in commands() if words[:-1] == command and words}
    assert latin(before) - listed - {*command, *bots.NAMES, "x"} == set()  # x: of a range
