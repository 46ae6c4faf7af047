"""Ask for the slips of a round, player by player in seat order."""

from __future__ import annotations

from enum import Enum, auto

import click

from ...cli import TABLE
from ...kit.ask import Again, ask, asking
from ...kit.confirm import confirmed
from ...kit.errors import Fault, GameError, error
from ...kit.language import _, ngettext
from ...kit.names import folded
from .. import holes
from ..commands.common import owed
from ..game import Game
from ..rounds import PLACING, require
from ..saves import changing, load
from .chart import compact
from .words import BACK, EXIT, HELP, LIST, QUIT, SKIP, asks_help, command_help, is_word, keys_help, say


class Outcome(Enum):
    """What became of a prompt."""

    ENTERED = auto()
    LEFT = auto()  # reopened, and nothing changed
    SKIPPED = auto()
    BACK = auto()
    MEANWHILE = auto()  # somebody else has entered a slip while this one was typed


class GoneOn(Exception):  # noqa: N818 - it is no error
    """Another command has taken the game out of the round while a prompt waited."""


class ThereAlready(Exception):  # noqa: N818 - it is no error
    """The player has a slip by now, of which whoever types another one does not know."""


class SlipDialog:
    """The dialog for the slips of a game in the phase placing.

    ``hidden`` masks what is typed. ``replace`` asks for new slips in the place of those that are in, otherwise for
    the missing ones. ``dry_run`` only checks. Each slip that is accepted is saved at once.

    Raises `GameError` where the game cannot be loaded or is in another phase.
    """

    def __init__(self, path: str, *, hidden: bool = False, replace: bool = False, dry_run: bool = False) -> None:
        self.path = path
        self.hidden = hidden
        self.replace = replace
        self.dry_run = dry_run
        self.game = load(path)
        require(self.game.setup, self.game.state, "place", PLACING)
        self.round = self.game.round
        self.typed: dict[str, str] = {}  # in this dialog, to be edited on the way back

    def ask_all(self) -> bool:
        """Ask for the slips in seat order; False where the input ended before the last one."""
        return self._ask(self.game.setup.players)

    def ask_for(self, name: str) -> bool:
        """Ask for the slip of one player, whose name is typed as on the command line.

        Raises `GameError` also where the slip is in already, or is not in where it is to be replaced.
        """
        player = self.game.player(name)
        if (player in self.game.state.slips) != self.replace:
            message = _("no slip is in yet") if self.replace else _("the slip is in already")
            hint = _("leave out --replace") if self.replace else _("put another in its place with --replace")
            raise error("slip", message, _("{player}'s slip").format(player=player), hint)
        return self._ask((player,))

    def _ask(self, players: tuple[str, ...]) -> bool:
        with asking():
            try:
                self._go_through(players)
            except EOFError:
                self._say_owed()
                return False
            except KeyboardInterrupt:
                raise click.Abort(self._count()) from None
            except GoneOn:
                say(_("Round {number} went on elsewhere, and takes no slips any more.").format(number=self.round))
                return True
        self._say_owed()
        return True

    def _go_through(self, players: tuple[str, ...]) -> None:
        index, back = 0, False
        while index < len(players):
            self._reload()
            player = players[index]
            if not back and (player in self.game.state.slips) != self.replace:
                index += 1
                continue
            outcome = _SlipPrompt(self, player, players[:index], back).ask()
            back = outcome is Outcome.BACK
            index += -1 if back else 1

    def _reload(self) -> None:
        if not self.dry_run:
            self.game = load(self.path)
        self.check_round(self.game)

    def check_round(self, game: Game) -> None:
        """Raise `GoneOn` where a game takes no slips of the round any more for which this dialog asks."""
        if game.round != self.round or game.phase != PLACING:
            raise GoneOn

    def _say_owed(self) -> None:
        self.game = self.game if self.dry_run else load(self.path)
        missing = self.game.state.missing
        if missing or (self.game.phase == PLACING and not self.dry_run):
            say(owed(missing))

    def _count(self) -> str:
        state = load(self.path).state
        message = ngettext("{number} of {all} slips is in", "{number} of {all} slips are in", len(state.slips))
        return message.format(number=len(state.slips), all=len(state.scores))


class _SlipPrompt:
    """The prompt for one player's slip; ``before`` are the players whom ``back`` can reach."""

    def __init__(self, dialog: SlipDialog, player: str, before: tuple[str, ...], back: bool) -> None:
        self.dialog = dialog
        self.player = player
        self.before = before
        self.rules = dialog.game.setup.rules
        self.is_in = player in dialog.game.state.slips
        self.initial = dialog.typed.get(player, "") if back else ""
        self.replaces = self.is_in
        self.line = self.initial  # as it was typed last

    def ask(self) -> Outcome:
        """Ask, say what was done, and return it."""
        outcome = self._ask()
        while outcome is Outcome.MEANWHILE:
            outcome = self._ask_replaces()
        if outcome is Outcome.ENTERED:
            say(self._done().format(player=self.player))
        return outcome

    def _ask(self, faults: tuple[Fault, ...] = ()) -> Outcome:
        state = self.dialog.game.state
        return ask(
            _("{player}'s slip: ").format(player=self.player),
            self._accept,
            initial=self.line,
            hidden=self.dialog.hidden,
            above=lambda width, lines: compact(state, width, lines),
            status=self._status,
            faults=[str(fault) for fault in faults],
        )

    def _ask_replaces(self) -> Outcome:
        """Ask whether the slip that was typed replaces the one that has come in meanwhile."""
        question = _("{player}'s slip has come in meanwhile. Put this one in its place?")
        if not confirmed(question.format(player=self.player)):
            return Outcome.LEFT
        self.replaces = True
        try:
            return self._accept(self.line)
        except GameError as problem:  # the other slip may have been taken back, or the bag has fewer chips by now
            return self._ask(problem.faults)

    def _done(self) -> str:
        if self.dialog.dry_run:
            return _("{player}'s slip can be entered.")
        return _("{player}'s slip is replaced.") if self.replaces else _("{player}'s slip is in.")

    def _accept(self, text: str) -> Outcome:
        line = text.strip()
        if asks_help(line):
            raise Again(line.rstrip(HELP), self._help())
        word = folded(line).partition(" ")[0]
        if is_word(line, LIST):
            raise Again("", self._help())
        if word in TABLE or any(is_word(line, leave) for leave in (QUIT, EXIT)):
            raise Again("", command_help(word))
        if is_word(line, SKIP):
            return Outcome.SKIPPED
        if is_word(line, BACK):
            if not self.before:
                raise Again("", _("There is no player before {player} to go back to.").format(player=self.player))
            return Outcome.BACK
        if self.is_in and line == self.initial.strip():
            return Outcome.LEFT
        typed = self._read(line)
        if not typed.complete:
            # What is hidden has no status, so that the note says how far it is, without the chips.
            note = self._progress(typed._replace(text="")) if self.dialog.hidden else ""
            raise Again(line if typed.run or not line else f"{line} ", note, lasting=False)
        self.line = text
        try:
            self._enter(typed.text)
        except ThereAlready:
            return Outcome.MEANWHILE
        self.dialog.typed[self.player] = line
        return Outcome.ENTERED

    def _read(self, line: str) -> holes.Typed:
        """Read what was typed; where it ends in a word that is an answer of its own, a fault says so too."""
        try:
            return holes.read(line, self.rules)
        except GameError as problem:
            for word in (SKIP, BACK, _(BACK)):
                if folded(line).endswith(folded(word)):
                    message = _("{word} is an answer only where nothing stands before it").format(word=word)
                    fault = Fault("slip", message, hint=_("Ctrl-U empties the line"))
                    raise GameError(*problem.faults, fault) from None
            raise

    def _enter(self, slip: str) -> None:
        """Enter a slip, under the lock of the save; the game may have changed while the prompt waited."""
        if self.dialog.dry_run:
            self.dialog.game.place(self.player, slip, replace=self.is_in)
            return
        with changing(self.dialog.path) as game:
            self.dialog.check_round(game)
            there = self.player in game.state.slips
            if there and not self.replaces:
                raise ThereAlready
            game.place(self.player, slip, replace=there)
            self.replaces = there

    def _status(self, text: str) -> str:
        """What can be said of the line; nothing of a hidden one, whose keys could be told by how it changes."""
        line = text.strip()
        if self.is_in and line == self.initial.strip():
            return _("Enter leaves the slip as it is.")
        if not line:
            return _("{help} helps.").format(help=HELP)
        if self.dialog.hidden or line in (SKIP, HELP) or is_word(line, BACK):
            return ""
        return self._progress(holes.glance(line, self.rules))

    @staticmethod
    def _progress(typed: holes.Typed) -> str:
        """How far a slip is typed."""
        parts = []
        if typed.run and typed.text:
            parts.append(_("From hole 14 down: {chips}.").format(chips=typed.text))
        if typed.run and typed.hole and not typed.complete:
            parts.append(_("Next: hole {hole}.").format(hole=typed.hole))
        parts.append(holes.wanted(typed) or _("Enter puts it in."))
        return " ".join(parts)

    @staticmethod
    def _help() -> str:
        return "\n".join(
            [
                _(
                    "Type hole and chip in any order, in one line or with Enter after each: "
                    "14+3 9-2 7-1 3+2 12+4 1n 8p (n is New Number 1, p the Pick of the Week)."
                ),
                _(
                    "Or a key for each hole from 14 down, without spaces: 3.4..-2p-1...2.n is the same slip "
                    "(a point is a hole without a chip)."
                ),
                _("{skip} skips the player, {back} goes to the one before.").format(skip=SKIP, back=_(BACK)),
                keys_help(),
            ]
        )
