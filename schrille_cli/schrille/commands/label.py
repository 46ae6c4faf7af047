"""``schrille label``: claim labels in the opening, change them after a scoring."""

from __future__ import annotations

import click

from ...kit.errors import Fault, quoted, raise_all
from ...kit.language import _
from ...kit.verbs import Answer, Call, verb
from .. import report, tables
from ..game import Game
from .common import change, offered, split_name


@verb(
    help=_(
        "In the opening, claim labels; after a scoring, wish for others, in order of preference. On a terminal, "
        "without arguments, it asks."
    ),
    example="schrille label Ann=violet Bob=orange,red",
)
@click.argument("wishes", nargs=-1, metavar=_("PLAYER=LABEL[,LABEL]..."), shell_complete=offered("wishes"))
def command(call: Call, wishes: tuple[str, ...]) -> None:
    """Serve claims or wishes and say what became of each."""
    if not wishes:
        if not call.interactive:
            raise click.UsageError(_("Missing argument 'PLAYER=LABEL[,LABEL]...'."))
        from ..dialogs.labels import ask_labels

        ask_labels(call.path)
        return
    pairs = [split_name(text) for text in wishes]
    hint = _("write PLAYER=LABEL")
    raise_all(
        Fault("label", _("{text} names no label").format(text=quoted(name)), hint=hint)
        for name, labels in pairs
        if labels is None
    )

    def act(game: Game) -> Answer:
        outcomes = game.label([(name, labels or "") for name, labels in pairs])
        lines = [tables.wish(game, outcome) for outcome in outcomes]
        return Answer(
            {**report.common(game), "wishes": [outcome._asdict() for outcome in outcomes]},
            lambda screen: "\n".join(map(screen.prose, [*lines, tables.following(game)])),
        )

    change(call, act)
