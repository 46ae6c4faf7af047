"""Sending the mails of an outbox through a server, one by one, each until the server took it."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager
from typing import NamedTuple

from . import boxes
from .boxes import Found
from .errors import Fault, GameError, error, reason
from .language import _
from .queued import Queue, opened, queue_of, writing
from .smtp import Lost, Server, mail_of
from .smtpsettings import Settings

Show = Callable[[int], None]
TRIES = 2  # of a mail in which the connection ends
MOST_LOST = 3  # connections in a row, then it is the server and not the mail


class Kept(NamedTuple):
    """A mail that stays in the outbox: where it is, the server's code, if it gave one, and why."""

    found: Found
    code: int | None
    message: str


class Waiting(NamedTuple):
    """A mail that can be sent: where it is, and to whom it goes."""

    found: Found
    recipient: str


class Delivery:
    """What has become of the mails of an outbox so far.

    ``left`` mails are in it, of which ``kept`` were tried or looked at in vain. ``stopped`` says why the others
    were not tried.
    """

    def __init__(self) -> None:
        self.sent = 0
        self.left = 0
        self.kept: list[Kept] = []
        self.stopped: tuple[Fault, ...] = ()


def look(path: str) -> tuple[list[Waiting], list[Kept]]:
    """The mails of an outbox that would be sent, and those that cannot be. Nothing is changed.

    Raises `GameError` (kind ``"file"``) where there is no outbox that can be read.
    """
    waiting: list[Waiting] = []
    kept: list[Kept] = []
    for found in queue_of(path).seen():
        try:
            waiting.append(Waiting(found, mail_of(boxes.read(found)).recipient))
        except GameError as problem:
            kept.append(_faulty(found, problem))
    return waiting, kept


def send(
    path: str, settings: Settings, delivery: Delivery, bar: Callable[[int], AbstractContextManager[Show]]
) -> None:
    """Send the mails of an outbox, and move each that the server took to those that were sent.

    ``delivery`` tells how far that has come, also where something stops it. ``bar`` is given the number of mails
    and gives what is told how many are done. Raises `GameError` where the outbox cannot be read, or where another
    command is sending from it.
    """
    server = Server(settings)
    with opened(path) as queue:
        found = queue.mails()
        delivery.left = len(found)
        try:
            with bar(len(found)) as show:
                _deliver(queue, found, server, delivery, show)
        except GameError as problem:
            delivery.stopped = problem.faults
        finally:
            with writing(path):
                queue.settle()
            server.close()


def _deliver(queue: Queue, found: list[Found], server: Server, delivery: Delivery, show: Show) -> None:
    """Send mail after mail. Raises `GameError` where it makes no sense to go on."""
    lost = 0
    for number, one in enumerate(found, 1):
        try:
            data = queue.take(one)
            mail = mail_of(data) if data is not None else None
        except GameError as problem:
            delivery.kept.append(_faulty(one, problem))
            continue
        for attempt in range(TRIES):
            try:
                refused = server.send(mail) if mail else None
            except Lost as problem:
                lost += 1
                if lost == MOST_LOST:
                    message = _("{why}, again and again").format(why=problem)
                    raise error("server", message, server.place, _("run the command again later")) from None
                if attempt + 1 == TRIES:
                    delivery.kept.append(Kept(one, None, str(problem)))
                continue
            lost = 0
            if refused:
                delivery.kept.append(Kept(one, refused.code or None, refused.words))
            else:
                _move(queue, one, delivery)
            break
        show(number)


def _move(queue: Queue, one: Found, delivery: Delivery) -> None:
    """Move a mail that was sent; where that does not go, no further one is sent, lest all be sent again."""
    try:
        queue.sent(one)
    except OSError as problem:
        message = _("the mail was sent, and cannot be moved to those that were: {reason}")
        hint = _("move it yourself, or it will be sent again")
        raise error("file", message.format(reason=reason(problem)), one.place, hint) from None
    delivery.sent += 1
    delivery.left -= 1


def _faulty(found: Found, problem: GameError) -> Kept:
    """A mail that cannot be sent as it is."""
    return Kept(found, None, "; ".join(fault.message for fault in problem.faults))
