"""Take plain TOML data apart, noting every fault with its key path."""

from __future__ import annotations

import re
from collections.abc import Collection
from typing import Any

from .errors import Fault, listed, quoted
from .language import N_, _

BARE = re.compile(r"[A-Za-z0-9_-]+")
WANTED = {
    str: N_("text is wanted here"),
    int: N_("a whole number is wanted here"),
    list: N_("a list is wanted here"),
    dict: N_("a table is wanted here"),
}
WANTED_AT = {
    str: N_("text is wanted at index {index}"),
    int: N_("a whole number is wanted at index {index}"),
    dict: N_("a table is wanted at index {index}"),
}


def key_path(path: str, key: str) -> str:
    """The path of a key below a table's path: ``rounds[2].scores.Ann``, ``rounds[2].scores["Bob Lee"]``."""
    return f"{path}.{key}".lstrip(".") if BARE.fullmatch(key) else f"{path}[{quoted(key)}]"


class Fields:
    """One table of a TOML file: each key is asked for once; `done` reports those nobody asked for.

    Faults go to the shared list ``faults``; a getter that finds one returns an empty value of its type,
    so that a reader can go on and report everything at once.
    """

    def __init__(self, data: dict[str, Any], path: str, faults: list[Fault], kind: str) -> None:
        self.data = data
        self.path = path
        self.faults = faults
        self.kind = kind
        self.asked: set[str] = set()

    def where(self, key: str) -> str:
        """The key path of a key of this table."""
        return key_path(self.path, key)

    def fault(self, key: str, message: str, hint: str = "") -> None:
        """Note that the value of a key is wrong."""
        self.faults.append(Fault(self.kind, message, self.where(key), hint))

    def _get(self, key: str, wanted: type, empty: Any) -> Any:
        self.asked.add(key)
        if key not in self.data:
            self.fault(key, _("the key is missing"))
            return empty
        value = self.data[key]
        if type(value) is not wanted:
            self.fault(key, _(WANTED[wanted]))
            return empty
        return value

    def has(self, key: str) -> bool:
        """Whether the table holds the key."""
        return key in self.data

    def text(self, key: str, choices: Collection[str] = ()) -> str:
        """A string, one of ``choices`` where there are any."""
        value: str = self._get(key, str, "")
        if choices and value and value not in choices:
            message = _("{value} is not known").format(value=quoted(value))
            self.fault(key, message, _("choose {names}").format(names=listed(choices, "or")))
        return value

    def integer(self, key: str) -> int:
        """A whole number."""
        value: int = self._get(key, int, 0)
        return value

    def _list(self, key: str, wanted: type) -> list[Any]:
        values = []
        for index, value in enumerate(self._get(key, list, [])):
            if type(value) is wanted:
                values.append(value)
            else:
                self.fault(key, _(WANTED_AT[wanted]).format(index=index))
        return values

    def texts(self, key: str) -> list[str]:
        """A list of strings."""
        return self._list(key, str)

    def integers(self, key: str) -> list[int]:
        """A list of whole numbers."""
        return self._list(key, int)

    def table(self, key: str) -> Fields:
        """A table below this one."""
        return Fields(self._get(key, dict, {}), self.where(key), self.faults, self.kind)

    def tables(self, key: str) -> list[Fields]:
        """An array of tables below this one."""
        return [
            Fields(value, f"{self.where(key)}[{index}]", self.faults, self.kind)
            for index, value in enumerate(self._list(key, dict))
        ]

    def text_items(self) -> dict[str, str]:
        """Every key of this table with its string value."""
        return {key: self.text(key) for key in self.data}

    def integer_items(self) -> dict[str, int]:
        """Every key of this table with its whole number."""
        return {key: self.integer(key) for key in self.data}

    def done(self) -> None:
        """Report every key that nobody asked for."""
        for key in self.data:
            if key not in self.asked:
                self.fault(key, _("this key is not known"))
