"""Slips that are entered: their grammar, many at once, replaced ones, and all that can be wrong with them."""

from __future__ import annotations

import json
import os
import re

import pytest
from conftest import PLAYERS, SLIP, Command
from processes import LOCK, files, refused
from stages import SECRET, at

from schrille_cli.schrille import load, save


def test_everything_wrong_with_a_slip_is_said_at_once(schrille: Command) -> None:
    schrille.new()
    said = refused(schrille, "place", "Ann", "15+3", "9-2", "9-1", "7+9", "foo", "1:no1", "2:no1")
    assert re.search(r"token 1\b.*no hole", said)
    assert re.search(r"hole 9 .*2|9.*twice", said)
    assert "hole 7" in said
    assert re.search(r"token 5\b.*not a chip", said)
    assert re.search(r"2 New Number 1|two New Number 1", said)
    assert re.search(r"at least 1 more .*1 influence chip and Pick of the Week", said)
    assert said.count("\n") == 6


def test_everything_wrong_with_many_slips_is_said_at_once(schrille: Command) -> None:
    schrille.new()
    text = f"Ann: {SLIP} 5+1\nZed: {SLIP}\nBob: {SLIP}\nCid {SLIP.replace(':', '')}\nBob: {SLIP}\nDora: 15+3 foo\n"
    said = refused(schrille, "place", "--from", "-", input=text)
    assert re.search(r"line 4|Cid", said)
    text = text.replace("Cid ", "Cid: ")
    said = refused(schrille, "place", "--from", "-", input=text)
    for word in ("Ann", "Zed", "Bob", "Dora"):
        assert re.search(rf"^Error: .*{word}.*$", said, re.MULTILINE), word
    assert re.search(r"Dora.* 1\b.*no hole", said)
    assert re.search(r"Dora.* 2\b.*not a chip", said)
    assert "Cid's slip" not in said


@pytest.mark.parametrize("source", ["-", "slips.txt"])
def test_many_slips_at_once(schrille: Command, source: str) -> None:
    schrille.new()
    lines = ["", *(f"  {player.lower()} :  {SLIP}" for player in PLAYERS), ""]
    text = "\ufeff" + "\r\n".join(lines)
    (schrille.folder / "slips.txt").write_bytes(text.encode())
    placed = json.loads(schrille("place", "--from", source, "--json", input=text).stdout)
    assert placed["players"] == list(PLAYERS)
    assert placed["next_commands"] == ["resolve"]


@pytest.mark.parametrize("text", ["", "\n\n", "Ann\n", "Ann: \n", ": 14+3\n", b"\xff\xfe\n", "x" * 2000, b"\0\n"])
def test_no_slip_in_it(schrille: Command, text: str | bytes) -> None:
    schrille.new()
    refused(schrille, "place", "--from", "-", input=text)


def test_a_second_slip_needs_replace(schrille: Command) -> None:
    schrille.new()
    said = refused(schrille, "place", "Ann", *SLIP.split(), "--replace")
    assert "Ann" in said
    schrille("place", "Ann", *SLIP.split())
    said = refused(schrille, "place", "Ann", *SLIP.split())
    assert "--replace" in said
    schrille("place", "Ann", *SECRET["Ann"].split(), "--replace")
    (slip,) = schrille.json("show", "--slips")["slips"]
    assert {(chip["hole"], chip["chip"]) for chip in slip["chips"]} == {
        *((13, 4), (11, -4), (6, 1), (5, -3), (4, 2)),
        *((2, "no1"), (10, "pick")),
    }
    schrille("undo")
    (slip,) = schrille.json("show", "--slips")["slips"]
    assert {"hole": 14, "chip": 3} in slip["chips"]


def test_dry_run_writes_nothing(schrille: Command) -> None:
    save(at("placing"), str(schrille.save))
    os.unlink(schrille.folder / LOCK)
    before = files(schrille.folder)
    done = schrille("place", "Ann", *SECRET["Ann"].split(), "--dry-run")
    assert "Ann" in done.stdout
    schrille("place", "Ann", "14+3", "--dry-run", code=1)
    schrille("place", "--from", "-", "--dry-run", input=f"Ann: {SLIP}\nBob: {SLIP}\n")
    schrille("place", "--from", "-", "--dry-run", code=1, input=f"Ann: {SLIP}\nBob: 14+3\n")
    assert files(schrille.folder) == before


@pytest.mark.parametrize(
    "slip",
    [
        "14+3 9–2 7:-1 3=2 12+4 1:no1 8p",
        "14+3 9−2 7‐1 3＋2 12﹢4 1N 8:PICK",
        "１４+３ 9－2 7﹣1 3:2 12=+4 1=no1 8Pick",
        " 8p 1n 12+4  3+2 7—1 9―2 14+3 ",
        "14 + 3 9 - 2 7 -1 3= 2 12: +4 1 no. 1 8 pick",
        "14+3, 9-2; 7 – 1 / 3 + 2 und 12 = +4, Nummer 1: 1, Aufsteiger der Woche: 8.",
        "pick 8 no1 1 14+3,9-2,7-1,3+2,12+4",
    ],
)
def test_the_grammar_of_a_slip(schrille: Command, slip: str) -> None:
    save(at("placing"), str(schrille.save))
    schrille("place", "Ann", *slip.split())
    schrille("place", "--from", "-", input=f"Bob: {slip}\n")
    game = load(str(schrille.save))
    assert str(game.state.slips["Bob"]) == str(game.state.slips["Ann"])
    assert "14+3 12+4 9-2 7-1 3+2 1:no1 8:pick" in schrille.save.read_text()
    assert set(game.state.slips["Ann"].influence) == {(14, 3), (12, 4), (9, -2), (7, -1), (3, 2)}
    assert (game.state.slips["Ann"].no1, game.state.slips["Ann"].pick) == (1, 8)


def test_a_log_has_slips_as_the_tool_writes_them_and_no_others(schrille: Command) -> None:
    schrille.new()
    schrille("place", "Ann", *SLIP.split())
    saved = schrille.save.read_text()
    for other in (SLIP.replace("14+3", "14 + 3"), SLIP.replace(" ", ","), SLIP.replace("8:pick", "8:Aufsteiger")):
        schrille.save.write_text(saved.replace(SLIP, other))
        assert "rounds[0].log[0]" in refused(schrille, "show")
