"""Games in files: loading, saving, and the frame of a command that changes one."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager

from ..kit import files
from ..kit.errors import GameError, quoted
from ..kit.language import N_, _
from ..kit.toml import parse_toml
from .codec import NAME, decode, encode
from .game import Game

PRIVATE = 0o600
MISSING = N_("start a game with schrille new, or name its file with --game")


def loads(text: str, path: str = "") -> Game:
    """A game from the text of its save; ``path`` is named in errors ("the save" where there is none).

    Raises `GameError` (kinds ``"file"`` and ``"save"``) with line or key path of what is wrong.
    """
    path = path or _("the save")
    data = parse_toml(text, path)
    try:
        return decode(data)
    except GameError as problem:
        raise problem.at(quoted(path, 200)) from None


def dumps(game: Game) -> str:
    """The text of a game's save. The same game always has the same text."""
    import tomli_w

    return tomli_w.dumps(encode(game))


def load(path: str) -> Game:
    """Load a game. Raises `GameError` where the file cannot be read or is no sound save."""
    return loads(files.read(path, _(MISSING)), path)


def save(game: Game, path: str) -> None:
    """Save a game, whole or not at all. Raises `GameError` where it cannot be written."""
    with files.locked(path):
        if os.path.exists(path):
            files.write(path, dumps(game))
        else:
            write_new(game, path)


def write_new(game: Game, path: str) -> None:
    """Write the first save of a game, under its lock: one by mail has a secret, and is for its owner's eyes alone.

    Raises `GameError` where it cannot be written.
    """
    files.write(path, dumps(game), PRIVATE if game.post else None)


@contextmanager
def changing(path: str) -> Iterator[Game]:
    """Load a game under the lock of its save and save it at the end, unless an error was raised.

    Two programs that use it on one save wait for each other, so that no change is lost.
    """
    text = files.read(path, _(MISSING))
    if NAME not in text:
        loads(text, path)  # says what it is instead, before a lock file is put beside it
    with files.locked(path):
        game = load(path)
        yield game
        files.write(path, dumps(game))
