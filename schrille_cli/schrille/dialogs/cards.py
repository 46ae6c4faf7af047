"""Ask for cards that were drawn at the table, one by one."""

from __future__ import annotations

from collections.abc import Collection
from enum import Enum, auto
from typing import NamedTuple

import click

from ...kit.ask import Again, asking
from ...kit.draft import Draft
from ...kit.errors import error, quoted, raise_all
from ...kit.language import _
from ...kit.names import find, folded, nfc
from ..deck import Deck, label_answers, name_faults, parse_labels, read_card
from ..game import Game
from ..incoming import cards_owed
from .words import BACK, HELP, is_word, say

DECK_EMPTY = "."


class Card(NamedTuple):
    """A card that was drawn: the band, its labels, and the line that named it."""

    band: str
    labels: tuple[str, ...]
    line: str

    @property
    def option(self) -> str:
        """The card as ``--band`` takes it."""
        return f"{self.band}={','.join(self.labels)}"


class Word(Enum):
    """An answer that is no card."""

    BACK = auto()
    DECK_EMPTY = auto()


class CardReader(NamedTuple):
    """What is known about cards: the bands of the deck, and those that cannot come any more."""

    deck: Deck
    came: Collection[str] = ()

    def read(self, line: str, drawn: Collection[str]) -> Card | str:
        """The card that a line names, or the name of a band that is not known yet.

        A known band is named whole or by prefix, as far as it is clear among those that can still come; ``drawn``
        are those typed before in this draw. Raises `GameError`.
        """
        bands = {folded(band): band for band in self.deck.bands}
        name = line if folded(line) in bands else line.rpartition("=")[0].strip() or line
        self._require_new(name, drawn)
        if "=" in line and folded(line) not in bands:
            band, labels = read_card(line, self.deck, bands)
            self._require_new(band, drawn)
            return Card(band, labels, line)
        coming = [band for band in self.deck.bands if band not in self.came and band not in drawn]
        if any(folded(band).startswith(folded(line)) for band in coming):
            band = find(line, coming, "band")
            return Card(band, self.deck.bands[band], line)
        raise_all(name_faults([line], "band"))
        return line

    def _require_new(self, name: str, drawn: Collection[str]) -> None:
        if folded(name) in map(folded, drawn):
            raise error("deck", _("{band} is there twice").format(band=quoted(name)))
        if folded(name) in map(folded, self.came):
            hint = _("bands that left never come back (R27)")
            raise error("deck", _("{band} came before").format(band=quoted(name)), hint=hint)

    def completions(self, drawn: Collection[str]) -> list[str]:
        """The bands that can still come."""
        return [band for band in self.deck.bands if band not in self.came and band not in drawn]


def ask_card(
    draft: Draft,
    message: str,
    reader: CardReader,
    drawn: Collection[str],
    initial: str,
    hint: str,
    can_end: bool = False,
) -> Card | Word:
    """Ask for a card; for the labels too, where the band is not known. ``can_end``: the deck may be empty."""
    while True:
        found = draft.ask(
            message,
            lambda text: _card_or_word(nfc(text.strip()), reader, drawn, hint, can_end),
            initial=initial,
            completions=reader.completions(drawn),
            status=lambda text: "" if text.strip() else hint,
        )
        if not isinstance(found, str):
            return found
        name = found
        labels = draft.ask(
            _("{band} is not known yet. Its labels: ").format(band=name),
            lambda text: _labels(text, reader.deck),
            completions=lambda before: _label_completions(before, reader.deck),
            status=lambda text: (
                _("One label or two, such as {labels}. Enter: another name.").format(
                    labels=",".join([*reader.deck.labels][:2])
                )
                if not text.strip()
                else ""
            ),
        )
        if labels:
            return Card(name, labels, f"{name}={','.join(labels)}")
        initial = name


def _card_or_word(
    line: str, reader: CardReader, drawn: Collection[str], hint: str, can_end: bool
) -> Card | Word | str:
    if not line or (line == DECK_EMPTY and not can_end):
        raise Again("", hint)
    if line == HELP:
        raise Again(
            "",
            _(
                "Type the name of the band, or its beginning; Tab completes it. A new band can be typed with its "
                "labels: NAME=red,blue. {back} goes to the card before, Ctrl-U empties the line, Ctrl-D stops; "
                "what was typed is kept."
            ).format(back=_(BACK)),
        )
    if is_word(line, BACK):
        return Word.BACK
    if line == DECK_EMPTY:
        return Word.DECK_EMPTY
    return reader.read(line, drawn)


def _labels(text: str, deck: Deck) -> tuple[str, ...]:
    return parse_labels(text, label_answers(deck.labels), typed=True) if text.strip() else ()


def _label_completions(before: str, deck: Deck) -> list[str]:
    kept, comma, tail = before.rpartition(",")
    return [f"{kept}{comma}{label}" for label in deck.labels if folded(label).startswith(folded(tail.strip()))]


def ask_cards(path: str, game: Game) -> tuple[Draft, tuple[str, ...], bool] | None:
    """Ask for the cards that come with the next round (R26): what was typed, the cards as ``--band`` takes them,
    and whether the deck is empty. None where the input ended before.

    What was accepted is kept in the draft until it is forgotten.
    """
    state = game.state
    due = cards_owed(game.setup, state)  # those that wait on the deck are known, and take the places below
    draft = Draft(path, f"next {game.setup.seed} {game.round}")
    reader = CardReader(Deck(game.setup.labels, state.bands), state.came)
    cards: list[Card] = []
    initial = ""
    with asking():
        try:
            while len(cards) < due:
                found = _ask_next(draft, reader, cards, due, initial, len(state.remaining) + due)
                initial = ""
                if found is Word.DECK_EMPTY:
                    return draft, tuple(card.option for card in cards), True
                if isinstance(found, Card):
                    cards.append(found)
                    say_card(found, len(state.remaining) + due + 1 - len(cards))
                elif cards:
                    initial = cards.pop().line
                    say_again(len(state.remaining) + due - len(cards))
        except EOFError:
            say(_("No round is opened. What was typed is kept: schrille next goes on with it."))
            return None
        except KeyboardInterrupt:
            raise click.Abort(*draft.kept("next")) from None
    return draft, tuple(card.option for card in cards), False


def _ask_next(
    draft: Draft, reader: CardReader, cards: list[Card], due: int, initial: str, lowest: int
) -> Card | Word:
    hint = _("Card {number} of {all}, in the order drawn. {empty} says that the deck is empty, {help} helps.")
    return ask_card(
        draft,
        _("Card for place {place}: ").format(place=lowest - len(cards)),
        reader,
        [card.band for card in cards],
        initial,
        hint.format(number=len(cards) + 1, all=due, empty=DECK_EMPTY, help=HELP),
        can_end=True,
    )


def say_card(card: Card, place: int) -> None:
    """Say which card lies on which place now."""
    say(_("Place {place}: {band} ({labels}).").format(place=place, band=card.band, labels=", ".join(card.labels)))


def say_again(place: int) -> None:
    """Say that the card of a place is asked for once more, whatever stands above."""
    say(_("Place {place} again.").format(place=place))
