"""The whole evening: one command after another, run as they are from the command line."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence

from ...cli import TABLE, run
from ...kit.ask import Again, Unusable, ask, asking
from ...kit.errors import Fault, error, quoted
from ...kit.language import _
from .. import record
from ..game import Game
from ..saves import load
from .labels import ask_labels
from .words import EXIT, HELP, LIST, QUIT, asks_help, is_word, playing, say

INTERRUPTED = 130
DIALOGS = ("label", "place")  # the commands that ask, and need no Enter before
QUESTIONS = (*DIALOGS, "new", "next")  # those that may ask: Ctrl-C at a question of play's own ends it


class Evening:
    """A game from where it stands to its end.

    What comes next is what the game says; nothing is decided here. ``options`` are added to the commands of that
    name: a table format, what is hidden, how the moves are read out.
    """

    def __init__(self, path: str, options: Mapping[str, Sequence[str]]) -> None:
        self.path = path
        self.options = options
        self.asked_wishes = 0  # the last round after which it was asked who changes the label

    def play(self) -> int:
        """Play until the game is over or somebody quits; the exit code.

        Raises `GameError` where the save cannot be loaded.
        """
        with asking(), playing():
            code = self._command("show" if os.path.exists(self.path) else "new")
            if code or not os.path.exists(self.path):
                return code
            waits = False
            while (game := load(self.path)).next_commands and code != INTERRUPTED:
                if waits or not self._asks(game):
                    try:
                        words = _ask_command(_in_words(self._next(game)))
                    except EOFError:
                        words = [QUIT]
                    if words == [QUIT]:
                        say(_("The game is saved: schrille play goes on with it."))
                        return 0
                    if words:
                        run(self._as_play(words))  # Ctrl-C ends only what was typed
                        waits = True
                        continue
                code = self._go_on(game)
                if code == INTERRUPTED and game.next_commands[0] not in QUESTIONS:
                    code = 0  # only the reveal was ended: the round is resolved
                waits = _moment(load(self.path)) == _moment(game)
        return code

    def _asks(self, game: Game) -> bool:
        """Whether what comes next is a question."""
        return game.next_commands[0] in DIALOGS or self._wishes_due(game)

    def _wishes_due(self, game: Game) -> bool:
        """Whether it is to be asked who changes the label before the next round."""
        return "label" in game.next_commands[1:] and self.asked_wishes != game.round

    def _as_play(self, words: list[str]) -> list[str]:
        """A command line that was typed; slips that are hidden stay so."""
        return [*words[:1], *(self.options.get("place", ()) if words[0] == "place" else ()), *words[1:]]

    def _next(self, game: Game) -> list[str]:
        """The command that comes next, with its options."""
        command = game.next_commands[0]
        return [command, *self.options.get(command, ())]

    def _go_on(self, game: Game) -> int:
        """Run what comes next; its exit code."""
        if self._wishes_due(game):
            self.asked_wishes = game.round
            if not ask_labels(self.path):
                return 0
        return run(self._next(game))

    def _command(self, name: str) -> int:
        return run([name, *self.options.get(name, ())])


def _moment(game: Game) -> tuple[int, list[str]]:
    """What tells whether a game went on."""
    return game.round, game.next_commands


def _in_words(command: Sequence[str]) -> str:
    return " ".join(["schrille", *command])


def _ask_command(coming: str) -> list[str]:
    """Ask for a command line; its words without ``schrille``, none for Enter, which runs what comes next."""

    def accept(text: str) -> list[str]:
        line = text.strip()
        if asks_help(line):
            raise Again(
                "",
                _(
                    "Enter runs {command}. Or type another command, such as undo, show --slips or show --history; "
                    "help lists them. quit or Ctrl-D ends; schrille play goes on with the game later. Ctrl-U "
                    "empties the line."
                ).format(command=coming),
            )
        try:
            words = record.split(" ".join(line.split())) if line else []
        except ValueError:
            raise error("command", _("a quote is not closed"), hint=_("write it twice")) from None
        if words and words[0] == "schrille":
            del words[0]
        if words and is_word(words[0], LIST):
            return [*words[1:2], "--help"]
        if words and (is_word(words[0], QUIT) or is_word(words[0], EXIT)):
            return [QUIT]
        if words and words[0] not in (*TABLE, "--help", "--version"):
            hint = _("help lists the commands")
            raise Unusable(
                Fault("command", _("there is no command {text}").format(text=quoted(words[0])), hint=hint)
            )
        if words and words[0] == "play":
            raise Unusable(Fault("command", _("this is schrille play already"), hint=_("Enter goes on")))
        return words

    return ask(
        "schrille> ",
        accept,
        completions=[*TABLE, _(LIST), _(QUIT)],
        status=lambda text: (
            "" if text.strip() else _("Enter: {command}. {help} helps.").format(command=coming, help=HELP)
        ),
    )
