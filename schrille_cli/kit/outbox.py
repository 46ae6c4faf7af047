"""The outbox: mails that are staged, hidden and safe on disk, and published when what they tell of is safe too.

The kinds of outbox are those of `boxes`. Mails are staged in a folder of their own on the same disk: ``.staged``
in a folder of ``.eml``, ``.NAME.staged`` beside an mbox, ``schrille.staged`` in a Maildir (whose ``tmp`` other
programs clear of files that are older than 36 hours).
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress

from . import boxes, files, mboxes
from .errors import Fault, GameError, error, gathered, quoted, raise_all, reason
from .language import N_, _, ngettext

MBOX_ENDING = ".mbox"
GROUP = re.compile(r"[a-z0-9]+")
STAGED = re.compile(r"\.([0-9]+)\.([0-9]+)")
MODE, FOLDER_MODE = 0o600, 0o700  # mails can hold what only one person may see
PATIENCE = 60.0  # seconds in which many processes of a batch may append to one mbox
NEW = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0)


def _held_outbox(seconds: int) -> str:
    return ngettext(
        "another command has held the outbox for {number} second",
        "another command has held the outbox for {number} seconds",
        seconds,
    ).format(number=seconds)


WORDS = files.Words(_held_outbox, N_("cannot lock the outbox: {reason}"))


class Outbox:
    """An outbox: a Maildir, an mbox, or a folder of files ``.eml``.

    Where nothing is there yet, a folder is made when the first mail is staged, or an mbox where the name ends in
    ``.mbox``. Mails belong to a group (of letters a to z and digits) and have a number in it, which several of
    them share. Several processes may use an outbox at once, each for other groups.
    """

    def __init__(self, path: str) -> None:
        """Look what is at a path. Raises `GameError` (kind ``"file"``) where no outbox is and none can be made."""
        self.path = path
        bare = path.rstrip("/" + os.sep) or path
        folder, name = os.path.split(os.path.realpath(bare))
        if mboxes.Journal(path, os.path.join(folder, f".{name}.staged")).torn():
            self.kind = boxes.MBOX  # even if it does not look so for the moment
        else:
            self.kind = boxes.kind_of(path) or (boxes.MBOX if bare.endswith(MBOX_ENDING) else boxes.FOLDER)
        if not os.path.isdir(folder):
            raise error("file", _("there is no such folder"), quoted(folder, 200), _("make it first"))
        if self.kind == boxes.MBOX:
            self.staging = os.path.join(folder, f".{name}.staged")
            self.folder = folder
        else:
            self.staging = os.path.join(path, "schrille.staged" if self.kind == boxes.MAILDIR else ".staged")
            self.folder = os.path.join(path, "new") if self.kind == boxes.MAILDIR else path

    def stage(self, group: str, number: int, mails: Sequence[bytes]) -> None:
        """Put mails on disk, hidden: all of them, or none.

        What was staged of the group with this number or a later one, by a process that was stopped, goes. Raises
        `GameError` (kind ``"file"``) where the disk says no.
        """
        self.discard(group, number - 1)
        named = [(f"{_checked(group)}.{number}.{index}", data) for index, data in enumerate(mails, 1)]
        with self._writing():
            try:
                _write(self.staging, named)
            except FileNotFoundError:
                self.make()
                _write(self.staging, named)

    def groups(self) -> frozenset[str]:
        """The groups of which mails are staged. Raises `GameError` (kind ``"file"``)."""
        found = (name.partition(".") for name in self._names())
        return frozenset(
            group for group, dot, rest in found if GROUP.fullmatch(group) and STAGED.fullmatch(dot + rest)
        )

    def mend(self) -> None:
        """Do in an mbox what a crash left undone, where that can be."""
        if self.kind == boxes.MBOX and self.journal().torn():
            with suppress(GameError), self._writing(), self.locked():
                pass  # who moves the mbox away later would else get its last mails once more

    def publish(self, group: str, number: int) -> int:
        """Move the staged mails of a group with numbers up to this one into their place; how many there were.

        They are named ``GROUP-NUMBER-K.eml``. Where the machine stops before `flush`, they may be staged again.
        Raises `GameError` (kind ``"file"``) where the disk says no, or there is another mail of that name, which
        stays.
        """
        staged = self._staged(group, lambda found: found <= number)
        if not staged and not (self.kind == boxes.MBOX and self.journal().torn()):
            return 0
        with self._writing():
            (self._append if self.kind == boxes.MBOX else self._move)(staged)
        return len(staged)

    def waiting(self, group: str, number: int) -> int:
        """How many mails `publish` would move."""
        return len(self._staged(group, lambda found: found <= number))

    def flush(self) -> None:
        """Have on disk that mails were published."""
        if self.kind != boxes.MBOX:  # which is flushed with each mail
            files.flush_folder(self.folder)

    def discard(self, group: str, number: int) -> None:
        """Delete the staged mails of a group with numbers above this one."""
        with self._writing():
            for name in self._staged(group, lambda found: found > number):
                with suppress(FileNotFoundError):
                    os.unlink(os.path.join(self.staging, name))

    def make(self) -> None:
        """Make what is missing of the outbox. Raises `OSError`."""
        if self.kind == boxes.FOLDER:
            make_folder(self.path)
        if self.kind == boxes.MBOX and not os.path.exists(self.path):
            with suppress(FileExistsError):
                os.close(os.open(self.path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, MODE))
        make_folder(self.staging)

    @contextmanager
    def locked(self) -> Iterator[None]:
        """Be the one that writes to an mbox, without what a crash left undone. Raises `GameError`, `OSError`."""
        with files.locked(self.path, PATIENCE, WORDS):
            self.journal().heal()
            yield

    def journal(self) -> mboxes.Journal:
        """What appends to the mbox that this outbox is."""
        return mboxes.Journal(self.path, self.staging)

    def _append(self, staged: Sequence[str]) -> None:
        with self.locked():
            there = [name for name in staged if os.path.exists(os.path.join(self.staging, name))]
            mails = [_content(os.path.join(self.staging, name)) for name in there]
            if mails:
                self.journal().append(mails, there)

    def _move(self, staged: Sequence[str]) -> None:
        faults: list[Fault] = []
        for name in staged:
            source = os.path.join(self.staging, name)
            target = os.path.join(self.folder, name.replace(".", "-") + boxes.ENDING)
            with gathered(faults):
                if not os.path.lexists(target):
                    os.rename(source, target)
                elif _content(source) == _content(target):
                    os.unlink(source)
                else:
                    message = _("another mail has the name of one that is to go out")
                    raise error("file", message, quoted(target, 200), _("move it away and run the command again"))
        raise_all(faults)

    def _staged(self, group: str, wanted: Callable[[int], bool]) -> list[str]:
        """The names of a group's staged mails with the numbers that are wanted, in order."""
        start = len(_checked(group))
        names = self._names()
        matches = ((name, STAGED.fullmatch(name, start)) for name in names if name.startswith(f"{group}."))
        found = [(int(match[1]), int(match[2]), name) for name, match in matches if match]
        return [name for number, _index, name in sorted(found) if wanted(number)]

    def _names(self) -> list[str]:
        try:
            return os.listdir(self.staging)
        except FileNotFoundError:
            return []
        except OSError as problem:
            raise self._refused(problem) from None

    @contextmanager
    def _writing(self) -> Iterator[None]:
        try:
            yield
        except OSError as problem:
            raise self._refused(problem) from None

    def _refused(self, problem: OSError) -> GameError:
        message = _("cannot write to the outbox: {reason}").format(reason=reason(problem))
        return error("file", message, quoted(self.path, 200), _("no mail is lost: run the command again"))


def _checked(group: str) -> str:
    """A group's name, which can be a part of a file's. Raises `ValueError`."""
    if not GROUP.fullmatch(group):
        raise ValueError(group)
    return group


def make_folder(path: str) -> str:
    """Make a folder for mails where it is missing, on disk; its path. Raises `OSError`."""
    with suppress(FileExistsError):
        os.mkdir(path, FOLDER_MODE)
        files.flush_folder(os.path.dirname(os.path.abspath(path)))
    return path


def _content(path: str) -> bytes:
    with files.open_regular(path) as file:
        return file.read()


def _write(folder: str, named: Sequence[tuple[str, bytes]]) -> None:
    """New files of a folder, flushed with it: all or none. Raises `OSError`."""
    made: list[str] = []
    descriptors: list[int] = []
    try:
        for name, data in named:
            path = os.path.join(folder, name)
            descriptors.append(os.open(path, NEW, MODE))
            made.append(path)
            mboxes.fill(descriptors[-1], data)
        for descriptor in descriptors:
            os.fsync(descriptor)
    except BaseException:
        for path in made:
            with suppress(OSError):
                os.unlink(path)
        raise
    finally:
        for descriptor in descriptors:
            os.close(descriptor)
    files.flush_folder(folder)
