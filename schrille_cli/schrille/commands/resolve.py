"""``schrille resolve``: move the bands."""

from __future__ import annotations

import click

from ...kit.verbs import Answer, Call, verb
from .. import report, tables
from ..game import Game
from .common import change


@verb(
    help="Move the bands, judge the Danger Zone, and show the new chart.",
    example="schrille resolve --explain",
)
@click.option("--explain", is_flag=True, help="Also show every move in order and the chips behind it.")
@click.option("--missing", type=click.Choice(["pass"]), help="pass: who owes a slip places nothing (R29).")
def command(call: Call, explain: bool, missing: str | None) -> None:
    """Resolve the round."""

    def act(game: Game) -> Answer:
        game.resolve(missing_pass=missing == "pass")
        state = game.state
        return Answer(report.resolved(game, state), lambda screen: tables.resolved(screen, game, state, explain))

    change(call, act)
