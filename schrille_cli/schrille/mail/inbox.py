"""An inbox sorted by games, in a file of its own: it may hold more mails than there is memory for."""

from __future__ import annotations

import os
import re
import sqlite3
from collections.abc import Iterator
from contextlib import closing, suppress
from typing import NamedTuple

from ...kit import boxes, files
from ...kit.boxes import Found
from ...kit.errors import GameError, error, quoted, reason
from ...kit.language import _
from ...kit.letters import Head, read_head
from .desk import Note, games_of
from .tokens import game_id, tokens_in

SECRET = re.compile(
    rb"""^[ \t]*secret[ \t]*=[ \t]*["']([0-9a-f]{64})["']""", re.MULTILINE
)  # as people write it too
AT_ONCE = 200  # saves that are looked up together, since each look lets the threads that write go first
NONE = "-"  # the game of a mail without a token
TABLES = (
    "create table save (number integer primary key, path blob, game text)",
    "create table mail (number integer primary key, game text, id text, path blob, start integer, length integer,"
    " line integer)",
    "create table note (kind text, path blob, line integer, message text)",
    "pragma journal_mode = off",
    "pragma synchronous = off",
    "begin",
)
INSERT = "insert into mail (game, id, path, start, length, line) values (?, ?, ?, ?, ?, ?)"
SAVES = """
select path,
    (select count(*) from save as other where other.game = save.game and save.game <> ''),
    (select count(*) from mail where mail.game = save.game)
from save where number between ? and ? and number % ? = ? order by number
"""
STRANGE = "from mail where game not in (select game from save where game <> '')"
KIND = f"case game when '{NONE}' then 'no-token' else iif(game like '{NONE}%', substr(game, 2), 'foreign') end"
# Mails that belong to no save become notes.
SORTED = (
    f"insert into note select {KIND}, path, line, '' {STRANGE}",
    f"delete {STRANGE}",
    "create index save_game on save (game)",
    "create index mail_game on mail (game, number)",
    "commit",
)


class Listed(NamedTuple):
    """A save of the folder: how many there are of its game (more than one, where somebody has copied it), and how
    many mails of the inbox have a token of it."""

    path: str
    copies: int
    mails: int


class Register:
    """The saves of a folder and the mails of an inbox, by games, in an SQLite file; paths are bytes there."""

    def __init__(self, path: str) -> None:
        """Open the file at a path, which is made by `register`."""
        self._database = sqlite3.connect(path)

    def close(self) -> None:
        """Close the file."""
        self._database.close()

    def saves(self, share: int = 0, jobs: int = 1) -> Iterator[Listed]:
        """A share of the saves, from 0 on, of those for so many processes, which take turns; in order."""
        for begin in range(0, self.count("save"), AT_ONCE):
            rows = self._database.execute(SAVES, (begin, begin + AT_ONCE - 1, jobs, share)).fetchall()
            yield from (Listed(os.fsdecode(path), *numbers) for path, *numbers in rows)

    def path(self, number: int) -> str:
        """The path of the save of a number."""
        (path,) = self._database.execute("select path from save where number = ?", (number,)).fetchone()
        return os.fsdecode(path)

    def count(self, table: str) -> int:
        """How many saves, mails that belong to one, or notes there are."""
        (number,) = self._database.execute(f"select count(*) from {table}").fetchone()
        return int(number)

    def copies(self, game: str) -> list[str]:
        """The paths of the saves of a game: one, unless somebody has copied it."""
        query = "select path from save where game = ? order by number"
        return [os.fsdecode(path) for (path,) in self._database.execute(query, (game,))]

    def mails(self, game: str) -> list[tuple[str, Found]]:
        """The mails with a token of a game, each behind its id, in the order of the inbox."""
        query = "select id, path, start, length, line from mail where game = ? order by number"
        rows = self._database.execute(query, (game,))
        return [(id, Found(os.fsdecode(path), *where)) for id, path, *where in rows]

    def notes(self) -> Iterator[tuple[Note, str]]:
        """What the moderator should look at besides the games: mails that belong to none, or that cannot be read,
        with the reason."""
        for kind, path, line, message in self._database.execute("select kind, path, line, message from note"):
            yield Note(kind, os.fsdecode(path), line), message


def register(path: str, folder: str, box: str) -> None:
    """Go through the saves of a folder and the mails of an inbox, and make the file at a path of them.

    Nothing is changed in either. Raises `GameError` (kind ``"file"``) where one of them cannot be listed.
    """
    with closing(sqlite3.connect(path, isolation_level=None)) as database:
        for statement in TABLES:
            database.execute(statement)
        database.executemany("insert into save values (?, ?, ?)", _saves(folder))
        for found in boxes.mails(box):
            try:
                head = read_head(boxes.read(found))
            except GameError as problem:
                message = "; ".join(fault.message for fault in problem.faults)
                note = ("unreadable", os.fsencode(found.path), found.line, message)
                database.execute("insert into note values (?, ?, ?, ?)", note)
                continue
            where = (head.id, os.fsencode(found.path), found.start, found.length, found.line)
            rows = [(game, *where) for game in _games(head)]
            database.executemany(INSERT, rows)
        for statement in SORTED:
            database.execute(statement)


def _saves(folder: str) -> Iterator[tuple[int, bytes, str]]:
    """The saves of a folder, numbered from 0 on, each with the id of its game where it seems to be one by mail."""
    try:
        names = sorted(name for name in os.listdir(folder) if name.endswith(".toml") and not name.startswith("."))
    except OSError as problem:
        message = _("cannot list the folder: {reason}").format(reason=reason(problem))
        raise error("file", message, quoted(folder, 200), _("name the folder with the saves")) from None
    for number, name in enumerate(names):
        path, game = os.path.join(folder, name), ""
        # What is wrong is told when it is the turn of the save. A pipe is not waited for.
        with suppress(OSError), files.open_regular(path) as file:
            secret = SECRET.search(file.read(files.MAX_BYTES))
            game = game_id(secret[1].decode()) if secret else ""
        yield number, os.fsencode(path), game


def _games(head: Head) -> set[str]:
    """The games whose tokens a mail has; nothing where it is one of our own, also if it came back in another way.

    Where it has none it is of the game `NONE`, and behind that stands what kind of machine wrote it, if one did.
    """
    if head.automatic == "own" or tokens_in([head.message_id]):
        return set()
    return games_of(head) or {NONE + head.automatic}
