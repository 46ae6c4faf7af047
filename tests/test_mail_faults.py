"""One bad mail, one bad save, one full disk: it is named, nothing else is stopped, and mended, all comes right."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from conftest import Command
from postbags import all_sent, as_mbox, group_of, many, put, run, texts

BATCH = ("mail", "batch", "games", "--inbox", "in", "--outbox", "out")


@pytest.fixture
def bag(schrille: Command) -> Command:
    """What `with_calm` makes."""
    return with_calm(schrille)


def with_calm(schrille: Command) -> Command:
    """Games with an inbox, and beside them what one batch makes of them."""
    saves, mails = many(schrille.folder, "all-in", "mixed", "scored")
    put(schrille.folder / "in", *mails)
    shutil.copytree(saves, schrille.folder / "calm" / "games")
    run(schrille.folder / "calm" / "games", schrille.folder / "in", schrille.folder / "calm" / "out")
    return schrille


def same(schrille: Command, folder: Path | None = None) -> None:
    """Check that saves and mails are as after one batch that nothing disturbed."""
    calm = schrille.folder / "calm"
    assert texts(folder or schrille.folder / "games") == texts(calm / "games")
    assert all_sent(schrille.folder / "out") == all_sent(calm / "out")


def same_but(schrille: Command, *names: str) -> None:
    """Check that all but some games are as they should be."""
    calm = schrille.folder / "calm"
    wanted, there = texts(calm / "games"), texts(schrille.folder / "games")
    groups = tuple(group_of(wanted[name]) for name in names)
    assert all(there[name] == text for name, text in wanted.items() if name not in names)
    expected = {id: mail for id, mail in all_sent(calm / "out").items() if not id.startswith(groups)}
    assert all_sent(schrille.folder / "out") == expected


def rows(done: Any) -> dict[str, Any]:
    """The rows of a summary by the names of the saves."""
    return {Path(row["save"]).name: row for row in done["rows"]}


def named(done: Any, save: str) -> str:
    """The only fault in a summary, which is one of this save; its place and message."""
    faulty = {name: row["faults"] for name, row in rows(done).items() if row["faults"]}
    assert set(faulty) == {save}
    assert done["faults"] == 1
    assert rows(done)[save]["mails"] == 0
    assert rows(done)[save]["done"] == {}
    ((fault,),) = faulty.values()
    return f"{fault['place']}: {fault['message']}"


def crowded(mail: bytes) -> bytes:
    """A mail with the same head and too many parts."""
    parts = b"".join(b"--b\nContent-Type: text/plain\n\nx\n" for _ in range(5000))
    head = mail.split(b"\n\n")[0].replace(b"text/plain", b"multipart/mixed; boundary=b").replace(b"charset", b"x")
    return head + b"\n\n" + parts


def swell(path: Path, number: int) -> None:
    """Let a game have had mails of some hundred letters each."""
    lines = [f"{n:024x} 00000000 1 silent 0 Bob {'x' * 880}" for n in range(number)]
    mails = "mails = [\n" + ",\n".join(f'"{line}"' for line in lines) + "]"
    path.write_text(path.read_text("utf-8").replace("mails = []", mails), "utf-8")


# Bad saves


def directory(path: Path) -> None:
    path.mkdir()


def pipe(path: Path) -> None:
    os.mkfifo(path)


def newer(path: Path) -> None:
    text = (path.parent / "mixed.toml").read_text("utf-8")
    path.write_text(text.replace("format = 1", "format = 99").replace('secret = "', 'secret = "f', 1))


BAD_SAVES: dict[str, Callable[[Path], None]] = {
    "directory": directory,
    "pipe": pipe,
    "empty": lambda path: path.write_text(""),
    "binary": lambda path: path.write_bytes(b"\xff\x00" * 99),
    "large": lambda path: path.write_bytes(b"x = 1\n" * 300_000),
    "torn": lambda path: path.write_bytes(
        (path.parent / "mixed.toml").read_bytes()[:900].replace(b"secret", b"no")
    ),
    "newer": newer,
    "dangling": lambda path: path.symlink_to("nowhere"),
    "loop": lambda path: path.symlink_to(path.name),
}


@pytest.mark.parametrize("kind", BAD_SAVES)
def test_a_bad_save(bag: Command, kind: str) -> None:
    path = bag.folder / "games" / "bad.toml"
    BAD_SAVES[kind](path)
    done = bag.json(*BATCH, code=1)
    assert "bad.toml" in named(done, "bad.toml")
    path.rmdir() if path.is_dir() else path.unlink()
    same(bag)
    bag(*BATCH)
    same(bag)


def test_a_damaged_save_is_named_by_its_place(bag: Command) -> None:
    path = bag.folder / "games" / "all-in.toml"
    good = path.read_text("utf-8")
    path.write_text(good.replace("Ann = 0", "Ann = 7"), "utf-8")
    assert "rounds[0].scores" in named(bag.json(*BATCH, code=1), "all-in.toml")
    same_but(bag, "all-in")
    path.write_text(good, "utf-8")
    bag(*BATCH)
    same(bag)


def test_two_saves_of_one_game(bag: Command) -> None:
    games = bag.folder / "games"
    shutil.copy(games / "mixed.toml", games / "copy.toml")
    done = bag.json(*BATCH, code=1)
    assert done["faults"] == 2
    for name in ("copy.toml", "mixed.toml"):
        (fault,) = rows(done)[name]["faults"]
        assert "copy.toml" in fault["message"]
        assert "mixed.toml" in fault["message"]
    (games / "copy.toml").unlink()
    same_but(bag, "mixed")
    bag(*BATCH)
    same(bag)


def test_a_save_under_two_names(bag: Command) -> None:
    (bag.folder / "games" / "link.toml").symlink_to("mixed.toml")
    assert bag.json(*BATCH, code=1)["faults"] == 2
    (bag.folder / "games" / "link.toml").unlink()
    same_but(bag, "mixed")


def test_a_save_that_is_held(bag: Command) -> None:
    import fcntl

    with open(bag.folder / "games" / ".mixed.toml.lock", "wb") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        done = bag.json(*BATCH, code=1)
    assert "another command has held the save" in named(done, "mixed.toml")
    same_but(bag, "mixed")
    bag(*BATCH)
    same(bag)


def test_a_save_that_would_grow_too_large(bag: Command) -> None:
    """Its mails are not sent, what it was is kept, and the others go on."""
    path = bag.folder / "games" / "mixed.toml"
    swell(path, 1067)
    assert 999_000 < path.stat().st_size < 1_000_000
    before = path.read_bytes()
    assert "the save would grow" in named(bag.json(*BATCH, code=1), "mixed.toml")
    assert path.read_bytes() == before
    same_but(bag, "mixed")
    bag.json(*BATCH, code=1)
    same_but(bag, "mixed")


# Bad mails


def test_bad_mails(bag: Command) -> None:
    """They are named with their files, whatever they are, and no other mail is held up."""
    inbox = bag.folder / "in"
    (inbox / "00000a.eml").write_bytes(b"x" * 10_000_001)
    os.mkfifo(inbox / "00000b.eml")
    (inbox / "00000c.eml").symlink_to("nowhere")
    whole = (inbox / "00001.eml").read_bytes().replace(b"Message-ID: <", b"Message-ID: <x")
    (inbox / "00000d.eml").write_bytes(crowded(whole))
    (inbox / "00000e.eml").write_bytes(b"")
    (inbox / "00000f.eml").write_bytes(b"\0" * 1000)
    done = bag.json(*BATCH, code=1)
    looked_at = {Path(note["file"]).name: note["kind"] for note in done["look_at"]}
    for name in "abc":
        assert looked_at.pop(f"00000{name}.eml") == "unreadable"
    assert [looked_at.pop(f"00000{name}.eml") for name in "ef"] == ["no-token"] * 2
    places = " ".join(fault["place"] for row in done["rows"] for fault in row["faults"])
    assert "00000d.eml" in places
    assert done["faults"] == 4
    same(bag)


def test_a_mail_is_named_with_its_line(bag: Command) -> None:
    mails = [path.read_bytes() for path in sorted((bag.folder / "in").iterdir())]
    large = mails[0].replace(b"Message-ID: <", b"Message-ID: <x") + b"x\n" * 5_000_001
    as_mbox(bag.folder / "in.mbox", [*mails, large])
    before = (bag.folder / "in.mbox").read_bytes().partition(b"x\nx\n")[0].rpartition(b"From MAILER")[0]
    line = before.count(b"\n") + 1
    done = bag.json(*BATCH[:3], "--inbox", "in.mbox", "--outbox", "out", code=1)
    found = [(note["file"], note["line"]) for note in done["look_at"] if note["kind"] == "unreadable"]
    assert found == [("in.mbox", line)]
    same(bag)
