"""Files on disk: bounded reading, the lock, and writing that leaves the old file or the new one."""

from __future__ import annotations

import os
import re
import stat
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from typing import BinaryIO, NamedTuple

from .errors import GameError, at_line, error, quoted, reason
from .language import N_, _, ngettext

MAX_BYTES = 1_000_000
MAX_LINE = 1_000
NOT_REGULAR = N_("this is not a regular file")
LOCK_SECONDS = 10.0
JSON_START = re.compile(r"\s*([{\[])\s*(?:[\"'{}\[\]]|\Z)")


class Words(NamedTuple):
    """What is said of a thing that cannot be locked: that others have held it for so many seconds, or why."""

    held: Callable[[int], str]
    cannot: str


def _held_save(seconds: int) -> str:
    return ngettext(
        "another command has held the save for {number} second",
        "another command has held the save for {number} seconds",
        seconds,
    ).format(number=seconds)


SAVE = Words(_held_save, N_("cannot lock the save: {reason}"))


def _refused(path: str, problem: OSError, message: str, hint: str = "") -> GameError:
    return error("file", message.format(reason=reason(problem)), quoted(path, 200), hint)


def read(path: str, missing: str) -> str:
    """The text of a save; ``missing`` says what to do where there is none.

    A byte order mark is dropped. Raises `GameError` (kind ``"file"``) with the line where one can be named:
    what is missing, unreadable, no regular file, not UTF-8, larger than 1 MB or with a line over 1,000
    characters.
    """
    return _checked_text(_bytes(path, missing, regular=True), quoted(path, 200))


def read_input(path: str, json: str = "") -> str:
    """The text that people wrote: of a file or pipe, or of standard input where the path is ``-``.

    Where it `is_json` with the signs ``json``, its lines may be longer. Raises `GameError` as `read` does.
    """
    return _checked_text(read_bytes(path), input_name(path), json)


def is_json(text: str, signs: str = "{[") -> bool:
    """Whether a text is meant as JSON: it begins with one of the signs, ``{`` or ``[``.

    Names may begin so too, hence no letter or digit comes next.

    >>> is_json(' {"Ann": "14+3"}'), is_json("[Ann]: 14+3"), is_json('{"a": 1}', "[")
    (True, False, False)
    """
    start = JSON_START.match(text)
    return start is not None and start[1] in signs


def read_bytes(path: str) -> bytes:
    """What is in a file or pipe, or in standard input where the path is ``-``; one byte over 1 MB at the most."""
    return _standard_input() if path == "-" else _bytes(path, _("check the name of the file"), regular=False)


def input_name(path: str) -> str:
    """How an input is named in errors."""
    return _("standard input") if path == "-" else quoted(path, 200)


def check_size(data: bytes, place: str) -> None:
    """Raise `GameError` (kind ``"file"``) for an input of more than 1 MB."""
    if len(data) > MAX_BYTES:
        message = _("it is larger than {most:,} bytes").format(most=MAX_BYTES)
        raise error("file", message, place, _("name another file"))


def check_lines(lines: Iterable[str], place: str) -> None:
    """Raise `GameError` (kind ``"file"``) for a line of more than 1,000 characters."""
    for number, line in enumerate(lines, 1):
        if len(line) > MAX_LINE:
            message = _("the line has more than {most:,} characters").format(most=MAX_LINE)
            raise error("file", message, at_line(place, number))


def _checked_text(data: bytes, place: str, json: str = "") -> str:
    check_size(data, place)
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as problem:
        line = data.count(b"\n", 0, problem.start) + 1
        message, hint = _("it is not UTF-8 text"), _("save it as UTF-8")
        raise error("file", message, at_line(place, line), hint) from None
    if not is_json(text, json):
        check_lines(text.split("\n"), place)
    return text


def open_regular(path: str) -> BinaryIO:
    """Open a file for reading, never waiting for anybody; raise `OSError` for anything but a regular file."""
    # Without O_NONBLOCK, a pipe that nobody writes to would be waited for for ever.
    flags = os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)
    descriptor = os.open(path, flags)
    if not stat.S_ISREG(os.fstat(descriptor).st_mode):
        os.close(descriptor)
        raise FileExistsError(17, NOT_REGULAR)
    return os.fdopen(descriptor, "rb")


def _bytes(path: str, missing: str, regular: bool) -> bytes:
    try:
        with open_regular(path) if regular else open(path, "rb") as file:
            return file.read(MAX_BYTES + 1)
    except FileNotFoundError:
        raise error("file", _("there is no such file"), quoted(path, 200), missing) from None
    except OSError as problem:
        raise _refused(path, problem, _("cannot read the file: {reason}")) from None
    except ValueError:  # a NUL in the path
        raise error("file", _("this cannot be a file's name"), quoted(path, 200)) from None


def _standard_input() -> bytes:
    import sys

    try:
        return sys.stdin.buffer.read(MAX_BYTES + 1)
    except (OSError, AttributeError):
        raise error("file", _("standard input cannot be read"), hint=_("pipe the text in")) from None


def target(path: str) -> tuple[str, str]:
    """Folder and name of the file that is really written, with symbolic links followed.

    Raises `GameError` (kind ``"file"``) for a path that is empty or ends as a folder's does.
    """
    if not os.path.basename(path):
        raise error("file", _("this does not name a file"), quoted(path, 200), _("name a file with --game"))
    try:
        folder, name = os.path.split(os.path.realpath(path))
    except OSError as problem:  # the folder in which the command runs is gone
        raise _refused(path, problem, _("cannot find the folder: {reason}")) from None
    return folder, name


@contextmanager
def locked(path: str, seconds: float = LOCK_SECONDS, words: Words = SAVE) -> Iterator[None]:
    """Hold the lock of a save or what else ``words`` name, ``.NAME.lock`` beside it, which is left there.

    Waits up to ``seconds`` for another process. Raises `GameError` (kind ``"file"``) where the lock cannot
    be had.
    """
    folder, name = target(path)
    flags = os.O_RDWR | os.O_CREAT | getattr(os, "O_NOFOLLOW", 0)
    hint = _("is the folder there, and may you write in it?")
    try:
        descriptor = os.open(os.path.join(folder, f".{name}.lock"), flags, 0o666)
    except OSError as problem:
        raise _refused(path, problem, _(words.cannot), hint) from None
    try:
        end = time.monotonic() + seconds
        while not _try_lock(descriptor, path, words):
            if time.monotonic() >= end:
                message = words.held(round(seconds))
                raise error("file", message, quoted(path, 200), _("try again when it has ended"))
            time.sleep(0.01)
        yield
    finally:
        os.close(descriptor)


def _try_lock(descriptor: int, path: str, words: Words) -> bool:
    try:
        if os.name == "nt":
            import msvcrt

            msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)  # type: ignore[attr-defined,unused-ignore]
        else:
            import fcntl

            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except (BlockingIOError, PermissionError):  # somebody else holds it
        return False
    except OSError as problem:  # a file system that knows no locks
        raise _refused(path, problem, _(words.cannot), _("keep it on another disk")) from None
    return True


def write(path: str, text: str, mode: int | None = None) -> None:
    """Put a text in a save's place, whole or not at all; call it under `locked`.

    The text goes to ``.NAME.tmp`` beside the save, is flushed to disk and renamed. A symbolic link stays
    one, the mode is kept, or is ``mode`` where that is given. Raises `GameError` (kind ``"file"``), the old save
    untouched, where the disk says no, the save is write-protected, or the text is one that `read` would refuse.
    """
    require_small(text, path)
    folder, name = target(path)
    try:
        put(folder, name, text.encode(), mode)
    except OSError as problem:
        raise _refused(path, problem, _("cannot write the save, which is as it was: {reason}")) from None


def require_small(text: str, path: str) -> None:
    """Raise `GameError` (kind ``"file"``) for a text that `read` would refuse."""
    if len(text.encode()) > MAX_BYTES or max(map(len, text.split("\n"))) > MAX_LINE:
        message = _("the save would grow over {most:,} bytes, or over {longest:,} characters in a line")
        message = message.format(most=MAX_BYTES, longest=MAX_LINE)
        raise error("file", message, quoted(path, 200), _("shorten the names, or split the command"))


def keep_old(path: str) -> str:
    """Copy the file at a path to ``NAME~`` beside it, with its mode, and return the copy's whole path.

    Call it under `locked`. Raises `GameError` (kind ``"file"``) where it cannot be copied.
    """
    folder, name = target(path)
    try:
        with open_regular(os.path.join(folder, name)) as file:
            put(folder, f"{name}~", file.read(), stat.S_IMODE(os.fstat(file.fileno()).st_mode))
    except OSError as problem:
        message = _("cannot keep the old file as {name}: {reason}")
        raise error("file", message.format(name=f"{name}~", reason=reason(problem)), quoted(path, 200)) from None
    return os.path.join(folder, f"{name}~")


def require_replaceable(path: str) -> None:
    """Raise `GameError` (kind ``"file"``) where what stands at a path must not be replaced."""
    try:
        _mode(os.path.join(*target(path)))
    except OSError as problem:
        raise _refused(path, problem, _("cannot replace the file: {reason}")) from None


def _mode(path: str) -> int | None:
    """The mode of the file to be replaced, None where there is none.

    Raises `OSError` where it must not be replaced: it is no regular file, or write-protected.
    """
    try:
        mode = os.stat(path).st_mode
    except FileNotFoundError:
        return None
    if not stat.S_ISREG(mode):
        raise FileExistsError(17, NOT_REGULAR)
    if not os.access(path, os.W_OK):
        raise PermissionError(13, N_("the file is write-protected"))
    return stat.S_IMODE(mode)


def put(folder: str, name: str, data: bytes, mode: int | None = None, temporary: str = "") -> None:
    """Put data in a file's place, whole or not at all, with a mode or that of the old file.

    It is written to ``temporary`` first (``.NAME.tmp``, which needs the lock), and renamed. Raises `OSError`.
    """
    path = os.path.join(folder, name)
    old_mode = _mode(path)
    mode = old_mode if mode is None else mode
    temporary = os.path.join(folder, temporary or f".{name}.tmp")
    with suppress(FileNotFoundError):
        os.unlink(temporary)  # left by a command that was killed
    try:
        flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0)
        with open(os.open(temporary, flags, 0o666 if mode is None else mode), "wb") as file:
            if mode is not None:
                os.chmod(temporary, mode)
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        os.replace(temporary, path)
    except BaseException:
        with suppress(OSError):
            os.unlink(temporary)
        raise
    flush_folder(folder)


def flush_folder(folder: str) -> None:
    """Flush a rename to disk; some systems and file systems cannot, and the rename is done by then."""
    with suppress(OSError):
        descriptor = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)
