"""Sound saves, from which damaged ones are made."""

from __future__ import annotations

from typing import Any

from conftest import SLIP

from schrille_cli.schrille import Game, dumps
from schrille_cli.schrille.mail.post import KINDS, NEWS, Handled, Post, Seat

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


def by_mail() -> Game:
    """The rich game played by mail: mails of every kind, a seat that changed hands, one that was left."""
    game = rich()
    said = {"slip": "14+3 9-2", "older": "14+3 9-2", "labels": "violet,orange", "late": "14+3 9-2"}
    mails = [
        Handled(
            f"{number:024x}", f"{number:08x}", 1 + number // 3, kind, 1_800_000_000 * (number % 2), player, text
        )
        for number, (kind, player) in enumerate(zip(KINDS, [*PLAYERS, *PLAYERS], strict=False))
        for text in [said.get(kind, "")]
    ]
    told = {kind: f"4:{number:012x}" for number, kind in enumerate(NEWS)}
    seats = {
        "Ann": Seat("ann@example.org", told=told),
        "Bob Lee": Seat("bob+mail@example.org", 3, answer="3:0123456789ab violet,orange"),
        "O'Hara": Seat("o'hara@example.org", left=True),
    }
    due = "2027-01-31T18:00+01:00"
    lines = tuple(map(str, mails))
    game.post = Post(
        "damage", "moderator@example.org", "0f" * 32, "de", True, due, "4 placing", 2, 17, seats, lines
    )
    return game


TEXTS = {name: dumps(made()) for name, made in (("corrected", corrected), ("rich", rich), ("table", table))}
TEXTS["by mail"] = dumps(by_mail())
