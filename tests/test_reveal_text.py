"""What the reveal says: the words of every kind of move, short charts, JSON, and screens of all kinds."""

from __future__ import annotations

import json
import re

import pytest
from conftest import PLAYERS, Command, environment
from processes import refused
from reveals import STEPS, TRIO, full, short
from screens import NAMES, check_columns, check_lines, on_terminal, played
from test_purity import loaded, unwanted

from schrille_cli.schrille import Game, dumps, load


def steps(text: str) -> dict[str, list[str]]:
    """The words of every step by their first word and number, such as ``Place 14``; charts left out."""
    found = {}
    for block in text.split("\n\n"):
        lines = block.split("\n")
        name = re.match(r"Place \d+|Danger Zone|Round \d+|Chart", lines[0])
        if name:
            found[name[0]] = lines
    return found


def said(schrille: Command, game: Game, *args: str) -> dict[str, list[str]]:
    """What a reveal of a game says in a very wide window."""
    schrille.save.write_text(dumps(game), "utf-8")
    out = on_terminal(schrille.folder, "resolve", "--pace", "0.001", *args, width=250).plain
    return steps(re.sub(r"\[any key[^]]*\]\r +\r", "", out))


def test_the_words_of_a_round(schrille: Command) -> None:
    """Four slips `14+3 12+4 9-2 7-1 3+2 1:no1 8:pick`: worked out by hand from the rules."""
    everybody = "Ann, Bob, Cid, Dora"
    game = full()
    bands = dict(enumerate(game.state.opened.chart, 1))
    labels = {marker: ", ".join(game.state.bands[band]) for marker, band in bands.items()}
    words = said(schrille, game)
    assert words["Round 1"] == ["Round 1: the CD player, from place 14 to 1"]
    assert words["Place 14"] == [
        f"Place 14: {bands[14]} ({labels[14]})",
        f"Out fall +3 ({everybody}).",
        f"Sum +12: up 12 to 2. It passes 12 bands, from {bands[13]} to {bands[2]}.",
    ]
    assert words["Place 13"] == [f"Place 13: {bands[13]} ({labels[13]}), which is on 14 now", "No chip falls out."]
    assert words["Place 12"][2].startswith("Sum +16: up 12 to 1, the first place. It passes 12 bands, from ")
    assert words["Place 9"] == [
        f"Place 9: {bands[9]} ({labels[9]}), which is on 11 now",
        f"Out fall -2 ({everybody}).",
        "Sum -8: it falls off the chart.",
    ]
    assert words["Place 8"] == [
        f"Place 8: {bands[8]} ({labels[8]}), which is on 10 now",
        f"Out fall Pick of the Week ({everybody}).",
        f"Sum +4: up 4 to 6. It passes {bands[7]}, {bands[6]}, {bands[5]} and {bands[4]}.",
    ]
    assert words["Place 1"][1] == f"Out fall New Number 1 ({everybody})."
    # 7 was pushed down to 10 by 14, 12 and 8, its own -4 takes it to 13 (of 13): the Danger Zone judges it
    assert words["Danger Zone"] == ["Danger Zone", f"{bands[7]} is on 13 and came from 7: it falls."]


def test_the_words_of_a_short_chart(schrille: Command) -> None:
    """Ten bands; chips lie in holes of no band (R9), and the last place is 10, however far a sum goes (R14)."""
    game = short()
    assert len(game.state.opened.chart) == 10
    words = said(schrille, game, "--missing", "pass")
    band = dict(enumerate(game.state.opened.chart, 1))
    assert words["Round 2"][1] == "No slip from Cid."
    assert [name for name in words if name.startswith("Place")] == [f"Place {n}" for n in range(14, 0, -1)]
    assert words["Place 14"] == ["Place 14: no band", "Out falls +3 (Ann).", "Where no band is, chips do nothing."]
    assert words["Place 13"][1] == "Out falls -3 (Bob)."
    assert words["Place 12"][1] == "Out falls New Number 1 (Ann)."
    assert words["Place 11"][1] == "Out falls Pick of the Week (Ann)."
    assert words["Place 10"][1:] == ["Out falls -2 (Ann).", "Sum -2: it stays on 10, the last place."]
    assert words["Place 9"][1:] == ["No chip falls out."]
    assert words["Place 8"][1:] == ["Out fall -1 (Ann), +1 (Bob).", "Sum 0: it stays on 8."]
    a, b, c, d = band[7], band[8], band[9], band[10]
    assert words["Place 7"][2] == f"Sum -4: down 3 to 10, the last place. It passes {b}, {c} and {d}."
    assert words["Place 6"][2] == f"Sum -4: down 4 to 10. It passes {b}, {c}, {d} and {a}."
    assert words["Place 5"][2] == f"Sum -3: down 3 to 8. It passes {b}, {c} and {d}."
    assert words["Place 4"][2] == f"Sum +1: up 1 to 3. It passes {band[3]}."
    assert words["Place 3"][0].endswith(", which is on 4 now")
    assert words["Place 3"][2] == (
        f"Sum +4: up 3 to 1, the first place. It passes {band[4]}, {band[2]} and {band[1]}."
    )
    assert words["Place 2"][1:] == ["Out falls New Number 1 (Bob).", f"Sum +1: up 1 to 2. It passes {band[1]}."]
    assert words["Danger Zone"] == ["Danger Zone", "No band falls."]
    assert words["Chart"] == ["Chart after the moves of round 2"]


def test_the_first_place_cannot_be_left_upwards(schrille: Command) -> None:
    game = Game.new(PLAYERS, seed="test")
    game.place("Ann", "1+3 14-1 13+1 12-1 11+1 9:no1 10:pick")
    words = said(schrille, game, "--missing", "pass")
    assert words["Place 1"][1:] == ["Out falls +3 (Ann).", "Sum +3: it stays on 1, the first place."]
    assert words["Place 14"][2] == "Sum -1: it falls off the chart."


def test_the_chart_after_each_step(schrille: Command) -> None:
    """The chart has every band once, with its marker; what has fallen lies below it."""
    game = full()
    schrille.save.write_text(dumps(game), "utf-8")
    out = schrille("resolve", "--reveal").stdout
    data = schrille.json("show", "--reveal")["reveal"]
    tables = re.findall(r"^place .*\n-.*\n((?: .*\n)+)", out, re.MULTILINE)
    assert len(tables) == STEPS
    opened = [re.split(r"  +", line.strip()) for line in tables[0].splitlines()]
    assert [row[0] for row in opened] == [row[3] for row in opened] == [str(n) for n in range(1, 15)]
    assert [row[1] for row in opened] == list(game.state.opened.chart)
    for step, table in zip(data, tables[1:], strict=False):
        rows = [re.split(r"  +", line.strip()) for line in table.splitlines()]
        expected = [[str(row["place"]), row["band"], str(row["marker"])] for row in step["chart"]]
        expected += [["off", row["band"], str(row["marker"])] for row in step["fallen"]]
        assert [[row[0], row[1], row[3]] for row in rows] == expected
        assert {row["marker"] for row in step["chart"] + step["fallen"]} == set(range(1, 15))
        marked = [int(row[3]) for row in rows if len(row) > 4]
        assert marked == [step["marker"]]


def test_the_steps_as_data(schrille: Command) -> None:
    game = short()
    schrille.save.write_text(dumps(game), "utf-8")
    answer = schrille.json("resolve", "--reveal", "--missing", "pass")
    reveal = answer["reveal"]
    assert [step["marker"] for step in reveal] == list(range(14, 0, -1))
    assert reveal[0] == {
        "band": None,
        "labels": None,
        "marker": 14,
        "chips": [{"player": "Ann", "chip": 3}],
        "sum": None,
        "from_place": None,
        "to_place": None,
        "passed": [],
        "chart": [
            {"place": place, "band": band, "labels": list(game.state.bands[band]), "marker": place}
            for place, band in enumerate(game.state.opened.chart, 1)
        ],
        "fallen": [],
    }
    assert reveal[7]["passed"] == list(game.state.opened.chart[7:10])
    ways = [(step["from_place"], step["to_place"], step["sum"]) for step in reveal[4:8]]
    assert ways == [(10, 10, -2), (9, 9, 0), (8, 8, 0), (7, 10, -4)]
    moved = {(step["marker"], step["sum"], step["from_place"], step["to_place"]) for step in reveal if step["sum"]}
    assert moved == {(m["marker"], m["sum"], m["from_place"], m["to_place"]) for m in answer["moves"]}
    assert [row["band"] for row in reveal[-1]["chart"]] == [row["band"] for row in answer["chart"]]
    assert schrille.json("show", "--reveal")["reveal"] == reveal
    assert "reveal" not in schrille.json("show")
    assert schrille.json("show", "--pace", "600")["reveal"] == reveal


def test_json_never_waits(schrille: Command) -> None:
    schrille.save.write_text(dumps(full()), "utf-8")
    screen = on_terminal(schrille.folder, "resolve", "--reveal", "--pace", "600", "--json")
    assert len(json.loads(screen)["reveal"]) == 14


# Any resolved round, again


def test_a_round_of_long_ago(schrille: Command) -> None:
    played(schrille.folder, *NAMES["short"])
    before = schrille.save.read_bytes()
    first = steps(schrille("show", "--round", "1", "--reveal").stdout)
    assert next(iter(first)) == "Round 1"
    assert steps(schrille("show", "--reveal").stdout)["Round 3"]
    text = schrille("show", "--round", "2", "--reveal", "--explain", "--slips").stdout
    assert steps(text)["Round 2"]
    assert text.endswith(schrille("show", "--round", "2", "--explain", "--slips").stdout)
    assert schrille.save.read_bytes() == before


def test_what_is_not_resolved_is_not_revealed(schrille: Command) -> None:
    schrille.new()
    schrille.place_all()
    for args in (["--reveal"], ["--pace", "1"], ["--reveal", "--json"]):
        assert "round 1 is not resolved yet" in refused(schrille, "show", *args)
    schrille("resolve")
    schrille("score", "--next")
    said = refused(schrille, "show", "--reveal")
    assert "round 2 is not resolved yet (resolve it first, or name an earlier one with --round)" in said
    schrille("show", "--reveal", "--round", "1")


def test_what_cannot_be_resolved_is_not_revealed(schrille: Command) -> None:
    schrille.new()
    assert "no slip from Ann" in refused(schrille, "resolve", "--reveal")
    assert load(str(schrille.save)).phase == "placing"


# Screens


@pytest.mark.parametrize("names", NAMES)
def test_lines_fit_and_columns_stay_aligned(schrille: Command, names: str) -> None:
    played(schrille.folder, *NAMES[names])
    screen = on_terminal(schrille.folder, "show", "--pace", "0.001", width=60)
    shown = type(screen)(re.sub(r"\[any key[^]]*\]\r +\r", "", screen))
    check_lines(shown, 60)
    assert check_columns(shown) >= STEPS


@pytest.mark.parametrize("variables", [{"NO_COLOR": "1"}, {"TERM": "dumb"}])
def test_no_escapes_where_they_are_not_wanted(schrille: Command, variables: dict[str, str | None]) -> None:
    played(schrille.folder, *NAMES["short"])
    screen = on_terminal(schrille.folder, "show", "--pace", "0.001", **variables)
    assert "\x1b" not in screen
    assert "↑" in screen


@pytest.mark.parametrize("variables", [{"LC_ALL": "C", "LANG": "C"}, {"PYTHONIOENCODING": "ascii"}])
def test_plain_signs(schrille: Command, variables: dict[str, str | None]) -> None:
    played(schrille.folder, ["Zoë", "Bob", "Cid"], [f"{n:02} Café" for n in range(30)])
    out = schrille("show", "--reveal", env=environment(**variables)).stdout
    assert "↑" not in out
    assert re.search(r"  \+ \d+$", out, re.MULTILINE)
    assert re.search(r"  - (\d+|off)$", out, re.MULTILINE)


@pytest.mark.parametrize("table_format", ["github", "html", "latex", "rst"])
def test_other_formats_have_the_same_steps(schrille: Command, table_format: str) -> None:
    schrille.save.write_text(dumps(full()), "utf-8")
    out = schrille("resolve", "--reveal", "--format", table_format).stdout
    assert re.findall(r"^Place (\d+)", out, re.MULTILINE) == [str(n) for n in range(14, 0, -1)]
    assert not re.search(r"\S\n(Out fall|Sum|No chip)", out), "a paragraph each"


# What is loaded


def test_a_reveal_loads_no_library_of_prompts(schrille: Command) -> None:
    schrille.new(players=TRIO)
    schrille.place_all("14+3 12+4 9-2 7-1 3+2 1:no1 8:pick", *TRIO)
    mine = ("schrille_cli.kit.steps", "schrille_cli.kit.keys", "schrille_cli.schrille.reveal_tables")
    assert unwanted(loaded(schrille.folder, "resolve", "--explain"), *mine) == []
    assert unwanted(loaded(schrille.folder, "show"), *mine) == []
    schrille("undo")
    modules = loaded(schrille.folder, "resolve", "--reveal")
    assert {*mine} <= modules
    assert unwanted(modules, "prompt_toolkit", "asyncio") == []
