"""The rule cases of ``tests/cases``: each is data and cites its ruling; the files explain their notation.

Every kind of case is a function here. Its parameters are the keys that a case may have, so that an unknown key,
or one that is missing, fails.
"""

from __future__ import annotations

import re
import tomllib
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest

from schrille_cli.schrille import Game, GameError, Slip, parse_slip, with_settings
from schrille_cli.schrille.builtin import DECK, LABELS
from schrille_cli.schrille.deck import deal as deal_cards
from schrille_cli.schrille.deckfile import parse_deck
from schrille_cli.schrille.incoming import incoming
from schrille_cli.schrille.movement import Movement
from schrille_cli.schrille.movement import move as move_bands
from schrille_cli.schrille.movement import sums as sums_of
from schrille_cli.schrille.rounds import Opened, Setup, State, advance
from schrille_cli.schrille.rounds import score as score_round
from schrille_cli.schrille.rules import PRESETS, Rules
from schrille_cli.schrille.rulings import RULINGS
from schrille_cli.schrille.scoring import points as points_of

FILES = sorted((Path(__file__).parent / "cases").glob("*.toml"))
HOLDS = {"Ann": "blue", "Bob": "red", "Cid": "green", "Dora": "yellow", "Eve": "violet"}
SLIP = "14+3 12+4 9-2 7-1 3+2 1:no1 8:pick"
Check = Callable[..., None]
KINDS: dict[str, Check] = {}


def kind(check: Check) -> Check:
    """Register a function as the check of the cases of its name."""
    KINDS[check.__name__.rstrip("_")] = check
    return check


# The notation


def markers(text: str) -> list[int]:
    """The markers of ``1-3 14 4``."""
    found: list[int] = []
    for part in text.split():
        first, _, last = part.partition("-")
        found += range(int(first), int(last or first) + 1)
    return found


def pairs(text: str) -> dict[str, str]:
    """The pairs of ``Ann=blue Bob=red Cid``; an empty text where there is no value."""
    return {name: value for name, _, value in (part.partition("=") for part in text.split())}


def numbers(text: str) -> dict[str, int]:
    """The pairs of ``Ann=3 Bob=-1``."""
    return {name: int(value) for name, value in pairs(text).items()}


def sums_on(text: str) -> list[int]:
    """The sums of ``14+3 2-1`` by marker."""
    total = [0] * 15
    for part in text.split():
        hole, value = re.fullmatch(r"(\d+)([+-]\d+)", part).groups()  # type: ignore[union-attr]
        total[int(hole)] = int(value)
    return total


def rules_of(preset: str, settings: Sequence[str]) -> Rules:
    """A preset with house rules."""
    return with_settings(PRESETS[preset], settings)


def band_names(text: str) -> tuple[str, ...]:
    """Bands by marker (``1-3 14``: b1 b2 b3 b14) and by name."""
    found: list[str] = []
    for part in text.split():
        found += [f"b{marker}" for marker in markers(part)] if part[0].isdigit() else [part]
    return tuple(found)


def moved(bands: int, order: str | None, below: str, danger: str) -> Movement:
    """The movement that a case describes; it must be one of all its bands."""
    places = markers(f"1-{bands}" if bands else "") if order is None else markers(order)
    fell = markers(below)
    assert sorted(places + fell) == list(range(1, bands + 1)), "the case is wrong: a band is missing or too much"
    assert all(places.index(marker) >= 10 for marker in markers(danger)), "the case is wrong: no zone"
    return Movement((), tuple(places), tuple(fell), tuple(markers(danger)))


def bands_of(contracts: str, bands: int) -> dict[str, tuple[str, ...]]:
    """The labels of the bands b1, b2 …; orange where the case says nothing."""
    said = {int(marker): tuple(labels.split(",")) for marker, labels in pairs(contracts).items()}
    assert all(1 <= marker <= bands and {*labels} <= {*LABELS} for marker, labels in said.items())
    return {f"b{marker}": said.get(marker, ("orange",)) for marker in range(1, bands + 1)}


def tips_slip(text: str) -> Slip:
    """A slip with the tips of ``1:no1 8:pick`` alone; chips do not matter for points."""
    no1, pick = re.fullmatch(r"(\d+):no1 (\d+):pick", text).groups()  # type: ignore[union-attr]
    return Slip((), int(no1), int(pick))


def position(
    labels: Mapping[str, str],
    scores: Mapping[str, int],
    rules: Rules,
    bands: Mapping[str, tuple[str, ...]],
    cards: int | None,
) -> tuple[Setup, State]:
    """A game in the phase resolved, with bands b1, b2 … on the chart and cards d1, d2 … in the tool's deck."""
    deck = tuple(f"d{number}" for number in range(1, (cards or 0) + 1))
    known = {**bands, **dict.fromkeys(deck, ("orange",))}
    source = "table" if cards is None else "tool"
    setup = Setup(
        rules, "test", source, "table", tuple(labels), LABELS, known, (*bands, *deck) if deck else tuple(bands)
    )
    opened = Opened(3, tuple(bands), labels, scores, {})
    return setup, State(opened, "resolved", known, cards, labels, scores)


def refusal(words: str, act: Callable[[], object]) -> None:
    """The act must be refused, with these words."""
    with pytest.raises(GameError) as caught:
        act()
    assert caught.value.faults
    assert words in str(caught.value)


# Movement


@kind
def move(
    *,
    order: str,
    bands: int = 14,
    sums: str | None = None,
    slips: Sequence[str] | None = None,
    below: str = "",
    danger: str = "",
    moves: str | None = None,
) -> None:
    total = sums_on(sums or "")
    if slips is not None:
        total = sums_of(parse_slip(slip, Rules()) for slip in slips)
        assert sums is None or total == sums_on(sums)
    else:
        assert sums is not None
    found = move_bands(bands, total)
    expected = moved(bands, order, below, danger)
    assert found.order == expected.order
    assert found.below == expected.below
    assert found.danger == expected.danger
    assert found.fallen == (*expected.below, *expected.danger)
    if moves is not None:
        shown = [f"{m.marker}{m.sum:+d} {m.from_place}>{m.to_place or 'off'}" for m in found.moves]
        assert shown == (moves.split(", ") if moves else [])


# Points, marks, the end


@kind
def points(
    *,
    points: Mapping[str, str],
    bands: int = 14,
    order: str | None = None,
    below: str = "",
    danger: str = "",
    contracts: str = "",
    tips: Mapping[str, str] = {},
    rules: Sequence[str] = (),
) -> None:
    slips = {player: tips_slip(text) for player, text in tips.items()}
    assert {*slips} <= {*points}
    found = points_of(
        moved(bands, order, below, danger),
        list(bands_of(contracts, bands).values()),
        {player: HOLDS[player] for player in points},
        slips,
        rules_of("rulebook", rules),
    )
    assert {player: " ".join(map(str, paid)) for player, paid in found.items()} == dict(points)
    assert {player: paid.total for player, paid in found.items()} == {
        player: sum(map(int, text.split())) for player, text in points.items()
    }


@kind
def scoring(
    *,
    before: str,
    after: str,
    phase: str,
    bands: int = 14,
    order: str | None = None,
    below: str = "",
    danger: str = "",
    contracts: str = "",
    tips: Mapping[str, str] = {},
    rules: Sequence[str] = (),
    used: Sequence[int] = (),
    left: int | str = 28,
    marks: Sequence[int] = (),
    retired: str = "",
    stay: str | None = None,
    winners: str = "",
) -> None:
    scores = numbers(before)
    labels = {player: HOLDS[player] for player in scores}
    cards = left if isinstance(left, int) else None
    setup, state = position(labels, scores, rules_of("rulebook", rules), bands_of(contracts, bands), cards)
    movement = moved(bands, order, below, danger)
    slips = {player: tips_slip(text) for player, text in tips.items()}
    found = score_round(setup, state._replace(movement=movement, slips=slips, used_marks=tuple(used)))
    assert found.scores == numbers(after)
    assert found.phase == phase
    assert found.marks == tuple(marks)
    assert found.retired == band_names(retired)
    assert found.winners == tuple(winners.split())
    if stay is not None:
        assert found.remaining == band_names(stay)


@kind
def marks(
    *,
    scorings: Sequence[str],
    marks: Sequence[Sequence[int]],
    retired: Sequence[int],
    rules: Sequence[str] = (),
) -> None:
    scores = [numbers(text) for text in scorings]
    labels = {player: HOLDS[player] for player in scores[0]}
    setup, state = position(labels, scores[0], rules_of("rulebook", rules), bands_of("", 14), 40)
    found = []
    for now in scores:
        state = score_round(setup, state._replace(phase="resolved", movement=moved(14, None, "", ""), scores=now))
        assert state.phase == "scored"
        assert state.scores == now
        found.append((list(state.marks), len(state.retired)))
        state = advance(state, incoming(setup, state, {}))
    assert found == list(zip([list(reached) for reached in marks], retired, strict=True))


@kind
def resolve(*, slips: Mapping[str, str], pass_: bool = False, order: str | None = None, refused: str = "") -> None:
    assert (order is None) == bool(refused)
    game = Game.new({"Ann": "blue", "Bob": "red", "Cid": "green"}, seed="test")
    for player, slip in slips.items():
        game.place(player, slip)
    if order is None:
        refusal(refused, game.resolve)
        assert game.phase == "placing"
    else:
        assert game.resolve(missing_pass=pass_).order == tuple(markers(order))


# Labels


def command(game: Game, words: str) -> str:
    """Carry out a label command; what became of it, in the notation of the cases."""
    outcomes = game.label([(name, value) for name, value in pairs(words).items()])
    return ", ".join(f"{wish.player} {wish.label} {wish.paid if wish.granted else 'no'}" for wish in outcomes)


def all_commands(game: Game, commands: Sequence[str], results: Sequence[str]) -> None:
    for words, result in zip(commands, results, strict=True):
        before = game.state
        if result.startswith("refused: "):
            refusal(result.removeprefix("refused: "), lambda words=words: command(game, words))  # type: ignore[misc]
            assert game.state is before
        else:
            assert command(game, words) == result


@kind
def claims(
    *,
    players: str,
    commands: Sequence[str],
    results: Sequence[str],
    labels: str,
    phase: str,
    preset: str = "rulebook",
) -> None:
    game = Game.new(
        {name: label or None for name, label in pairs(players).items()}, rules=PRESETS[preset], seed="test"
    )
    all_commands(game, commands, results)
    assert game.state.labels == pairs(labels)
    assert game.phase == phase
    assert set(game.state.scores.values()) == {0}


@kind
def wishes(
    *,
    before: str,
    commands: Sequence[str],
    results: Sequence[str],
    after: str,
    preset: str = "rulebook",
    rules: Sequence[str] = (),
) -> None:
    held = {name: value.partition(":") for name, value in pairs(before).items()}
    labels = {name: label for name, (label, _, _) in held.items()}
    scores = {name: int(score) for name, (_, _, score) in held.items()}
    setup, state = position(labels, scores, rules_of(preset, rules), bands_of("", 14), 28)
    state = state._replace(phase="scored", movement=moved(14, None, "", ""))
    game = Game(setup, state)
    all_commands(game, commands, results)
    now = game.state
    assert " ".join(f"{name}={now.labels[name]}:{now.scores[name]}" for name in now.scores) == after
    assert now.phase == "scored"


@kind
def steps(*, steps: Sequence[str], result: str, preset: str = "rulebook") -> None:
    game = Game.new({"Ann": "blue", "Bob": "red", "Cid": "green"}, rules=PRESETS[preset], seed="test")
    verbs: dict[str, Callable[[], object]] = {
        "place": lambda: [game.place(player, SLIP) for player in ("Ann", "Bob", "Cid")],
        "resolve": game.resolve,
        "score": game.score,
        "next": game.next,
        "label": lambda: game.label({"Ann": "violet"}),
    }
    *first, last = steps
    for verb in first:
        verbs[verb]()
    if result == "done":
        verbs[last]()
    else:
        assert result.startswith("refused: ")
        refusal(result.removeprefix("refused: "), verbs[last])


# Slips


@kind
def reads(*, texts: Sequence[str], slip: str, rules: Sequence[str] = ()) -> None:
    assert texts
    for text in texts:
        assert str(parse_slip(text, rules_of("rulebook", rules))) == slip, ascii(text)


@kind
def refuses(*, text: str, says: Sequence[str], rules: Sequence[str] = ()) -> None:
    assert says
    with pytest.raises(GameError) as caught:
        parse_slip(text, rules_of("rulebook", rules))
    said = [str(fault) for fault in caught.value.faults]
    assert all(fault.kind == "slip" for fault in caught.value.faults)
    for words in says:
        assert any(words in fault for fault in said), (words, said)
    shown = " ".join(fault.message for fault in caught.value.faults).split()
    assert {token for token in text.split() if len(token) > 2}.isdisjoint(shown)


@kind
def place(
    *,
    slips: Sequence[Mapping[str, str]],
    refused: str,
    hands: Sequence[str] | None = None,
    rules: Sequence[str] = (),
    replace: bool = False,
) -> None:
    labels = {"Ann": "blue", "Bob": "red", "Cid": "green"}
    scores = dict.fromkeys(labels, 0)
    setup, state = position(labels, scores, rules_of("rulebook", rules), bands_of("", 14), 28)
    dealt = {}
    if hands is not None:
        setup = setup._replace(hands="tool")
        dealt = {player: tuple(map(int, hand.split())) for player, hand in zip(labels, hands, strict=True)}
    state = state._replace(phase="placing", opened=state.opened._replace(hands=dealt))
    game = Game(setup, state)
    *first, last = slips
    for command_slips in first:
        game.place_all(command_slips)
    before = game.state
    if refused:
        refusal(refused, lambda: game.place_all(last, replace=replace))
        assert game.state is before
    else:
        assert game.place_all(last, replace=replace) == list(last)
        for player, text in last.items():
            assert str(game.state.slips[player]) == str(parse_slip(text, setup.rules))


# Setting up


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
    game = Game.new({"Ann": None, "Bob": None, "Cid": None}, deck=deck, seed="test")
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
    labels = {"Ann": "blue", "Bob": "red", "Cid": "green"}
    setup, state = position(labels, {"Ann": 5, "Bob": 9, "Cid": 2}, Rules(), bands_of("", bands), deck)
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


# The cases


def cases() -> list[tuple[str, str, dict[str, Any]]]:
    """All cases as (file, kind, case), in the order written."""
    return [
        (path.stem, kind_name, case)
        for path in FILES
        for kind_name, listed in tomllib.loads(path.read_text(encoding="utf-8")).items()
        for case in listed
    ]


CASES = cases()


@pytest.mark.parametrize(
    ("kind_name", "case"),
    [pytest.param(k, c, id=f"{f}-{c.get('ruling')}-{c.get('name')}".replace(" ", "_")) for f, k, c in CASES],
)
def test_case(kind_name: str, case: dict[str, Any]) -> None:
    given = {("pass_" if key == "pass" else key): value for key, value in case.items()}
    del given["ruling"], given["name"]
    KINDS[kind_name](**given)


def test_an_unknown_key_fails() -> None:
    for kind_name, check in KINDS.items():
        case = first_case(kind_name)
        with pytest.raises(TypeError, match="unexpected keyword"):
            check(**case, typo=1)


def first_case(kind_name: str) -> dict[str, Any]:
    """The first case of a kind, without ruling and name."""
    case = dict(next(case for _, k, case in CASES if k == kind_name))
    del case["ruling"], case["name"]
    return {("pass_" if key == "pass" else key): value for key, value in case.items()}


def test_every_kind_is_used() -> None:
    assert {kind_name for _, kind_name, _ in CASES} == {*KINDS}


def test_every_ruling_has_cases() -> None:
    cited = Counter(case["ruling"] for _, _, case in CASES)
    numbered = [f"R{number}" for number in range(1, 31)]
    assert [ruling.number for ruling in RULINGS] == numbered
    assert set(cited) == set(numbered)
    assert [number for number in numbered[10:20] if cited[number] < 5] == []


def test_names_of_cases_are_told_apart() -> None:
    names = Counter((case["ruling"], case["name"]) for _, _, case in CASES)
    assert [name for name, count in names.items() if count > 1] == []
