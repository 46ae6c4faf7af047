"""``schrille resolve``: move the bands."""

from __future__ import annotations

import click

from ...kit.language import _
from ...kit.verbs import Answer, Call, interruptible, verb
from .. import report, tables
from ..game import Game
from ..saves import changing
from .common import SAVED, change, reveal_options, revealing


@verb(
    help=_("Move the bands, judge the Danger Zone, and show the new chart."),
    example="schrille resolve --explain\nschrille resolve --reveal",
)
@click.option("--explain", is_flag=True, help=_("Also show every move in order and the chips behind it."))
@click.option("--missing", type=click.Choice(["pass"]), help=_("pass: who owes a slip places nothing (R29)."))
@reveal_options
def command(call: Call, explain: bool, missing: str | None, reveal: bool, pace: float | None) -> None:
    """Resolve the round; a reveal is shown when the save is done."""
    reveal = reveal or pace is not None

    def act(game: Game) -> Answer:
        game.resolve(missing_pass=missing == "pass")
        state = game.state
        data = report.resolved(game, state)
        if reveal:
            data["reveal"] = report.reveal(state)
        return Answer(data, lambda screen: tables.resolved(screen, game, state, explain))

    if call.json or not reveal:
        change(call, act)
        return
    with interruptible(), changing(call.path) as game:
        answer = act(game)
        steps = revealing(call, game, game.state, answer.text)
    steps.show(pace, SAVED)
