"""Games and matches of bots for tests, and what a bot may see, made at random."""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt
from typing import Any

from conftest import LABELS
from hypothesis import strategies as st

from schrille_cli.schrille import Game, Observation, Rules, bots
from schrille_cli.schrille.builtin import DECK
from schrille_cli.schrille.playing import play_rounds
from schrille_cli.schrille.rules import rule_faults

SEATS = "ABCDEF"
Z95 = 1.959963984540054


def dealt(seed: str, players: int = 4, **settings: Any) -> Game:
    """A game whose hands the tool deals."""
    return Game.new(dict(zip(SEATS[:players], LABELS, strict=False)), seed=seed, deal_hands=True, **settings)


def wins(names: Sequence[str], games: int, seed: str) -> list[float]:
    """The games that each of some bots wins; they take turns on the seats, and winners share a game."""
    won = [0.0] * len(names)
    for number in range(games):
        order = [(seat + number) % len(names) for seat in range(len(names))]
        game = dealt(f"{seed}/{number}", len(names))
        players = {player: bots.find(names[bot]) for player, bot in zip(game.setup.players, order, strict=True)}
        *_rounds, last = play_rounds(game.setup, game.state, players)
        assert last.phase == "over"
        for player in last.winners:
            won[order[game.setup.players.index(player)]] += 1 / len(last.winners)
    return won


def wilson(won: float, games: int) -> tuple[float, float]:
    """The 95 % interval of a share of wins (Wilson's)."""
    share, spread = won / games, Z95**2 / games
    middle = (share + spread / 2) / (1 + spread)
    half = Z95 / (1 + spread) * sqrt(share * (1 - share) / games + spread / (4 * games))
    return middle - half, middle + half


@st.composite
def rules(draw: st.DrawFn) -> tuple[Rules, int]:
    """Rules that a game can be played by, and its number of players."""
    players = draw(st.integers(3, 6))
    values = draw(st.lists(st.sampled_from([v for v in range(-9, 10) if v]), min_size=1, max_size=18, unique=True))
    keep = draw(st.integers(1, 12))
    hand = draw(st.integers(keep, 16))
    least = -(-players * hand // len(values))
    bag = {value: draw(st.integers(least, 99)) for value in sorted(values)}
    made = Rules(
        hand=hand,
        keep=keep,
        number_one_bonus=draw(st.integers(0, 99)),
        fallen_points=draw(st.integers(-99, 99)),
        top_places=tuple(draw(st.lists(st.integers(0, 99), max_size=10))),
        danger_zone_pick=draw(st.sampled_from(["fifteenth", "final-place"])),
        bag=bag,
    )
    assert not rule_faults(made, players)
    return made, players


@st.composite
def observations(draw: st.DrawFn) -> Observation:
    """What a player may see: any rules, any hand, 1 to 14 bands, any scores."""
    made, players = draw(rules())
    chips = [value for value, count in made.bag.items() for _number in range(min(count, made.hand))]
    hand = tuple(sorted(draw(st.permutations(chips))[: made.hand]))
    chart = tuple(draw(st.permutations(sorted(DECK.bands)))[: draw(st.integers(1, 14))])
    seats = SEATS[:players]
    return Observation(
        draw(st.sampled_from(seats)),
        hand,
        draw(st.integers(1, 99)),
        chart,
        DECK.bands,
        (),
        dict(zip(seats, draw(st.permutations(LABELS)), strict=False)),
        {player: draw(st.integers(-50, 200)) for player in seats},
        (),
        draw(st.one_of(st.none(), st.integers(0, 28))),
        made,
        draw(st.text("0123456789abcdef", min_size=8, max_size=8)),
    )
