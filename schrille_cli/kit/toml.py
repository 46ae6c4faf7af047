"""TOML texts of saves and deck files, parsed by Tomli.

The standard library's parser is made from it, but is not compiled, which takes three times as long, and each
version of Python has another one.
"""

from __future__ import annotations

import re
from typing import Any

import tomli

from .errors import at_line, error, quoted
from .language import _

MAX_DOTS = 8
TEXT = re.compile(r"\"(?:[^\"\\]|\\.)*\"|'[^']*'")
PLACE = re.compile(r" \(at (?:line (?P<line>\d+), column (?P<column>\d+)|end of document)\)$")


def parse_toml(text: str, path: str) -> dict[str, Any]:
    """The plain data of a TOML text; ``path`` is named in errors.

    Raises `GameError` (kind ``"file"``) with the line of the fault. Keys of many dotted parts are refused
    before parsing, since the parser takes quadratic time for them.
    """
    for number, line in enumerate(text.split("\n"), 1):
        if has_many_dots(line):
            raise error("file", _("a key is nested too deeply"), at_line(quoted(path, 200), number))
    try:
        return tomli.loads(text)
    except RecursionError:
        raise error("file", _("it is nested too deeply"), quoted(path, 200), _("mend the file")) from None
    except Exception as problem:  # the parser raises more than TOMLDecodeError on damaged text
        from .reasons import parser_reason

        said = parser_words(problem)
        at = PLACE.search(said)
        place = _in_toml(quoted(path, 200), at["line"], at["column"]) if at else quoted(path, 200)
        wrong = quoted(parser_reason(said[: at.start()] if at else said))[1:-1]
        message = _("this is not TOML: {reason}").format(reason=wrong)
        raise error("file", message, place, _("mend the file")) from None


def has_many_dots(line: str) -> bool:
    """Whether a line of TOML has a key of so many dotted parts that parsing it would take long."""
    return line.count(".") > MAX_DOTS and TEXT.sub("", line).partition("#")[0].count(".") > MAX_DOTS


def parser_words(problem: Exception) -> str:
    """What the parser says of a text; of what it should not have raised, the kind."""
    return str(problem) if isinstance(problem, tomli.TOMLDecodeError) else type(problem).__name__


def _in_toml(path: str, line: str | None, column: str | None) -> str:
    if line is None:
        return _("{place}, end of document").format(place=path)
    return _("{place}, line {line}, column {column}").format(place=path, line=line, column=column)
