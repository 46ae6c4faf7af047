"""Errors for scripts: where ``--json`` is asked for, one object on one line of standard error, in English."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from .errors import Fault, GameError, fault_data, reason

if TYPE_CHECKING:
    import click

OPTION = "--json"


class Asked:
    """Whether a command line asks for JSON: as it looks, until its verb has read it and says so.

    Words behind ``--`` are no options. ``command`` is the command as far as it is known, ``language`` the language
    that is asked for, also where JSON is, which is always in English.
    """

    def __init__(self, args: Sequence[str], command: str, language: str) -> None:
        self.command = command
        self.language = language
        self.json = OPTION in (args[: args.index("--")] if "--" in args else args)


def faults_of(problem: Exception, asked: Asked) -> tuple[Sequence[Fault], int]:
    """What is wrong, at least one fault, and the exit code: 1, 2 for a wrong command line, 130 for Ctrl-C."""
    from click import Abort, ClickException

    if isinstance(problem, GameError):
        return problem.faults, 1
    if isinstance(problem, ClickException):
        return [_usage(problem, asked)], problem.exit_code
    if isinstance(problem, Abort):
        return [Fault("aborted", "; ".join(["aborted", *map(str, problem.args)]))], 130
    return [Fault("output", reason(problem) if isinstance(problem, OSError) else str(problem))], 1


def error_object(faults: Sequence[Fault]) -> str:
    """The object of an error, in ASCII without a line end: the first fault's keys, and ``faults``.

    >>> error_object([Fault("over", "the game is over")])[:84]
    '{"kind": "over", "message": "the game is over", "place": "", "hint": "", "faults": ['
    """
    import json

    told = fault_data(faults)
    return json.dumps({**told[0], "faults": told})


def _usage(problem: click.ClickException, asked: Asked) -> Fault:
    """A wrong command line; its place is the option or argument, as far as Click knows it."""
    import click

    place, message = "", problem.format_message()
    if isinstance(problem, click.BadParameter):
        if isinstance(problem.param, click.Option):
            place = max(problem.param.opts, key=len)
        elif problem.param:
            place = problem.param.human_readable_name
        if place and not isinstance(problem, click.MissingParameter):
            message = problem.message
    else:
        place = getattr(problem, "option_name", "") or getattr(problem, "command_name", "")
    ctx = getattr(problem, "ctx", None)
    return Fault("usage", message, place, f"{ctx.command_path if ctx else asked.command} --help")
