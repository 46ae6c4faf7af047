"""Blocks of code in which Ctrl-C waits, or libraries keep silent."""

from __future__ import annotations

import logging
import signal
import threading
import warnings
from collections.abc import Iterator
from contextlib import contextmanager

MASKS = hasattr(signal, "pthread_sigmask")  # not on Windows


@contextmanager
def undisturbed() -> Iterator[None]:
    """Hold Ctrl-C back until the end of the block.

    Processes and threads that are started meanwhile never hear it, so that it ends this process alone, which
    ends them. Threads that libraries have started before do hear it, which is why masking it is not enough.
    """
    held: list[int] = []
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT}) if MASKS else ()
    handler = signal.getsignal(signal.SIGINT)
    holding = callable(handler) and threading.current_thread() is threading.main_thread()
    if holding:
        signal.signal(signal.SIGINT, lambda number, _frame: held.append(number))
    try:
        yield
    finally:
        if holding:
            signal.signal(signal.SIGINT, handler)
        if MASKS:
            signal.pthread_sigmask(signal.SIG_SETMASK, before)
        if held:
            signal.raise_signal(signal.SIGINT)


@contextmanager
def quiet() -> Iterator[None]:
    """Keep from standard error what libraries warn of and log, and errors of their threads that were interrupted.

    What matters is said as an error.
    """
    before = logging.root.manager.disable
    logging.disable()
    hook = threading.excepthook
    threading.excepthook = lambda _args: None
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            yield
    finally:
        logging.disable(before)
        threading.excepthook = hook
