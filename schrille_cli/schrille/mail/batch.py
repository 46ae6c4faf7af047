"""A batch: all that is due in many saves, one after the other, each whole or not at all.

A save is locked while its mails are handled, its game goes on, and the mails that go out are made. These are
staged in the outbox, hidden; then the save is written, which has the number of the mailing; then the mails are
published. Whenever this is interrupted, the next batch publishes what belongs to a mailing that the save knows of,
and throws away the rest, which it makes again.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import ExitStack, closing
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from typing import NamedTuple

from ...kit import boxes, files
from ...kit.boxes import Found
from ...kit.errors import Fault, GameError, error, gathered, listed, quoted
from ...kit.language import _, in_use, speaking
from ...kit.letters import Letter, read_head, read_letter
from ...kit.outbox import Outbox
from ..game import Game
from ..saves import dumps, load
from . import news, orders
from .compose import compose
from .desk import Desk, Incoming, Note
from .inbox import Listed, Register
from .tokens import game_id

WRITERS = 2  # threads that wait for the disk, while the next game is handled
UNDER_WAY = 4  # games at most whose writing is waited for


class Plan(NamedTuple):
    """What a batch is to do: the file of the register, the outbox, whether players who owe something pass, the
    deadline for what is asked next (as typed; empty for none), whether nothing is to be written, and the time."""

    register: str
    outbox: str
    passing: bool
    due: str
    dry_run: bool
    now: datetime


class Row(NamedTuple):
    """What became of a save.

    Where its game stands (``phase`` is empty where it could not be loaded), whose slips or answers are in of how
    many that are wanted, what was done, how many mails go out, what the moderator should look at, and what went
    wrong. ``title`` is empty for games that are not played by mail.
    """

    save: str
    title: str = ""
    round: int = 0
    phase: str = ""
    here: tuple[str, ...] = ()
    wanted: int = 0
    due: str = ""
    done: tuple[tuple[str, int], ...] = ()
    mails: int = 0
    notes: tuple[Note, ...] = ()
    faults: tuple[Fault, ...] = ()


@dataclass
class Work:
    """What is to be written of a game that was handled, while its lock is held; ``saved`` once the save has it."""

    row: Row
    group: str
    mailing: int
    mails: list[bytes]
    text: str
    lock: ExitStack
    saved: bool = False


def run(plan: Plan, jobs: int = 1, share: int = 0) -> Iterator[Row]:
    """Do all that is due in the saves, and tell of each what became of it, in order; where so many processes take
    turns, in the share of one, from 0 on."""
    outbox = Outbox(plan.outbox)
    if not plan.dry_run:
        outbox.mend()
    waiting: deque[tuple[Row | Work, Future[None] | None]] = deque()
    with closing(Register(plan.register)) as register, ThreadPoolExecutor(WRITERS) as pool:
        for listed in register.saves(share, jobs):
            handled = _handled(listed, plan, register, outbox)
            writing = pool.submit(_write, handled, outbox) if isinstance(handled, Work) else None
            waiting.append((handled, writing))
            if len(waiting) > UNDER_WAY:
                yield _finished(*waiting.popleft(), outbox)
        while waiting:
            yield _finished(*waiting.popleft(), outbox)
    if not plan.dry_run:
        outbox.flush()


def _handled(listed: Listed, plan: Plan, register: Register, outbox: Outbox) -> Row | Work:
    """Handle a game; what is to be written of it, or what became of it where there is nothing to write."""
    save = listed.path
    try:
        with ExitStack() as lock:
            if not plan.dry_run:
                lock.enter_context(files.locked(save))
            game = load(save)
            if game.post is None:
                return Row(save, round=game.round, phase=game.phase)
            group = game_id(game.post.secret)
            if listed.copies > 1:
                _refuse(register.copies(group))
            # What a batch that was stopped has left staged.
            late = (outbox.waiting if plan.dry_run else outbox.publish)(group, game.post.mailings)
            before = game.post, len(game.steps)
            desk = _sit(game, plan, register.mails(group) if listed.mails else [])
            mails = _composed(desk, plan)
            row = _row(save, desk, late, plan.now)
            if before == (game.post, len(game.steps)) or plan.dry_run:
                return row
            return Work(row, group, game.post.mailings, mails, dumps(game), lock.pop_all())
    except GameError as problem:
        return Row(save, faults=problem.faults)


def _refuse(copies: list[str]) -> None:
    message = _("{saves} are copies of one game").format(saves=listed(quoted(path, 200) for path in copies))
    raise error("save", message, hint=_("move all but one out of the folder"))


def _sit(game: Game, plan: Plan, came: Iterable[tuple[str, Found]]) -> Desk:
    """Handle the mails of a game, let it go on, and write what the players are told."""
    desk = Desk(game, int(plan.now.timestamp()))
    passing = plan.passing and orders.past(desk.post, plan.now) and news.all_asked(game, desk.post)
    before = news.moment(game)
    mails = []
    for id, found in came:
        if not desk.knows(id):
            with gathered(desk.faults):
                head = read_head(boxes.read(found))
                mails.append(Incoming(head, found.path, found.line, partial(_letter, found, in_use())))

    def due() -> str:
        return orders.deadline(plan.due, plan.now) if plan.due else ""

    with speaking(desk.post.language):
        desk.handle(mails)
        if desk.go_on(passing, due):
            desk.again(mails)  # a round may have opened for which some came
            desk.go_on(False, due)
        desk.tell()
    desk.waiting = plan.passing and not passing and news.moment(game) == before
    return desk


def _letter(found: Found, language: str) -> Letter:
    """The mail, or why it cannot be read: for the moderator, who may speak another language than the game."""
    with speaking(language):
        data = boxes.read(found)
        try:
            return read_letter(data)
        except GameError as problem:
            raise problem.at(found.place) from None


def _composed(desk: Desk, plan: Plan) -> list[bytes]:
    """The mails of a sitting, which are a mailing of their own where there are any."""
    if not desk.drafts:
        return []
    desk.post = desk.post._replace(mailings=desk.post.mailings + 1)
    now = int(plan.now.timestamp())
    mails = []
    for draft in desk.drafts:
        player = draft.message.player  # whose mails are counted alone: the number tells nothing of others
        desk.post = desk.post.seated(player, mails=desk.post.seats[player].mails + 1)
        mails.append(compose(desk.post, draft, desk.post.seats[player].mails, now))
    return mails


def _row(save: str, desk: Desk, late: int, now: datetime) -> Row:
    """What became of a save once all is written; ``late`` is how many mails were published that waited for it."""
    game, post = desk.game, desk.post
    here, wanted = news.here(game, post)
    if desk.waiting and len(here) < wanted:
        desk.notes.append(Note("not-passed", save, 1))
    elif post.deadline and len(here) < wanted and orders.past(post, now):
        desk.notes.append(Note("overdue", save, 1))
    elif len(here) < wanted and not news.owing(game, post):
        desk.notes.append(Note("by-hand", save, 1))
    done, notes, faults = (
        tuple(desk.done.items()),
        tuple(dict.fromkeys(desk.notes)),
        tuple(dict.fromkeys(desk.faults)),
    )
    mails = len(desk.drafts) + late
    return Row(save, post.title, game.round, game.phase, here, wanted, post.deadline, done, mails, notes, faults)


def _write(work: Work, outbox: Outbox) -> None:
    """Stage the mails, write the save, publish the mails, as far as that is not done.

    Raises `GameError` where it cannot be done.
    """
    if not work.saved:
        if work.mails:
            outbox.stage(work.group, work.mailing, work.mails)
        files.write(work.row.save, work.text)
        work.saved = True
    if work.mails:
        outbox.publish(work.group, work.mailing)


def _finished(handled: Row | Work, writing: Future[None] | None, outbox: Outbox) -> Row:
    """What became of a save, once it is written."""
    if isinstance(handled, Row):
        return handled
    assert writing is not None
    with handled.lock:
        try:
            if writing.exception() is not None:
                _write(handled, outbox)  # once more here, so that a reason is said in the language in use
        except GameError as problem:
            return _failed(handled, problem)
    return handled.row


def _failed(work: Work, problem: GameError) -> Row:
    """What became of a save that could not be written, or of which the mails could not be published."""
    row, faults = work.row, (*work.row.faults, *problem.faults)
    if work.saved:
        return row._replace(mails=row.mails - len(work.mails), faults=faults)
    return Row(row.save, faults=faults)
