"""The command ``schrille``: a table of verbs, each loaded when it is called."""

from __future__ import annotations

import importlib
import os
import sys
from io import StringIO
from typing import NamedTuple

import click

from . import __version__
from .kit import language
from .kit.errors import GameError
from .kit.language import N_, _
from .kit.streams import CLOSED, silence
from .kit.verbs import language_option


class Entry(NamedTuple):
    """A verb of the table: where it is, under which heading it is listed, and its short help."""

    section: str
    module: str
    help: str


MOST_FAULTS = 100  # what is printed of a file that is wrong all over
_VERBS = "schrille_cli.schrille.commands."
START, ROUND, ANY_TIME = N_("Start"), N_("A round, in order"), N_("At any time")
TABLE = {
    "new": Entry(START, _VERBS + "new", N_("Start a game and deal the chart.")),
    "label": Entry(START, _VERBS + "label", N_("Claim labels at the start, or change them after a scoring.")),
    "place": Entry(ROUND, _VERBS + "place", N_("Enter a player's slip of chips.")),
    "resolve": Entry(ROUND, _VERBS + "resolve", N_("Move the bands and judge the Danger Zone.")),
    "score": Entry(ROUND, _VERBS + "score", N_("Pay the points; marks, retirement and end.")),
    "next": Entry(ROUND, _VERBS + "next", N_("Bring in new bands and open the next round.")),
    "show": Entry(ANY_TIME, _VERBS + "show", N_("Show the chart, the score track and what comes next.")),
    "chart": Entry(ANY_TIME, _VERBS + "chart", N_("Draw the chart run and the score run as a picture.")),
    "undo": Entry(ANY_TIME, _VERBS + "undo", N_("Take the last command back.")),
    "rules": Entry(ANY_TIME, _VERBS + "rules", N_("List the rulings with the values in force.")),
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

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the verbs by sections."""
        for section in dict.fromkeys(entry.section for entry in TABLE.values()):
            with formatter.section(_(section)):
                formatter.write_dl([(n, _(e.help)) for n, e in TABLE.items() if e.section == section])


def root() -> Root:
    """The group of all verbs, with its help in the language in use."""

    @click.command(
        cls=Root,
        help=_("Run games of Schrille Stille: slips in, the new chart and the score track out."),
        params=[language_option(envvar=language.VARIABLE)],
        context_settings={"help_option_names": ["-h", "--help"]},
    )
    @click.version_option(__version__, prog_name="schrille")
    def schrille() -> None: ...

    return schrille


def run(args: list[str] | None = None) -> int:
    """Run a command line and return its exit code; the one place where errors become one."""
    language.use(language.chosen(sys.argv[1:] if args is None else args, os.environ))
    try:
        code = root().main(args, "schrille", standalone_mode=False, windows_expand_args=False)
        if sys.stdout is None:  # Click prints help nowhere then, and is content
            raise OSError(CLOSED)
        return code if isinstance(code, int) else 0
    except GameError as problem:
        for fault in problem.faults[:MOST_FAULTS]:
            _say(f"Error: {fault}")
        if len(problem.faults) > MOST_FAULTS:
            _say(f"Error: {len(problem.faults) - MOST_FAULTS} more faults")
        return 1
    except click.ClickException as problem:
        shown = StringIO()
        problem.show(shown)
        _say(shown.getvalue().rstrip("\n"))
        return problem.exit_code
    except click.Abort as problem:
        _say(f"Aborted; {problem}." if problem.args else "Aborted.")
        return 130
    except OSError as problem:  # help or the version could not be printed
        silence(sys.stdout)
        _say(f"Error: {problem.strerror or problem}")
        return 1


def _say(text: str) -> None:
    """Print on standard error, where there is one that can be printed on."""
    if sys.stderr is None:
        return
    try:
        print(text, file=sys.stderr, flush=True)
    except OSError:
        silence(sys.stderr)
