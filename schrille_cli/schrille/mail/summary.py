"""The summary of a batch: what became of each game, and what the moderator must look at; in pages, since there may
be very many."""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Iterator
from itertools import islice
from typing import IO, Any

from ...kit.errors import Fault, fault_data, quoted
from ...kit.language import N_, _, ngettext
from ...kit.screen import Cell, Screen
from ..tables import Rows
from .batch import Row
from .desk import Note
from .tokens import FOUND

PAGE = 200  # rows of a table
Data = dict[str, Any]
LOOK_AT = {
    "token": N_("the token is not one of this game as it stands; nothing was done"),
    "players": N_("it has tokens of two players; nothing was done"),
    "games": N_("it has tokens of two games; nothing was done"),
    "late": N_("it comes too late for its round, and counts only by schrille mail accept after an undo"),
    "left": N_("it comes from a player who has left; nothing was done"),
    "words": N_("it has words, but nothing that counts; the player was asked"),
    "flood": N_("there are too many mails of one player in this round; nothing was done"),
    "bounce": N_("a mail did not arrive: this is a bounce"),
    "auto-reply": N_("this is an automatic answer"),
    "foreign": N_("its token is one of a game that is not in the folder"),
    "no-token": N_("it has no token"),
    "overdue": N_("the deadline is past, and something is missing; --missing pass goes on without it"),
    "not-passed": N_(
        "--missing pass passes nobody here: the deadline is not past, or there is none by now (mail extend sets "
        "one), or nothing was asked before"
    ),
    "by-hand": N_("it waits for players without an address: enter what they say by schrille place or label"),
    "unreadable": N_("it cannot be read: {reason}"),
    "staged": N_("mails wait here for a save that is not in the folder, or cannot be loaded"),
}


def note_data(note: Note, who: bool, reason: str = "") -> Data:
    """What the moderator should look at, as plain data; the player is named only where that is wanted."""
    message = _(LOOK_AT[note.kind]).format(reason=reason)
    data: Data = {"kind": note.kind, "message": message, "file": note.path, "line": note.line}
    return {**data, "player": note.player or None} if who else data


def row_data(row: Row, who: bool) -> Data:
    """What became of a save, as plain data."""
    data: Data = {
        "save": row.save,
        "title": row.title or None,
        "round": row.round or None,
        "phase": row.phase or None,
        "in": len(row.here),
        "wanted": row.wanted,
        "due": row.due or None,
        "done": dict(row.done),
        "mails": row.mails,
        "notes": [note_data(note, who) for note in row.notes],
        "faults": fault_data(row.faults),
    }
    return {**data, "who": list(row.here)} if who else data


class Spool:
    """Rows and notes as they come, in files, from which the summary is made at the end."""

    def __init__(self, games: IO[str], notes: IO[str], who: bool) -> None:
        """Use two empty files, which can be read and written."""
        self._files = games, notes
        self._who = who
        self.numbers = dict.fromkeys(("games", "mails", "notes", "faults"), 0)

    def row(self, row: Row) -> None:
        """Add what became of a save."""
        self._put(0, row_data(row, self._who))
        self.numbers["games"] += 1
        self.numbers["mails"] += row.mails
        self.numbers["notes"] += len(row.notes)
        self.numbers["faults"] += len(row.faults)

    def note(self, note: Note, reason: str) -> None:
        """Add a mail of no game, or one that cannot be read."""
        self._put(1, note_data(note, self._who, reason))
        self.numbers["faults" if note.kind == "unreadable" else "notes"] += 1

    def _put(self, which: int, data: Data) -> None:
        line = FOUND.sub(r"schrille-\1-\2-...", json.dumps(data))  # programs name files by subjects, with tokens
        self._files[which].write(line + "\n")

    def _lines(self, which: int) -> Iterator[str]:
        self._files[which].seek(0)
        return (line.rstrip("\n") for line in self._files[which])

    def json(self, head: Data) -> Iterator[str]:
        """The summary as one JSON object, in pieces."""
        yield json.dumps({**head, **self.numbers})[:-1] + ', "rows": ['
        yield from _joined(self._lines(0))
        yield '], "look_at": ['
        yield from _joined(self._lines(1))
        yield "]}"

    def text(self, screen: Screen, dry_run: bool) -> Iterator[str]:
        """The summary as people read it, in blocks."""
        for page in _pages(map(json.loads, self._lines(0))):
            yield _games(screen, page, self._who)
        for page in _pages(self._to_look_at()):
            headers = [_("where"), _("what to look at"), *[_("player")] * self._who]
            yield screen.table(headers, page, "ll" + "l" * self._who)
        yield screen.prose(_closing(self.numbers, dry_run))

    def _to_look_at(self) -> Iterator[list[str | Cell]]:
        for row in map(json.loads, self._lines(0)):
            yield from (self._note(note) for note in row["notes"])
            for fault in row["faults"]:
                where = _named(row["save"])
                said = str(Fault(**fault))
                yield [where, Cell(said, "red"), *[""] * self._who]
        yield from map(self._note, map(json.loads, self._lines(1)))

    def _note(self, note: Data) -> list[str | Cell]:
        place = _("{place}, line {number}").format(place=_named(note["file"]), number=note["line"])
        return [place, note["message"], *[note.get("player") or ""] * self._who]


def _joined(lines: Iterable[str]) -> Iterator[str]:
    for number, line in enumerate(lines):
        yield f", {line}" if number else line


def _pages(rows: Iterable[Any]) -> Iterator[list[Any]]:
    left = iter(rows)
    while page := list(islice(left, PAGE)):
        yield page


def _named(path: str) -> str:
    """A path without characters that do something on a terminal."""
    return quoted(path, 200)[1:-1]


def _games(screen: Screen, page: list[Data], who: bool) -> str:
    rows: Rows = []
    dated = any(row["due"] for row in page)
    for row in page:
        there = _("{number} of {all}").format(number=row["in"], all=row["wanted"]) if row["wanted"] else ""
        look = len(row["notes"]) + len(row["faults"])
        cells: list[str | Cell] = [
            _named(os.path.basename(row["save"])),
            str(row["round"] or ""),
            _phase(row),
            there,
        ]
        cells += [", ".join(row["who"])] if who else []
        cells += [(row["due"] or "")[:16].replace("T", " ")] if dated else []
        done = ", ".join(_done(what, number) for what, number in row["done"].items())
        rows.append([*cells, done, str(row["mails"] or ""), Cell(str(look or ""), "red" if row["faults"] else "")])
    headers = [_("save"), _("round"), _("phase"), _("in"), *[_("who")] * who, *[_("until")] * dated]
    headers += [_("done"), _("mails"), _("look at")]
    return screen.table(headers, rows, "lrll" + "l" * (who + dated) + "lrr")


def _phase(row: Data) -> str | Cell:
    if not row["phase"]:
        return Cell(_("not handled"), "red")
    return _(row["phase"]) if row["title"] else _("not by mail")


def _done(what: str, number: int) -> str:
    """What was done, in words."""
    texts = {
        "slips": ngettext("{number} slip", "{number} slips", number),
        "answers": ngettext("{number} answer about labels", "{number} answers about labels", number),
        "claims": ngettext("{number} label claimed", "{number} labels claimed", number),
        "labels": ngettext("{number} label changed", "{number} labels changed", number),
        "resolved": _("round {number} resolved"),
        "scored": _("scored"),
        "opened": _("round {number} opened"),
        "over": _("the game is over"),
    }
    return texts[what].format(number=number)


def _closing(numbers: Data, dry_run: bool) -> str:
    games, mails = numbers["games"], numbers["mails"]
    said = ngettext("{number} save.", "{number} saves.", games).format(number=games)
    if dry_run:
        to_write = ngettext("{number} mail would be written.", "{number} mails would be written.", mails)
        return f"{said} {to_write.format(number=mails)} " + _("Nothing was written: this was a dry run.")
    written = ngettext("{number} mail written.", "{number} mails written.", mails)
    return f"{said} {written.format(number=mails)}"
