"""``schrille simulate``: many games played out by bots."""

from __future__ import annotations

import click

from ...kit.errors import Fault, gathered, quoted, raise_all
from ...kit.language import _
from ...kit.progress import progress
from ...kit.screen import Screen
from ...kit.streams import on_standard_error, silenced
from ...kit.verbs import Answer, Call, emit, verb
from .. import simulation_tables
from ..deckfile import load_deck
from ..rules import FEWEST_PLAYERS, MOST_PLAYERS, preset, whole_number, with_settings
from ..simulation import Plan, Simulation, plan_of, run
from ..tally import Tally
from .common import offered, rule_options

ALL = "all"
MOST_JOBS = 1000
MOST_GAMES = 1_000_000_000


def _jobs(ctx: click.Context, param: click.Parameter, value: str) -> int:
    """The number of processes from what is written; 0 for as many as the machine runs at a time."""
    if value == ALL:
        return 0
    try:
        number = whole_number(value)
    except ValueError:
        number = 0
    if not 1 <= number <= MOST_JOBS:
        message = _("{value} is neither a number from 1 to {most} nor all.")
        raise click.BadParameter(message.format(value=quoted(value), most=MOST_JOBS), ctx, param)
    return number


@verb(
    help=_(
        "Play many games out by bots, and say what they come to: rounds, wins, points and bands, with the "
        "intervals in which the truth lies 95 times of 100. Ctrl-C prints what is done so far."
    ),
    example="schrille simulate -n 1000 --bot random --seed friday --set retire_at=[25,45]",
    game=False,
)
@click.option(
    "games",
    "-n",
    "--number",
    type=click.IntRange(1, MOST_GAMES),
    default=1000,
    show_default=True,
    metavar=_("N"),
    help=_("How many games."),
)
@click.option(
    "--players",
    type=click.IntRange(FEWEST_PLAYERS, MOST_PLAYERS),
    default=4,
    show_default=True,
    metavar=_("N"),
    help=_("How many players."),
)
@click.option(
    "bots",
    "--bot",
    multiple=True,
    metavar=_("NAME"),
    shell_complete=offered("bots"),
    default=("random",),
    show_default=True,
    help=_("Who plays; given several times, the bots are dealt round, and move on by a seat from game to game."),
)
@click.option("--fixed-seats", is_flag=True, help=_("The bots keep their seats, the first one seat 1."))
@click.option("--seed", metavar=_("TEXT"), help=_("Makes the same games again."))
@rule_options
@click.option(
    "--jobs",
    default="1",
    show_default=True,
    callback=_jobs,
    metavar=_("NUMBER"),
    help=_("How many processes play at a time, or all: as many as the machine has processors."),
)
@click.option(
    "--dask",
    metavar=_("ADDRESS"),
    help=_("The workers of a Dask cluster play, whose scheduler is at this address, such as tcp://10.0.0.5:8786."),
)
@click.option("as_csv", "--csv", is_flag=True, help=_("Print rows for a spreadsheet, as comma-separated values."))
def command(
    call: Call,
    games: int,
    players: int,
    bots: tuple[str, ...],
    fixed_seats: bool,
    seed: str | None,
    preset_name: str,
    settings: tuple[str, ...],
    deck: str | None,
    jobs: int,
    dask: str | None,
    as_csv: bool,
) -> None:
    """Play games and print what they come to."""
    ctx = click.get_current_context()
    if as_csv and call.json:
        raise click.UsageError(_("--csv and --json exclude each other."))
    if dask is not None and ctx.get_parameter_source("jobs") is click.core.ParameterSource.COMMANDLINE:
        raise click.UsageError(_("--jobs and --dask exclude each other."))
    if len(bots) > players:
        message = _("There are more bots than players: {bots} for {players}.")
        raise click.UsageError(message.format(bots=len(bots), players=players))
    with silenced() if call.json else on_standard_error():  # what bots print is no answer
        plan = _plan(bots, players, preset_name, settings, deck, seed, fixed_seats)
        done, stopped = _run(call, plan, games, jobs, dask)
    if done.tally.games:
        answer = Answer(done.as_data(), lambda screen: _text(screen, done, as_csv))
        emit(call.render(answer))
    if stopped:
        message = _("games played and counted: {games} of {asked}")
        raise click.Abort(message.format(games=done.tally.games, asked=games))


def _plan(
    bots: tuple[str, ...],
    players: int,
    preset_name: str,
    settings: tuple[str, ...],
    deck: str | None,
    seed: str | None,
    fixed_seats: bool,
) -> Plan:
    """The games that the options mean, or everything that is wrong with them at once."""
    faults: list[Fault] = []
    rules, loaded = preset(preset_name), None
    with gathered(faults):
        loaded = load_deck(deck) if deck is not None else None
    with gathered(faults):
        rules = with_settings(rules, settings)
    with gathered(faults):
        plan = plan_of(bots, players=players, rules=rules, deck=loaded, seed=seed, fixed_seats=fixed_seats)
    raise_all(faults)
    return plan


def _run(call: Call, plan: Plan, games: int, jobs: int, dask: str | None) -> tuple[Simulation, bool]:
    """Play the games; what is done, and whether Ctrl-C stopped it."""
    done = Simulation(plan, games, Tally())
    try:
        if not jobs:
            from ...kit.simulate import processors

            jobs = processors()
        with progress(games, _("games"), wanted=not call.json) as show:

            def note(tally: Tally) -> None:
                nonlocal done
                done = done._replace(tally=tally)
                show(tally.games)

            run(plan, games, jobs=min(jobs, games), dask=dask, progress=note)
    except KeyboardInterrupt:
        return done, True
    return done, False


def _text(screen: Screen, done: Simulation, as_csv: bool) -> str:
    return simulation_tables.csv_text(done) if as_csv else simulation_tables.tables(screen, done)
