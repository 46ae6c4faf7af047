"""Folders and saves that may not be written or read, and the modes of saves."""

from __future__ import annotations

import ctypes
import os
import shutil
import stat
import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from conftest import Command
from processes import finish, start
from stages import NEW, at, prepared

from schrille_cli.schrille import Game, dumps


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


@pytest.mark.parametrize("mode", [0o600, 0o640, 0o664])
def test_the_mode_is_kept(schrille: Command, mode: int) -> None:
    _, args = prepared(schrille, "place")
    schrille.save.chmod(mode)
    schrille(*args)
    schrille("undo")
    assert stat.S_IMODE(schrille.save.stat().st_mode) == mode
