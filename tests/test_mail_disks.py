"""Full disks, limits, and what may not be touched: nothing else is stopped, and mended, all comes right."""

from __future__ import annotations

import json
import os
import resource
import shutil
import subprocess
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path

import pytest
from conftest import SCHRILLE, Command, environment
from postbags import NOW, all_sent, box, run, texts
from processes import finish, start
from test_full_disk import fill
from test_mail_faults import BATCH, crowded, named, same, same_but, swell, with_calm

from schrille_cli.schrille.mail.batch import Row


@pytest.fixture
def bag(schrille: Command) -> Command:
    """Games with an inbox, and beside them what one batch makes of them."""
    return with_calm(schrille)


@pytest.fixture
def disk(bag: Command) -> Iterator[Path]:
    """A small disk, with room for 64 files."""
    folder = bag.folder / "full"
    folder.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", "size=256k", "none", str(folder)]
    if os.geteuid() != 0 or subprocess.run(mount, capture_output=True).returncode:
        pytest.skip("nothing can be mounted here")
    try:
        yield folder
    finally:
        subprocess.run(["umount", str(folder)], check=True)


def test_a_missing_inbox(bag: Command) -> None:
    before = texts(bag.folder / "games")
    done = bag("mail", "batch", "games", "--inbox", "nowhere", "--outbox", "out", code=1)
    assert "nowhere" in done.stderr
    assert texts(bag.folder / "games") == before
    assert not (bag.folder / "out").exists()


@pytest.mark.parametrize("name", ["text", "pipe", "missing/out"])
@pytest.mark.parametrize("jobs", ["1", "2"])
def test_what_is_no_outbox(bag: Command, name: str, jobs: str) -> None:
    (bag.folder / "text").write_text("Dear all\n")
    os.mkfifo(bag.folder / "pipe")
    before = texts(bag.folder / "games")
    done = bag(*BATCH[:5], "--outbox", name, "--jobs", jobs, code=1)
    assert name.partition("/")[0] in done.stderr
    assert texts(bag.folder / "games") == before
    bag(*BATCH)
    same(bag)


@pytest.mark.parametrize("kind", ["folder", "maildir", "mbox"])
def test_an_outbox_on_a_full_disk(bag: Command, disk: Path, kind: str) -> None:
    before = texts(bag.folder / "games")
    out = box(disk, kind)
    out.mkdir(exist_ok=True) if kind == "folder" else None
    fill(disk)
    done = bag.json(*BATCH[:5], "--outbox", str(out), code=1)
    assert done["faults"] == 3
    assert all("No space left" in row["faults"][0]["message"] for row in done["rows"])
    assert texts(bag.folder / "games") == before
    (disk / "filler").unlink()
    assert bag.json(*BATCH[:5], "--outbox", str(out))["mails"] == len(all_sent(bag.folder / "calm" / "out"))
    assert all_sent(out) == all_sent(bag.folder / "calm" / "out")
    assert texts(bag.folder / "games") == texts(bag.folder / "calm" / "games")


def test_saves_on_a_full_disk(bag: Command, disk: Path) -> None:
    shutil.copytree(bag.folder / "games", disk / "games")
    for name in texts(disk / "games"):
        (disk / "games" / f".{name}.toml.lock").touch()
    before = texts(disk / "games")
    fill(disk)
    done = bag.json("mail", "batch", "full/games", *BATCH[3:], code=1)
    assert done["faults"] == 3
    assert done["mails"] == 0
    assert all("No space left" in row["faults"][0]["message"] for row in done["rows"])
    assert texts(disk / "games") == before
    assert all_sent(bag.folder / "out") == {}
    (disk / "filler").unlink()
    bag("mail", "batch", "full/games", *BATCH[3:])
    same(bag, disk / "games")


def test_a_disk_that_is_full_between_the_save_and_the_mails(bag: Command, disk: Path) -> None:
    """An mbox takes room once more when mails go into it; they stay hidden until there is some."""
    calm = all_sent(bag.folder / "calm" / "out")
    out = disk / "out.mbox"
    found = set()
    for free in range(8, 32, 2):
        games = bag.folder / f"games{free}"
        shutil.copytree(bag.folder / "games", games)
        (disk / "filler").write_bytes(bytes((64 - free) * 4096))
        first = run(games, bag.folder / "in", out)
        there = all_sent(out)
        saved = [name for name, text in texts(games).items() if text != texts(bag.folder / "games")[name]]
        found.add((len(saved), len([row for row in first if row.faults]), bool(there)))
        assert sum(row.mails for row in first) == len(there)
        (disk / "filler").unlink()
        rest = run(games, bag.folder / "in", out, NOW + timedelta(hours=1))
        assert [row.faults for row in rest] == [()] * 3
        assert len(there) + sum(row.mails for row in rest) == len(calm)
        assert all_sent(out) == calm
        assert texts(games) == texts(bag.folder / "calm" / "games")
        shutil.rmtree(disk / ".out.mbox.staged")
        out.unlink()
    assert any(saved and saved + faulty > 3 for saved, faulty, _ in found)  # saved, and its mails waited
    assert any(there and faulty for _, faulty, there in found)


def test_a_file_may_not_grow(bag: Command) -> None:
    """One save is larger than files may be, and the others are not."""
    path = bag.folder / "games" / "mixed.toml"
    swell(path, 70)
    before = path.read_bytes()

    def bind() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (50_000, 50_000))

    ((code, out, err),) = finish([start(bag.folder, *BATCH, "--json", preexec_fn=bind)])
    assert (code, "File too large" in named(json.loads(out), "mixed.toml")) == (1, True), err
    assert path.read_bytes() == before
    same_but(bag, "mixed")


@pytest.mark.parametrize("what", ["games/mixed.toml", "games", "out", "in/00001.eml", "in"])
def test_what_may_not_be_touched(bag: Command, what: str) -> None:
    """A save or a mail that may not be read, folders that may not be written to."""
    (bag.folder / "out").mkdir()
    started = [SCHRILLE, *BATCH]
    if os.geteuid() == 0:  # who may do anything, unless that is taken away
        started = ["setpriv", "--bounding-set=-dac_override,-dac_read_search", *started]
        if not shutil.which("setpriv"):
            pytest.skip("root may touch anything")
    before = (bag.folder / what).stat().st_mode & 0o777
    (bag.folder / what).chmod(0o000 if what.startswith("in") or what.endswith("toml") else 0o500)
    done = subprocess.run(started, cwd=bag.folder, env=environment(), capture_output=True, text=True, check=False)
    (bag.folder / what).chmod(before)
    assert done.returncode == 1
    assert "Traceback" not in done.stderr
    assert Path(what).name in done.stdout + done.stderr
    if what == "games/mixed.toml":
        same_but(bag, "mixed")
    else:
        assert (
            texts(bag.folder / "games") == texts(bag.folder / "calm" / "games")
            or "out" in what
            or what in ("games", "in")
        )
    bag(*BATCH)
    same(bag)


def test_no_room_for_the_register(bag: Command, disk: Path) -> None:
    """What a batch keeps beside, in the folder for temporary files, finds no room: nothing is begun."""
    (disk / "filler").write_bytes(bytes(62 * 4096))  # room for hardly more than the names of files
    before = texts(bag.folder / "games")
    assert "TMPDIR" in bag(*BATCH, code=1, env=environment(TMPDIR=str(disk))).stderr
    assert texts(bag.folder / "games") == before
    (disk / "filler").unlink()
    bag(*BATCH)
    same(bag)


def test_a_row_keeps_all_that_went_wrong(bag: Command) -> None:
    """A mail that cannot be read, and then a save that cannot be written."""
    (bag.folder / "games" / ".all-in.toml.tmp").mkdir()
    mail = bag.folder / "in" / "00001.eml"
    mail.write_bytes(crowded(mail.read_bytes()))
    row: Row = run(bag.folder / "games", bag.folder / "in", bag.folder / "out", NOW)[0]
    assert [fault.kind for fault in row.faults] == ["mail", "file"]
    assert (row.phase, row.mails, row.done) == ("", 0, ())
