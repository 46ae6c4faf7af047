"""Boxes of mail: what is found in a Maildir, an mbox or a folder, and what is odd there; nothing is changed."""

from __future__ import annotations

import fcntl
import io
import mailbox
import os
import socket
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from processes import run_python

from schrille_cli.kit import boxes, mboxes
from schrille_cli.schrille import GameError

MAIL = b"From: a@example.org\nSubject: x\n\nhello\n"


def maildir(folder: Path) -> Path:
    """An empty Maildir."""
    for name in ("cur", "new", "tmp"):
        (folder / name).mkdir(parents=True)
    return folder


def mbox(path: Path, text: bytes) -> Path:
    path.write_bytes(text)
    return path


def contents(box: Path) -> list[bytes]:
    return [boxes.read(found) for found in boxes.mails(str(box))]


def faults(call: Callable[[], object]) -> list[tuple[str, str]]:
    """Kinds and texts of what is wrong."""
    with pytest.raises(GameError) as caught:
        call()
    return [(fault.kind, str(fault)) for fault in caught.value.faults]


# Folders


def test_a_folder(tmp_path: Path) -> None:
    for name in ("b.eml", "a.EML", "c.Eml"):
        (tmp_path / name).write_bytes(name.encode())
    for name in (".hidden.eml", "d.txt", "eml", "e.eml.tmp"):
        (tmp_path / name).write_bytes(b"no")
    (tmp_path / "deep.eml").mkdir()
    (tmp_path / "deep.eml" / "x.eml").write_bytes(b"no")
    (tmp_path / "link.eml").symlink_to("b.eml")
    found = list(boxes.mails(str(tmp_path)))
    assert [os.path.basename(one.path) for one in found] == ["a.EML", "b.eml", "c.Eml", "link.eml"]
    assert [one[1:] for one in found] == [(0, 5, 1)] * 4
    assert contents(tmp_path) == [b"a.EML", b"b.eml", b"c.Eml", b"b.eml"]


def test_things_that_are_no_files_do_not_stop_it(tmp_path: Path) -> None:
    (tmp_path / "a.eml").write_bytes(MAIL)
    os.mkfifo(tmp_path / "b.eml")
    (tmp_path / "c.eml").symlink_to("missing")
    (tmp_path / "d.eml").symlink_to("/dev/zero")
    with socket.socket(socket.AF_UNIX) as server:
        os.chdir(tmp_path)  # the name of a socket is short
        server.bind("e.eml")
    first, *rest = boxes.mails(str(tmp_path))
    assert boxes.read(first) == MAIL
    assert len(rest) == 4
    said = [faults(lambda found=found: boxes.read(found))[0] for found in rest]
    assert [kind for kind, _text in said] == ["file", "mail", "file", "file"]
    assert [letter in text for letter, (_kind, text) in zip("bcde", said, strict=True)] == [True] * 4


def test_a_mail_that_is_too_large(tmp_path: Path) -> None:
    path = tmp_path / "a.eml"
    path.write_bytes(b"x" * 101)
    (found,) = boxes.mails(str(tmp_path))
    assert boxes.read(found, 101) == b"x" * 101
    for length in (101, 0):  # it may have grown meanwhile
        (kind, text), *none = faults(lambda length=length: boxes.read(found._replace(length=length), 100))
        assert (kind, none) == ("mail", [])
        assert "larger than 100 bytes" in text
    path.touch()
    os.truncate(path, 2 * boxes.MOST_BYTES)
    assert "larger than 10,000,000 bytes" in faults(lambda: boxes.read(found))[0][1]


@pytest.mark.parametrize("name", ["missing", "missing/deep", "pipe", "text.txt", "a\0b", ""])
def test_what_is_no_box(tmp_path: Path, name: str) -> None:
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "text.txt").write_text("Dear all,\n\nFrom now on\n")
    ((kind, text),) = faults(lambda: boxes.mails(str(tmp_path / name) if name else ""))
    assert kind == "file"
    if name not in ("a\0b", "pipe"):
        assert "name a Maildir, an mbox, or a folder" in text


@pytest.mark.skipif(os.geteuid() == 0, reason="nothing is closed to root")
def test_what_may_not_be_read(tmp_path: Path) -> None:
    (tmp_path / "a.eml").write_bytes(MAIL)
    (tmp_path / "a.eml").chmod(0)
    (found,) = boxes.mails(str(tmp_path))
    assert faults(lambda: boxes.read(found))[0][0] == "file"
    tmp_path.chmod(0)
    assert faults(lambda: boxes.mails(str(tmp_path)))[0][0] == "file"
    tmp_path.chmod(0o700)


# Maildirs


def test_a_maildir(tmp_path: Path) -> None:
    box = maildir(tmp_path / "box")
    for name in ("new/3.a.host", "cur/1.b.host:2,S", "new/2.c.host,S=9", "cur/.hidden", "tmp/0.d.host"):
        (box / name).write_bytes(name.encode())
    (box / "cur" / "folder").mkdir()
    assert contents(box) == [b"cur/1.b.host:2,S", b"new/2.c.host,S=9", b"new/3.a.host"]


@pytest.mark.parametrize("now", ["cur/1.a.host:2,", "cur/1.a.host:2,S", "cur/1.a.host:2,FRS", "cur/1.a.host"])
def test_a_mail_that_is_moved_meanwhile(tmp_path: Path, now: str) -> None:
    box = maildir(tmp_path / "box")
    (box / "new" / "1.a.host").write_bytes(MAIL)
    (box / "cur" / "1.a.hostile:2,S").write_bytes(b"another")
    first, _another = boxes.mails(str(box))
    (box / "new" / "1.a.host").rename(box / now)
    assert boxes.read(first) == MAIL
    with pytest.raises(GameError, match="larger than 5"):
        boxes.read(first._replace(length=0), 5)
    (box / now).unlink()
    ((kind, text),) = faults(lambda: boxes.read(first))
    assert kind == "mail"
    assert "not there any more" in text


MOVING = """
import os, sys
from schrille_cli.kit import boxes
box = sys.argv[1]
listed = []
def look(event, args):
    if event == "os.scandir":
        listed.append(args[0])
        if len(listed) == 2:
            os.rename(f"{box}/new/1.a", f"{box}/cur/1.a:2,S")
sys.addaudithook(look)
print([boxes.read(found) for found in boxes.mails(box)])
"""


def test_a_mail_that_is_moved_while_the_folders_are_listed(tmp_path: Path) -> None:
    box = maildir(tmp_path / "box")
    (box / "new" / "1.a").write_bytes(b"x")
    assert run_python(tmp_path, MOVING, str(box)).stdout == "[b'x']\n"
    assert (box / "cur" / "1.a:2,S").exists()


def test_a_mail_that_is_seen_in_both_folders_is_one(tmp_path: Path) -> None:
    box = maildir(tmp_path / "box")
    (box / "new" / "1.a.host").write_bytes(MAIL)
    (box / "cur" / "1.a.host:2,S").write_bytes(MAIL)
    assert contents(box) == [MAIL]


# Files mbox

PIECES = [
    b"From ",
    b"From a@b Mon\n",
    b"\n",
    b"\n\n",
    b"\r\n",
    b">From x\n",
    b"Subject: y\n",
    b"text\n",
    b"z",
    b"Fr",
]


def naive(text: bytes) -> list[bytes]:
    """The mails of an mbox by lines, as the format is described."""
    mails: list[list[bytes]] = []
    empty = True
    for line in io.BytesIO(text):
        if empty and line.startswith(b"From ") and line.endswith(b"\n") and len(line) < 990:
            mails.append([])
        elif mails:
            mails[-1].append(line)
        empty = line in (b"\n", b"\r\n")
    for lines in mails:
        if lines and lines[-1] in (b"\n", b"\r\n"):
            lines.pop()
    return [b"".join(lines) for lines in mails]


@given(st.lists(st.sampled_from(PIECES)), st.integers(1, 40))
@settings(max_examples=400, deadline=None)
def test_an_mbox_in_pieces_of_any_size(pieces: list[bytes], size: int) -> None:
    text = b"From \n" + b"".join(pieces)
    whole = io.BytesIO(text)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(mboxes, "CHUNK", size)
        found = list(mboxes.spans(whole))
    assert [text[span.start : span.end] for span in found] == naive(text)
    for span in found:
        assert text[span.separator :].startswith(b"From ")
        assert text.count(b"\n", 0, span.separator) + 1 == span.line
        assert text.find(b"\n", span.separator) + 1 == span.start


@given(st.lists(st.sampled_from(PIECES)))
@settings(max_examples=100, deadline=None)
def test_what_is_found_is_read(pieces: list[bytes]) -> None:
    text = b"From \n" + b"".join(pieces)
    path = Path("/dev/shm" if os.path.isdir("/dev/shm") else "/tmp") / f"box-{os.getpid()}"
    try:
        path.write_bytes(text)
        assert contents(path) == naive(text)
        for found in boxes.mails(str(path)):
            assert found.place.endswith(f", line {found.line}")
    finally:
        path.unlink()


def test_other_programs_write_the_same_format(tmp_path: Path) -> None:
    path = tmp_path / "box"
    theirs = mailbox.mbox(str(path))
    for number in range(3):
        theirs.add(MAIL + b"%d\n\nFrom me\n" % number)
    theirs.close()
    assert contents(path) == [MAIL + b"%d\n\n>From me\n" % number for number in range(3)]


@pytest.mark.parametrize("text", [b"", b"\n", b"\r\n\n"])
def test_an_empty_mbox(tmp_path: Path, text: bytes) -> None:
    assert contents(mbox(tmp_path / "box", text)) == []


def test_a_line_of_no_end_needs_no_memory(tmp_path: Path) -> None:
    path = tmp_path / "box"
    with path.open("wb") as file:
        for number in range(2):
            file.write(b"From a\nSubject: %d\n\n" % number)
            file.seek(100_000_000, os.SEEK_CUR)  # zeros, which a disk does not keep
            file.write(b"\n\n")
    code = """
import resource, sys
from schrille_cli.kit import boxes
before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
print([found.length for found in boxes.mails(sys.argv[1])])
print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before)
"""
    lengths, grown = run_python(tmp_path, code, str(path)).stdout.splitlines()
    assert lengths == "[100000013, 100000013]"
    assert int(grown) < 20_000


def change(text: bytes, old: bytes, new: bytes) -> bytes:
    assert old in text
    return text.replace(old, new)


@pytest.mark.parametrize(
    ("old", "new", "there"),
    [
        (b"hello", b"hello", [True, True]),
        (b"two\n", b"two\n\nFrom c\n\nthree\n", [True, True]),  # delivered meanwhile
        (b"one\n\n", b"", [False, False]),
        (b"From a", b"From abc", [False, False]),
        (b"two\n", b"two, and more\n", [True, False]),
        (b"two\n", b"tw", [True, False]),
        (b"b\nhello two", b"bbb\nhello w", [True, False]),
    ],
)
def test_an_mbox_that_is_changed_meanwhile(tmp_path: Path, old: bytes, new: bytes, there: list[bool]) -> None:
    text = b"From a\nhello one\n\nFrom b\nhello two\n"
    path = mbox(tmp_path / "box", text)
    found = list(boxes.mails(str(path)))
    path.write_bytes(change(text, old, new))
    for one, data, still in zip(found, [b"hello one\n", b"hello two\n"], there, strict=True):
        if still:
            assert boxes.read(one) == data
        else:
            assert faults(lambda one=one: boxes.read(one))[0][0] == "mail"
    path.unlink()
    assert faults(lambda: boxes.read(found[0]))[0][0] == "mail"


def test_an_mbox_is_not_read_while_another_program_writes_to_it(tmp_path: Path) -> None:
    path = mbox(tmp_path / "box", b"From a\nx\n")
    code = """
import fcntl, sys, time
with open(sys.argv[1], "r+b") as file:
    fcntl.lockf(file, fcntl.LOCK_EX)
    print("locked", flush=True)
    time.sleep(0.5)
    file.seek(0, 2)
    file.write(b"\\nFrom b\\ny\\n")
"""
    import subprocess
    import sys

    with subprocess.Popen([sys.executable, "-c", code, path], stdout=subprocess.PIPE) as other:
        assert other.stdout
        other.stdout.readline()
        assert contents(path) == [b"x\n", b"y\n"]
    with path.open("r+b") as file:
        fcntl.lockf(file, fcntl.LOCK_SH)  # others that only read
        assert len(contents(path)) == 2


# Nothing is changed


def test_a_box_is_only_read(tmp_path: Path) -> None:
    box = maildir(tmp_path / "box")
    (box / "new" / "1.a").write_bytes(MAIL)
    (box / "cur" / "2.b:2,").write_bytes(MAIL)
    mbox(tmp_path / "mbox", b"From a\n" + MAIL)
    (tmp_path / "a.eml").write_bytes(MAIL)

    def state() -> list[tuple[str, int, int]]:
        paths = sorted(tmp_path.rglob("*"))
        return [(str(path), path.stat().st_mtime_ns, path.stat().st_ctime_ns) for path in paths]

    before = state()
    assert [len(contents(path)) for path in (box, tmp_path / "mbox", tmp_path)] == [2, 1, 1]
    assert state() == before
