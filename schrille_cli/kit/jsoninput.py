"""JSON that scripts feed: parsed within bounds, and taken apart with the path of every fault."""

from __future__ import annotations

import json
from collections.abc import Collection, Mapping
from math import inf
from typing import Any, NamedTuple

from .errors import Fault, error, quoted, raise_all
from .fields import WANTED
from .language import _

DEEPEST = 50  # lists and objects in each other
LONGEST_NUMBER = 18  # signs


class _Object(dict[str, Any]):
    """An object, with the keys that stand in it more than once."""

    twice: Collection[str] = ()


class _Wrong(NamedTuple):
    """What stands in the place of a value that is none: the message."""

    message: str


class Paths:
    """How paths are written: ``slips[2].chips[0].hole``.

    ``secret``: keys may have been typed by mistake and hold what nobody must read in an error; one with a digit is
    named by its number in its object, from 1.
    """

    def __init__(self, secret: bool = False) -> None:
        self.secret = secret

    def key(self, path: str, key: str, number: int) -> str:
        """The path of a key of an object."""
        if self.secret and any(map(str.isdigit, key)):
            numbered = _("key {number}").format(number=number)
            return f"{path}[{numbered}]"
        if key and all(c.isascii() and (c.isalnum() or c in "-_") for c in key):
            return f"{path}.{key}" if path else key
        return f"{path}[{quoted(key)}]"

    def index(self, path: str, index: int) -> str:
        """The path of an item of a list, from 0."""
        return f"{path}[{index}]"


def parse(text: str, place: str, secret: bool = False) -> Node:
    """The value of a JSON text; ``place`` names the input in errors, ``secret`` is for `Paths`.

    Raises `GameError` (kind ``"file"``): for what is no JSON with line and column, and with the paths of all
    numbers that are none or too long, keys that stand twice, texts with half a character, and what is nested too
    deeply.
    """
    try:
        value = json.loads(
            text, object_pairs_hook=_object, parse_constant=_constant, parse_int=_whole, parse_float=_fraction
        )
    except json.JSONDecodeError as problem:
        at = _("{place}, line {line}, column {column}")
        at = at.format(place=place, line=problem.lineno, column=problem.colno)
        message = _("this is not JSON: {reason}").format(reason=_(problem.msg))
        raise error("file", message, at, _("mend the file")) from None
    except RecursionError:
        raise error("file", _("it is nested too deeply"), place, _("mend the file")) from None
    paths = Paths(secret)
    faults: list[Fault] = []
    _check(value, paths, faults)
    raise_all(fault.at(place) for fault in faults)
    return Node(value, "", faults, "file", paths)


def _object(pairs: list[tuple[str, Any]]) -> _Object:
    found = _Object(pairs)
    if len(found) < len(pairs):
        seen: set[str] = set()
        found.twice = {key for key, _value in pairs if key in seen or seen.add(key)}  # type: ignore[func-returns-value]
    return found


def _constant(text: str) -> _Wrong:
    return _Wrong(_("{text} is no number in JSON").format(text=text))


def _whole(text: str) -> int | _Wrong:
    # Python itself takes long for thousands of digits, or none at all.
    return int(text) if len(text) <= LONGEST_NUMBER else _Wrong(_("the number is too long"))


def _fraction(text: str) -> float | _Wrong:
    number = float(text) if len(text) <= LONGEST_NUMBER else inf
    return number if abs(number) < inf else _Wrong(_("the number is too long"))


def _check(value: Any, paths: Paths, faults: list[Fault]) -> None:
    """Note what is wrong with a value whatever it is meant for, in its order."""
    waiting: list[tuple[Any, str, int]] = [(value, "", 0)]
    while waiting:
        value, path, depth = waiting.pop()
        inner: list[tuple[Any, str, int]] = []
        if isinstance(value, _Wrong):
            faults.append(Fault("file", value.message, path))
        elif isinstance(value, str):
            _check_text(value, path, faults)
        elif isinstance(value, dict | list) and depth == DEEPEST:
            faults.append(Fault("file", _("it is nested too deeply"), path))
        elif isinstance(value, _Object):
            for number, (key, item) in enumerate(value.items(), 1):
                where = paths.key(path, key, number)
                _check_text(key, where, faults)
                if key in value.twice:
                    faults.append(Fault("file", _("this key is there twice"), where, _("leave one of them out")))
                inner.append((item, where, depth + 1))
        elif isinstance(value, list):
            inner = [(item, paths.index(path, index), depth + 1) for index, item in enumerate(value)]
        waiting += reversed(inner)


def _check_text(text: str, path: str, faults: list[Fault]) -> None:
    if not text.isascii():
        half = next((char for char in text if "\ud800" <= char <= "\udfff"), "")
        if half:
            message = _("the text holds half a character, {char}").format(char=f"U+{ord(half):04X}")
            faults.append(Fault("file", message, path))


class Node:
    """A value of a JSON input and its path.

    Getters that find another type note a fault in ``faults``, which all nodes of an input share, and return an
    empty value of theirs, so that a reader can go on and report everything at once. Keys that nobody asks for are
    no faults: what a command prints may be fed back with all that is around it.
    """

    def __init__(self, value: Any, path: str, faults: list[Fault], kind: str, paths: Paths) -> None:
        self.value = value
        self.path = path
        self.faults = faults
        self.kind = kind
        self.paths = paths

    def of_kind(self, kind: str) -> Node:
        """The same value, whose faults are of another kind."""
        return Node(self.value, self.path, self.faults, kind, self.paths)

    def _inner(self, value: Any, path: str) -> Node:
        return Node(value, path, self.faults, self.kind, self.paths)

    def fault(self, message: str, hint: str = "") -> None:
        """Note that this value is wrong."""
        self.faults.append(Fault(self.kind, message, self.path, hint))

    def is_text(self) -> bool:
        """Whether it is a text."""
        return type(self.value) is str

    def is_list(self) -> bool:
        """Whether it is a list."""
        return type(self.value) is list

    def is_object(self) -> bool:
        """Whether it is an object."""
        return isinstance(self.value, dict)

    def has(self, key: str) -> bool:
        """Whether it is an object with a key."""
        return self.is_object() and key in self.value

    def text(self) -> str:
        """The text that it is."""
        if self.is_text():
            return str(self.value)
        self.fault(_(WANTED[str]))
        return ""

    def whole(self) -> int | None:
        """The whole number that it is; None where it is none, which the caller reports."""
        return self.value if type(self.value) is int else None

    def items(self) -> list[Node]:
        """The items of the list that it is."""
        if self.is_list():
            return [self._inner(item, self.paths.index(self.path, index)) for index, item in enumerate(self.value)]
        self.fault(_(WANTED[list]))
        return []

    def entries(self) -> Mapping[str, Node]:
        """The values of the object that it is, by key."""
        if self.is_object():
            return {
                key: self._inner(item, self.paths.key(self.path, key, number))
                for number, (key, item) in enumerate(self.value.items(), 1)
            }
        self.fault(_("an object is wanted here"))
        return {}

    def get(self, key: str) -> Node | None:
        """The value of a key of an object; where the key is missing, that is a fault."""
        if self.has(key):
            return self.entries()[key]
        if self.is_object():
            self._inner(None, self.paths.key(self.path, key, 0)).fault(_("the key is missing"))
        else:
            self.fault(_("an object is wanted here"))
        return None
