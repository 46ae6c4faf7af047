"""What simulations, chances, verifying, bots and JSON inputs say comes from the catalogues too.

Names of bots, keys of saves and of JSON, and words of Python and of libraries are the same in every language.
"""

from __future__ import annotations

import json
import tomllib
from typing import Any

import pytest
import tomli_w
from catalogues import strange
from conftest import SLIP
from saying import Program

KEYS = {"bands", "chart", "deck", "hands", "labels", "log", "rounds", "scores", "seed"}  # of a save


# Many games


GAMES = ("simulate", "-n", "20", "--seed", "7", "--deck", "deck.toml", "--set", "target=20")


def test_simulations_are_said(program: Program) -> None:
    assert program.latin(*GAMES, "--bot", "rival", "--bot", "random", "--format", "tsv") == {"rival", "random"}
    assert program.latin(*GAMES, "--set", "retire_at=1,2", "--players", "3") == {"random"}


def test_a_simulation_that_comes_to_no_end_is_said(program: Program) -> None:
    """Chips whose sum moves no band, and no points: the game goes on for ever."""
    bag = [f"bag.{value}=0" for value in (-4, -3, -2, -1, 2, 3, 4)]
    settings = ["keep=2", "hand=2", "top_places=[]", "number_one_bonus=0", "fallen_points=0", "bag.1=48", *bag]
    rules = [word for setting in settings for word in ("--set", setting)]
    args = ("simulate", "-n", "1", "--bot", "9.py:ι", "--seed", "7", "--deck", "deck.toml", *rules)
    assert strange("game did not come to an end") in program(*args).stdout.replace("\n", " ")
    assert program.latin(*args) == {"py"}


@pytest.mark.parametrize("bot", [*"βγδεζ"])
def test_bots_that_fail_in_a_simulation_are_said(program: Program, bot: str) -> None:
    said = program.latin(*GAMES, "--bot", f"9.py:{bot}", code=1)
    assert said <= {"py", "ValueError", "int", "Slip", *program.path_words}


def test_engines_that_fail_are_said(program: Program) -> None:
    assert program.latin(*GAMES, "--jobs", "2", "--bot", "9.py:κ", code=1) == {"ValueError"}
    assert program.latin(*GAMES, "--jobs", "2", "--bot", "9.py:η", code=1) == set()
    address = "tcp://127.0.0.1:9"
    assert program.latin(*GAMES, "--dask", "99", code=1) <= {"tcp"}
    unknown = program(*GAMES, "--dask", address, code=1).stderr.partition("OSError")
    assert unknown[1]
    assert program.latin_in(unknown[0]) == {"tcp"}  # behind it, Dask's own words


def test_chances_are_said(program: Program) -> None:
    assert program.new("--set", "target=5") == set()
    assert program.latin("odds", "-n", "9", "--seconds", "60") == {"rival"}
    assert program.latin("odds", "--seconds", "0.0001", "--slips", "--bot", "random", "--seed", "9") == {"random"}
    program("resolve", "--missing", "pass")
    program("score", "--next")
    assert program.latin("odds", "--format", "tsv") == set()


# Verifying


def damaged(program: Program, name: str, path: tuple[str | int, ...], value: Any) -> None:
    """Write the save under another name, with another value."""
    data = tomllib.loads((program.folder / "schrille.toml").read_text("utf-8"))
    holder: Any = data
    for key in path[:-1]:
        holder = holder[key]
    holder[path[-1]] = value
    (program.folder / name).write_text(tomli_w.dumps(data), "utf-8")


DAMAGE: list[tuple[tuple[str | int, ...], Any]] = [
    (("rounds", 1, "scores", "α"), 99),
    (("rounds", 1, "scores", "δ"), 99),
    (("rounds", 1, "scores"), {"γ": 0, "β": 0, "α": 0}),
    (("rounds", 1, "scores", "α"), "9"),
    (("rounds", 1, "chart", 3), "№ 9"),
    (("rounds", 1, "chart"), ["№ 9"]),
    (("rounds", 1, "chart"), [f"№ {number}" for number in range(16)]),
    (("rounds", 1, "labels", "α"), "λ9"),
    (("rounds", 1, "hands", "α"), "-4 -4 -4 -4 -4 -4 -4"),
    (("rounds", 1, "hands", "α"), "9"),
    (("rounds", 1, "number"), 2),
    (("rounds", 1, "number"), 9),
    (("rounds", 1, "bands"), {"№ №": "λ1"}),
    (("rounds", 0, "log"), []),
    (("rounds", 0, "log", 0), "9"),
    (("rounds", 0, "log", 0), "place α 14+3"),
    (("rounds", 1, "log"), ["place α 14+3"]),
    (("rounds", 0, "log"), ["resolve missing=pass", "score", "next", "next"]),
    (("seed",), "9"),
    (("deck", 3), "№ 9"),
    (("deck",), [f"№ {number}" for number in range(42)]),
    (("rules", "hand"), 9),
    (("rules", "hand"), 999),
    (("labels", "λ1"), "κ2"),
    (("format",), 9),
]


def test_departures_are_said(program: Program) -> None:
    program.new("--deal-hands")
    program("resolve", "--missing", "pass")
    program("score", "--next")
    assert program.latin("verify", "schrille.toml", "--format", "tsv") == set()
    names = []
    for number, (path, value) in enumerate(DAMAGE, 1):
        names.append(f"{number}.toml")
        damaged(program, names[-1], path, value)
    (program.folder / "99.toml").write_text("[", "utf-8")
    more = {"toml", "TOML", *KEYS, "rules", "hand", "format", "log", "number", "bag"}
    assert program.latin("verify", *names, ".", "99.toml", "999.toml", code=1) <= more
    verified = json.loads(program("verify", *names, "--json", code=1).stdout)
    assert [save["save"] for save in verified["saves"] if not save["faults"]] == []
    assert program.latin("verify", code=2) <= {"help", "lang"}


WRONG = [
    ["place", "α", "14+3", "--bot", "fan"],
    ["place", "--bot", "fan"],
    ["place", "α", "14+3", "--hand", "+4"],
    ["simulate", "--csv", "--json"],
    ["simulate", "--jobs", "9", "--dask", "9"],
    ["simulate", "--jobs", "?"],
    ["simulate", "-n", "0"],
    ["simulate", *["--bot", "fan"] * 5],
    ["odds", "--seconds", "0"],
    ["odds", "-n", "0"],
]


@pytest.mark.parametrize("args", WRONG, ids=" ".join)
def test_wrong_command_lines_are_said(program: Program, args: list[str]) -> None:
    """Under ``--json`` they are said in English."""
    if "--json" in args:
        assert json.loads(program(*args, code=2).stderr)["message"] == "--csv and --json exclude each other."
    else:
        assert program.latin(*args, code=2) <= {"help", "lang", "integer", "range", "x", "n", "fan"}


def test_schemas_that_are_not_there_are_said(program: Program) -> None:
    from schrille_cli.schrille.schemas import names

    said = program.latin("schema", "9", code=1)
    assert said <= {word for name in names() for word in program.latin_in(name)}


# JSON that scripts feed


THREE = ("-p", "α", "-p", "β", "-p", "γ")
KEYS_OF_SLIPS = {"player", "slip", "slips", "chips", "hole", "chip", "bot"}
KEYS_OF_CARDS = {"chart", "band", "bands", "labels", "label", "place", "name", "colour"}
JSON_WORDS = {*KEYS_OF_SLIPS, *KEYS_OF_CARDS, "json", "JSON", "NAME", "deck"}
NO_JSON = [
    '{"α"',
    '{"α" "β"}',
    '{"α": 9 9}',
    '{"α": 9,}',
    '["9",]',
    '{"9": 9, 9}',
    '["9"] 9',
    '["\\9"]',
    '["\\u9"]',
    '["\n"]',
    '["',
    '{"9": NaN}',
    '{"9": 99999999999999999999}',
    "[[" * 50,
    '["\\ud800"]',
    '{"9": "", "9": ""}',
    "[" * 100_000,
]
NO_SLIPS: list[Any] = [
    {},
    [[]],
    [{}],
    [{"player": 9, "slip": 9}],
    [{"player": "α", "slip": SLIP, "chips": []}],
    [{"player": "α", "chips": [{"hole": 99, "chip": 99}, 9]}],
    {"α": 9, "δ": SLIP},
    {"β": "14+3 ? 14+2"},
    [{"player": "α", "slip": SLIP, "bot": "-"}],
    [{"player": "α", "slip": SLIP, "bot": 9}],
]


def test_slips_that_are_no_json_are_said(program: Program) -> None:
    program.new()
    for text in [*NO_JSON, *map(json.dumps, NO_SLIPS)]:
        (program.folder / "9.json").write_text(text, "utf-8")
        said = program.latin("place", "--from", "9.json", code=1)
        assert said <= {*JSON_WORDS, "NaN", "U", "D"}, text


NO_CARDS: list[Any] = [
    [],
    {},
    {"chart": 9},
    [{"band": 9, "labels": 9, "place": 9}],
    [{"band": "№", "labels": ["λ1,λ2"]}],
]
NO_DECK: list[Any] = [
    {},
    {"labels": 9, "bands": 9},
    {"labels": [9, {"name": 9}], "bands": [{"band": "№", "labels": ["λ9"]}] * 2},
    {"labels": {"λ": "?"}, "bands": {"№": 9}},
]


@pytest.mark.parametrize(
    ("command", "inputs"),
    [
        (("new", *THREE, "--deck", "deck.toml", "--chart"), NO_CARDS),
        (("deck", "check"), NO_DECK),
    ],
)
def test_cards_and_decks_that_are_no_json_are_said(
    program: Program, command: tuple[str, ...], inputs: list[Any]
) -> None:
    for data in inputs:
        (program.folder / "9.json").write_text(json.dumps(data), "utf-8")
        assert program.latin(*command, "9.json", code=1) <= JSON_WORDS, data
