"""Run board games of the kind of Schrille Stille from the command line."""

__version__ = "1.3.0"
