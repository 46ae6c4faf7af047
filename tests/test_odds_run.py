"""``schrille odds`` as people and scripts run it: at a table, in time, with the save as it was."""

from __future__ import annotations

import re
from time import perf_counter
from typing import Any

import pytest
from conftest import PLAYERS, Command
from processes import files, refused
from stages import SECRET, THREE, at

from schrille_cli.schrille import load, save


def told(schrille: Command, *args: str) -> dict[str, Any]:
    """What odds tells, without the time that it took."""
    before = files(schrille.folder)
    found: dict[str, Any] = schrille.json("odds", *args)
    assert files(schrille.folder) == before  # no lock file either
    assert found.pop("seconds") >= 0
    return found


def test_json(schrille: Command) -> None:
    schrille.new()
    found = told(schrille, "-n", "50", "--seconds", "60", "--seed", "x")
    assert list(found) == ["round", "phase", "next_commands", "chances", "playouts", "bot", "seed", "slips"]
    assert (found["round"], found["phase"], found["next_commands"]) == (1, "placing", ["place"])
    assert (found["playouts"], found["bot"], found["seed"], found["slips"]) == (50, "rival", "x", False)
    assert [(row["player"], row["label"]) for row in found["chances"]] == list(PLAYERS.items())
    for row in found["chances"]:
        assert list(row) == ["player", "label", "score", "wins", "chance", "low", "high"]
        assert row["wins"] / 50 == pytest.approx(row["chance"], abs=1e-6)
        assert 0 <= row["low"] <= row["chance"] <= row["high"] <= 1
    assert sum(row["wins"] for row in found["chances"]) == pytest.approx(50)
    assert told(schrille, "-n", "50", "--seconds", "60", "--seed", "x") == found
    assert told(schrille, "-n", "50", "--seconds", "60") != found
    again = told(schrille, "-n", "50", "--seconds", "60")
    assert told(schrille, "-n", "50", "--seconds", "60", "--seed", again["seed"]) == again


@pytest.mark.parametrize("phase", ["opening", "placing", "resolved", "scored"])
def test_the_table(schrille: Command, phase: str) -> None:
    save(at(phase), str(schrille.save))
    table, said = schrille("odds", "-n", "40", "--seconds", "60").stdout.split("\n\n")
    heading, _line, *rows = table.splitlines()
    assert heading.split() == ["player", "label", "score", "chance", "interval", "of", "95", "%"]
    parts = [
        re.fullmatch(r"(\w+) +(\w+|-) +(-?\d+) +(\d+\.\d) % +(\d+\.\d) % to (\d+\.\d) %", row) for row in rows
    ]
    assert {part[1] for part in parts if part} == set(PLAYERS)
    found = [float(part[4]) for part in parts if part]
    assert found == sorted(found, reverse=True)
    assert sum(found) == pytest.approx(100, abs=0.5)
    said = " ".join(said.split())
    assert re.fullmatch(r"40 playouts by rival in \d+\.\d seconds\. A shared win counts as a part .*\.", said)


def test_it_stops_in_time_and_says_so(schrille: Command) -> None:
    schrille.new()
    found = schrille.json("odds", "-n", "1000000", "--seconds", "0.4")
    assert 1 <= found["playouts"] < 1_000_000
    assert 0.4 <= found["seconds"] < 1.5
    said = " ".join(schrille("odds", "-n", "1000000", "--seconds", "0.2").stdout.split())
    assert "The time was over before all 1000000 were done." in said
    assert "time was over" not in schrille("odds", "-n", "1", "--seconds", "60").stdout


def test_at_a_table_it_takes_two_seconds(schrille: Command) -> None:
    """The tool's own report is looked at, and loosely how long people wait for it."""
    schrille.new()
    start = perf_counter()
    found = schrille.json("odds")
    assert found["seconds"] < 2
    assert found["playouts"] >= 20
    assert perf_counter() - start < 10


def test_slips_and_hands_are_not_told(schrille: Command) -> None:
    """Byte for byte the same, whatever slips are in, unless they are asked for."""
    schrille.new("--deal-hands")
    other = schrille.folder / "other.toml"
    args = ["-n", "30", "--seconds", "60", "--seed", "x"]
    before, known = told(schrille, *args), told(schrille, *args, "--slips")
    assert known["slips"] is True
    hands = load(str(schrille.save)).state.opened.hands["Ann"]
    for holes in ((14, 13, 12, 11, 10), (1, 2, 3, 4, 5)):
        other.write_bytes(schrille.save.read_bytes())
        slip = [f"{hole}{chip:+d}" for hole, chip in zip(holes, hands, strict=False)]
        schrille("place", "-g", "other.toml", "Ann", *slip, "6:no1", "7:pick")
        assert told(schrille, "-g", "other.toml", *args) == before
        now = told(schrille, "-g", "other.toml", *args, "--slips")
        assert now["chances"] != known["chances"]
        known = now


def test_nothing_of_a_slip_is_printed(schrille: Command) -> None:
    save(at("placing"), str(schrille.save))
    schrille("place", "Ann", *SECRET["Ann"].split())
    for flags in ([], ["--json"], ["--slips"]):
        shown = schrille("odds", "-n", "5", *flags).stdout
        assert not any(token in shown for token in SECRET["Ann"].split())


def test_a_game_that_is_over(schrille: Command) -> None:
    save(at("over"), str(schrille.save))
    found = told(schrille)
    assert found["playouts"] == 0
    assert sum(row["chance"] for row in found["chances"]) == 1
    assert all((row["low"], row["high"]) == (None, None) for row in found["chances"])
    table, said = schrille("odds").stdout.split("\n\n")
    assert "100.0 %" in table
    assert said == "The game is over.\n"


def test_a_table_without_a_deck(schrille: Command) -> None:
    cards = "".join(f"Kapelle {letter}=orange\n" for letter in "ABCDEFGHIJKLMN")
    (schrille.folder / "chart.txt").write_text(cards, "utf-8")
    schrille("new", *THREE, "--no-deck", "--chart", "chart.txt")
    found = told(schrille, "-n", "20", "--seconds", "60")
    assert found["playouts"] == 20
    assert sum(row["wins"] for row in found["chances"]) == pytest.approx(20)


def test_a_bot_of_one_s_own(schrille: Command) -> None:
    """It plays for everybody; other bots give other chances."""
    code = "import sys\ndef play(seen):\n    print('me')\n    print('me', file=sys.stderr)\n"
    code += "    return next(iter(seen.legal))\n"
    (schrille.folder / "mine.py").write_text(code, "utf-8")
    save(at("scored"), str(schrille.save))
    args = ["-n", "30", "--seconds", "60"]
    assert told(schrille, *args, "--bot", "mine.py:play")["bot"] == "mine.py:play"
    assert told(schrille, *args, "--bot", "random")["chances"] != told(schrille, *args)["chances"]
    (schrille.folder / "mine.py").write_text("def play(seen):\n    return seen.slips\n", "utf-8")
    said = refused(schrille, "odds", "--bot", "mine.py:play")
    assert re.search(r"mine\.py, line 2: the bot that plays for Ann failed", said)


@pytest.mark.parametrize(
    "args",
    [
        ["-n", "0"],
        ["-n", "-3"],
        ["-n", "many"],
        ["--seconds", "0"],
        ["--seconds", "nan"],
        ["--seconds", "-1"],
        ["--seconds", "1e9"],
        ["surplus"],
    ],
    ids=" ".join,
)
def test_a_wrong_command_line(schrille: Command, args: list[str]) -> None:
    schrille.new()
    refused(schrille, "odds", *args, code=2)


@pytest.mark.parametrize("args", [["--bot", "nobody"], ["--seed", "\u202e"], ["-g", "missing.toml"]], ids=str)
def test_what_is_refused(schrille: Command, args: list[str]) -> None:
    schrille.new()
    assert refused(schrille, "odds", *args).startswith("Error: ")


def test_help_says_whose_eyes_slips_are_for(schrille: Command) -> None:
    said = " ".join(schrille("odds", "--help").stdout.split())
    assert "for the moderator's eyes only" in said
    assert "counts one half for each" in said
