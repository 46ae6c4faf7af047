"""Ask how a new game is set up."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

import click

from ...kit.ask import Again, Unusable, ask, asking, file_names
from ...kit.confirm import yes_or_no
from ...kit.draft import Draft
from ...kit.errors import GameError, raise_all
from ...kit.language import N_, _
from ...kit.names import find, folded
from ..builtin import DECK, LABELS
from ..deck import Deck
from ..deckfile import load_deck
from ..rules import FEWEST_PLAYERS, MOST_PLAYERS, PLACES, PRESETS
from ..seats import seats_of
from .cards import Card, CardReader, ask_card, say_again, say_card
from .words import BACK, HELP, is_word, say

TOOL, TABLE = N_("tool"), N_("table")
RULEBOOK = N_("rulebook")
# The questions in order; players and cards come again and again.
SOURCE, DECK_FILE, PLAYER, RULES, HANDS, CARD = ("cards", "deck", "player", "rules", "hands", "card")


class Wanted(NamedTuple):
    """How a game is to be set up, as the options of ``new`` have it; ``cards`` from the table, place 1 first."""

    players: tuple[tuple[str, str | None], ...]
    rules: str
    deck: Deck | None
    deal_hands: bool
    cards: tuple[str, ...] | None


class Given(NamedTuple):
    """What the command line has said already; None where it is to be asked for."""

    rules: str | None = None
    deck: Deck | None = None
    deal_hands: bool | None = None
    cards: tuple[str, ...] | None = None


class _Answer(NamedTuple):
    """An answer: the question, what it means, and the line that was typed."""

    question: str
    value: Any
    line: str


def ask_setup(path: str, given: Given) -> tuple[Draft, Wanted] | None:
    """Ask for a new game; what was typed and what it means, None where the input ended before.

    What was accepted is kept in the draft until it is forgotten.
    """
    draft = Draft(path, "new")
    with asking():
        try:
            if draft.coming and not _goes_on(draft):
                draft.forget()
            dialog = _Setup(draft, given)
            dialog.ask_all()
            return draft, dialog.wanted()
        except EOFError:
            say(_("No game is started. What was typed is kept: schrille new goes on with it."))
            return None
        except KeyboardInterrupt:
            raise click.Abort(*draft.kept("new")) from None


def _goes_on(draft: Draft) -> bool:
    """Whether a game that was being set up is wanted still."""
    say(_("A game was being set up here."))
    return ask(_("Go on with it? yes or no [yes]: "), lambda text: yes_or_no(text, default=True))


class _Setup:
    """The answers so far, and the questions that follow from them."""

    def __init__(self, draft: Draft, given: Given) -> None:
        self.draft = draft
        self.given = given
        self.answers: list[_Answer] = []
        self.initial = ""

    def values(self, question: str) -> list[Any]:
        """All answers to a question, in order."""
        return [answer.value for answer in self.answers if answer.question == question]

    def _value(self, question: str, default: Any) -> Any:
        return (self.values(question) or [default])[0]

    # What follows

    def _due(self) -> str | None:
        """The next question, None where all is answered."""
        asked = {answer.question for answer in self.answers}
        given = self.given
        if given.cards is None and SOURCE not in asked:
            return SOURCE
        if given.deck is None and given.cards is None and DECK_FILE not in asked:
            return DECK_FILE
        players = self.values(PLAYER)
        if len(players) < MOST_PLAYERS and None not in players:
            return PLAYER
        if given.rules is None and RULES not in asked:
            return RULES
        if given.deal_hands is None and HANDS not in asked:
            return HANDS
        if self._from_table() and given.cards is None and len(self.values(CARD)) < PLACES:
            return CARD
        return None

    def _from_table(self) -> bool:
        return self.given.cards is not None or self._value(SOURCE, TOOL) == TABLE

    def _deck(self) -> Deck:
        """The deck that is known so far; where none is, the labels of the built-in one, and no bands."""
        deck: Deck | None = self.given.deck or self._value(DECK_FILE, None)
        if deck is not None:
            return deck
        return Deck(LABELS, {}) if self._from_table() else DECK

    def ask_all(self) -> None:
        """Ask until nothing is due; ``back`` takes an answer back."""
        asks: dict[str, Callable[[], _Answer | None]] = {
            SOURCE: self._ask_source,
            DECK_FILE: self._ask_deck,
            PLAYER: self._ask_player,
            RULES: self._ask_rules,
            HANDS: self._ask_hands,
            CARD: self._ask_card,
        }
        while question := self._due():
            answer = asks[question]()
            self.initial = ""
            if answer is not None:
                self.answers.append(answer)
            elif self.answers:
                taken_back = self.answers.pop()
                self.initial = taken_back.line
                if taken_back.question == CARD:
                    say_again(PLACES - len(self.values(CARD)))

    def wanted(self) -> Wanted:
        """The set-up that the answers make."""
        given = self.given
        cards = given.cards
        deck: Deck | None = given.deck or self._value(DECK_FILE, None)
        if self._from_table() and cards is None:
            drawn: list[Card] = self.values(CARD)[::-1]
            cards = tuple(card.option for card in drawn)
            deck = self._deck()
        hands = given.deal_hands if given.deal_hands is not None else self._value(HANDS, TABLE) == TOOL
        players = tuple(player for player in self.values(PLAYER) if player is not None)
        return Wanted(players, given.rules or self._value(RULES, RULEBOOK), deck, hands, cards)

    # The questions

    def _ask(
        self,
        question: str,
        message: str,
        read: Callable[[str], Any],
        hint: str,
        completions: Sequence[str] | Callable[[str], list[str]] = (),
        shown: Callable[[_Answer], str] = lambda answer: answer.line,
    ) -> _Answer | None:
        """Ask a question; the answer, None for ``back``. ``shown`` makes of it what stays on the screen."""

        def accept(text: str) -> _Answer | None:
            line = text.strip()
            if line == HELP:
                words = _(
                    "{back} goes to the question before, Ctrl-U empties the line, Ctrl-D stops; "
                    "what was typed is kept."
                )
                raise Again("", f"{hint} {words.format(back=_(BACK))}")
            return None if is_word(line, BACK) else _Answer(question, read(line), line)

        answer = self.draft.ask(
            message,
            accept,
            initial=self.initial,
            completions=completions,
            status=lambda text: "" if text.strip() else hint,
        )
        if answer is not None and shown(answer):
            say(message + shown(answer))
        return answer

    def _ask_choice(self, question: str, message: str, words: Mapping[str, str], hint: str) -> _Answer | None:
        """Ask for one of some words; Enter takes the first.

        ``words`` maps what is meant to the word that is shown; both can be typed, in the language in use too.
        """
        meant = {shown: word for word, shown in words.items()}
        typed = {kind: shown for word, shown in words.items() for kind in (word, _(word), shown)}
        default = next(iter(meant))

        def read(line: str) -> str:
            try:
                return meant[find(line or default, typed, N_("answer"))]
            except GameError as problem:
                raise Unusable(*problem.faults) from None

        return self._ask(
            question, f"{message} [{default}]: ", read, hint, list(meant), lambda answer: words[answer.value]
        )

    def _ask_source(self) -> _Answer | None:
        return self._ask_choice(
            SOURCE,
            _("Cards from tool or table"),
            {word: _(word) for word in (TOOL, TABLE)},
            _("tool: the tool shuffles and deals. table: you type the cards that lie there."),
        )

    def _ask_deck(self) -> _Answer | None:
        hint = (
            _("Enter: none; each card is typed with its labels when it first comes.")
            if self._from_table()
            else _("Enter: the built-in deck.")
        )
        return self._ask(
            DECK_FILE,
            _("Deck file: "),
            lambda line: load_deck(os.path.expanduser(line)) if line else None,
            hint,
            file_names,
        )

    def _ask_player(self) -> _Answer | None:
        labels = self._deck().labels
        players: list[tuple[str, str | None]] = self.values(PLAYER)
        taken = {folded(label or "") for _name, label in players}
        free = [label for label in labels if folded(label) not in taken]

        def read(line: str) -> tuple[str, str | None] | None:
            if not line:
                if len(players) < FEWEST_PLAYERS:
                    counts = _("{fewest} to {most} play (R1).").format(fewest=FEWEST_PLAYERS, most=MOST_PLAYERS)
                    raise Again("", counts)
                return None
            name, equals, label = line.rpartition("=")
            typed = (name, label) if equals else (line, None)
            seats, claims, faults = seats_of([*players, typed], labels)
            too_few = len(players) + 1 < FEWEST_PLAYERS  # then its fault is the last
            raise_all(faults[:-1] if too_few else faults)
            return seats[-1], claims.get(seats[-1])

        hint = _("In seat order, such as Ann or Ann=blue. Free labels: {labels}.").format(labels=", ".join(free))
        if len(players) >= FEWEST_PLAYERS:
            hint = " ".join([_("Enter: these are all."), hint])
        return self._ask(
            PLAYER,
            _("Player {number}: ").format(number=len(players) + 1),
            read,
            hint,
            lambda before: _player_completions(before, free),
        )

    def _ask_rules(self) -> _Answer | None:
        hint = _("schrille rules lists what is different.")
        message = _("Rules: {presets}").format(presets=", ".join(PRESETS))
        return self._ask_choice(RULES, message, {preset: preset for preset in PRESETS}, hint)

    def _ask_hands(self) -> _Answer | None:
        return self._ask_choice(
            HANDS,
            _("Chips drawn at table or by tool"),
            {word: _(word) for word in (TABLE, TOOL)},
            _("table: everybody from the sack. tool: it draws for each player, and shows them one by one."),
        )

    def _ask_card(self) -> _Answer | None:
        drawn: list[Card] = self.values(CARD)
        place = PLACES - len(drawn)
        hint = _("The cards on the chart, place 14 first, as they were dealt (R5). ? helps.")
        message = _("Card on place {place}: ").format(place=place)
        reader = CardReader(self._deck())
        found = ask_card(self.draft, message, reader, [card.band for card in drawn], self.initial, hint)
        if not isinstance(found, Card):
            return None
        say_card(found, place)
        return _Answer(CARD, found, found.line)


def _player_completions(before: str, free: Sequence[str]) -> list[str]:
    """Free labels behind a name and ``=``."""
    name, equals, tail = before.rpartition("=")
    return [f"{name}={label}" for label in free if equals and folded(label).startswith(folded(tail))]
