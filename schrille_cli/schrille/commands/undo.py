"""``schrille undo``: take the last command back."""

from __future__ import annotations

from ...kit.language import _, english
from ...kit.verbs import Answer, Call, verb
from .. import record, report, tables
from ..game import Game
from .common import change


@verb(
    help=_("Take the last command back, again and again down to the new game."),
    example="schrille undo",
)
def command(call: Call) -> None:
    """Undo one command and name it."""

    def act(game: Game) -> Answer:
        steps = game.steps[-1:]
        undone = game.undo()
        with english():
            said = record.describe(steps[0].line, game.setup.rules.slip_size)
        text = _("Undone: {what}. {status}").format(what=undone, status=tables.status(game, game.state))
        return Answer({**report.common(game), "undone": said}, lambda screen: screen.prose(text))

    change(call, act)
