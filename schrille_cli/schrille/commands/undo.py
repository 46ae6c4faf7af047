"""``schrille undo``: take the last command back."""

from __future__ import annotations

from ...kit.language import _
from ...kit.verbs import Answer, Call, verb
from .. import report, tables
from ..game import Game
from .common import change


@verb(
    help=_("Take the last command back, again and again down to the new game."),
    example="schrille undo",
)
def command(call: Call) -> None:
    """Undo one command and name it."""

    def act(game: Game) -> Answer:
        undone = game.undo()
        text = _("Undone: {what}. {status}").format(what=undone, status=tables.status(game, game.state))
        return Answer({**report.common(game), "undone": undone}, lambda screen: screen.prose(text))

    change(call, act)
