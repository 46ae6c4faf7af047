"""Files that a command writes for people: new ones, or instead of old ones, which are then kept."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager

from . import files
from .errors import error, quoted, reason
from .language import _


def require_free(path: str, hint: str) -> None:
    """Raise `GameError` (kind ``"file"``) where a path cannot name a new file, or there is one already."""
    if not os.path.basename(path):
        raise error("file", _("this does not name a file"), quoted(path, 200), _("name a file to write"))
    if os.path.lexists(path):
        raise error("file", _("there is a file of that name already"), quoted(path, 200), hint)


class Output:
    """A file that is written whole or not at all, as often as there is more to write.

    With ``replace``, a file that is there already is kept as ``FILE~``, the path in ``kept``, which is else empty;
    without, ``hint`` says what to do instead. Raises `GameError` (kind ``"file"``) at once where the path names no
    file that may be written.
    """

    def __init__(self, path: str, replace: bool, hint: str) -> None:
        self.path = path
        self.kept = ""
        self._hint = hint
        self._written: bytes | None = None
        if replace and os.path.basename(path):
            files.require_replaceable(path)
        else:
            require_free(path, hint)
        folder, name = files.target(path)
        if not os.path.isdir(folder):
            raise error("file", _("there is no such folder"), quoted(folder, 200), _("make it first"))
        if os.path.exists(path):
            self.kept = os.path.join(folder, f"{name}~")

    def write(self, text: str) -> None:
        """Put a text in the file's place. Raises `GameError` (kind ``"file"``), the file as it was.

        What others have made of the file since the last time is not written over.
        """
        data = text.encode()
        if len(data) > files.MAX_BYTES:
            message = _("the file would be larger than {most:,} bytes").format(most=files.MAX_BYTES)
            raise error("file", message, quoted(self.path, 200))
        if self._written is not None:
            self._require_own(self._written)
        elif self.kept:
            files.keep_old(self.path)
        else:
            require_free(self.path, self._hint)
        with _writing(self.path):
            _put(self.path, data)
        self._written = data

    def _require_own(self, written: bytes) -> None:
        try:
            with open(self.path, "rb") as file:
                same = file.read(len(written) + 1) == written
        except OSError:
            same = False
        if not same:
            message = _("the file has been changed by somebody else meanwhile")
            raise error("file", message, quoted(self.path, 200), _("end here, and go on with --continue"))


def write_over(path: str, data: bytes, starts: tuple[bytes, ...]) -> None:
    """Write a file whole or not at all, also in the place of one that begins with one of ``starts``.

    So a file that can be made again is replaced without a word, and a mistyped name costs no other file; an empty
    one may go too. Of two commands that write the same file at a time, the last one's stays. Raises `GameError`
    (kind ``"file"``), the old file untouched.
    """
    folder, name = files.target(path)
    files.require_replaceable(path)
    with _writing(path):
        if not _begins(os.path.join(folder, name), starts):
            message = _("the file that is there is of another kind, and is not replaced")
            raise error("file", message, quoted(path, 200), _("name another file"))
        _put(path, data)


@contextmanager
def _writing(path: str) -> Iterator[None]:
    """Say of a file that it cannot be written, where the system does not let it be."""
    try:
        yield
    except OSError as problem:
        message = _("cannot write the file: {reason}").format(reason=reason(problem))
        raise error("file", message, quoted(path, 200)) from None


def _put(path: str, data: bytes) -> None:
    """Put data in a file's place, by a temporary file of this process alone, since no lock is held."""
    folder, name = files.target(path)
    files.put(folder, name, data, temporary=f".{name}.{os.getpid()}.tmp")


def _begins(path: str, starts: tuple[bytes, ...]) -> bool:
    """Whether there is no file, an empty one, or one that begins so, spaces and a byte order mark left out."""
    try:
        with open(path, "rb") as file:
            start = file.read(64)
    except FileNotFoundError:
        return True
    return not start or start.removeprefix(b"\xef\xbb\xbf").lstrip().startswith(starts)
