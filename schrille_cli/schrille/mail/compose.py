"""Mails as they are sent: messages with their headers, as RFC 5322 wants them."""

from __future__ import annotations

import base64
from datetime import UTC, datetime
from email.header import Header
from email.utils import format_datetime, quote

from ...kit.letters import OWN
from ...kit.quotes import BEGIN, END
from .desk import Draft
from .post import Post
from .tokens import game_id

NEWLINE = "\r\n"


def compose(post: Post, draft: Draft, number: int, now: int) -> bytes:
    """A draft as the mail that goes out, the one of that number to its player; ``now`` is in seconds since 1970.

    The headers are put together here, by the standard library's parts: its class of messages, which takes headers
    apart again that are given to it, needs eight times as long, and thousands of mails are made at a time.
    """
    message, token = draft
    address = post.seats[message.player].address
    headers = {
        "From": post.moderator,
        "To": f"{_words(message.player, 'To')} <{address}>",
        "Subject": _encoded(f"{post.title}: {message.subject} [{token}]", "Subject"),
        "Date": format_datetime(datetime.fromtimestamp(now, UTC)),
        "Message-ID": f"<{token}.{number}@{post.moderator.rpartition('@')[2]}>",
    }
    if message.answers:
        headers |= {"In-Reply-To": message.answers, "References": message.answers}
    headers |= {
        "Auto-Submitted": "auto-replied" if message.answers else "auto-generated",
        OWN: game_id(post.secret),
        "MIME-Version": "1.0",
        "Content-Type": 'text/plain; charset="utf-8"',
        "Content-Transfer-Encoding": "base64",
    }
    head = NEWLINE.join(f"{name}: {value}" for name, value in headers.items())
    text = f"{BEGIN}\n\n{message.text}\n\n{END}\n".replace("\n", NEWLINE)
    body = base64.encodebytes(text.encode()).replace(b"\n", NEWLINE.encode())
    return f"{head}{NEWLINE}{NEWLINE}".encode("ascii") + body


def _words(name: str, header: str) -> str:
    """A name before an address."""
    return f'"{quote(name)}"' if _plain(name) else _encoded(name, header)


def _encoded(text: str, header: str) -> str:
    """A text as a header has it: folded, and encoded where it is not ASCII."""
    return Header(text, "us-ascii" if _plain(text) else "utf-8", header_name=header).encode(linesep=NEWLINE)


def _plain(text: str) -> bool:
    """Whether readers take a text for what it is when it is not encoded."""
    return text.isascii() and "=?" not in text
