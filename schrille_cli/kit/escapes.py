"""How a table format writes the characters that mean something in it."""

from __future__ import annotations

import html
from collections.abc import Callable, Mapping

MARKDOWN = "\\`*_[]<>|~&#"
WIKI = "&<>[]{}|'*=#:;!~_-^+@%\"\\/?`"
LATEX = {
    "\\": r"\textbackslash{}",
    "^": r"\^{}",
    "~": r"\textasciitilde{}",
    "<": r"\ensuremath{<}",
    ">": r"\ensuremath{>}",
    **{char: "\\" + char for char in "&%$#_{}"},
}


def _replacing(replacements: Mapping[str, str]) -> Callable[[str], str]:
    table = {ord(char): text for char, text in replacements.items()}
    return lambda text: text.translate(table)


def _backslash(chars: str) -> Callable[[str], str]:
    return _replacing({char: "\\" + char for char in chars})


def _entities(chars: str) -> Callable[[str], str]:
    return _replacing({char: f"&#{ord(char)};" for char in chars})


def escaper(table_format: str, in_table: bool = True) -> Callable[[str], str]:
    """A function that makes any one-line text safe in a tabulate format, as a cell or beside a table.

    In tables, tabulate itself escapes ``html`` and the ``latex`` formats, except those called raw or unsafe.
    Formats that are only looked at need nothing.

    >>> escaper("github")("a|b"), escaper("simple")("a|b")
    ('a\\\\|b', 'a|b')
    """
    if table_format in ("github", "pipe", "colon_grid"):
        return _backslash(MARKDOWN)
    if table_format == "rst":
        return _backslash("\\`*_|")
    if table_format == "jira":
        return _backslash("\\|*_{}[]!^~+-?#")
    if table_format in ("mediawiki", "moinmoin", "textile", "youtrack", "asciidoc"):
        return _entities(WIKI)
    if table_format == "orgtbl":
        return lambda text: text.replace("|", r"\vert{}")
    if table_format == "latex_raw" or (table_format.startswith("latex") and not in_table):
        return _replacing(LATEX)
    if table_format == "unsafehtml" or (table_format == "html" and not in_table):
        return html.escape
    return lambda text: text
