"""Where mails are sent: a server's settings from a file or the environment, with the password kept dark.

A file is TOML with the keys of `KEYS`. A key that it lacks is taken from the environment, where ``host`` is
``SCHRILLE_SMTP_HOST`` and ``password-file`` is ``SCHRILLE_SMTP_PASSWORD_FILE``. What a file says wins, so that a
variable that was forgotten somewhere never sends the password of a file to another server.
"""

from __future__ import annotations

import os
import re
import stat
from collections.abc import Mapping
from contextlib import suppress
from ipaddress import ip_address
from typing import Any, NamedTuple

from . import files
from .errors import Fault, error, gathered, listed, quoted, raise_all
from .language import _
from .toml import parse_toml

KEYS = ("host", "port", "security", "user", "password", "password-file", "timeout", "ca")
PREFIX = "SCHRILLE_SMTP_"
PORTS = {"starttls": 587, "tls": 465, "none": 25}
LONGEST_WAIT = 3600
HOST = re.compile(r"[!-~]{1,255}")


class Password(str):
    """A password, of which no error and no list of values shows anything."""

    __slots__ = ()

    def __repr__(self) -> str:
        return "…"


class Settings(NamedTuple):
    """A server for mails: where it is, how the connection is secured, and who logs in.

    ``security`` is ``"starttls"``, ``"tls"`` or ``"none"``; without a ``user`` nobody logs in. ``timeout`` is in
    seconds. ``ca`` is a file with the certificates to be trusted, or empty for those of the system.
    """

    host: str
    port: int
    security: str
    user: str
    password: Password
    timeout: float
    ca: str


class _Value(NamedTuple):
    """A value as it was given, and where."""

    value: Any
    place: str


def load(path: str | None, environ: Mapping[str, str]) -> Settings:
    """The settings of a file and of the environment.

    Raises `GameError` with everything that is wrong: of kind ``"file"`` for files that cannot be read, or that
    others may read although a password is in them, else of kind ``"settings"``. No password is in it.
    """
    given = _of_environment(environ)
    if path is not None:
        found = _of_file(path)
        if {"password", "password-file"} & {*found}:  # one is given instead of the other
            given = {key: value for key, value in given.items() if not key.startswith("password")}
        given |= found
    faults: list[Fault] = []
    security, port, timeout, password = "starttls", 0, 30.0, ""
    with gathered(faults):
        security = _security(given)
    with gathered(faults):
        port = int(_number(given, "port", PORTS[security], 65_535))
    with gathered(faults):
        timeout = _number(given, "timeout", 30, LONGEST_WAIT)
    texts = dict.fromkeys(("host", "user", "ca"), "")
    for key in texts:
        with gathered(faults):
            texts[key] = _text(given, key)
    with gathered(faults):
        password = _password(given, path)
    raise_all(faults)
    settings = Settings(
        texts["host"], port, security, texts["user"], Password(password), timeout, _beside(given, "ca", path)
    )
    _check(settings, given)
    return settings


def variable(key: str) -> str:
    """The name of a setting in the environment.

    >>> variable("password-file")
    'SCHRILLE_SMTP_PASSWORD_FILE'
    """
    return PREFIX + key.upper().replace("-", "_")


def _of_environment(environ: Mapping[str, str]) -> dict[str, _Value]:
    return {key: _Value(environ[name], name) for key in KEYS if environ.get(name := variable(key))}


def _of_file(path: str) -> dict[str, _Value]:
    data = parse_toml(files.read(path, _("check the name of the file")), path)
    place = quoted(path, 200)
    unknown = [quoted(key) for key in data if key not in KEYS]
    if unknown:
        message = _("there are no such settings: {names}").format(names=listed(unknown))
        raise error("settings", message, place, _("choose {names}").format(names=listed(KEYS, "or")))
    if "password" in data:
        _require_private(path)
    return {key: _Value(value, f"{place}, {key}") for key, value in data.items()}


def _require_private(path: str) -> None:
    """Raise `GameError` where others may read a file with a password."""
    if os.name != "nt" and stat.S_IMODE(os.stat(path).st_mode) & 0o077:
        message = _("others may read this file, in which a password is")
        raise error("file", message, quoted(path, 200), f"chmod 600 {path}" if path.isprintable() else "chmod 600")


def _text(given: Mapping[str, _Value], key: str) -> str:
    one = given.get(key, _Value("", ""))
    if not isinstance(one.value, str) or any(sign in one.value for sign in "\r\n\0"):
        raise error("settings", _("this must be a text on one line"), one.place)
    return one.value


def _security(given: Mapping[str, _Value]) -> str:
    one = given.get("security", _Value("starttls", ""))
    if str(one.value) not in PORTS:
        hint = _("choose {names}").format(names=listed(PORTS, "or"))
        message = _("there is no such kind of security: {value}").format(value=quoted(str(one.value)))
        raise error("settings", message, one.place, hint)
    return str(one.value)


def _number(given: Mapping[str, _Value], key: str, usual: int, most: int) -> float:
    one, number = given.get(key, _Value(usual, "")), 0.0
    if isinstance(one.value, str | int | float) and not isinstance(one.value, bool):
        with suppress(ValueError, OverflowError):
            number = float(one.value)
    if not 1 <= number <= most or (key == "port" and number != int(number)):
        message = _("{value} is no number from 1 to {most}").format(value=quoted(str(one.value)), most=most)
        raise error("settings", message, one.place)
    return number


def _password(given: Mapping[str, _Value], path: str | None) -> str:
    if "password" in given and "password-file" in given:
        message = _("password and password-file exclude each other")
        raise error("settings", message, given["password-file"].place)
    if "password-file" not in given:
        return _text(given, "password")
    name = _beside(given, "password-file", path)
    text = files.read(name, _("check the name of the file"))
    _require_private(name)
    password = text.removesuffix("\n").removesuffix("\r")
    if not password or any(sign in password for sign in "\r\n\0"):
        raise error("settings", _("the password must be one line of the file"), quoted(name, 200))
    return password


def _beside(given: Mapping[str, _Value], key: str, path: str | None) -> str:
    """A file's path; one in a settings file begins where that is."""
    text = _text(given, key)
    if path is None or not text or given[key].place == variable(key):
        return text
    return os.path.join(os.path.dirname(path), text)


def _check(settings: Settings, given: Mapping[str, _Value]) -> None:
    """Raise `GameError` (kind ``"settings"``) for settings that do not go together."""
    if not settings.host:
        hint = _("name it in a file with --settings, or set {name}").format(name=variable("host"))
        raise error("settings", _("no SMTP server is named"), hint=hint)
    if not HOST.fullmatch(settings.host):
        raise error("settings", _("this cannot be a server's name"), given["host"].place)
    if bool(settings.user) != bool(settings.password):
        place = given["user" if settings.user else next(key for key in given if key.startswith("password"))].place
        raise error("settings", _("user and password go together"), place)
    if settings.user and settings.security == "none" and not is_here(settings.host):
        message = _("without encryption nobody logs in on another machine")
        raise error("settings", message, given["security"].place, _("choose starttls or tls"))


def is_here(host: str) -> bool:
    """Whether a host is this machine, so that what is sent to it goes through no network.

    >>> is_here("localhost"), is_here("127.0.0.1"), is_here("::1"), is_here("mail.example.org")
    (True, True, True, False)
    """
    try:
        return host.lower() == "localhost" or ip_address(host).is_loopback
    except ValueError:
        return False
