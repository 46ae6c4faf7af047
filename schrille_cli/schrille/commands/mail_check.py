"""``schrille mail check``: whether the slips of a result are those of the receipts."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import click

from ...kit import files
from ...kit.errors import error, quoted
from ...kit.language import N_, _, ngettext
from ...kit.screen import Cell, Screen
from ...kit.verbs import Answer, Call, verb
from .. import tables
from ..mail import checking
from ..mail.checking import Checked
from .common import offered

SLIPS = {
    checking.GOOD: Cell(N_("good"), "green"),
    checking.BAD: Cell(N_("bad: it is not the one to this slip"), "red"),
    checking.TWICE: Cell(N_("there are two slips of this player"), "red"),
}
RECEIPTS = {
    checking.FITS: Cell(N_("fits"), "green"),
    checking.REPLACED: Cell(N_("not the slip that counted; the receipt of a later one fits")),
    checking.DEPARTS: Cell(N_("not the slip that counted"), "red"),
    checking.UNKNOWN: Cell(N_("the result has no slip of this player and round"), "red"),
}

ALONE = N_(
    "This proves only that each commitment fits the slip that is shown with it. Only its receipt shows whether a "
    "slip was changed: name receipts too."
)
SAME = N_(
    "Compare the slips shown here with the tables in the mail, which are not checked: they must be the same."
)


@verb(
    help=_(
        "Check the slips in a mail with results: that the commitment to each is right, and that the receipts for "
        "slips have the same commitments. RESULT and RECEIPT are files: mails as a mail program saves them, also "
        "quoted or forwarded ones, or their text. No save and no secret is needed."
    ),
    example="schrille mail check result.eml\nschrille mail check result.eml receipt.eml receipt2.eml",
    game=False,
)
@click.argument("result", metavar=_("RESULT"), shell_complete=offered("files"))
@click.argument("receipts", nargs=-1, metavar=_("[RECEIPT]..."), shell_complete=offered("files"))
def command(call: Call, result: str, receipts: tuple[str, ...]) -> None:
    """Check a result, alone or with receipts."""
    data, places = [], [files.input_name(path) for path in (result, *receipts)]
    for path, place in zip((result, *receipts), places, strict=True):
        data.append(files.read_bytes(path))
        files.check_size(data[-1], place)
    checked = checking.check(data[0], data[1:], places)
    call.print(Answer(_data(result, receipts, checked), lambda screen: _text(screen, receipts, checked)))
    if checked.departing:
        hint = ""
        if any(row.state == checking.DEPARTS for row in checked.receipts):
            hint = _("where another slip was sent later, name its receipt too, as the mail that came")
        message = ngettext("{number} thing does not fit", "{number} things do not fit", checked.departing)
        raise error("mail", message.format(number=checked.departing), hint=hint)


def _data(result: str, receipts: Sequence[str], checked: Checked) -> dict[str, Any]:
    return {
        "result": result,
        "slips": [{**row.slip._asdict(), "state": row.state} for row in checked.slips],
        "receipts": [
            {"file": receipts[row.file], **row.receipt._asdict(), "state": row.state} for row in checked.receipts
        ],
        "departing": checked.departing,
    }


def _text(screen: Screen, receipts: Sequence[str], checked: Checked) -> str:
    """A table of the slips, and one of the receipts where there are any, with what they prove."""
    slips: tables.Rows = []
    for shown, state in checked.slips:
        word = SLIPS[state]
        slips.append([str(shown.round), shown.player, shown.slip, word._replace(text=_(word.text))])
    compared: tables.Rows = []
    for number, receipt, state in checked.receipts:
        word, file = RECEIPTS[state], quoted(receipts[number], 200)[1:-1]
        compared.append([file, str(receipt.round), receipt.player, word._replace(text=_(word.text))])
    headers = [_("round"), _("player"), _("slip"), _("commitment")]
    parts = [screen.table(headers, slips, "rlll")]
    if compared:
        headers = [_("receipt"), _("round"), _("player"), _("result")]
        parts.append(screen.table(headers, compared, "lrll"))
    said = "" if compared else _(ALONE) + " "
    return tables.blocks(*parts, screen.prose(said + _(SAME)))
