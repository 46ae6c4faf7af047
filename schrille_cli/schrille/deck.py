"""Bands and their labels, the deck of cards, and what is drawn by chance (R2 to R5, R8, R26, R28)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple, TypeVar

from ..kit.errors import Fault, GameError, error, gathered, listed, quoted, raise_all
from ..kit.language import N_, _, ngettext
from ..kit.names import find, folded, name_fault, nfc, twice
from .rules import MOST_PLAYERS, PLACES

if TYPE_CHECKING:
    from random import Random

RESERVED = "=:,"  # not in names of players and labels, where they separate
T = TypeVar("T")


class Deck(NamedTuple):
    """A box of band cards: label name to colour, and band name to its one or two labels' names."""

    labels: Mapping[str, str]
    bands: Mapping[str, tuple[str, ...]]


def label_answers(labels: Mapping[str, str]) -> dict[str, str]:
    """What can be typed for each label: its name and its colour."""
    return {**{colour: name for name, colour in labels.items()}, **{name: name for name in labels}}


def find_label(typed: str, labels: Mapping[str, str]) -> str:
    """The label that a typed name or colour means. Raises `GameError` (kind ``"name"``)."""
    return _label(typed, label_answers(labels))


def _label(typed: str, answers: Mapping[str, str]) -> str:
    """The label that a typed word means: one of the answers, or a whole word for a colour in another language.

    No label is taken for another one by it: a word is read so only where no answer begins with it.
    """
    word = folded(typed.strip())
    if not any(folded(answer).startswith(word) for answer in answers):
        from .colours import colour_of  # which needs this module; and few who name labels need it

        typed = answers.get(colour_of(typed), typed)
    return find(typed, answers, N_("label"))


def parse_labels(text: str, answers: Mapping[str, str], *, typed: bool = False) -> tuple[str, ...]:
    """The one or two different labels of a band from ``blue,red`` (R2), by `label_answers`.

    Where it is ``typed`` for the game at hand, and not a deck file's, a colour may be named in another language.
    Raises `GameError` (kinds ``"name"`` and ``"deck"``).
    """
    words = [word.strip() for word in text.split(",")]
    wrong = len(words) > 2 or not all(words) or bool(twice(words))  # also where no label of that name is known
    found = (
        tuple(_label(word, answers) if typed else find(word, answers, N_("label")) for word in words)
        if not wrong
        else ()
    )
    if wrong or len(set(found)) < len(found):
        message = _("{labels} is not one label or two different ones (R2)")
        raise error("deck", message.format(labels=quoted(text)))
    return found


def name_faults(names: Iterable[str], what: str, reserved: str = "") -> list[Fault]:
    """Everything that is wrong with names that must be clean (trimmed, NFC) and unique.

    ``what`` says what they name, marked for translation.
    """
    names = list(names)
    faults = []
    for name in names:
        message = name_fault(name, what, reserved)
        if not message and name != nfc(name.strip()):
            message = _("the {what} {name} has spaces around it or is not in composed form (NFC)")
            message = message.format(what=_(what), name=quoted(name))
        if message:
            faults.append(Fault("name", message))
    message = _("the {what} {name} is there twice")
    faults += [Fault("name", message.format(what=_(what), name=quoted(name))) for name in twice(names)]
    return faults


def label_faults(labels: Mapping[str, str]) -> list[Fault]:
    """Everything that is wrong with a box's six labels (R1)."""
    if len(labels) != MOST_PLAYERS:
        message = _("there are {number} labels, there must be {wanted} (R1)")
        return [Fault("deck", message.format(number=len(labels), wanted=MOST_PLAYERS))]
    faults = name_faults(labels, N_("label"), RESERVED) + name_faults(labels.values(), N_("colour"), RESERVED)
    owners: dict[str, str] = {}
    for name, colour in labels.items():
        for word in {folded(name), folded(colour)}:
            if owners.setdefault(word, name) != name:
                message = _("{word} may mean {one} or {other}")
                message = message.format(word=quoted(word), one=owners[word], other=name)
                faults.append(Fault("deck", message))
    return faults


def read_bands(
    written: Mapping[str, str], labels: Mapping[str, str], where: Callable[[str], str]
) -> tuple[dict[str, tuple[str, ...]], list[Fault]]:
    """Bands from their names and written labels, and everything that is wrong with them.

    ``where`` gives the place of a band's labels in the input.
    """
    faults = name_faults(written, N_("band"))
    answers = label_answers(labels)
    bands = {}
    read: dict[str, tuple[str, ...]] = {}  # many bands have the same labels
    for name, text in written.items():
        try:
            if text not in read:
                read[text] = parse_labels(text, answers)
            bands[name] = read[text]
        except GameError as problem:
            faults += problem.at(where(name)).faults
    return bands, faults


def read_card(text: str, deck: Deck, known: Mapping[str, str]) -> tuple[str, tuple[str, ...]]:
    """A card from the table: a band that the deck knows, or ``NAME=label[,label]``.

    A known band is matched without regard to case or by prefix; ``known`` maps the `folded` names of the deck's
    bands to their names. Raises `GameError` where the card is not
    known and has no labels, or has others than the deck says.
    """
    typed = nfc(text.strip())
    name, equals, labels_text = typed.rpartition("=")
    if folded(typed) in known or not equals:
        try:
            band = find(typed, list(deck.bands), N_("band"))
        except GameError as problem:
            hint = _("write NAME=label or NAME=label,label for a card that the deck file does not know")
            raise GameError(*(f._replace(hint=hint) for f in problem.faults)) from None
        return band, deck.bands[band]
    name = name.strip()
    labels = parse_labels(labels_text, label_answers(deck.labels), typed=True)
    raise_all(name_faults([name], N_("band")))
    name = known.get(folded(name), name)
    if name in deck.bands and set(deck.bands[name]) != set(labels):
        message = _("the deck has {band} with {labels}")
        raise error(
            "deck",
            message.format(band=quoted(name), labels=listed(deck.bands[name])),
            hint=_("leave its labels out, or name the deck file of your box"),
        )
    return name, deck.bands.get(name, labels)


def deck_faults(deck: Deck, dealt: bool = True) -> list[Fault]:
    """Everything that is wrong with a deck (R1, R2); where none is dealt from it, it may have labels alone."""
    faults = label_faults(deck.labels) + name_faults(deck.bands, N_("band"))
    if len(deck.bands) < PLACES and (dealt or deck.bands):
        message = ngettext("there is {number} band", "there are {number} bands", len(deck.bands))
        hint = _("at least {number} are wanted (R2)").format(number=PLACES)
        faults.append(Fault("deck", message.format(number=len(deck.bands)), hint=hint))
    for band, labels in deck.bands.items():
        if not 1 <= len(labels) <= 2 or len({*labels}) < len(labels) or not {*labels} <= {*deck.labels}:
            message = _("the band needs one label or two different ones (R2)")
            faults.append(Fault("deck", message, quoted(band)))
    return faults


def read_chart(texts: Sequence[str], deck: Deck) -> dict[str, tuple[str, ...]]:
    """The 14 cards that lie on the table, place 1 first. Raises `GameError` with every fault."""
    faults: list[Fault] = []
    cards: dict[str, tuple[str, ...]] = {}
    with gathered(faults):
        place = _("place {number}")
        cards = read_cards(texts, deck, (place.format(number=number) for number in range(1, len(texts) + 1)))
    if len(texts) != PLACES:
        message = ngettext("the chart has {number} card", "the chart has {number} cards", len(texts))
        hint = _("{number} are wanted (R2)").format(number=PLACES)
        faults.append(Fault("deck", message.format(number=len(texts)), hint=hint))
    raise_all(faults)
    return cards


def read_cards(texts: Iterable[str], deck: Deck, places: Iterable[str] = ()) -> dict[str, tuple[str, ...]]:
    """Cards from the table, in order, none twice; each is named by its place in the input where given.

    Raises `GameError` with every fault.
    """
    cards: dict[str, tuple[str, ...]] = {}
    faults: list[Fault] = []
    known = {folded(name): name for name in deck.bands}
    seen: set[str] = set()
    spots = iter(places)
    for text in texts:
        with gathered(faults, next(spots, quoted(text))):
            name, labels = read_card(text, deck, known)
            if folded(name) in seen:
                raise error("deck", _("{name} is there twice").format(name=quoted(name)))
            seen.add(folded(name))
            cards[name] = labels
    raise_all(faults)
    return cards


def deal(remaining: Sequence[str], drawn: Sequence[str]) -> tuple[str, ...]:
    """The chart, place 1 first, after new bands came (R5, R26): the first card drawn goes lowest.

    >>> deal(["A"], ["first", "second"])
    ('A', 'second', 'first')
    """
    return (*remaining, *reversed(drawn))


def open_places(remaining: Sequence[str]) -> int:
    """Places of the chart without a band."""
    return PLACES - len(remaining)


def generator(seed: str, purpose: str, number: int) -> Random:
    """A generator for one purpose of one round, so that no draw depends on how often others were made."""
    from random import Random

    return Random(f"{seed}/{purpose}/{number}")


def shuffled(items: Iterable[T], chance: Random) -> list[T]:
    """The items in random order.

    Only ``Random.random`` keeps its sequence between versions of Python, so nothing else of it is used.
    """
    mixed = list(items)
    random = chance.random
    for last in range(len(mixed) - 1, 0, -1):
        other = int(random() * (last + 1))
        mixed[last], mixed[other] = mixed[other], mixed[last]
    return mixed


def drawn(items: Iterable[T], number: int, chance: Random) -> list[T]:
    """So many of the items in random order, each at most once."""
    mixed = list(items)
    random, size = chance.random, len(mixed)
    for first in range(number):
        other = first + int(random() * (size - first))
        mixed[first], mixed[other] = mixed[other], mixed[first]
    return mixed[:number]


def shuffle_deck(bands: Iterable[str], seed: str) -> tuple[str, ...]:
    """The bands in the order in which they will be drawn (R5)."""
    return tuple(shuffled(sorted(bands), generator(seed, "deck", 0)))


def draw_hands(
    players: Sequence[str], bag: Mapping[int, int], hand: int, seed: str, number: int
) -> dict[str, tuple[int, ...]]:
    """Each player's influence chips of a round, drawn from one full bag (R8, R28)."""
    chips = shuffled((value for value in sorted(bag) for _ in range(bag[value])), generator(seed, "hands", number))
    return {player: tuple(sorted(chips[i * hand : (i + 1) * hand])) for i, player in enumerate(players)}


def dealt_faults(
    hands: Mapping[str, Sequence[int]], players: Sequence[str], bag: Mapping[int, int], hand: int
) -> list[str]:
    """What is wrong with hands that were written down: who has one, its size, the bag (R8)."""
    faults = []
    if list(hands) != list(players):
        faults.append(_("the hands are not those of the players in seat order"))
    used: dict[int, int] = {}
    for player, chips in hands.items():
        if len(chips) != hand:
            message = ngettext(
                "{player} has {number} chip instead of {wanted}",
                "{player} has {number} chips instead of {wanted}",
                len(chips),
            )
            faults.append(message.format(player=quoted(player), number=len(chips), wanted=hand))
        for chip in chips:
            used[chip] = used.get(chip, 0) + 1
    if any(count > bag.get(chip, 0) for chip, count in used.items()):
        faults.append(_("the hands hold chips that the bag does not have"))
    return faults
