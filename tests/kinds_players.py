"""The kinds of rule cases about what players do: labels, slips, and commands in their order."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

import pytest
from conftest import SLIP
from notation import TRIO, Kinds, bands_of, moved, pairs, position, refusal, rules_of

from schrille_cli.schrille import Game, GameError, parse_slip
from schrille_cli.schrille.rules import PRESETS

kind = Kinds()


@kind
def steps(*, steps: Sequence[str], result: str, preset: str = "rulebook") -> None:
    game = Game.new(TRIO, rules=PRESETS[preset], seed="test")
    verbs: dict[str, Callable[[], object]] = {
        "place": lambda: [game.place(player, SLIP) for player in TRIO],
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


# Slips


@kind
def reads(*, texts: Sequence[str], slip: str, rules: Sequence[str] = ()) -> None:
    assert texts
    for text in texts:
        assert str(parse_slip(text, rules_of("rulebook", rules))) == slip, ascii(text)


@kind
def refuses(*, text: str, says: Sequence[str], says_not: Sequence[str] = (), rules: Sequence[str] = ()) -> None:
    assert says
    with pytest.raises(GameError) as caught:
        parse_slip(text, rules_of("rulebook", rules))
    said = [str(fault) for fault in caught.value.faults]
    assert all(fault.kind == "slip" for fault in caught.value.faults)
    for words in says:
        assert any(words in fault for fault in said), (words, said)
    assert not [words for words in says_not if any(words in fault for fault in said)], said
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
    scores = dict.fromkeys(TRIO, 0)
    setup, state = position(TRIO, scores, rules_of("rulebook", rules), bands_of("", 14), 28)
    dealt = {}
    if hands is not None:
        setup = setup._replace(hands="tool")
        dealt = {player: tuple(map(int, hand.split())) for player, hand in zip(TRIO, hands, strict=True)}
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
