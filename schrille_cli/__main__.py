"""The entry point of ``schrille`` and ``python -m schrille_cli``."""

from __future__ import annotations


def main() -> int:
    """Run the command line; Ctrl-C ends it with exit code 130 also while modules are loading."""
    try:
        from .cli import run

        return run()
    except KeyboardInterrupt:
        return 130


if __name__ == "__main__":
    raise SystemExit(main())
