"""Work that several processes of this machine share, thing by thing in turns.

They are copies of this process where the system is good at making such, as Linux is: those begin at once.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Generator, Iterable, Sequence
from contextlib import suppress
from time import monotonic
from typing import TYPE_CHECKING, Any, TypeVar

from . import language
from .errors import Fault, GameError, error, reason, what
from .language import _
from .quiet import undisturbed

if TYPE_CHECKING:
    from multiprocessing.connection import Connection
    from multiprocessing.process import BaseProcess

T = TypeVar("T")
Work = Callable[[int], Iterable[Any]]
COPIES = sys.platform == "linux"
PATIENCE = 2.0  # seconds in which processes may finish what they are at, once nobody wants more of it


def in_turns(work: Callable[[int], Iterable[T]], jobs: int, number: int) -> Generator[T | Exception, None, None]:
    """Make a number of things in several processes, and yield them in order.

    ``work`` makes the share of a process, from 0 on: ``work(2)`` yields the third thing of all and every
    ``jobs``-th one from there. What it raises is raised here while the first things are made, after which the
    others of its share are yielded as that exception, or as a `GameError` where the process is gone. Raises
    `GameError` (kind ``"engine"``) where processes cannot be started; nothing is made then. Close the iterator to
    end early: no process is left over.
    """
    pipes: list[Connection] = []
    processes: list[BaseProcess] = []
    lost: dict[int, Exception] = {}
    try:
        with undisturbed():
            _start(work, jobs, pipes, processes)
        for index in range(number):
            share = index % jobs
            made = lost.get(share) or _received(pipes[share])
            if isinstance(made, Exception):
                lost[share] = made
                if index < jobs and not isinstance(made, Gone):
                    raise made
            yield made
    finally:
        with undisturbed():
            _end(pipes, processes)


class Gone(GameError):  # noqa: N818 - it says what it is
    """The process that was to make something is gone."""


def not_started(problem: OSError) -> GameError:
    """The error that processes cannot be started."""
    why = reason(problem) if problem.strerror else what(problem)
    message = _("processes cannot be started: {reason}").format(reason=why)
    return error("engine", message, hint=_("try fewer jobs"))


def _received(pipe: Connection) -> Any:
    try:
        return pipe.recv()
    except (EOFError, ConnectionError):
        hint = _("run the command again, with fewer jobs where memory is short")
        return Gone(Fault("engine", _("the process that was at it has ended early"), hint=hint))


def _start(work: Work, jobs: int, pipes: list[Connection], processes: list[BaseProcess]) -> None:
    """Start processes, which begin when all are there."""
    from multiprocessing import get_context

    context = get_context("fork") if COPIES else get_context("spawn")
    try:
        for share in range(jobs):
            here, there = context.Pipe()
            pipes.append(here)
            with there:
                arguments = (work, share, there, pipes if COPIES else [], language.in_use())
                process = context.Process(target=_share, args=arguments, daemon=True)
                process.start()
            processes.append(process)
        for pipe in pipes:
            with suppress(ConnectionError):  # one that is gone already
                pipe.send(None)
    except OSError as problem:
        raise not_started(problem) from None


def _share(work: Work, share: int, pipe: Connection, copied: Sequence[Connection], tongue: str) -> None:
    """Do a share of the work in a process of its own, and pass on what is made as long as somebody takes it."""
    for end in copied:  # else nobody would notice when the process is gone that reads from them
        end.close()
    if language.in_use() != tongue:
        language.use(tongue)
    try:
        pipe.recv()
        for made in work(share):
            pipe.send(made)
    except (EOFError, ConnectionError):
        pass  # nobody wants more
    except Exception as problem:  # whatever it is, it is told by the process that people look at
        with suppress(ConnectionError):
            pipe.send(problem)


def _end(pipes: Sequence[Connection], processes: Sequence[BaseProcess]) -> None:
    """Let all processes finish what they are at, and end those that take long."""
    for pipe in pipes:
        pipe.close()
    end = monotonic() + PATIENCE
    for process in processes:
        process.join(max(0.0, end - monotonic()))
    for process in processes:
        process.kill()
        process.join()
