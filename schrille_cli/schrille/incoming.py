"""Where new cards and hands come from: the tool's deck and chance, or the table (R8, R26 to R28)."""

from __future__ import annotations

from collections.abc import Mapping

from ..kit.errors import counted, error, listed, quoted
from .deck import draw_hands, open_places
from .rounds import Incoming, Setup, State


def dealt_hands(setup: Setup, number: int) -> dict[str, tuple[int, ...]]:
    """The hands of a round where the tool deals them, else none."""
    if setup.hands != "tool":
        return {}
    rules = setup.rules
    return draw_hands(setup.players, rules.bag, rules.hand, setup.seed, number)


def cards_due(state: State) -> int:
    """How many cards come at the next round (R26); from a table's deck, as many as places are open."""
    free = open_places(state.remaining)
    return free if state.left is None else min(free, state.left)


def incoming(
    setup: Setup, state: State, cards: Mapping[str, tuple[str, ...]], deck_empty: bool = False
) -> Incoming:
    """What comes with the round after a scored state; ``cards`` are those that the table drew, with labels.

    ``deck_empty`` says that the table's deck has no further card. Raises `GameError` (kind ``"deck"``) where
    the table's cards are too many, too few, or were in this game before.
    """
    left: int | None
    if setup.cards == "tool":
        drawn = tool_cards(setup, state)
        left = (state.left or 0) - len(drawn)
    else:
        drawn = tuple(cards)
        left = table_left(state, drawn, deck_empty)
    new = {name: labels for name, labels in cards.items() if name not in state.bands}
    return Incoming(drawn, new, left, dealt_hands(setup, state.opened.number + 1))


def tool_cards(setup: Setup, state: State) -> tuple[str, ...]:
    """The cards that the tool draws next from its deck, in the order drawn."""
    first = len(setup.deck) - (state.left or 0)
    return setup.deck[first : first + cards_due(state)]


def table_left(state: State, drawn: tuple[str, ...], deck_empty: bool) -> int | None:
    """The cards that a table's deck holds after a draw: 0 where it is known to be empty, else None.

    Raises `GameError` (kind ``"deck"``) where the draw is not possible.
    """
    back = [quoted(band) for band in drawn if band in {*state.gone, *state.opened.chart}]
    if back:
        raise error("deck", f"{listed(back)} came before", hint="bands that left never come back (R27)")
    due = cards_due(state)
    if state.left == 0 and drawn:
        raise error("deck", "the deck is empty, no card can come from it", hint="run next alone")
    if len(drawn) > due or (len(drawn) < due and not deck_empty):
        hint = f"give next {due} --band, in the order drawn"
        if len(drawn) < due:
            hint += ", or add --deck-empty where the deck has run out"
        message = f"{counted(due, 'open place')} (R26), {counted(len(drawn), 'card')} given"
        raise error("deck", message, hint=hint)
    if not state.remaining and not drawn and state.changed:
        message = "no band is left, so that the game was over before labels changed (R27)"
        raise error("deck", message, hint="undo the label change first")
    return 0 if deck_empty or state.left == 0 else None
