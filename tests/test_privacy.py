"""Chips stay secret while slips are placed, in answers as in errors."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from conftest import PLAYERS, Command
from processes import refused
from stages import SECRET, at

from schrille_cli.schrille import Game, save

CHIP = re.compile(r"\b(?:1[0-4]|[1-9])(?:[:=]?[+-][1-9]\b|[:=]?(?:no1|pick)\b)")


def secret(schrille: Command, *args: str, code: int = 0, **settings: Any) -> None:
    """Run a command and look for chips in all that it prints."""
    done = schrille(*args, code=code, **settings)
    for text in (done.stdout, done.stderr):
        for slip in SECRET.values():
            for token in slip.split():
                assert token not in text, (args, token, text)
        # what remains are the examples of the grammar that hints give
        hints = re.sub(r"14\+3|9-2|1:no1|8:pick", "", text)
        assert not CHIP.search(hints), (args, hints)


def test_no_chips_while_placing(schrille: Command) -> None:
    schrille.new()
    lines = "".join(f"{player}: {slip}\n" for player, slip in SECRET.items())
    ann, bob = SECRET["Ann"].split(), SECRET["Bob"].split()
    for json_flag in ([], ["--json"]):
        secret(schrille, "place", "Ann", *ann, "--dry-run", *json_flag)
        secret(schrille, "place", "Ann", *ann, *json_flag)
        secret(schrille, "place", "Ann", *bob, code=1)
        secret(schrille, "place", "Ann", *bob, "--replace", "--dry-run", *json_flag)
        secret(schrille, "place", "Ann", *bob, "--replace", *json_flag)
        secret(schrille, "show", *json_flag)
        secret(schrille, "show", "--history", *json_flag)
        secret(schrille, "show", "--explain", code=1)
        secret(schrille, "resolve", code=1)
        secret(schrille, "undo", *json_flag)
        secret(schrille, "undo", *json_flag)
        secret(schrille, "place", "--from", "-", "--dry-run", *json_flag, input=lines)
        secret(schrille, "place", "--from", "-", *json_flag, input=lines)
        secret(schrille, "place", "--from", "-", code=1, input=lines)
        secret(schrille, "show", *json_flag)
        secret(schrille, "undo", *json_flag)


def test_undo_says_whose_slip(schrille: Command) -> None:
    schrille.new()
    schrille("place", "Ann", *SECRET["Ann"].split())
    assert "Ann's slip" in schrille("undo").stdout
    schrille("place", "Ann", *SECRET["Ann"].split())
    assert "Ann's slip" in json.dumps(schrille.json("undo"))


@pytest.mark.parametrize(
    "slip",
    [
        "13+4 11-4 6+1 5-3 4+2 2:no1",
        "13+4 11-4 6+1 5-3 4+2 2:no1 10:pick 12+2",
        "13+4 13-4 6+1 5-3 4+2 2:no1 10:pick",
        "13+4 11-4 6+1 5-3 15+2 2:no1 10:pick",
        "13+4 11-4 6+1 5-3 4+9 2:no1 10:pick",
        "13+4 11-4 6+1 5-3 4+0 2:no1 10:pick",
        "13+4 11-4 6+1 5-3 4+2 2:no1 10:no1",
        "13+4 11-4 6+1 5-3 4+2 2:no1 foo",
    ],
)
def test_no_chips_in_errors(schrille: Command, slip: str) -> None:
    save(at("placing"), str(schrille.save))
    secret(schrille, "place", "Ann", *slip.split(), code=1)
    secret(schrille, "place", "Ann", *slip.split(), "--dry-run", code=1)
    secret(schrille, "place", "--from", "-", code=1, input=f"Ann: {slip}\nBob: {SECRET['Bob']}\n")


def test_no_chips_in_the_error_about_other_spellings(schrille: Command) -> None:
    save(at("placing"), str(schrille.save))
    secret(schrille, "place", "Ann", *SECRET["Ann"].replace(" ", ", ").split()[:-1], code=1)
    secret(schrille, "place", "Ann", SECRET["Ann"].replace(" ", ",") + "?", code=1)
    secret(schrille, "place", "Ann", SECRET["Ann"].replace("+", " + ").replace("no1", "n1"), code=1)


def test_no_chips_in_the_error_about_a_forgotten_player(schrille: Command) -> None:
    save(at("placing"), str(schrille.save))
    secret(schrille, "place", *SECRET["Ann"].split(), code=1)
    secret(schrille, "place", SECRET["Ann"], code=1)
    secret(schrille, "place", f"Ann {SECRET['Ann']}", code=1)


def test_no_chips_in_the_error_about_a_forgotten_colon(schrille: Command) -> None:
    save(at("placing"), str(schrille.save))
    secret(schrille, "place", "--from", "-", code=1, input=f"Ann {SECRET['Ann']}\n")
    secret(schrille, "place", "--from", "-", code=1, input=f"{SECRET['Ann']}\n")


def test_no_chips_in_the_error_about_a_missing_sign(schrille: Command) -> None:
    save(at("placing"), str(schrille.save))
    done = schrille("place", "Ann", "134", "11-4", "6+1", "5-3", "4+2", "2:no1", "10:pick", code=1)
    assert "sign" in done.stderr
    assert "134" not in done.stderr


def test_no_chips_where_the_hand_lacks_them(schrille: Command) -> None:
    save(Game.new(PLAYERS, seed="test", deal_hands=True), str(schrille.save))
    secret(schrille, "place", "Ann", "13+4", "11+4", "6+4", "5+4", "4+4", "2:no1", "10:pick", code=1)
    secret(schrille, "show")
    secret(schrille, "show", "--json")


def test_a_bag_error_names_value_and_count_and_no_player(schrille: Command) -> None:
    save(at("placing"), str(schrille.save))
    schrille("place", "Ann", "13+4", "11+4", "6+4", "5+4", "4+4", "2:no1", "10:pick")
    said = refused(schrille, "place", "Bob", "13+4", "11+4", "6+3", "5+3", "4+3", "2:no1", "10:pick")
    assert "+4" in said
    assert re.search(r"\b7\b", said)
    assert not re.search("Ann|Bob|Cid|Dora", said)
    assert "+3" not in said
    text = "Bob: 13+4 11+4 6+3 5+3 4+3 2:no1 10:pick\nCid: 13-4 11-4 6-3 5-3 4-3 2:no1 10:pick\n"
    said = refused(schrille, "place", "--from", "-", input=text)
    assert not re.search("Ann|Bob|Cid|Dora", said)
