"""Standard streams that can no longer be written to."""

from __future__ import annotations

import os
from typing import TextIO


def silence(stream: TextIO | None) -> None:
    """Point a standard stream nowhere, so that Python does not fail again on what is left in its buffer."""
    if stream is not None:
        with open(os.devnull, "wb") as nowhere:
            os.dup2(nowhere.fileno(), stream.fileno())
