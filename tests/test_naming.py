"""How saves, players and labels are named on the command line."""

from __future__ import annotations

import os

import pytest
from conftest import LABELS, SLIP, Command, environment
from processes import refused
from stages import THREE, UNLABELLED

from schrille_cli.schrille import load

# Saves


def test_environment_variable(schrille: Command) -> None:
    env = environment(SCHRILLE_GAME="other.toml")
    schrille("new", *UNLABELLED, env=env)
    assert (schrille.folder / "other.toml").exists()
    assert not schrille.save.exists()
    schrille("show", env=env)
    schrille("show", code=1)
    schrille("new", *UNLABELLED, "-g", "third.toml", env=env)
    assert (schrille.folder / "third.toml").exists()
    schrille("show", "--game", "other.toml")


def test_a_file_name_that_is_not_text(schrille: Command) -> None:
    name = os.fsdecode(b"\xff\xfe.toml")
    schrille.new("-g", name)
    schrille("show", "-g", name)
    schrille.new("-g", name, "--force")
    done = schrille("show", "-g", os.fsdecode(b"\xfd.toml"), code=1)
    assert "no such file" in done.stderr


@pytest.mark.parametrize("name", ["a" * 252, "a" * 5000, "no/such/folder.toml", "schrille.toml/x"])
def test_a_file_name_that_cannot_be(schrille: Command, name: str) -> None:
    schrille.new()
    refused(schrille, "new", "-g", name, *THREE)


# Players and labels


def test_names_by_prefix_and_case(schrille: Command) -> None:
    schrille.new(players={"Ann": "blue", "Anna": "red", "Berta": "green"})
    said = refused(schrille, "place", "an", *SLIP.split())
    assert "Ann" in said
    assert "Anna" in said
    assert "Berta" not in said
    assert schrille.json("place", "ANN", *SLIP.split())["players"] == ["Ann"]
    assert schrille.json("place", "b", *SLIP.split())["players"] == ["Berta"]
    assert schrille.json("place", " anna ", *SLIP.split())["players"] == ["Anna"]
    schrille("resolve")
    schrille("score")
    said = refused(schrille, "label", "ANN=x")
    assert '"x"' in said
    granted = schrille.json("label", "BERT=OR")["wishes"]
    assert granted[0]["label"] == "orange"


def test_decomposed_names_are_the_same_name(schrille: Command) -> None:
    schrille.new(players={"Zoe\u0308": "blue", "Bob": "red", "Cid": "green"})
    assert "Zoë" in load(str(schrille.save)).setup.players
    schrille("place", "ZOE\u0308", *SLIP.split())


def test_a_label_answers_to_its_name_and_its_colour(schrille: Command) -> None:
    names = [f"Label {letter}" for letter in "UVWXYZ"]
    labels = "".join(f'"{name}" = "{colour}"\n' for name, colour in zip(names, LABELS, strict=True))
    bands = "".join(f'"Band {n}" = "Label U"\n' for n in range(20))
    (schrille.folder / "deck.toml").write_text(f"[labels]\n{labels}[bands]\n{bands}")
    schrille.new("--deck", "deck.toml", players={"Ann": "blue", "Bob": "label v", "Cid": "GREEN"})
    held = {row["player"]: row["name"] for row in schrille.json("show")["labels"] if row["player"]}
    assert held == {"Ann": "Label U", "Bob": "Label V", "Cid": "Label W"}
