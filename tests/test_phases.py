"""What each phase allows, and whole games through the installed command, forth and back."""

from __future__ import annotations

import os
import re
from typing import Any

import pytest
from conftest import PLAYERS, SLIP, Command
from processes import LOCK, files, refused
from stages import PLACE, SECRET, WISH, at

from schrille_cli.schrille import load, save

WRONG = [
    *(("opening", args) for args in (PLACE, [*PLACE, "--dry-run"], ["resolve"], ["score"], ["next"])),
    *(("placing", args) for args in (WISH, ["score"], ["next"])),
    *(("full", args) for args in (WISH, ["score"], ["next"])),
    *(("resolved", args) for args in (WISH, PLACE, [*PLACE, "--replace"], ["resolve"], ["next"])),
    *(("scored", args) for args in (PLACE, ["resolve"], ["score"], ["resolve", "--missing", "pass"])),
    *(("over", args) for args in (WISH, PLACE, ["resolve"], ["score"], ["next"], ["score", "--next"])),
]
NEXT = {"opening": "label", "placing": "place", "full": "resolve", "resolved": "score", "scored": "next"}


@pytest.mark.parametrize(("phase", "args"), WRONG, ids=lambda value: value if isinstance(value, str) else value[0])
def test_wrong_phase(schrille: Command, phase: str, args: list[str]) -> None:
    save(at(phase), str(schrille.save))
    said = refused(schrille, *args)
    assert args[0] in said
    if phase == "over":
        assert "over" in said
        assert "undo" in said
    else:
        assert {"full": "placing"}.get(phase, phase) in said
        assert re.search(rf"next\b.*\b{NEXT[phase]}\b[^,]*\)", said)


def test_resolve_names_who_owes_a_slip(schrille: Command) -> None:
    game = at("placing")
    game.place("Bob", SLIP)
    save(game, str(schrille.save))
    said = refused(schrille, "resolve")
    assert "Ann" in said
    assert "Cid" in said
    assert "Dora" in said
    assert "Bob" not in said
    assert "--missing pass" in said
    schrille("resolve", "--missing", "pass")
    assert load(str(schrille.save)).phase == "resolved"


def test_undo_of_a_new_game(schrille: Command) -> None:
    schrille.new()
    assert "undo" in refused(schrille, "undo")


@pytest.mark.parametrize("args", [["show"], ["rules"], ["show", "--history"], ["show", "--json"]])
@pytest.mark.parametrize("phase", ["opening", "placing", "resolved", "scored", "over"])
def test_reading_in_every_phase(schrille: Command, phase: str, args: list[str]) -> None:
    save(at(phase), str(schrille.save))
    os.unlink(schrille.folder / LOCK)
    before = files(schrille.folder)
    done = schrille(*args)
    assert done.stdout
    assert done.stderr == ""
    assert files(schrille.folder) == before


def test_score_next_goes_on(schrille: Command) -> None:
    save(at("resolved"), str(schrille.save))
    schrille("score", "--next")
    game = load(str(schrille.save))
    assert (game.round, game.phase) == (2, "placing")
    assert "score" in schrille("undo").stdout
    assert load(str(schrille.save)).phase == "resolved"


# Whole games


def test_a_game_and_all_the_way_back(schrille: Command) -> None:
    before: list[bytes] = []
    schrille("new", *(word for player in PLAYERS for word in ("-p", player)), "--seed", "cycle")

    def step(*args: str, **settings: Any) -> None:
        before.append(schrille.save.read_bytes())
        schrille(*args, **settings)

    step("label", "Ann=blue", "Bob=red")
    step("label", "Cid=green", "Dora=yellow")
    step("place", "Ann", *SECRET["Ann"].split())
    step("place", "Ann", *SLIP.split(), "--replace")
    step("place", "--from", "-", input=f"Bob: {SLIP}\nCid: {SLIP}\n")
    step("resolve", "--missing", "pass")
    step("score")
    step("label", "Ann=violet", "Dora=orange,violet")
    step("next")
    step("place", "--from", "-", input="".join(f"{player}: {SLIP}\n" for player in PLAYERS))
    step("resolve", "--explain")
    step("score", "--next")
    step("place", "--from", "-", input="".join(f"{player}: {SLIP}\n" for player in PLAYERS))
    assert load(str(schrille.save)).round == 3
    last = schrille.save.read_bytes()
    for data in reversed(before):
        schrille("undo")
        assert schrille.save.read_bytes() == data
        if data == before[-2]:  # undo and redo give the same
            schrille("score", "--next")
            assert schrille.save.read_bytes() == before[-1]
            schrille("undo")
    schrille("undo", code=1)
    assert last != before[0]


def test_a_game_to_its_end(schrille: Command) -> None:
    schrille.new("--set", "target=25")
    for _ in range(30):
        schrille.place_all()
        schrille("resolve")
        over = schrille.json("score", "--next")
        if over["phase"] == "over":
            break
    assert over["over"]
    assert max(row["score"] for row in over["points"]) >= 25
    shown = schrille("show").stdout
    assert all(winner in shown for winner in over["winners"])
    schrille("undo")
    assert load(str(schrille.save)).phase == "resolved"
