"""Saves on a real disk: killed commands, many at once, full and protected disks, and files that are no saves."""

from __future__ import annotations

import contextlib
import ctypes
import fcntl
import os
import random
import resource
import shutil
import signal
import stat
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from conftest import PLAYERS, SCHRILLE, SLIP, Command, environment

from schrille_cli.schrille import Game, GameError, dumps, load, loads, save

SIX = dict(
    zip(
        ("Ann", "Bob", "Cid", "Dora", "Emil", "Frida"),
        ("blue", "red", "green", "yellow", "violet", "orange"),
        strict=True,
    )
)
NEW = ["new", "-p", "A=blue", "-p", "B=red", "-p", "C=green", "--seed", "disk"]
PLACE = ["place", "Ann", *SLIP.split()]


def at(phase: str, players: dict[str, str] | None = None) -> Game:
    """A game in a phase; ``full`` is placing with all slips in."""
    game = Game.new(players or PLAYERS, seed="test", deal_hands=False)
    if phase == "placing":
        return game
    game.place_all(dict.fromkeys(game.setup.players, SLIP))
    for act, name in ((lambda: None, "full"), (game.resolve, "resolved"), (game.score, "scored")):
        act()
        if phase == name:
            break
    return game


# A command, and the phase in which it can be done.
CHANGES = {
    "place": ("placing", PLACE),
    "resolve": ("full", ["resolve"]),
    "score": ("resolved", ["score"]),
    "score-next": ("resolved", ["score", "--next"]),
    "label": ("scored", ["label", "Ann=orange"]),
    "next": ("scored", ["next"]),
    "undo": ("full", ["undo"]),
    "new-force": ("full", [*NEW, "--force"]),
}


def prepared(schrille: Command, name: str) -> tuple[bytes, list[str]]:
    phase, args = CHANGES[name]
    schrille.save.write_text(dumps(at(phase)), "utf-8")
    return schrille.save.read_bytes(), args


def outcome(schrille: Command, name: str) -> tuple[bytes, bytes, list[str]]:
    """The save before and after a command, and the command; the save is as before."""
    before, args = prepared(schrille, name)
    schrille(*args)
    after = schrille.save.read_bytes()
    assert after != before
    schrille.save.write_bytes(before)
    return before, after, args


def goes_on(schrille: Command, name: str, before: bytes, after: bytes) -> bool:
    """Check a save after a killed command, and that the next command works; whether the save is the new one."""
    now = schrille.save.read_bytes()
    assert now in (before, after)
    args = CHANGES[name][1]
    if now == before:
        schrille(*args)
        assert schrille.save.read_bytes() == after
    elif name in ("undo", "new-force"):
        schrille(*NEW, "--force", "-g", "schrille.toml")
    else:
        schrille("undo")
        assert schrille.save.read_bytes() == before
    assert not (schrille.folder / ".schrille.toml.tmp").exists()
    return now == after


# Killed commands

# Kills itself right before the n-th call into the operating system that concerns files.
KILLER = """
import builtins, os, signal, sys
point, calls = int(sys.argv[1]), 0
def wrap(module, name):
    real = getattr(module, name)
    def call(*args, **kwargs):
        global calls
        if calls == point:
            os.kill(os.getpid(), signal.SIGKILL)
        calls += 1
        return real(*args, **kwargs)
    setattr(module, name, call)
from schrille_cli.cli import run
for name in ("open", "fsync", "replace", "unlink", "chmod", "close"):
    wrap(os, name)
raise SystemExit(run(sys.argv[2:]))
"""


@pytest.mark.parametrize("name", CHANGES)
def test_killed_before_every_call_that_concerns_files(schrille: Command, name: str) -> None:
    before, after, args = outcome(schrille, name)
    seen = []
    for point in range(80):
        schrille.save.write_bytes(before)
        done = subprocess.run(
            [sys.executable, "-c", KILLER, str(point), *args],
            cwd=schrille.folder,
            env=environment(),
            capture_output=True,
            timeout=60,
        )
        if done.returncode == 0:
            break
        assert done.returncode == -signal.SIGKILL
        if point >= 1:  # the first one only reads
            seen.append(goes_on(schrille, name, before, after))
    else:
        pytest.fail("the command never came to its end")
    assert False in seen
    assert True in seen
    assert schrille.save.read_bytes() == after


def test_new_killed_before_every_call_that_concerns_files(schrille: Command) -> None:
    done = 0
    for point in range(80):
        folder = schrille.folder / str(point)
        folder.mkdir()
        run = subprocess.run(
            [sys.executable, "-c", KILLER, str(point), *NEW], cwd=folder, env=environment(), capture_output=True
        )
        path = folder / "schrille.toml"
        there = path.exists()
        if there:
            assert load(str(path)).phase == "placing"
        Command(folder)(*NEW, code=1 if there else 0)
        assert load(str(path)).setup.players == ("A", "B", "C")
        if run.returncode == 0:
            break
        done += 1
    assert done >= 4


@pytest.mark.parametrize("name", CHANGES)
def test_killed_at_random_moments(schrille: Command, name: str) -> None:
    before, after, args = outcome(schrille, name)
    start = time.monotonic()
    schrille(*args)
    usual = time.monotonic() - start
    chance = random.Random(name)
    for _ in range(4):
        schrille.save.write_bytes(before)
        process = subprocess.Popen(
            [SCHRILLE, *args],
            cwd=schrille.folder,
            env=environment(),
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        time.sleep(usual * (0.4 + 0.7 * chance.random()))
        process.kill()
        process.wait()
        goes_on(schrille, name, before, after)


TRACER = """
import os, sys
from schrille_cli.cli import run
def wrap(name):
    real = getattr(os, name)
    def call(*args, **kwargs):
        where = os.readlink(f"/proc/self/fd/{args[0]}") if name == "fsync" else args[0]
        print(name, os.path.basename(where), file=sys.stderr)
        return real(*args, **kwargs)
    setattr(os, name, call)
for name in ("fsync", "replace"):
    wrap(name)
raise SystemExit(run(sys.argv[1:]))
"""


def test_flushed_renamed_flushed(schrille: Command) -> None:
    prepared(schrille, "place")
    done = subprocess.run(
        [sys.executable, "-c", TRACER, *PLACE],
        cwd=schrille.folder,
        env=environment(),
        capture_output=True,
        text=True,
    )
    assert done.stderr.splitlines() == [
        "fsync .schrille.toml.tmp",
        "replace .schrille.toml.tmp",
        f"fsync {schrille.folder.name}",
    ]


@pytest.mark.parametrize("left", [b"", b"half a sa", b"\xff" * 2_000_000])
def test_a_left_over_file_is_no_hindrance(schrille: Command, left: bytes) -> None:
    prepared(schrille, "place")
    temporary = schrille.folder / ".schrille.toml.tmp"
    temporary.write_bytes(left)
    temporary.chmod(0o400)
    schrille("show")
    schrille(*PLACE)
    assert not temporary.exists()
    assert load(str(schrille.save)).state.slips


def test_a_left_over_link_is_not_followed(schrille: Command) -> None:
    prepared(schrille, "place")
    victim = schrille.folder / "victim.txt"
    victim.write_text("precious")
    (schrille.folder / ".schrille.toml.tmp").symlink_to(victim)
    schrille(*PLACE)
    assert victim.read_text() == "precious"
    assert not schrille.save.is_symlink()


# Many at once


def start(folder: Path, *args: str, **settings: Any) -> subprocess.Popen[bytes]:
    return subprocess.Popen(
        [SCHRILLE, *args],
        cwd=folder,
        env=environment(),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        **settings,
    )


def finish(processes: list[subprocess.Popen[bytes]]) -> list[tuple[int, str, str]]:
    results = []
    for process in processes:
        out, err = process.communicate(timeout=90)
        assert b"Traceback" not in err
        results.append((process.returncode, out.decode(), err.decode()))
    return results


def test_fifty_slips_at_once(schrille: Command) -> None:
    save(at("placing", SIX), str(schrille.save))
    broken: list[str] = []
    counts: list[int] = []
    done = threading.Event()

    def watch() -> None:
        while not done.is_set():
            try:
                counts.append(len(load(str(schrille.save)).state.slips))
            except GameError as problem:
                broken.append(str(problem))
            time.sleep(0.005)

    watcher = threading.Thread(target=watch)
    watcher.start()
    try:
        players = [player for _ in range(9) for player in SIX]
        processes = [start(schrille.folder, "place", player, *SLIP.split()) for player in players]
        results = finish(processes)
    finally:
        done.set()
        watcher.join()
    assert broken == []
    assert counts == sorted(counts)
    for player in SIX:
        mine = [result for name, result in zip(players, results, strict=True) if name == player]
        assert sorted(code for code, _, _ in mine) == [0] + [1] * 8
        for code, out, err in mine:
            if code:
                assert out == ""
                assert f"{player}'s slip" in err
                assert "--replace" in err
    game = load(str(schrille.save))
    assert set(game.state.slips) == set(SIX)
    assert len(game.steps) == 6
    assert game.next_commands == ["resolve"]


@pytest.mark.parametrize(
    ("name", "codes"),
    [
        ("resolve", [0, 1]),
        ("score", [0, 1]),
        ("score-next", [0, 1]),
        ("next", [0, 1]),
        ("label", [0, 1]),
        ("undo", [0, 1]),
    ],
)
def test_two_at_once(schrille: Command, name: str, codes: list[int]) -> None:
    _, after, args = outcome(schrille, name)
    results = finish([start(schrille.folder, *args) for _ in range(2)])
    assert sorted(code for code, _, _ in results) == codes
    assert schrille.save.read_bytes() == after
    assert all(err for code, _, err in results if code)


def test_two_new_at_once(schrille: Command) -> None:
    results = finish([start(schrille.folder, *NEW, "--seed", str(number)) for number in range(4)])
    assert sorted(code for code, _, _ in results) == [0, 1, 1, 1]
    winner = next(number for number, (code, _, _) in enumerate(results) if code == 0)
    assert load(str(schrille.save)).setup.seed == str(winner)


def test_two_undo_take_two_steps_back(schrille: Command) -> None:
    game = at("scored")
    save(game, str(schrille.save))
    results = finish([start(schrille.folder, "undo") for _ in range(2)])
    assert [code for code, _, _ in results] == [0, 0]
    assert len(load(str(schrille.save)).steps) == len(game.steps) - 2


def test_a_link_and_its_target_share_the_lock(schrille: Command) -> None:
    save(at("placing", SIX), str(schrille.save))
    other = schrille.folder / "other"
    other.mkdir()
    (other / "link.toml").symlink_to("../schrille.toml")
    processes = [
        start(schrille.folder, "place", player, *SLIP.split(), "-g", path)
        for player, path in zip(SIX, ["schrille.toml", "other/link.toml"] * 3, strict=True)
    ]
    assert [code for code, _, _ in finish(processes)] == [0] * 6
    assert set(load(str(schrille.save)).state.slips) == set(SIX)


# The lock


@pytest.fixture
def held(schrille: Command) -> Iterator[Callable[[], None]]:
    """The lock of a save with all slips in, held by this process until the fixture's value is called."""
    save(at("full"), str(schrille.save))
    with open(schrille.folder / ".schrille.toml.lock", "rb") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield lambda: fcntl.flock(lock, fcntl.LOCK_UN)


def test_a_command_waits_for_the_lock(schrille: Command, held: Callable[[], None]) -> None:
    before = schrille.save.read_bytes()
    process = start(schrille.folder, "resolve")
    time.sleep(1)
    assert process.poll() is None
    assert schrille.save.read_bytes() == before
    held()
    assert finish([process])[0][0] == 0
    assert load(str(schrille.save)).phase == "resolved"


def test_reading_takes_no_lock(schrille: Command, held: Callable[[], None]) -> None:
    begin = time.monotonic()
    schrille("show")
    schrille("rules")
    schrille("place", "Ann", *SLIP.split(), "--replace", "--dry-run")
    assert time.monotonic() - begin < 5


def test_the_lock_is_held_too_long(schrille: Command, held: Callable[[], None]) -> None:
    before = schrille.save.read_bytes()
    begin = time.monotonic()
    results = finish([start(schrille.folder, *args) for args in (["resolve"], ["undo"], [*NEW, "--force"])])
    assert 9.5 < time.monotonic() - begin < 20
    for code, out, err in results:
        assert (code, out) == (1, "")
        assert "another" in err
        assert "again" in err
    assert schrille.save.read_bytes() == before
    assert not (schrille.folder / "schrille.toml~").exists()


def test_no_lock_is_held_while_slips_are_read(schrille: Command) -> None:
    save(at("placing"), str(schrille.save))
    reader = subprocess.Popen(
        [SCHRILLE, "place", "--from", "-"],
        cwd=schrille.folder,
        env=environment(),
        stdin=subprocess.PIPE,
        stdout=subprocess.DEVNULL,
    )
    time.sleep(0.5)
    begin = time.monotonic()
    schrille(*PLACE)
    assert time.monotonic() - begin < 5
    reader.communicate(f"Bob: {SLIP}\n".encode(), timeout=30)
    assert reader.returncode == 0
    assert set(load(str(schrille.save)).state.slips) == {"Ann", "Bob"}


def test_the_lock_stays_beside_the_save(schrille: Command) -> None:
    schrille.new()
    assert sorted(path.name for path in schrille.folder.iterdir()) == [".schrille.toml.lock", "schrille.toml"]


# Full and protected disks


@pytest.fixture
def full_disk(tmp_path: Path) -> Iterator[tuple[Command, dict[str, Any]]]:
    """A folder on a disk that takes no further byte, and how to run commands so that this binds.

    Where nothing may be mounted, the size of files is limited for the process instead.
    """
    folder = tmp_path / "full"
    folder.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", "size=64k", "none", str(folder)]
    mounted = os.geteuid() == 0 and subprocess.run(mount, capture_output=True).returncode == 0
    try:
        if mounted:
            yield Command(folder), {}
        else:
            yield Command(folder), {"preexec_fn": lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (1000, 1000))}
    finally:
        if mounted:
            subprocess.run(["umount", str(folder)], check=True)


def fill(folder: Path) -> None:
    """Use up what a small disk has left; nothing where only the process is limited."""
    if not os.path.ismount(folder):
        return
    filler = os.open(folder / "filler", os.O_WRONLY | os.O_CREAT)
    with contextlib.suppress(OSError):
        while os.write(filler, b"x" * 512):
            pass
    os.close(filler)
    with pytest.raises(OSError, match="No space left"):
        (folder / "more").write_bytes(b"x")


@pytest.mark.parametrize("name", ["place", "score-next", "undo", "new-force"])
def test_a_full_disk(full_disk: tuple[Command, dict[str, Any]], name: str) -> None:
    schrille, settings = full_disk
    before, args = prepared(schrille, name)
    fill(schrille.folder)
    names = {path.name for path in schrille.folder.iterdir()}
    ((code, out, err),) = finish([start(schrille.folder, *args, **settings)])
    assert (code, out) == (1, "")
    assert "No space left" in err or "File too large" in err
    assert "schrille.toml" in err
    assert schrille.save.read_bytes() == before
    assert {path.name for path in schrille.folder.iterdir()} <= {*names, ".schrille.toml.lock"}
    schrille("show")


@pytest.mark.parametrize("limit", [0, 1000])
def test_a_limit_on_the_size_of_files(schrille: Command, limit: int) -> None:
    before, args = prepared(schrille, "place")

    def bind() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit))

    ((code, out, err),) = finish([start(schrille.folder, *args, preexec_fn=bind)])
    assert (code, out) == (1, "")
    assert "File too large" in err
    assert schrille.save.read_bytes() == before
    ((code, out, err),) = finish([start(schrille.folder, *NEW, "-g", "new.toml", preexec_fn=bind)])
    assert (code, out) == (1, "")
    assert not (schrille.folder / "new.toml").exists()
    assert not (schrille.folder / ".new.toml.tmp").exists()


@pytest.fixture
def plain_user() -> Iterator[tuple[Path, dict[str, Any]]]:
    """A folder, and how to run commands in it as a user whom permissions bind."""
    folder = Path(tempfile.mkdtemp(prefix="schrille-"))
    settings = {"preexec_fn": drop_privileges} if os.geteuid() == 0 else {}
    folder.chmod(0o755)
    yield folder, settings
    folder.chmod(0o755)
    shutil.rmtree(folder)


def drop_privileges() -> None:
    """Make root, in the program that is run next, a user whom permissions bind."""
    libc = ctypes.CDLL(None, use_errno=True)
    for capability in (1, 2):  # CAP_DAC_OVERRIDE, CAP_DAC_READ_SEARCH
        if libc.prctl(24, capability, 0, 0, 0):  # PR_CAPBSET_DROP
            raise OSError(ctypes.get_errno(), "privileges cannot be dropped")


def owned(path: Path, game: Game) -> bytes:
    path.write_text(dumps(game), "utf-8")
    return path.read_bytes()


@pytest.mark.parametrize("lock_there", [False, True])
def test_a_folder_that_may_only_be_read(plain_user: tuple[Path, dict[str, Any]], lock_there: bool) -> None:
    folder, settings = plain_user
    before = owned(folder / "schrille.toml", at("full"))
    if lock_there:
        ((code, _, _),) = finish([start(folder, "undo", "-g", "schrille.toml", **settings)])
        assert code == 0
        before = owned(folder / "schrille.toml", at("full"))
    folder.chmod(0o555)
    names = sorted(path.name for path in folder.iterdir())
    for args in (["resolve"], ["undo"], [*NEW, "--force"], [*NEW, "-g", "new.toml"]):
        ((code, out, err),) = finish([start(folder, *args, **settings)])
        assert (code, out) == (1, ""), args
        assert "Permission denied" in err
    ((code, _, _),) = finish([start(folder, "show", **settings)])
    assert code == 0
    assert (folder / "schrille.toml").read_bytes() == before
    assert sorted(path.name for path in folder.iterdir()) == names


def test_a_folder_that_even_root_cannot_write(schrille: Command) -> None:
    before, args = prepared(schrille, "place")
    frozen = subprocess.run(["chattr", "+i", schrille.folder], capture_output=True).returncode == 0
    if not frozen:  # other users and file systems: what the test above does
        schrille.folder.chmod(0o555)
    try:
        if frozen or os.geteuid():
            said = schrille(*args, code=1).stderr
            assert "schrille.toml" in said
        assert schrille.save.read_bytes() == before
    finally:
        if frozen:
            subprocess.run(["chattr", "-i", schrille.folder], check=True)
        schrille.folder.chmod(0o755)
    schrille(*args)


def test_a_write_protected_save(plain_user: tuple[Path, dict[str, Any]]) -> None:
    folder, settings = plain_user
    path = folder / "schrille.toml"
    before = owned(path, at("full"))
    path.chmod(0o444)
    for args in (["resolve"], ["undo"], [*NEW, "--force"]):
        ((code, out, err),) = finish([start(folder, *args, **settings)])
        assert (code, out) == (1, ""), args
        assert "write-protected" in err
        assert path.read_bytes() == before
        assert stat.S_IMODE(path.stat().st_mode) == 0o444
    ((code, _, _),) = finish([start(folder, "show", **settings)])
    assert code == 0


def test_a_save_that_may_not_be_read(plain_user: tuple[Path, dict[str, Any]]) -> None:
    folder, settings = plain_user
    path = folder / "schrille.toml"
    owned(path, at("full"))
    path.chmod(0o000)
    for args in (["show"], ["resolve"], ["undo"]):
        ((code, out, err),) = finish([start(folder, *args, **settings)])
        assert (code, out) == (1, ""), args
        assert "Permission denied" in err
        assert "schrille.toml" in err


# Links and modes


@pytest.mark.parametrize("mode", [0o600, 0o640, 0o664])
def test_the_mode_is_kept(schrille: Command, mode: int) -> None:
    _, args = prepared(schrille, "place")
    schrille.save.chmod(mode)
    schrille(*args)
    schrille("undo")
    assert stat.S_IMODE(schrille.save.stat().st_mode) == mode


def test_a_link_stays_one(schrille: Command) -> None:
    store = schrille.folder / "store"
    store.mkdir()
    target = store / "real.toml"
    save(at("placing"), str(target))
    target.chmod(0o640)
    schrille.save.symlink_to("middle.toml")
    (schrille.folder / "middle.toml").symlink_to("store/real.toml")
    for args in (PLACE, ["undo"], [*NEW, "--force"], ["undo"]):
        before = target.read_bytes()
        schrille(*args, code=1 if args == ["undo"] and loads(before.decode()).setup.players[0] == "A" else 0)
        assert os.readlink(schrille.save) == "middle.toml"
        assert os.readlink(schrille.folder / "middle.toml") == "store/real.toml"
        assert not target.is_symlink()
        assert stat.S_IMODE(target.stat().st_mode) == 0o640
    assert load(str(target)).setup.players == ("A", "B", "C")


def test_a_link_to_nowhere(schrille: Command) -> None:
    schrille.save.symlink_to("nowhere.toml")
    assert "no such file" in schrille("place", "Ann", *SLIP.split(), code=1).stderr
    assert sorted(path.name for path in schrille.folder.iterdir()) == ["schrille.toml"]


def test_a_link_to_itself(schrille: Command) -> None:
    schrille.save.symlink_to("schrille.toml")
    for args in (["show"], PLACE, ["undo"], [*NEW, "--force"]):
        assert schrille(*args, code=1).stderr
    assert os.readlink(schrille.save) == "schrille.toml"


# Files that are no saves


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
    "newer format": (lambda: dumps(at("full")).replace("format = 1", "format = 2"), "format"),
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


@pytest.mark.parametrize("kind", REFUSED)
def test_a_file_that_is_no_save(schrille: Command, kind: str) -> None:
    make, place = REFUSED[kind]
    content = make()
    schrille.save.write_bytes(content if isinstance(content, bytes) else content.encode())
    before = schrille.save.read_bytes()
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
    content = REFUSED[kind][0]()
    path = schrille.folder / "diary.txt"
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    for args in (PLACE, ["resolve"], ["undo"], NEW):
        schrille(*args, "-g", "diary.txt", code=1)
    assert [path.name for path in schrille.folder.iterdir()] == ["diary.txt"]


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


@pytest.mark.parametrize("kind", ["no TOML", "binary", "over 1 MB", "a long line", "nested arrays", "a deep key"])
def test_a_deck_file_that_is_none(schrille: Command, kind: str) -> None:
    content = REFUSED[kind][0]()
    (schrille.folder / "deck.toml").write_bytes(content if isinstance(content, bytes) else content.encode())
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


def test_a_save_never_grows_over_what_can_be_read(schrille: Command) -> None:
    """A line of the log, or a whole save, that reading would refuse is not written."""
    players = {
        f"{letter}" + "\U0001f3b2" * 39: label for letter, label in zip("ABCDEF", SIX.values(), strict=True)
    }
    save(Game.new(players, seed="s"), str(schrille.save))
    schrille("place", "--from", "-", input="".join(f"{player}: {SLIP}\n" for player in players))
    schrille("resolve")
    schrille("show")
