"""``schrille label``: claim labels in the opening, change them after a scoring."""

from __future__ import annotations

import click

from ...kit.errors import Fault, quoted, raise_all
from ...kit.verbs import Answer, Call, verb
from .. import completing, report, tables
from ..game import Game
from .common import change, split_name


@verb(
    help="In the opening, claim labels; after a scoring, wish for others, in order of preference.",
    example="schrille label Ann=violet Bob=orange,red",
)
@click.argument(
    "wishes", nargs=-1, required=True, metavar="PLAYER=LABEL[,LABEL]...", shell_complete=completing.wishes
)
def command(call: Call, wishes: tuple[str, ...]) -> None:
    """Serve claims or wishes and say what became of each."""
    pairs = [split_name(text) for text in wishes]
    raise_all(
        Fault("label", f"{quoted(name)} names no label", hint="write PLAYER=LABEL")
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
