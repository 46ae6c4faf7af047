"""``schrille show``: the game at any time."""

from __future__ import annotations

import click

from ...kit.errors import error
from ...kit.language import _
from ...kit.screen import Screen
from ...kit.verbs import Answer, Call, verb
from .. import completing, lookback, lookback_tables, report, tables
from ..saves import load
from .common import reveal_options, revealing


@verb(
    help=_("Show the chart, the score track, who still owes a slip, and what may come next."),
    example="schrille show\nschrille show --history\nschrille show --round 2 --slips --explain",
)
@click.option("with_slips", "--slips", is_flag=True, help=_("Also show the slips of the round."))
@click.option(
    "hand",
    "--hand",
    metavar="PLAYER",
    shell_complete=completing.players,
    help=_("Also show the hand that the tool dealt to a player."),
)
@click.option(
    "number",
    "--round",
    type=int,
    metavar="N",
    shell_complete=completing.rounds,
    help=_("Show round N as it ended."),
)
@click.option(
    "with_history", "--history", is_flag=True, help=_("Also show every place and score, round by round.")
)
@click.option(
    "--explain", is_flag=True, help=_("Also show every move of a resolved round and the chips behind it.")
)
@reveal_options
def command(
    call: Call,
    with_slips: bool,
    hand: str | None,
    number: int | None,
    with_history: bool,
    explain: bool,
    reveal: bool,
    pace: float | None,
) -> None:
    """Show a game, or a round of it."""
    game = load(call.path)
    state = game.state if number is None else game.at_round(number)
    data = report.show(game, state)
    reveal = reveal or pace is not None
    if (explain or reveal) and state.movement is None:
        message = _("round {number} is not resolved yet").format(number=state.opened.number)
        hint = (
            _("resolve it first, or name an earlier one with --round") if game.round > 1 else _("resolve it first")
        )
        raise error("phase", message, hint=hint)
    if reveal:
        data["reveal"] = report.reveal(state)
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

    if call.json or not reveal:
        call.print(Answer(data, text))
    else:
        revealing(call, game, state, text).show(pace)
