"""What a shell may offer for words of every game's commands; functions for ``shell_complete=`` of Click.

Modules with such functions are loaded with the commands, and import nothing before a shell asks.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from click import Context, Parameter
    from click.shell_completion import CompletionItem

    Items = list[CompletionItem[str]]


def files(ctx: Context, param: Parameter, incomplete: str) -> Items:
    """Files and folders, as the shell itself completes them."""
    from click.shell_completion import CompletionItem

    return [CompletionItem(incomplete, type="file")]


def formats(ctx: Context, param: Parameter, incomplete: str) -> Items:
    """The table formats of tabulate."""
    from tabulate import tabulate_formats

    return offers(sorted(tabulate_formats), incomplete)


def offers(words: Iterable[str], incomplete: str, head: str = "", tail: str = "") -> Items:
    """Those of the words that begin as typed, without regard to case and to how an umlaut is composed.

    ``head`` is the part of the shell's word that stands before it, as typed; ``tail`` belongs behind it: a word
    that has one is open, so that the shell puts no space after it.
    """
    from click.shell_completion import CompletionItem

    from .names import folded

    key = folded(incomplete)
    return [
        CompletionItem(f"{head}{word}{tail}", open=bool(tail)) for word in words if folded(word).startswith(key)
    ]
