"""Every text that people read is marked for the catalogues, and nothing that only programs read."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

import pytest
from catalogues import PACKAGE

MODULES = sorted(path.relative_to(PACKAGE).as_posix() for path in PACKAGE.rglob("*.py"))
MARKERS = {"_", "N_", "ngettext"}
WORDS = "words"  # in `mail.thoughts`, which takes a text apart into words to look for
WORD = re.compile("[A-Za-z]{2,}")
# Words with a space between them, as people read them.
SENTENCE = re.compile(r"[A-Za-z]{2,}[,;:.]? +[A-Za-z]{2,}")


def tree_of(where: str) -> ast.Module:
    return ast.parse((PACKAGE / where).read_text(encoding="utf-8"))


def called(node: ast.AST) -> str:
    """The name of the function that is called; empty where none is."""
    return node.func.id if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) else ""


def is_text(node: ast.AST) -> bool:
    return isinstance(node, ast.Constant) and isinstance(node.value, str)


def is_made(node: ast.AST) -> bool:
    """Whether a text is put together here, so that no catalogue can have it."""
    methods = {part.attr for part in ast.walk(node) if isinstance(part, ast.Attribute)}
    kinds = ast.JoinedStr | ast.BinOp
    return any(isinstance(part, kinds) for part in ast.walk(node)) or not methods.isdisjoint({"format", "join"})


@pytest.mark.parametrize("where", MODULES)
def test_what_is_marked_is_a_literal(where: str) -> None:
    """Only ``_`` may be given anything else: what was marked elsewhere is looked up with it."""
    wrong = []
    for node in ast.walk(tree_of(where)):
        name = called(node)
        if name in MARKERS and isinstance(node, ast.Call):
            texts = node.args[:2] if name == "ngettext" else node.args
            fine = [is_text(text) or (name == "_" and not is_made(text)) for text in texts]
            if not all(fine) or not texts or node.keywords:
                wrong.append(f"line {node.lineno}: {ast.unparse(node)}")
    assert wrong == []


# Texts with spaces that nobody reads as sentences, or that are the same in every language: names of bands, lines
# of the log, commands, schemas.
NOT_READ = {
    "kit/dumb.py": {
        "tab: complete",
        "set enable-bracketed-paste off",
        "set completion-ignore-case on",
    },
    "kit/earlier.py": {"-----Original Message-----"},
    "kit/quotes.py": {"=== end of schrille-cli ==="},
    "kit/signatures.py": {"-----BEGIN PGP SIGNATURE-----", "-----END PGP SIGNATURE-----"},
    "schrille/__init__.py": {"module {} has no attribute {}"},
    "schrille/game.py": {"resolve missing=pass", "next deck-empty"},
    "schrille/record.py": {"score next"},
    "schrille/dialogs/cards.py": {"next {} {}"},
    "schrille/mail/beside.py": {
        "two zwei three drei four vier five fünf six sechs seven sieben eight acht nine neun ten zehn eleven elf "
        "twelve zwölf thirteen dreizehn fourteen vierzehn"
    },
    "schrille/mail/compose.py": {'text/plain; charset="utf-8"'},
    "schrille/pictures/__init__.py": {"pip install 'schrille-cli[chart]'"},
    "schrille/pictures/chart_panel.py": {"crossed circle"},
    "schrille/pictures/draw.py": {"crossed circle"},
    "schrille/pictures/svg.py": {"font-family: 'DejaVu Sans', Verdana, sans-serif", "title desc"},
    "schrille/schemas/__init__.py": {
        "What the commands of schrille print with --json, errors, and the JSON that they read."
    },
    "schrille/tables.py": {"schrille {}", "mail batch"},
}
# Scripts of shells, names of bands, of fonts, of colours, of HTML's elements; words that mails are searched for.
OTHER_TEXTS = {
    "kit/elements.py",
    "kit/shells.py",
    "schrille/builtin.py",
    "schrille/pictures/fonts.py",
    "schrille/pictures/palette.py",
}
MARKUP = re.compile(r"<|\{\s|\(\?:")
SQL = re.compile(
    r"\s*(?:create (?:table|index) |insert into |select [^;:.]+\sfrom |delete (?:\{\}|from )|pragma \w+ ="
    r"|case \w+ when )"
)


@pytest.mark.parametrize("where", MODULES)
def test_nothing_is_marked_inside_an_f_string(where: str) -> None:
    """There it is not found by the tool that collects the texts."""
    inside = [
        ast.unparse(node)
        for outer in ast.walk(tree_of(where))
        if isinstance(outer, ast.JoinedStr)
        for node in ast.walk(outer)
        if isinstance(node, ast.Call) and called(node) in MARKERS and is_text(node.args[0])
    ]
    assert inside == []


def is_sentence(text: str) -> bool:
    """Whether people would read a text, in which ``{}`` stands for a value.

    The source of a page is none, nor a pattern in which words are looked for, nor what a database is told.
    """
    return bool(SENTENCE.search(text.replace("{}", "value"))) and not (MARKUP.search(text) or SQL.match(text))


def unmarked(node: ast.AST) -> Iterator[str]:
    """Texts of several words in code that no call marks; values in them are ``{}``. Docstrings are none."""
    if called(node) in {*MARKERS, WORDS} or (isinstance(node, ast.Expr) and is_text(node.value)):
        return
    if isinstance(node, ast.keyword) and node.arg == "example":
        return
    if isinstance(node, ast.JoinedStr):
        text = "".join(str(part.value) if isinstance(part, ast.Constant) else "{}" for part in node.values)
        if WORD.search(text) and is_sentence(text):
            yield text
    elif isinstance(node, ast.Constant) and isinstance(node.value, str) and is_sentence(node.value):
        yield node.value
    for child in ast.iter_child_nodes(node):
        if not (isinstance(node, ast.JoinedStr) and isinstance(child, ast.Constant)):
            yield from unmarked(child)


@pytest.mark.parametrize("where", sorted({*MODULES} - OTHER_TEXTS))
def test_every_sentence_is_marked(where: str) -> None:
    assert set(unmarked(tree_of(where))) == NOT_READ.get(where, set())


@pytest.mark.parametrize(
    ("code", "texts"),
    [
        ('error("slip", "no slip was given")', ["no slip was given"]),
        ('error("slip", _("no slip was given"))', []),
        ('error("slip", f"{player} is late")', ["{} is late"]),
        ('error("slip", _("{player} is late").format(player=f"{one} or {other}"))', ["{} or {}"]),
        ('f"{place}: {message}"', []),
        ("f\"<p class='no one'>{text}</p>\"", []),
        ('help=_("a text") + "and more of it"', ["and more of it"]),
        ('@verb(help=_("Do it."), example="schrille do it")\ndef f():\n    """What it does."""', []),
        ('SENT = re.compile(rf"sent from (?:my )?{ONE}")', []),
        ('run("select path from save where game = ?", "select another game")', ["select another game"]),
        ('NOT = words("not never no one") | other("no words")', ["no words"]),
        ('WORDS = {"a": N_("a word"), "b": "some words"}', ["some words"]),
    ],
)
def test_sentences_are_found(code: str, texts: list[str]) -> None:
    assert list(unmarked(ast.parse(code))) == texts
