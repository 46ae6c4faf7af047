"""Games played by players that are functions: a round at once, and on to the end of the game."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping
from itertools import chain
from operator import index
from types import CoroutineType
from typing import TYPE_CHECKING

from ..kit.errors import at_line, common_name, error, listed, quoted, what
from ..kit.language import _
from .incoming import incoming
from .movement import move
from .observation import Observation, Player, observe
from .rounds import OVER, PLACING, Setup, State, advance, pay, place, require, resolve, score
from .slips import Slip, bag_faults, sums

if TYPE_CHECKING:
    from .game import Game
    from .scoring import Points

MOST_ROUNDS = 1000  # a game that no rule ends is left unfinished then
LONGEST_NAME = 200  # of a file


def ask(
    player: Player,
    observation: Observation,
    *,
    secret: bool = False,
    file: str = "",
    called: Callable[[str], str] = str,
) -> Slip:
    """The slip that a player places, of whole numbers; whether it is legal is not checked yet.

    Raises `GameError` (kind ``"bot"``) where the player fails or returns something else. Where it is ``secret``
    what the hand holds, the error says how and where the player failed, but not in its own words. ``file`` is
    where the player is written, if it has come from another process and has forgotten that. ``called`` gives
    what people call a player, from the name.
    """
    try:
        slip = player(observation)
    except KeyboardInterrupt:
        raise
    except BaseException as problem:
        message = _("the bot that plays for {player} failed: {problem}")
        words = common_name(type(problem)) if secret else what(problem)
        message = message.format(player=called(observation.player), problem=words)
        where = where_failed(problem, {__file__}, file)
        raise error("bot", message, where, _("mend the bot")) from problem
    if type(slip) is not Slip:  # of a kind of its own, nobody knows what it does
        if isinstance(slip, CoroutineType):
            slip.close()
        message = _("the bot that plays for {player} returned no slip, but {type}")
        message = message.format(player=called(observation.player), type=common_name(type(slip)))
        raise error("bot", message, hint=_("return a Slip"))
    return whole(slip)


def where_failed(problem: BaseException, apart_from: Collection[str], file: str = "") -> str:
    """The line that an error came to in the file that was called; empty where none is known.

    The file is the first one that is none of those ``apart_from``; ``file`` is its name where it has forgotten it.
    """
    called, number = "", 0
    at = problem.__traceback__
    while at:
        name = at.tb_frame.f_code.co_filename
        if name == called or not (called or name in apart_from or name.startswith("<frozen")):
            called, number = name, at.tb_lineno
        at = at.tb_next
    shown = file if called.startswith("<") else called
    return at_line(quoted(shown, LONGEST_NAME)[1:-1], number) if shown else ""


def whole(slip: Slip) -> Slip:
    """A slip of plain whole numbers alone. Raises `GameError` (kind ``"bot"``) where it holds anything else."""
    try:
        influence, no1, pick = slip
        pairs = type(influence) is tuple and {*map(type, influence)} <= {tuple}
        if pairs and {type(no1), type(pick), *map(type, chain.from_iterable(influence))} == {int}:
            return slip
        chips = tuple((index(hole), index(chip)) for hole, chip in influence)
        return Slip(chips, index(no1), index(pick))
    except KeyboardInterrupt:
        raise
    except BaseException:  # whatever it is that stands there
        message = _("a slip is not made of whole numbers")
        raise error("bot", message, hint=_("give a Slip of holes and chips")) from None


def play_round(setup: Setup, state: State, slips: Mapping[str, Slip]) -> State:
    """A round at once, from slips to points: what `place`, `resolve` and `score` lead to one after another.

    ``state`` is in placing without slips in it, ``slips`` has one of each player, in seat order. The state is
    scored, or over. Raises `GameError` with everything that is wrong with the slips (R7, R8).
    """
    try:
        total = sums(slips.values(), setup.rules)
        sound = tuple(slips) == setup.players and _held(setup, state, slips)
        movement = move(len(state.opened.chart), total)
    except Exception:  # whatever a slip is made of; what is wrong is said below
        sound = False
    if sound:
        return pay(setup, state, slips, movement)
    slips = {player: whole(slip) for player, slip in slips.items()}
    whose = {player: _("{player}'s slip").format(player=player) for player in slips}
    return score(setup, resolve(place(setup, state, slips, False, whose), False))


def _held(setup: Setup, state: State, slips: Mapping[str, Slip]) -> bool:
    """Whether the players can hold the chips of their slips (R8); `ValueError` also says no."""
    if setup.hands != "tool":
        return not bag_faults(slips.values(), setup.rules.bag)
    for player, slip in slips.items():
        left = list(state.opened.hands[player])
        for _hole, chip in slip.influence:
            left.remove(chip)
    return True


def play_rounds(
    setup: Setup,
    state: State,
    players: Mapping[str, Player],
    asked: Callable[[Player, Observation], Slip] = ask,
) -> Iterator[State]:
    """Play on from a state in placing without slips in it, by players for all seats.

    Gives each round's state once it is scored; the last one is over, or the 1000th. Cards are drawn and hands
    dealt by the tool. ``asked`` gets a slip of whole numbers from a player, as `ask` does. Raises `GameError`
    where a player fails or places what it cannot.
    """
    for _number in range(MOST_ROUNDS):
        slips = {who: asked(players[who], observe(setup, state, who)) for who in setup.players}
        state = play_round(setup, state, slips)
        yield state
        if state.phase == OVER:
            return
        state = advance(state, incoming(setup, state, {}))


def step(game: Game, players: Mapping[str, Player]) -> Mapping[str, Points]:
    """Play the round in placing to its end and open the next one, unless the game is over; the points paid.

    Who owes a slip is asked for it: ``players`` maps names to callables of an `Observation` to a `Slip`. Raises
    `GameError` where a player fails or places what it cannot, and where hands or cards come from the table; then
    nothing is done.

    >>> from .game import Game
    >>> game = Game.new({"Ann": "blue", "Bob": "red", "Cid": "green"}, seed="demo", deal_hands=True)
    >>> def anything(seen: Observation) -> Slip:
    ...     return seen.legal.choice(seen.random())
    >>> points = step(game, dict.fromkeys(game.setup.players, anything))
    >>> sum(points["Ann"]) == game.state.scores["Ann"], game.round
    (True, 2)
    """
    require(game.setup, game.state, "step", PLACING)
    if game.setup.cards == "table" and game.state.left is None:
        message = _("the cards of this game come from the table, so that no step can open the next round")
        raise error("deck", message, hint=_("place, resolve and score, then give next the cards"))
    asked = {game.player(name): player for name, player in players.items()}
    without = [player for player in game.state.missing if player not in asked]
    if without:
        message = _("nobody plays for {players}").format(players=listed(without))
        raise error("bot", message, hint=_("give a function for each of them"))
    slips = {player: ask(asked[player], game.observe(player)) for player in game.state.missing}
    if slips:
        game.place_all(slips)
    game.resolve()
    return game.score(go_on=True)
