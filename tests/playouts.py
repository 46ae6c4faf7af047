"""Games that are played out, and what the players of playouts see."""

from __future__ import annotations

from dataclasses import dataclass

from schrille_cli.schrille import Game, Observation, Odds, Slip, chances

THREE = {"A": "blue", "B": "red", "C": "green"}


@dataclass
class Watching:
    """A player who places anything, and keeps what was seen."""

    seen: list[Observation]

    def __call__(self, seen: Observation) -> Slip:
        self.seen.append(seen)
        return seen.legal.choice(seen.random())


def anything(seen: Observation) -> Slip:
    """Any slip."""
    return seen.legal.choice(seen.random())


def by_player(found: Odds) -> dict[str, float]:
    """The chances by player."""
    return {chance.player: chance.chance for chance in found.chances}


def watched(game: Game, playouts: int = 3, **settings: bool) -> list[Observation]:
    """What the players of playouts see."""
    player = Watching([])
    chances(game, player, playouts, **settings)
    return player.seen


def first_hands(game: Game, **settings: bool) -> dict[str, set[tuple[int, ...]]]:
    """The hands that players have in the round in play, over some playouts."""
    hands: dict[str, set[tuple[int, ...]]] = {}
    for seen in watched(game, 5, **settings):
        if seen.round == game.round:
            hands.setdefault(seen.player, set()).add(seen.hand)
    return hands
