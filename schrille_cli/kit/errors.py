"""Errors as values: what is wrong, where, and what to do about it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import NamedTuple

from .language import _, ngettext

MOST_FAULTS = 1000  # of one input that are told as data
LONGEST = 1000  # characters of a message


class Fault(NamedTuple):
    """One thing that is wrong.

    ``kind`` is a stable word for scripts (``"slip"``, ``"phase"``, ``"save"`` …), ``message`` says what is
    wrong, ``place`` where (a token, a line, a key path; empty where the message says it), ``hint`` what to do.
    """

    kind: str
    message: str
    place: str = ""
    hint: str = ""

    def __str__(self) -> str:
        text = f"{self.place}: {self.message}" if self.place else self.message
        return f"{text} ({self.hint})" if self.hint else text

    def at(self, place: str) -> Fault:
        """The same, found at a place of a larger input (a line of a file, a key path)."""
        return self._replace(place=f"{place}, {self.place}" if self.place else place)


class GameError(Exception):
    """The game, a name, a slip or a file says no; nothing was changed.

    ``faults`` holds everything that is wrong, at least one `Fault`.

    >>> error = GameError(Fault("slip", "hole 9 is used twice", place="tokens 1 and 2"))
    >>> str(error), error.faults[0].kind
    ('tokens 1 and 2: hole 9 is used twice', 'slip')
    """

    def __init__(self, *faults: Fault) -> None:
        super().__init__(*faults)
        self.faults = faults

    def __str__(self) -> str:
        return "\n".join(map(str, self.faults))

    def at(self, place: str) -> GameError:
        """The same faults, found at a place of a larger input."""
        return GameError(*(fault.at(place) for fault in self.faults))


def error(kind: str, message: str, place: str = "", hint: str = "") -> GameError:
    """A `GameError` with one fault."""
    return GameError(Fault(kind, message, place, hint))


@contextmanager
def gathered(faults: list[Fault], place: str = "") -> Iterator[None]:
    """Note the faults of a `GameError` raised inside, found at a place, and go on behind the block."""
    try:
        yield
    except GameError as problem:
        faults += (problem.at(place) if place else problem).faults


def raise_all(faults: Iterable[Fault]) -> None:
    """Raise every fault at once as one `GameError`; do nothing where there is none."""
    found = tuple(faults)
    if found:
        raise GameError(*found)


def cut(text: str) -> str:
    """A text as far as somebody may want to read it: it may repeat what was fed."""
    return text if len(text) <= LONGEST else text[: LONGEST - 1] + "…"


def fault_data(faults: Sequence[Fault]) -> list[dict[str, str]]:
    """Faults as plain data: all of them, or the first 1,000 and how many more there are."""
    told = [Fault(*map(cut, fault)) for fault in faults[:MOST_FAULTS]]
    if len(faults) > MOST_FAULTS:
        more = len(faults) - MOST_FAULTS
        said = ngettext("{number} more fault", "{number} more faults", more).format(number=more)
        told.append(Fault(faults[0].kind, said))
    return [fault._asdict() for fault in told]


def quoted(text: str, limit: int = 60) -> str:
    """Text from outside in quotes, short and harmless on a terminal, for use in a message.

    >>> print(quoted("Ann"), quoted("a" + chr(27)))
    "Ann" "a\\x1b"
    """
    short = text if len(text) <= limit else text[: limit - 1] + "…"
    safe = (c if c.isprintable() else c.encode("unicode_escape").decode() for c in short)
    return '"' + "".join(safe) + '"'


def at_line(place: str, number: int) -> str:
    """A line of an input, as it is named in errors."""
    return _("{place}, line {number}").format(place=place, number=number)


def what(problem: BaseException, limit: int = 400) -> str:
    """An exception of somebody else's code in a few words, on one line, harmless on a terminal.

    >>> what(ValueError("no\\nidea")), what(KeyboardInterrupt())
    ('ValueError: no idea', 'KeyboardInterrupt')
    """
    kind = quoted(name_of(type(problem)))[1:-1]
    try:
        words = str.split(problem.msg if isinstance(problem, SyntaxError) and problem.msg else str(problem))
    except KeyboardInterrupt:
        raise
    except BaseException:  # an error that cannot even be said
        words = []
    said = quoted(" ".join(words), limit)[1:-1]
    return f"{kind}: {said}" if said else kind


def name_of(kind: type) -> str:
    """The name of a class, whatever its own class makes of that."""
    name: str = type.__dict__["__name__"].__get__(kind)
    return name


def common_name(kind: type) -> str:
    """The name of a class that comes with Python, or of the nearest one from which another comes.

    >>> common_name(ValueError), common_name(GameError)
    ('ValueError', 'Exception')
    """
    import builtins
    import types

    known = [*vars(builtins).values(), *vars(types).values()]
    ways = type.__dict__["__mro__"].__get__(kind)
    return next(name_of(one) for one in ways if any(one is other for other in known))


def listed(words: Iterable[str], last: str = "and") -> str:
    """Words as a list in a sentence, joined by "and" or "or" in the language in use.

    >>> listed(["Ann", "Bob", "Cid"])
    'Ann, Bob and Cid'
    """
    *most, final = list(words) or [""]
    if not most:
        return final
    pattern = _("{most} or {final}") if last == "or" else _("{most} and {final}")
    return pattern.format(most=", ".join(most), final=final)


def reason(problem: OSError) -> str:
    """Why the system refused something; `schrille_cli.kit.reasons` lists what can be translated."""
    return _(problem.strerror or str(problem))
