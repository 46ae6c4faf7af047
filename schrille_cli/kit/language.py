"""The language of what is printed: English as the code has it, other languages from catalogues."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import lru_cache
from itertools import takewhile
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from gettext import NullTranslations

    from click import Option

LANGUAGES = ("en", "de")
OPTION = "--lang"
VARIABLE = "SCHRILLE_LANG"
FOLDER = os.path.join(os.path.dirname(os.path.dirname(__file__)), "locale")
# A language as people write it, or with what a locale adds: DE, de_AT, de-AT, en_GB.UTF-8, de_DE@euro.
WRITTEN = r"([a-z]+)([_-][a-z]+)?(\.[a-z0-9-]+)?(@[a-z]+)?"
_catalogue: NullTranslations | None = None


def _(text: str) -> str:
    """The text in the language in use. Values are filled in afterwards, by name: ``_("{n} left").format(n=3)``."""
    return _catalogue.gettext(text) if _catalogue and text else text


def N_(text: str) -> str:  # noqa: N802 - the name that catalogue tools look for
    """The text itself, marked for the catalogues; for constants that are translated where they are printed."""
    return text


def ngettext(one: str, many: str, number: int) -> str:
    """The form of a text that goes with a number, in the language in use."""
    if _catalogue:
        return _catalogue.ngettext(one, many, number)
    return one if number == 1 else many


def decimal(value: float, digits: int) -> str:
    """A number with so many digits behind the sign that the language in use has there.

    >>> decimal(2.5, 2)
    '2.50'
    """
    whole, _point, fraction = f"{value:.{digits}f}".partition(".")
    return _("{whole}.{fraction}").format(whole=whole, fraction=fraction)


def use(language: str) -> None:
    """Print in a language (one of `LANGUAGES`) from now on, Click's own messages included."""
    global _catalogue
    import gettext

    if language == "en":
        _catalogue = None
        gettext.textdomain("messages")  # the one that Python begins with, of which there is no catalogue
        return
    _catalogue = _loaded(language)
    # Click asks the gettext module itself, which goes by the environment.
    os.environ["LANGUAGE"] = language
    gettext.bindtextdomain("click", FOLDER)
    gettext.textdomain("click")


@contextmanager
def speaking(language: str) -> Iterator[None]:
    """Have texts in a language (one of `LANGUAGES`) within the block, whatever is in use at the screen."""
    global _catalogue
    before = _catalogue
    _catalogue = _loaded(language)
    try:
        yield
    finally:
        _catalogue = before


@lru_cache
def _loaded(language: str) -> NullTranslations | None:
    import gettext

    return None if language == "en" else gettext.translation("schrille", FOLDER, [language])


def in_use() -> str:
    """The language in use, one of `LANGUAGES`."""
    return _catalogue.info().get("language", "en") if _catalogue else "en"


def option(envvar: str | None = None) -> Option:
    """The option ``--lang``, which `chosen` has read by the time it is parsed."""
    import click

    class Language(click.Choice):  # type: ignore[type-arg, unused-ignore]
        def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
            return super().convert(meant(value) or value, param, ctx)

    return click.Option(
        [OPTION],
        type=Language(LANGUAGES),
        expose_value=False,
        envvar=envvar,
        show_envvar=bool(envvar),
        help=_("The language of what is printed."),
    )


def chosen(args: Sequence[str], environ: Mapping[str, str]) -> str:
    """The language that a command line or else the environment asks for.

    ``--lang`` wins over ``SCHRILLE_LANG``, and that over the locale. What is not known counts as English here; the
    command line's parser says what is wrong with it.

    >>> chosen(["show", "--lang", "de"], {}), chosen([], {"LANG": "de_AT.UTF-8"}), chosen([], {})
    ('de', 'de', 'en')
    """
    said = _option(args) or environ.get(VARIABLE)
    return (meant(said) or "en") if said else _locale(environ)


def meant(said: str) -> str:
    """The language that somebody has written, one of `LANGUAGES`; empty where it is none of them.

    >>> meant("DE"), meant("de_DE.UTF-8"), meant("en_GB"), meant("den"), meant("de DE")
    ('de', 'de', 'en', '', '')
    """
    if said in LANGUAGES:
        return said
    match = re.fullmatch(WRITTEN, said, re.IGNORECASE | re.ASCII)
    return match[1].lower() if match and match[1].lower() in LANGUAGES else ""


def _option(args: Sequence[str]) -> str:
    before = args[: args.index("--")] if "--" in args else args
    for index in range(len(before) - 1, -1, -1):
        if before[index] == OPTION:
            return "".join(before[index + 1 : index + 2])
        if before[index].startswith(f"{OPTION}="):
            return before[index].partition("=")[2]
    return ""


def _locale(environ: Mapping[str, str]) -> str:
    """The first language of the locale that is known; LANGUAGE lists several, unless the locale is C."""
    name = environ.get("LC_ALL") or environ.get("LC_MESSAGES") or environ.get("LANG") or "C"
    if name.partition(".")[0] in ("C", "POSIX"):
        return "en"
    wished = ("".join(takewhile(str.isalpha, wish)) for wish in (*environ.get("LANGUAGE", "").split(":"), name))
    return next((wish for wish in wished if wish in LANGUAGES), "en")
