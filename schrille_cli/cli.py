"""The command ``schrille``: a table of verbs, each loaded when it is called."""

from __future__ import annotations

import importlib
import sys
from io import StringIO
from typing import NamedTuple

import click

from . import __version__
from .kit.errors import GameError
from .kit.streams import CLOSED, silence


class Entry(NamedTuple):
    """A verb of the table: where it is, under which heading it is listed, and its short help."""

    section: str
    module: str
    help: str


MOST_FAULTS = 100  # what is printed of a file that is wrong all over
_VERBS = "schrille_cli.schrille.commands."
TABLE = {
    "new": Entry("Start", _VERBS + "new", "Start a game and deal the chart."),
    "label": Entry("Start", _VERBS + "label", "Claim labels at the start, or change them after a scoring."),
    "place": Entry("A round, in order", _VERBS + "place", "Enter a player's slip of chips."),
    "resolve": Entry("A round, in order", _VERBS + "resolve", "Move the bands and judge the Danger Zone."),
    "score": Entry("A round, in order", _VERBS + "score", "Pay the points; marks, retirement and end."),
    "next": Entry("A round, in order", _VERBS + "next", "Bring in new bands and open the next round."),
    "show": Entry("At any time", _VERBS + "show", "Show the chart, the score track and what comes next."),
    "undo": Entry("At any time", _VERBS + "undo", "Take the last command back."),
    "rules": Entry("At any time", _VERBS + "rules", "List the rulings with the values in force."),
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
            with formatter.section(section):
                formatter.write_dl([(n, e.help) for n, e in TABLE.items() if e.section == section])


@click.command(cls=Root, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="schrille")
def root() -> None:
    """Run games of Schrille Stille: slips in, the new chart and the score track out."""


def run(args: list[str] | None = None) -> int:
    """Run a command line and return its exit code; the one place where errors become one."""
    try:
        code = root.main(args, "schrille", standalone_mode=False, windows_expand_args=False)
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
