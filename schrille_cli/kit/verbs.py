"""The frame of a verb: its common options, and the order compute, render, save, print."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any, NamedTuple

import click

from . import language
from .errors import error, reason
from .jsonerrors import Asked
from .language import _
from .screen import DEFAULT_FORMAT, Screen, check_format, screen_of
from .streams import CLOSED, silence, write_all

DEFAULT_GAME = "schrille.toml"
COMPLETING = "schrille_cli.kit.completing"
Complete = Callable[[click.Context, click.Parameter, str], Any]


class Answer(NamedTuple):
    """What a verb has to say: plain data for ``--json``, and text made only where people read it."""

    data: dict[str, Any]
    text: Callable[[Screen], str]


class Call(NamedTuple):
    """The common options of one call of a verb."""

    path: str
    json: bool
    format: str

    @property
    def interactive(self) -> bool:
        """Whether somebody can be asked: standard input and output are terminals, and no ``--json`` is wanted."""
        streams = (sys.stdin, sys.stdout)
        return not self.json and all(stream is not None and stream.isatty() for stream in streams)

    def render(self, answer: Answer) -> str:
        """The answer as it will be printed."""
        if self.json:
            import json

            return json.dumps(answer.data)
        screen = screen_of(sys.stdout, self.format, os.environ)
        return screen.fit(answer.text(screen))

    def print(self, answer: Answer) -> None:
        """Print the answer of a verb that saves nothing."""
        emit(self.render(answer))


@contextmanager
def interruptible() -> Iterator[None]:
    """Where a Ctrl-C stops a change, say that it may have come just before the save or just after."""
    try:
        yield
    except KeyboardInterrupt:
        raise click.Abort(_("show tells whether it was done")) from None


def emit(text: str, done: str = "", end: str = "\n") -> None:
    """Print on standard output, and say on an error what was done nevertheless (a marked clause).

    Raises `GameError` (kind ``"output"``) where nothing can be printed: a full disk, a closed pipe.
    """
    try:
        if sys.stdout is None:
            raise OSError(CLOSED)
        write_all(sys.stdout, text + end)
    except KeyboardInterrupt:
        raise click.Abort(*filter(None, [_(done)])) from None
    except OSError as problem:
        silence(sys.stdout)
        message = _("cannot print: {reason}; {done}") if done else _("cannot print: {reason}")
        raise error("output", message.format(reason=reason(problem), done=_(done))) from None


def _format_option(ctx: click.Context, param: click.Parameter, value: str | None) -> str:
    if value is None:
        return DEFAULT_FORMAT
    try:
        check_format(value)
    except ValueError as problem:
        raise click.BadParameter(str(problem), ctx, param) from None
    return value


def late(module: str, name: str) -> Complete:
    """A function for ``shell_complete=`` that is loaded from its module when a shell asks."""

    def complete(ctx: click.Context, param: click.Parameter, incomplete: str) -> Any:
        from importlib import import_module

        return getattr(import_module(module), name)(ctx, param, incomplete)

    return complete


class Verb(click.Command):
    """A command whose arguments may begin with a minus where they hold a digit, as no option does.

    Click would take a stray ``-3`` or ``--9-2`` for an option; here it is an argument, so that the game can say
    what is wrong with it. Any other unknown option stays a usage error.
    """

    def __init__(self, *args: Any, **settings: Any) -> None:
        super().__init__(*args, **settings)
        self.ignore_unknown_options = any(isinstance(param, click.Argument) for param in self.params)

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Parse as Click does, then refuse the unknown options that were kept as arguments."""
        if isinstance(ctx.obj, Asked):
            ctx.obj.command = ctx.command_path
        after = args[args.index("--") + 1 :] if "--" in args else []
        rest = super().parse_args(ctx, args)
        if ctx.resilient_parsing:  # a shell completes words
            return rest
        for param in self.params:
            if isinstance(param, click.Argument):
                value = ctx.params.get(param.name or "")
                for word in value if isinstance(value, tuple) else (value,):
                    if _is_option(word) and word not in after:
                        raise click.NoSuchOption(word.partition("=")[0], ctx=ctx)
        return rest


def _is_option(word: object) -> bool:
    return isinstance(word, str) and word[:1] == "-" and len(word) > 1 and not any(map(str.isdigit, word))


def verb(help: str, example: str, game: bool = True) -> Callable[[Callable[..., None]], click.Command]:
    """Make a function a verb with the common options; it is called with a `Call` first.

    Without ``game`` it knows no save, and the path of its `Call` is empty.
    """

    def decorate(function: Callable[..., None]) -> click.Command:
        def callback(as_json: bool, table_format: str, game: str = "", **params: Any) -> None:
            asked = click.get_current_context().obj
            if isinstance(asked, Asked):  # so that errors are said in the same way
                asked.json = as_json
            if as_json:  # for scripts, which read the same whatever language people speak
                language.use("en")
            function(Call(game, as_json, table_format), **params)

        params = getattr(function, "__click_params__", [])[::-1]
        save_option = click.Option(
            ["-g", "--game"],
            default=DEFAULT_GAME,
            envvar="SCHRILLE_GAME",
            show_envvar=True,
            show_default=True,
            metavar=_("FILE"),
            shell_complete=late(COMPLETING, "files"),
            help=_("The save file."),
        )
        return Verb(
            None,
            callback=callback,
            params=[
                *params,
                *([save_option] if game else []),
                click.Option(["as_json", "--json"], is_flag=True, help=_("Print one JSON object on one line.")),
                click.Option(
                    ["table_format", "--format"],
                    callback=_format_option,
                    metavar=_("NAME"),
                    shell_complete=late(COMPLETING, "formats"),
                    help=_("A table format of tabulate, such as simple, github or html."),
                ),
                language.option(),
            ],
            help=help,
            epilog=_example(example),
            options_metavar=_("[OPTIONS]"),
            context_settings={"help_option_names": ["-h", "--help"]},
        )

    return decorate


class Group(click.Group):
    """Verbs under one name, listed in their own order."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """The verbs as they were given."""
        return list(self.commands)


def group(help: str, example: str, verbs: Mapping[str, click.Command]) -> Group:
    """A verb that is made of others, such as ``deck`` of ``deck check`` and ``deck new``."""
    return Group(
        None,
        dict(verbs),
        params=[language.option()],
        help=help,
        epilog=_example(example),
        options_metavar=_("[OPTIONS]"),
        subcommand_metavar=_("COMMAND [ARGS]..."),
        context_settings={"help_option_names": ["-h", "--help"]},
    )


def _example(lines: str) -> str:
    return "\n".join(["\b", _("Example:"), *("  " + line for line in lines.splitlines())])
