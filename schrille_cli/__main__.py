"""The entry point of ``schrille`` and ``python -m schrille_cli``."""

from __future__ import annotations

import gc
import signal


def main() -> int:
    """Run the command line; Ctrl-C ends it with exit code 130 also while modules are loading.

    A command lives for a tenth of a second and leaves no garbage worth collecting, so that the collector,
    which the loading of modules would set off again and again, waits for more of it.
    """
    gc.set_threshold(100_000)
    try:
        from .cli import run

        code = run()
        signal.signal(signal.SIGINT, signal.SIG_IGN)  # the command is done, and its exit code stands
        return code
    except KeyboardInterrupt:
        return 130


if __name__ == "__main__":
    raise SystemExit(main())
