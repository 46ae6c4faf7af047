"""The state of a game and the pure steps from one to the next: place, resolve, score, next round.

Nothing here changes anything: each step takes a state and returns another.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from ..kit.errors import Fault, GameError, error, listed, raise_all
from ..kit.language import N_, _
from . import deck, scoring
from .movement import Movement, move
from .rules import Rules
from .scoring import Points
from .slips import Slip, bag_faults, check_slip, hand_faults, sums

OPENING, PLACING = N_("opening"), N_("placing")
RESOLVED, SCORED, OVER = N_("resolved"), N_("scored"), N_("over")
BELOW, DANGER = ("below-14", "danger-zone")  # how a band falls (R13, R16)


class Setup(NamedTuple):
    """What is fixed when a game begins.

    ``cards`` is ``"tool"`` (``deck`` is the order in which they are drawn) or ``"table"``; ``hands`` is
    ``"tool"`` where the tool deals influence chips, else ``"table"``. ``labels`` maps names to colours, ``bands``
    the bands known from the start to their labels.
    """

    rules: Rules
    seed: str
    cards: str
    hands: str
    players: tuple[str, ...]
    labels: Mapping[str, str]
    bands: Mapping[str, tuple[str, ...]]
    deck: tuple[str, ...]


class Opened(NamedTuple):
    """What a round opened with: its number from 1, the chart (marker m is the band at index m - 1), the
    label and the score of each player, and the hands dealt by the tool."""

    number: int
    chart: tuple[str, ...]
    labels: Mapping[str, str]
    scores: Mapping[str, int]
    hands: Mapping[str, tuple[int, ...]]


class Adjusted(NamedTuple):
    """Points that a player got by the moderator's word, and why."""

    player: str
    points: int
    reason: str


class State(NamedTuple):
    """A game at one moment.

    ``bands`` has every band seen or known; ``left`` the cards left in the deck (None: a table's deck that is
    not known to be empty); ``waiting`` the cards that the table has drawn once and that lie on its deck again, the
    next one first; ``used_marks`` the marks reached in earlier rounds; ``points``, ``marks`` and ``retired`` are
    those of this round's scoring; ``changed`` who has changed the label since; ``adjusted`` what the moderator
    gave in this round; ``new`` the bands that came in with it, ``gone`` those that left in earlier ones;
    ``bots`` the bots by which slips of the round were placed, by player.
    """

    opened: Opened
    phase: str
    bands: Mapping[str, tuple[str, ...]]
    left: int | None
    labels: Mapping[str, str]
    scores: Mapping[str, int]
    new: tuple[str, ...] = ()
    gone: tuple[str, ...] = ()
    used_marks: tuple[int, ...] = ()
    slips: Mapping[str, Slip] = {}
    movement: Movement | None = None
    points: Mapping[str, Points] = {}
    marks: tuple[int, ...] = ()
    retired: tuple[str, ...] = ()
    changed: frozenset[str] = frozenset()
    adjusted: tuple[Adjusted, ...] = ()
    waiting: tuple[str, ...] = ()
    bots: Mapping[str, str] = {}

    @property
    def moved(self) -> Movement:
        """The movement of a round that is resolved."""
        assert self.movement is not None
        return self.movement

    def band(self, marker: int) -> str:
        """The band with a marker."""
        return self.opened.chart[marker - 1]

    def reason(self, marker: int) -> str:
        """How the band with a marker fell: ``"below-14"`` or ``"danger-zone"``."""
        return BELOW if marker in self.moved.below else DANGER

    @property
    def final_chart(self) -> tuple[str, ...]:
        """The bands by place: after the moves their final places (R19), before them the chart as it opened."""
        if self.movement is None:
            return self.opened.chart
        return tuple(map(self.band, self.movement.order))

    @property
    def fallen(self) -> tuple[str, ...]:
        """The bands that fell in this round, in the order of R30."""
        return tuple(map(self.band, self.movement.fallen)) if self.movement else ()

    @property
    def remaining(self) -> tuple[str, ...]:
        """The bands that stay for the next round, by place, gaps closed."""
        gone = {*self.fallen, *self.retired}
        return tuple(band for band in self.final_chart if band not in gone)

    @property
    def missing(self) -> list[str]:
        """The players who owe a slip, in seat order."""
        return [player for player in self.scores if player not in self.slips]

    @property
    def came(self) -> frozenset[str]:
        """The bands that cannot be drawn any more: they were on the chart (R27), or wait on the deck again."""
        return frozenset((*self.gone, *self.opened.chart, *self.waiting))

    @property
    def winners(self) -> tuple[str, ...]:
        """Who has won; nobody before the game is over (R22)."""
        return scoring.winners(self.scores) if self.phase == OVER else ()


def free_labels(setup: Setup, state: State) -> list[str]:
    """The labels that nobody holds."""
    held = {*state.labels.values()}
    return [label for label in setup.labels if label not in held]


def next_commands(setup: Setup, state: State) -> list[str]:
    """The commands that lead on from here, the first one first."""
    if state.phase == PLACING:
        return ["place"] if state.missing else ["resolve"]
    if state.phase == SCORED:
        return ["next", "label"] if len(setup.players) < len(setup.labels) else ["next"]
    return {OPENING: ["label"], RESOLVED: ["score"], OVER: []}[state.phase]


def require(setup: Setup, state: State, command: str, *phases: str) -> None:
    """Raise `GameError` (kind ``"phase"``) where a command does not belong in the phase."""
    if state.phase in phases:
        return
    commands = next_commands(setup, state)
    hint = _("undo takes the last command back")
    if commands:
        hint = _("the next command is {commands}").format(commands=listed(commands, "or"))
    message = _("{command} cannot be done: the game is over").format(command=command)
    if state.phase != OVER:
        message = _("{command} is for the phase {wanted}; round {round} is in the phase {phase}").format(
            command=command,
            wanted=listed(map(_, phases), "or"),
            round=state.opened.number,
            phase=_(state.phase),
        )
    raise error("phase", message, hint=hint)


def begin(
    setup: Setup,
    chart: tuple[str, ...],
    labels: Mapping[str, str],
    hands: Mapping[str, tuple[int, ...]],
) -> State:
    """The state of a new game (R5, R6): placing where every player has a label, else the opening."""
    scores = dict.fromkeys(setup.players, 0)
    opened = Opened(1, chart, labels, scores, hands)
    phase = PLACING if len(labels) == len(setup.players) else OPENING
    left = len(setup.deck) - len(chart) if setup.cards == "tool" else None
    return State(opened, phase, setup.bands, left, labels, scores)


def slip_faults(
    setup: Setup, state: State, new: Mapping[str, Slip], replace: bool, where: Mapping[str, str]
) -> list[Fault]:
    """Everything that is wrong with slips that are to be entered together (R7, R8).

    ``where`` says, by player, where each slip stands in the input.
    """
    faults: list[Fault] = []
    dealt = setup.hands == "tool"  # hands come from one bag, so that what they hold is in it
    for player, slip in new.items():
        found = list(check_slip(slip, setup.rules))
        if dealt and not found:
            found = hand_faults(slip, state.opened.hands[player])
        if (player in state.slips) != replace:
            hint = _("leave out --replace") if replace else _("put another in its place with --replace")
            message = _("no slip is in yet") if replace else _("the slip is in already")
            found.append(Fault("slip", message, hint=hint))
        faults += GameError(*found).at(where[player]).faults
    if not faults and not dealt:
        faults += bag_faults({**state.slips, **new}.values(), setup.rules.bag)
    return faults


def place(
    setup: Setup,
    state: State,
    new: Mapping[str, Slip],
    replace: bool,
    where: Mapping[str, str],
    bots: Mapping[str, str] = {},
) -> State:
    """Enter slips, all or none (R7 to R10); ``bots`` placed those of some players, people the others.

    Raises `GameError` with all that is wrong with them.
    """
    raise_all(slip_faults(setup, state, new, replace, where))
    slips = {**state.slips, **new}
    placed = {**{player: bot for player, bot in state.bots.items() if player not in new}, **bots}
    slips = {player: slips[player] for player in setup.players if player in slips}
    return state._replace(slips=slips, bots={player: placed[player] for player in slips if player in placed})


def resolve(state: State, missing_pass: bool) -> State:
    """Move the bands and judge the Danger Zone (R11 to R16), once all slips are in (R29)."""
    if state.missing and not missing_pass:
        raise error(
            "missing",
            _("no slip from {players} yet").format(players=listed(state.missing)),
            hint=_("place it, or let the missing players pass with --missing pass (R29)"),
        )
    movement = move(len(state.opened.chart), sums(state.slips.values()))
    return state._replace(phase=RESOLVED, movement=movement)


def score(setup: Setup, state: State) -> State:
    """Pay the points (R17 to R21), then judge the end (R22, R27) and the marks (R23)."""
    return pay(setup, state, state.slips, state.moved)


def pay(setup: Setup, state: State, slips: Mapping[str, Slip], movement: Movement) -> State:
    """`score` for slips and a movement that the state need not have yet."""
    contracts = [state.bands[band] for band in state.opened.chart]
    paid = scoring.points(movement, contracts, state.labels, slips, setup.rules)
    scores = {player: total + sum(paid[player]) for player, total in state.scores.items()}
    scored = state._replace(phase=SCORED, slips=slips, movement=movement, points=paid, scores=scores)
    if scoring.target_reached(scores.values(), setup.rules):
        return scored._replace(phase=OVER)
    marks = scoring.marks_reached(scores.values(), state.used_marks, setup.rules)
    if marks:
        retired = scored.remaining[: scoring.retiring_places(marks, setup.rules)]
        scored = scored._replace(marks=marks, retired=retired)
    if state.left == 0 and not scored.remaining:
        return scored._replace(phase=OVER)
    return scored


def adjust(state: State, given: Adjusted) -> State:
    """Give a player points by the moderator's word, at once; marks and end are judged by the next scoring."""
    scores = {**state.scores, given.player: state.scores[given.player] + given.points}
    return state._replace(scores=scores, adjusted=(*state.adjusted, given))


class Incoming(NamedTuple):
    """What comes with a new round: cards in the order drawn, the labels of those not known before, the cards
    that the deck then holds (None: not known), the hands dealt by the tool, and the cards that wait on the
    table's deck."""

    drawn: tuple[str, ...]
    bands: Mapping[str, tuple[str, ...]]
    left: int | None
    hands: Mapping[str, tuple[int, ...]]
    waiting: tuple[str, ...] = ()


def advance(state: State, incoming: Incoming) -> State:
    """Open the next round (R26 to R28).

    Where neither chart nor deck has a band left, the game is over instead (R27).
    """
    chart = deck.deal(state.remaining, incoming.drawn)
    if not chart:
        return state._replace(phase=OVER, left=incoming.left, waiting=incoming.waiting)
    return State(
        Opened(state.opened.number + 1, chart, state.labels, state.scores, incoming.hands),
        PLACING,
        {**state.bands, **incoming.bands},
        incoming.left,
        state.labels,
        state.scores,
        new=incoming.drawn,
        gone=state.gone + state.fallen + state.retired,
        used_marks=state.used_marks + state.marks,
        waiting=incoming.waiting,
    )
