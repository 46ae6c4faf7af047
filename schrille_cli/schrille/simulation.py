"""Many games played out by bots: what they are, and what they came to."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import closing
from operator import call  # a guarded bot asks by itself
from typing import Any, NamedTuple

from ..kit.errors import Fault, GameError, error, gathered, raise_all
from ..kit.language import _, ngettext
from . import figures, rounds
from .deck import Deck, shuffle_deck
from .figures import Figures
from .game import Game
from .guards import SEAT, Asked, file_of, guarded, told
from .incoming import dealt_hands
from .observation import Player
from .playing import play_rounds
from .rounds import Setup
from .rules import PLACES, Rules, as_data
from .tally import Counting, Tally

# Bots by name, or the names of known ones and functions, in the order in which they are dealt round.
Bots = Mapping[str, Player] | Sequence[str | Player]


class Plan(NamedTuple):
    """Games that can be played, each by its number from 1.

    ``setup`` and ``labels`` are those of any of them, the seed the simulation's: game 7 of ``demo`` is what
    ``demo/7`` gives. ``bots`` are the players by name, each once, ``files`` where they are written; ``dealt`` says
    which of them, by index, has each seat in game 1. From game to game they move on by a seat, unless ``fixed``.
    """

    setup: Setup
    labels: Mapping[str, str]
    bots: Mapping[str, Player]
    dealt: tuple[int, ...]
    fixed: bool
    files: Mapping[str, str]

    def seated(self, number: int) -> tuple[int, ...]:
        """Which bot, by index, has each seat in a game."""
        first = 0 if self.fixed else (number - 1) % len(self.dealt)
        return self.dealt[first:] + self.dealt[:first]

    def play(self, first: int, last: int) -> Tally:
        """Play the games from the first to the last number, and count what they come to.

        Raises `GameError` (kind ``"bot"``) at the first one in which a bot fails or places what it cannot.
        """
        base = self.setup
        asked: Asked = {}
        bots = [guarded(name, bot, self.files[name], asked) for name, bot in self.bots.items()]
        counting = Counting(len(self.dealt), len(self.bots))
        for number in range(first, last + 1):
            seated = self.seated(number)
            players = dict(zip(base.players, map(bots.__getitem__, seated), strict=True))
            seed = f"{base.seed}/{number}"
            setup = base._replace(seed=seed, deck=shuffle_deck(base.bands, seed))
            state = rounds.begin(setup, setup.deck[:PLACES][::-1], self.labels, dealt_hands(setup, 1))
            try:
                counting.add(seated, play_rounds(setup, state, players, call))
            except GameError as problem:
                names = list(self.bots)
                seats = {player: names[bot] for player, bot in zip(base.players, seated, strict=True)}
                raise told(problem, asked, seats, seed, number) from None
        return counting.tally()


class Simulation(NamedTuple):
    """A simulation: its plan, how many games were asked for, and the tally of those that were played."""

    plan: Plan
    asked: int
    tally: Tally

    @property
    def figures(self) -> Figures:
        """What the games came to."""
        names = list(self.plan.bots)
        players = {name: self.plan.dealt.count(index) for index, name in enumerate(names)}
        return figures.figures_of(self.tally, tuple(self.plan.labels.values()), players)

    @property
    def settings(self) -> dict[str, Any]:
        """By what it can be repeated, as plain data."""
        plan = self.plan
        return {
            "seed": plan.setup.seed,
            "asked": self.asked,
            "players": len(plan.dealt),
            "dealt": [list(plan.bots)[bot] for bot in plan.dealt],
            "fixed_seats": plan.fixed,
            "rules": as_data(plan.setup.rules),
        }

    def as_data(self) -> dict[str, Any]:
        """Settings and figures as plain data, as ``--json`` prints them."""
        return {**self.settings, "confidence": figures.CONFIDENCE, **figures.as_data(self.figures)}


def simulate(
    bots: Bots,
    games: int,
    *,
    players: int = 4,
    rules: Rules | None = None,
    deck: Deck | None = None,
    seed: str | None = None,
    fixed_seats: bool = False,
    jobs: int = 1,
    dask: str | None = None,
    progress: Callable[[Tally], None] | None = None,
) -> Simulation:
    """Play games out by bots, and say what they came to.

    ``bots`` are functions of an `Observation` to a `Slip`, by name or with known names among them; fewer than
    ``players`` (3 to 6) are dealt round in turn, and move on by a seat from game to game, unless ``fixed_seats``.
    ``jobs`` is how many processes play, ``dask`` the address of a Dask scheduler whose workers play. The figures
    are the same in every way, as long as bots decide by what they observe alone. ``progress`` is told the tally so
    far, every now and then. Raises `GameError` with everything that is wrong, and where a bot fails.

    >>> def anything(seen):
    ...     return seen.legal.choice(seen.random())
    >>> done = simulate({"anything": anything}, 20, seed="demo")
    >>> done.figures.finished, sum(seat.won.played for seat in done.figures.seats)
    (20, 80)
    >>> done.tally == simulate([anything], 8, seed="demo").tally
    False
    """
    plan = plan_of(bots, players=players, rules=rules, deck=deck, seed=seed, fixed_seats=fixed_seats)
    return run(plan, games, jobs=jobs, dask=dask, progress=progress)


def run(
    plan: Plan,
    games: int,
    *,
    jobs: int = 1,
    dask: str | None = None,
    progress: Callable[[Tally], None] | None = None,
) -> Simulation:
    """Play the games of a plan; as `simulate` does."""
    from ..kit.simulate import parts

    if games < 1 or jobs < 1:
        raise error("simulate", _("there is nothing to play"), hint=_("give 1 or more games, and 1 or more jobs"))
    total = Tally()
    with closing(parts(plan.play, games, jobs=jobs, cluster=dask, functions=plan.bots.values())) as tallies:
        for tally in tallies:
            total += tally
            if progress is not None:
                progress(total)
    return Simulation(plan, games, total)


def plan_of(
    bots: Bots,
    *,
    players: int = 4,
    rules: Rules | None = None,
    deck: Deck | None = None,
    seed: str | None = None,
    fixed_seats: bool = False,
) -> Plan:
    """The games that `simulate` plays. Raises `GameError` with everything that is wrong."""
    if deck is None:
        from .builtin import DECK

        deck = DECK
    faults: list[Fault] = []
    found: dict[str, Player] = {}
    given: list[Any] = [bots] if isinstance(bots, str) else list(getattr(bots, "items", lambda: bots)())
    if not 1 <= len(given) <= players:
        message = ngettext("there is {number} bot", "there are {number} bots", len(given))
        hint = _("give 1 to {players}, as many as there are players").format(players=players)
        faults.append(Fault("bot", message.format(number=len(given)), hint=hint))
    order = []
    for bot in given:
        with gathered(faults):
            name, player = _named(bot, found)
            found[name] = player
            order.append(name)
    names = [SEAT.format(number=number) for number in range(1, players + 1)]
    labels = [*deck.labels, *[None] * players]
    with gathered(faults):
        seats = list(zip(names, labels, strict=False))
        game = Game.new(seats, rules=rules, deck=deck, seed=seed, deal_hands=True)
    raise_all(faults)
    index = {name: number for number, name in enumerate(found)}
    dealt = tuple(index[order[seat % len(order)]] for seat in range(players))
    files = {name: file_of(bot) for name, bot in found.items()}
    return Plan(game.setup, game.state.labels, found, dealt, fixed_seats, files)


def _named(bot: Any, found: Mapping[str, Player]) -> tuple[str, Player]:
    """A bot's name and function, from a pair of both, a known name, or a function."""
    if isinstance(bot, str):
        from .bots import find

        return bot, find(bot)
    if isinstance(bot, tuple):
        return bot
    name = first = getattr(bot, "__name__", type(bot).__name__)
    number = 1
    while found.get(name, bot) is not bot:
        number += 1
        name = f"{first} {number}"
    return name, bot
