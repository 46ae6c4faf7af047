"""Games that other processes play: on a real Dask cluster, and where workers end or cannot be reached."""

from __future__ import annotations

import json
import os
import re
import signal
import socket
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from conftest import Command
from dialogs import CTRL_C, Dialog
from processes import run_python, start
from simulations import cluster, left_over, write_bots

from schrille_cli.kit.errors import GameError
from schrille_cli.kit.simulate import Chunks, parts

GAMES = ("simulate", "-n", "400", "--seed", "dask", "--bot", "random", "--bot", "own.py:first")


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The scheduler's address of a Dask cluster of three worker processes."""
    with cluster(tmp_path_factory.mktemp("cluster")) as found:
        yield found


@pytest.fixture
def own(schrille: Command) -> Command:
    """A folder with a file of own bots, which the cluster does not have."""
    write_bots(schrille.folder)
    return schrille


def workers(address: str) -> dict[str, Any]:
    """What the workers of a cluster say of themselves."""
    from distributed import Client

    with Client(address, set_as_default=False) as client:  # type: ignore[no-untyped-call]
        found: dict[str, Any] = client.run(lambda: __import__("os").getpid())
    return found


@pytest.mark.parametrize("form", [(), ("--json",), ("--csv",)], ids=" ".join)
def test_a_dask_cluster_gives_the_same_to_the_byte(own: Command, address: str, form: tuple[str, ...]) -> None:
    there = own(*GAMES, *form, "--dask", address)
    assert there.stdout == own(*GAMES, *form).stdout
    assert there.stderr == ""


def test_its_workers_are_those_that_play(own: Command, address: str) -> None:
    assert len(set(workers(address).values())) == 3
    marks = own.folder / "marks"
    marks.mkdir()
    (own.folder / "beside.py").write_text(
        f"import os, pathlib\ndef mark():\n    pathlib.Path({str(marks)!r}, str(os.getpid())).touch()\n"
    )
    (own.folder / "marking.py").write_text(
        "import beside\ndef mark(seen):\n    beside.mark()\n    return next(iter(seen.legal))\n"
    )
    own("simulate", "-n", "300", "--bot", "marking.py:mark", "--dask", address)
    players = {int(path.name) for path in marks.iterdir()}
    assert players == set(workers(address).values())


def test_a_bot_that_fails_there_is_named_as_here(own: Command, address: str) -> None:
    args = ("simulate", "-n", "60", "--seed", "f", "--bot", "random", "--bot", "random", "--bot", "own.py:late")
    assert own(*args, "--dask", address, code=1).stderr == own(*args, code=1).stderr


def test_ctrl_c_prints_what_is_done_and_the_cluster_goes_on(
    own: Command, address: str, terminal: Callable[..., Dialog]
) -> None:
    before = workers(address)
    endless = ("simulate", "-n", "10000000", "--seed", "dask", "--dask", address)
    dialog = terminal(*endless, size=(80, 100), NO_COLOR="1")
    dialog.until(lambda dialog: bool(re.search(r"%  .*\d\d:\d\d:\d\d", dialog.line)))
    dialog.process.send(CTRL_C)
    dialog.end(130)
    found = re.search(r"Aborted; games played and counted: (\d+) of", dialog.shown)
    assert found, dialog.shown
    same = own("simulate", "-n", found[1], "--seed", "dask").stdout
    tables = [text[text.index("\nGames\n") : text.index("fill the chart.")] for text in (dialog.shown, same)]
    assert tables[0] == tables[1]
    assert workers(address) == before
    assert own(*GAMES, "--dask", address).returncode == 0


def test_a_cluster_whose_workers_are_killed_is_not_waited_for(own: Command, tmp_path: Path) -> None:
    folder = tmp_path / "doomed"
    folder.mkdir()
    with cluster(folder) as address:
        err = own("simulate", "-n", "60", "--bot", "own.py:dies", "--dask", address, code=1).stderr
        assert err.startswith(f'Error: "{address}": the Dask cluster cannot go on: KilledWorker: ')
        args = ("simulate", "-n", "10000000", "--dask", address)
        running = start(own.folder, *args)
        time.sleep(3)
        scheduler = next(  # the process that listens there
            int(folder.name)
            for folder in Path("/proc").iterdir()
            if folder.name.isdigit() and "cluster.py" in _command(folder) and _parent(folder) == os.getpid()
            if str(tmp_path) in _command(folder)
        )
        os.kill(scheduler, signal.SIGKILL)
        out, err_bytes = running.communicate(timeout=60)
    assert (running.returncode, out) == (1, b"")
    assert b"the Dask cluster cannot go on" in err_bytes
    assert b"Traceback" not in err_bytes
    assert err_bytes.count(b"\n") == 1


def _command(folder: Path) -> str:
    try:
        return (folder / "cmdline").read_text()
    except OSError:
        return ""


def _parent(folder: Path) -> int:
    return int((folder / "stat").read_text().rpartition(")")[2].split()[1])


@pytest.mark.parametrize("address", ["nowhere", "tcp://", "10.0.0.5:port", "inproc://1", ""])
def test_what_is_no_address(schrille: Command, address: str) -> None:
    err = schrille("simulate", "-n", "5", "--dask", address, code=1).stderr
    assert "this is no address of a Dask scheduler (give the address that the scheduler prints" in err


def test_where_no_scheduler_answers(schrille: Command) -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        address = f"tcp://127.0.0.1:{free.getsockname()[1]}"
        err = schrille("simulate", "-n", "5", "--dask", address, code=1).stderr
    assert err.startswith(f'Error: "{address}": no Dask scheduler answers there: ')
    assert err.count("\n") == 1


def test_without_the_library_the_extra_is_named(schrille: Command) -> None:
    code = "import sys; sys.modules['distributed'] = None; from schrille_cli.cli import run; sys.exit(run())"
    done = run_python(schrille.folder, code, "simulate", "-n", "5", "--dask", "tcp://127.0.0.1:8786")
    assert done.returncode == 1
    assert "pip install 'schrille-cli[dask]'" in done.stderr


def test_a_process_that_is_killed_ends_the_command_with_an_error(own: Command) -> None:
    running = start(
        own.folder, "simulate", "-n", "50", "--bot", "own.py:dies", "--jobs", "2", start_new_session=True
    )
    out, err = running.communicate(timeout=60)
    assert (running.returncode, out) == (1, b"")
    assert (
        err.decode()
        == "Error: a process ended before its games were played (memory may be short: try fewer jobs)\n"
    )
    assert left_over(running.pid) == []


def test_players_that_cannot_be_sent_are_told() -> None:
    lock = __import__("threading").Lock()

    def play(first: int, last: int) -> int:
        with lock:
            return last - first

    assert list(parts(play, 1)) == [0]
    with pytest.raises(GameError, match="the players cannot be sent to other processes: TypeError"):
        list(parts(play, 5, jobs=2))


def test_the_first_fault_by_number_is_raised_however_many_play() -> None:
    def play(first: int, last: int) -> int:
        time.sleep(0.05 if first < 20 else 0)  # so that later ones are known before
        for number in range(first, last + 1):
            if number >= 9:
                raise GameError(*json_fault(number))
        return last

    for jobs in (1, 3):
        with pytest.raises(GameError, match=r"^game 9$"):
            list(parts(play, 200, jobs=jobs))


def json_fault(number: int) -> Any:
    """One fault that names a game."""
    from schrille_cli.kit.errors import Fault

    return [Fault("game", f"game {number}")]


def test_chunks_cover_every_number_once_and_fit_the_time() -> None:
    chunks = Chunks(10**9)
    first, last = next(chunks)
    sizes = []
    for _step in range(12):
        games = last - first + 1
        sizes.append(games)
        chunks.took(games, games * 0.001)
        start_of_next = last + 1
        first, last = next(chunks)
        assert first == start_of_next
    assert sizes[0] == 1
    assert sizes == sorted(sizes)
    assert sizes[-1] == 250  # a quarter of a second
    chunks.took(250, 250 * 2.0)
    assert (lambda pair: pair[1] - pair[0] + 1)(next(chunks)) == 1
    rest = Chunks(17)
    assert [number for a, b in rest for number in range(a, b + 1)] == list(range(1, 18))


def test_the_object_of_a_cluster_is_one_line(own: Command, address: str) -> None:
    out = own("simulate", "-n", "30", "--dask", address, "--json").stdout
    assert json.loads(out)["games"] == 30
