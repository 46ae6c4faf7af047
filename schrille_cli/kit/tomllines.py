"""On which lines the keys of a TOML text stand, and every line of it that is wrong.

The parser stops at the first fault and knows no lines of keys; here it is asked line by line.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

import tomli

from .reasons import TOO_MANY_DOTS
from .toml import PLACE, has_many_dots, parser_words

MOST_WRONG = 100  # wrong lines that are looked for
KeyPath = tuple[str, ...]


class Wrong(NamedTuple):
    """A line that is wrong: its number, what the parser says, or else the line that has its key already."""

    line: int
    message: str
    first: int = 0


class Lines:
    """A TOML text line by line: each key's line and value, and the lines that are wrong.

    A value that goes on over several lines is no TOML by its lines, so that ``wrong`` means something only for a
    text that the parser refuses, and where ``trusted`` says so. ``torn``: a table's header is wrong, or too many
    lines are, so that ``data`` says little of what is meant.

    >>> lines = Lines('[bands]\\nFrost = "blue"\\nLava = red\\nFrost = "red"')
    >>> lines.numbers[("bands", "Frost")], lines.data
    (2, {'bands': {'Frost': 'blue'}})
    >>> [(wrong.line, wrong.first) for wrong in lines.wrong], lines.trusted
    ([(3, 0), (4, 2)], True)
    """

    def __init__(self, text: str) -> None:
        self.numbers: dict[KeyPath, int] = {}
        self.data: dict[str, Any] = {}
        self.wrong: list[Wrong] = []
        self.torn = False
        text = text.replace("\r\n", "\n")
        table: KeyPath = ()
        for number, line in enumerate(text.split("\n"), 1):
            start = line.lstrip(" \t")
            if not start or start[0] == "#":
                continue
            if len(self.wrong) == MOST_WRONG:
                self.torn = True
                break
            parsed = self._parse(number, line)
            if start[0] == "[":
                self.torn |= not parsed
                table = _header(parsed)
                if parsed:
                    self._note(number, table, {})
            for path, value in _leaves(parsed) if start[0] != "[" else ():
                self._note(number, (*table, *path), value)
        first = _first_wrong(text) if self.wrong else 0
        self.trusted = bool(first) and self.wrong[0].line == first

    def _parse(self, number: int, line: str) -> dict[str, Any]:
        if has_many_dots(line):
            self.wrong.append(Wrong(number, TOO_MANY_DOTS))
            return {}
        try:
            return tomli.loads(line)
        except Exception as problem:  # the parser raises more than TOMLDecodeError on damaged text
            self.wrong.append(Wrong(number, PLACE.sub("", parser_words(problem))))
            return {}

    def _note(self, number: int, path: KeyPath, value: Any) -> None:
        """Keep a key's value and its line; the first one of a key that stands there twice."""
        if path in self.numbers:
            self.wrong.append(Wrong(number, "", self.numbers[path]))
            return
        table = self.data
        for key in path[:-1]:
            inner = table.setdefault(key, {})
            if not isinstance(inner, dict):
                return
            table = inner
        self.numbers[path] = number
        table.setdefault(path[-1], value)


def _header(parsed: dict[str, Any]) -> KeyPath:
    """The key path of ``[table]`` or ``[[table]]`` as it is parsed alone."""
    path: KeyPath = ()
    inner: Any = parsed
    while isinstance(inner, dict) and inner:
        key, inner = next(iter(inner.items()))
        path += (key,)
    return path


def _leaves(parsed: dict[str, Any]) -> Iterator[tuple[KeyPath, Any]]:
    """The values of a line with their key paths; a table that is written in the line is gone into."""
    for key, value in parsed.items():
        if isinstance(value, dict) and value:
            for path, leaf in _leaves(value):
                yield (key, *path), leaf
        else:
            yield (key,), value


def _first_wrong(text: str) -> int:
    """The line where the parser stops at the whole text; 0 where it does not, or names none."""
    try:
        tomli.loads(text)
    except tomli.TOMLDecodeError as problem:
        at = PLACE.search(str(problem))
        return int(at["line"] or 0) if at else 0
    except Exception:  # nested too deeply, or damaged
        return 0
    return 0
