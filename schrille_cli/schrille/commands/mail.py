"""``schrille mail``: games whose players send their slips by mail."""

from __future__ import annotations

from ...kit.language import _
from ...kit.verbs import group
from . import mail_check

command = group(
    help=_("Run games by mail."),
    example="schrille mail check result.eml receipt.eml",
    verbs={"check": mail_check.command},
)
