"""``schrille mail``: games by mail."""

from __future__ import annotations

from ...kit.language import _
from ...kit.verbs import group
from . import mail_send

command = group(
    help=_("Play games by mail."),
    example="schrille mail send outbox --settings smtp.toml",
    verbs={"send": mail_send.command},
)
