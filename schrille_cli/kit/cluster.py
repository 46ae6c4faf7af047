"""A Dask cluster that is there already, as an engine behind joblib; needs the extra ``dask``."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from distributed import Client
from distributed.comm.addressing import parse_address, parse_host_port
from joblib._dask import DaskDistributedBackend

PATIENCE = 5  # seconds in which a cluster answers
REMOTE = ("tcp", "tls", "ws", "wss")  # by which other processes can be reached


class Cluster(DaskDistributedBackend):  # type: ignore[misc]
    """joblib's back end for Dask, which raises what has become of a cluster instead of waiting for ever.

    joblib is not told of chunks that Dask gives up, such as those whose workers were killed again and again, and
    takes the news that they are cancelled for what came of them. It also plays here where a cluster can
    play only one chunk at a time.
    """

    def effective_n_jobs(self, n_jobs: int) -> int:
        """How many chunks the cluster plays at a time, 0 where it has no worker; else at least 2 for joblib."""
        threads: int = super().effective_n_jobs(n_jobs)
        return threads and max(threads, 2)

    def submit(self, func: Any, callback: Callable[[Any], None] | None = None) -> Any:
        """Give the cluster a chunk; ``callback`` is also called with why it will never come."""
        future = super().submit(func, callback)

        def tell(done: Any) -> None:
            if callback is not None and (problem := done.exception()) is not None:
                callback(problem)

        future.add_done_callback(tell)
        return future

    def retrieve_result_callback(self, out: Any) -> Any:
        """What came of a chunk; raises why nothing did."""
        if isinstance(out, BaseException):
            raise out
        return super().retrieve_result_callback(out)


def connected(address: str) -> Any:
    """A client of the scheduler at an address, which the caller closes.

    Raises `OSError` where nobody answers there, `ValueError` where it is no address.
    """
    scheme, location = parse_address(address)
    if scheme not in REMOTE:  # a client that fails at this is not closed for long
        raise ValueError(scheme)
    parse_host_port(location)
    return Client(address, timeout=PATIENCE, set_as_default=False)  # type: ignore[no-untyped-call, unused-ignore]
