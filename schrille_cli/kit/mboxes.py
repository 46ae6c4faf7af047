"""The file format mbox: where its mails begin, how they are written in it, and appending that a crash cannot tear.

Python's own module ``mailbox`` holds whole lines and mails in memory however long they are, takes every line that
begins with "From " for the start of a mail, and writes without regard to crashes; hence this one.
"""

from __future__ import annotations

import hashlib
import json
import os
import re
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from io import BytesIO
from typing import Any, BinaryIO, NamedTuple

from . import files

CHUNK = 1 << 20
REACH = 1000  # bytes, more than the longest line that begins a mail
# A line "From …" behind an empty line; the end of the line before is a part of it, the own one is not.
SEPARATOR = re.compile(rb"\n\r?\n(From [^\n]{0,990})(?=\n)")
START = re.compile(rb"(?:\r?\n)*From ")
QUOTED = re.compile(rb"^(?=>*From )", re.MULTILINE)
UNQUOTED = re.compile(rb"^>(?=>*From )", re.MULTILINE)
LOCK_SECONDS = 10.0


class Span(NamedTuple):
    """A mail in an mbox: the offset of its line "From …", of the mail behind that, of its end; the line's number.

    The empty line behind a mail separates it from the next one, and is no part of it.
    """

    separator: int
    start: int
    end: int
    line: int


def spans(file: BinaryIO) -> Iterator[Span]:
    """The mails of an mbox, read from where the file stands, in bounded memory however long its lines are."""
    buffer, base, line = b"\n\n", -2, -1  # as if an empty line stood before the first one
    begun: tuple[int, int, int] | None = None
    while chunk := file.read(CHUNK):
        buffer += chunk
        done = 0
        for match in SEPARATOR.finditer(buffer):
            if begun:
                separator, start, number = begun
                yield Span(separator, start, base + match.start() + 1, number)
            line += buffer.count(b"\n", done, match.start(1))
            begun = (base + match.start(1), base + match.end() + 1, line)
            done = match.end()
        kept = max(done, len(buffer) - REACH)
        line += buffer.count(b"\n", done, kept)
        base += kept
        buffer = buffer[kept:]
    if begun:
        separator, start, number = begun
        empty = re.search(rb"(?<=\n)\r?\n\Z", buffer)
        yield Span(separator, start, base + (empty.start() if empty else len(buffer)), number)


def is_mbox(file: BinaryIO) -> bool:
    """Whether a file is empty or begins as an mbox does; it is read from there on."""
    start = file.read(REACH)
    return not start.strip(b"\r\n") or bool(START.match(start))


def written(data: bytes) -> bytes:
    """A mail as it stands in an mbox: a line "From …" with its date, the mail with lines quoted that begin so.

    Line ends are those of Unix; an empty line is the end. The same mail is always written in the same way.
    """
    text = data.replace(b"\r\n", b"\n").rstrip(b"\n") + b"\n"
    return b"From MAILER-DAEMON " + _date(text) + b"\n" + QUOTED.sub(b">", text) + b"\n"


def unquoted(data: bytes) -> bytes:
    """A mail out of an mbox, with the lines as they were that were quoted."""
    return UNQUOTED.sub(b"", data)


def _date(text: bytes) -> bytes:
    """The date in a mail's head as an mbox has it, in universal time; 1970 where there is none."""
    from email.utils import mktime_tz, parsedate_tz

    head = text[: max(text.find(b"\n\n"), 0)][:100_000]
    found = re.search(rb"^Date:([^\n]{0,200})", head, re.MULTILINE | re.IGNORECASE)
    moment = 0.0
    with suppress(TypeError, ValueError, OverflowError, IndexError):
        parsed = parsedate_tz(found[1].decode("ascii", "replace")) if found else None
        moment = mktime_tz(parsed) if parsed else 0.0
    try:
        return time.asctime(time.gmtime(moment)).encode("ascii")
    except (OverflowError, ValueError, OSError):
        return b"Thu Jan  1 00:00:00 1970"


def digest(data: bytes) -> str:
    """What tells a mail from others."""
    return hashlib.sha256(data).hexdigest()


@contextmanager
def shared(file: BinaryIO, exclusive: bool = False, seconds: float = LOCK_SECONDS) -> Iterator[None]:
    """Keep other mail programs from writing to an mbox, or, ``exclusive``, from reading it, as far as they ask.

    They lock by ``fcntl``. Raises `OSError` where another program holds it for too long. Where nothing can be
    locked, nothing is.
    """
    if os.name == "nt":
        yield
        return
    import fcntl

    kind = fcntl.LOCK_EX if exclusive else fcntl.LOCK_SH
    end = time.monotonic() + seconds
    while True:
        try:
            fcntl.lockf(file, kind | fcntl.LOCK_NB)
            break
        except (BlockingIOError, PermissionError):
            if time.monotonic() >= end:
                raise
            time.sleep(0.01)
        except OSError:  # a file system that knows no locks
            break
    yield  # closing the file ends the lock


class Journal:
    """Mails that are appended to an mbox whole or not at all, by a note in a folder of its own.

    Everything here raises `OSError`, and wants a lock that is held for the mbox.
    """

    def __init__(self, path: str, folder: str, name: str = "append") -> None:
        self._path = path
        self._folder = folder
        self._name = name

    def append(self, mails: Sequence[bytes], done: Sequence[str] = ()) -> None:
        """Append mails, and delete the files ``done`` of the folder. `heal` must have been called before.

        On an error, such as a full disk, the mbox is as it was.
        """
        with self._open() as file, shared(file, exclusive=True):
            self._carry_out(file, b"".join(map(written, mails)), done)
        self._finish(done)

    def torn(self) -> bool:
        """Whether a crash left something undone."""
        return os.path.isfile(os.path.join(self._folder, self._name))

    def heal(self) -> None:
        """Do what a crash left undone of `append`."""
        try:
            with files.open_regular(os.path.join(self._folder, self._name)) as note:
                head: dict[str, Any] = json.loads(note.readline())
                wanted = note.read()
        except FileNotFoundError:
            return
        with self._open() as file, shared(file, exclusive=True):
            size, end = head["size"], os.fstat(file.fileno()).st_size
            file.seek(size)
            there = file.read(len(wanted))
            # What was written without being flushed can be there in parts, or as zeros.
            torn = size <= end <= size + len(wanted) and wanted.startswith(there.rstrip(b"\0"))
            if torn and there != wanted:
                _extend(file, size, wanted)
            elif there != wanted:  # another program has changed the mbox meanwhile
                ids = set(map(_identity, _contents(file)))
                missing = [mail for mail in _contents(BytesIO(wanted)) if _identity(mail) not in ids]
                if missing:
                    self._carry_out(file, b"".join(written(unquoted(mail)) for mail in missing), head["done"])
        self._finish(head["done"])

    def _carry_out(self, file: BinaryIO, texts: bytes, done: Sequence[str]) -> None:
        """Note what is to be done, so that `heal` can do it, and append."""
        size = file.seek(0, os.SEEK_END)
        texts = _gap(file, size) + texts
        note = json.dumps({"size": size, "done": list(done)}).encode("ascii")
        files.put(self._folder, self._name, note + b"\n" + texts, 0o600)
        try:
            _extend(file, size, texts)
        except BaseException:
            with suppress(OSError):
                os.ftruncate(file.fileno(), size)
                os.fsync(file.fileno())
                os.unlink(os.path.join(self._folder, self._name))
            raise

    def _finish(self, done: Sequence[str]) -> None:
        for name in (*done, self._name):  # the note last, when the rest is on disk
            if name == self._name:
                files.flush_folder(self._folder)
            with suppress(FileNotFoundError):
                os.unlink(os.path.join(self._folder, name))
        files.flush_folder(self._folder)

    def _open(self) -> BinaryIO:
        """The mbox, to be read and written; made where there is none."""
        flags = os.O_RDWR | os.O_CREAT | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)
        new = not os.path.exists(self._path)
        file = open(os.open(self._path, flags, 0o600), "r+b")  # noqa: SIM115 - the caller closes it
        if new:
            files.flush_folder(os.path.dirname(os.path.abspath(self._path)))
        return file


def rewrite(path: str, keep: Callable[[bytes], bool]) -> None:
    """Drop the mails of an mbox that are not to be kept, whole or not at all. Raises `OSError`."""
    target, name = files.target(path)
    temporary = os.path.join(target, f".{name}.tmp")
    with open(path, "r+b") as file, shared(file, exclusive=True):
        with suppress(FileNotFoundError):
            os.unlink(temporary)  # left by a command that was killed
        flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0)
        try:
            with open(os.open(temporary, flags, 0o600), "wb") as new:
                os.chmod(temporary, os.fstat(file.fileno()).st_mode & 0o7777)
                for span in list(spans(file)):
                    file.seek(span.start)
                    mail = file.read(span.end - span.start)
                    if keep(mail):
                        file.seek(span.separator)
                        end = b"\n" if mail.endswith(b"\n") or not mail else b"\n\n"
                        new.write(file.read(span.start - span.separator) + mail + end)
                new.flush()
                os.fsync(new.fileno())
            os.replace(temporary, os.path.join(target, name))
        except BaseException:
            with suppress(OSError):
                os.unlink(temporary)
            raise
    files.flush_folder(target)


def _contents(file: BinaryIO) -> Iterator[bytes]:
    """The mails of an mbox, one after another."""
    file.seek(0)
    for span in list(spans(file)):
        file.seek(span.start)
        yield file.read(span.end - span.start)


def _identity(mail: bytes) -> bytes:
    """A mail's Message-ID, or the mail itself where it has none."""
    head = mail[: mail.find(b"\n\n") + 1] or mail
    found = re.search(rb"^Message-ID:\s*(\S+)", head, re.MULTILINE | re.IGNORECASE)
    return found[1] if found else mail


def _gap(file: BinaryIO, size: int) -> bytes:
    """What is missing at the end of an mbox before the next mail can be appended: up to an empty line."""
    if not size:
        return b""
    file.seek(max(size - 3, 0))
    end = file.read(3).replace(b"\r", b"")
    return b"" if end.endswith(b"\n\n") else b"\n" if end.endswith(b"\n") else b"\n\n"


def _extend(file: BinaryIO, size: int, data: bytes) -> None:
    """Let a file be what it was up to a size, and data behind that, flushed to disk."""
    descriptor = file.fileno()  # no buffer, which would be written on closing whatever went wrong before
    os.ftruncate(descriptor, size)
    os.lseek(descriptor, size, os.SEEK_SET)
    fill(descriptor, data)
    os.fsync(descriptor)


def fill(descriptor: int, data: bytes) -> None:
    """Write all of some data. Raises `OSError`."""
    rest = memoryview(data)
    while rest:
        rest = rest[os.write(descriptor, rest) :]
