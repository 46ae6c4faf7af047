"""``schrille next``: open the next round."""

from __future__ import annotations

import click

from ...kit.verbs import Answer, Call, verb
from .. import completing, report, tables
from ..game import Game
from ..rounds import OVER
from .common import change


@verb(
    help="Take fallen and retired bands out, bring new ones in, set the markers and deal the hands.",
    example='schrille next\nschrille next --band "Velvet Siren=red,violet" --band Moosbosse',
)
@click.option(
    "bands",
    "--band",
    multiple=True,
    metavar="NAME[=LABELS]",
    shell_complete=completing.cards,
    help="A card from the table, in the order drawn.",
)
@click.option("--deck-empty", is_flag=True, help="The table's deck has no further card.")
@click.option("with_hands", "--hands", is_flag=True, help="Also show every player's hand.")
def command(call: Call, bands: tuple[str, ...], deck_empty: bool, with_hands: bool) -> None:
    """Open the next round."""

    def act(game: Game) -> Answer:
        game.next(bands, deck_empty=deck_empty)
        state = game.state
        hands = report.hands(game, state, game.setup.players) if with_hands and state.phase != OVER else []
        new = report.new_bands(state) if state.phase != OVER else []
        data = {**report.common(game), "new": new, "winners": list(state.winners)}
        if with_hands:
            data["hands"] = hands
        return Answer(
            data,
            lambda screen: tables.blocks(
                tables.show(screen, game, state), tables.hands(screen, hands) if hands else ""
            ),
        )

    change(call, act)
