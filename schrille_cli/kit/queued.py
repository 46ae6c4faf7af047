"""The mails of an outbox that wait to be sent, and where each goes when a server has taken it.

That is the folder ``sent`` in a folder of ``.eml``, the folder ``.Sent`` of a Maildir, and ``NAME.sent`` beside an
mbox. An mbox is not written anew for each mail: what was sent is noted one by one, and taken out of it at the end,
or by whoever comes next.
"""

from __future__ import annotations

import filecmp
import os
import re
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from itertools import count

from . import boxes, files, mboxes
from .boxes import Found
from .errors import GameError, error, quoted, reason
from .language import N_, _, ngettext
from .outbox import MODE, Outbox, make_folder

NOTE = "sent"  # of an mbox: what was sent and is still in it
AT_ONCE = 8_000_000  # bytes of mails that are moved together
NUMBERS = re.compile(r"([0-9]+)")
HELD_BACK = frozenset("DT")  # a Maildir's flags of drafts and of what is thrown away


def _held_queue(seconds: int) -> str:
    return ngettext(
        "another command has been sending these mails for {number} second",
        "another command has been sending these mails for {number} seconds",
        seconds,
    ).format(number=seconds)


WORDS = files.Words(_held_queue, N_("cannot lock the outbox: {reason}"))


class Queue:
    """The mails of a Maildir or of a folder of ``.eml`` that wait."""

    def __init__(self, outbox: Outbox) -> None:
        self.outbox = outbox

    def prepare(self) -> None:
        """Before anything is sent, see that it can be moved; finish what was stopped. Raises `OSError`."""
        target = self._target()
        if not os.access(os.path.join(target, ""), os.W_OK):
            raise PermissionError(13, N_("Permission denied"))

    def mails(self) -> list[Found]:
        """The mails, in order: numbers in names count as such. Raises `GameError` (kind ``"file"``)."""
        waiting = list(boxes.mails(self.outbox.path))
        if self.outbox.kind == boxes.MAILDIR:
            waiting = [found for found in waiting if not HELD_BACK & _flags(found.path)]
        return sorted(waiting, key=lambda found: _natural(os.path.basename(found.path)))

    def seen(self) -> list[Found]:
        """The mails, as far as they can be seen without touching anything. Raises `GameError`."""
        return self.mails()

    def take(self, found: Found) -> bytes | None:
        """The bytes of a mail that is to be sent; None where that has been done. Raises `GameError`."""
        return boxes.read(found)

    def sent(self, found: Found) -> None:
        """Note on disk that a server took a mail. Raises `OSError`."""
        path = found.path
        if not os.path.lexists(path):
            path = boxes.moved(path)
        if not path:  # somebody took it away meanwhile
            return
        folder, name = os.path.split(path)
        target = self._target()
        if self.outbox.kind == boxes.MAILDIR:
            stem, ending = boxes.unique(name), ":2," + "".join(sorted({"S"} | _flags(name)))
        else:
            stem, ending = os.path.splitext(name)
        os.replace(path, _free(path, target, stem, ending))
        files.flush_folder(target)
        files.flush_folder(folder)

    def settle(self) -> None:
        """Finish what `sent` has begun. Raises `OSError` and `GameError`."""

    def _target(self) -> str:
        """The folder of what was sent, made where it is missing."""
        if self.outbox.kind == boxes.MAILDIR:
            return _maildir(os.path.join(self.outbox.path, ".Sent"))
        return make_folder(os.path.join(self.outbox.path, "sent"))


class MboxQueue(Queue):
    """The mails of an mbox that wait."""

    def __init__(self, outbox: Outbox) -> None:
        super().__init__(outbox)
        self._note = os.path.join(outbox.staging, NOTE)
        self._done: set[str] = set()
        self._taken = ""

    def prepare(self) -> None:
        """Finish what was stopped. Raises `OSError` and `GameError`."""
        self.settle()

    def mails(self) -> list[Found]:
        """The mails, as they stand. Raises `GameError` (kind ``"file"``)."""
        with self.outbox.locked():
            return list(boxes.mails(self.outbox.path))

    def seen(self) -> list[Found]:
        """The mails, without those that were sent already by a run that was stopped."""
        noted = self._noted()
        waiting = list(boxes.mails(self.outbox.path))
        return [found for found in waiting if not noted or _digest(boxes.read(found)) not in noted]

    def take(self, found: Found) -> bytes | None:
        """The bytes of a mail; None for one of which the like was sent just now."""
        with self.outbox.locked():
            data = boxes.read(found)
        self._taken = _digest(data)
        return None if self._taken in self._done else mboxes.unquoted(data)

    def sent(self, found: Found) -> None:
        """Note on disk that a server took the mail that was taken last. Raises `OSError`."""
        new = not os.path.exists(self._note)
        descriptor = os.open(self._note, os.O_WRONLY | os.O_CREAT | os.O_APPEND, MODE)
        try:
            mboxes.fill(descriptor, f"{self._taken}\n".encode("ascii"))
            os.fsync(descriptor)
        finally:
            os.close(descriptor)
        if new:
            files.flush_folder(self.outbox.staging)
        self._done.add(self._taken)

    def settle(self) -> None:
        """Move what was sent to ``NAME.sent``, also by a run that was stopped. Raises `OSError`, `GameError`."""
        noted = self._noted()
        if not noted:
            return
        path = os.path.join(*files.target(self.outbox.path))
        sent = mboxes.Journal(f"{path}.sent", self.outbox.staging, "append-sent")
        with self.outbox.locked():
            sent.heal()
            moved = set() if noted == self._done else set(map(_digest, _contents(f"{path}.sent")))
            for mails in _portions(path, noted - moved):
                sent.append(mails)
            mboxes.rewrite(path, lambda mail: _digest(mail) not in noted)
            os.unlink(self._note)
            files.flush_folder(self.outbox.staging)

    def _noted(self) -> set[str]:
        try:
            with files.open_regular(self._note) as file:
                return {line.decode("ascii", "replace") for line in file.read().split(b"\n")[:-1]}
        except FileNotFoundError:
            return set()


@contextmanager
def opened(path: str) -> Iterator[Queue]:
    """The mails of an outbox that wait, for the one command that sends them.

    Raises `GameError` (kind ``"file"``) where there is no outbox, or another command sends for too long.
    """
    queue = queue_of(path)
    with writing(path):
        queue.outbox.make()
    with files.locked(os.path.join(queue.outbox.staging, "sending"), words=WORDS):
        with writing(path):
            queue.prepare()
        yield queue


def queue_of(path: str) -> Queue:
    """The mails of an outbox, to be looked at. Raises `GameError` (kind ``"file"``) where there is none."""
    outbox = Outbox(path)
    if not os.path.exists(path):
        boxes.mails(path)  # says so
    return MboxQueue(outbox) if outbox.kind == boxes.MBOX else Queue(outbox)


@contextmanager
def writing(path: str) -> Iterator[None]:
    """Say of an outbox that it cannot be written to, where the system does not let it be."""
    try:
        yield
    except OSError as problem:
        message = _("cannot write to the outbox: {reason}").format(reason=reason(problem))
        raise error("file", message, quoted(path, 200)) from None


def _contents(path: str) -> Iterator[bytes]:
    """The mails of an mbox that can be read; none where there is none."""
    if os.path.exists(path):
        for found in boxes.mails(path):
            with suppress(GameError):
                yield boxes.read(found)


def _portions(path: str, digests: set[str]) -> Iterator[list[bytes]]:
    """The mails of an mbox that are wanted, as they were before they came into it, in portions of some size."""
    portion: list[bytes] = []
    for data in _contents(path):
        if _digest(data) in digests:
            portion.append(mboxes.unquoted(data))
        if sum(map(len, portion)) > AT_ONCE:
            yield portion
            portion = []
    if portion:
        yield portion


def _digest(data: bytes) -> str:
    """What tells a mail of an mbox from others, whoever wrote it there."""
    return mboxes.digest(mboxes.written(mboxes.unquoted(data)))


def _flags(path: str) -> set[str]:
    """The flags in the name of a Maildir's file."""
    return {*os.path.basename(path).partition(":2,")[2]}


def _natural(name: str) -> list[str | int]:
    """A name by which ``a-2`` comes before ``a-10``."""
    return [int(part) if index % 2 else part for index, part in enumerate(NUMBERS.split(name))]


def _maildir(path: str) -> str:
    """The folder of a Maildir for what was seen; the Maildir is made where it is missing."""
    seen = os.path.join(path, "cur")
    if not os.path.isdir(seen):
        make_folder(path)
        for name in ("new", "tmp", "cur"):
            make_folder(os.path.join(path, name))
        open(os.path.join(path, "maildirfolder"), "ab").close()  # what mail programs look for
    return seen


def _free(path: str, folder: str, stem: str, ending: str) -> str:
    """Where a file may go in a folder: no other mail is there."""
    for number in count(1):
        target = os.path.join(folder, f"{stem}{f'.{number}' if number > 1 else ''}{ending}")
        if not os.path.lexists(target) or filecmp.cmp(path, target, shallow=False):
            break
    return target
