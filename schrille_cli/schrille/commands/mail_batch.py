"""``schrille mail batch``: all that is due in the games of a folder."""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Generator, Iterator
from contextlib import closing, contextmanager
from functools import partial
from tempfile import SpooledTemporaryFile, TemporaryDirectory, gettempdir
from typing import TYPE_CHECKING

import click

from ...kit.errors import Fault, GameError, error, quoted, reason, what
from ...kit.language import N_, _, ngettext
from ...kit.progress import progress
from ...kit.screen import screen_of
from ...kit.verbs import Call, emit, verb
from .common import offered

IN_MEMORY = 4_000_000  # characters of a summary that are kept there before they go into a file
DONE = N_("the saves are done")

if TYPE_CHECKING:
    from ..mail.batch import Plan, Row
    from ..mail.summary import Spool


@verb(
    help=_(
        "Do all that is due in the games of a folder: read the mails of an inbox, which is not changed, enter "
        "slips, answer them, resolve and score rounds that are complete, open the next ones, and write a mail to "
        "each player into an outbox. Boxes are Maildirs, mbox files, or folders of .eml files."
    ),
    example="schrille mail batch games --inbox Maildir --outbox out\n"
    "schrille mail batch games --inbox in.mbox --outbox out --due +7 --dry-run",
    game=False,
)
@click.argument("folder", metavar=_("FOLDER"), shell_complete=offered("files"))
@click.option("--inbox", required=True, metavar=_("BOX"), shell_complete=offered("files"), help=_("What came in."))
@click.option(
    "--outbox", required=True, metavar=_("BOX"), shell_complete=offered("files"), help=_("What goes out.")
)
@click.option(
    "--missing",
    type=click.Choice(["pass"]),
    help=_(
        "pass: where the deadline is past, or there never was one, who owes a slip places nothing (R29), and who "
        "owes an answer about labels stays."
    ),
)
@click.option(
    "--due", default="", metavar=_("WHEN"), help=_("The deadline for what is asked next, such as +7 for days.")
)
@click.option(
    "--jobs",
    type=click.IntRange(1, 999),
    default=1,
    show_default=True,
    metavar=_("NUMBER"),
    help=_("How many processes work."),
)
@click.option(
    "--who", is_flag=True, help=_("Also name the players whose slips are in, or whose mails to look at.")
)
@click.option("--dry-run", is_flag=True, help=_("Say everything, and write nothing."))
def command(
    call: Call,
    folder: str,
    inbox: str,
    outbox: str,
    missing: str | None,
    due: str,
    jobs: int,
    who: bool,
    dry_run: bool,
) -> None:
    """Run a batch and print its summary."""
    from ...kit.outbox import Outbox
    from ..mail import orders
    from ..mail.batch import Plan
    from ..mail.desk import Note
    from ..mail.inbox import Register, register
    from ..mail.summary import Spool

    if not (folder and inbox and outbox):
        raise click.UsageError(_("FOLDER, --inbox and --outbox name something; one of them is empty."))
    if os.path.realpath(inbox) == os.path.realpath(outbox):
        raise click.UsageError(_("--inbox and --outbox are one box: what comes in is only read."))
    now = orders.moment()
    if due:
        orders.deadline(due, now)
    with _stoppable(), _beside(), TemporaryDirectory(prefix="schrille-") as place:
        file = os.path.join(place, "register")
        register(file, folder, inbox)
        plan = Plan(file, outbox, missing is not None, due, dry_run, now)
        with (
            SpooledTemporaryFile(IN_MEMORY, "w+", encoding="ascii", dir=place) as games,
            SpooledTemporaryFile(IN_MEMORY, "w+", encoding="ascii", dir=place) as notes,
        ):
            spool = Spool(games, notes, who)
            with closing(Register(file)) as found:
                for note, reason in found.notes():
                    spool.note(note, reason)
                saves = found.count("save")
            left = frozenset() if dry_run else Outbox(outbox).groups()
            with (
                progress(saves, _("games"), wanted=not call.json) as show,
                closing(_rows(plan, saves, jobs)) as rows,
            ):
                for row in rows:
                    spool.row(row)
                    show(spool.numbers["games"])
            if left and left & Outbox(outbox).groups():
                spool.note(Note("staged", Outbox(outbox).staging, 1), "")
            _print(call, spool, dry_run)
    number = spool.numbers["faults"]
    if number:
        message = ngettext("{number} thing went wrong", "{number} things went wrong", number)
        raise error("mail", message.format(number=number), hint=_("the summary names the files"))


@contextmanager
def _stoppable() -> Iterator[None]:
    """Where a Ctrl-C stops a batch, say that nothing is half done by it; other signals end it as tidily."""

    def end(number: int, _frame: object) -> None:
        raise SystemExit(128 + number)

    numbers = [getattr(signal, name) for name in ("SIGTERM", "SIGHUP") if hasattr(signal, name)]
    mine = [number for number in numbers if signal.getsignal(number) is signal.SIG_DFL]
    for number in mine:
        signal.signal(number, end)
    try:
        yield
    except KeyboardInterrupt:
        raise click.Abort(_("every save is as it was or done, and the next batch goes on")) from None
    finally:
        for number in mine:
            signal.signal(number, signal.SIG_DFL)


@contextmanager
def _beside() -> Iterator[None]:
    """Say of what a batch keeps in temporary files that there is no room, or what else the system says."""
    import sqlite3

    try:
        yield
    except (OSError, sqlite3.Error) as problem:
        said = reason(problem) if isinstance(problem, OSError) else str(problem)
        message = _("cannot keep the list of mails and games in a temporary file: {reason}").format(reason=said)
        hint = _("make room, or name another folder in TMPDIR, and run the command again")
        raise error("file", message, quoted(gettempdir(), 200), hint) from None
    except (MemoryError, RuntimeError) as problem:  # there may be no more threads
        message = _("the system has no room for this: {reason}").format(reason=what(problem))
        raise error("engine", message, hint=_("run the command again, with fewer jobs")) from None


def _rows(plan: Plan, saves: int, jobs: int) -> Generator[Row, None, None]:
    """What became of each save, in order; of one whose process is gone, that."""
    from ..mail import batch
    from ..mail.inbox import Register

    jobs = min(jobs, saves)
    if jobs < 2:
        yield from batch.run(plan)
        return
    from ...kit.processes import in_turns

    with closing(in_turns(partial(batch.run, plan, jobs), jobs, saves)) as rows:
        for number, row in enumerate(rows):
            if isinstance(row, Exception):
                with closing(Register(plan.register)) as found:
                    save = found.path(number)
                yield batch.Row(save, faults=_faults(row))
            else:
                yield row


def _faults(problem: Exception) -> tuple[Fault, ...]:
    """Why a save was not handled."""
    if isinstance(problem, GameError):
        return problem.faults
    return (Fault("engine", what(problem), hint=_("run the command again")),)


def _print(call: Call, spool: Spool, dry_run: bool) -> None:
    done = "" if dry_run else DONE
    if call.json:
        for piece in spool.json({"dry_run": dry_run}):
            emit(piece, done, end="")
        emit("")
        return
    screen = screen_of(sys.stdout, call.format, os.environ)
    for number, block in enumerate(spool.text(screen, dry_run)):
        emit(screen.fit(f"\n{block}" if number else block), done)
