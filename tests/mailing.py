"""Mails of games as players see them, and replies to them as different mail programs write these."""

from __future__ import annotations

import re
from base64 import b64encode
from collections.abc import Callable, Sequence
from datetime import UTC, datetime, timedelta, timezone
from email import message_from_bytes, policy
from email.header import Header
from email.message import EmailMessage
from email.utils import format_datetime, parseaddr
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple

from mailbuilding import Part, Program, divs, html, mail, multi, text
from mailprograms import MARKING, SILENT

PROGRAMS = {program.name: program for program in (*MARKING, *SILENT)}
TOKEN = re.compile(r"schrille-([a-z2-7]{8})-([0-9]+)-([a-z2-7]{16})")
HAND = re.compile(r"(?:[+-][0-9]\s+·\s+){4,}[+-][0-9]")
FORM = "slip:"  # the line to fill in
LINE = 78


class Received(NamedTuple):
    """A mail as a mail program shows it; ``subject`` and ``text`` are decoded."""

    data: bytes
    message: EmailMessage
    subject: str
    text: str
    id: str
    name: str
    address: str
    sender: str

    @property
    def token(self) -> str:
        """The token in the subject."""
        found = TOKEN.search(self.subject)
        assert found, self.subject
        return found[0]

    @property
    def round(self) -> int:
        """The round of the token."""
        return int(self.token.split("-")[2])

    @property
    def hand(self) -> list[int]:
        """The chips that the mail says are in the hand; none where it says nothing of them."""
        found = HAND.search(self.text)
        return [int(chip) for chip in found[0].split("·")] if found else []

    @property
    def wants_slip(self) -> bool:
        """Whether there is a slip to be filled in."""
        return FORM in self.text.split("\n")

    @property
    def words(self) -> str:
        """The text with its lines joined."""
        return " ".join(self.text.split())

    @property
    def asks_labels(self) -> bool:
        """Whether it is asked if the label is to be changed: staying is one of the answers."""
        return bool(re.search(r"\bstay\b", self.words))

    @property
    def asks_claim(self) -> bool:
        """Whether it is asked which label is wanted in the opening."""
        return not self.asks_labels and not self.wants_slip and bool(self.free)

    @property
    def free(self) -> list[str]:
        """The labels that the mail says are free."""
        found = re.search(r"\b(?:Free|Frei): ([^.]+)\.", self.words)
        return found[1].split(", ") if found else []

    def marked(self, word: str) -> bool:
        """Whether a line is this word."""
        return word in self.text.split("\n")


def received(data: bytes) -> Received:
    """Read a mail as a mail program does."""
    message = message_from_bytes(data, policy=policy.default)
    assert isinstance(message, EmailMessage)
    assert not message.defects
    name, address = parseaddr(str(message["To"]))
    content = message.get_content().replace("\r\n", "\n")
    sender = parseaddr(str(message["From"]))[1]
    return Received(
        data, message, str(message["Subject"]), content, str(message["Message-ID"]), name, address, sender
    )


def mails_of(maildir: Path) -> list[bytes]:
    """The mails of a Maildir, in the order of their names."""
    paths = [path for part in ("new", "cur") for path in (maildir / part).iterdir()]
    return [path.read_bytes() for path in sorted(paths, key=lambda path: path.name)]


# Replies


class Told(NamedTuple):
    """What a reply says, and when it is written, in seconds since 1970."""

    lines: Sequence[str]
    when: int


Way = Callable[[Received, Told], bytes]
MEZ = timezone(timedelta(hours=1))


def _head(to: Received, told: Told, prefix: str = "Re: ", zone: timezone = MEZ, *, subject: str = "") -> str:
    """The header of a reply, without references."""
    written = format_datetime(datetime.fromtimestamp(told.when, zone))
    number = sha256(repr((to.id, told)).encode()).hexdigest()[:20]
    return (
        f"From: {_encoded(to.name)} <{to.address}>\r\n"
        f"To: {to.sender}\r\n"
        f"Subject: {_encoded(subject or prefix + to.subject)}\r\n"
        f"Date: {written}\r\n"
        f"Message-ID: <{number}@{to.address.partition('@')[2]}>\r\n"
        f"MIME-Version: 1.0\r\n"
    )


def _encoded(words: str) -> str:
    """Words in a header, folded where they are long."""
    charset = "us-ascii" if words.isascii() else "utf-8"
    return Header(words, charset, maxlinelen=LINE).encode(linesep="\r\n")


def _thread(to: Received) -> str:
    return f"In-Reply-To: {to.id}\r\nReferences: {to.id}\r\n"


def _quote(to: Received) -> list[str]:
    return to.text.rstrip("\n").split("\n")


def _above(program: Program, to: Received, lines: Sequence[str]) -> list[str]:
    return [*lines, "", *program.said, *(f"{program.mark}{line}".rstrip() for line in _quote(to))]


def _page(program: Program, to: Received, lines: Sequence[str]) -> str:
    whole = divs(lines) + program.opening + divs(_quote(to)) + program.closing
    return f'<html><head><style>p {{ color: red }}</style></head><body dir="ltr">\r\n{whole}</body></html>'


def _charset(lines: Sequence[str], wanted: str) -> str:
    """The charset that a program takes: the one that it likes, where the text can be written in it."""
    try:
        "".join(lines).encode(wanted)
    except UnicodeEncodeError:
        return "utf-8"
    return wanted


def _both(program: Program, to: Received, told: Told, cte: str, charset: str = "utf-8") -> Part:
    lines = _above(program, to, told.lines)
    charset = _charset(lines, charset)
    page = _page(program, to, told.lines)
    return multi("alternative", text(lines, charset=charset, cte=cte), html(page, charset, cte))


def gmail_web(to: Received, told: Told) -> bytes:
    """Gmail in a browser: plain and HTML, above the quote."""
    return mail(_both(PROGRAMS["gmail"], to, told, "quoted-printable"), _head(to, told) + _thread(to))


def gmail_mobile(to: Received, told: Told) -> bytes:
    """Gmail on a German telephone: base64."""
    return mail(_both(PROGRAMS["gmail-de"], to, told, "base64"), _head(to, told, "Re: ", UTC) + _thread(to))


def apple_mail(to: Received, told: Told) -> bytes:
    """Apple Mail: two parts, quoted by >, a signature of its own."""
    part = _both(PROGRAMS["apple"], to, told, "quoted-printable")
    return mail(part, _head(to, told) + _thread(to) + "X-Mailer: Apple Mail (2.3774.600.62)\r\n")


def iphone(to: Received, told: Told) -> bytes:
    """An iPhone in German: what it says of itself, then the quote."""
    lines = [*told.lines, "", "Von meinem iPhone gesendet"]
    part = _both(PROGRAMS["apple-de"], to, Told(lines, told.when), "quoted-printable")
    return mail(part, _head(to, told, "Aw: ") + _thread(to) + "X-Mailer: iPhone Mail (21E236)\r\n")


def outlook(to: Received, told: Told) -> bytes:
    """Outlook: above a block of headers, nothing marked, a charset of Windows."""
    part = _both(PROGRAMS["outlook"], to, told, "quoted-printable", "windows-1252")
    topic = f"Thread-Topic: {_encoded(to.subject)}\r\nThread-Index: {b64encode(to.id.encode())[:30].decode()}\r\n"
    return mail(part, _head(to, told, "RE: ", UTC) + _thread(to) + topic)


def outlook_german(to: Received, told: Told) -> bytes:
    """Outlook in German, only HTML."""
    page = _page(PROGRAMS["outlook-de"], to, told.lines)
    return mail(html(page, cte="base64"), _head(to, told, "AW: ") + _thread(to))


def web_mailer(to: Received, told: Told) -> bytes:
    """A German web mailer: only HTML, in a box of its own."""
    page = _page(PROGRAMS["gmx"], to, told.lines)
    return mail(html(page, cte="quoted-printable"), _head(to, told, "Aw: ") + _thread(to))


def _flowed(lines: Sequence[str]) -> Part:
    """Text as format=flowed: long lines go on behind a space."""
    flowed: list[str] = []
    for line in lines:
        if line.startswith(">"):
            flowed.append(line.rstrip())
            continue
        words = line.rstrip()
        while len(words) > 30 and " " in words[20:30]:
            cut = words.rindex(" ", 20, 30) + 1
            flowed.append(words[:cut])
            words = words[cut:]
        flowed.append(f" {words}" if words.startswith((" ", ">", "From ")) else words)
    return text(flowed, more="; format=flowed")


def thunderbird_below(to: Received, told: Told) -> bytes:
    """Thunderbird with the answer below all that is quoted."""
    quote = [f"> {line}" if line else ">" for line in _quote(to)]
    lines = [*PROGRAMS["thunderbird-de"].said, *quote, "", *told.lines]
    return mail(_flowed(lines), _head(to, told) + _thread(to))


def thunderbird_inside(to: Received, told: Told) -> bytes:
    """Thunderbird with the answer where it was asked for: under the line to fill in, or else under the first."""
    quote = _quote(to)
    at = quote.index(FORM) if FORM in quote else 0
    marked = [f"> {line}" if line else ">" for line in quote]
    lines = [*PROGRAMS["thunderbird"].said, *marked[: at + 1], *told.lines, *marked[at + 1 :]]
    return mail(_flowed(lines), _head(to, told) + _thread(to))


def mutt(to: Received, told: Told) -> bytes:
    """Mutt: plain text, 8bit, no page, a signature behind two hyphens."""
    lines = [*_above(PROGRAMS["mutt"], to, told.lines), "", "-- ", "tel 14-2, 3-1"]
    return mail(text(lines), _head(to, told) + _thread(to) + "User-Agent: Mutt/2.2.12\r\n")


def fresh(to: Received, told: Told) -> bytes:
    """A mail of its own, of which only the subject was copied."""
    return mail(text(told.lines, cte="base64"), _head(to, told, ""))


def mailing_list(to: Received, told: Told) -> bytes:
    """A reply that went over a mailing list, which has put a subject of its own in and a footer behind."""
    footer = ["_______________________________________________", "friends mailing list", "friends@lists.example"]
    head = _head(to, told, subject="[friends] our game")
    part = text([*told.lines, *footer], cte="quoted-printable")
    return mail(
        part, head + f"References: <start@lists.example>\r\n {to.id}\r\nList-Id: <friends.lists.example>\r\n"
    )


WAYS: dict[str, Way] = {
    way.__name__: way
    for way in (
        gmail_web,
        gmail_mobile,
        apple_mail,
        iphone,
        outlook,
        outlook_german,
        web_mailer,
        thunderbird_below,
        thunderbird_inside,
        mutt,
        fresh,
        mailing_list,
    )
}


# What people type


def _dashes(slip: str) -> str:
    return slip.replace("-", "–")


def _spaced(slip: str) -> str:
    return re.sub("([+-])", " \\1\u00a0", slip).replace(":", ": ")


def _lines(slip: str) -> str:
    return "\n".join(slip.split())


def _german(slip: str) -> str:
    words = [re.sub(r"(\d+):no1", r"Nummer 1: \1", word) for word in slip.split()]
    return ", ".join(re.sub(r"(\d+):pick", r"Aufsteiger \1", word) for word in words).replace("-", "−")


SPELLINGS: dict[str, Callable[[str], str]] = {
    "plain": str,
    "slip": "slip: {}".format,
    "dashes": _dashes,
    "spaced": _spaced,
    "lines": _lines,
    "german": _german,
    "short": lambda slip: slip.replace(":no1", "n").replace(":pick", "p").upper(),
    "wide": lambda slip: slip.translate({ord("0") + digit: 0xFF10 + digit for digit in range(10)}),
}
