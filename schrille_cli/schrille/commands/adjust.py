"""``schrille adjust``: points by the moderator's word."""

from __future__ import annotations

import click

from ...kit.language import _
from ...kit.verbs import Answer, Call, verb
from .. import corrections, tables
from ..game import Game
from .common import change, offered


@verb(
    help=_(
        "Give a player points, or take some, by the moderator's word. They count at once; marks and the end are "
        "judged by the next score."
    ),
    example='schrille adjust Ann -3 --reason "forgot the pick of round 2"',
)
@click.argument("player", metavar=_("PLAYER"), shell_complete=offered("players"))
@click.argument("points", metavar=_("POINTS"))
@click.option(
    "--reason", required=True, metavar=_("TEXT"), help=_("Why; it stands in the save and in the history.")
)
def command(call: Call, player: str, points: str, reason: str) -> None:
    """Adjust a score."""

    def act(game: Game) -> Answer:
        game.adjust(player, points, reason)
        data = corrections.adjusted(game)
        text = _("{points:+d} points for {player}, who has {score} now.").format(**data)
        return Answer(
            data, lambda screen: tables.blocks(screen.prose(text), tables.track(screen, game, game.state))
        )

    change(call, act)
