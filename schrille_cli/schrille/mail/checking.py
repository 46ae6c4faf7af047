"""Results by mail compared with the receipts that players got for their slips."""

from __future__ import annotations

import codecs
import re
from collections.abc import Iterator, Mapping, Sequence
from html.parser import HTMLParser
from typing import TYPE_CHECKING, NamedTuple

from ...kit.errors import Fault, error, gathered, raise_all
from ...kit.language import _
from .commitments import MARK, Committed, Shown, receipts_in, slips_in

if TYPE_CHECKING:
    from email.message import Message

GOOD, BAD, TWICE = ("good", "bad", "twice")
FITS, REPLACED, DEPARTS, UNKNOWN = ("fits", "replaced", "departs", "unknown")
HEADERS = ("From", "Date", "Subject", "Message-ID", "Received", "Content-Type", "MIME-Version")
NUMBERS = re.compile(r"<schrille-[a-z0-9-]{1,60}\.([0-9]{1,9})@", re.ASCII)  # in a Message-ID
DEEPEST = 20  # mails that are forwarded in each other
BREAKS = frozenset(("address", "blockquote", "br", "div", "li", "p", "pre", "table", "tr"))
UNSEEN = frozenset(("script", "style", "title"))
Key = tuple[str, int, str]  # game, round and player
Order = tuple[int, ...]  # when a mail was written, of those by this tool; empty where that is not known


class SlipRow(NamedTuple):
    """A slip of a result: whether its commitment is `GOOD`, `BAD`, or there is another slip (`TWICE`)."""

    slip: Shown
    state: str


class ReceiptRow(NamedTuple):
    """A receipt, and the number of the file in which it is, from 0.

    It `FITS` the result; or its slip was `REPLACED` by a later one whose receipt fits; or it is of another slip
    than the one that counted (`DEPARTS`); or the result has no slip of its player and round (`UNKNOWN`).
    """

    file: int
    receipt: Committed
    state: str


class Checked(NamedTuple):
    """A result compared with receipts."""

    slips: Sequence[SlipRow]
    receipts: Sequence[ReceiptRow]

    @property
    def departing(self) -> int:
        """How many slips and receipts there are that do not fit."""
        slips = sum(row.state != GOOD for row in self.slips)
        return slips + sum(row.state in (DEPARTS, UNKNOWN) for row in self.receipts)


def check(result: bytes, receipts: Sequence[bytes], places: Sequence[str]) -> Checked:
    """Compare a result with receipts: mails as they were received, or files with their text.

    ``places`` are the names of all these files, the result first, for errors. Raises `GameError` (kind ``"mail"``)
    where the result shows no slip, or a file has no receipt.
    """
    faults: list[Fault] = []
    slips: list[Shown] = []
    written: list[tuple[int, Committed, Order]] = []
    with gathered(faults, places[0]):
        slips = _slips(result)
    for number, (data, place) in enumerate(zip(receipts, places[1:], strict=True)):
        with gathered(faults, place):
            written += ((number, *found) for found in _receipts(data))
    raise_all(faults)
    shown: dict[Key, set[str]] = {}
    for slip in slips:
        shown.setdefault(slip[:3], set()).add(slip.commitment)
    fitting: dict[Key, Order] = {}  # the latest receipt that fits
    for _number, receipt, order in written:
        key = receipt[:3]
        if receipt.commitment in shown.get(key, ()):
            fitting[key] = max(order, fitting.get(key, ()))
    return Checked(
        [SlipRow(slip, _slip_state(slip, slips)) for slip in slips],
        [
            ReceiptRow(number, receipt, _receipt_state(receipt, order, shown, fitting))
            for number, receipt, order in written
        ],
    )


def _slip_state(slip: Shown, slips: Sequence[Shown]) -> str:
    if not slip.good:
        return BAD
    return TWICE if any(other[:3] == slip[:3] and other != slip for other in slips) else GOOD


def _receipt_state(
    receipt: Committed, order: Order, shown: Mapping[Key, set[str]], fitting: Mapping[Key, Order]
) -> str:
    key = receipt[:3]
    if key not in shown:
        return UNKNOWN
    if receipt.commitment in shown[key]:
        return FITS
    return REPLACED if order and order < fitting.get(key, ()) else DEPARTS


def _slips(data: bytes) -> list[Shown]:
    """The slips that a file shows, each once."""
    found = list(dict.fromkeys(slip for text, _order in _texts(data) for slip in slips_in(text)))
    if not found:
        hint = _("name the mail that tells the results of a round")
        raise error("mail", _("it shows no slips with commitments"), hint=hint)
    return found


def _receipts(data: bytes) -> list[tuple[Committed, Order]]:
    """The receipts in a file, each once."""
    found: dict[Committed, Order] = {}
    for text, order in _texts(data):
        for receipt in receipts_in(text):
            found[receipt] = max(order, found.get(receipt, ()))
    if not found:
        hint = _("name a mail that says that a slip counts")
        raise error("mail", _("it has no commitment to a slip"), hint=hint)
    return list(found.items())


# Mails and other files


def _texts(data: bytes) -> Iterator[tuple[str, Order]]:
    """The texts of a file that have anything to compare, and when the mail in which they stand was written."""
    try:
        from email import message_from_bytes

        message = message_from_bytes(data)
    except RecursionError:
        raise error("mail", _("its parts lie too deep in each other")) from None
    if any(message[name] for name in HEADERS):
        yield from _of_mail(message, 0)
    else:
        yield _decoded(data.removeprefix(codecs.BOM_UTF8), "utf-8"), ()


def _of_mail(message: Message, depth: int) -> Iterator[tuple[str, Order]]:
    """The texts of a mail and of those that are forwarded in it; of a text in two forms, the plain one."""
    from email.message import Message

    plain: list[str] = []
    html: list[str] = []
    forwarded: list[Message] = []
    parts = [message]
    for part in parts:  # which grows on the way
        kind, inner = part.get_content_type(), part.get_payload()
        if isinstance(inner, list):
            more = (one for one in inner if isinstance(one, Message))
            (forwarded if kind == "message/rfc822" else parts).extend(more)
        elif kind == "text/html":
            html.append(_seen(_body(part)))
        elif kind.startswith("text/"):
            plain.append(_body(part))
    found = [text for text in plain if MARK.search(text)] or [text for text in html if MARK.search(text)]
    numbers = NUMBERS.match(str(message["Message-ID"] or "").strip())
    yield from ((text, tuple(map(int, numbers.groups())) if numbers else ()) for text in found)
    for mail in forwarded if depth < DEEPEST else ():
        yield from _of_mail(mail, depth + 1)


def _body(part: Message) -> str:
    """The text of a part of a mail, whatever it says of its encoding."""
    data = part.get_payload(decode=True)
    try:
        charset = part.get_content_charset("utf-8")
    except (LookupError, UnicodeError):
        charset = "utf-8"
    return _decoded(data, charset) if isinstance(data, bytes) else ""


def _decoded(data: bytes, charset: str) -> str:
    for name in (charset, "utf-8", "cp1252"):
        try:
            return data.decode(name).replace("\r\n", "\n").replace("\r", "\n")
        except (LookupError, ValueError):
            continue
    return data.decode("latin-1")


class _Seen(HTMLParser):
    """Collects what is seen of a page, with its lines."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []
        self.unseen = self.kept = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Begin a line where the page does."""
        self.unseen += tag in UNSEEN
        self.kept += tag == "pre"
        self.found.append("\n" if tag in BREAKS else "")

    def handle_endtag(self, tag: str) -> None:
        """End a line where the page does."""
        self.unseen -= tag in UNSEEN
        self.kept -= tag == "pre"
        self.found.append("\n" if tag in BREAKS else "")

    def handle_data(self, data: str) -> None:
        """Collect a text."""
        if not self.unseen:
            self.found.append(data if self.kept > 0 else data.replace("\n", " "))


def _seen(html: str) -> str:
    """What is seen of a page."""
    page = _Seen()
    page.feed(html)
    page.close()
    return "".join(page.found)
