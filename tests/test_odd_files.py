"""Files that are no saves, special files, and input without end: all refused soon, none changed."""

from __future__ import annotations

import os
import stat
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from conftest import PLAYERS, SLIP, Command
from processes import finish, start
from stages import NEW, PLACE, at

from schrille_cli.schrille import dumps, load, save

# Files of other content


def lines_of(count: int, text: str) -> str:
    return "".join(text.replace("#", str(number)) for number in range(count))


def bands_and_labels() -> str:
    """A save whose labels are very many, each named by a band in other letters."""
    text = dumps(at("placing"))
    text = text.replace("[labels]\n", "[labels]\n" + lines_of(20_000, 'l# = "c#"\n'), 1)
    return text.replace("[bands]\n", "[bands]\n" + lines_of(20_000, 'b# = "L#"\n'), 1)


# The text, and the place that the error must name.
REFUSED: dict[str, tuple[Callable[[], str | bytes], str]] = {
    "empty": (lambda: "", "game"),
    "another program": (lambda: '[project]\nname = "x"\nversion = "1"\n', "game"),
    "another game": (lambda: dumps(at("full")).replace('"schrille-stille"', '"schrille-shelf"'), "game"),
    "newer format": (lambda: dumps(at("full")).replace("format = 1", "format = 4"), "format"),
    "no TOML": (lambda: "Dear diary,\nno TOML today\n", "line 1"),
    "half a save": (lambda: dumps(at("full"))[:1500], ""),
    "binary": (lambda: b"# ok\n\x7fELF\x00\x01\xff\xfe\x80", "line 2"),
    "NUL": (lambda: dumps(at("full")).replace("test", "te\0st"), "line 3"),
    "UTF-16": (lambda: dumps(at("full")).encode("utf-16"), "line 1"),
    "over 1 MB": (lambda: dumps(at("full")) + "# more\n" * 150_000, "1,000,000"),
    "a long line": (lambda: dumps(at("full")) + "\n# " + "x" * 1000 + "\n", "line "),
    "nested arrays": (lambda: "game = " + "[\n" * 400_000, ""),
    "nested arrays in a line": (lambda: "format = 1\ngame = " + "[" * 900 + "]" * 90, ""),
    "nested tables": (lambda: "format = 1\ngame = " + "{a=" * 300 + "1" + "}" * 90, ""),
    "a deep key": (lambda: "format = 1\n" + ".".join("a" * 400) + " = 1\n", "line 2"),
    "a deep header": (lambda: "format = 1\n[" + ".".join("a" * 400) + "]\n", "line 2"),
    "many headers": (lambda: lines_of(20_000, "[a#.b.c.d.e.f.g.h]\n"), "game"),
    "many keys": (lambda: lines_of(30_000, "a#.b.c.d.e.f.g.h = 1\n"), "game"),
    "many quotes": (lambda: ("x = '.........' \"" + '\\"' * 480 + "\n") * 1000, "line 1"),
    "many rounds": (lambda: dumps(at("placing")) + "[[rounds]]\n" * 50_000, "rounds[1]"),
    "many players": (
        lambda: dumps(at("placing")).replace("players = [\n", "players = [\n" + lines_of(40_000, '"n#", "N#",\n')),
        "players",
    ),
    "many labels": (bands_and_labels, "labels"),
}


def content(kind: str) -> bytes:
    """What is in a file of this kind."""
    made = REFUSED[kind][0]()
    return made if isinstance(made, bytes) else made.encode()


@pytest.mark.parametrize("kind", REFUSED)
def test_a_file_that_is_no_save(schrille: Command, kind: str) -> None:
    before, place = content(kind), REFUSED[kind][1]
    schrille.save.write_bytes(before)
    processes = [start(schrille.folder, *args) for args in (["show"], ["undo"])]
    try:
        results = [process.communicate(timeout=8) for process in processes]
    except subprocess.TimeoutExpired:
        pytest.fail(f"more than a few seconds for {kind}")
    finally:
        for process in processes:
            process.kill()
            process.communicate()
    for process, (out, err) in zip(processes, results, strict=True):
        assert (process.returncode, out) == (1, b"")
        assert b"Traceback" not in err
        assert "schrille.toml" in err.decode()
        assert place in err.decode()
    assert schrille.save.read_bytes() == before
    assert not (schrille.folder / ".schrille.toml.tmp").exists()


@pytest.mark.parametrize("kind", ["empty", "another program", "no TOML", "binary"])
def test_no_lock_beside_a_file_of_another_program(schrille: Command, kind: str) -> None:
    path = schrille.folder / "diary.txt"
    path.write_bytes(content(kind))
    for args in (PLACE, ["resolve"], ["undo"], NEW):
        schrille(*args, "-g", "diary.txt", code=1)
    assert [path.name for path in schrille.folder.iterdir()] == ["diary.txt"]


@pytest.mark.parametrize("kind", ["no TOML", "binary", "over 1 MB", "a long line", "nested arrays", "a deep key"])
def test_a_deck_file_that_is_none(schrille: Command, kind: str) -> None:
    (schrille.folder / "deck.toml").write_bytes(content(kind))
    said = schrille(*NEW, "--deck", "deck.toml", code=1).stderr
    assert "deck.toml" in said
    assert [path.name for path in schrille.folder.iterdir()] == ["deck.toml"]


def test_a_save_with_a_byte_order_mark_and_other_line_ends(schrille: Command) -> None:
    """What a text editor makes of a save is still that game."""
    game = at("full")
    schrille.save.write_bytes(b"\xef\xbb\xbf" + dumps(game).replace("\n", "\r\n").encode())
    schrille("resolve")
    game.resolve()
    assert schrille.save.read_text("utf-8") == dumps(game)


# No regular files


def special(folder: Path, kind: str) -> Path:
    """A path of a kind, relative to the folder where that is the current one."""
    path = folder / "special"
    if kind == "directory":
        path.mkdir()
    elif kind == "FIFO":
        os.mkfifo(path)
    elif kind == "device":
        if os.geteuid():
            return Path("/dev/null")
        os.mknod(path, 0o666 | stat.S_IFCHR, os.makedev(1, 3))  # as /dev/null is
    elif kind == "socket":
        import socket

        with socket.socket(socket.AF_UNIX) as server:
            os.chdir(folder)
            server.bind("special")
    return path


KINDS = ["directory", "FIFO", "device", "socket", "missing", "missing folder"]


@pytest.mark.parametrize("kind", KINDS)
def test_no_regular_file(schrille: Command, kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(schrille.folder)
    path = special(schrille.folder, kind)
    if kind == "missing folder":
        path = path / "save.toml"
    before = os.stat(path).st_mode if path.exists() else None
    names = sorted(os.listdir(schrille.folder))
    arguments = [["show"], ["rules"], PLACE, [*PLACE, "--dry-run"], ["label", "Ann=blue"], ["resolve"], ["score"]]
    arguments += [["next"], ["undo"], *([NEW] if kind != "missing" else [])]
    results = finish([start(schrille.folder, *args, "-g", str(path)) for args in arguments])
    for args, (code, out, err) in zip(arguments, results, strict=True):
        assert (code, out) == (1, ""), args
        assert str(path) in err
    assert (os.stat(path).st_mode if path.exists() else None) == before
    assert sorted(os.listdir(schrille.folder)) == names


@pytest.mark.parametrize("kind", ["directory", "FIFO", "device"])
def test_new_with_force_replaces_no_special_file(schrille: Command, kind: str) -> None:
    path = special(schrille.folder, kind)
    if path == Path("/dev/null"):  # whoever may not make a device may not replace it either
        path = schrille.folder / "special"
        os.mkfifo(path)
    before = os.stat(path).st_mode
    process = start(schrille.folder, *NEW, "--force", "-g", str(path))
    try:
        out, err = process.communicate(timeout=5)
    except subprocess.TimeoutExpired:
        process.kill()
        process.communicate()
        pytest.fail("new --force hangs")
    assert os.stat(path).st_mode == before
    assert (process.returncode, out) == (1, b"")
    assert b"special" in err


@pytest.mark.parametrize("option", ["--from", "--deck", "--chart"])
@pytest.mark.parametrize("kind", ["directory", "socket", "missing", "missing folder"])
def test_no_file_to_read(schrille: Command, option: str, kind: str, monkeypatch: Any) -> None:
    monkeypatch.chdir(schrille.folder)
    save(at("placing"), str(schrille.save))
    before = schrille.save.read_bytes()
    path = special(Path(), kind)
    if kind == "missing folder":
        path = path / "input.txt"
    args = ["place"] if option == "--from" else [*NEW, "-g", "new.toml"]
    process = start(schrille.folder, *args, option, str(path))
    try:
        out, err = process.communicate(timeout=5)
    finally:
        process.kill()
    assert (process.returncode, out) == (1, b"")
    assert str(path) in err.decode()
    assert b"Traceback" not in err
    assert schrille.save.read_bytes() == before
    assert not (schrille.folder / "new.toml").exists()


def test_endless_input_is_refused(schrille: Command) -> None:
    save(at("placing"), str(schrille.save))
    assert "1,000,000" in schrille("place", "--from", "/dev/zero", code=1).stderr
    assert "1,000,000" in schrille(*NEW, "--deck", "/dev/zero", "-g", "new.toml", code=1).stderr


def test_slips_from_a_pipe(schrille: Command) -> None:
    save(at("placing"), str(schrille.save))
    path = special(schrille.folder, "FIFO")
    process = start(schrille.folder, "place", "--from", str(path))
    path.write_text("".join(f"{player}: {SLIP}\n" for player in PLAYERS))
    assert finish([process])[0][0] == 0
    assert load(str(schrille.save)).next_commands == ["resolve"]
