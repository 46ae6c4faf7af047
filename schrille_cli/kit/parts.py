"""The parts of a mail: which of them is what its sender wrote, and as what text."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from email.errors import MessageError
from email.feedparser import BytesFeedParser
from email.message import Message
from typing import NamedTuple

from . import markup, quotes
from .charsets import decode, readable
from .errors import GameError, error
from .heads import MOST_HEADER, Bounded, split, words
from .language import _
from .markup import MOST_TAGS, too_many_tags
from .quotes import Line

MOST_BYTES = 10 * 1024 * 1024
MOST_LINES = 50_000  # of text
MOST_RAW = 300_000  # lines as they came, of files that are attached as well
MOST_PARTS = 1000
DEEPEST = 30  # parts inside each other

_TEXTS = ("text/plain", "text/html", "text/markdown", "text/x-markdown", "application/xhtml+xml")
_EXPLAINING = 400  # characters of a text that only says that the mail is HTML


class Piece(NamedTuple):
    """The lines of a part; ``attached`` as a file, and not written into the mail."""

    lines: list[Line]
    attached: bool


class _Part(Message):
    """A part that knows how deep it lies, and refuses to lie too deep."""

    depth = 0

    def attach(self, payload: Message) -> None:  # type: ignore[override]
        """Take a part in."""
        if isinstance(payload, _Part):
            payload.depth = self.depth + 1
            if payload.depth > DEEPEST:
                said = _("the mail has more than {number} parts inside each other").format(number=DEEPEST)
                raise error("mail", said)
        super().attach(payload)


def parse(data: bytes) -> Message:
    """The parts of a mail; raises `GameError` (kind ``mail``) where there is too much of anything."""
    if len(data) > MOST_BYTES:
        raise error("mail", _("the mail has more than {number} MB").format(number=MOST_BYTES // 1024**2))
    if len(split(data)[0]) > MOST_HEADER:
        raise error("mail", _("the mail's header has more than {number} KB").format(number=MOST_HEADER // 1024))
    if max(data.count(b"\n"), data.count(b"\r")) > MOST_RAW:
        raise _lines(MOST_RAW)
    made = 0

    def part(*, policy: Bounded) -> _Part:
        nonlocal made
        made += 1
        if made > MOST_PARTS:
            raise error("mail", _("the mail has more than {number} parts").format(number=f"{MOST_PARTS:,}"))
        return _Part(policy)

    parser: BytesFeedParser[Message] = BytesFeedParser(part, policy=Bounded())  # type: ignore[arg-type]
    parser.feed(data)
    return parser.close()


def _lines(most: int) -> GameError:
    return error("mail", _("the mail has more than {number} lines").format(number=f"{most:,}"))


def pieces(message: Message) -> list[Piece]:
    """The texts of a mail in their order, of each part that is there in several ways the best one.

    Raises `GameError` (kind ``mail``) where there is too much of anything.
    """
    return list(_Reader().read(message, False))


class _Reader:
    """Reads parts, and counts what it has read."""

    def __init__(self) -> None:
        self.left = MOST_LINES
        self.tags = 2 * MOST_TAGS  # most of them open or close one

    def read(self, part: Message, forwarded: bool) -> Iterator[Piece]:
        """The texts of a part and of those in it; all quoted where they are ``forwarded``."""
        kind = part.get_content_type()
        if part.is_multipart():
            inner: list[Message] = part.get_payload()  # type: ignore[assignment]
            if kind == "multipart/alternative":
                yield from self._best(inner, forwarded)
            elif kind == "multipart/encrypted":
                return
            else:
                forwarded = forwarded or kind == "multipart/digest" or kind.startswith("message/")
                for one in inner:
                    yield from self.read(one, forwarded)
        elif kind in _TEXTS:
            lines = self._text(part, kind)
            attached = part.get_content_disposition() == "attachment" or bool(part.get_filename())
            yield Piece([Line(line.text, True) for line in lines] if forwarded else lines, attached)

    def _best(self, ways: Sequence[Message], forwarded: bool) -> Iterator[Piece]:
        """The plain text, unless there is nothing in it; then what is."""
        order = sorted(ways, key=lambda one: one.get_content_type() != "text/plain")
        found: list[Piece] = []
        for one in order:
            read = list(self.read(one, forwarded))
            if any(line.text.strip() for piece in read for line in piece.lines):
                if not _explains(read):
                    yield from read
                    return
                found = found or read
        yield from found

    def _text(self, part: Message, kind: str) -> list[Line]:
        """The lines of a part of text."""
        try:
            raw = part.get_payload(decode=True)
        except (ValueError, LookupError, MessageError):
            raw = str(part.get_payload()).encode("utf-8", "surrogateescape")
        if not isinstance(raw, bytes):
            return []
        text = readable(decode(raw, _parameter(part, "charset")))
        self.left -= text.count("\n") + 1
        if self.left < 0:
            raise _lines(MOST_LINES)
        if kind in ("text/html", "application/xhtml+xml"):
            self.tags -= text.count("<")
            if self.tags < 0:
                raise too_many_tags()
            return markup.read(text)
        flowed = _parameter(part, "format").lower() == "flowed"
        return quotes.plain(text, flowed, _parameter(part, "delsp").lower() == "yes")


def _parameter(part: Message, name: str) -> str:
    """A parameter of a part's type."""
    try:
        found = part.get_param(name, "")
    except (ValueError, LookupError, MessageError):
        return ""
    return str(found[2] if isinstance(found, tuple) else found).strip(" '\"")


def _explains(read: list[Piece]) -> bool:
    """Whether a text only says that the mail is to be read as HTML."""
    text = " ".join(line.text for piece in read for line in piece.lines).strip()
    return len(text) <= _EXPLAINING and "html" in text.lower()


def names(message: Message) -> frozenset[str]:
    """The words of the sender's name and address, in lower case."""
    text = words(" ".join(str(message.get("from", "")).split()))
    cleaned = "".join(char if char.isalnum() else " " for char in text.casefold())
    return frozenset(cleaned.split())
