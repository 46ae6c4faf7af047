"""A save stays small enough to be read by people."""

from __future__ import annotations

import random

from schrille_cli.schrille import Game, Rules, Slip, dumps, with_settings

PLAYERS = {"Ann": "blue", "Bob": "red", "Cid": "green", "Dora": "yellow", "Emil": "violet"}


def test_ten_rounds_of_five_players_stay_under_14_kilobytes() -> None:
    chance = random.Random(3)
    game = Game.new(PLAYERS, rules=with_settings(Rules(), ["target=999"]), seed="size", deal_hands=True)
    while True:
        hands = game.state.opened.hands
        for player in PLAYERS:
            *holes, no1, pick = chance.sample(range(1, 15), 7)
            game.place(player, Slip(tuple(zip(holes, chance.sample(hands[player], 5), strict=True)), no1, pick))
        game.resolve()
        game.score()
        if game.round == 10:
            break
        game.next()
    assert 8_000 < len(dumps(game).encode()) < 14_000
