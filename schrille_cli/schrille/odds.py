"""Each player's chance to win from where a game stands, by playing it out many times.

What nobody at the table can see does not count, so that the chances can be shown to everybody: in each playout
hands are dealt anew, the cards that have not come yet are shuffled anew, and slips that are in are taken out.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, NamedTuple

from ..kit.errors import error
from ..kit.language import _
from . import labels, scoring
from .builtin import BANDS, LABELS
from .deck import draw_hands, generator, shuffled
from .figures import wilson
from .incoming import dealt_hands, incoming
from .observation import Player
from .playing import ask, play_rounds
from .rounds import OPENING, OVER, PLACING, RESOLVED, SCORED, Setup, State, advance, free_labels, score
from .slips import Slip
from .tally import WHOLE

if TYPE_CHECKING:
    from .game import Game

PLAYOUTS = 1000
BOX = [labels for labels, names in BANDS.items() for _name in names]  # R2, R4: what is on the cards of a box


class Chance(NamedTuple):
    """A player's chance: ``wins`` of the playouts, a win that is shared by k players counting 1/k for each, and
    ``chance``, their part of all, between 0 and 1, with its interval of 95 % (None where nothing is open)."""

    player: str
    label: str | None
    score: int
    wins: float
    chance: float
    low: float | None
    high: float | None


class Odds(NamedTuple):
    """The players' chances, in seat order, from how many playouts, and the seed that gives the same again."""

    chances: tuple[Chance, ...]
    playouts: int
    seed: str


def chances(
    game: Game,
    player: Player,
    playouts: int = PLAYOUTS,
    *,
    seed: str | None = None,
    slips: bool = False,
    enough: Callable[[], bool] = lambda: False,
) -> Odds:
    """Each player's chance to win a game from where it stands.

    It is played out ``playouts`` times (1 or more), or until ``enough`` says so after one of them, by ``player``
    for all seats. Nobody changes the label; in the opening, players without one get a free one by chance.
    Without a ``seed``, one follows from the game's seed, the round and the phase. With ``slips``, the slips that
    are in count, and the hands that were dealt: such chances tell of them, and are for the moderator alone. Where
    the table's deck is not known, the cards to come are like those of a box of 42 (R2, R4).

    Raises `GameError` where a player fails or places what it cannot. The game stays as it is.

    >>> from schrille_cli.schrille import Game, bots
    >>> game = Game.new({"Ann": "blue", "Bob": "red", "Cid": "green"}, seed="demo")
    >>> found = chances(game, bots.find("rival"), 20)
    >>> found.playouts, sum(chance.wins for chance in found.chances)
    (20, 20.0)
    >>> found == chances(game, bots.find("rival"), 20)
    True
    """
    setup, state = game.setup, game.state
    if playouts < 1:
        raise error("odds", _("there is no playout"), hint=_("choose 1 or more"))
    if seed is None:
        seed = _seed(setup, state)
    won = dict.fromkeys(setup.players, 0)
    if state.phase == OVER:
        _share(won, state.winners)
        return Odds(_chances(state, won, 0), 0, seed)
    unseen = _unseen(setup, state)
    done = 0
    for number in range(playouts):
        _share(won, _winners(setup, state, unseen, player, f"{seed}/{number}", slips))
        done += 1
        if enough():
            break
    return Odds(_chances(state, won, done), done, seed)


def _seed(setup: Setup, state: State) -> str:
    """A seed for a position, from which the game's own cannot be told."""
    from hashlib import sha256

    return sha256(f"{setup.seed}/odds/{state.opened.number}/{state.phase}".encode()).hexdigest()[:12]


def _share(won: dict[str, int], winners: Sequence[str]) -> None:
    """Count a win."""
    for player in winners:
        won[player] += WHOLE // len(winners)


def _chances(state: State, won: Mapping[str, int], playouts: int) -> tuple[Chance, ...]:
    """The chances of all players; of none, where nothing was played out, the winners' shares."""
    found = []
    for player, shares in won.items():
        wins = shares / WHOLE
        low, high = wilson(wins, playouts) if playouts else (None, None)
        chance = wins / (playouts or 1)
        found.append(Chance(player, state.labels.get(player), state.scores[player], wins, chance, low, high))
    return tuple(found)


class _Unseen(NamedTuple):
    """The cards that may still come: those that lie on the table's deck again, which come first, the known ones,
    and for how many that are not known the labels are drawn from ``contracts``."""

    first: tuple[str, ...]
    known: tuple[str, ...]
    contracts: tuple[tuple[str, ...], ...]
    number: int


def _unseen(setup: Setup, state: State) -> _Unseen:
    if setup.cards == "table" and state.left is not None:  # the table's deck is known to be empty
        return _Unseen(state.waiting, (), (), 0)
    known = tuple(sorted({*state.bands} - state.came))
    if setup.cards == "tool":
        return _Unseen((), known, (), 0)
    names = dict(zip(LABELS, setup.labels, strict=True))
    contracts = [tuple(names[label] for label in on_card) for on_card in BOX]
    for on_card in state.bands.values():
        same = (contract for contract in contracts if {*contract} == {*on_card})
        if contract := next(same, None):
            contracts.remove(contract)
    return _Unseen(state.waiting, known, tuple(contracts), max(0, len(BOX) - len(state.bands)))


def _winners(
    setup: Setup, state: State, unseen: _Unseen, player: Player, seed: str, slips: bool
) -> tuple[str, ...]:
    """Who wins one playout; in a game that no rule ends, who has the most points."""
    chance = generator(seed, "cards", 0)
    drawn = shuffled(unseen.contracts, chance)[: unseen.number]
    unknown = {f"\0{number}": on_card for number, on_card in enumerate(drawn)}  # no band has such a name
    deck = (*unseen.first, *shuffled([*unseen.known, *unknown], chance))
    setup = setup._replace(seed=seed, cards="tool", deck=deck)
    state = state._replace(bands={**state.bands, **unknown}, left=len(deck), waiting=())
    seats: dict[str, Player] = dict.fromkeys(setup.players, player)
    if state.phase == OPENING:
        free = shuffled(free_labels(setup, state), chance)
        without = [who for who in setup.players if who not in state.labels]
        wishes = {who: [label] for who, label in zip(without, free, strict=False)}
        state, _claims = labels.claim(setup, state, wishes)
    if state.phase == RESOLVED:
        state = score(setup, state)
    dealing = setup._replace(hands="tool")
    if state.phase == SCORED:
        state = advance(state, incoming(dealing, state, {}))
    elif state.phase == PLACING:
        in_already = state.slips if slips else {}
        seats |= {who: _placed(slip, state.opened.number, player) for who, slip in in_already.items()}
        hands = _hands(setup, state, in_already, slips)
        state = state._replace(slips={}, opened=state.opened._replace(hands=hands))
    if state.phase != OVER:
        *_before, state = play_rounds(dealing, state, seats, partial(ask, secret=True))
    return scoring.winners(state.scores)


def _placed(slip: Slip, number: int, player: Player) -> Player:
    """A player whose slip of a round is in."""
    return lambda seen: slip if seen.round == number else player(seen)


def _hands(setup: Setup, state: State, slips: Mapping[str, Slip], dealt: bool) -> Mapping[str, tuple[int, ...]]:
    """The hands of the round in play: those ``dealt``, or drawn from what the slips leave in the bag (R8)."""
    if dealt and setup.hands == "tool":
        return state.opened.hands
    if not slips:
        return dealt_hands(setup._replace(hands="tool"), state.opened.number)
    hands = {player: tuple(chip for _hole, chip in slip.influence) for player, slip in slips.items()}
    bag = dict(setup.rules.bag)
    for chip in (chip for hand in hands.values() for chip in hand):
        bag[chip] -= 1
    return hands | draw_hands(state.missing, bag, setup.rules.hand, setup.seed, state.opened.number)
