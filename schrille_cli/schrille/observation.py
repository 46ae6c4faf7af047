"""What a player sees of a game, and nothing else: the contract between the game and whoever places slips."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple

from ..kit.errors import error
from ..kit.language import _
from .placements import Placements
from .rounds import OPENING, Setup, State
from .rules import Rules
from .slips import Slip

if TYPE_CHECKING:
    from random import Random


class Observation(NamedTuple):
    """A round as one player sees it before the slips are read: the own hand, and what lies open on the table.

    ``hand`` are the player's own influence chips, from the smallest. ``chart`` has the bands by place, place 1
    first (14, or fewer once the deck is empty); ``bands`` the labels of every band that is known, on the chart or
    not, and ``gone`` the bands that have left. ``labels`` and ``scores`` are everybody's, in seat order,
    ``used_marks`` the marks reached so far, ``deck`` the cards left (None where the table's deck is not known).
    ``chance`` is a number in hexadecimal that follows from the game's seed, the round and the player, and tells
    nothing of them.

    It holds no slip of the round, no other hand, no order of the deck, and no way to them; nor can the game be
    changed by it: its mappings are copies.

    >>> from schrille_cli.schrille import Game
    >>> game = Game.new({"Ann": "blue", "Bob": "red", "Cid": "green"}, seed="demo", deal_hands=True)
    >>> seen = game.observe("Ann")
    >>> seen.label, len(seen.hand), len(seen.chart), seen.deck
    ('blue', 7, 14, 28)
    >>> seen.legal.choice(seen.random()) in seen.legal
    True
    """

    player: str
    hand: tuple[int, ...]
    round: int
    chart: tuple[str, ...]
    bands: Mapping[str, tuple[str, ...]]
    gone: tuple[str, ...]
    labels: Mapping[str, str]
    scores: Mapping[str, int]
    used_marks: tuple[int, ...]
    deck: int | None
    rules: Rules
    chance: str

    @property
    def label(self) -> str:
        """The player's own label."""
        return self.labels[self.player]

    @property
    def contracts(self) -> tuple[tuple[str, ...], ...]:
        """The one or two labels of the band at each place, place 1 first."""
        return tuple(map(self.bands.__getitem__, self.chart))

    @property
    def legal(self) -> Placements:
        """The slips that the player can place."""
        return Placements(self.hand, self.rules)

    def random(self) -> Random:
        """A generator for this decision: the same observation always gives the same numbers."""
        from random import Random

        return Random(int(self.chance, 16))


Player = Callable[[Observation], Slip]


def observe(setup: Setup, state: State, player: str, chips: Sequence[int] | None = None) -> Observation:
    """What a player (by the whole name) sees of a state; ``chips`` are the hand where the tool has dealt none.

    Raises `GameError` (kinds ``"hand"`` and ``"phase"``) where no hand is known, or not everybody has a label yet.
    """
    if state.phase == OPENING:
        raise error("phase", _("not everybody has a label yet"), hint=_("next: label"))
    if chips is not None:
        from .handed import require_hand

        hand = require_hand(chips, setup.rules)
    elif setup.hands == "tool":
        hand = state.opened.hands[player]
    else:
        message = _("the chips of this game are drawn at the table: the hand of {player} is not known")
        raise error("hand", message.format(player=player), hint=_("say which chips were drawn"))
    opened = state.opened
    return Observation(
        player,
        hand,
        opened.number,
        opened.chart,
        dict(state.bands),
        state.gone,
        dict(state.labels),
        dict(state.scores),
        state.used_marks,
        state.left,
        setup.rules._replace(bag=dict(setup.rules.bag)),
        _chance(setup.seed, opened.number, player),
    )


def _chance(seed: str, number: int, player: str) -> str:
    """A number for the chance of one decision, from which the seed cannot be told."""
    from hashlib import sha256

    return sha256(f"{seed}/player/{number}/{player}".encode()).hexdigest()
