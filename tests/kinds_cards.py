"""The kinds of rule cases about decks, bags, hands and new bands."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import combinations

from notation import TRIO, Kinds, band_names, bands_of, moved, pairs, position, refusal, rules_of

from schrille_cli.schrille import Game, Slip
from schrille_cli.schrille.builtin import DECK, LABELS
from schrille_cli.schrille.deck import deal as deal_cards
from schrille_cli.schrille.deckfile import parse_deck
from schrille_cli.schrille.rules import Rules

kind = Kinds()


@kind
def new(
    *,
    players: str,
    preset: str = "rulebook",
    rules: Sequence[str] = (),
    chart: int | None = None,
    hands: bool = False,
    phase: str = "",
    refused: str = "",
) -> None:
    assert bool(phase) != bool(refused)
    cards = None if chart is None else list(DECK.bands)[:chart]
    seats = [(name, label or None) for name, label in pairs(players).items()]

    def begin() -> Game:
        house = rules_of(preset, rules)
        return Game.new(seats, rules=house, seed="test", deal_hands=hands, chart=cards)

    if refused:
        refusal(refused, begin)
        return
    game = begin()
    assert game.phase == phase
    assert len(game.state.opened.chart) == 14
    assert set(game.state.scores.values()) == {0}
    if cards is None:
        assert game.state.opened.chart[::-1] == game.setup.deck[:14]
    else:
        assert game.state.opened.chart == tuple(cards)


def toml_lines(text: str) -> list[str]:
    """The lines of ``"A"="blue"; %3="red"``, the last of which stands for three bands."""
    lines = []
    for part in text.split("; "):
        key, _, value = part.partition("=")
        many = [f'"Band {number}"' for number in range(int(key[1:]))] if key[0] == "%" else [key]
        lines += [f"{name} = {value}" for name in many]
    return lines


@kind
def deckfile(*, bands: str, labels: str = "", count: int = 0, refused: str = "") -> None:
    assert bool(count) != bool(refused)
    lines = ["[labels]", *toml_lines(labels)] if labels else []
    text = "\n".join([*lines, "[bands]", *toml_lines(bands), ""])
    if refused:
        refusal(refused, lambda: parse_deck(text, "deck.toml"))
        return
    deck = parse_deck(text, "deck.toml")
    assert len(deck.bands) == count
    assert len(deck.labels) == 6
    game = Game.new(dict.fromkeys(TRIO), deck=deck, seed="test")
    assert game.state.left == count - 14
    assert sorted(game.setup.deck) == sorted(deck.bands)


@kind
def builtin(*, bands: int, alone: int, shared: int) -> None:
    assert len(DECK.bands) == bands
    assert len(DECK.labels) == 6
    found = Counter(frozenset(labels) for labels in DECK.bands.values())
    expected = {frozenset([label]): alone for label in DECK.labels}
    expected |= {frozenset(pair): shared for pair in combinations(DECK.labels, 2)}
    assert found == expected


@kind
def bag(*, bag: str, chips: int, preset: str = "rulebook", rules: Sequence[str] = ()) -> None:
    house = rules_of(preset, rules)
    assert " ".join(f"{value:+d}:{count}" for value, count in house.bag.items()) == bag
    assert house.chips == chips


def slip_from(hand: Sequence[int], rules: Rules) -> Slip:
    """A slip of the first chips of a hand."""
    holes = range(1, rules.keep + 1)
    return Slip(tuple(zip(holes, hand[: rules.keep], strict=True)), 13, 14)


@kind
def hands(*, players: int, each: int, rest: int, preset: str = "rulebook", rules: Sequence[str] = ()) -> None:
    house = rules_of(preset, rules)
    labels = dict(zip(["Ann", "Bob", "Cid", "Dora", "Eve", "Finn"][:players], LABELS, strict=False))
    game = Game.new(labels, rules=house, seed="test", deal_hands=True)
    dealt = []
    for number in (1, 2, 3):
        opened = game.state.opened
        assert opened.number == number
        assert [len(hand) for hand in opened.hands.values()] == [each] * players
        used = Counter(chip for hand in opened.hands.values() for chip in hand)
        assert used <= Counter(house.bag)
        assert (Counter(house.bag) - used).total() == rest
        dealt.append(opened.hands)
        game.place_all({player: slip_from(hand, house) for player, hand in opened.hands.items()})
        game.resolve()
        game.score(go_on=True)
    assert dealt[0] != dealt[1] != dealt[2]


@kind
def deal(*, stay: str, drawn: str, chart: str) -> None:
    assert deal_cards(stay.split(), drawn.split()) == tuple(chart.split())


@kind
def next_(
    *,
    bands: int = 14,
    order: str | None = None,
    below: str = "",
    danger: str = "",
    retired: str = "",
    deck: int | None = None,
    cards: str | None = None,
    empty: bool = False,
    known: bool = False,
    chart: str | None = None,
    left: int | None = None,
    refused: str = "",
) -> None:
    assert (deck is None) != (cards is None)
    assert (chart is None) == bool(refused)
    setup, state = position(TRIO, {"Ann": 5, "Bob": 9, "Cid": 2}, Rules(), bands_of("", bands), deck)
    state = state._replace(
        phase="scored", movement=moved(bands, order, below, danger), retired=band_names(retired)
    )
    if known:
        state = state._replace(left=0)
    game = Game(setup, state)
    drawn = [f"{name}" if name in state.bands else f"{name}=blue" for name in band_names(cards or "")]
    if chart is None:
        refusal(refused, lambda: game.next(drawn, deck_empty=empty))
        assert game.state is state
        return
    game.next(drawn, deck_empty=empty)
    now = game.state
    assert now.left == left
    if not chart:
        assert now.phase == "over"
        assert now.winners == ("Bob",)
        assert game.round == 3
        return
    assert now.phase == "placing"
    assert now.opened.number == 4
    assert now.opened.chart == band_names(chart)
    assert [now.band(place) for place in range(1, len(now.opened.chart) + 1)] == list(now.final_chart)
    assert not now.slips
    assert now.movement is None
    assert now.missing == ["Ann", "Bob", "Cid"]
    assert {*now.gone} == {*state.opened.chart} - {*now.opened.chart}
