"""How a table format writes the characters that mean something in it."""

from __future__ import annotations

import html
import re
from collections.abc import Callable, Mapping

# What gets a backslash: characters anywhere, and what follows a place near the beginning of a text.
MARKDOWN = r"[\\`*_\[\]<>|~&#$^@]|:(?=//)|(?<=www)\."  # the last two begin links
MARKDOWN_BEGINS = r"^(?:(?=--|[-+:](?:\s|$))|\(?\w*(?=[.)](?:\s|$)))"  # lists and lines across
RST = r"[\\`*_|]|:(?=:)|(?<=:):"
RST_BEGINS = r"^(?:\w*(?=[.)](?:\s|$))|(?=[!-/:-@\[\]^{}~•‣⁃]))"  # lists, numbered also in letters, and much else
# In Org, what opens a pair that means something, and what subscripts, formulas and columns are made of.
ORG_OPENS = r"(?:^|(?<=[\s\-({'\"]))([*/=~+])(?=\S)(?=.*\S\1(?:[\s\-.,;:!?')}\[\"\\]|$))"
ORG = re.compile(rf"[|_^$]|{ORG_OPENS}")
ORG_BEGINS = re.compile(r"^(?=(?:\*+|[-+#:]|\d+[.)])(?:\s|$)|#\+)")  # headlines, lists, comments, settings
ORG_NAMES = {
    "|": "vert",
    "_": "under",
    "^": "asciicirc",
    "$": "dollar",
    "*": "ast",
    "/": "slash",
    "=": "equal",
    "~": "tilde",
    "+": "plus",
}
WIKI_BEGINS = re.compile(r"^(\w*)\.")  # headings, titles
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


def _backslash(anywhere: str, begins: str) -> Callable[[str], str]:
    special, first = re.compile(anywhere), re.compile(begins)
    return lambda text: first.sub(r"\g<0>\\", special.sub(r"\\\g<0>", text))


def _org(text: str) -> str:
    return ORG.sub(lambda match: f"\\{ORG_NAMES[match[0]]}{{}}", text)


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
        return _backslash(MARKDOWN, MARKDOWN_BEGINS)
    if table_format == "rst":
        return _backslash(RST, RST_BEGINS)
    if table_format in ("jira", "mediawiki", "moinmoin", "textile", "youtrack", "asciidoc"):
        entities = _entities(WIKI)
        return lambda text: WIKI_BEGINS.sub(r"\1&#46;", entities(text))
    if table_format == "orgtbl":
        return _org if in_table else lambda text: ORG_BEGINS.sub(r"\\zwnj{}", _org(text))
    if table_format == "latex_raw" or (table_format.startswith("latex") and not in_table):
        return _replacing(LATEX)
    if table_format == "unsafehtml" or (table_format == "html" and not in_table):
        return html.escape
    return lambda text: text
