"""A program that runs batches and kills them, one after another, before every call that changes a disk.

Arguments: a folder with ``games`` and ``in`` (and ``in2``, which the inbox holds too once a batch was killed),
and a kind of outbox. For each state of the disk that a killed batch left, an undisturbed one follows. It prints
a JSON object: the states without a disturbance (of the one inbox, of both at once, of one after the other), how
many batches were killed, and the states after the second batches; a state has the saves and the mails.
"""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import signal
import sys
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path
from typing import Any

import postbags

CHANGES = ("write", "fsync", "rename", "replace", "unlink", "mkdir", "ftruncate", "chmod")
WRITING = os.O_WRONLY | os.O_RDWR | os.O_CREAT


def forked(act: Callable[[], object]) -> int:
    """Do something in a process of its own; the signal that ended it, 0 where it came to its end."""
    pid = os.fork()
    if pid:
        status = os.waitpid(pid, 0)[1]
        assert status in (0, signal.SIGKILL), status
        return status
    try:
        act()
        os._exit(0)
    except BaseException:
        import traceback

        traceback.print_exc()
        os._exit(1)


def kill_before(point: int, inside: str) -> None:
    """Have this process kill itself right before its n-th call that changes something in a folder, in any thread.

    Killed behind a call is killed before the next one.
    """
    calls = 0

    def wrap(name: str, counts: Callable[..., bool]) -> None:
        real = getattr(os, name)

        def call(*args: Any, **kwargs: Any) -> Any:
            nonlocal calls
            if counts(*args):
                if calls == point:
                    os.kill(os.getpid(), signal.SIGKILL)
                calls += 1
            return real(*args, **kwargs)

        setattr(os, name, call)

    def there(path: Any, *_rest: Any) -> bool:
        if isinstance(path, int):
            path = os.readlink(f"/proc/self/fd/{path}")
        return os.path.abspath(path).startswith(inside)

    for name in CHANGES:
        wrap(name, there)
    wrap("open", lambda path, flags=0, *rest: bool(flags & WRITING) and there(path))


def state(work: Path, kind: str, whole: bool = False) -> Any:
    """The saves and the mails of a folder; ``whole``: everything that is there, as a digest."""
    if whole:
        found = hashlib.sha256()
        for path in sorted(work.rglob("*")):
            if path.is_file() and "in" not in path.relative_to(work).parts:
                found.update(f"{path}\0".encode() + path.read_bytes() + b"\0")
        return found.hexdigest()
    left = [path.name for path in work.rglob("*") if path.parent.name.endswith("staged") and path.is_file()]
    mails = postbags.undated(postbags.box(work, kind))
    return {"saves": postbags.texts(work / "games"), "mails": mails, "left": left}


def main(folder: Path, kind: str) -> None:
    """Run, kill, and run again."""
    work, extra = folder / "work", folder / "in2"

    def fresh(*more: Path) -> None:
        shutil.rmtree(work, ignore_errors=True)
        for name in ("games", "in"):
            shutil.copytree(folder / name, work / name)
        postbags.box(work, kind)
        for path in more:
            shutil.copytree(path, work / "in", dirs_exist_ok=True)

    def batch(hours: int = 0) -> None:
        moment = postbags.NOW + timedelta(hours=hours)
        postbags.run(work / "games", work / "in", postbags.box(work, kind), moment)

    def two() -> None:
        batch()
        if extra.exists():
            shutil.copytree(extra, work / "in", dirs_exist_ok=True)
        batch(1)

    calm = []
    for more, act in (((), batch), ((extra,) if extra.exists() else (), batch), ((), two)):
        fresh(*more)
        act()  # here, so that processes that are forked have loaded everything
        calm.append(state(work, kind))
    killed, after, seen = 0, [], set()
    for point in range(2000):
        fresh()
        ended = not forked(lambda point=point: (kill_before(point, f"{work}/"), batch()))
        killed += not ended
        now = state(work, kind, whole=True)
        if now not in seen:
            seen.add(now)
            if extra.exists():
                shutil.copytree(extra, work / "in", dirs_exist_ok=True)
            assert forked(lambda: batch(1)) == 0
            after.append(state(work, kind))
        if ended:
            break
    print(json.dumps({"calm": calm, "killed": killed, "after": after}))


if __name__ == "__main__":
    main(Path(sys.argv[1]), sys.argv[2])
