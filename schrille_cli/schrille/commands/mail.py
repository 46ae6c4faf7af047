"""``schrille mail``: games whose players send their slips by mail."""

from __future__ import annotations

from ...kit.language import _
from ...kit.verbs import group
from . import mail_batch, mail_check, mail_orders, mail_send

command = group(
    help=_("Run games whose slips come by mail; schrille new --mail begins one."),
    example="schrille mail batch games --inbox Maildir --outbox out\nschrille mail send out --settings smtp.toml",
    verbs={
        "batch": mail_batch.command,
        "send": mail_send.command,
        "list": mail_orders.list_mails,
        "accept": mail_orders.accept,
        "extend": mail_orders.extend,
        "remind": mail_orders.remind,
        "address": mail_orders.address,
        "leave": mail_orders.leave,
        "check": mail_check.command,
    },
)
