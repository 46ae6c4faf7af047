"""Points by the moderator's word."""

from __future__ import annotations

import pytest
from conftest import Command


def scores(schrille: Command) -> dict[str, int]:
    return {row["player"]: row["score"] for row in schrille.json("show")["track"]}


def test_points_count_at_once_and_stand_in_the_save(schrille: Command) -> None:
    schrille.new()
    before = schrille.save.read_bytes()
    answer = schrille.json("adjust", "ann", "-3", "--reason", "late for the game")
    assert (answer["player"], answer["points"], answer["reason"]) == ("Ann", -3, "late for the game")
    assert answer["score"] == -3
    assert scores(schrille) == {"Ann": -3, "Bob": 0, "Cid": 0, "Dora": 0}
    assert "adjust Ann -3 'late for the game'" in schrille.save.read_text("utf-8")
    assert schrille("undo").stdout.startswith("Undone: the -3 points for Ann.")
    assert schrille.save.read_bytes() == before


@pytest.mark.parametrize("typed", ["4", "+4", "−4", "–4", "-4"])
def test_signs_and_dashes(schrille: Command, typed: str) -> None:
    schrille.new()
    assert schrille.json("adjust", "Ann", typed, "--reason", "x")["points"] == (4 if typed in ("4", "+4") else -4)


def test_marks_and_the_end_are_judged_by_the_next_score(schrille: Command) -> None:
    schrille.new("--set", "target=50")
    schrille("adjust", "Ann", "60", "--reason", "a whim")
    assert schrille.json("show")["phase"] == "placing"
    schrille("resolve", "--missing", "pass")
    assert schrille.json("show")["phase"] == "resolved"
    assert schrille.json("score")["over"] is True


def test_a_mark_reached_by_word_retires_bands_at_the_next_score(schrille: Command) -> None:
    schrille.new("--set", "retire_at=[30]")
    schrille("resolve", "--missing", "pass")
    schrille("score")
    schrille("adjust", "Ann", "31", "--reason", "a whim")
    shown = schrille.json("show")
    assert [row for row in shown["chart"] if row["retired"]] == []
    schrille("next")
    schrille("resolve", "--missing", "pass")
    assert schrille.json("score")["marks"] == [30]


def test_it_is_possible_at_any_time(schrille: Command) -> None:
    """In the opening as a handicap, and after the end as a correction: the winners follow from the scores."""
    schrille("new", "-p", "Ann", "-p", "Bob", "-p", "Cid", "--set", "target=1", "--seed", "x")
    schrille("adjust", "Ann", "10", "--reason", "a handicap for the others")
    schrille("label", "Ann=blue", "Bob=red", "Cid=green")
    schrille("resolve", "--missing", "pass")
    assert schrille.json("score")["winners"] == ["Ann"]
    schrille("adjust", "Bob", "99", "--reason", "a bonus forgotten")
    assert schrille.json("show")["winners"] == ["Bob"]
    assert schrille.json("show")["phase"] == "over"


def test_it_counts_for_the_order_of_labels(schrille: Command) -> None:
    """R24: the lowest score is served first."""
    schrille.new()
    schrille("resolve", "--missing", "pass")
    schrille("score")
    schrille("adjust", "Bob", "-50", "--reason", "a whim")
    wishes = schrille.json("label", "Ann=orange", "Bob=orange")["wishes"]
    assert [(wish["player"], wish["granted"]) for wish in wishes] == [("Bob", True), ("Ann", False)]


WRONG = {
    "zero": (["Ann", "0", "--reason", "x"], ['"0" is no number of points']),
    "too many": (["Ann", "1000", "--reason", "x"], ['"1000" is no number of points']),
    "no number": (["Ann", "1.5", "--reason", "x"], ['"1.5" is no number of points']),
    "a long one": (["Ann", "9" * 5000, "--reason", "x"], ["is no number of points"]),
    "two numbers": (["Ann", "5 5", "--reason", "x"], ['"5 5" is no number of points']),
    "everything": (["Nob", "x", "--reason", " "], ["no player", "no number of points", "the reason is empty"]),
    "a long reason": (["Ann", "1", "--reason", "x" * 101], ["101 characters, 100 are allowed"]),
    "a reason over two lines": (["Ann", "1", "--reason", "a\nb"], ["U+000A"]),
}


@pytest.mark.parametrize("name", WRONG)
def test_what_is_wrong_is_said_at_once(schrille: Command, name: str) -> None:
    schrille.new()
    before = schrille.save.read_bytes()
    args, messages = WRONG[name]
    error = schrille("adjust", *args, code=1).stderr
    for message in messages:
        assert message in error
    assert schrille.save.read_bytes() == before


def test_the_longest_reason_fits_also_if_it_is_all_quotes(schrille: Command) -> None:
    schrille.new()
    schrille("adjust", "Ann", "1", "--reason", "'" * 100)
    assert schrille("show").stdout


def test_a_reason_is_wanted(schrille: Command) -> None:
    schrille.new()
    assert "--reason" in schrille("adjust", "Ann", "3", code=2).stderr
