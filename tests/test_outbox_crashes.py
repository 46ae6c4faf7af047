"""Crashes at every call that concerns files, torn writes, full disks: no mail is lost, doubled or half there."""

from __future__ import annotations

import json
import shutil
import tempfile
from pathlib import Path

import pytest
from processes import MEMORY, files, run_python
from test_full_disk import fill, full_disk  # noqa: F401 - a fixture
from test_outbox import KINDS, STAGING, faults, mail, out, outbox

from schrille_cli.kit import files as kit_files
from schrille_cli.kit.mboxes import Journal, written
from schrille_cli.kit.outbox import Outbox

# A mailing as its writer makes it: what was not finished is, then mails are staged, their number is noted, and
# they are published. Each run is killed before the n-th call, and the next one, where wanted, some calls earlier.
DRIVER = """
import json, os, pathlib, shutil, signal, sys
from schrille_cli.kit import boxes, files
from schrille_cli.kit.outbox import Outbox
folder, path, kind, start = pathlib.Path(sys.argv[1]), sys.argv[2], sys.argv[3], int(sys.argv[4])
NAMES = ("open", "fsync", "rename", "replace", "unlink", "mkdir", "write", "ftruncate", "chmod", "close")

def mails(number):
    return [f"Message-ID: <{number}.{k}>\\n\\n{number} {k}\\n".encode() for k in (1, 2, 3)]

def mailing(last):
    done = int((folder / "save").read_text())
    outbox = Outbox(path)
    outbox.publish("a", done)
    outbox.discard("a", done)
    while done < last:
        done += 1
        outbox.stage("a", done, mails(done)[: 3 if done > 1 else 2])
        files.put(str(folder), "save", str(done).encode())
        outbox.publish("a", done)

def killed(point, run):
    pid = os.fork()
    if pid:
        return os.waitpid(pid, 0)[1]
    calls = 0
    def wrap(name):
        real = getattr(os, name)
        def call(*args, **kwargs):
            nonlocal calls
            if calls == point:
                os.kill(os.getpid(), signal.SIGKILL)
            calls += 1
            return real(*args, **kwargs)
        setattr(os, name, call)
    try:
        for name in NAMES:
            wrap(name)
        run()
    except BaseException:
        import traceback
        traceback.print_exc()
        os._exit(1)
    os._exit(0)

for point in range(start, 400):
    for inner in folder.iterdir():
        shutil.rmtree(inner) if inner.is_dir() else inner.unlink()
    if kind == "maildir":
        for name in ("cur", "new", "tmp"):
            os.makedirs(os.path.join(path, name))
    (folder / "save").write_text("0")
    status = killed(point, lambda: mailing(2))
    assert status in (0, 9), status
    if start:
        assert killed(point - start, lambda: mailing(2)) in (0, 9)
    assert killed(10**6, lambda: mailing(2)) == 0
    there = [boxes.read(found).decode() for found in boxes.mails(path)]
    left = [name for name in os.listdir(Outbox(path).staging)]
    print(json.dumps([there, left]))
    if not status:
        break
"""


@pytest.mark.parametrize("again", [0, 20])
@pytest.mark.parametrize("kind", KINDS)
def test_killed_before_every_call_that_concerns_files(kind: str, again: int) -> None:
    """A second run ends as one that was never killed; also where that is killed, too, a few calls earlier."""
    with tempfile.TemporaryDirectory(dir=MEMORY) as name:
        folder = Path(name)
        path = folder / ("out.mbox" if kind == "mbox" else "out")
        done = run_python(Path(__file__).parent, DRIVER, name, str(path), kind, str(again))
    assert done.returncode == 0, done.stderr
    states = [json.loads(line) for line in done.stdout.splitlines()]
    assert len(states) > 30 - again
    texts = [
        f"Message-ID: <{number}.{k}>\n\n{number} {k}\n"
        for number, most in ((1, 2), (2, 3))
        for k in range(1, most + 1)
    ]
    for there, left in states:
        assert there == texts
        assert left == []
    assert len(states) < 200


# What is on disk when

TRACER = """
import os, sys
from schrille_cli.kit.outbox import Outbox
box = Outbox(sys.argv[1])
def wrap(name):
    real = getattr(os, name)
    def call(*args, **kwargs):
        where = os.readlink(f"/proc/self/fd/{args[0]}") if name == "fsync" else args[0]
        print(name, os.path.basename(where), flush=True)
        return real(*args, **kwargs)
    setattr(os, name, call)
for name in ("fsync", "rename", "replace", "unlink"):
    wrap(name)
box.stage("a", 1, [b"x", b"y", b"z"])
print("staged", flush=True)
box.publish("a", 1)
box.flush()
"""


@pytest.mark.parametrize("kind", KINDS)
def test_flushed_in_order(tmp_path: Path, kind: str) -> None:
    """Staged mails and their names are on disk first; what is deleted is so only when its copy is on disk."""
    box = outbox(tmp_path, kind)
    box.make()
    lines = run_python(tmp_path, TRACER, box.path).stdout.splitlines()
    staged, published = lines[: lines.index("staged")], lines[lines.index("staged") + 1 :]
    folder = Path(STAGING[kind]).name
    assert sorted(staged[:3]) == ["fsync a.1.1", "fsync a.1.2", "fsync a.1.3"]
    assert staged[3:] == [f"fsync {folder}"]
    names = ("a.1.1", "a.1.2", "a.1.3")
    if kind == "mbox":
        note = ["unlink .append.tmp", "fsync .append.tmp", "replace .append.tmp", f"fsync {folder}"]
        done = [*(f"unlink {name}" for name in names), f"fsync {folder}", "unlink append", f"fsync {folder}"]
        assert published == [*note, "fsync out.mbox", *done]
    else:
        assert published == [*(f"rename {name}" for name in names), f"fsync {Path(box.folder).name}"]


# Torn writes to an mbox

TORN = """
import os, signal, sys
from schrille_cli.kit.outbox import Outbox
box = Outbox(sys.argv[1])
unlink = os.unlink
def killing(path, *args, **kwargs):
    if os.path.basename(path).startswith(sys.argv[2]):
        os.kill(os.getpid(), signal.SIGKILL)
    return unlink(path, *args, **kwargs)
os.unlink = killing
box.publish("a", 1)
"""


@pytest.mark.parametrize("at", ["a.1.1", "append"])
@pytest.mark.parametrize("before", [b"", b"From x\nold\n\n", b"From x\nold, no end"])
def test_an_append_that_reached_the_disk_in_part(tmp_path: Path, before: bytes, at: str) -> None:
    path = tmp_path / "out.mbox"
    path.write_bytes(before)
    box = outbox(tmp_path, "mbox")
    box.stage("a", 1, [mail(1), mail(2)])
    assert run_python(tmp_path, TORN, box.path, at).returncode == -9
    whole = path.read_bytes()
    assert whole.endswith(written(mail(1)) + written(mail(2)))
    kept = tmp_path / "kept"
    shutil.copytree(tmp_path / STAGING["mbox"], kept)
    assert "append" in files(kept)
    for cut in range(len(before), len(whole) + 1):
        for zeros in (0, 1, len(whole) - cut):
            shutil.rmtree(box.staging)
            shutil.copytree(kept, box.staging)
            path.write_bytes(whole[:cut] + bytes(zeros if cut < len(whole) else 0))
            Outbox(box.path).publish("b", 1)  # has nothing to publish itself
            Outbox(box.path).publish("a", 1)
            with Outbox(box.path).locked():
                pass
            assert path.read_bytes() == whole
            assert files(Path(box.staging)) == {}


@pytest.mark.parametrize(
    "made",
    [
        b"",
        b"From y\nMessage-ID: <9>\n\nanother\n\n",
        written(mail(2)),
        written(mail(2)) + b"From y\nanother\n\n",
        written(mail(1)) + written(mail(2)),
        written(mail(0)) * 9,
    ],
)
def test_an_mbox_that_another_program_changes_after_a_crash(tmp_path: Path, made: bytes) -> None:
    """Mails that are there are not appended again; the others are."""
    path = tmp_path / "out.mbox"
    path.write_bytes(b"From x\nold\n\n")
    box = outbox(tmp_path, "mbox")
    box.stage("a", 1, [mail(1), mail(2)])
    assert run_python(tmp_path, TORN, box.path, "append").returncode == -9
    path.write_bytes(made)
    with Outbox(box.path).locked():
        pass
    now = path.read_bytes()
    assert now.startswith(made)
    assert [out(box).count(mail(number)) for number in (1, 2)] == [1, 1]
    assert files(Path(box.staging)) == {}


def test_an_append_in_another_s_place_can_be_torn_too(tmp_path: Path) -> None:
    """What is missing is appended by a note of its own."""
    path, notes = tmp_path / "box", tmp_path / "notes"
    notes.mkdir()
    path.write_bytes(b"")
    Journal(str(path), str(notes)).append([mail(1)])
    assert files(notes) == {}
    note = b'{"size": 5000, "done": ["x"]}\n' + written(mail(1)) + written(mail(2))
    kit_files.put(str(notes), "append", note)
    (notes / "x").write_bytes(b"")
    Journal(str(path), str(notes)).heal()
    assert path.read_bytes() == written(mail(1)) + written(mail(2))
    assert files(notes) == {}


# Full disks


@pytest.mark.parametrize("kind", KINDS)
def test_a_full_disk(full_disk: object, tmp_path: Path, kind: str) -> None:  # noqa: F811
    folder = tmp_path / "full"
    if not folder.is_mount():
        pytest.skip("nothing can be mounted here")
    box = outbox(folder, kind)
    box.stage("a", 1, [mail(1), mail(2)])
    box.publish("a", 1)
    box.stage("a", 2, [mail(3)])
    before = out(box)
    fill(folder)
    ((error, text),) = faults(lambda: box.stage("b", 1, [mail(4), b"x" * 20_000]))
    assert (error, "No space left" in text) == ("file", True)
    assert "no mail is lost" in text
    assert {*files(folder / STAGING[kind])} == {"a.2.1"}
    if kind == "mbox":
        ((error, text),) = faults(lambda: box.publish("a", 2))
        assert (error, "No space left" in text) == ("file", True)
        assert {*files(folder / STAGING[kind])} == {"a.2.1"}
    assert out(box) == before
    (folder / "filler").unlink()
    assert box.publish("a", 2) == 1
    assert out(box) == [mail(1), mail(2), mail(3)]
    assert files(folder / STAGING[kind]) == {}


def test_a_disk_that_is_full_in_the_midst_of_an_mbox(full_disk: object, tmp_path: Path) -> None:  # noqa: F811
    """What could be appended is taken back."""
    folder = tmp_path / "full"
    if not folder.is_mount():
        pytest.skip("nothing can be mounted here")
    box = outbox(folder, "mbox")
    large = mail(1) + b"x\n" * 6_000
    box.stage("a", 1, [large])
    (folder / "filler").write_bytes(b"x" * 8 * 4096)  # room for the note, and not for the mail
    before = Path(box.path).read_bytes()
    ((error, text),) = faults(lambda: box.publish("a", 1))
    assert (error, "No space left" in text) == ("file", True)
    assert Path(box.path).read_bytes() == before
    assert {*files(folder / STAGING["mbox"])} == {"a.1.1"}
    (folder / "filler").unlink()
    assert box.publish("a", 1) == 1
    assert out(box) == [large]
