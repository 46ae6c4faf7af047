"""Boxes of mail that came in: Maildir, mbox, or a folder of files ``.eml``. They are read and never changed.

Python's own module ``mailbox`` does not do here: it reads mails and lines of any size into memory, waits for
pipes, makes folders where there are none, and takes any line "From …" for the start of a mail.
"""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator
from contextlib import suppress
from typing import NamedTuple

from . import files, mboxes
from .errors import GameError, at_line, error, quoted, reason
from .language import _

MOST_BYTES = 10_000_000
ENDING = ".eml"
MAILDIR, MBOX, FOLDER = "maildir", "mbox", "folder"


class Found(NamedTuple):
    """Where a mail is: a file, the part of it that it is, in bytes, and the number of its first line there.

    A mail that is a whole file has ``start`` 0 and ``line`` 1; in an mbox it begins behind its line "From …", of
    which ``line`` is the number.
    """

    path: str
    start: int
    length: int
    line: int

    @property
    def place(self) -> str:
        """How the mail is named in errors."""
        name = quoted(self.path, 200)
        return at_line(name, self.line) if self.start else name


def kind_of(box: str) -> str:
    """What a path names: ``"maildir"``, ``"mbox"``, ``"folder"`` (of ``.eml``), or ``""`` where nothing is there.

    Raises `GameError` (kind ``"file"``) for what can be no box, such as a pipe or a text.
    """
    try:
        mode = os.stat(box).st_mode
        if stat.S_ISDIR(mode):
            inner = all(os.path.isdir(os.path.join(box, name)) for name in ("cur", "new"))
            return MAILDIR if inner else FOLDER
        with files.open_regular(box) as file:
            if mboxes.is_mbox(file):
                return MBOX
    except FileNotFoundError:
        return ""
    except OSError as problem:
        raise _unreadable(box, problem) from None
    except ValueError:  # a NUL in the path
        raise error("file", _("this cannot be a file's name"), quoted(box, 200)) from None
    message, hint = _("this is no box of mails"), _("name a Maildir, an mbox, or a folder of .eml files")
    raise error("file", message, quoted(box, 200), hint)


def mails(box: str) -> Iterator[Found]:
    """The mails of a box: of a Maildir (new and seen ones) or a folder by name, of an mbox as they stand.

    Raises `GameError` (kind ``"file"``), at once, where there is no box that can be read. What a folder holds
    besides mails is left out: hidden files, folders, and where it is no Maildir files without the ending ``.eml``.
    """
    kind = kind_of(box)
    if not kind:
        hint = _("name a Maildir, an mbox, or a folder of .eml files")
        raise error("file", _("there is no such box of mails"), quoted(box, 200), hint)
    try:
        if kind == MBOX:
            return iter(_in_mbox(box))
        return map(_found, _in_maildir(box) if kind == MAILDIR else _in_folder(box))
    except OSError as problem:
        raise _unreadable(box, problem) from None


def read(found: Found, most: int = MOST_BYTES) -> bytes:
    """The bytes of a mail, as they are in the box.

    One that another program has moved within a Maildir meanwhile is found there. Raises `GameError`: of kind
    ``"mail"`` for a mail of more than ``most`` bytes, or that is not there any more; of kind ``"file"`` where it
    cannot be read.
    """
    if found.length > most:
        raise _too_large(found, most)
    try:
        try:
            data = _part(found) if found.start else _whole(found.path, most)
        except FileNotFoundError:
            data = None if found.start else _moved(found.path, most)
    except OSError as problem:
        raise error(
            "file", _("cannot read the mail: {reason}").format(reason=reason(problem)), found.place
        ) from None
    if data is None:
        raise error("mail", _("the mail is not there any more"), found.place, _("run the command again"))
    if len(data) > most:
        raise _too_large(found, most)
    return data


def _too_large(found: Found, most: int) -> GameError:
    return error("mail", _("the mail is larger than {most:,} bytes").format(most=most), found.place)


def _unreadable(box: str, problem: OSError) -> GameError:
    return error("file", _("cannot read the box: {reason}").format(reason=reason(problem)), quoted(box, 200))


def _in_mbox(box: str) -> list[Found]:
    """The mails of an mbox, which nobody writes to meanwhile."""
    with files.open_regular(box) as file, mboxes.shared(file):
        return [Found(box, span.start, span.end - span.start, span.line) for span in mboxes.spans(file)]


def _in_folder(box: str) -> list[str]:
    with os.scandir(box) as entries:
        names = [entry.name for entry in entries if _is_mail(entry) and entry.name.lower().endswith(ENDING)]
    return [os.path.join(box, name) for name in sorted(names)]


def _in_maildir(box: str) -> list[str]:
    """The files of ``new``, then those of ``cur``, so that none is missed which is moved there meanwhile."""
    paths: dict[str, str] = {}
    for inner in ("new", "cur"):
        folder = os.path.join(box, inner)
        with os.scandir(folder) as entries:
            paths.update(
                (unique(entry.name), os.path.join(folder, entry.name)) for entry in entries if _is_mail(entry)
            )
    return [paths[name] for name in sorted(paths)]


def _is_mail(entry: os.DirEntry[str]) -> bool:
    return not entry.name.startswith(".") and not entry.is_dir()


def unique(name: str) -> str:
    """The part of the name of a Maildir's file that stays the same when the mail is seen or answered.

    >>> unique("1234.5.host:2,S")
    '1234.5.host'
    """
    return name.partition(":")[0]


def _found(path: str) -> Found:
    try:
        length = os.stat(path).st_size
    except OSError:  # reading it tells why
        length = 0
    return Found(path, 0, length, 1)


def _whole(path: str, most: int) -> bytes:
    with files.open_regular(path) as file:
        room = os.fstat(file.fileno()).st_size + 1  # it may grow meanwhile
        return file.read(min(room, most) + 1)


def moved(path: str) -> str:
    """Where a mail of a Maildir is that is not there any more; empty where there is none, or no Maildir.

    Raises `OSError`.
    """
    folder, name = os.path.split(path)
    box, inner = os.path.split(folder)
    if inner not in ("new", "cur") or kind_of(box) != MAILDIR:
        return ""
    for known in (
        name,
        f"{unique(name)}:2,",
        f"{unique(name)}:2,S",
    ):  # far quicker than looking through the folder
        if os.path.exists(os.path.join(box, "cur", known)):
            return os.path.join(box, "cur", known)
    with os.scandir(os.path.join(box, "cur")) as entries:
        return next((entry.path for entry in entries if unique(entry.name) == unique(name)), "")


def _moved(path: str, most: int) -> bytes | None:
    """A mail of a Maildir that has another name or folder by now; None where there is none."""
    now = moved(path)
    with suppress(FileNotFoundError):
        return _whole(now, most) if now else None
    return None


def _part(found: Found) -> bytes | None:
    """A mail of an mbox; None where it does not stand any more where it stood."""
    with files.open_regular(found.path) as file:
        file.seek(max(found.start - mboxes.REACH, 0))
        before = b"\n" + file.read(min(found.start, mboxes.REACH))
        data = file.read(found.length)
        after = file.read(mboxes.REACH)
    begins = before.endswith(b"\n") and before[:-1].rpartition(b"\n")[2].startswith(b"From ")
    ends = not after.strip(b"\r\n") or mboxes.SEPARATOR.match(b"\n" + after)
    return data if begins and ends and len(data) == found.length else None
