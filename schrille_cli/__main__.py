"""The entry point of ``schrille`` and ``python -m schrille_cli``."""

from __future__ import annotations

import gc
import os
import sys

ABORTED = (  # the error object, for when nothing is loaded yet that could make it
    '{"kind": "aborted", "message": "aborted", "place": "", "hint": "",'
    ' "faults": [{"kind": "aborted", "message": "aborted", "place": "", "hint": ""}]}'
)


def main() -> None:
    """Run the command line and end the process with its exit code: 130 for Ctrl-C, also while modules load.

    A command lives for a twentieth of a second, which is why two things that Python does for long programs are
    left out. The garbage collector, which the loading of modules would set off again and again, waits for more
    garbage than a command makes. And the process ends at once, without taking modules and objects apart one by
    one: all files are closed and all output is flushed by then. Only joblib has to put away what it shared with
    other processes.
    """
    gc.set_threshold(100_000)
    code = 130
    try:
        from .cli import run

        code = run()
        for stream in (sys.stdout, sys.stderr):
            if stream is not None:
                stream.flush()
    except KeyboardInterrupt:
        if "--json" in sys.argv and sys.stderr is not None:
            print(ABORTED, file=sys.stderr)
    except OSError:
        code = code or 1
    if "joblib" in sys.modules:
        import signal

        signal.signal(signal.SIGINT, signal.SIG_IGN)
        sys.exit(code)
    os._exit(code)


if __name__ == "__main__":
    main()
