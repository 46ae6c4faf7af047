"""Many commands on one save at once: no change is lost or done twice, and the lock that sees to it."""

from __future__ import annotations

import fcntl
import subprocess
import threading
import time
from collections.abc import Callable, Iterator

import pytest
from conftest import SLIP, Command
from processes import LOCK, finish, start
from stages import NEW, PLACE, SIX, at, outcome

from schrille_cli.schrille import GameError, load, save


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
    with open(schrille.folder / LOCK, "rb") as lock:
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
    reader = start(schrille.folder, "place", "--from", "-", stdin=subprocess.PIPE)
    time.sleep(0.5)
    begin = time.monotonic()
    schrille(*PLACE)
    assert time.monotonic() - begin < 5
    reader.communicate(f"Bob: {SLIP}\n".encode(), timeout=30)
    assert reader.returncode == 0
    assert set(load(str(schrille.save)).state.slips) == {"Ann", "Bob"}


def test_the_lock_stays_beside_the_save(schrille: Command) -> None:
    schrille.new()
    assert sorted(path.name for path in schrille.folder.iterdir()) == [LOCK, "schrille.toml"]
