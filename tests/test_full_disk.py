"""Disks that are full and files that may not grow: the save stays as it was, and the error says why."""

from __future__ import annotations

import contextlib
import os
import resource
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from conftest import LABELS, SLIP, Command
from processes import LOCK, finish, start
from stages import NEW, prepared

from schrille_cli.schrille import Game, save


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
    assert {path.name for path in schrille.folder.iterdir()} <= {*names, LOCK}
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


def test_a_save_never_grows_over_what_can_be_read(schrille: Command) -> None:
    """A line of the log, or a whole save, that reading would refuse is not written."""
    players = {letter + "\U0001f3b2" * 39: label for letter, label in zip("ABCDEF", LABELS, strict=True)}
    save(Game.new(players, seed="s"), str(schrille.save))
    schrille("place", "--from", "-", input="".join(f"{player}: {SLIP}\n" for player in players))
    schrille("resolve")
    schrille("show")
