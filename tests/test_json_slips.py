"""Slips as JSON: what ``show`` prints is taken, and what is wrong is named by its path and never shown."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from conftest import PLAYERS, SLIP, Command
from contract import validator
from processes import refused
from stages import SECRET, at
from test_privacy import CHIP

from schrille_cli.schrille import Game, load, save
from schrille_cli.schrille.slips import parse_slip

RULES = Game.new(PLAYERS, seed="x").setup.rules


@pytest.fixture
def waiting(schrille: Command) -> Command:
    """A game that waits for slips."""
    save(at("placing"), str(schrille.save))
    return schrille


def chips(text: str) -> list[dict[str, Any]]:
    """The chips of a slip as objects."""
    slip = parse_slip(text, RULES)
    pairs = [*slip.influence, (slip.no1, "no1"), (slip.pick, "pick")]
    return [{"hole": hole, "chip": chip} for hole, chip in pairs]


BY_CHIPS = [{"player": player, "chips": chips(slip)} for player, slip in SECRET.items()]
BOTH = [{**one, "slip": SECRET[one["player"]], "later": None} for one in BY_CHIPS]
FORMS: dict[str, Any] = {
    "by player": SECRET,
    "slips": [{"player": player, "slip": slip} for player, slip in SECRET.items()],
    "chips": BY_CHIPS,
    "both": BOTH,
    "in an object": {"game": "x", "slips": BOTH},
    "short names": {player[0].lower(): slip for player, slip in SECRET.items()},
}


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("indent", [None, 2])
def test_every_form_is_taken(waiting: Command, form: str, indent: int | None) -> None:
    text = json.dumps(FORMS[form], indent=indent)
    assert validator("slips", strict=False).is_valid(FORMS[form])
    answer = waiting.json("place", "--from", "-", "--dry-run", input="\ufeff \n" + text)
    assert answer["players"] == list(SECRET)
    (waiting.folder / "slips.json").write_text(text)
    waiting("place", "--from", "slips.json")
    assert {player: str(slip) for player, slip in load(str(waiting.save)).state.slips.items()} == SECRET


def test_what_show_prints_is_fed_back(waiting: Command) -> None:
    waiting.place_all(SLIP)
    shown = waiting("show", "--slips", "--json").stdout
    assert len(shown) > 3000  # longer than a line of text may be
    before = waiting.save.read_bytes()
    for part in (shown, json.dumps(json.loads(shown)["slips"])):
        waiting("undo")
        waiting("place", "--from", "-", input=part)
        assert waiting.save.read_bytes() == before


def test_text_stays_text(schrille: Command) -> None:
    """A name may begin as JSON does."""
    players = {"[Ann]": "blue", "{Bob}": "red", "Cid": "green"}
    save(Game.new(players, seed="x"), str(schrille.save))
    for name in players:
        schrille("place", "--from", "-", input=f"\n {name}: {SLIP}\n")
    assert list(load(str(schrille.save)).state.slips) == list(players)


GOOD = {"player": "Ann", "slip": SECRET["Ann"]}
WRONG_HOLES = [{"hole": hole, "chip": 1} for hole in (0, 15, True, 1.5, "1", None)]
WRONG_CHIPS = [{"hole": 1, "chip": chip} for chip in (0, 10, -10, True, "x", "NO1", [])]
NO_TEXT, NO_OBJECT, NO_KEY = "text is wanted here", "an object is wanted here", "the key is missing"
NONE, NEITHER = "there is no slip in it", "there is neither a slip nor its chips"
OTHER = "slip and chips are not the same"
SLIP_FAULTS: list[tuple[Any, list[tuple[str, str]]]] = [
    ({}, [("", NONE)]),
    ([], [("", NONE)]),
    ({"slips": []}, [("", NONE)]),
    ({"slips": {}}, [("slips", "a list is wanted here")]),
    ({"slips": None}, [("slips", "a list is wanted here")]),
    ([[]], [("[0]", NO_OBJECT)]),
    ([GOOD, {}], [("[1].player", NO_KEY), ("[1]", NEITHER)]),
    ([{**GOOD, "player": 1}], [("[0].player", NO_TEXT)]),
    ([{**GOOD, "slip": [1]}], [("[0].slip", NO_TEXT)]),
    ([{**GOOD, "chips": {}}], [("[0].chips", "a list is wanted here")]),
    ([{**GOOD, "chips": chips(SECRET["Bob"])}], [("[0]", OTHER)]),
    ([{**GOOD, "chips": chips(SECRET["Ann"])[1:]}], [("[0]", OTHER)]),
    (
        [{"player": "Ann", "chips": [1, {}, {"hole": 1}]}],
        [
            ("[0].chips[0]", NO_OBJECT),
            ("[0].chips[1].hole", NO_KEY),
            ("[0].chips[1].chip", NO_KEY),
            ("[0].chips[2].chip", NO_KEY),
        ],
    ),
    (
        {"slips": [{"player": "Ann", "chips": WRONG_HOLES}]},
        [(f"slips[0].chips[{n}].hole", "a hole is wanted here") for n in range(len(WRONG_HOLES))],
    ),
    (
        {"slips": [GOOD, {"player": "Bob", "chips": WRONG_CHIPS}]},
        [(f"slips[1].chips[{n}].chip", "a chip is wanted here") for n in range(len(WRONG_CHIPS))],
    ),
    ({"Ann": SECRET["Ann"], "Bob": 5, "Cid": None}, [("Bob", NO_TEXT), ("Cid", NO_TEXT)]),
    ({f"Bob {SECRET['Bob']}": [], "": 3}, [("[key 1]", NO_TEXT), ('[""]', NO_TEXT)]),
    ([GOOD, {"player": "ann", "slip": SECRET["Bob"]}], [("[1]", "Ann has two slips here")]),
]


@pytest.mark.parametrize(("data", "faults"), SLIP_FAULTS, ids=range(len(SLIP_FAULTS)))
def test_what_is_wrong_with_slips(waiting: Command, data: Any, faults: list[tuple[str, str]]) -> None:
    said = refused(waiting, "place", "--from", "-", "--json", input=json.dumps(data))
    found = json.loads(said)["faults"]
    expected = [(f"standard input, {place}" if place else "standard input", message) for place, message in faults]
    assert [(fault["place"], fault["message"]) for fault in found] == expected
    assert {fault["kind"] for fault in found} == {"slip"}
    assert not CHIP.search(re.sub(r"14\+3|9-2|1:no1|8:pick", "", said))
    if "two slips" not in said:  # what the schema alone cannot tell
        assert "not the same" in said or not validator("slips", strict=False).is_valid(data)


def test_the_game_s_faults_are_found_too(waiting: Command) -> None:
    """Everything at once: of the slips that can be read, what the game says to them, by path and token."""
    wrong = [*chips(SECRET["Ann"])[:6], {"hole": 13, "chip": 9}]
    data = {"slips": [{"player": "Ann", "chips": wrong}, {"player": "Bob"}, {"player": "Zed", "slip": SLIP}]}
    said = refused(waiting, "place", "--from", "-", "--json", input=json.dumps(data))
    found = [
        (fault["place"].removeprefix("standard input, "), fault["message"]) for fault in json.loads(said)["faults"]
    ]
    assert found == [
        ("slips[1]", "there is neither a slip nor its chips"),
        ("slips[0], Ann's slip, token 7 (hole 13)", "the bag has no chip of that value"),
        ("slips[0], Ann's slip, token 1 and token 7", "hole 13 holds 2 chips"),
        ("slips[0], Ann's slip", "the slip has 0 Pick of the Week (pick) tips"),
        ("slips[0], Ann's slip", "the slip has 6 influence chips"),
        ("slips[2]", 'there is no player "Zed"'),
    ]


NO_JSON = {
    '{"Ann": "13+4 11-4': ("standard input, line 1, column 9", "this is not JSON"),
    '{"Ann":\n "13+4" 1}': ("standard input, line 2, column 9", "this is not JSON"),
    "{'Ann': '13+4'}": ("standard input, line 1, column 2", "this is not JSON"),
    '{"Ann": "x"} {"Bob": "y"}': ("standard input, line 1, column 14", "this is not JSON"),
    "{": ("standard input, line 1, column 2", "this is not JSON"),
    '{"Ann": "13+4", "Ann": "11-4"}': ("standard input, Ann", "this key is there twice"),
    '{"slips": [{"player": "Ann", "player": "Bob"}]}': (
        "standard input, slips[0].player",
        "this key is there twice",
    ),
    '{"13+4": "x", "13+4": "y"}': ("standard input, [key 1]", "this key is there twice"),
    '{"slips": [{"hole": NaN}]}': ("standard input, slips[0].hole", "NaN is no number in JSON"),
    '{"x": [-Infinity]}': ("standard input, x[0]", "-Infinity is no number in JSON"),
    '{"x": 1e999}': ("standard input, x", "the number is too long"),
    f'{{"x": {"9" * 5000}}}': ("standard input, x", "the number is too long"),
    f'{{"x": {"9" * 5000}.5}}': ("standard input, x", "the number is too long"),
    '{"x": "\\ud800"}': ("standard input, x", "the text holds half a character, U+D800"),
    '{"\\udfff": 1}': ('standard input, ["\\udfff"]', "the text holds half a character, U+DFFF"),
    "[" * 100_000: ("standard input", "it is nested too deeply"),
    '{"x": ' + "[" * 60 + "]" * 60 + "}": ("standard input, x" + "[0]" * 49, "it is nested too deeply"),
    '{"x": "' + "y" * 1_000_000 + '"}': ("standard input", "it is larger than 1,000,000 bytes"),
}


@pytest.mark.parametrize("text", NO_JSON, ids=range(len(NO_JSON)))
def test_what_is_no_json(waiting: Command, text: str) -> None:
    place, message = NO_JSON[text]
    (found,) = json.loads(refused(waiting, "place", "--from", "-", "--json", input=text))["faults"]
    assert (found["kind"], found["place"]) == ("file", place)
    assert found["message"].startswith(message)
    assert "13+4" not in found["message"]


def test_bytes_that_are_no_text(waiting: Command) -> None:
    found = json.loads(refused(waiting, "place", "--from", "-", "--json", input=b'{"Ann":\n "\xff"}'))
    assert (found["place"], found["message"]) == ("standard input, line 2", "it is not UTF-8 text")


def test_everything_that_is_wrong_with_json_is_said_at_once(waiting: Command) -> None:
    text = '{"a": 2, "b": [Infinity], "a": 1, "c": "\\ud800", "d": "\\ud800"}'
    found = json.loads(refused(waiting, "place", "--from", "-", "--json", input=text))["faults"]
    assert [fault["place"].partition(", ")[2] for fault in found] == ["a", "b[0]", "c", "d"]


def test_a_large_input_is_read_soon(waiting: Command) -> None:
    """A megabyte of faults is no more than a moment's work: the time grows with the input alone."""
    data = json.dumps([{"player": 5}] * 60_000)
    found = json.loads(refused(waiting, "place", "--from", "-", "--json", input=data))["faults"]
    assert len(found) == 1001
    assert found[-1]["message"] == "119000 more faults"
