"""Amending a slip of an earlier round: games small enough to be worked out by hand."""

from __future__ import annotations

import json

import pytest
from conftest import Command
from test_completion import answer as complete
from test_completion import asked

from schrille_cli.schrille import load

# All bands are violet's, which nobody holds, but place 1 (Ann's blue) and place 14 (Cid's green).
CHART = ["C1=blue", *(f"C{place}=violet" for place in range(2, 14)), "C14=green"]
PLAYERS = ["-p", "Ann=blue", "-p", "Bob=red", "-p", "Cid=green"]
# Each pair of neighbours changes places twice: nothing moves in the end. Ann: 6 for C1.
STILL = "7:pick 6:no1 5+1 4+1 3+1 2+1 1+1"
# C14 falls, C7 rises to 6. Ann: 6 for C1, 5 for the New Number 1, 1 for the Pick; Cid: -2 for C14.
FALL = "14-1 7:pick 5+1 4+1 3+1 2+1 1:no1"
AMEND = ["amend", "1", "Ann", *FALL.split()]


@pytest.fixture
def table(schrille: Command) -> Command:
    """A game with cards from the table in its second round, in which Ann's slip is in."""
    return begun(schrille)


def begun(schrille: Command, *settings: str, first: str = STILL, labels: tuple[str, ...] = ()) -> Command:
    (schrille.folder / "chart.txt").write_text("\n".join(CHART), "utf-8")
    schrille("new", "--chart", "chart.txt", *PLAYERS, "--seed", "t", *settings)
    schrille("place", "Ann", *first.split())
    schrille("resolve", "--missing", "pass")
    schrille("score")
    if labels:
        schrille("label", *labels)
    if schrille.json("show")["phase"] != "over":
        schrille("next")
        schrille("place", "Ann", *STILL.split())
    return schrille


def found(schrille: Command, *args: str) -> dict[tuple[int, str, str | None], tuple[object, object]]:
    rows = schrille.json(*args)["differences"]
    return {(row["round"], row["kind"], row["who"]): (row["was"], row["now"]) for row in rows}


FIRST_ROUND = {
    (1, "place", "C6"): (6, 7),
    (1, "place", "C7"): (7, 6),
    (1, "place", "C14"): (14, None),
    (1, "fallen", "C14"): (None, "below-14"),
    (1, "no1", "Ann"): (0, 5),
    (1, "pick", "Ann"): (0, 1),
    (1, "fallen_points", "Cid"): (0, -2),
    (1, "score", "Ann"): (6, 12),
    (1, "score", "Cid"): (0, -2),
}


def test_everything_that_comes_out_differently_is_shown(table: Command) -> None:
    opened = {
        (2, "opened", "C6"): (6, 7),
        (2, "opened", "C7"): (7, 6),
        (2, "opened", "C14"): (14, None),
        (2, "opened", "New"): (None, 14),
        (2, "score", "Ann"): (6, 12),
        (2, "score", "Cid"): (0, -2),
    }
    assert found(table, *AMEND, "--band", "New=red", "--dry-run") == FIRST_ROUND | opened


def test_it_is_done_with_yes_and_taken_back_by_undo(table: Command) -> None:
    before = table.save.read_bytes()
    answer = table.json(*AMEND, "--band", "New=red", "--yes")
    assert (answer["done"], answer["void"], answer["phase"], answer["round"]) == (True, [], "placing", 2)
    assert answer["owed"] == {"slips": ["Bob", "Cid"], "cards": 0}
    shown = table.json("show", "--round", "1")
    assert {row["player"]: row["score"] for row in shown["track"]} == {"Ann": 12, "Bob": 0, "Cid": -2}
    assert [row["band"] for row in table.json("show")["chart"]][5:] == (
        ["C7", "C6", *(f"C{place}" for place in range(8, 14)), "New"]
    )
    assert load(str(table.save)).state.slips["Ann"] == load(str(table.save)).at_round(1).slips["Ann"]._replace(
        influence=((5, 1), (4, 1), (3, 1), (2, 1), (1, 1)), no1=6, pick=7
    )
    assert table("undo").stdout.startswith("Undone: the amended slip of Ann in round 1.")
    assert table.save.read_bytes() == before


def test_what_was_typed_stays_in_the_record(table: Command) -> None:
    table(*AMEND, "--band", "New=red", "--yes")
    text = table.save.read_text("utf-8")
    slip = "5+1 4+1 3+1 2+1 1+1 6:no1 7:pick"
    assert text.count(f'"place Ann {slip}"') == 2
    assert '"amend 1 Ann 14-1 5+1 4+1 3+1 2+1 1:no1 7:pick New=red"' in text
    assert text.startswith("format = 2\n")


def test_a_card_that_is_missing_makes_what_follows_void(table: Command) -> None:
    answer = table.json(*AMEND, "--yes")
    assert [(void["round"], void["command"]) for void in answer["void"]] == [(1, "next"), (2, "Ann's slip")]
    assert answer["void"][0]["why"] == "1 open place (R26), 0 cards given"
    assert answer["void"][1]["why"] == "round 2 is not open"
    assert (answer["round"], answer["phase"]) == (1, "scored")
    assert answer["owed"] == {"slips": [], "cards": 1}
    table("next", "--band", "New=red")
    assert table.json("show")["round"] == 2
    assert "\nnumber = 2\n" in table.save.read_text("utf-8")
    table("place", "Ann", *STILL.split())
    table("resolve", "--missing", "pass")
    assert table.json("score")["points"][0]["score"] == 18
    for _ in range(5):
        table("undo")
    assert table.json("show")["round"] == 2
    assert "\nnumber = " not in table.save.read_text("utf-8")


def with_a_late_card(schrille: Command) -> Command:
    """The table's game in its second round, in which a card has come since C14 fell in the first one."""
    begun(schrille)
    for _ in range(5):
        schrille("undo")  # down to the new game
    schrille("place", "Ann", *FALL.split())
    schrille("resolve", "--missing", "pass")
    schrille("score")
    schrille("next", "--band", "Late=red")
    return schrille


def test_a_card_too_many_lies_on_the_deck_again(schrille: Command) -> None:
    with_a_late_card(schrille)
    answer = schrille.json("amend", "1", "Ann", *STILL.split(), "--yes")
    assert answer["void"] == []
    assert answer["owed"]["cards"] == 0
    assert "On the deck again, the next one first: Late." in " ".join(schrille("show").stdout.split())
    assert "Late" not in [row["band"] for row in schrille.json("show")["chart"]]
    assert complete(schrille.folder, asked("bash", "schrille next --band Lat")) == ""  # no shell offers it either
    schrille("place", "Ann", *FALL.split())
    schrille("resolve", "--missing", "pass")
    schrille("score")
    assert "came before" in schrille("next", "--band", "Late=red", code=1).stderr
    assert schrille.json("next")["new"] == [{"place": 14, "band": "Late", "labels": ["red"]}]


def test_a_game_that_now_ends_earlier(schrille: Command) -> None:
    begun(schrille, "--set", "target=12")
    answer = schrille.json(*AMEND, "--yes")
    assert [(void["round"], void["command"], void["why"]) for void in answer["void"]] == [
        (1, "next", "the game is over in round 1"),
        (2, "Ann's slip", "the game is over in round 1"),
    ]
    assert (answer["phase"], answer["next_commands"]) == ("over", [])
    assert {"round": 1, "kind": "winners", "who": None, "was": None, "now": ["Ann"]} in answer["differences"]
    assert schrille.json("show")["winners"] == ["Ann"]


def test_a_game_that_now_ends_later(schrille: Command) -> None:
    begun(schrille, "--set", "target=12", first=FALL)
    answer = schrille.json("amend", "1", "Ann", *STILL.split(), "--yes")
    assert answer["void"] == []
    assert (answer["phase"], answer["next_commands"]) == ("scored", ["next", "label"])
    assert {"round": 1, "kind": "winners", "who": None, "was": ["Ann"], "now": None} in answer["differences"]


def test_a_label_that_is_no_longer_free(schrille: Command) -> None:
    """With equal scores Bob was served first; amended, Cid has the lower score (R24)."""
    begun(schrille, labels=("Bob=orange", "Cid=orange"))
    schrille("resolve", "--missing", "pass")
    schrille("score")
    schrille("label", "Cid=red")
    answer = schrille.json(*AMEND, "--band", "New=violet", "--yes")
    why = "Cid cannot have red: Bob holds it and does not leave it before"
    assert answer["void"] == [{"round": 2, "command": "the labels of Cid", "why": why}]
    track = schrille.json("show")["track"]
    assert {row["player"]: (row["label"], row["score"]) for row in track} == {
        "Ann": ("blue", 18),
        "Bob": ("red", 0),
        "Cid": ("orange", -7),
    }


def test_marks_and_retirement_change(schrille: Command) -> None:
    begun(schrille, "--set", "retire_at=[12]")
    assert found(schrille, *AMEND, "--dry-run")[(1, "marks", None)] == (None, [12])
    retired = {key: value for key, value in found(schrille, *AMEND, "--dry-run").items() if key[1] == "retired"}
    assert retired == {(1, "retired", f"C{place}"): (None, place) for place in (1, 2, 3)}


def test_a_player_who_had_passed_gets_a_slip(table: Command) -> None:
    slip = "14-1 7:pick 5+2 4+2 3+2 2+2 1:no1"
    answer = table.json("amend", "1", "Bob", *slip.split(), "--band", "New=red", "--yes")
    assert answer["amended"] == {"round": 1, "player": "Bob"}
    assert table.json("show", "--round", "1", "--slips")["slips"][1]["player"] == "Bob"


def test_the_last_round_can_be_amended_once_it_is_resolved(table: Command) -> None:
    error = table("amend", "2", "Ann", *FALL.split(), "--yes", code=1).stderr
    assert error == "Error: round 2 is not resolved yet (place --replace changes a slip of the round in play)\n"
    table("resolve", "--missing", "pass")
    assert table.json("amend", "2", "Ann", *FALL.split(), "--yes")["phase"] == "resolved"
    assert [row["band"] for row in table.json("show")["fallen"]] == ["C14"]


WRONG = {
    "an unknown round": (["amend", "9", "Ann", *FALL.split()], ["there is no round 9"]),
    "no number": (["amend", "one", "Ann", *FALL.split()], ['"one" is not the number of a round']),
    "everything": (
        ["amend", "8", "Nob", *FALL.split()[:6], "--band", "C3"],
        ["no round 8", "no player", "New Number 1", "C3"],
    ),
    "the same slip": (["amend", "1", "Ann", *STILL.split()], ["the slip of round 1 already"]),
    "a card that came": ([*AMEND, "--band", "C14"], ['"C14" came before']),
    "a card too many": ([*AMEND, "--band", "New=red", "--band", "Two=red"], ['no place is open for "Two"']),
    "a card without labels": ([*AMEND, "--band", "New"], ["NAME=label"]),
}


@pytest.mark.parametrize("name", WRONG)
def test_what_is_wrong_is_said_at_once(table: Command, name: str) -> None:
    args, messages = WRONG[name]
    before = table.save.read_bytes()
    error = table(*args, "--yes", code=1).stderr
    for message in messages:
        assert message in error
    assert table.save.read_bytes() == before


def test_the_hand_and_the_bag_count(schrille: Command) -> None:
    """R8 holds for an amended slip as for any other."""
    schrille.new("--set", "bag.+4=1", "--set", "hand=5")
    schrille.place_all("14+3 12+3 9-2 7-1 3+2 1:no1 8:pick", "Ann")
    schrille("resolve", "--missing", "pass")
    args = ["amend", "1", "Ann", "14+4", "12+4", "9-2", "7-1", "3+2", "1n", "8p", "--yes"]
    assert "use 2 chips of +4, the bag holds 1" in schrille(*args, code=1).stderr


def test_cards_of_the_tool_are_not_given(schrille: Command) -> None:
    schrille.new()
    schrille("place", "Ann", *STILL.split())
    schrille("resolve", "--missing", "pass")
    assert "the tool's deck" in schrille(*AMEND, "--band", "New=red", "--yes", code=1).stderr


def test_without_a_terminal_nothing_is_done_unasked(table: Command) -> None:
    before = table.save.read_bytes()
    done = table(*AMEND, code=1)
    assert "C14" in done.stdout
    assert done.stderr == "Error: nothing was changed (add --yes to do it, or --dry-run only to look)\n"
    refused = table(*AMEND, "--json", code=1)
    assert refused.stdout == ""
    assert json.loads(refused.stderr)["hint"] == "add --yes to do it, or --dry-run only to look"
    assert table.json(*AMEND, "--dry-run")["done"] is False
    assert table(*AMEND, "--dry-run").stderr == ""
    assert table.save.read_bytes() == before


def test_a_deck_that_is_known_to_be_empty_gives_no_card(schrille: Command) -> None:
    """Then the chart is short from the round on in which a card is missing (R27), and nothing is void."""
    (schrille.folder / "chart.txt").write_text("\n".join(f"C{n}=violet" for n in range(1, 15)), "utf-8")
    schrille("new", "--chart", "chart.txt", *PLAYERS, "--seed", "t", "--set", "keep=2", "--set", "hand=4")
    for last in (["--band", "A=red"], ["--deck-empty"]):
        schrille("place", "Ann", "14-1", "1+1", "3n", "4p")
        schrille("resolve", "--missing", "pass")
        schrille("score")
        schrille("next", *last)
    answer = schrille.json("amend", "1", "Ann", "14-1", "13-2", "1n", "2p", "--yes")
    assert (answer["void"], answer["owed"]["cards"], answer["round"]) == ([], 0, 3)
    assert len(schrille.json("show", "--round", "2")["chart"]) == 13
    assert schrille.json("show")["deck"] == 0
    assert len(schrille.json("show")["chart"]) == 13  # the chip in hole 14 has no band any more (R9)
    before = schrille.save.read_bytes()
    assert "the deck is empty" in schrille("amend", "1", "Ann", *FALL.split(), "--band", "X=red", code=1).stderr
    assert schrille.save.read_bytes() == before


def test_the_deck_may_have_run_out_by_an_amendment(table: Command) -> None:
    answer = table.json(*AMEND, "--deck-empty", "--yes")
    assert (answer["void"], answer["owed"]["cards"], answer["round"]) == ([], 0, 2)
    assert len(table.json("show")["chart"]) == 13
    assert table.json("show")["deck"] == 0
    assert '1:no1 7:pick deck-empty"' in table.save.read_text("utf-8")


def test_the_next_of_a_score_is_named_too(schrille: Command) -> None:
    """With 1n Ann has 5 points more and reaches the target, so that nothing comes next."""
    rules = ["--set", "target=9", "--set", "keep=1"]
    schrille("new", *PLAYERS, "--seed", "t", *rules)
    schrille("place", "Ann", "7+1", "13n", "12p")
    schrille("resolve", "--missing", "pass")
    schrille("score", "--next")
    assert schrille.json("show")["round"] == 2
    answer = schrille.json("amend", "1", "Ann", "7+1", "1n", "12p", "--dry-run")
    assert answer["phase"] == "over"
    assert [(void["round"], void["command"], void["why"]) for void in answer["void"]] == [
        (1, "next", "the game is over in round 1")
    ]


def test_a_log_line_that_would_be_too_long_is_refused_also_without_yes(table: Command) -> None:
    bands = [word for n in range(14) for word in ("--band", f"'{n:02}{chr(39) * 30}=red,violet")]
    for more in ("--dry-run", "--yes"):
        assert "no place is open" in table(*AMEND, *bands, more, code=1).stderr
