"""Games with a round to be revealed."""

from __future__ import annotations

from stages import at

from schrille_cli.schrille import Game
from schrille_cli.schrille.builtin import DECK, LABELS
from schrille_cli.schrille.deck import Deck

PROMPT = r"\[any key: go on; q: all the rest\]"
LAST = "Chart "  # the text behind the reveal begins so
STEPS = 17  # the chart as it opened, 14 places, the Danger Zone, the new chart
TRIO = {"Ann": "blue", "Bob": "red", "Cid": "green"}


def full() -> Game:
    """A round in which much happens: every kind of chip, bands that fall both ways, places without chips."""
    return at("full")


def short() -> Game:
    """A round of ten bands, the deck being empty, with all slips in; chips lie where no band is."""
    bands = dict(list(DECK.bands.items())[:14])
    game = Game.new(TRIO, seed="short", deck=Deck(LABELS, bands))
    game.place("Ann", "14-1 13-4 12-4 11-4 10-4 1:no1 2:pick")
    game.resolve(missing_pass=True)
    game.score(go_on=True)
    game.place("Ann", "14+3 10-2 8-1 4+1 3+4 12:no1 11:pick")
    game.place("Bob", "13-3 8+1 7-4 6-4 5-3 2:no1 1:pick")
    return game
