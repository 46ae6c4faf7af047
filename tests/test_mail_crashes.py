"""Batches that are killed, run twice and run at once: the same saves and the same mails as of one that is not."""

from __future__ import annotations

import json
import os
import random
import shutil
import signal
import subprocess
import sys
import time
from base64 import b64decode
from contextlib import suppress
from email import message_from_bytes
from pathlib import Path
from typing import Any

import crashing
import pytest
from conftest import Command, environment
from mailservers import serving, settings_file
from postbags import KINDS, box, group_of, later, many, put, run, texts, undated
from processes import finish, start

from schrille_cli.schrille import load
from schrille_cli.schrille.mail import orders
from schrille_cli.schrille.mail.post import handled

State = tuple[dict[str, str], dict[str, str]]


def crashes(folder: Path, kind: str) -> Any:
    """What `crashing` tells of a folder."""
    done = subprocess.run(
        [sys.executable, crashing.__file__, folder, kind],
        env=environment(),
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


@pytest.mark.parametrize("kind", ["maildir", "mbox"])
def test_killed_before_every_call_that_changes_a_disk(tmp_path: Path, kind: str) -> None:
    _, mails = many(tmp_path, "mixed", "scored", "table")
    put(tmp_path / "in", *mails)
    found = crashes(tmp_path, kind)
    once, _both, twice = found["calm"]
    assert once == twice
    assert once["left"] == []
    assert len(once["mails"]) == 12
    assert found["killed"] > 60
    for after in found["after"]:
        assert after == once


def test_killed_and_then_other_mails_come_in(tmp_path: Path) -> None:
    """Each game is as after one batch of all mails, or as after two, if the killed one had saved it."""
    saves, mails = many(tmp_path, "mixed", "scored", "table")
    put(tmp_path / "in", *mails)
    put(tmp_path / "in2", *later(saves), start=len(mails) + 1)
    found = crashes(tmp_path, "folder")
    _once, *possible = found["calm"]
    assert len(found["after"]) > 30
    seen = set()
    for after in found["after"]:
        assert after["left"] == []
        assert sum(len(game_of(after, name)[1]) for name in after["saves"] if name != "table") == len(
            after["mails"]
        )
        for name in after["saves"]:
            there = [game_of(state, name) for state in possible]
            assert game_of(after, name) in there
            seen.add((name, there.index(game_of(after, name))))
    assert seen == {("mixed", 0), ("mixed", 1), ("scored", 0), ("scored", 1), ("table", 0)}


def game_of(state: Any, name: str) -> tuple[str, dict[str, str]]:
    """A game's save and its mails."""
    text = state["saves"][name]
    return text, {id: mail for id, mail in state["mails"].items() if id.startswith(group_of(text))}


# Whole commands


@pytest.fixture(params=KINDS)
def whole(tmp_path: Path, request: pytest.FixtureRequest) -> tuple[Path, list[str], State]:
    """A folder of all games with an outbox of each kind, a batch as a command, and the state after one."""
    saves, mails = many(tmp_path)
    put(tmp_path / "in", *mails)
    calm = tmp_path / "calm"
    shutil.copytree(saves, calm / "games")
    run(calm / "games", tmp_path / "in", box(calm, request.param))
    outbox = box(tmp_path, request.param)
    args = ["mail", "batch", "games", "--inbox", "in", "--outbox", outbox.name]
    return tmp_path, args, (texts(calm / "games"), undated(box(calm, request.param)))


def now(folder: Path, args: list[str]) -> State:
    """The saves and the mails of a folder."""
    return texts(folder / "games"), undated(folder / args[-1])


def test_batches_at_once(whole: tuple[Path, list[str], State]) -> None:
    folder, args, calm = whole
    number = 5 if args[-1] == "out.mbox" else 2
    for code, _out, err in finish([start(folder, *args) for _ in range(number)]):
        assert (code, err) == (0, "")
    assert now(folder, args) == calm


def test_several_processes_killed_at_random_moments(whole: tuple[Path, list[str], State]) -> None:
    """Their workers too, or only the first one, whose workers go on beside the next batch."""
    folder, args, calm = whole
    chance = random.Random(args[-1])
    for everything in (True, False):
        nowhere = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
        process = start(folder, *args, "--jobs", "2", start_new_session=True, **nowhere)
        time.sleep(0.1 + chance.random() / 2)
        os.killpg(process.pid, signal.SIGKILL) if everything else process.kill()
        process.wait()
    ((code, _out, err),) = finish([start(folder, *args, "--jobs", "2")])
    with suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGKILL)
    assert (code, err) == (0, "")
    run(folder / "games", folder / "in", folder / args[-1])  # for what such a worker had not finished
    assert now(folder, args) == calm


# Other commands at once


def test_a_batch_and_other_commands_on_one_save(tmp_path: Path) -> None:
    """The save and the mails are as after some order of the commands, and nobody is told what is not."""
    saves, mails = many(tmp_path, "mixed")
    put(tmp_path / "in", *mails)
    path = str(saves / "mixed.toml")
    run(saves, put(tmp_path / "in1", *mails[:1]), tmp_path / "out")  # a slip, to be undone and accepted again
    (first,) = map(handled, orders.post_of(load(path)).mails)
    shown = [start(tmp_path, "show", "-g", path, "--json") for _ in range(3)]
    batch = ["mail", "batch", "games", "--inbox", "in", "--outbox", "out"]
    commands = [batch, ["undo", "-g", path], ["mail", "accept", first.id, "-g", path], batch]
    results = finish([start(tmp_path, *args) for args in commands])
    assert [code for code, _out, _err in finish(shown)] == [0] * 3
    assert (results[0][0], results[3][0]) == (0, 0)
    run(saves, tmp_path / "in", tmp_path / "out")
    game = load(path)
    post = orders.post_of(game)
    by_id = {mail.id: mail for mail in map(handled, post.mails)}
    assert len(by_id) == len(post.mails) == 5
    assert [mail.kind for mail in by_id.values()].count("slip") == 2
    slip = game.state.slips.get("Ann")
    assert slip is None or str(slip) in {mail.said for mail in by_id.values()}
    out = undated(tmp_path / "out")
    for player, seat in post.seats.items():  # the first one went to another outbox
        numbers = sorted(number_of(id) for id, mail in out.items() if f'To: "{player}"' in mail)
        assert numbers == list(range(2, seat.mails + 1))
    told = {number_of(id): mail for id, mail in out.items() if 'To: "Ann"' in mail}
    last = b64decode(told[max(told)].partition("\n\n")[2]).decode()
    assert ("it was taken back" if slip is None else str(slip)) in last.replace("\r\n", " ")


def number_of(id: str) -> int:
    """The number of a mail among those to its player."""
    return int(id.split("@")[0].split(".")[1])


def test_place_and_batch_at_once(schrille: Command) -> None:
    saves, mails = many(schrille.folder, "all-in")
    put(schrille.folder / "in", *mails[:3])
    path = str(saves / "all-in.toml")
    slip = mails[3].split(b"\n\n", 1)[1].decode().strip()
    batch = ["mail", "batch", "games", "--inbox", "in", "--outbox", "out"]
    results = finish(
        [start(schrille.folder, *args) for args in (batch, ["place", "Dora", *slip.split(), "-g", path])]
    )
    assert [code for code, _out, _err in results] == [0, 0]
    run(saves, schrille.folder / "in", schrille.folder / "out")
    game = load(path)
    assert game.phase == "scored"
    sent = undated(schrille.folder / "out").values()
    assert sum("your slip counts" in mail.replace("\n", "") for mail in sent) == 3
    assert sum("Results of round 1" in mail.replace("\n", "") for mail in sent) == 4


@pytest.mark.parametrize("kind", KINDS)
def test_mails_are_sent_while_batches_run(tmp_path: Path, kind: str) -> None:
    """Each mail reaches the server once, and is with those that were sent."""
    saves, mails = many(tmp_path)
    put(tmp_path / "in", *mails)
    shutil.copytree(saves, tmp_path / "calm")
    run(tmp_path / "calm", tmp_path / "in", tmp_path / "calm.out")
    expected = sorted(undated(tmp_path / "calm.out"))
    name = box(tmp_path, kind).name
    run(saves, put(tmp_path / "nothing"), box(tmp_path, kind))  # so that there is something to send at once
    with serving() as server:
        send = ["mail", "send", name, "--settings", settings_file(tmp_path, server, security="none")]
        batch = ["mail", "batch", "games", "--inbox", "in", "--outbox", name]
        results = finish([start(tmp_path, *args) for args in (send, batch, batch)])
        results += finish([start(tmp_path, *send)])
        assert [code for code, _out, _err in results] == [0] * 4, results
        taken = sorted(taken_id(mail.data) for mail in server.taken)
    assert taken == expected
    assert undated(box(tmp_path, kind)) == {}


def taken_id(data: bytes) -> str:
    """The Message-ID of a mail that a server took."""
    return str(message_from_bytes(data)["Message-ID"])
