"""``schrille mail send``: the mails of an outbox go through an SMTP server."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any

import click

from ...kit.errors import Fault, GameError, quoted
from ...kit.language import _, ngettext
from ...kit.progress import progress
from ...kit.screen import Screen
from ...kit.verbs import Answer, Call, verb
from .. import tables
from .common import offered

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ...kit.boxes import Found
    from ...kit.sending import Kept, Waiting


@verb(
    help=_(
        "Send the mails of an outbox (a folder of .eml files, a Maildir or an mbox) through an SMTP server, and "
        "move each to those that were sent when the server has taken it. A mail that the server refuses stays, "
        "and the others go on. The settings are host, port, security (starttls, tls or none), user, password or "
        "password-file, timeout in seconds, and ca, a file of certificates: each in a TOML file or, where that "
        "lacks it, in a variable such as SCHRILLE_SMTP_HOST or SCHRILLE_SMTP_PASSWORD_FILE."
    ),
    example="schrille mail send outbox --settings smtp.toml\nschrille mail send outbox --dry-run",
    game=False,
)
@click.argument("outbox", metavar=_("OUTBOX"), shell_complete=offered("files"))
@click.option(
    "--settings",
    metavar=_("FILE"),
    shell_complete=offered("files"),
    help=_("A TOML file with the settings of the server."),
)
@click.option(
    "--dry-run", is_flag=True, help=_("Only say what would be sent; connect nowhere, and change nothing.")
)
def command(call: Call, outbox: str, settings: str | None, dry_run: bool) -> None:
    """Send, and say what became of the mails; what stays is an error behind that."""
    from ...kit import smtpsettings

    known = smtpsettings.load(settings, os.environ)
    if dry_run:
        _look(call, outbox)
        return
    from ...kit import sending

    delivery = sending.Delivery()
    try:
        sending.send(outbox, known, delivery, lambda length: progress(length, _("mails"), wanted=not call.json))
    except KeyboardInterrupt:
        raise click.Abort(_sent(delivery.sent)) from None
    if delivery.stopped and not delivery.sent and not delivery.kept:
        raise GameError(*delivery.stopped)
    data = {
        "dry_run": False,
        "sent": delivery.sent,
        "left": delivery.left,
        "refused": _refused_data(delivery.kept),
    }
    call.print(Answer(data, lambda screen: _text(screen, _sent(delivery.sent) + ".", delivery.kept)))
    if delivery.left:
        raise GameError(*delivery.stopped, _left(outbox, delivery.left))


def _look(call: Call, outbox: str) -> None:
    """Say what would be sent."""
    from ...kit import sending

    waiting, kept = sending.look(outbox)
    data = {
        "dry_run": True,
        "sent": 0,
        "left": len(waiting) + len(kept),
        "refused": _refused_data(kept),
        "mails": [{**_where(mail.found), "to": mail.recipient} for mail in waiting],
    }
    call.print(Answer(data, lambda screen: _look_text(screen, waiting, kept)))
    if kept:
        raise GameError(_left(outbox, len(kept)))


def _where(found: Found) -> dict[str, Any]:
    return {"file": found.path, "line": found.line}


def _refused_data(kept: Sequence[Kept]) -> list[dict[str, Any]]:
    return [{**_where(mail.found), "code": mail.code, "message": mail.message} for mail in kept]


def _sent(number: int) -> str:
    said = ngettext("{number} mail was sent", "{number} mails were sent", number)
    return said.format(number=number)


def _left(outbox: str, number: int) -> Fault:
    said = ngettext("{number} mail stays in the outbox", "{number} mails stay in the outbox", number)
    return Fault("mail", said.format(number=number), quoted(outbox, 200))


def _named(found: Found) -> str:
    """A mail as it is named in a table: the file's name, the line in an mbox."""
    if found.start:
        return _("line {line}").format(line=found.line)
    return quoted(os.path.basename(found.path), 200)[1:-1]


def _text(screen: Screen, first: str, kept: Sequence[Kept]) -> str:
    """What was done, and a table of the mails that stay."""
    if not kept:
        return screen.prose(first)
    rows = [[_named(mail.found), str(mail.code or ""), mail.message] for mail in kept]
    return tables.blocks(screen.prose(first), screen.table([_("mail"), _("code"), _("why it stays")], rows, "lrl"))


def _look_text(screen: Screen, waiting: Sequence[Waiting], kept: Sequence[Kept]) -> str:
    said = ngettext("{number} mail would be sent.", "{number} mails would be sent.", len(waiting))
    first = _text(screen, said.format(number=len(waiting)), kept)
    if not waiting:
        return first
    rows = [[_named(mail.found), mail.recipient] for mail in waiting]
    return tables.blocks(first, screen.table([_("mail"), _("to")], rows, "ll"))
