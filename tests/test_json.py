"""What ``--json`` prints: one object in ASCII with the promised keys, after every command."""

from __future__ import annotations

import json

import pytest
from conftest import Command
from processes import refused
from stages import at

from schrille_cli.schrille import Game, load, save

NAMES = {"Zoë": "blue", "李小龍": "red", "Ðuro 🎲": "green"}
STATE_KEYS = {"round", "phase", "next_commands"}


@pytest.fixture
def foreign(schrille: Command) -> Command:
    """A folder with a game of players whose names are not ASCII, and hands dealt."""
    for player, label in NAMES.items():
        assert not f"{player}{label}".isascii()
    data = schrille.new("--deal-hands", players=NAMES)
    assert data.keys() >= STATE_KEYS
    return schrille


def hand_slip(game: Game, player: str) -> str:
    """A slip of the first chips of a player's hand."""
    hand = game.state.opened.hands[player]
    return " ".join([*(f"{14 - i}{chip:+d}" for i, chip in enumerate(hand[:5])), "1:no1", "2:pick"])


def test_json_of_a_round(foreign: Command) -> None:
    game = load(str(foreign.save))
    shown = foreign.json("show")
    assert shown.keys() >= {
        *("game", "round", "phase", "rules", "chart", "track", "labels", "fallen", "deck", "winners"),
        "next_commands",
    }
    assert shown["game"] == "schrille-stille"
    assert shown["rules"]["preset"] == "rulebook"
    assert shown["deck"] == 42 - 14
    assert shown["winners"] == []
    assert shown["next_commands"] == ["place"]
    assert "slips" not in shown
    assert "hands" not in shown
    assert [row["place"] for row in shown["chart"]] == list(range(1, 15))
    for row in shown["chart"]:
        assert row.keys() >= {"place", "band", "labels", "marker", "fallen", "retired"}
        assert row["fallen"] is False
        assert row["retired"] is False
    assert {row["player"] for row in shown["track"]} == set(NAMES)
    for row in shown["track"]:
        assert row.keys() >= {"player", "label", "score", "slip_in"}
        assert row["slip_in"] is False
    assert len(shown["labels"]) == 6
    for row in shown["labels"]:
        assert row.keys() >= {"name", "colour", "player"}
    assert {row["player"] for row in shown["labels"]} == {None, *NAMES}

    for player in NAMES:
        placed = foreign.json("place", player, *hand_slip(game, player).split())
        assert placed.keys() >= STATE_KEYS
        assert player in json.dumps(placed, ensure_ascii=False)
        assert placed["phase"] == "placing"
    assert placed["next_commands"] == ["resolve"]
    with_slips = foreign.json("show", "--slips", "--hand", "Zoë")
    assert {row["player"] for row in with_slips["slips"]} == set(NAMES)
    assert [row["player"] for row in with_slips["hands"]] == ["Zoë"]
    assert len(with_slips["hands"][0]["chips"]) == 7

    resolved = foreign.json("resolve")
    assert resolved.keys() >= {"round", "moves", "chart", "fallen", *STATE_KEYS}
    assert resolved["moves"]
    for move in resolved["moves"]:
        assert move.keys() >= {"marker", "band", "sum", "from_place", "to_place", "chips"}
        assert move["sum"] != 0
        total = 0
        for chip in move["chips"]:
            assert chip.keys() >= {"player", "chip"}
            assert isinstance(chip["chip"], int) or chip["chip"] in ("no1", "pick")
            total += chip["chip"] if isinstance(chip["chip"], int) else 1
        assert move["sum"] == total
    for band in resolved["fallen"]:
        assert band.keys() >= {"band", "labels", "marker", "reason"}
        assert band["reason"] in ("below-14", "danger-zone")
    assert resolved["next_commands"] == ["score"]
    shown = foreign.json("show")
    assert shown["chart"] == resolved["chart"]
    assert shown["fallen"] == resolved["fallen"]

    scored = foreign.json("score")
    assert scored.keys() >= {"round", "points", "marks", "retired", "over", "winners", *STATE_KEYS}
    assert scored["over"] is False
    assert scored["winners"] == []
    assert [row["player"] for row in scored["points"]] == list(NAMES)

    labelled = foreign.json("label", "Zoë=orange,yellow")
    assert labelled.keys() >= {"wishes", *STATE_KEYS}
    (wish,) = labelled["wishes"]
    assert wish.items() >= {"player": "Zoë", "label": "orange", "granted": True, "paid": 5}.items()

    opened = foreign.json("next")
    assert opened.keys() >= {"round", "new", *STATE_KEYS}
    assert opened["round"] == 2
    assert "hands" not in opened
    for band in opened["new"]:
        assert band.keys() >= {"place", "band", "labels"}
    assert len(opened["new"]) == len(resolved["fallen"])

    undone = foreign.json("undo")
    assert undone.keys() >= STATE_KEYS
    assert undone["phase"] == "scored"
    opened = foreign.json("next", "--hands")
    assert [row["player"] for row in opened["hands"]] == list(NAMES)
    assert foreign.json("rules")


def test_json_of_the_end(schrille: Command) -> None:
    schrille.new("--set", "target=1")
    schrille.place_all()
    schrille.json("resolve")
    scored = schrille.json("score", "--next")
    assert scored["over"] is True
    assert scored["phase"] == "over"
    assert scored["next_commands"] == []
    best = max(row["score"] for row in scored["points"])
    assert scored["winners"] == [row["player"] for row in scored["points"] if row["score"] == best]
    assert schrille.json("show")["winners"] == scored["winners"]


def test_json_of_points(schrille: Command) -> None:
    save(at("resolved"), str(schrille.save))
    kinds = ("top_six", "no1", "pick", "fallen_points")
    for row in schrille.json("score")["points"]:
        assert row.keys() >= {"player", "label", *kinds, "total", "score"}
        assert row["total"] == sum(row[kind] for kind in kinds) == row["score"]


def test_json_of_an_ungranted_wish(schrille: Command) -> None:
    players = dict(zip("ABCDE", ("blue", "red", "green", "yellow", "violet"), strict=True))
    save(at("scored", players), str(schrille.save))
    wishes = schrille.json("label", "A=orange", "B=orange")["wishes"]
    assert sorted(wish["granted"] for wish in wishes) == [False, True]
    assert {wish["paid"] for wish in wishes if not wish["granted"]} == {0}


def test_json_of_claims(schrille: Command) -> None:
    save(at("opening"), str(schrille.save))
    claimed = schrille.json("label", "Ann=orange", "Bob=red")
    assert claimed["phase"] == "opening"
    assert claimed["next_commands"] == ["label"]
    assert [(wish["player"], wish["label"], wish["granted"]) for wish in claimed["wishes"]] == [
        ("Ann", "orange", True),
        ("Bob", "red", True),
    ]


def test_errors_with_json_leave_stdout_empty(schrille: Command) -> None:
    schrille.new()
    assert refused(schrille, "score", "--json")
