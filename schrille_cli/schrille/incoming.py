"""Where new cards and hands come from: the tool's deck and chance, or the table (R8, R26 to R28)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ..kit.errors import error, listed, quoted
from ..kit.language import _, ngettext
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


def cards_owed(setup: Setup, state: State) -> int:
    """How many cards the table has to draw for the next round, besides those that wait on its deck."""
    return max(0, cards_due(state) - len(state.waiting)) if setup.cards == "table" else 0


def incoming(
    setup: Setup, state: State, cards: Mapping[str, tuple[str, ...]], deck_empty: bool = False
) -> Incoming:
    """What comes with the round after a scored state; ``cards`` are those that the table drew, with labels.

    ``deck_empty`` says that the table's deck has no further card. Raises `GameError` (kind ``"deck"``) where
    the table's cards are too many, too few, or were in this game before.
    """
    hands = dealt_hands(setup, state.opened.number + 1)
    if setup.cards == "tool":
        return tool_cards(setup, state, hands)
    return table_cards(state, cards, deck_empty, hands)


def tool_cards(setup: Setup, state: State, hands: Mapping[str, tuple[int, ...]]) -> Incoming:
    """The cards that the tool draws next from its deck."""
    left = state.left or 0
    first = len(setup.deck) - left
    drawn = setup.deck[first : first + cards_due(state)]
    return Incoming(drawn, {}, left - len(drawn), hands)


def table_cards(
    state: State,
    cards: Mapping[str, tuple[str, ...]],
    deck_empty: bool,
    hands: Mapping[str, tuple[int, ...]],
) -> Incoming:
    """The cards that lie on the table's deck again, then those that it drew.

    Raises `GameError` (kind ``"deck"``) where the draw is not possible.
    """
    due = cards_due(state)
    again, waiting = state.waiting[:due], state.waiting[due:]
    _check_draw(state, tuple(cards), due - len(again), deck_empty)
    new = {name: labels for name, labels in cards.items() if name not in state.bands}
    left = len(waiting) if deck_empty or state.left is not None else None
    return Incoming((*again, *cards), new, left, hands, waiting)


def _check_draw(state: State, drawn: Sequence[str], owed: int, deck_empty: bool) -> None:
    """Raise `GameError` where the table cannot have drawn these cards."""
    back = [quoted(band) for band in drawn if band in state.came]
    if back:
        message = ngettext("{bands} came before", "{bands} came before", len(back)).format(bands=listed(back))
        raise error("deck", message, hint=_("bands that left never come back (R27)"))
    if state.left is not None and drawn:
        raise error("deck", _("the deck is empty, no card can come from it"), hint=_("run next alone"))
    if len(drawn) > owed or (len(drawn) < owed and not deck_empty):
        raise error("deck", _draw_message(state, len(drawn), owed), hint=_draw_hint(len(drawn), owed))
    if not state.remaining and not drawn and not state.waiting and state.changed:
        message = _("no band is left, so that the game was over before labels changed (R27)")
        raise error("deck", message, hint=_("undo the label change first"))


def _draw_message(state: State, drawn: int, owed: int) -> str:
    places = ngettext("{number} open place", "{number} open places", owed).format(number=owed)
    if state.waiting:
        message = ngettext(
            "{number} card to be drawn, after those that lie on the deck again",
            "{number} cards to be drawn, after those that lie on the deck again",
            owed,
        )
        places = message.format(number=owed)
    cards = ngettext("{number} card given", "{number} cards given", drawn).format(number=drawn)
    return f"{places} (R26), {cards}"


def _draw_hint(drawn: int, owed: int) -> str:
    if drawn < owed:
        hint = _("give next {number} --band, in the order drawn, or add --deck-empty where the deck has run out")
        return hint.format(number=owed)
    return _("give next {number} --band, in the order drawn").format(number=owed)
