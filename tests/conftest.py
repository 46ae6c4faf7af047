"""What tests share: the installed command as a process, and games to begin with."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import tomllib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from schrille_cli.schrille import Game

if TYPE_CHECKING:
    from mailservers import MailServer

# Their assertions explain themselves like those of tests.
pytest.register_assert_rewrite("contract", "kinds_cards", "kinds_players", "kinds_scoring", "notation")
pytest.register_assert_rewrite("dialogs", "evenings", "processes", "saying", "screens", "sound_saves", "stages")

# Processes started in the background may be told to ignore these, and would tell those that tests start.
for number in (signal.SIGINT, signal.SIGQUIT):
    if signal.getsignal(number) is signal.SIG_IGN:
        signal.signal(number, signal.SIG_DFL)

ROOT = Path(__file__).parent.parent


def pytest_xdist_auto_num_workers() -> int:
    """Many tests wait for terminals, disks and other programs: two processors have time for three at once."""
    return 3 * (os.cpu_count() or 1) // 2 or 1


LONGEST = ("test_readme", "test_finding", "test_letters_hostile", "test_chart", "test_mail_crashes", "test_kill")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Begin with the files that take longest, lest one of them runs alone at the end."""
    items.sort(key=lambda item: item.path.stem not in LONGEST)


SCHRILLE = Path(sys.executable).with_name("schrille")
LABELS = ("blue", "red", "green", "yellow", "violet", "orange")
PLAYERS = {"Ann": "blue", "Bob": "red", "Cid": "green", "Dora": "yellow"}
SLIP = "14+3 12+4 9-2 7-1 3+2 1:no1 8:pick"


def environment(**changes: str | None) -> dict[str, str]:
    """The environment of a test's process: UTF-8, no settings of the user's own."""
    kept = {key: value for key, value in os.environ.items() if not key.startswith(("SCHRILLE", "LC_", "PYTHON"))}
    kept |= {"LANG": "C.UTF-8", "LC_ALL": "C.UTF-8"}
    for key, value in changes.items():
        kept.pop(key, None)
        if value is not None:
            kept[key] = value
    return kept


class Command:
    """The installed ``schrille``, run in a folder; success is asserted unless another code is expected.

    What it prints with ``--json`` is held against the schemas.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.save = folder / "schrille.toml"

    def __call__(
        self, *args: str, code: int = 0, input: str | bytes | None = None, env: dict[str, str] | None = None
    ) -> subprocess.CompletedProcess[str]:
        done = subprocess.run(
            [SCHRILLE, *args],
            cwd=self.folder,
            env=env or environment(),
            input=input.encode() if isinstance(input, str) else input,
            capture_output=True,
            timeout=60,
            check=False,
        )
        out, err = done.stdout.decode("utf-8", "replace"), done.stderr.decode("utf-8", "replace")
        assert "Traceback" not in err, err
        assert done.returncode == code, (args, done.returncode, out, err)
        if "--json" in args:
            from contract import hold_all

            hold_all(args, code, out, err)
        return subprocess.CompletedProcess(args, done.returncode, out, err)

    def json(self, *args: str, **settings: Any) -> Any:
        """The object that a command prints with ``--json``."""
        return json.loads(self(*args, "--json", **settings).stdout)

    def new(self, *args: str, players: dict[str, str] | None = None) -> Any:
        """Start a game of four players with a fixed seed."""
        named = [word for pair in (players or PLAYERS).items() for word in ("-p", "=".join(pair))]
        return self.json("new", *named, "--seed", "test", *args)

    def place_all(self, slip: str = SLIP, *players: str) -> None:
        """Enter the same slip for all players."""
        text = "".join(f"{player}: {slip}\n" for player in players or PLAYERS)
        self("place", "--from", "-", input=text)


@pytest.fixture
def schrille(tmp_path: Path) -> Command:
    """The installed command, in a folder of its own."""
    return Command(tmp_path)


@pytest.fixture
def program(tmp_path: Path) -> Any:
    """The program in a language whose letters stand in no code, a `saying.Program`."""
    from saying import Program

    return Program(tmp_path)


@pytest.fixture
def three(schrille: Command) -> Command:
    """A game of three that waits for slips."""
    schrille.new(players={"Ann": "blue", "Bob": "red", "Cid": "green"})
    return schrille


@pytest.fixture
def terminal(tmp_path: Path) -> Iterator[Callable[..., Any]]:
    """Start the installed command on a terminal, in the folder of ``schrille``; a `dialogs.Dialog`."""
    from dialogs import Dialog

    opened = []

    def start(*args: str, **settings: Any) -> Dialog:
        opened.append(Dialog(tmp_path, *args, **settings))
        return opened[-1]

    yield start
    for dialog in opened:
        dialog.process.close(force=True)


@pytest.fixture
def server() -> Iterator[MailServer]:
    """A mail server that knows no encryption, on this machine."""
    from mailservers import serving

    with serving() as found:
        yield found


@pytest.fixture
def settings(server: MailServer, tmp_path: Path) -> str:
    """The settings of that server, in a file."""
    from mailservers import settings_file

    return settings_file(tmp_path, server, security="none", timeout=5)


@pytest.fixture
def game() -> Game:
    """A game of four players in the placing phase of its first round."""
    return Game.new(PLAYERS, seed="test")


@pytest.fixture
def data() -> dict[str, Any]:
    """A sound save of four rounds as plain data, to be damaged."""
    from sound_saves import TEXTS

    return tomllib.loads(TEXTS["rich"])


@pytest.fixture
def errors() -> Callable[..., list[str]]:
    """Run a call that must raise `GameError`; the messages of its faults."""
    from schrille_cli.schrille import GameError

    def messages(call: Callable[..., object], *args: object, **kwargs: object) -> list[str]:
        with pytest.raises(GameError) as caught:
            call(*args, **kwargs)
        return [str(fault) for fault in caught.value.faults]

    return messages
