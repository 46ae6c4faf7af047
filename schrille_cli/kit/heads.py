"""The header of a mail that came in: what it answers, when it was sent, and whether a machine wrote it."""

from __future__ import annotations

import re
from email.errors import MessageError
from email.header import decode_header
from email.message import Message
from email.parser import BytesHeaderParser
from email.policy import Compat32
from email.utils import mktime_tz, parsedate_tz
from hashlib import sha256
from typing import NamedTuple

from .charsets import decode, readable

OWN = "X-Schrille-Mail"  # the header of every mail that this program writes
MOST_HEADER = 256 * 1024  # bytes of a header that are looked at
MOST_VALUE = 4000  # characters of a header's value; the standard library takes quadratic time for some
MOST_IDS = 32_000  # of References
MOST_SUBJECT = 1000
MOST_REFERENCES = 100

_BLANK = re.compile(rb"\r?\n\r?\n|\r\r")
_ID = re.compile(r"<[!-;=?-~]{1,248}>")
_FROM = re.compile(rb"^>+From ", re.MULTILINE)
_VACATION = re.compile(
    r"(?:out of (?:the )?office(?: auto-?reply)?|auto(?:matic|mated)?[ -]?(?:reply|response)|ooo"
    r"|(?:automatische )?abwesenheits(?:notiz|meldung|nachricht|benachrichtigung|assistent)|urlaubsnotiz"
    r"|auto(?:matische)?[ -]?antwort|(?:ich bin )?(?:nicht im büro|außer haus|im urlaub)|abwesend|abwesenheit"
    r"|on vacation|vacation|gelesen|lesebestätigung|read)[ .!]*(?:[:\[(–-]|$)",
    re.IGNORECASE,
)
_RETURNED = re.compile(
    r"undeliver(?:ed|able)\b|unzustellbar\b|mail delivery (?:failed|failure)|failure notice$"
    r"|delivery (?:status notif|fail|has failed)|returned mail\b|nachricht unzustellbar|zustellung fehlgeschlagen"
    r"|nicht zugestellt\b|mail system error",
    re.IGNORECASE,
)
_DAEMON = re.compile(r"(?:mailer-daemon|postmaster|microsoftexchange[0-9a-f]+)(?:[@ >]|$)", re.IGNORECASE)
_ANSWERING = re.compile(
    r"x-?auto-?(?:repl|resp(?!onse-suppress)|generated)|x-?vacation|x-?mail-?autorepl", re.IGNORECASE
)


class Head(NamedTuple):
    """What the header of a mail says, bounded and harmless.

    ``id`` is 24 hex digits by content, the same wherever the mail lies; ``subject`` is one line of at most 1,000
    characters; ``references`` are the message ids (with ``<>``) of In-Reply-To and References, at most 100 of at
    most 250 printable ASCII characters each; ``message_id`` is empty where there is none or a strange one;
    ``date`` is in seconds since 1970, or None where it is missing or not readable. ``automatic`` is empty, or
    ``"own"`` (this program wrote it), ``"bounce"`` or ``"auto-reply"``: never to be answered.
    """

    id: str
    subject: str
    references: tuple[str, ...]
    message_id: str
    date: int | None
    automatic: str


class Bounded(Compat32):
    """The standard library's way with headers, of values that are cut before anything looks for parts in them."""

    def header_source_parse(self, sourcelines: list[str]) -> tuple[str, str]:
        """The name and the value of a header; bytes that are not ASCII stay what they are."""
        name, _colon, value = sourcelines[0].partition(":")
        most = MOST_IDS if name.lower() == "references" else MOST_VALUE
        rest = "".join(sourcelines[1:]) if len(value) < most else ""
        value = (value + rest)[:most].strip(" \t\r\n")
        if name.lower() == "content-transfer-encoding":
            value = value.partition(";")[0].strip(" \t\"'")
        return name, value

    def header_fetch_parse(self, name: str, value: str) -> str:
        """The value as it came."""
        return value


def split(data: bytes) -> tuple[bytes, bytes]:
    """The header of a mail and its body, raw."""
    if data[:1] in (b"\n", b"\r"):
        return b"", data
    found = _BLANK.search(data)
    return (data[: found.start()], data[found.end() :]) if found else (data, b"")


def read_head(data: bytes) -> Head:
    """What the header of a mail says, and its id; never an error, and quick: only the header is parsed."""
    header, body = split(data)
    message = BytesHeaderParser(policy=Bounded()).parsebytes(header[:MOST_HEADER] + b"\n\n")
    subject = words(value(message, "subject"))[:MOST_SUBJECT]
    own_id = _ID.fullmatch(value(message, "message-id"))
    return Head(
        _digest(message, body),
        subject,
        _references(message),
        own_id[0] if own_id else "",
        _date(value(message, "date")),
        _automatic(message, subject),
    )


def value(message: Message, name: str) -> str:
    """The first header of that name, on one line; empty where there is none."""
    return " ".join(str(message.get(name, "")).split())


def words(text: str) -> str:
    """The value of a header as people read it, on one line: encoded words decoded, whatever is wrong with them."""
    text = decode(text.encode("utf-8", "surrogateescape"))
    try:
        parts = decode_header(text) if "=?" in text else [(text, None)]
    except (MessageError, ValueError, LookupError):
        parts = [(text, None)]
    return " ".join(readable("".join(_part(part, charset) for part, charset in parts)).split())


def _part(part: str | bytes, charset: str | None) -> str:
    """A part of a header: `decode_header` makes escapes of what is not encoded beside what is."""
    if isinstance(part, str):
        return part
    return decode(part, charset) if charset else part.decode("raw-unicode-escape", "replace")


def _digest(message: Message, body: bytes) -> str:
    """The first 24 hex digits of a digest of what stays the same wherever a mail is kept."""
    if b">From " in body:
        body = _FROM.sub(b"From ", body)
    texts = [value(message, name).encode("utf-8", "surrogateescape") for name in ("message-id", "date", "from")]
    known = sha256(b"\n".join(texts) + b"\n\n")
    known.update(body.replace(b"\r\n", b"\n").rstrip(b" \t\r\n"))
    return known.hexdigest()[:24]


def _references(message: Message) -> tuple[str, ...]:
    """The message ids that a mail answers, those of In-Reply-To first, then the last ones of References."""

    def ids(name: str) -> list[str]:
        text = value(message, name)
        return _ID.findall(words(text) if "=?" in text else text)

    answered = ids("in-reply-to")[:MOST_REFERENCES]
    found = list(dict.fromkeys([*answered, *reversed(ids("references"))]))[:MOST_REFERENCES]
    first = dict.fromkeys(answered)
    return (*first, *reversed(found[len(first) :]))


def _date(text: str) -> int | None:
    """A header's date in seconds since 1970."""
    try:
        parts = parsedate_tz(text[:100])
        seconds = mktime_tz(parts) if parts else -1
    except (ValueError, OverflowError, IndexError, TypeError):
        return None
    return seconds if 0 <= seconds < 2**40 else None


def _automatic(message: Message, subject: str) -> str:
    """What kind of machine wrote a mail, or nothing where it was a person."""
    if OWN in message:
        return "own"
    report = message.get_content_type() == "multipart/report"
    receipt = "disposition-notification" in value(message, "content-type").lower()
    sender = value(message, "from").rpartition("<")[2]
    if _DAEMON.match(sender) or "x-failed-recipients" in message or (report and not receipt):
        return "bounce"
    submitted = re.split(r"[ ;(]", value(message, "auto-submitted").lower())[0]
    precedence = value(message, "precedence").lower()
    if report or submitted not in ("", "no") or precedence in ("bulk", "junk", "auto_reply", "auto-reply"):
        return "auto-reply"
    for name, said in message.items():
        if _ANSWERING.match(name) and str(said).strip().lower() not in ("", "no", "none", "false", "0"):
            return "auto-reply"
    if "return-path" in message and value(message, "return-path") in ("<>", ""):
        return "bounce"
    if _VACATION.match(subject):
        return "auto-reply"
    return "bounce" if _RETURNED.match(subject) else ""
