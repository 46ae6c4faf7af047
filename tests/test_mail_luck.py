"""Bad luck of whole batches: a process that is killed, a signal, mails that nobody publishes, tokens in names."""

from __future__ import annotations

import fcntl
import json
import os
import signal
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from conftest import SCHRILLE, Command, environment
from postbags import token_of
from processes import start
from simulations import left_over
from test_mail_faults import BATCH, rows, same, same_but, with_calm

from schrille_cli.kit.outbox import Outbox
from schrille_cli.schrille import load
from schrille_cli.schrille.mail.orders import post_of
from schrille_cli.schrille.mail.tokens import game_id


@pytest.fixture
def bag(schrille: Command) -> Command:
    """Games with an inbox, and beside them what one batch makes of them."""
    return with_calm(schrille)


@contextmanager
def held_up(bag: Command, *args: str, jobs: int = 1) -> Iterator[subprocess.Popen[bytes]]:
    """A batch that waits for the lock of the first save, while all others are done."""
    (bag.folder / "tmp").mkdir()
    with open(bag.folder / "games" / ".all-in.toml.lock", "wb") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        env = environment(TMPDIR=str(bag.folder / "tmp"))
        running = start(bag.folder, *BATCH, *args, "--jobs", str(jobs), start_new_session=True, env=env)
        end = time.monotonic() + 8
        wanted = [bag.folder / "games" / f".{name}.toml.lock" for name in ("mixed", "scored") if jobs > 1]
        while time.monotonic() < end:
            there = (bag.folder / "tmp").glob("*") if jobs == 1 else (bag.folder / "out").glob("*.eml")
            if all(path.exists() for path in wanted) and [*there]:
                break
            time.sleep(0.02)
        time.sleep(0.2)
        yield running
    if running.poll() is None:
        running.communicate()


def waiting_for(bag: Command, group: int) -> int:
    """The process of a batch that has the lock file of the first save open."""
    name = str(bag.folder / "games" / ".all-in.toml.lock")
    for folder in Path("/proc").iterdir():
        if folder.name.isdigit() and int(folder.name) != os.getpid():
            try:
                opened = {os.readlink(link) for link in (folder / "fd").iterdir()}
                if os.getpgid(int(folder.name)) == group and name in opened:
                    return int(folder.name)
            except OSError:
                continue
    raise AssertionError


def test_a_process_that_is_killed_leaves_the_summary_of_the_others(bag: Command) -> None:
    with held_up(bag, "--json", jobs=3) as running:
        os.kill(waiting_for(bag, running.pid), signal.SIGKILL)
        out, err = running.communicate(timeout=30)
    assert running.returncode == 1
    assert b"Traceback" not in err
    found = rows(json.loads(out))
    assert [fault["message"] for fault in found["all-in.toml"]["faults"]] == [
        "the process that was at it has ended early"
    ]
    assert [name for name, row in found.items() if row["faults"]] == ["all-in.toml"]
    same_but(bag, "all-in")
    bag(*BATCH)
    same(bag)


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP])
@pytest.mark.parametrize("jobs", [1, 3])
def test_a_signal_that_ends_a_batch_leaves_nothing_behind(bag: Command, number: signal.Signals, jobs: int) -> None:
    with held_up(bag, jobs=jobs) as running:
        running.send_signal(number)
        out, err = running.communicate(timeout=30)
    assert (running.returncode, out, err) == (128 + number, b"", b"")
    assert left_over(running.pid) == []
    assert [*(bag.folder / "tmp").iterdir()] == []
    bag(*BATCH)
    same(bag)


def test_a_dry_run_counts_mails_that_wait(bag: Command) -> None:
    bag(*BATCH)
    post = post_of(load(str(bag.folder / "games" / "mixed.toml")))
    Outbox(str(bag.folder / "out")).stage(game_id(post.secret), 0, [b"one\n", b"two\n"])
    for dry in (["--dry-run"], []):
        assert rows(bag.json(*BATCH, *dry))["mixed.toml"]["mails"] == 2
    assert rows(bag.json(*BATCH))["mixed.toml"]["mails"] == 0


def test_mails_of_a_save_that_is_gone_are_named(bag: Command) -> None:
    Outbox(str(bag.folder / "out")).stage("gonegone", 3, [b"one\n"])
    done = bag.json(*BATCH)
    (note,) = [note for note in done["look_at"] if note["kind"] == "staged"]
    assert os.path.join("out", ".staged") in note["file"]
    assert [*(bag.folder / "out" / ".staged").iterdir()]
    bag(*BATCH, "--dry-run")


def test_the_name_of_a_file_tells_no_token(bag: Command) -> None:
    """Mail programs name files by subjects."""
    game = load(str(bag.folder / "games" / "mixed.toml"))
    token = token_of(game, game.setup.players[0])
    (bag.folder / "in" / f"Re_ a round [{token}].eml").write_bytes(b"Subject: hello\n\nhello\n")
    (bag.folder / "in" / f"{token}.eml").mkdir()
    for more in ([], ["--json"], ["--who"], ["--dry-run"]):
        done = subprocess.run(
            [SCHRILLE, *BATCH, *more],
            cwd=bag.folder,
            env=environment(),
            capture_output=True,
            text=True,
            check=False,
        )
        assert token not in done.stdout + done.stderr
        assert token.rpartition("-")[0] in "".join(done.stdout.split())


@pytest.mark.parametrize(("args", "said"), [((), "the saves are done"), (("--dry-run",), "")])
def test_what_was_done_where_nothing_can_be_printed(bag: Command, args: tuple[str, ...], said: str) -> None:
    with open("/dev/full", "wb") as full:
        running = start(bag.folder, *BATCH, *args, stdout=full)
        _out, err = running.communicate(timeout=30)
    assert running.returncode == 1
    assert err.decode().startswith("Error: cannot print: No space left on device")
    assert said in err.decode()
    assert ("done" in err.decode()) is bool(said)
