"""Builds mails byte by byte as mail programs do, without Python's own way of writing them."""

from __future__ import annotations

import base64
import html as entities
import quopri
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from schrille_cli.kit.letters import BEGIN, END

SLIP = "14+3 9-2 7-1 3+2 12+4 1:no1 8:pick"
OLD = "13+4 4-3 6+1 10-4 2+2 3:no1 12:pick"
TOKEN = "schrille-abcdefgh-2-abcdefghijklmnop"
# What a mail of this program may look like; an older slip stands in it.
FORM = [
    BEGIN,
    "Round 2 of friday. Your last slip was",
    OLD,
    "Write your slip under this line:",
    "14",
    "1:no1 8:pick",
    END,
]
HEAD = (
    f"From: Ann Example <ann@example.org>\r\nTo: game@example.org\r\nSubject: Re: Round 2 [{TOKEN}]\r\n"
    f"Date: Tue, 12 Mar 2024 11:12:13 +0100\r\nMessage-ID: <reply.1@example.org>\r\n"
    f"In-Reply-To: <{TOKEN}.1-1@example.org>\r\nMIME-Version: 1.0\r\n"
)


class Part(NamedTuple):
    """A part of a mail: its header lines and its bytes."""

    header: str
    body: bytes


def text(
    content: str | bytes | Sequence[str],
    kind: str = "plain",
    charset: str = "utf-8",
    cte: str = "8bit",
    more: str = "",
) -> Part:
    """A part of text; ``charset`` as it is declared and, where Python has it, used."""
    if not isinstance(content, str | bytes):
        content = "\r\n".join(content) + "\r\n"
    raw = content.encode(charset) if isinstance(content, str) else content
    if cte == "base64":
        raw = base64.encodebytes(raw).replace(b"\n", b"\r\n")
    elif cte == "quoted-printable":
        raw = quopri.encodestring(raw.replace(b"\r\n", b"\n")).replace(b"\n", b"\r\n")
    declared = f"; charset={charset}" if charset else ""
    return Part(f"Content-Type: text/{kind}{declared}{more}\r\nContent-Transfer-Encoding: {cte}\r\n", raw)


def html(content: str, charset: str = "utf-8", cte: str = "quoted-printable", more: str = "") -> Part:
    """A part of HTML."""
    return text(content, "html", charset, cte, more)


def multi(kind: str, *parts: Part, more: str = "") -> Part:
    """Parts in one."""
    mark = f"=_{kind}_{sum(len(part.body) for part in parts)}"
    inner = b"".join(f"--{mark}\r\n{part.header}\r\n".encode() + part.body + b"\r\n" for part in parts)
    header = f'Content-Type: multipart/{kind}; boundary="{mark}"{more}\r\n'
    return Part(header, b"This is a multi-part message.\r\n" + inner + f"--{mark}--\r\n".encode())


def attachment(name: str, content: str, kind: str = "text/plain", way: str = "attachment") -> Part:
    """A file that goes with a mail."""
    header = f'Content-Type: {kind}; name="{name}"\r\nContent-Disposition: {way}; filename="{name}"\r\n'
    return Part(header, content.encode())


def forwarded(inner: bytes) -> Part:
    """A mail that goes with a mail."""
    return Part('Content-Type: message/rfc822\r\nContent-Disposition: attachment; filename="x.eml"\r\n', inner)


def mail(part: Part | Sequence[str], head: str = HEAD) -> bytes:
    """The bytes of a mail of one part, or of plain text."""
    if not isinstance(part, Part):
        part = text(part)
    return (head + part.header + "\r\n").encode() + part.body


class Program(NamedTuple):
    """How a mail program quotes: ``said`` in front of the quote, ``mark`` in front of its lines; and in HTML.

    Where ``mark`` is empty it marks nothing.
    """

    name: str
    said: list[str]
    mark: str = "> "
    opening: str = ""
    closing: str = ""
    reopening: str = ""
    flowed: bool = False


Inside = Mapping[int, Sequence[str]]
NOWHERE: Inside = {}


def reply_text(
    program: Program, above: Sequence[str], below: Sequence[str] = (), inside: Inside = NOWHERE
) -> list[str]:
    """The lines of a reply in plain text; ``inside`` has what stands behind a line of the quote, by its number."""
    lines = [*above, "", *program.said] if above else [*program.said]
    for number, line in enumerate(FORM):
        lines.append(f"{program.mark}{line}")
        lines += inside.get(number, [])
    return [*lines, "", *below] if below else lines


def divs(lines: Sequence[str]) -> str:
    """Lines as most programs write them in HTML."""
    return "".join(f"<div>{entities.escape(line) or '<br>'}</div>\r\n" for line in lines)


def reply_html(program: Program, above: Sequence[str], below: Sequence[str] = (), inside: Inside = NOWHERE) -> str:
    """A reply in HTML."""
    quote = ""
    for number, line in enumerate(FORM):
        quote += divs([line])
        if number in inside:
            quote += program.closing + divs(inside[number]) + program.reopening
    whole = divs(above) + program.opening + quote + program.closing + divs(below)
    return f'<html><head><style>p {{ color: red }}</style></head><body dir="ltr">\r\n{whole}</body></html>'
