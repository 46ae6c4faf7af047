"""``schrille score``: pay the points."""

from __future__ import annotations

import click

from ...kit.language import _
from ...kit.verbs import Answer, Call, verb
from .. import report, tables
from ..game import Game
from .common import change


@verb(
    help=_("Pay the points of the round; judge the marks, retirement and the end of the game."),
    example="schrille score --next",
)
@click.option("go_on", "--next", is_flag=True, help=_("Open the next round at once: nobody changes the label."))
def command(call: Call, go_on: bool) -> None:
    """Score the round, and open the next one where asked."""

    def act(game: Game) -> Answer:
        number = game.round
        game.score(go_on=go_on)
        scored = game.scored(number)
        data = report.scored(game, scored)
        if game.round == number:
            return Answer(data, lambda screen: tables.scored(screen, game, scored))
        data |= {"round": game.round, "new": report.new_bands(game.state)}
        return Answer(
            data,
            lambda screen: tables.blocks(
                tables.points(screen, game, scored), tables.show(screen, game, game.state)
            ),
        )

    change(call, act)
