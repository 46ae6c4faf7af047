"""``schrille verify`` as people and scripts run it: many files, one table, an exit code."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from conftest import SCHRILLE, Command, environment
from processes import files
from sound_saves import TEXTS, rich

from schrille_cli.schrille import dumps

RICH = TEXTS["rich"]
SCORES = "[rounds.scores]\nAnn = 0\n"
EDITED = RICH.replace(SCORES, SCORES.replace("0", "9"), 1)


@pytest.fixture
def folder(schrille: Command) -> Path:
    """A folder of two sound saves and one in which a score was edited."""
    assert EDITED != RICH
    (schrille.folder / "rich.toml").write_text(RICH, "utf-8")
    (schrille.folder / "table.toml").write_text(TEXTS["table"], "utf-8")
    (schrille.folder / "edited.toml").write_text(EDITED, "utf-8")
    return schrille.folder


def answer(schrille: Command, *paths: str, code: int = 1) -> tuple[Any, str]:
    """The object that verify prints, and what it says on stderr."""
    done = schrille("verify", *paths, "--json", code=code)
    assert done.stdout.isascii()
    assert done.stdout.count("\n") == 1
    return json.loads(done.stdout), done.stderr


def test_sound_saves(schrille: Command, folder: Path) -> None:
    before = files(folder)
    done = schrille("verify", "table.toml", "rich.toml", "table.toml")
    assert done.stderr == ""
    assert [line.split() for line in done.stdout.splitlines()[2:]] == [
        ["table.toml", "2", "placing", "sound"],
        ["rich.toml", "4", "placing", "sound"],
        ["table.toml", "2", "placing", "sound"],
    ]
    assert files(folder) == before  # no lock file either


def test_what_departs_stands_below_the_table(schrille: Command, folder: Path) -> None:
    before = files(folder)
    done = schrille("verify", "rich.toml", "edited.toml", code=1)
    assert done.stderr == "Error: 1 of 2 saves is not sound\n"
    table, heading, departures = done.stdout.split("\n\n")
    assert [line.split() for line in table.splitlines()[2:]] == [
        ["rich.toml", "4", "placing", "sound"],
        ["edited.toml", "4", "placing", "1", "departure"],
    ]
    assert heading == "edited.toml"
    assert departures.splitlines()[2].startswith("rounds[0].scores.Ann  this is not what the rounds before it")
    assert '"Ann" has 0 there, not 9' in " ".join(departures.split())
    assert files(folder) == before


def test_json(schrille: Command, folder: Path) -> None:
    found, said = answer(schrille, "edited.toml", "table.toml")
    message = "1 of 2 saves is not sound"
    told = {"kind": "save", "message": message, "place": "", "hint": ""}
    assert json.loads(said) == {**told, "faults": [told]}
    fault = {
        "kind": "save",
        "message": 'this is not what the rounds before it led to: "Ann" has 0 there, not 9',
        "place": "rounds[0].scores.Ann",
        "hint": "",
    }
    assert found == {
        "saves": [
            {"save": "edited.toml", "sound": False, "rounds": 4, "phase": "placing", "faults": [fault]},
            {"save": "table.toml", "sound": True, "rounds": 2, "phase": "placing", "faults": []},
        ],
        "sound": 1,
        "departing": 1,
    }
    found, said = answer(schrille, "table.toml", code=0)
    assert (found["sound"], found["departing"], said) == (1, 0, "")


def test_what_cannot_be_read_is_a_result(schrille: Command, folder: Path) -> None:
    """And the others go on."""
    (folder / "latin.toml").write_bytes("seed = 'Zoë'\n".encode("latin-1"))
    (folder / "cut.toml").write_text(RICH[:300], "utf-8")
    (folder / "newer.toml").write_text(RICH.replace("format = 1", "format = 99"), "utf-8")
    (folder / "large.toml").write_bytes(b"#" * 1_000_001)
    (folder / "other.toml").write_text("[labels]\n", "utf-8")
    (folder / "folder").mkdir()
    os.mkfifo(folder / "pipe")
    bad = {
        "missing.toml": "there is no such file",
        "latin.toml": "it is not UTF-8 text",
        "cut.toml": "this is not TOML",
        "newer.toml": "the save has format 99",
        "large.toml": "it is larger than 1,000,000 bytes",
        "other.toml": "this is no game of schrille-stille",
        "folder": "this is a folder",
        "pipe": "this is not a regular file",
        "": "there is no such file",
    }
    found, said = answer(schrille, *bad, "rich.toml")
    assert "9 of 10 saves are not sound" in said
    assert (found["sound"], found["departing"]) == (1, 9)
    for save, (path, message) in zip(found["saves"], bad.items(), strict=False):
        (fault,) = save["faults"]
        assert (save["save"], save["sound"], save["rounds"], save["phase"]) == (path, False, None, None)
        assert message in fault["message"]
        assert fault["kind"] == ("save" if path in ("newer.toml", "other.toml") else "file")
    folder_fault = found["saves"][6]["faults"][0]
    assert folder_fault["hint"] == f"name the saves in it, such as {os.path.join('folder', '*.toml')}"
    shown = schrille("verify", *bad, "rich.toml", code=1).stdout
    assert shown.count("cannot be replayed\n") == 9
    assert " ".join(shown.split()).count("such as folder/*.toml") == 1


def test_no_save_is_a_wrong_command_line(schrille: Command) -> None:
    assert "SAVE..." in schrille("verify", code=2).stderr


def test_names_of_files_do_nothing_on_a_terminal(schrille: Command, folder: Path) -> None:
    name = "a\x1b[31mb.toml"
    (folder / name).write_text(EDITED, "utf-8")
    shown = schrille("verify", name, code=1).stdout
    assert "\x1b" not in shown
    assert shown.count("a\\x1b[31mb.toml") == 2
    assert answer(schrille, name)[0]["saves"][0]["save"] == name


@pytest.mark.parametrize("name", ["github", "html", "tsv", "latex", "grid"])
def test_formats(schrille: Command, folder: Path, name: str) -> None:
    shown = schrille("verify", "edited.toml", "--format", name, code=1).stdout
    assert "edited.toml" in shown
    assert "scores.Ann" in shown


def test_no_chip_of_the_round_in_play_is_printed(schrille: Command) -> None:
    """A slip that was edited, and the hand it came from."""
    game = rich()
    slip, text = str(game.state.slips["Ann"]), dumps(game)
    schrille.save.write_text(text.replace(f"place Ann {slip}", "place Ann 13+4 13-4 6+1 5-3 4+2 2:no1 10:pick"))
    for flags in ([], ["--json"]):
        done = schrille("verify", "schrille.toml", *flags, code=1)
        assert "rounds[3].log[0]" in done.stdout
        for token in ("13+4", "13-4", "2:no1", "10:pick", "hole", *slip.split()):
            assert token not in done.stdout + done.stderr


def test_memory_does_not_grow_with_the_number_of_saves(schrille: Command, folder: Path) -> None:
    """Five hundred saves take hardly more than fifty."""

    def peak(count: int) -> int:
        code = "import resource, subprocess, sys; subprocess.run(sys.argv[1:], check=True, stdout=-3);"
        code += "print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)"
        args = [sys.executable, "-c", code, SCHRILLE, "verify", *["rich.toml"] * count]
        done = subprocess.run(args, cwd=folder, env=environment(), capture_output=True, text=True, check=True)
        return int(done.stdout)

    assert peak(500) - peak(50) < 20_000  # kilobytes
