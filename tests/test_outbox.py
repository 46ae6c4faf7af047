"""The outbox: staged mails are hidden and on disk, published ones whole, in place, once, and for one reader."""

from __future__ import annotations

import os
import stat
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from processes import files, run_python
from test_boxes import contents, faults, maildir

from schrille_cli.kit import boxes
from schrille_cli.kit.mboxes import unquoted
from schrille_cli.kit.outbox import Outbox

KINDS = ("folder", "maildir", "mbox")
STAGING = {"folder": "out/.staged", "maildir": "out/schrille.staged", "mbox": ".out.mbox.staged"}
PLACE = {"folder": "out", "maildir": "out/new"}


def mail(number: int, text: str = "") -> bytes:
    head = f"From: m@example.org\nTo: a@example.org\nMessage-ID: <{number}@example.org>\n"
    return f"{head}Date: Sun, 30 Nov 2025 12:00:0{number} +0100\n\nhello {text}\n".encode()


def outbox(folder: Path, kind: str) -> Outbox:
    """An outbox of a kind, of which only a Maildir is there already."""
    if kind == "maildir" and not (folder / "out").exists():
        maildir(folder / "out")
    box = Outbox(str(folder / ("out.mbox" if kind == "mbox" else "out")))
    assert box.kind == kind
    return box


def out(box: Outbox) -> list[bytes]:
    """What other programs see in an outbox, none where there is none yet."""
    return [unquoted(data) for data in contents(Path(box.path))] if os.path.exists(box.path) else []


@pytest.mark.parametrize("kind", KINDS)
def test_mails_are_hidden_and_then_there(tmp_path: Path, kind: str) -> None:
    box = outbox(tmp_path, kind)
    mails = [mail(number) for number in range(12)]
    box.stage("abc", 7, mails)
    assert out(box) == []
    staged = files(tmp_path / STAGING[kind])
    assert staged == {f"abc.7.{index}": data for index, data in enumerate(mails, 1)}
    assert box.publish("abc", 6) == 0
    assert box.publish("ab", 7) == 0
    assert out(box) == []
    assert box.publish("abc", 7) == 12
    assert sorted(out(box)) == sorted(mails)
    assert files(tmp_path / STAGING[kind]) == {}
    assert box.publish("abc", 7) == 0
    assert Outbox(box.path).kind == kind
    if kind != "mbox":
        names = sorted(files(tmp_path / PLACE[kind]))
        assert names == sorted(f"abc-7-{index}.eml" for index in range(1, 13))


@pytest.mark.parametrize("kind", KINDS)
def test_mails_are_for_their_owner_only(tmp_path: Path, kind: str) -> None:
    before = os.umask(0)
    try:
        box = outbox(tmp_path, kind)
        box.stage("a", 1, [mail(1)])
        staged = {path: path.stat().st_mode for path in (tmp_path / STAGING[kind]).iterdir()}
        box.publish("a", 1)
    finally:
        os.umask(before)
    made = [*staged.values(), *(Path(found.path).stat().st_mode for found in boxes.mails(box.path))]
    assert [stat.S_IMODE(mode) for mode in made] == [0o600] * 2
    assert stat.S_IMODE((tmp_path / STAGING[kind]).stat().st_mode) == 0o700


@pytest.mark.parametrize("kind", KINDS)
def test_discarded_and_staged_again(tmp_path: Path, kind: str) -> None:
    box = outbox(tmp_path, kind)
    box.discard("a", 1)
    box.stage("a", 1, [mail(1)])
    box.stage("a", 2, [mail(2), mail(3)])
    box.stage("a1", 9, [mail(4)])
    box.discard("a", 1)
    assert {*files(tmp_path / STAGING[kind])} == {"a.1.1", "a1.9.1"}
    box.stage("a", 2, [mail(5), mail(6), mail(7)])
    box.stage("a", 2, [mail(8)])  # another process stopped before it came further
    box.stage("a", 10, [])
    assert box.publish("a", 2) == 2
    assert out(box) == [mail(1), mail(8)]
    assert box.publish("a1", 9) == 1


@pytest.mark.parametrize("group", ["", "A", "a.b", "../a", "a-b", "é"])
def test_groups_are_plain(tmp_path: Path, group: str) -> None:
    box = outbox(tmp_path, "folder")
    for call in (lambda: box.stage(group, 1, []), lambda: box.publish(group, 1), lambda: box.discard(group, 1)):
        with pytest.raises(ValueError, match=f"^{group}$"):
            call()


@pytest.mark.parametrize("kind", ["folder", "maildir"])
def test_nothing_is_written_over(tmp_path: Path, kind: str) -> None:
    box = outbox(tmp_path, kind)
    box.stage("a", 1, [mail(1), mail(2), mail(3)])
    place = tmp_path / PLACE[kind]
    (place / "a-1-1.eml").write_bytes(mail(1))
    (place / "a-1-2.eml").write_bytes(b"another")
    ((error, text),) = faults(lambda: box.publish("a", 1))
    assert error == "file"
    assert "a-1-2.eml" in text
    assert "another mail has the name" in text
    assert sorted(out(box)) == sorted([mail(1), b"another", mail(3)])  # the rest goes out
    (place / "a-1-2.eml").unlink()
    assert box.publish("a", 1) == 1
    assert out(box) == [mail(1), mail(2), mail(3)]


def test_what_is_no_outbox(tmp_path: Path) -> None:
    (tmp_path / "text").write_text("Dear all\n")
    os.mkfifo(tmp_path / "pipe")
    for name in ("text", "pipe", "missing/out", "missing/out.mbox", "text/out"):
        ((error, text),) = faults(lambda name=name: Outbox(str(tmp_path / name)))
        assert error == "file"
        assert str(tmp_path) in text
    assert {path.name for path in tmp_path.iterdir()} == {"text", "pipe"}


@pytest.mark.parametrize("name", ["new", "new/", "new.mbox", "new.mbox/"])
def test_what_is_missing_is_made_when_it_is_needed(tmp_path: Path, name: str) -> None:
    box = Outbox(str(tmp_path / name))
    assert not list(tmp_path.iterdir())
    box.discard("a", 0)
    assert box.publish("a", 1) == 0
    assert not list(tmp_path.iterdir())
    box.stage("a", 1, [mail(1)])
    assert box.publish("a", 1) == 1
    assert contents(tmp_path / name.rstrip("/")) == [mail(1)]
    assert (tmp_path / name.rstrip("/")).is_file() == ("mbox" in name)


def test_an_mbox_that_others_left(tmp_path: Path) -> None:
    """Whatever is at its end, the next mail begins as one; its mode stays."""
    for left, first in [
        (b"From a\nx", b"x\n"),
        (b"From a\nx\n", b"x\n"),
        (b"From a\r\nx\r\n\r\n", b"x\r\n"),
        (b"From a\nx\n\n", b"x\n"),
    ]:
        path = tmp_path / "out.mbox"
        path.write_bytes(left)
        path.chmod(0o640)
        box = Outbox(str(path))
        data = b"Subject: s\r\nDate: nonsense\r\n\r\nFrom here\r\n>From there\r\n>>From\r\n\r\n"
        box.stage("a", 1, [data, data])
        box.publish("a", 1)
        read = b"Subject: s\nDate: nonsense\n\n>From here\n>>From there\n>>From\n"
        assert contents(path) == [first, read, read]
        assert unquoted(read) == data.replace(b"\r\n", b"\n").rstrip() + b"\n"
        assert stat.S_IMODE(path.stat().st_mode) == 0o640
    text = path.read_bytes()
    assert text.count(b"From MAILER-DAEMON Thu Jan  1 00:00:00 1970\n") == 2
    box.stage("a", 1, [mail(1)])
    box.publish("a", 1)
    assert b"From MAILER-DAEMON Sun Nov 30 11:00:01 2025\n" in path.read_bytes()


def test_an_mbox_that_is_a_link(tmp_path: Path) -> None:
    (tmp_path / "deep").mkdir()
    (tmp_path / "deep" / "real").write_bytes(b"")
    (tmp_path / "out.mbox").symlink_to("deep/real")
    box = Outbox(str(tmp_path / "out.mbox"))
    box.stage("a", 1, [mail(1)])
    box.publish("a", 1)
    assert contents(tmp_path / "deep" / "real") == [mail(1)]
    assert (tmp_path / "out.mbox").is_symlink()


# A model

GROUPS = st.sampled_from(["a", "ab"])
NUMBERS = st.integers(1, 11)
STEPS = st.one_of(
    st.tuples(st.just("stage"), GROUPS, NUMBERS, st.lists(st.integers(0, 9), max_size=3)),
    st.tuples(st.sampled_from(["publish", "discard"]), GROUPS, NUMBERS, st.just([])),
)


@pytest.mark.parametrize("kind", KINDS)
def test_any_order_of_calls(tmp_path_factory: pytest.TempPathFactory, kind: str) -> None:
    @given(st.lists(STEPS, max_size=12))
    @settings(max_examples=60, deadline=None)
    def agrees(steps: list[tuple[str, str, int, list[int]]]) -> None:
        box = outbox(tmp_path_factory.mktemp("box"), kind)
        staged: dict[str, dict[int, list[bytes]]] = {"a": {}, "ab": {}}
        published: dict[str, int] = {"a": 0, "ab": 0}
        expected: list[bytes] = []
        for step, group, number, mails in steps:
            there = staged[group]
            if step == "stage":
                number = max(number, published[group] + 1)  # numbers never come again
                texts = [mail(one, f"{group} {number} {index}") for index, one in enumerate(mails)]
                box.stage(group, number, texts)
                staged[group] = {n: m for n, m in there.items() if n < number} | {number: texts}
            elif step == "publish":
                gone = [text for n in sorted(there) if n <= number for text in there.pop(n)]
                published[group] = max(published[group], number)
                assert box.publish(group, number) == len(gone)
                expected += gone
            else:
                box.discard(group, number)
                staged[group] = {n: m for n, m in there.items() if n <= number}
        found = out(box)
        assert (found if kind == "mbox" else sorted(found)) == (expected if kind == "mbox" else sorted(expected))

    agrees()


# Speed: folders of many mails are not looked through, and files are flushed together.

LISTED = """
import os, sys
from schrille_cli.kit.outbox import Outbox
box = Outbox(sys.argv[1])
box.stage("a", 1, [b"x"])
seen = []
sys.addaudithook(lambda event, args: seen.append(args[0]) if event in ("os.listdir", "os.scandir") else None)
box.publish("a", 0)
box.discard("a", 0)
box.stage("a", 1, [b"x"])
box.publish("a", 1)
print(*map(os.path.basename, seen))
"""


@pytest.mark.parametrize("kind", ["folder", "maildir"])
def test_only_the_staged_mails_are_listed(tmp_path: Path, kind: str) -> None:
    box = outbox(tmp_path, kind)
    done = run_python(tmp_path, LISTED, box.path)
    assert done.stdout.split() == [os.path.basename(STAGING[kind])] * 4, done.stderr


def test_it_can_be_sent_to_other_processes(tmp_path: Path) -> None:
    import pickle

    box: Outbox = pickle.loads(pickle.dumps(outbox(tmp_path, "folder")))
    box.stage("a", 1, [mail(1)])
    assert box.publish("a", 1) == 1


def test_two_processes_for_two_groups(tmp_path: Path) -> None:
    code = """
import sys
from schrille_cli.kit.outbox import Outbox
for number in range(1, 40):
    box = Outbox(sys.argv[1])
    text = f"Message-ID: <{sys.argv[2]}{number}>\\n\\n{number}\\n"
    box.stage(sys.argv[2], number, [text.encode()] * 2)
    assert box.publish(sys.argv[2], number) == 2
"""
    import subprocess
    import sys

    for name in ("out", "out.mbox"):
        both = [subprocess.Popen([sys.executable, "-c", code, tmp_path / name, group]) for group in "ab"]
        assert [process.wait(60) for process in both] == [0, 0]
        found = contents(tmp_path / name)
        assert len(found) == 2 * 2 * 39
        assert len({*found}) == 2 * 39


def test_what_stands_where_mails_are_to_be_staged_stays(tmp_path: Path) -> None:
    (tmp_path / "out").mkdir()
    (tmp_path / "out" / ".staged").write_text("mine")
    ((error, text),) = faults(lambda: outbox(tmp_path, "folder").stage("a", 1, [mail(1)]))
    assert (error, "Not a directory" in text) == ("file", True)
    assert (tmp_path / "out" / ".staged").read_text() == "mine"
