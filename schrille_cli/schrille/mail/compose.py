"""Mails as they are sent: messages with their headers, as RFC 5322 wants them."""

from __future__ import annotations

from datetime import UTC, datetime
from email.message import EmailMessage
from email.policy import SMTP
from email.utils import format_datetime, formataddr

from ...kit.letters import OWN
from ...kit.quotes import BEGIN, END
from .desk import Draft
from .post import Post
from .tokens import game_id


def compose(post: Post, draft: Draft, mailing: int, number: int, now: int) -> bytes:
    """A draft as the mail that goes out, with its number in a mailing; ``now`` is in seconds since 1970."""
    message, token = draft
    mail = EmailMessage(policy=SMTP)
    mail["From"] = post.moderator
    mail["To"] = formataddr((message.player, post.seats[message.player].address))
    mail["Subject"] = f"{post.title}: {message.subject} [{token}]"
    mail["Date"] = format_datetime(datetime.fromtimestamp(now, UTC))
    mail["Message-ID"] = f"<{token}.{mailing}.{number}@{post.moderator.rpartition('@')[2]}>"
    if message.answers:
        mail["In-Reply-To"] = mail["References"] = message.answers
    mail["Auto-Submitted"] = "auto-replied" if message.answers else "auto-generated"
    mail[OWN] = game_id(post.secret)
    mail.set_content(f"{BEGIN}\n\n{message.text}\n\n{END}\n", cte="base64")
    return mail.as_bytes()
