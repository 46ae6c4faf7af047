"""Play numbered games in chunks: in this process, in several, or on a cluster that is there already.

What a game is, and what is counted of it, is the caller's. Whatever the chunks are and whoever plays them, the
parts come back in the order of the games' numbers, so that adding them up gives the same in every way. At most a
few chunks are under way at a time, and only their parts are in memory.
"""

from __future__ import annotations

import os
import sys
import sysconfig
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import closing
from functools import lru_cache
from time import perf_counter
from typing import TYPE_CHECKING, Any, Generic, NamedTuple, TypeVar

from .. import __version__
from . import language
from .errors import Fault, GameError, error, quoted, what
from .language import _
from .processes import not_started
from .quiet import quiet, undisturbed
from .streams import silenced, unheard

if TYPE_CHECKING:
    from types import ModuleType

T = TypeVar("T")
# Plays the games of the numbers from the first to the last one, and returns what is counted of them.
Play = Callable[[int, int], T]

SECONDS = 0.25  # that a chunk is to take: long enough to be worth the way, short enough for people who wait
GROWTH = 4  # a chunk is at most so many times as large as one whose time is known
IDLE = 60  # seconds after which a process ends that nobody gives games, such as where this one was killed


class Part(NamedTuple, Generic[T]):
    """What came of a chunk: how many games, what was counted, how long it took, or why it could not be played."""

    games: int
    value: T | None
    seconds: float
    faults: tuple[Fault, ...] = ()


Results = Generator[Part[Any], None, None]


class Chunks:
    """The numbers from 1 on in pieces, first and last number; their size is fitted to the time that they take.

    >>> chunks = Chunks(6)
    >>> next(chunks), next(chunks)
    ((1, 1), (2, 2))
    >>> chunks.took(1, 0.001)
    >>> list(chunks)
    [(3, 6)]
    """

    def __init__(self, number: int) -> None:
        self._number = number
        self._next = 1
        self._size = 1

    def __iter__(self) -> Iterator[tuple[int, int]]:
        return self

    def __next__(self) -> tuple[int, int]:
        first = self._next
        if first > self._number:
            raise StopIteration
        last = min(first + self._size - 1, self._number)
        self._next = last + 1
        return first, last

    def took(self, games: int, seconds: float) -> None:
        """Note how long a chunk of so many games took."""
        self._size = max(1, min(GROWTH * games, int(games * SECONDS / max(seconds, 1e-9))))


def parts(
    play: Play[T], number: int, *, jobs: int = 1, cluster: str | None = None, functions: Iterable[object] = ()
) -> Generator[T, None, None]:
    """Play the games 1 to ``number`` and yield what is counted of each chunk, in order.

    ``jobs`` is how many processes play, 1 being this one alone; ``cluster`` the address of a Dask scheduler whose
    workers play instead. ``functions`` are those of users that ``play`` calls: their modules are sent along where
    others may not have them. Raises `GameError`: what ``play`` raises (that of the lowest number, however many
    play), and kind ``"engine"`` where processes cannot be started, end early or cannot be reached. Close the
    iterator to end early: no process is left over.
    """
    chunks = Chunks(number)
    results: Results
    if cluster is not None:
        results = _on_cluster(_tasks(play, chunks, functions), cluster)
    elif jobs > 1:
        results = _in_processes(_tasks(play, chunks, functions), jobs)
    else:
        results = (_played(play, first, last) for first, last in chunks)
    with closing(results):
        for part in results:
            if part.faults:
                raise GameError(*part.faults)
            chunks.took(part.games, part.seconds)
            assert part.value is not None
            yield part.value


def processors() -> int:
    """How many processes this machine runs at a time, as far as this one may use it."""
    from joblib import cpu_count

    return int(cpu_count())


def _played(play: Play[T], first: int, last: int) -> Part[T]:
    """A chunk played here. Faults are values, so that of several chunks the first one's can be told."""
    start = perf_counter()
    try:
        value = play(first, last)
    except GameError as problem:
        return Part(0, None, 0.0, problem.faults)
    return Part(last - first + 1, value, perf_counter() - start)


def _played_elsewhere(made_by: str, tongue: str, pickled: bytes, first: int, last: int) -> Part[Any]:
    """A chunk played in another process, where nobody reads what players print."""
    if language.in_use() != tongue:
        language.use(tongue)
    if made_by != __version__:
        message = _("a worker has schrille-cli {theirs} instead of {ours}")
        message = message.format(theirs=__version__, ours=made_by)
        return Part(0, None, 0.0, (Fault("engine", message, hint=_("install the same version everywhere")),))
    try:
        play = _loaded(pickled)
    except Exception as problem:  # whatever modules raise that are loaded with it
        message = _("a worker cannot load the players: {reason}").format(reason=what(problem))
        hint = _("install what they import where the workers run")
        return Part(0, None, 0.0, (Fault("engine", message, hint=hint),))
    with unheard():
        return _played(play, first, last)


@lru_cache(maxsize=1)
def _loaded(pickled: bytes) -> Play[Any]:
    import cloudpickle

    play: Play[Any] = cloudpickle.loads(pickled)
    return play


class _Tasks:
    """The chunks as calls that joblib passes on; it asks for the next ones in threads of its own."""

    def __init__(self, pickled: bytes, chunks: Chunks) -> None:
        self._pickled = pickled
        self._chunks = chunks

    def __iter__(self) -> Iterator[Any]:
        return self

    def __next__(self) -> Any:
        return _played_elsewhere, (__version__, language.in_use(), self._pickled, *next(self._chunks)), {}


def _tasks(play: Play[T], chunks: Chunks, functions: Iterable[object]) -> _Tasks:
    import cloudpickle

    sent = _own_modules(functions)
    for module in sent:
        cloudpickle.register_pickle_by_value(module)
    try:
        return _Tasks(cloudpickle.dumps(play), chunks)
    except Exception as problem:  # whatever objects raise that are not made for it
        message = _("the players cannot be sent to other processes: {reason}").format(reason=what(problem))
        raise error("engine", message, hint=_("play in one process, without --jobs and --dask")) from None
    finally:
        for module in sent:
            cloudpickle.unregister_pickle_by_value(module)


def _own_modules(functions: Iterable[object]) -> list[ModuleType]:
    """The modules of functions that are not installed but somebody's own files, and those that lie beside them."""
    installed = tuple({os.path.realpath(path) + os.sep for path in sysconfig.get_paths().values()})
    own = {}
    for name, module in sys.modules.items():
        file = os.path.realpath(getattr(module, "__file__", None) or "")
        outside = name.partition(".")[0] not in ("__main__", __package__.partition(".")[0])
        if outside and file.endswith(".py") and not file.startswith(installed):
            own[name] = os.path.dirname(file)
    called = (getattr(function, "func", function) for function in functions)
    folders = {own.get(getattr(function, "__module__", None) or "") for function in called} - {None}
    return [sys.modules[name] for name, folder in own.items() if folder in folders]


def _in_processes(tasks: _Tasks, jobs: int) -> Results:
    """Parts from processes of this machine, in order."""
    from joblib import Parallel, parallel_config
    from joblib.externals.loky import BrokenProcessPool, get_reusable_executor

    results: Results | None = None
    with quiet():
        try:
            with silenced():  # at a bad moment they warn of what they put away themselves
                _start_trackers()
            with undisturbed(), parallel_config("loky", n_jobs=jobs, idle_worker_timeout=IDLE):
                results = Parallel(return_as="generator", batch_size=1)(tasks)
            assert results is not None
            yield from results
        except BrokenProcessPool:
            message = _("a process ended before its games were played")
            raise error("engine", message, hint=_("memory may be short: try fewer jobs")) from None
        except OSError as problem:
            raise not_started(problem) from None
        finally:
            with undisturbed():
                _close(results)
                get_reusable_executor(reuse=True).shutdown(kill_workers=True)


def _on_cluster(tasks: _Tasks, address: str) -> Results:
    """Parts from the workers of a Dask cluster, in order."""
    try:
        from joblib import Parallel

        from . import cluster
    except ImportError:
        message = _("a Dask cluster needs a library that is not installed")
        raise error("engine", message, hint=_("pip install 'schrille-cli[dask]' adds it")) from None
    place = quoted(address, 200)
    hint = _("give the address that the scheduler prints, such as tcp://127.0.0.1:8786")
    with quiet():
        try:
            client = cluster.connected(address)
        except ValueError:
            raise error("engine", _("this is no address of a Dask scheduler"), place, hint) from None
        except OSError as problem:
            message = _("no Dask scheduler answers there: {reason}").format(reason=what(problem))
            raise error("engine", message, place, hint) from None
        results: Results | None = None
        try:
            backend = cluster.Cluster(client=client, wait_for_workers_timeout=cluster.PATIENCE)
            results = Parallel(backend=backend, return_as="generator", batch_size=1)(tasks)
            assert results is not None
            yield from results
        except Exception as problem:  # a worker's or the scheduler's end, or what a worker does not know
            message = _("the Dask cluster cannot go on: {reason}").format(reason=what(problem))
            hint = _("see that its workers run and have schrille-cli {version}").format(version=__version__)
            raise error("engine", message, place, hint) from None
        finally:
            with undisturbed():
                _close(results)
                client.close()


def _close(results: Results | None) -> None:
    """End what joblib has under way."""
    if results is not None:
        results.close()


def _start_trackers() -> None:
    """Start the helpers of `multiprocessing` and joblib, which would let interrupts through when they start."""
    if sys.platform != "win32":
        from multiprocessing import resource_tracker

        from joblib.externals.loky.backend import resource_tracker as joblib_tracker

        resource_tracker.ensure_running()
        joblib_tracker.ensure_running()
