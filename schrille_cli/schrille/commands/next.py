"""``schrille next``: open the next round."""

from __future__ import annotations

import click

from ...kit.language import _
from ...kit.verbs import Answer, Call, verb
from .. import report, tables
from ..game import Game
from ..incoming import cards_owed
from ..rounds import OVER, SCORED
from ..saves import load
from .common import card_options, change


@verb(
    help=_(
        "Take fallen and retired bands out, bring new ones in, set the markers and deal the hands. Where the "
        "cards come from the table, it asks for them on a terminal."
    ),
    example='schrille next\nschrille next --band "Velvet Siren=red,violet" --band Moosbosse',
)
@card_options(_("A card from the table, in the order drawn."))
@click.option("with_hands", "--hands", is_flag=True, help=_("Also show every player's hand."))
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

    if not bands and not deck_empty and call.interactive:
        game = load(call.path)
        if game.phase == SCORED and cards_owed(game.setup, game.state):
            from ..dialogs.cards import ask_cards

            asked = ask_cards(call.path, game)
            if asked is None:
                return
            draft, bands, deck_empty = asked
            change(call, act)
            draft.forget()
            return
    change(call, act)
