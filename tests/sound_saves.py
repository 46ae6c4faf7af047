"""Sound saves, from which damaged ones are made."""

from __future__ import annotations

from typing import Any

from conftest import SLIP

from schrille_cli.schrille import Game, dumps

Data = dict[str, Any]
PLAYERS = {"Ann": "blue", "Bob Lee": "red", "Zoë": "green", "O'Hara": "yellow"}


def hand_slip(game: Game, player: str, lowest: int) -> str:
    """A slip from a player's hand."""
    hand = game.state.opened.hands[player]
    chips = [f"{lowest + i}{chip:+d}" for i, chip in enumerate(hand[-5:])]
    return " ".join([*chips, f"{lowest + 5}:no1", f"{lowest + 6}:pick"])


def rich() -> Game:
    """Four rounds with hands dealt, a replaced slip, a pass, label changes and a slip in the last one."""
    game = Game.new(dict.fromkeys(PLAYERS), seed="damage", deal_hands=True)
    game.label(list(PLAYERS.items())[:2])
    game.label(list(PLAYERS.items())[2:])
    for number in range(3):
        for index, player in enumerate(PLAYERS):
            if number != 1 or player != "Zoë":
                game.place(player, hand_slip(game, player, 1 + 2 * index))
        if number == 0:
            game.place("Ann", hand_slip(game, "Ann", 3), replace=True)
        game.resolve(missing_pass=number == 1)
        if number == 2:
            game.score(go_on=True)
            break
        game.score()
        if number == 0:
            game.label({"Ann": "violet", "O'Hara": "orange,blue"})
        game.next()
    game.place("Ann", hand_slip(game, "Ann", 1))
    assert game.round == 4
    return game


def table() -> Game:
    """Two rounds with the cards from the table."""
    game = Game.new({"A": "blue", "B": "red", "C": "green"}, seed="t", chart=[f"Card {n}=blue" for n in range(14)])
    game.place("A", "14-4 13-4 1+4 2+3 3+3 4:no1 5:pick")
    game.resolve(missing_pass=True)
    game.score()
    game.next(["New one=red,green", "Moosbosse"])
    game.place("A", SLIP)
    return game


def corrected() -> Game:
    """The table's game put right: points by word, a slip amended with a card more, a round opened again."""
    game = table()
    game.adjust("B", 31, "a mark, by word")
    game.amend(1, "A", "14-4 13-4 12-4 2+3 3+3 4:no1 5:pick", ["Third=violet"])
    game.place("B", "14+4 13+4 12+4 2-3 3-3 4:no1 5:pick")
    game.amend(1, "A", "14-4 13-4 12-4 11-4 3+3 4:no1 5:pick")
    assert (game.round, game.phase) == (1, "scored")
    game.next(["Fourth=orange"])
    assert game.state.opened.number == 2
    return game


TEXTS = {"corrected": dumps(corrected()), "rich": dumps(rich()), "table": dumps(table())}
