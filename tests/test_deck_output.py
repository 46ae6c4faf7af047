"""The deck file that is written: never over another one unasked, whole or not at all, nothing left beside it."""

from __future__ import annotations

import os
import resource
import signal
import stat
from pathlib import Path

import pytest
from conftest import ROOT, Command
from processes import files, finish, refused, run_python, start
from tables import exported, rows
from test_kill import KILLER

from schrille_cli.schrille import load_deck

NEW = ["deck", "new", "--csv", "box.csv", "-o", "deck.toml"]
OLD = "[bands]\n" + "".join(f'"Alt {number}" = "blue"\n' for number in range(14))


@pytest.fixture
def table(schrille: Command) -> Command:
    """The command in a folder with a table."""
    (schrille.folder / "box.csv").write_text(exported(rows(), ";"), "utf-8")
    return schrille


def test_no_lock_and_nothing_else_beside_it(table: Command) -> None:
    table(*NEW)
    assert sorted(files(table.folder)) == ["box.csv", "deck.toml"]


def test_an_existing_file_is_kept_or_refused(table: Command) -> None:
    path = table.folder / "deck.toml"
    path.write_text(OLD)
    said = refused(table, *NEW)
    assert "there is a file of that name already" in said
    assert "--force" in said
    path.chmod(0o640)
    answer = table.json(*NEW, "--force")
    kept = table.folder / "deck.toml~"
    assert answer["kept"] == str(kept)
    assert kept.read_text() == OLD
    assert [stat.S_IMODE(file.stat().st_mode) for file in (path, kept)] == [0o640, 0o640]
    assert len(load_deck(str(path)).bands) == 15
    (table.folder / "box.csv").write_text("Frost;pink\n")
    refused(table, *NEW, "--force")


def test_force_where_there_is_nothing(table: Command) -> None:
    assert table.json(*NEW, "--force")["kept"] == ""
    assert sorted(files(table.folder)) == ["box.csv", "deck.toml"]


def test_a_link_stays_one(table: Command) -> None:
    (table.folder / "real.toml").write_text(OLD)
    (table.folder / "deck.toml").symlink_to("real.toml")
    refused(table, *NEW)
    table(*NEW, "--force")
    assert (table.folder / "deck.toml").is_symlink()
    assert len(load_deck(str(table.folder / "real.toml")).bands) == 15
    assert (table.folder / "real.toml~").read_text() == OLD
    (table.folder / "deck.toml").unlink()
    (table.folder / "deck.toml").symlink_to("nowhere.toml")
    refused(table, *NEW)


@pytest.mark.parametrize(
    "path", ["", ".", "folder/", "folder", "no/folder/deck.toml", "box.csv/x", "a" * 300, "fifo"]
)
@pytest.mark.parametrize("force", [[], ["--force"]])
def test_what_no_file_can_be(table: Command, path: str, force: list[str]) -> None:
    (table.folder / "folder").mkdir()
    os.mkfifo(table.folder / "fifo")
    before = sorted(os.listdir(table.folder))
    said = refused(table, *NEW[:4], "-o", path, *force)
    assert "--game" not in said
    assert sorted(os.listdir(table.folder)) == before
    assert os.listdir(table.folder / "folder") == []


def test_a_file_name_that_is_not_text(table: Command) -> None:
    name = os.fsdecode(b"\xff\xfe.toml")
    assert "\\udcff" in table(*NEW[:4], "-o", name).stdout
    table("deck", "check", name)
    assert table.json("deck", "show", name)["bands"]


def test_a_disk_that_is_full(table: Command) -> None:
    (table.folder / "deck.toml").write_text(OLD)
    before = files(table.folder)

    def limit() -> None:
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (600, 600))

    for force in ("new.toml", "deck.toml"):
        args = [*NEW[:4], "-o", force, "--force"]
        ((code, out, err),) = finish([start(table.folder, *args, preexec_fn=limit)])
        assert (code, out) == (1, "")
        assert "File too large" in err
        after = files(table.folder)
        after.pop("deck.toml~", None)
        assert after == before


def test_an_answer_that_cannot_be_printed(table: Command) -> None:
    with open("/dev/full", "wb") as full:
        process = start(table.folder, *NEW, stdout=full)
        _out, err = process.communicate(timeout=30)
    assert process.returncode == 1
    assert b"the deck file is written" in err
    assert len(load_deck(str(table.folder / "deck.toml")).bands) == 15


@pytest.mark.parametrize("force", [[], ["--force"]])
def test_killed_before_every_call_that_concerns_files(table: Command, force: list[str]) -> None:
    path = table.folder / "deck.toml"
    table(*NEW)
    after = path.read_bytes()
    path.unlink()
    seen = set()
    for point in range(60):
        if force:
            path.write_text(OLD)
        done = run_python(table.folder, KILLER, str(point), *NEW, *force)
        now = path.read_bytes() if path.exists() else b""
        assert now in (after, OLD.encode() if force else b"")
        seen.add(now == after)
        path.unlink(missing_ok=True)
        if done.returncode != -signal.SIGKILL:
            assert now == after
            break
    assert seen == {False, True}
    names = set(files(table.folder)) - {"box.csv", "deck.toml~"}
    assert all(name.startswith(".deck.toml") and name.endswith(".tmp") for name in names)


def test_the_example_can_be_written_again(schrille: Command, tmp_path: Path) -> None:
    """A deck file that was written by hand comes out of a table of it as the same deck."""
    example = str(ROOT / "examples" / "deck.toml")
    labels = schrille.json("deck", "show", example)["labels"]
    words = [word for label in labels for word in ("--label", f"{label['name']}={label['colour']}")]
    shown = schrille("deck", "show", example, "--format", "tsv").stdout
    schrille("deck", "new", "--csv", "-", "-o", "deck.toml", *words, input=shown)
    assert load_deck(str(tmp_path / "deck.toml")) == load_deck(example)
