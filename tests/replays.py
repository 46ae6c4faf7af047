"""A game played at random with a pile of cards, and the same game played again by hand with one slip changed."""

from __future__ import annotations

import random
from typing import Any, NamedTuple

from chances import NAMES

from schrille_cli.schrille import Game, GameError, Slip, with_settings
from schrille_cli.schrille.builtin import DECK, LABELS
from schrille_cli.schrille.rules import Rules

BANDS = [f"{name}={','.join(labels)}" for name, labels in DECK.bands.items()]


class Done(NamedTuple):
    """A command of the game: its verb, what it was given, and the round to which it belongs."""

    verb: str
    given: Any
    round: int


class Table:
    """A game with all that was done in it; ``pile`` are the cards still to be drawn where the table draws them."""

    def __init__(self, seed: int, players: int, table: bool, dealt: bool) -> None:
        chance = random.Random(seed)
        self.chance = chance
        cards = list(BANDS)
        chance.shuffle(cards)
        self.table = table
        self.settings: dict[str, Any] = {
            "rules": with_settings(Rules(), ["target=40", "retire_at=15,25"]),
            "seed": str(seed),
            "deal_hands": dealt,
            "chart": cards[:14] if table else None,
        }
        self.names = NAMES[:players]
        self.cards = cards[14:]
        self.drawn = 0
        self.done: list[Done] = []
        self.game = self.begun()

    def begun(self) -> Game:
        """The game at its start."""
        return Game.new(dict(zip(self.names, LABELS, strict=False)), **self.settings)

    def do(self, verb: str, given: Any = None) -> None:
        """Do a command and note it."""
        number = self.game.round
        if verb == "next" and self.table:
            given = 14 - len(self.game.state.remaining)
            given = (given, given > len(self.cards) - self.drawn)
            given = (min(given[0], len(self.cards) - self.drawn), given[1])
        act(self.game, Done(verb, given, number), self.cards[self.drawn :])
        if verb == "next" and self.table:
            self.drawn += given[0]
        if verb == "score next" and self.game.phase == "over":
            verb = "score"  # nothing came next
        self.done.append(Done(verb, given, number))

    def play(self, rounds: int) -> None:
        """Play some rounds, or until the game is over."""
        chance, game = self.chance, self.game
        while game.round <= rounds and game.phase != "over":
            slips = random_slips(chance, game)
            first = dict(chance.sample(list(slips.items()), len(slips) - 1))
            if first:
                self.do("place", first)
            if chance.random() < 0.3 and first:
                self.do("adjust", (chance.choice(self.names), chance.choice([-7, -2, 3, 9]), "a whim"))
            rest = {player: slip for player, slip in slips.items() if player not in first}
            if rest and (chance.random() < 0.8 or not first):
                self.do("place", rest)
            if chance.random() < 0.3 and first:  # the same chips in other holes
                player = next(iter(first))
                self.do("replace", {player: moved(chance, first[player])})
            self.do("resolve")
            if not self.table and chance.random() < 0.3:
                self.do("score next")
                continue
            self.do("score")
            if game.phase == "over":
                return
            free = [label for label in LABELS if label not in game.state.labels.values()]
            if free and chance.random() < 0.6:
                wishing = chance.sample(self.names, chance.randint(1, 2))
                self.do("label", {player: [chance.choice(free)] for player in wishing})
            self.do("next")


def random_slips(chance: random.Random, game: Game) -> dict[str, Slip]:
    """A slip for each player: from the hands dealt, or from one bag."""
    rules = game.setup.rules
    bag = [value for value, count in rules.bag.items() for _ in range(count)]
    chance.shuffle(bag)
    slips = {}
    for player in game.setup.players:
        hand = list(game.state.opened.hands.get(player) or [bag.pop() for _ in range(rules.hand)])
        holes = chance.sample(range(1, 15), 7)
        chips = chance.sample(hand, 5)
        slips[player] = Slip(tuple(zip(holes[2:], chips, strict=True)), holes[0], holes[1])
    return slips


def moved(chance: random.Random, slip: Slip) -> Slip:
    """The same chips in other holes."""
    holes = chance.sample(range(1, 15), 7)
    chips = [chip for _, chip in slip.influence]
    return Slip(tuple(zip(holes[2:], chips, strict=True)), holes[0], holes[1])


def act(game: Game, done: Done, pile: list[str]) -> None:
    """Do one command; cards come from the pile."""
    if done.verb in ("place", "replace"):
        game.place_all(done.given, replace=done.verb == "replace")
    elif done.verb == "adjust":
        game.adjust(*done.given)
    elif done.verb == "label":
        game.label(done.given)
    elif done.verb == "resolve":
        game.resolve(missing_pass=True)
    elif done.verb == "next" and done.given:
        game.next(pile[: done.given[0]], deck_empty=done.given[1])
    elif done.verb == "next":
        game.next()
    else:
        game.score(go_on=done.verb == "score next")


def by_hand(table: Table, number: int, player: str, slip: Slip, more: int = 0) -> tuple[Game, list[Done]]:
    """The game played again from its start with another slip, and what could not be done.

    The table draws the same cards in the same order, as many as it had drawn and ``more``.
    """
    game = table.begun()
    pile = table.cards[: table.drawn + more]
    empty = any(done.verb == "next" and table.table and done.given[1] for done in table.done)
    lost: list[Done] = []
    final = dict(table.game.at_round(number).slips) | {player: slip}
    entered = False
    for done in table.done:
        try:
            if done.verb == "adjust":
                act(game, done, [])
                continue
            if (done.round, game.phase == "over") != (game.round, False):
                raise GameError
            if done.round == number and done.verb in ("place", "replace"):
                continue  # all slips of the round, as they are at its end, are entered before it is resolved
            if done.round == number and done.verb == "resolve" and not entered:
                game.place_all({name: final[name] for name in table.names if name in final})
                entered = True
            if done.verb == "next" and table.table:
                wanted = 14 - len(game.state.remaining)
                if wanted > len(pile) and not empty:
                    raise GameError
                game.next(pile[:wanted], deck_empty=wanted > len(pile))
                del pile[:wanted]
            else:
                act(game, done, [])
                if done.verb == "score next" and game.phase == "over":
                    lost.append(done._replace(verb="next"))
        except GameError:
            lost.append(done)
    return game, lost
