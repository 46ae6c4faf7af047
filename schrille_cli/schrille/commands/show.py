"""``schrille show``: the game at any time."""

from __future__ import annotations

import click

from ...kit.errors import error
from ...kit.language import _
from ...kit.screen import Screen
from ...kit.verbs import Answer, Call, verb
from .. import lookback, lookback_tables, report, tables
from ..saves import load


@verb(
    help=_("Show the chart, the score track, who still owes a slip, and what may come next."),
    example="schrille show\nschrille show --history\nschrille show --round 2 --slips --explain",
)
@click.option("with_slips", "--slips", is_flag=True, help=_("Also show the slips of the round."))
@click.option("hand", "--hand", metavar="PLAYER", help=_("Also show the hand that the tool dealt to a player."))
@click.option("number", "--round", type=int, metavar="N", help=_("Show round N as it ended."))
@click.option(
    "with_history", "--history", is_flag=True, help=_("Also show every place and score, round by round.")
)
@click.option(
    "--explain", is_flag=True, help=_("Also show every move of a resolved round and the chips behind it.")
)
def command(
    call: Call, with_slips: bool, hand: str | None, number: int | None, with_history: bool, explain: bool
) -> None:
    """Show a game, or a round of it."""
    game = load(call.path)
    state = game.state if number is None else game.at_round(number)
    data = report.show(game, state)
    if explain and state.movement is None:
        message = _("round {number} is not resolved yet").format(number=state.opened.number)
        raise error("phase", message, hint=_("resolve it first"))
    if with_slips:
        data["slips"] = report.slips(state)
    if hand is not None:
        data["hands"] = report.hands(game, state, [game.player(hand)])
    if explain:
        data["moves"] = report.moves(state)
    if with_history:
        data["history"] = lookback.history(game)

    def text(screen: Screen) -> str:
        return tables.blocks(
            tables.show(screen, game, state),
            tables.moves(screen, state) if explain else "",
            tables.slips(screen, state.slips) if with_slips else "",
            tables.hands(screen, data["hands"]) if hand is not None else "",
            lookback_tables.history(screen, game) if with_history else "",
        )

    call.print(Answer(data, text))
