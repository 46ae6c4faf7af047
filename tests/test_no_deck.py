"""Games without a deck: every card comes from the table with its labels, and is known from then on."""

from __future__ import annotations

import tomllib
from collections.abc import Callable

import pytest
from conftest import PLAYERS, Command
from processes import refused
from stages import THREE

from schrille_cli.schrille import Game, dumps, load, loads
from schrille_cli.schrille.builtin import DECK, LABELS
from schrille_cli.schrille.deck import Deck

CHART = [f"Kapelle {letter}=orange" for letter in "ABCDEFGHIJK"]
CHART += ["Lärm=red,orange", "Müll=v", "Noten = Not=y,green"]
NONE = ["new", *THREE, "--no-deck", "--chart", "chart.txt"]
DROPPING = "14-4 13-4 1+4 2+3 3+3 4:no1 5:pick"


def chart_file(schrille: Command, cards: list[str] = CHART) -> None:
    (schrille.folder / "chart.txt").write_text("\n".join(cards) + "\n", "utf-8")


def drop_two(schrille: Command, player: str = "A") -> None:
    """A round in which the bands on 13 and 14 fall."""
    schrille("place", player, *DROPPING.split())
    schrille("resolve", "--missing", "pass")
    schrille("score")


def test_a_game_at_a_table_without_a_deck(schrille: Command) -> None:
    chart_file(schrille)
    answer = schrille.json(*NONE)
    assert [(row["band"], row["labels"]) for row in answer["chart"][10:]] == [
        ("Kapelle K", ["orange"]),
        ("Lärm", ["red", "orange"]),
        ("Müll", ["violet"]),
        ("Noten = Not", ["yellow", "green"]),
    ]
    assert schrille.json("show")["deck"] is None
    assert list(load(str(schrille.save)).setup.bands) == [row["band"] for row in answer["chart"]]
    drop_two(schrille)
    refused(schrille, "next", "--band", "Frost=blue", "--band", "Lava")
    schrille("next", "--band", "Frost=blue", "--band", "Lava=red,violet")
    game = load(str(schrille.save))
    assert game.state.bands["Lava"] == ("red", "violet")
    assert len(game.state.bands) == 16
    drop_two(schrille)
    # What came is known: by a prefix, but not for a second time.
    said = refused(schrille, "next", "--band", "fro", "--band", "Neu=blue")
    assert '"Frost" came before' in said
    assert '"Müll" came before' in refused(schrille, "next", "--band", "MÜLL", "--band", "Neu=blue")
    assert "the deck has" in refused(schrille, "next", "--band", "Frost=red", "--band", "Neu=blue")
    schrille("next", "--band", "Fro=yellow", "--band", "Neu=blue")  # a whole name with labels is another card
    assert load(str(schrille.save)).state.new == ("Fro", "Neu")
    schrille("undo")
    schrille("undo")
    assert schrille.json("show")["phase"] == "resolved"


def test_names_of_the_built_in_deck_mean_nothing(schrille: Command) -> None:
    chart_file(schrille, [*CHART[:13], "Frost"])
    said = refused(schrille, *NONE)
    assert 'place 14: there is no band "Frost" (write NAME=label' in said
    assert "Frostpunkt" not in said
    chart_file(schrille, [*CHART[:13], "Frostpunkt=red,violet"])
    schrille(*NONE)
    assert load(str(schrille.save)).state.bands["Frostpunkt"] == ("red", "violet")
    drop_two(schrille)
    assert 'there is no band "Moosbosse"' in refused(schrille, "next", "--band", "Moosbosse", "--band", "Neu=blue")


def test_the_save_holds_the_bands_that_were_seen_alone(schrille: Command) -> None:
    chart_file(schrille)
    schrille(*NONE)
    drop_two(schrille)
    schrille("next", "--band", "Frost=blue", "--band", "Lava=red,violet")
    data = tomllib.loads(schrille.save.read_text("utf-8"))
    assert "deck" not in data
    assert data["cards"] == "table"
    assert data["bands"]["Lärm"] == "red,orange"
    assert len(data["bands"]) == 14
    assert data["rounds"][1]["bands"] == {"Frost": "blue", "Lava": "red,violet"}
    assert not {*data["bands"]} & {*DECK.bands}


@pytest.mark.parametrize(
    "damage",
    [
        lambda text: text.replace('"Kapelle C" = "orange"\n', ""),
        lambda text: text.replace('"Kapelle C" = "orange"\n', '"Kapelle C" = "pink"\n'),
        lambda text: text.replace('Frost = "blue"\n', ""),
        lambda text: text.replace('cards = "table"', 'cards = "tool"'),
        lambda text: text.replace('"Kapelle A" = "orange"\n', '"Kapelle A" = "orange"\n"kapelle a" = "orange"\n'),
    ],
)
def test_a_damaged_save_is_found_out(schrille: Command, damage: Callable[[str], str]) -> None:
    chart_file(schrille)
    schrille(*NONE)
    drop_two(schrille)
    schrille("next", "--band", "Frost=blue", "--band", "Lava=red,violet")
    text = schrille.save.read_text("utf-8")
    assert damage(text) != text
    schrille.save.write_text(damage(text), "utf-8")
    refused(schrille, "show")


def test_labels_of_the_box_without_its_bands(schrille: Command) -> None:
    """A deck file of labels alone, as deck new leaves it where no band was typed."""
    labels = "".join(f'"Label {letter}" = "{colour}"\n' for letter, colour in zip("UVWXYZ", LABELS, strict=True))
    (schrille.folder / "labels.toml").write_text(f"[labels]\n{labels}\n[bands]\n")
    chart_file(schrille)
    schrille("new", *THREE, "--deck", "labels.toml", "--chart", "chart.txt")
    game = load(str(schrille.save))
    assert game.state.bands["Lärm"] == ("Label V", "Label Z")
    assert game.state.labels == {"A": "Label U", "B": "Label V", "C": "Label W"}
    said = refused(schrille, "new", *THREE, "--deck", "labels.toml", "-g", "other.toml")
    assert said == "Error: there are 0 bands (at least 14 are wanted (R2))\n"


@pytest.mark.parametrize(
    "args",
    [
        ["--no-deck"],
        ["--no-deck", "--deck", "deck.toml"],
        ["--no-deck", "--deck", "deck.toml", "--chart", "chart.txt"],
    ],
)
def test_a_wrong_command_line(schrille: Command, args: list[str]) -> None:
    chart_file(schrille)
    assert "--chart" in refused(schrille, "new", *THREE, *args, code=2)


def test_the_api(errors: Callable[..., list[str]]) -> None:
    none = Deck(LABELS, {})
    game = Game.new(PLAYERS, deck=none, chart=CHART, seed="x")
    assert loads(dumps(game)).state == game.state
    assert len(game.setup.bands) == 14
    assert errors(Game.new, PLAYERS, deck=none) == ["there are 0 bands (at least 14 are wanted (R2))"]
    few = Deck(LABELS, {"Frost": ("blue",)})
    assert errors(Game.new, PLAYERS, deck=few, chart=CHART) == ["there is 1 band (at least 14 are wanted (R2))"]
    five = Deck(dict(list(LABELS.items())[:5]), {})
    assert errors(Game.new, PLAYERS, deck=five, chart=CHART) == ["there are 5 labels, there must be 6 (R1)"]
