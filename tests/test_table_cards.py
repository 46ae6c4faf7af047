"""Games whose cards are on the table: the chart is told at the start, and new bands in every round."""

from __future__ import annotations

import pytest
from conftest import Command
from processes import refused
from stages import THREE, at

from schrille_cli.schrille import load, save

CARDS = [f"Card {n:02}=blue" for n in range(1, 12)] + ["Card 12=red,green", "Card = 13=yellow", "moosBOSSE"]
DROPPING = "14-4 13-4 1+4 2+3 3+3 4:no1 5:pick"


def table_game(schrille: Command) -> None:
    (schrille.folder / "chart.txt").write_text("\ufeff" + "\n".join(CARDS) + "\n", "utf-8")
    schrille.new("--chart", "chart.txt")


def drop_two(schrille: Command) -> None:
    """Place, resolve and score a round in which the bands on 13 and 14 fall."""
    schrille("place", "Ann", *DROPPING.split())
    schrille("resolve", "--missing", "pass")
    schrille("score")


def test_cards_from_the_table(schrille: Command) -> None:
    table_game(schrille)
    shown = schrille.json("show")
    assert shown["deck"] is None
    assert [(row["band"], row["labels"]) for row in shown["chart"][11:]] == [
        ("Card 12", ["red", "green"]),
        ("Card = 13", ["yellow"]),
        ("Moosbosse", ["green"]),
    ]
    drop_two(schrille)
    fallen = [band["band"] for band in schrille.json("show")["fallen"]]
    assert fallen == ["Moosbosse", "Card = 13"]
    assert "2" in refused(schrille, "next")
    refused(schrille, "next", "--band", "New=blue")
    refused(schrille, "next", "--band", "New=blue", "--band", "New 2=red", "--band", "New 3=red")
    refused(schrille, "next", "--band", "New=blue", "--band", "NEW=red")
    refused(schrille, "next", "--band", "New=blue", "--band", "New 2=pink")
    refused(schrille, "next", "--band", "New=blue", "--band", "New 2=red,green,blue")
    refused(schrille, "next", "--band", "New=blue", "--band", "New 2")
    refused(schrille, "next", "--band", "Moosbosse", "--band", "New 2=red")
    refused(schrille, "next", "--band", "Card 01", "--band", "New 2=red")
    opened = schrille.json("next", "--band", "New=blue", "--band", "die tief")
    assert [(band["band"], band["place"]) for band in opened["new"]] == [("New", 14), ("Die Tiefsee", 13)]
    assert load(str(schrille.save)).round == 2
    schrille("undo")
    assert schrille.json("show")["phase"] == "scored"


def test_the_deck_of_the_table_runs_out(schrille: Command) -> None:
    table_game(schrille)
    drop_two(schrille)
    refused(schrille, "score", "--next")
    refused(schrille, "next", "--band", "New=blue")
    opened = schrille.json("next", "--band", "New=blue", "--deck-empty")
    assert [band["place"] for band in opened["new"]] == [13]
    shown = schrille.json("show")
    assert len(shown["chart"]) == 13
    assert shown["deck"] == 0


def test_score_next_needs_the_cards_of_the_table(schrille: Command) -> None:
    table_game(schrille)
    schrille("place", "Ann", *DROPPING.split())
    schrille("resolve", "--missing", "pass")
    said = refused(schrille, "score", "--next")
    assert "2" in said
    schrille("score")


def test_band_is_refused_where_the_tool_has_the_deck(schrille: Command) -> None:
    save(at("scored"), str(schrille.save))
    refused(schrille, "next", "--band", "New=blue")
    refused(schrille, "next", "--deck-empty")


@pytest.mark.parametrize("cards", [CARDS[:13], [*CARDS, "More=blue"], [*CARDS[:13], CARDS[0]], [*CARDS[:13], "X"]])
def test_a_wrong_chart(schrille: Command, cards: list[str]) -> None:
    (schrille.folder / "chart.txt").write_text("\n".join(cards), "utf-8")
    schrille("new", *THREE, "--chart", "chart.txt", code=1)
    assert [path.name for path in schrille.folder.iterdir()] == ["chart.txt"]
