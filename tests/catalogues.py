"""The catalogues of messages: what the code marks, what the files hold, and a language that nobody reads."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from string import Formatter

import click
from babel.messages.catalog import Catalog, Message
from babel.messages.extract import DEFAULT_KEYWORDS, extract_from_dir
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po

import schrille_cli
from schrille_cli.cli import TABLE, root

PACKAGE = Path(schrille_cli.__file__).parent
FOLDER = PACKAGE / "locale" / "de" / "LC_MESSAGES"
DOMAINS = ("schrille", "click")
SOURCES = {"schrille": PACKAGE, "click": Path(click.__file__).parent}
# What Click looks up without its text standing in a call that marks it.
HIDDEN = {"schrille": set(), "click": {"required"}}
PERCENT = re.compile(r"%\((\w+)\)s")
Text = str | tuple[str, ...]


@cache
def marked(domain: str) -> frozenset[Text]:
    """The messages that a package marks, as ``pybabel extract -k N_`` finds them."""
    found = extract_from_dir(str(SOURCES[domain]), keywords={**DEFAULT_KEYWORDS, "N_": None})
    return frozenset(tuple(text) if isinstance(text, tuple) else text for _, _, text, _, _ in found)


def written(domain: str) -> Catalog:
    """The catalogue in a ``.po`` file."""
    with (FOLDER / f"{domain}.po").open("rb") as file:
        return read_po(file, locale="de", domain=domain)


def messages(catalogue: Catalog) -> dict[Text, Message]:
    """The messages of a catalogue without its head."""
    return {tuple(m.id) if isinstance(m.id, list | tuple) else m.id: m for m in catalogue if m.id}


def forms(text: Text) -> tuple[str, ...]:
    """The singular and the plural of a message, or the one form that it has."""
    return (text,) if isinstance(text, str) else tuple(text)


def placeholders(text: str) -> set[str]:
    """The names that a text has values filled in for. Raises `ValueError` for a brace that is not closed."""
    return {field for _, field, _, _ in Formatter().parse(text) if field is not None} | set(PERCENT.findall(text))


def commands() -> list[tuple[str, ...]]:
    """Every command that has a help, as it is typed behind ``schrille``; the program itself first."""
    found: list[tuple[str, ...]] = [()]
    group = root()
    context = click.Context(group)
    for name in TABLE:
        found.append((name,))
        command = group.get_command(context, name)
        if isinstance(command, click.Group):
            found += [(name, inner) for inner in command.list_commands(context)]
    return found


def strange(text: str) -> str:
    """A message in letters that no English or German text has, its placeholders as they are."""
    parts = re.split(r"(\{[^}]*\}|%\(\w+\)s)", text)
    return "".join(part if index % 2 else part.translate(STRANGE) for index, part in enumerate(parts))


STRANGE = {
    ord(letter): ord(letter) + 0xFEE0 for letter in map(chr, range(ord("A"), ord("z") + 1)) if letter.isalpha()
}


def write_strange(folder: Path) -> None:
    """Catalogues for German in a folder, in which every message is `strange`."""
    target = folder / "de" / "LC_MESSAGES"
    target.mkdir(parents=True)
    for domain in DOMAINS:
        catalogue = Catalog(locale="de")
        for text in marked(domain) | HIDDEN[domain]:
            both = tuple(map(strange, forms(text)))
            catalogue.add(text, both if isinstance(text, tuple) else both[0])
        with (target / f"{domain}.mo").open("wb") as file:
            write_mo(file, catalogue)
