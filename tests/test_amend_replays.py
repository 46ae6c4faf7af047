"""An amended game is the game played again by hand with the other slip."""

from __future__ import annotations

import random

import pytest
from replays import Table, by_hand, moved, random_slips

from schrille_cli.schrille import Game, dumps, loads
from schrille_cli.schrille.rounds import State

SEEDS = range(30)
KINDS = {
    "deck and hands of the tool": (False, True),
    "deck of the tool": (False, False),
    "cards of the table": (True, False),
    "cards of the table, hands of the tool": (True, True),
}


def public(state: State) -> dict[str, object]:
    """What matters of a state: all but how it came about."""
    return state._replace(opened=state.opened._replace(), bands={}, waiting=(), left=None)._asdict()


def check_same(amended: Game, played: Game) -> None:
    assert amended.round == played.round
    assert amended.phase == played.phase
    for number in range(1, played.round + 1):
        assert public(amended.at_round(number)) == public(played.at_round(number)), number
    assert amended.next_commands == played.next_commands


def check_undone(game: Game, before: str) -> None:
    text = dumps(game)
    assert dumps(loads(text)) == text
    assert loads(text).state == game.state
    game.undo()
    assert dumps(game) == before


@pytest.mark.parametrize("kind", KINDS)
def test_an_amended_game_is_the_game_played_by_hand(kind: str) -> None:
    voids = ends = 0
    for seed in SEEDS:
        table = Table(seed, 3 + seed % 3, *KINDS[kind])
        table.play(rounds=4)
        game, chance = table.game, random.Random(seed)
        resolved = [n for n in range(1, game.round + 1) if game.at_round(n).movement]
        number = chance.choice(resolved)
        player = chance.choice(list(game.at_round(number).slips))
        slip = moved(chance, game.at_round(number).slips[player])
        before, over = dumps(game), game.phase == "over"
        played, lost = by_hand(table, number, player, slip)
        revision = game.amend(number, player, slip)
        check_same(game, played)
        assert len(revision.void) == len(lost)
        voids += bool(lost)
        ends += over != (game.phase == "over")
        check_undone(game, before)
    assert voids, "no game in which a command did not fit: the test shows too little"
    assert ends, "no game whose end changed: the test shows too little"


@pytest.mark.parametrize("seed", range(20))
def test_two_amendments_are_those_of_the_game_by_hand(seed: int) -> None:
    """With what the first one left void not played again."""
    table = Table(seed, 3, table=False, dealt=True)
    table.play(rounds=3)
    game, chance = table.game, random.Random(seed)
    for number in (1, 2):
        if game.round < number or game.at_round(number).movement is None:
            continue
        slip = moved(chance, game.at_round(number).slips["Ann"]) if "Ann" in game.at_round(number).slips else None
        if slip is None:
            continue
        before = dumps(game)
        played, lost = by_hand(table, number, "Ann", slip)
        game.amend(number, "Ann", slip)
        check_same(game, played)
        table.done = [done for done in table.done if done not in lost]
        for index, done in enumerate(table.done):  # from now on this is what was played
            if done.round == number and done.verb in ("place", "replace") and "Ann" in done.given:
                table.done[index] = done._replace(given={**done.given, "Ann": slip})
        text = dumps(game)
        assert dumps(loads(text)) == text
        assert text != before


@pytest.mark.parametrize("seed", range(20))
def test_a_game_goes_on_after_an_amendment(seed: int) -> None:
    """Whatever became void, the game can be played to its end, saved and loaded at every step, and undone."""
    table = Table(seed, 3 + seed % 3, table=seed % 2 == 0, dealt=seed % 3 == 0)
    table.play(rounds=3)
    game, chance = table.game, random.Random(seed)
    player = chance.choice(list(game.at_round(1).slips))
    game.amend(1, player, moved(chance, game.at_round(1).slips[player]))
    texts = [dumps(game)]
    pile = table.cards[table.drawn :]
    while game.phase != "over" and game.round < 9:
        if game.phase == "placing":
            slips = random_slips(chance, game)
            game.place_all({name: slip for name, slip in slips.items() if name in game.state.missing})
            texts.append(dumps(game))
            game.resolve()
        if game.phase == "resolved":
            game.score()
        texts.append(dumps(game))
        if game.phase == "scored":
            owed = max(0, 14 - len(game.state.remaining) - len(game.state.waiting)) if table.table else 0
            game.next(pile[:owed], deck_empty=owed > len(pile))
            del pile[:owed]
            texts.append(dumps(game))
        assert dumps(loads(texts[-1])) == texts[-1]
        bands = [band for n in range(1, game.round + 1) for band in game.at_round(n).new]
        assert len(set(bands)) == len(bands), "no card comes twice"
    for text in reversed(texts[:-1]):
        while dumps(game) != text:
            game.undo()
