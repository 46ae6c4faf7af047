"""Bots: players that are functions, by their names. Each is loaded when it is first asked for.

>>> from schrille_cli.schrille import Game, bots, step
>>> game = Game.new({"Ann": "blue", "Bob": "red", "Cid": "green"}, seed="demo", deal_hands=True)
>>> points = step(game, {"Ann": bots.find("fan"), "Bob": bots.find("rival"), "Cid": bots.find("random")})
>>> game.round
2
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import TYPE_CHECKING, Any

from ...kit.errors import GameError, at_line, error, quoted, reason, what
from ...kit.language import N_, _

if TYPE_CHECKING:
    from types import ModuleType

    from ..observation import Player

DESCRIPTIONS = {
    "random": N_("Any slip, by chance."),
    "fan": N_("Pushes the bands of its label into the top places, and tips them."),
    "rival": N_("Pulls down the bands of whoever leads, and keeps its own up."),
    "scout": N_("Tries slips in rounds that may come, and places the one that does best."),
}
NAMES = tuple(DESCRIPTIONS)
OWN = N_("choose {names}, or an own one as FILE.py:NAME or MODULE:NAME")


def described() -> Mapping[str, str]:
    """The bots that come with the tool, by name, with what each does, in the language in use."""
    return {name: _(text) for name, text in DESCRIPTIONS.items()}


def find(name: str) -> Player:
    """The bot of a name: one of `NAMES`, or an own one as ``path/to/file.py:callable`` or ``module:callable``.

    Raises `GameError` (kind ``"bot"``) where there is none, or where it cannot be loaded.
    """
    source, _colon, attribute = name.rpartition(":")
    if name in NAMES:
        return _called(_built_in(name), "play", name)
    if not (source and attribute):
        message = _("there is no bot {name}").format(name=quoted(name, 200))
        hint = _("name its function behind a colon, as in bots.py:NAME") if _is_file(name) else _hint()
        raise error("bot", message, hint=hint)
    if source.startswith(".") and not _is_file(source):
        raise _no_module(source)
    module = _of_file(_absolute(source)) if _is_file(source) else _of_path(source)
    return _called(module, attribute, name)


def absolute(name: str) -> str:
    """The name by which another process finds the same bot, whatever folder it runs in.

    >>> absolute("scout"), absolute("/home/ann/bots.py:shy")
    ('scout', '/home/ann/bots.py:shy')
    """
    source, colon, attribute = name.rpartition(":")
    return f"{_absolute(source)}:{attribute}" if colon and _is_file(source) else name


def short(name: str) -> str:
    """The name of a bot without where it is, as a save has it.

    >>> short("scout"), short("/home/ann/bots.py:shy")
    ('scout', 'shy')
    """
    return name.rpartition(":")[2]


def _hint() -> str:
    return _(OWN).format(names=", ".join(NAMES))


def _is_file(source: str) -> bool:
    return source.endswith(".py")


def _absolute(path: str) -> str:
    import os

    return os.path.abspath(os.path.expanduser(path))


def _built_in(name: str) -> ModuleType:
    from importlib import import_module

    return import_module(f"{__name__}.{name}")


def _called(module: ModuleType, attribute: str, name: str) -> Player:
    """The callable of a module. Raises `GameError` where it is none."""
    found: Any = module
    for part in attribute.split("."):
        found = getattr(found, part, None)
        if found is None:
            message = _("there is no {attribute} in it").format(attribute=quoted(attribute))
            raise error("bot", message, quoted(name, 200), _("name what is called with an observation"))
    if not callable(found):
        message = _("{attribute} cannot be called").format(attribute=quoted(attribute))
        raise error("bot", message, quoted(name, 200), _("name what is called with an observation"))
    player: Player = found
    return player


def _of_file(path: str) -> ModuleType:
    """The module of a file, run once for each text that it has; what lies beside it can be imported in it."""
    try:
        with open(path, "rb") as file:
            source = file.read()
    except OSError as problem:
        message = _("cannot read the bot: {reason}").format(reason=reason(problem))
        raise error("bot", message, quoted(path, 200), _hint()) from None
    return _of_text(path, source)


@cache
def _of_text(path: str, source: bytes) -> ModuleType:
    import os
    import sys
    from hashlib import sha256
    from types import ModuleType

    module = ModuleType("schrille_bot_" + sha256(os.fsencode(path)).hexdigest()[:16])
    module.__file__ = path
    sys.modules[module.__name__] = module
    folder = os.path.dirname(path)
    if folder not in sys.path:
        sys.path.append(folder)
    try:
        with _quiet():
            exec(compile(source, path, "exec"), module.__dict__)
    except KeyboardInterrupt:
        raise
    except BaseException as problem:
        del sys.modules[module.__name__]
        raise _failed(problem, path) from problem
    return module


def _of_path(source: str) -> ModuleType:
    """A module that Python finds. Raises `GameError` where there is none, or where it fails."""
    from importlib import import_module

    try:
        with _quiet():
            return import_module(source)
    except ModuleNotFoundError as problem:
        if f"{source}.".startswith(f"{problem.name}."):
            raise _no_module(source) from None
        raise _failed(problem, source) from problem
    except KeyboardInterrupt:
        raise
    except BaseException as problem:
        raise _failed(problem, source) from problem


def _no_module(source: str) -> GameError:
    message = _("there is no module {name}").format(name=quoted(source, 200))
    hint = _("a file is named with its ending, as in bots.py:NAME; else put its folder into PYTHONPATH")
    return error("bot", message, hint=hint)


def _quiet() -> Any:
    """While a bot is loaded, what it prints goes to standard error: standard output is the command's."""
    import sys
    from contextlib import redirect_stdout

    return redirect_stdout(sys.stderr)


def _failed(problem: BaseException, source: str) -> GameError:
    """A bot that cannot be loaded: with the error and the line where it happened."""
    import importlib

    from ..playing import where_failed

    where = where_failed(problem, {__file__, importlib.__file__}) or quoted(source, 200)
    if isinstance(problem, SyntaxError) and isinstance(problem.filename, str) and problem.lineno:
        where = at_line(quoted(problem.filename, 200)[1:-1], problem.lineno)
    message = _("the bot cannot be loaded: {problem}").format(problem=what(problem))
    return error("bot", message, where, _("mend the bot"))
