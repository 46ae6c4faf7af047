"""What is said in docstrings and help: examples run, every public thing has its words, help is plain ASCII."""

from __future__ import annotations

import ast
import doctest
import importlib
import pkgutil

import pytest
from conftest import ROOT, Command

import schrille_cli
from schrille_cli.cli import TABLE

MODULES = ["schrille_cli"] + [
    module.name
    for module in pkgutil.walk_packages(schrille_cli.__path__, "schrille_cli.")
    if not module.name.endswith("__main__")
]


@pytest.mark.parametrize("name", MODULES)
def test_the_examples_in_docstrings_run(name: str) -> None:
    assert doctest.testmod(importlib.import_module(name)).failed == 0


def test_there_are_examples() -> None:
    finder = doctest.DocTestFinder()
    modules = map(importlib.import_module, MODULES)
    assert sum(bool(test.examples) for module in modules for test in finder.find(module)) >= 10


@pytest.mark.parametrize("path", sorted((ROOT / "schrille_cli").rglob("*.py")), ids=lambda path: path.stem)
def test_public_things_have_docstrings(path: object) -> None:
    tree = ast.parse(path.read_text(encoding="utf-8"))  # type: ignore[attr-defined]
    assert ast.get_docstring(tree)
    for node in ast.walk(tree):
        if isinstance(node, ast.ClassDef | ast.FunctionDef) and not node.name.startswith("_"):
            inner = any(
                node in ast.walk(other) and node is not other
                for other in ast.walk(tree)
                if isinstance(other, ast.FunctionDef)
            )
            assert inner or ast.get_docstring(node), f"{path}: {node.name}"


def test_the_list_of_commands_is_by_sections_in_the_order_of_a_round(schrille: Command) -> None:
    out = schrille("--help").stdout
    places = [out.index(f"\n  {name} ") for name in TABLE]
    assert places == sorted(places)
    assert [
        out.count(f"{section}:")
        for section in ("Start", "A round, in order", "By mail", "At any time", "For scripts")
    ] == [1] * 5


OWN = {
    "deck": (),
    "mail send": ("--json", "--format NAME", "--settings FILE", "--dry-run"),
    "deck new": ("--json", "--format NAME"),
    "deck check": ("--json",),
    "deck show": ("--json",),
    "mail": (),
    "mail check": ("--json", "--format NAME"),
    "schema": ("--json",),
    "simulate": ("--json", "--format NAME"),
    "verify": ("--json", "--format NAME"),
}


@pytest.mark.parametrize("name", list(dict.fromkeys([*TABLE, *OWN])))
def test_every_command_has_help_with_an_example(name: str, schrille: Command) -> None:
    out = schrille(*name.split(), "-h").stdout
    assert out == schrille(*name.split(), "--help").stdout
    assert out.isascii()
    assert f"schrille {name}" in out.partition("\n  Example:\n    ")[2]
    options = OWN.get(name, ("-g, --game FILE", "--json", "--format NAME", "SCHRILLE_GAME"))
    assert all(option in out for option in (*options, "--lang"))
    assert ("--game" in out) == (name not in OWN)
    assert all(len(line) <= 80 for line in out.splitlines())


def test_the_version(schrille: Command) -> None:
    assert schrille("--version").stdout == f"schrille, version {schrille_cli.__version__}\n"
