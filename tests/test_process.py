"""The installed command as a process: phases, exit codes, what is printed where, and what stays untouched."""

from __future__ import annotations

import fcntl
import json
import os
import re
import signal
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from conftest import PLAYERS, SCHRILLE, SLIP, Command, environment

from schrille_cli.schrille import Game, Rules, dumps, load, save, with_settings

# Chips that stand in no help text, hint or example; each player's are different.
SECRET = {
    "Ann": "13+4 11-4 6+1 5-3 4+2 2:no1 10:pick",
    "Bob": "12+1 10-3 8+4 6-4 4-1 11:no1 13:pick",
    "Cid": "13-1 11+1 6-2 5+3 2+4 12:no1 4:pick",
}
CHIP = re.compile(r"\b(?:1[0-4]|[1-9])(?:[:=]?[+-][1-9]\b|[:=]?(?:no1|pick)\b)")
OPEN = dict.fromkeys(PLAYERS)
WISH = ["label", "Ann=orange"]
PLACE = ["place", "Ann", *SLIP.split()]
STATE_KEYS = {"round", "phase", "next_commands"}


def at(phase: str, players: dict[str, Any] | None = None) -> Game:
    """A game in a phase; ``full`` is placing with all slips in."""
    rules = with_settings(Rules(), ["target=1"] if phase == "over" else [])
    game = Game.new(OPEN if phase == "opening" else players or PLAYERS, seed="test", rules=rules)
    if phase in ("opening", "placing"):
        return game
    game.place_all(dict.fromkeys(game.setup.players, SLIP))
    if phase == "full":
        return game
    game.resolve()
    if phase == "resolved":
        return game
    game.score()
    assert game.phase == phase
    return game


def refused(schrille: Command, *args: str, code: int = 1, **settings: Any) -> str:
    """What a command says that must fail: nothing on stdout, no byte of the save or file of the folder changed."""
    before = files(schrille.folder)
    done = schrille(*args, code=code, **settings)
    after = files(schrille.folder)
    after.pop(f".{schrille.save.name}.lock", None)
    before.pop(f".{schrille.save.name}.lock", None)
    assert after == before
    assert done.stdout == ""
    assert done.stderr
    return done.stderr


def files(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir() if path.is_file()}


# Phases


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
    os.unlink(schrille.folder / ".schrille.toml.lock")
    before = files(schrille.folder)
    done = schrille(*args)
    assert done.stdout
    assert done.stderr == ""
    assert files(schrille.folder) == before


# Exit codes


@pytest.mark.parametrize(
    "args",
    [
        ["place", "Ann", "-3"],
        ["place", "Ann", *SLIP.split(), "-3"],
        ["place", "Ann", "-3", *SLIP.split()],
        ["place", "Ann", "-3", "--json"],
        ["place", "Ann", "-9-2"],
        ["place", "Ann", "9", "-2"],
        ["place", "-3"],
        ["label", "-3"],
        ["label", "Ann=-3"],
        ["show", "--hand", "-3"],
        ["new", "--force", "-p", "-3"],
        ["next", "--band", "-3"],
    ],
    ids=" ".join,
)
def test_a_stray_number_is_an_argument(schrille: Command, args: list[str]) -> None:
    save(at("scored" if args[0] in ("label", "next") else "placing"), str(schrille.save))
    refused(schrille, *args)


@pytest.mark.parametrize(
    "args",
    [
        ["place", "Ann", "-x"],
        ["place", "Ann", "--unknown"],
        ["place", "Ann", *SLIP.split(), "--frmo", "x"],
        ["place"],
        ["place", "Ann", "--from", "-"],
        ["place", "--from"],
        ["label"],
        ["label", "--unknown"],
        ["show", "--round", "two"],
        ["show", "--format", "nonsense"],
        ["show", "surplus"],
        ["undo", "surplus"],
        ["resolve", "--missing", "everything"],
        ["new", "--rules", "chess"],
        ["frobnicate"],
        ["sho"],
        ["--frobnicate"],
    ],
    ids=" ".join,
)
def test_a_wrong_command_line(schrille: Command, args: list[str]) -> None:
    schrille.new()
    refused(schrille, *args, code=2)


@pytest.mark.parametrize(
    "args",
    [
        ["place", "Zed", *SLIP.split()],
        ["place", "Ann"],
        ["place", "Ann", "14+3"],
        ["place", "--from", "missing.txt"],
        ["label", "Ann"],
        ["show", "--round", "2"],
        ["show", "--round", "0"],
        ["show", "--round", "-1"],
        ["show", "--hand", "Ann"],
        ["show", "--hand", "Zed"],
        ["show", "--explain"],
        ["show", "-g", "missing.toml"],
        ["undo", "-g", "missing.toml"],
        ["rules", "-g", "missing.toml"],
        ["new", "-p", "Ann=blue"],
        ["new", "--force", "-p", "Ann=blue"],
        ["new", "--force", "-p", "Ann=blue", "-p", "Bob=blue", "-p", "Cid=red"],
        ["new", "--force", "-p", "Ann=blue", "-p", "ANN=green", "-p", "Cid=red"],
        ["new", "--force", "-p", "Ann=pink", "-p", "Bob=green", "-p", "Cid=red"],
        ["new", "--force", "-p", "A", "-p", "B", "-p", "C", "--set", "taget=50"],
        ["new", "--force", "-p", "A", "-p", "B", "-p", "C", "--set", "target=x"],
        ["new", "--force", "-p", "A", "-p", "B", "-p", "C", "--set", "hand=17"],
        ["new", "--force", "-p", "A", "-p", "B", "-p", "C", "--deck", "missing.toml"],
        ["new", "--force", "-p", "A", "-p", "B", "-p", "C", "--chart", "missing.txt"],
        ["new", "--force", *(word for letter in "ABCDEFG" for word in ("-p", letter))],
    ],
    ids=" ".join,
)
def test_the_game_says_no(schrille: Command, args: list[str]) -> None:
    schrille.new()
    refused(schrille, *args)


def test_done_is_zero(schrille: Command) -> None:
    assert schrille("--version").stdout.startswith("schrille")
    for args in (["--help"], ["-h"], ["new", "--help"], ["place", "-h"]):
        assert schrille(*args).stdout.startswith("Usage: schrille")


@contextmanager
def started(schrille: Command, *args: str, **settings: Any) -> Iterator[subprocess.Popen[bytes]]:
    process = subprocess.Popen(
        [SCHRILLE, *args],
        cwd=schrille.folder,
        env=environment(),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        **settings,
    )
    try:
        yield process
    finally:
        process.kill()
        process.communicate()


def interrupt(process: subprocess.Popen[bytes]) -> tuple[str, str]:
    time.sleep(0.5)
    assert process.poll() is None
    process.send_signal(signal.SIGINT)
    process.wait(10)
    assert process.stdout
    assert process.stderr
    return process.stdout.read().decode(), process.stderr.read().decode()


def test_interrupted_while_reading_slips(schrille: Command) -> None:
    schrille.new()
    before = schrille.save.read_bytes()
    with started(schrille, "place", "--from", "-") as process:
        out, err = interrupt(process)
        assert process.returncode == 130
    assert out == ""
    assert "Traceback" not in err
    assert schrille.save.read_bytes() == before


def test_interrupted_while_waiting_for_the_lock(schrille: Command) -> None:
    schrille.new()
    schrille("place", "Ann", *SLIP.split())
    before = schrille.save.read_bytes()
    with open(schrille.folder / ".schrille.toml.lock") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        with started(schrille, "undo") as process:
            out, err = interrupt(process)
            assert process.returncode == 130
    assert out == ""
    assert "Traceback" not in err
    assert schrille.save.read_bytes() == before


# JSON


NAMES = {"Zoë": "blue", "李小龍": "red", "Ðuro 🎲": "green"}


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


# The save's name, and names in it


def test_environment_variable(schrille: Command) -> None:
    env = environment(SCHRILLE_GAME="other.toml")
    schrille("new", "-p", "A", "-p", "B", "-p", "C", env=env)
    assert (schrille.folder / "other.toml").exists()
    assert not schrille.save.exists()
    schrille("show", env=env)
    schrille("show", code=1)
    schrille("new", "-p", "A", "-p", "B", "-p", "C", "-g", "third.toml", env=env)
    assert (schrille.folder / "third.toml").exists()
    schrille("show", "--game", "other.toml")


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
    colours = ("blue", "red", "green", "yellow", "violet", "orange")
    names = [f"Label {letter}" for letter in "UVWXYZ"]
    labels = "".join(f'"{name}" = "{colour}"\n' for name, colour in zip(names, colours, strict=True))
    bands = "".join(f'"Band {n}" = "Label U"\n' for n in range(20))
    (schrille.folder / "deck.toml").write_text(f"[labels]\n{labels}[bands]\n{bands}")
    schrille.new("--deck", "deck.toml", players={"Ann": "blue", "Bob": "label v", "Cid": "GREEN"})
    held = {row["player"]: row["name"] for row in schrille.json("show")["labels"] if row["player"]}
    assert held == {"Ann": "Label U", "Bob": "Label V", "Cid": "Label W"}


# Slips


def test_everything_wrong_with_a_slip_is_said_at_once(schrille: Command) -> None:
    schrille.new()
    said = refused(schrille, "place", "Ann", "15+3", "9-2", "9-1", "7+9", "foo", "1:no1", "2:no1")
    assert re.search(r"token 1\b.*no hole", said)
    assert re.search(r"hole 9 .*2|9.*twice", said)
    assert "hole 7" in said
    assert re.search(r"token 5\b.*not a chip", said)
    assert re.search(r"2 New Number 1|two New Number 1", said)
    assert said.count("\n") == 5


def test_everything_wrong_with_many_slips_is_said_at_once(schrille: Command) -> None:
    schrille.new()
    text = f"Ann: {SLIP} 5+1\nZed: {SLIP}\nBob: {SLIP}\nCid {SLIP.replace(':', '')}\nBob: {SLIP}\nDora: 15+3 foo\n"
    said = refused(schrille, "place", "--from", "-", input=text)
    assert re.search(r"line 4|Cid", said)
    text = text.replace("Cid ", "Cid: ")
    said = refused(schrille, "place", "--from", "-", input=text)
    for word in ("Ann", "Zed", "Bob", "Dora"):
        assert re.search(rf"^Error: .*{word}.*$", said, re.MULTILINE), word
    assert re.search(r"Dora.* 1\b.*no hole", said)
    assert re.search(r"Dora.* 2\b.*not a chip", said)
    assert "Cid's slip" not in said


@pytest.mark.parametrize("source", ["-", "slips.txt"])
def test_many_slips_at_once(schrille: Command, source: str) -> None:
    schrille.new()
    lines = ["", *(f"  {player.lower()} :  {SLIP}" for player in PLAYERS), ""]
    text = "\ufeff" + "\r\n".join(lines)
    (schrille.folder / "slips.txt").write_bytes(text.encode())
    placed = json.loads(schrille("place", "--from", source, "--json", input=text).stdout)
    assert placed["players"] == list(PLAYERS)
    assert placed["next_commands"] == ["resolve"]


@pytest.mark.parametrize("text", ["", "\n\n", "Ann\n", "Ann: \n", ": 14+3\n", b"\xff\xfe\n", "x" * 2000, b"\0\n"])
def test_no_slip_in_it(schrille: Command, text: str | bytes) -> None:
    schrille.new()
    refused(schrille, "place", "--from", "-", input=text)


def test_a_second_slip_needs_replace(schrille: Command) -> None:
    schrille.new()
    said = refused(schrille, "place", "Ann", *SLIP.split(), "--replace")
    assert "Ann" in said
    schrille("place", "Ann", *SLIP.split())
    said = refused(schrille, "place", "Ann", *SLIP.split())
    assert "--replace" in said
    schrille("place", "Ann", *SECRET["Ann"].split(), "--replace")
    (slip,) = schrille.json("show", "--slips")["slips"]
    assert {(chip["hole"], chip["chip"]) for chip in slip["chips"]} == {
        *((13, 4), (11, -4), (6, 1), (5, -3), (4, 2)),
        *((2, "no1"), (10, "pick")),
    }
    schrille("undo")
    (slip,) = schrille.json("show", "--slips")["slips"]
    assert {"hole": 14, "chip": 3} in slip["chips"]


def test_dry_run_writes_nothing(schrille: Command) -> None:
    save(at("placing"), str(schrille.save))
    os.unlink(schrille.folder / ".schrille.toml.lock")
    before = files(schrille.folder)
    done = schrille("place", "Ann", *SECRET["Ann"].split(), "--dry-run")
    assert "Ann" in done.stdout
    schrille("place", "Ann", "14+3", "--dry-run", code=1)
    schrille("place", "--from", "-", "--dry-run", input=f"Ann: {SLIP}\nBob: {SLIP}\n")
    schrille("place", "--from", "-", "--dry-run", code=1, input=f"Ann: {SLIP}\nBob: 14+3\n")
    assert files(schrille.folder) == before


@pytest.mark.parametrize(
    "slip",
    [
        "14+3 9–2 7:-1 3=2 12+4 1:no1 8p",
        "14+3 9−2 7‐1 3＋2 12﹢4 1N 8:PICK",
        "１４+３ 9－2 7﹣1 3:2 12=+4 1=no1 8Pick",
        " 8p 1n 12+4  3+2 7—1 9―2 14+3 ",
    ],
)
def test_the_grammar_of_a_slip(schrille: Command, slip: str) -> None:
    save(at("placing"), str(schrille.save))
    schrille("place", "Ann", *slip.split())
    game = load(str(schrille.save))
    assert set(game.state.slips["Ann"].influence) == {(14, 3), (12, 4), (9, -2), (7, -1), (3, 2)}
    assert (game.state.slips["Ann"].no1, game.state.slips["Ann"].pick) == (1, 8)


# Chips stay secret


def secret(schrille: Command, *args: str, code: int = 0, **settings: Any) -> None:
    """Run a command and look for chips in all that it prints."""
    done = schrille(*args, code=code, **settings)
    for text in (done.stdout, done.stderr):
        for slip in SECRET.values():
            for token in slip.split():
                assert token not in text, (args, token, text)
        # what remains are the examples of the grammar that hints give
        hints = re.sub(r"14\+3|9-2|1:no1|8:pick", "", text)
        assert not CHIP.search(hints), (args, hints)


def test_no_chips_while_placing(schrille: Command) -> None:
    schrille.new()
    lines = "".join(f"{player}: {slip}\n" for player, slip in SECRET.items())
    ann, bob = SECRET["Ann"].split(), SECRET["Bob"].split()
    for json_flag in ([], ["--json"]):
        secret(schrille, "place", "Ann", *ann, "--dry-run", *json_flag)
        secret(schrille, "place", "Ann", *ann, *json_flag)
        secret(schrille, "place", "Ann", *bob, code=1)
        secret(schrille, "place", "Ann", *bob, "--replace", "--dry-run", *json_flag)
        secret(schrille, "place", "Ann", *bob, "--replace", *json_flag)
        secret(schrille, "show", *json_flag)
        secret(schrille, "show", "--history", *json_flag)
        secret(schrille, "show", "--explain", code=1)
        secret(schrille, "resolve", code=1)
        secret(schrille, "undo", *json_flag)
        secret(schrille, "undo", *json_flag)
        secret(schrille, "place", "--from", "-", "--dry-run", *json_flag, input=lines)
        secret(schrille, "place", "--from", "-", *json_flag, input=lines)
        secret(schrille, "place", "--from", "-", code=1, input=lines)
        secret(schrille, "show", *json_flag)
        secret(schrille, "undo", *json_flag)


def test_undo_says_whose_slip(schrille: Command) -> None:
    schrille.new()
    schrille("place", "Ann", *SECRET["Ann"].split())
    assert "Ann's slip" in schrille("undo").stdout
    schrille("place", "Ann", *SECRET["Ann"].split())
    assert "Ann's slip" in json.dumps(schrille.json("undo"))


@pytest.mark.parametrize(
    "slip",
    [
        "13+4 11-4 6+1 5-3 4+2 2:no1",
        "13+4 11-4 6+1 5-3 4+2 2:no1 10:pick 12+2",
        "13+4 13-4 6+1 5-3 4+2 2:no1 10:pick",
        "13+4 11-4 6+1 5-3 15+2 2:no1 10:pick",
        "13+4 11-4 6+1 5-3 4+9 2:no1 10:pick",
        "13+4 11-4 6+1 5-3 4+0 2:no1 10:pick",
        "13+4 11-4 6+1 5-3 4+2 2:no1 10:no1",
        "13+4 11-4 6+1 5-3 4+2 2:no1 foo",
    ],
)
def test_no_chips_in_errors(schrille: Command, slip: str) -> None:
    save(at("placing"), str(schrille.save))
    secret(schrille, "place", "Ann", *slip.split(), code=1)
    secret(schrille, "place", "Ann", *slip.split(), "--dry-run", code=1)
    secret(schrille, "place", "--from", "-", code=1, input=f"Ann: {slip}\nBob: {SECRET['Bob']}\n")


def test_no_chips_in_the_error_about_commas(schrille: Command) -> None:
    save(at("placing"), str(schrille.save))
    secret(schrille, "place", "Ann", *SECRET["Ann"].replace(" ", ", ").split(), code=1)
    secret(schrille, "place", "Ann", SECRET["Ann"].replace(" ", ","), code=1)


def test_no_chips_in_the_error_about_a_forgotten_player(schrille: Command) -> None:
    save(at("placing"), str(schrille.save))
    secret(schrille, "place", *SECRET["Ann"].split(), code=1)
    secret(schrille, "place", SECRET["Ann"], code=1)
    secret(schrille, "place", f"Ann {SECRET['Ann']}", code=1)


def test_no_chips_in_the_error_about_a_forgotten_colon(schrille: Command) -> None:
    save(at("placing"), str(schrille.save))
    secret(schrille, "place", "--from", "-", code=1, input=f"Ann {SECRET['Ann']}\n")
    secret(schrille, "place", "--from", "-", code=1, input=f"{SECRET['Ann']}\n")


def test_no_chips_in_the_error_about_a_missing_sign(schrille: Command) -> None:
    save(at("placing"), str(schrille.save))
    done = schrille("place", "Ann", "134", "11-4", "6+1", "5-3", "4+2", "2:no1", "10:pick", code=1)
    assert "sign" in done.stderr
    assert "134" not in done.stderr


def test_no_chips_where_the_hand_lacks_them(schrille: Command) -> None:
    save(Game.new(PLAYERS, seed="test", deal_hands=True), str(schrille.save))
    secret(schrille, "place", "Ann", "13+4", "11+4", "6+4", "5+4", "4+4", "2:no1", "10:pick", code=1)
    secret(schrille, "show")
    secret(schrille, "show", "--json")


def test_a_bag_error_names_value_and_count_and_no_player(schrille: Command) -> None:
    save(at("placing"), str(schrille.save))
    schrille("place", "Ann", "13+4", "11+4", "6+4", "5+4", "4+4", "2:no1", "10:pick")
    said = refused(schrille, "place", "Bob", "13+4", "11+4", "6+3", "5+3", "4+3", "2:no1", "10:pick")
    assert "+4" in said
    assert re.search(r"\b7\b", said)
    assert not re.search("Ann|Bob|Cid|Dora", said)
    assert "+3" not in said
    text = "Bob: 13+4 11+4 6+3 5+3 4+3 2:no1 10:pick\nCid: 13-4 11-4 6-3 5-3 4-3 2:no1 10:pick\n"
    said = refused(schrille, "place", "--from", "-", input=text)
    assert not re.search("Ann|Bob|Cid|Dora", said)


# New, and old files


def test_new_refuses_an_existing_file(schrille: Command) -> None:
    schrille.new()
    said = refused(schrille, "new", "-p", "A=blue", "-p", "B=red", "-p", "C=green")
    assert "--force" in said
    assert "schrille.toml" in said


def test_new_with_force_keeps_the_old_file(schrille: Command) -> None:
    schrille.new()
    schrille("place", "Ann", *SLIP.split())
    before = schrille.save.read_bytes()
    done = schrille("new", "--force", "-p", "A=blue", "-p", "B=red", "-p", "C=green", "--seed", "other")
    assert "schrille.toml~" in done.stdout
    assert (schrille.folder / "schrille.toml~").read_bytes() == before
    assert load(str(schrille.save)).setup.players == ("A", "B", "C")
    schrille("show", "-g", "schrille.toml~")


def test_new_with_force_and_an_error_keeps_all(schrille: Command) -> None:
    schrille.new()
    refused(schrille, "new", "--force", "-p", "A=blue", "-p", "B=blue", "-p", "C=green")
    (schrille.folder / "schrille.toml~").mkdir()
    said = refused(schrille, "new", "--force", "-p", "A=blue", "-p", "B=red", "-p", "C=green")
    assert "schrille.toml~" in said


def test_new_with_force_where_there_is_nothing(schrille: Command) -> None:
    schrille.new("--force")
    assert not (schrille.folder / "schrille.toml~").exists()


def test_no_litter_where_new_refuses(schrille: Command) -> None:
    schrille("new", "-p", "A=blue", code=1)
    assert list(schrille.folder.iterdir()) == []
    inner = schrille.folder / "inner"
    inner.mkdir()
    Command(inner)("new", "-g", "", "-p", "A=blue", "-p", "B=red", "-p", "C=green", code=1)
    assert list(inner.iterdir()) == []
    assert list(schrille.folder.iterdir()) == [inner]


def test_a_seed_gives_the_same_game(schrille: Command) -> None:
    schrille.new("-g", "one.toml", "--deal-hands")
    schrille.new("-g", "two.toml", "--deal-hands")
    one, two = (schrille.folder / name for name in ("one.toml", "two.toml"))
    assert one.read_bytes() == two.read_bytes()
    schrille("new", *(word for name in "ABC" for word in ("-p", name)), "-g", "three.toml")
    seed = load(str(schrille.folder / "three.toml")).setup.seed
    assert seed


def test_a_chosen_seed_is_shown(schrille: Command) -> None:
    done = schrille("new", *(word for name in "ABC" for word in ("-p", name)))
    assert load(str(schrille.save)).setup.seed in done.stdout


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
    schrille("new", "-p", "A=blue", "-p", "B=red", "-p", "C=green", "--chart", "chart.txt", code=1)
    assert [path.name for path in schrille.folder.iterdir()] == ["chart.txt"]


def test_score_next_goes_on(schrille: Command) -> None:
    save(at("resolved"), str(schrille.save))
    schrille("score", "--next")
    game = load(str(schrille.save))
    assert (game.round, game.phase) == (2, "placing")
    assert "score" in schrille("undo").stdout
    assert load(str(schrille.save)).phase == "resolved"


def test_a_deck_file_with_a_comment_of_dots(schrille: Command) -> None:
    bands = "".join(f'"Band {n}" = "blue"\n' for n in range(14))
    text = f"# my own box ................ checked\n[bands]\n{bands}"
    (schrille.folder / "deck.toml").write_text(text)
    schrille.new("--deck", "deck.toml")


# Where printing fails


CHANGES = [
    ("placing", PLACE, "placing"),
    ("opening", WISH, "opening"),
    ("full", ["resolve"], "resolved"),
    ("resolved", ["score"], "scored"),
    ("resolved", ["score", "--next"], "placing"),
    ("scored", ["next"], "placing"),
    ("scored", WISH, "scored"),
    ("full", ["undo"], "placing"),
    ("scored", ["undo", "--json"], "resolved"),
    ("", ["new", "-p", "A=blue", "-p", "B=red", "-p", "C=green"], "placing"),
]


def unprintable(schrille: Command, how: str, *args: str) -> tuple[int, str]:
    """Run a command whose standard output takes nothing; its exit code and errors."""
    settings: dict[str, Any] = {"cwd": schrille.folder, "env": environment(), "stderr": subprocess.PIPE}
    if how == "full":
        with open("/dev/full", "wb") as full:
            done = subprocess.run([SCHRILLE, *args], stdout=full, timeout=60, **settings)
    elif how == "pipe":
        reading, writing = os.pipe()
        os.close(reading)
        done = subprocess.run([SCHRILLE, *args], stdout=writing, timeout=60, **settings)
        os.close(writing)
    else:
        done = subprocess.run(["sh", "-c", 'exec "$@" >&-', "sh", SCHRILLE, *args], timeout=60, **settings)
    return done.returncode, done.stderr.decode()


@pytest.mark.parametrize("how", ["full", "pipe", "closed"])
@pytest.mark.parametrize(("phase", "args", "after"), CHANGES, ids=lambda value: str(value))
def test_the_save_is_done_where_printing_fails(
    schrille: Command, how: str, phase: str, args: list[str], after: str
) -> None:
    if phase:
        save(at(phase), str(schrille.save))
    steps = len(load(str(schrille.save)).steps) if phase else 0
    code, err = unprintable(schrille, how, *args)
    assert code == 1
    assert "the save is done" in err
    assert "Traceback" not in err
    assert "Exception ignored" not in err
    game = load(str(schrille.save))
    assert game.phase == after
    if phase:
        assert len(game.steps) == steps + (-1 if args[0] == "undo" else 1)
    assert dumps(game).encode() == schrille.save.read_bytes()
    assert sorted(path.name for path in schrille.folder.iterdir()) == [".schrille.toml.lock", "schrille.toml"]


@pytest.mark.parametrize("how", ["full", "pipe", "closed"])
@pytest.mark.parametrize("args", [["show"], ["show", "--json"], [*PLACE, "--dry-run"], ["rules"]], ids=" ".join)
def test_nothing_is_saved_where_a_reading_command_cannot_print(
    schrille: Command, how: str, args: list[str]
) -> None:
    save(at("placing"), str(schrille.save))
    before = schrille.save.read_bytes()
    code, err = unprintable(schrille, how, *args)
    assert code == 1
    assert "print" in err
    assert "save is done" not in err
    assert "Traceback" not in err
    assert schrille.save.read_bytes() == before


@pytest.mark.parametrize("how", ["full", "pipe"])
@pytest.mark.parametrize("args", [["--help"], ["--version"], ["place", "--help"]], ids=" ".join)
def test_help_that_cannot_be_printed(schrille: Command, how: str, args: list[str]) -> None:
    code, err = unprintable(schrille, how, *args)
    assert code == 1
    assert "Traceback" not in err


def test_an_error_where_stderr_takes_nothing(schrille: Command) -> None:
    schrille.new()
    with open("/dev/full", "wb") as full:
        done = subprocess.run(
            [SCHRILLE, "score"], cwd=schrille.folder, env=environment(), stdout=subprocess.PIPE, stderr=full
        )
    assert (done.returncode, done.stdout) == (1, b"")


def test_an_error_where_stderr_is_closed(schrille: Command) -> None:
    schrille.new()
    done = subprocess.run(
        ["sh", "-c", 'exec "$@" 2>&-', "sh", SCHRILLE, "score"],
        cwd=schrille.folder,
        env=environment(),
        stdout=subprocess.PIPE,
    )
    assert (done.returncode, done.stdout) == (1, b"")


def test_standard_input_is_closed(schrille: Command) -> None:
    schrille.new()
    before = schrille.save.read_bytes()
    done = subprocess.run(
        ["sh", "-c", 'exec "$@" <&-', "sh", SCHRILLE, "place", "--from", "-"],
        cwd=schrille.folder,
        env=environment(),
        capture_output=True,
    )
    assert done.returncode == 1
    assert done.stderr
    assert b"Traceback" not in done.stderr
    assert schrille.save.read_bytes() == before


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
    refused(schrille, "new", "-g", name, "-p", "A=blue", "-p", "B=red", "-p", "C=green")
