"""The command ``schrille``: a table of verbs, each loaded when it is called."""

from __future__ import annotations

import importlib
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from io import StringIO
from typing import TYPE_CHECKING, Any, NamedTuple

import click

from . import __version__
from .kit import language
from .kit.errors import GameError, cut, reason
from .kit.jsonerrors import OPTION, Asked, error_object, faults_of
from .kit.language import N_, _, ngettext
from .kit.streams import CLOSED, silence

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem


class Entry(NamedTuple):
    """A verb of the table: where it is, under which heading it is listed, and its short help."""

    section: str
    module: str
    help: str


PROGRAM = "schrille"
COMPLETE = "_SCHRILLE_COMPLETE"  # set where a shell asks what it may offer
MOST_FAULTS = 100  # what is printed of a file that is wrong all over
_VERBS = "schrille_cli.schrille.commands."
START, ROUND = N_("Start"), N_("A round, in order")
CORRECT, ANY_TIME = N_("To correct something"), N_("At any time")
BY_MAIL, SCRIPTS = N_("By mail"), N_("For scripts")
TABLE = {
    "play": Entry(START, _VERBS + "play", N_("Play a whole game at the table, from where it stands.")),
    "new": Entry(START, _VERBS + "new", N_("Start a game and deal the chart.")),
    "label": Entry(START, _VERBS + "label", N_("Claim labels at the start, or change them after a scoring.")),
    "place": Entry(ROUND, _VERBS + "place", N_("Enter a player's slip of chips.")),
    "resolve": Entry(ROUND, _VERBS + "resolve", N_("Move the bands and judge the Danger Zone.")),
    "score": Entry(ROUND, _VERBS + "score", N_("Pay the points; marks, retirement and end.")),
    "next": Entry(ROUND, _VERBS + "next", N_("Bring in new bands and open the next round.")),
    "amend": Entry(CORRECT, _VERBS + "amend", N_("Change a slip of a round that is resolved.")),
    "adjust": Entry(CORRECT, _VERBS + "adjust", N_("Give a player points by the moderator's word.")),
    "undo": Entry(CORRECT, _VERBS + "undo", N_("Take the last command back.")),
    "mail": Entry(BY_MAIL, _VERBS + "mail", N_("Run games whose slips come by mail.")),
    "show": Entry(ANY_TIME, _VERBS + "show", N_("Show the chart, the score track and what comes next.")),
    "chart": Entry(ANY_TIME, _VERBS + "chart", N_("Draw the chart run and the score run as a picture.")),
    "odds": Entry(ANY_TIME, _VERBS + "odds", N_("Tell each player's chance to win, by playing on many times.")),
    "rules": Entry(ANY_TIME, _VERBS + "rules", N_("List the rulings with the values in force.")),
    "deck": Entry(ANY_TIME, _VERBS + "deck", N_("Check, show and write deck files.")),
    "completion": Entry(ANY_TIME, _VERBS + "completion", N_("Print the script that completes words in a shell.")),
    "simulate": Entry(SCRIPTS, _VERBS + "simulate", N_("Play many games out by bots.")),
    "verify": Entry(SCRIPTS, _VERBS + "verify", N_("Replay saves and tell where they depart from their record.")),
    "schema": Entry(SCRIPTS, _VERBS + "schema", N_("Print the JSON Schema of what a command prints or reads.")),
}


class Root(click.Group):
    """The group of all verbs; listing them imports none."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """The verbs in the order of a round."""
        return list(TABLE)

    def get_command(self, ctx: click.Context, name: str) -> click.Command | None:
        """Load a verb by its whole name."""
        if name not in TABLE:
            return None
        command: click.Command = importlib.import_module(TABLE[name].module).command
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """The verb that is named; where a shell completes words behind what is none, a verb without words."""
        name, command, rest = super().resolve_command(ctx, args)
        return name, command or click.Command(name, add_help_option=False), rest

    def make_context(
        self, info_name: str | None, args: list[str], parent: click.Context | None = None, **extra: Any
    ) -> click.Context:
        """Parse the words before the verb."""
        with _aborting(extra.get("obj")):
            try:
                return super().make_context(info_name, args, parent, **extra)
            except click.NoSuchOption as problem:
                if problem.option_name == OPTION:
                    raise click.UsageError(_("Write --json behind the command."), problem.ctx) from None
                raise

    def invoke(self, ctx: click.Context) -> Any:
        """Run the verb."""
        with _aborting(ctx.obj):
            return super().invoke(ctx)

    def shell_complete(self, ctx: click.Context, incomplete: str) -> list[CompletionItem[str]]:
        """The verbs and options that begin as typed; no verb is loaded for it."""
        from click.shell_completion import CompletionItem

        verbs = [CompletionItem(n, help=_(e.help)) for n, e in TABLE.items() if n.startswith(incomplete)]
        return verbs + click.Command.shell_complete(self, ctx, incomplete)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the verbs by sections."""
        for section in dict.fromkeys(entry.section for entry in TABLE.values()):
            with formatter.section(_(section)):
                formatter.write_dl([(n, _(e.help)) for n, e in TABLE.items() if e.section == section])


@contextmanager
def _aborting(asked: object) -> Iterator[None]:
    """Under ``--json`` nothing is said of a Ctrl-C here, where Click would end the line."""
    try:
        yield
    except (EOFError, KeyboardInterrupt):
        if isinstance(asked, Asked) and asked.json:
            raise click.Abort from None
        raise


def root() -> Root:
    """The group of all verbs, with its help in the language in use."""

    @click.command(
        cls=Root,
        help=_("Run games of Schrille Stille: slips in, the new chart and the score track out."),
        params=[language.option(envvar=language.VARIABLE)],
        options_metavar=_("[OPTIONS]"),
        subcommand_metavar=_("COMMAND [ARGS]..."),
        context_settings={"help_option_names": ["-h", "--help"]},
    )
    @click.version_option(__version__, prog_name=PROGRAM)
    def schrille() -> None: ...

    return schrille


def run(args: list[str] | None = None) -> int:
    """Run a command line and return its exit code; the one place where errors become one."""
    if COMPLETE in os.environ:
        from .kit.shells import complete

        complete(root, PROGRAM)
        return 0
    args = sys.argv[1:] if args is None else args
    asked = Asked(args, PROGRAM, language.chosen(args, os.environ))
    language.use("en" if asked.json else asked.language)
    try:
        code = root().main(args, PROGRAM, standalone_mode=False, windows_expand_args=False, obj=asked)
        if sys.stdout is None:  # Click prints help nowhere then, and is content
            raise OSError(CLOSED)
        return code if isinstance(code, int) else 0
    except (GameError, click.ClickException, click.Abort, OSError) as problem:
        if isinstance(problem, OSError):  # help or the version could not be printed
            silence(sys.stdout)
        if not asked.json:
            return _told(problem)
        faults, code = faults_of(problem, asked)
        _print(error_object(faults))
        return code


def _told(problem: Exception) -> int:
    """Say for people what is wrong, and return the exit code."""
    if isinstance(problem, GameError):
        for fault in problem.faults[:MOST_FAULTS]:
            _say(_("Error: {fault}").format(fault=cut(str(fault))))
        if len(problem.faults) > MOST_FAULTS:
            more = len(problem.faults) - MOST_FAULTS
            _say(ngettext("Error: {number} more fault", "Error: {number} more faults", more).format(number=more))
        return 1
    if isinstance(problem, click.ClickException):
        shown = StringIO()
        problem.show(shown)
        _say("\n".join(map(cut, shown.getvalue().rstrip("\n").split("\n"))))
        return problem.exit_code
    if isinstance(problem, click.Abort):
        _say(_("Aborted; {what}.").format(what=problem) if problem.args else _("Aborted."))
        return 130
    assert isinstance(problem, OSError)
    _say(_("Error: {fault}").format(fault=reason(problem)))
    return 1


def _say(text: str) -> None:
    """Print on standard error as people read it: on a terminal, in lines of its width."""
    if sys.stderr is not None and sys.stderr.isatty():
        from .kit.screen import screen_of

        prose = screen_of(sys.stderr, "simple", os.environ).prose
        text = "\n".join(map(prose, text.split("\n")))
    _print(text)


def _print(text: str) -> None:
    """Print on standard error, where there is one that can be printed on."""
    if sys.stderr is None:
        return
    try:
        print(text, file=sys.stderr, flush=True)
    except OSError:
        silence(sys.stderr)
