"""A batch over mails that are meant to harm, with tokens that are good: its time and memory, and what it says."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from conftest import SCHRILLE
from postbags import FOUR, by_mail, put, reply, run, save_all, slip, token_of
from processes import run_python

from schrille_cli.schrille import Game, load

MOST_SECONDS = 10  # of a processor; what takes longer than straight lines takes minutes here
MOST_MEMORY = 90_000_000  # bytes, with the program, which is less than the largest mail
MEASURED = """
import json, resource, subprocess, sys
done = subprocess.run(sys.argv[1:], capture_output=True, text=True)
used = resource.getrusage(resource.RUSAGE_CHILDREN)
seconds, memory = used.ru_utime + used.ru_stime, used.ru_maxrss * 1024
print(json.dumps([done.returncode, done.stdout, done.stderr, seconds, memory]))
"""
PARTS = b"--x\nContent-Type: text/plain\n\n14+3\n" * 10_000
WROTE, DEVICE = "On 12.3.2024 10:11 wrote <a@b.c>\n", "Sent from my " + "a" * 170 + "iphone!!!!\n"
TRAP = WROTE + "> " * 2_000 + DEVICE + "1 " * 2_000


def mixed(mail: bytes) -> bytes:
    """A mail of 10,000 parts with the head of another one."""
    head = (
        mail.partition(b"\n\n")[0].replace(b"text/plain", b"multipart/mixed; boundary=x").replace(b"charset", b"y")
    )
    return head + b"\n\n" + PARTS


# By the names of their files; each has a player's token.
HOSTILE: dict[str, Callable[[str], bytes]] = {
    "header": lambda token: reply("14+3", token, 20).replace(b"\n\n", b"\nX: " + b"a" * 2**20 + b"\n\n"),
    "header-first": lambda token: b"X: " + b"a" * 2**20 + b"\n" + reply("14+3", token, 26),
    "parts": lambda token: mixed(reply("14+3", token, 21)),
    "trap": lambda token: reply(TRAP * 20, token, 22),
    "nuls": lambda token: reply("x", token, 23).replace(b"\n\nx", b"\n\n" + b"\0" * 2**20 + b"\0hello\0"),
    "path": lambda token: reply("hello", f"{token}] ../../../../tmp/x \\\\x\\y [/etc/passwd", 24),
    "nul-subject": lambda token: reply("hello", token, 25).replace(b"Re: a round", b"Re: a\0 round"),
}


@pytest.fixture
def game(tmp_path: Path) -> Game:
    """A game whose players know that the round is open, with an inbox of hostile mails between good slips."""
    made = by_mail(1, {**FOUR})
    save_all(tmp_path / "games", {"a": made})
    run(tmp_path / "games", put(tmp_path / "in"), tmp_path / "out")
    for name, build in HOSTILE.items():
        (tmp_path / "in" / f"{name}.eml").write_bytes(build(token_of(made, "Dora")))
    with (tmp_path / "in" / "large.eml").open("wb") as large:
        large.write(reply("14+3", token_of(made, "Dora"), 30))
        large.truncate(100_000_000)
    for number, (player, at) in enumerate({"Ann": "a", "Bob": "m", "Cid": "z"}.items()):
        (tmp_path / "in" / f"{at}.eml").write_bytes(reply(slip(made, player), token_of(made, player), number))
    return made


def test_hostile_mails_harm_no_batch(tmp_path: Path, game: Game) -> None:
    """Each is named, none costs much time or memory, and the good slips among them count."""
    before = {path for path in tmp_path.rglob("*") if "out" not in path.parts}
    command = [str(SCHRILLE), "mail", "batch", "games", "--inbox", "in", "--outbox", "out", "--json"]
    code, out, err, seconds, memory = json.loads(run_python(tmp_path, MEASURED, *command).stdout)
    assert (code, "Traceback" in err) == (1, False)
    assert seconds < MOST_SECONDS
    assert memory < MOST_MEMORY
    done = json.loads(out)
    (row,) = done["rows"]
    notes = {Path(note["file"]).stem: note["kind"] for note in (*row["notes"], *done["look_at"])}
    assert notes == {
        "header-first": "no-token",  # of which so much is never looked for one
        "large": "unreadable",
        "trap": "words",
        "nuls": "words",
        "path": "words",
        "nul-subject": "words",
    }
    assert sorted(Path(fault["place"].partition('"')[2].partition('"')[0]).stem for fault in row["faults"]) == [
        "header",
        "parts",
    ]
    assert row["done"] == {"slips": 3}
    counted = load(str(tmp_path / "games" / "a.toml")).state.slips
    assert {player: str(one) for player, one in counted.items()} == {
        player: slip(game, player) for player in ("Ann", "Bob", "Cid")
    }
    assert {path for path in tmp_path.rglob("*") if "out" not in path.parts} - before <= {
        tmp_path / "games" / ".a.toml.lock"
    }
