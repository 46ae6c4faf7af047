"""The installed command beside the test: started and awaited, or refused with nothing changed."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

from conftest import SCHRILLE, Command, environment

LOCK = ".schrille.toml.lock"
MEMORY = "/dev/shm" if os.path.isdir("/dev/shm") else None  # where flushing takes no time


def start(folder: Path, *args: str, **settings: Any) -> subprocess.Popen[bytes]:
    """Start the command in a folder and go on; without input, unless the settings say otherwise."""
    usual = {
        "stdin": subprocess.DEVNULL,
        "stdout": subprocess.PIPE,
        "stderr": subprocess.PIPE,
        "env": environment(),
    }
    return subprocess.Popen([SCHRILLE, *args], cwd=folder, **{**usual, **settings})


def finish(processes: list[subprocess.Popen[bytes]]) -> list[tuple[int, str, str]]:
    """Wait for commands; exit code, output and errors of each."""
    results = []
    for process in processes:
        out, err = process.communicate(timeout=90)
        assert b"Traceback" not in err
        results.append((process.returncode, out.decode(), err.decode()))
    return results


def run_python(folder: Path, code: str, *args: str) -> subprocess.CompletedProcess[str]:
    """Run code, with arguments, as a Python program in a folder."""
    return subprocess.run(
        [sys.executable, "-c", code, *args],
        cwd=folder,
        env=environment(),
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )


def files(folder: Path) -> dict[str, bytes]:
    """The files of a folder, with their bytes."""
    return {path.name: path.read_bytes() for path in folder.iterdir() if path.is_file()}


def refused(schrille: Command, *args: str, code: int = 1, **settings: Any) -> str:
    """What a command says that must fail: nothing on stdout, no byte of the save or file of the folder changed."""
    before = files(schrille.folder)
    done = schrille(*args, code=code, **settings)
    after = files(schrille.folder)
    after.pop(LOCK, None)
    before.pop(LOCK, None)
    assert after == before
    assert done.stdout == ""
    assert done.stderr
    return done.stderr
