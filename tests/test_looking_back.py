"""Looking back at a small game, with what was worked out by hand in `evening`."""

from __future__ import annotations

import re
from typing import Any

import pytest
from conftest import Command, environment
from evening import IN_PLAY, evening, first_round
from processes import refused
from screens import on_terminal
from test_purity import loaded, unwanted

from schrille_cli.schrille import save


@pytest.fixture
def past(schrille: Command) -> Command:
    """A folder with the game of `evening`."""
    save(evening(), str(schrille.save))
    return schrille


def row(number: int, marker: int, sum: int, place: int | None, **more: Any) -> dict[str, Any]:
    """A resolved round of a band."""
    usual = {"new": False, "resolved": True, "reason": None, "retired": False}
    return {"round": number, "marker": marker, "sum": sum, "place": place, **usual, **more}


def table(text: str, heading: str) -> list[list[str]]:
    """The rows of the table in the format tsv under a heading."""
    below = text[text.index(heading) :].split("\n\n")[1]
    return [line.split("\t") for line in below.splitlines()]


# Bands


@pytest.mark.parametrize(
    ("band", "rows"),
    [
        ("Natter", [row(1, 14, -1, None, reason="below-14")]),
        ("Luchs", [row(1, 12, 0, 13, reason="danger-zone")]),
        ("Dachs", [row(1, 4, 4, 2), row(2, 2, 0, 2, retired=True)]),
        ("Igel", [row(1, 9, 0, 9), row(2, 9, 0, 11, reason="danger-zone")]),
        ("Qualle", [row(2, 12, 1, 13, new=True, reason="danger-zone")]),
        ("Otter", [row(2, 14, 1, 14, new=True), row(3, 8, 0, 0, resolved=False) | {"sum": None, "place": None}]),
    ],
)
def test_the_way_of_a_band(past: Command, band: str, rows: list[dict[str, Any]]) -> None:
    found = past.json("show", "--band", band)["band_history"]
    assert found["band"] == band
    assert found["rounds"] == rows


def test_the_way_of_a_band_in_words(past: Command) -> None:
    def told(band: str) -> list[list[str]]:
        return table(past("show", "--band", band, "--format", "tsv").stdout, ", round by round")[1:]

    assert told("Dachs") == [["1", "4", "+4", "↑ 2", "2", ""], ["2", "2", "0", "=", "2", "retired"]]
    assert told("Natter") == [["1", "14", "-1", "↓ off", "off", "fell below 14"]]
    assert told("Qualle") == [["2", "12", "+1", "↓ 1", "13", "new, fell: danger zone"]]
    assert told("Otter") == [["2", "14", "+1", "=", "14", "new, danger zone"], ["3", "8", "", "", "", ""]]
    assert "Dachs (blue, red), round by round" in past("show", "--band", "Dachs").stdout


def test_the_chips_on_a_band_are_told_when_explained(past: Command) -> None:
    rounds = past.json("show", "--band", "Otter", "--explain")["band_history"]["rounds"]
    assert rounds[0]["chips"] == [{"player": "Ann", "chip": "pick"}]
    assert "chips" not in rounds[1]
    rows = table(past("show", "--band", "Dachs", "--explain", "--format", "tsv").stdout, ", round by round")
    assert rows[0][-1] == "chips"
    assert [row[-1] for row in rows[1:]] == ["no1 Ann, no1 Bob, +2 Cid", "no1 Bob, -1 Cid"]
    assert "chips" not in past("show", "--band", "Dachs").stdout


def test_bands_are_found_by_a_prefix_also_those_that_left(past: Command) -> None:
    assert past.json("show", "--band", "natt")["band_history"]["band"] == "Natter"
    assert past.json("show", "--band", "FUCHS")["band_history"]["band"] == "Fuchs"
    both = refused(past, "show", "--band", "l")  # the built-in deck is known too
    assert '"l" may mean ' in both
    assert "Luchs" in both
    assert "Lava Lamppost" in both
    assert 'no band "Xylo"' in refused(past, "show", "--band", "Xylo")


def test_a_known_band_that_never_came(past: Command) -> None:
    assert past.json("show", "--band", "Frost")["band_history"] == {
        "band": "Frostpunkt",
        "labels": ["blue"],
        "rounds": [],
    }
    said = "Frostpunkt (blue) was not on the chart up to round 3."
    assert said in past("show", "--band", "Frost").stdout
    assert (
        "Otter (orange) was not on the chart up to round 1."
        in past("show", "--band", "Ott", "--round", "1").stdout
    )


# Players


def points(number: int, label: str, scores: tuple[int, ...], **more: Any) -> dict[str, Any]:
    """A round of a player: opened with, top six, no1, pick, fallen, total, score."""
    kinds = ("opened_with", "top_six", "no1", "pick", "fallen_points", "total", "score")
    usual = {"new_label": None, "paid": 0, "adjusted": 0, "adjustments": []}
    return {"round": number, "label": label, **dict(zip(kinds, scores, strict=True)), **usual, **more}


def in_play(label: str, score: int) -> dict[str, Any]:
    """The third round of a player."""
    kinds = dict.fromkeys(("top_six", "no1", "pick", "fallen_points", "total"))
    return points(3, label, (score, 0, 0, 0, 0, 0, score)) | kinds


ROUNDS = {
    "Ann": [
        points(1, "blue", (0, 12, 0, 0, 0, 12, 12)),
        points(2, "blue", (12, 12, 5, 0, -2, 15, 27)),
        in_play("blue", 27),
    ],
    "Bob": [
        points(1, "red", (0, 9, 0, 2, -2, 9, 4), new_label="orange", paid=5),
        points(2, "orange", (4, 0, 0, 4, 0, 4, 8)),
        in_play("orange", 8),
    ],
    "Cid": [
        points(
            1,
            "green",
            (0, 3, 5, 2, -2, 8, 10),
            adjusted=2,
            adjustments=[{"points": 2, "reason": "a slip misread"}],
        ),
        points(2, "green", (10, 3, 5, -3, -4, 1, 11)),
        in_play("green", 11),
    ],
}
SUMS = {
    "Ann": (24, 5, 0, -2, 27, 0, 0),
    "Bob": (9, 0, 6, -2, 13, 5, 0),
    "Cid": (6, 10, -1, -6, 9, 0, 2),
}


@pytest.mark.parametrize("player", ROUNDS)
def test_the_points_of_a_player(past: Command, player: str) -> None:
    found = past.json("show", "--player", player[:1].lower())["player_history"]
    assert found["player"] == player
    assert found["rounds"] == ROUNDS[player]
    assert tuple(found["sums"].values()) == SUMS[player]
    assert list(found["sums"]) == ["top_six", "no1", "pick", "fallen_points", "total", "paid", "adjusted"]


def test_the_points_of_a_player_in_words(past: Command) -> None:
    text = past("show", "--player", "Bob", "--format", "tsv").stdout
    assert table(text, "Bob, round by round")[1:] == [
        ["1", "red", "9", "0", "2", "-2", "9", "-5", "", "4"],
        ["2", "orange", "0", "0", "4", "0", "4", "", "", "8"],
        ["3", "orange", "", "", "", "", "", "", "", "8"],
        ["all", "", "9", "0", "6", "-2", "13", "-5", "", "8"],
    ]
    assert text.rstrip().endswith("Round 1: changed to orange for 5 points.")
    text = past("show", "--player", "Cid", "--format", "tsv").stdout
    assert table(text, "Cid, round by round")[1] == ["1", "green", "3", "5", "2", "-2", "8", "", "+2", "10"]
    assert "Round 1: +2 points by the moderator's word (a slip misread)." in text


def test_on_a_narrow_screen_what_was_paid_and_given_share_a_column(past: Command) -> None:
    past("adjust", "Bob", "-1", "--reason", "late")
    screen = on_terminal(past.folder, "show", "--player", "Bob", width=60).plain
    rows = [line.split() for line in screen[screen.index("Bob, round by round") :].splitlines()]
    assert ["1", "red", "9", "0", "2", "-2", "9", "-5", "4"] in rows
    assert ["3", "orange", "-1", "7"] in rows
    assert ["all", "9", "0", "6", "-2", "13", "-6", "7"] in rows
    assert "-1 point by the moderator's word (late)." in screen.replace("\n", " ")


def test_an_unknown_player(past: Command) -> None:
    assert "choose Ann, Bob or Cid" in refused(past, "show", "--player", "Zoe")


def test_a_player_in_the_opening_holds_no_label(schrille: Command) -> None:
    schrille("new", "-p", "Ann=blue", "-p", "Bob", "-p", "Cid")
    rounds = schrille.json("show", "--player", "Bob")["player_history"]["rounds"]
    assert [(row["label"], row["score"], row["total"]) for row in rounds] == [(None, 0, None)]
    assert table(schrille("show", "--player", "Bob", "--format", "tsv").stdout, "Bob, round by round")[1:] == [
        ["1", "-", "", "", "", "", "", "", "", "0"],
        ["all", "", "0", "0", "0", "0", "0", "", "", "0"],
    ]


# All of it


def test_looking_back_from_an_earlier_round(past: Command) -> None:
    shown = past.json("show", "--round", "1", "--player", "Bob", "--band", "Dachs", "--history")
    assert shown["round"] == 1
    assert shown["player_history"]["rounds"] == ROUNDS["Bob"][:1]
    assert shown["band_history"]["rounds"] == [row(1, 4, 4, 2)]
    assert shown["history"]["rounds"] == [1]
    assert [entry["scores"] for entry in shown["history"]["scores"]] == [[12], [4], [10]]
    text = past("show", "--round", "1", "--player", "Bob", "--band", "Dachs", "--history").stdout
    assert "Natter" in text
    assert "Otter" not in text
    assert "retired" not in text


def test_the_history_has_the_corrections(past: Command) -> None:
    past("adjust", "Bob", "-1", "--reason", "came late")
    past("amend", "1", "Bob", "13+3", "4n", "7p", "--yes")
    made = past.json("show", "--history")["history"]["corrections"]
    assert [(one["round"], one["reason"]) for one in made] == [(1, "a slip misread"), (3, "came late"), (3, None)]
    text = past("show", "--history", "--format", "tsv").stdout
    assert table(text, "Corrections")[1:] == [
        ["1", "the +2 points for Cid", "a slip misread"],
        ["3", "the -1 points for Bob", "came late"],
        ["3", "the amended slip of Bob in round 1", ""],
    ]
    assert past.json("show", "--history", "--round", "2")["history"]["corrections"] == made[:1]
    past("undo")
    past("undo")
    assert past.json("show", "--history")["history"]["corrections"] == made[:1]


def test_the_history_names_what_an_amendment_made_void(schrille: Command) -> None:
    """With a New Number 1 on Amsel, Ann has 17 points after round 1, and a target of 14 ends the game there."""
    save(first_round(target=14), str(schrille.save))
    schrille("amend", "1", "Ann", "14-1", "1n", "5p", "--yes")
    made = schrille.json("show", "--history")["history"]["corrections"]
    assert [one["command"] for one in made[-1]["void"]] == ["the labels of Bob", "next"]
    rows = table(schrille("show", "--history", "--format", "tsv").stdout, "Corrections")
    assert rows[-1] == ["2", "the amended slip of Ann in round 1", "void by it: the labels of Bob, next"]


def test_the_amended_slip_is_the_one_that_is_told(past: Command) -> None:
    past("amend", "1", "Bob", "13+3", "4n", "7p", "--yes")  # Grille ends on 8 also with it
    rounds = past.json("show", "--player", "Bob")["player_history"]["rounds"]
    assert (rounds[0]["pick"], rounds[0]["total"], rounds[0]["score"]) == (0, 7, 2)
    assert rounds[1]["opened_with"] == 2


@pytest.mark.parametrize("flags", [[], ["--json"]])
def test_looking_back_tells_nothing_of_the_round_in_play(schrille: Command, flags: list[str]) -> None:
    """All that is told is the same whatever lies on the slips that are in."""
    told = []
    for slip in (IN_PLAY, "8+4 9n 10p"):
        save(evening(slip), str(schrille.save))
        outs = [schrille("show", "--history", *flags).stdout]
        for band in ("Otter", "Taube", "Specht", "Hummel"):
            outs.append(schrille("show", "--band", band, "--player", "Ann", "--explain", *flags).stdout)
        told.append(outs)
    assert told[0] == told[1]


def test_explaining_the_round_in_play_alone_is_still_refused(past: Command) -> None:
    assert "not resolved yet" in refused(past, "show", "--explain")
    assert "not resolved yet" in refused(past, "show", "--explain", "--player", "Ann")


def test_looking_back_asks_for_no_more_than_it_needs(past: Command) -> None:
    out = past("show").stdout
    for args in (["--band", "Dachs"], ["--player", "Ann"], ["--history"]):
        more = past("show", *args).stdout
        assert more.startswith(out.rstrip("\n"))
        assert len(more) > len(out)


def test_show_loads_what_looks_back_only_when_asked(past: Command) -> None:
    wanted = "schrille_cli.schrille.lookback"
    assert unwanted(loaded(past.folder, "show"), wanted) == []
    assert unwanted(loaded(past.folder, "show", "--history"), wanted) == [wanted]


def test_looking_back_in_german_keeps_the_data(past: Command) -> None:
    args = ["show", "--band", "Dachs", "--player", "Bob", "--history", "--json"]
    assert past(*args, "--lang", "de").stdout == past(*args).stdout
    german = environment(LANG="de_DE.UTF-8", LC_ALL=None)
    assert re.search(r"Dachs.*Bob", past(*args[:-1], env=german).stdout, re.DOTALL)
