"""The shape of the code: what is pure, what knows what, and what a command loads."""

from __future__ import annotations

import ast
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from conftest import PLAYERS, SLIP, Command
from processes import run_python

import schrille_cli

PACKAGE = Path(schrille_cli.__file__).parent
MODULES = sorted(path.relative_to(PACKAGE).as_posix() for path in PACKAGE.rglob("*.py"))
PURE = [
    f"schrille/{name}.py"
    for name in (
        "rules",
        "slips",
        "spelling",
        "movement",
        "scoring",
        "labels",
        "rounds",
        "incoming",
        "deck",
        "seats",
        "record",
        "rulings",
        "run",
        "pictures/palette",
        "pictures/sheet",
        "builtin",
        "colours",
        "odds",
        "deckcheck",
        "readout",
        "reading",
        "amendment",
        "game",
        "holes",
        "tally",
        "figures",
        "guards",
        "observation",
        "placements",
        "playing",
        "handed",
        "mail/commitments",
        "mail/post",
        "mail/tokens",
        "mail/asides",
        "mail/bandnames",
        "mail/beside",
        "mail/doubts",
        "mail/finding",
        "mail/lists",
        "mail/runs",
        "mail/thoughts",
        "mail/titles",
        "mail/units",
        "mail/wishes",
        "bots/random",
        "bots/gains",
        "bots/fan",
        "bots/rival",
        "bots/scout",
    )
]
# What only a question at a terminal needs.
ASKING = (
    "asyncio",
    "prompt_toolkit",
    "readline",
    "schrille_cli.kit.draft",
    "schrille_cli.kit.dumb",
    "schrille_cli.kit.prompt",
    "schrille_cli.schrille.dialogs",
    "schrille_cli.schrille.holes",
)
IMPURE = {
    "click",
    "tabulate",
    "tomli",
    "tomli_w",
    "os",
    "pathlib",
    "io",
    "time",
    "datetime",
    "sys",
    "subprocess",
    "wcwidth",
    "json",
    "importlib",
}
CHANCE = {"random", "secrets"}
LONGEST = 300
LONGEST_TEST = 350


def absolute(module: str, level: int, where: str) -> str:
    """The whole name of a module that ``where``, a file of the package, imports."""
    if not level:
        return module
    folder = ["schrille_cli", *Path(where).parts[:-1]]
    return ".".join([*folder[: len(folder) - level + 1], *([module] if module else [])])


def imports(where: str) -> Iterator[tuple[str, bool]]:
    """All modules that a file of the package imports, and whether at once or in a function only."""
    tree = ast.parse((PACKAGE / where).read_text(encoding="utf-8"))
    late = {
        id(node)
        for outer in ast.walk(tree)
        if isinstance(outer, ast.FunctionDef | ast.Lambda) or only_for_types(outer)
        for node in ast.walk(outer)
    }
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            for alias in node.names:
                yield alias.name, id(node) not in late
        elif isinstance(node, ast.ImportFrom):
            module = absolute(node.module or "", node.level, where)
            yield module, id(node) not in late
            for alias in node.names:
                yield f"{module}.{alias.name}", id(node) not in late


def only_for_types(node: ast.AST) -> bool:
    """Whether this is ``if TYPE_CHECKING:``."""
    return isinstance(node, ast.If) and isinstance(node.test, ast.Name) and node.test.id == "TYPE_CHECKING"


def names(where: str) -> set[str]:
    """The top names of what a file imports, wherever it does."""
    return {module.partition(".")[0] for module, _ in imports(where)}


def length(path: Path) -> int:
    """The number of lines of a file."""
    return len(path.read_text(encoding="utf-8").splitlines())


def test_imports_are_found() -> None:
    found = dict(imports("schrille/deck.py"))
    assert found["schrille_cli.kit.errors"] is True
    assert found["random"] is False
    assert dict(imports("schrille/game.py"))["schrille_cli.schrille.rounds"] is True
    assert "os" in names("kit/files.py")


@pytest.mark.parametrize("where", PURE)
def test_the_rules_are_pure(where: str) -> None:
    assert names(where).isdisjoint(IMPURE)
    assert [module for module, at_once in imports(where) if at_once and module in CHANCE] == []


@pytest.mark.parametrize("where", PURE)
def test_the_rules_touch_no_file_and_print_nothing(where: str) -> None:
    tree = ast.parse((PACKAGE / where).read_text(encoding="utf-8"))
    called = {
        node.func.id for node in ast.walk(tree) if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)
    }
    assert called.isdisjoint({"open", "print", "input", "exec", "eval", "__import__"})
    assert not any(isinstance(node, ast.Global | ast.Nonlocal) for node in ast.walk(tree))


@pytest.mark.parametrize("where", PURE)
def test_the_rules_know_only_rules(where: str) -> None:
    """They build on each other and on the kit's errors, names and languages; never on files or screens."""
    allowed = {f"schrille_cli.{path.removesuffix('.py').replace('/', '.')}" for path in PURE}
    allowed |= {f"schrille_cli.kit.{name}" for name in ("errors", "language", "letters", "names")} | {
        "schrille_cli.schrille"
    }
    own = {module for module, _ in imports(where) if module.startswith("schrille_cli")}
    assert {
        module for module in own if module not in allowed and module.rpartition(".")[0] not in allowed
    } == set()


@pytest.mark.parametrize("where", [module for module in MODULES if module.startswith("kit/")])
def test_the_kit_knows_no_game(where: str) -> None:
    assert [module for module, _ in imports(where) if module.startswith("schrille_cli.schrille")] == []


def test_the_kit_is_there() -> None:
    assert len([module for module in MODULES if module.startswith("kit/")]) > 5


@pytest.mark.parametrize("where", MODULES)
def test_modules_are_short(where: str) -> None:
    assert length(PACKAGE / where) <= LONGEST


def test_test_modules_are_short() -> None:
    lengths = {path.name: length(path) for path in Path(__file__).parent.glob("*.py")}
    assert Path(__file__).name in lengths
    assert {name: lines for name, lines in lengths.items() if lines > LONGEST_TEST} == {}


# ``-X importtime`` would not name what importlib loads, and verbs are loaded so.
RUN = """
import sys
from schrille_cli.cli import run
code = run()
print(*sys.modules, sep="\\n", file=sys.stderr)
sys.exit(code)
"""


def loaded(folder: Path, *args: str) -> set[str]:
    """The modules that are loaded at the end of a run of ``schrille``."""
    done = run_python(folder, RUN, *args)
    assert done.returncode == 0, done.stderr
    assert done.stdout
    return set(done.stderr.split())


def tables_alone() -> set[str]:
    """The modules that the libraries behind a table load for themselves."""
    code = "import sys, tabulate, wcwidth; print(*sys.modules)"
    return set(
        subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.split()
    )


def unwanted(modules: set[str], *roots: str) -> list[str]:
    """Those of the modules that are one of the roots, or in it."""
    return sorted(module for module in modules if any(f"{module}.".startswith(f"{root}.") for root in roots))


def test_help_loads_no_verb(tmp_path: Path) -> None:
    modules = loaded(tmp_path, "--help")
    assert "schrille_cli.cli" in modules
    assert unwanted(modules, "schrille_cli.schrille", "tabulate", "wcwidth", "tomli", "tomli_w", "json") == []


FEEDING = ("json", "schrille_cli.kit.jsoninput", "schrille_cli.schrille.jsonread", "schrille_cli.schrille.schemas")


def test_place_loads_no_table(schrille: Command) -> None:
    schrille.new()
    modules = loaded(schrille.folder, "place", "Ann", *SLIP.split())
    assert "schrille_cli.schrille.commands.place" in modules
    assert unwanted(modules, "tabulate", "wcwidth", *FEEDING, "random", "secrets", "hashlib") == []


def test_slips_as_text_load_nothing_for_json(schrille: Command) -> None:
    schrille.new()
    (schrille.folder / "slips.txt").write_text(f"Ann: {SLIP}\n")
    (schrille.folder / "slips.json").write_text(f'{{"Bob": "{SLIP}"}}')
    assert unwanted(loaded(schrille.folder, "place", "--from", "slips.txt"), *FEEDING) == []
    assert {*FEEDING[:3]} <= loaded(schrille.folder, "place", "--from", "slips.json")


@pytest.mark.parametrize(
    "args",
    [
        ["place", "Ann", *SLIP.split()],
        ["place", "--dry-run", "Ann", *SLIP.split()],
        ["show"],
        ["resolve", "--missing", "pass"],
        ["play", "--help"],
    ],
    ids=" ".join,
)
def test_what_does_not_ask_loads_no_prompt(schrille: Command, args: list[str]) -> None:
    schrille.new()
    assert unwanted(loaded(schrille.folder, *args), *ASKING) == []


LATER = (
    "amendment",
    "bots",
    "completing",
    "corrections",
    "dialogs",
    "differences",
    "lookback",
    "pictures",
    "readout",
    "spelling",
)


@pytest.mark.parametrize(
    "args",
    [["place", "Ann", *SLIP.split()], ["show"], ["resolve", "--missing", "pass"], ["score"]],
    ids=" ".join,
)
def test_a_round_loads_nothing_of_what_it_does_not_use(schrille: Command, args: list[str]) -> None:
    """No prompt, picture or correction, and nothing for shells, other languages or reasons of the system."""
    schrille.new()
    if args == ["score"]:
        schrille("resolve", "--missing", "pass")
    modules = loaded(schrille.folder, *args)
    kit = ("ask", "completing", "draft", "keys", "prompt", "reasons", "shells", "steps")
    later = [f"schrille_cli.schrille.{name}" for name in LATER] + [f"schrille_cli.kit.{name}" for name in kit]
    assert unwanted(modules, *later, *ASKING, "matplotlib", "babel") == []


def test_place_loads_the_bot_that_is_named_and_no_other(schrille: Command) -> None:
    schrille.new("--deal-hands")
    modules = loaded(schrille.folder, "place", "Ann", "--bot", "fan")
    bots = {module.rpartition(".")[2] for module in modules if module.startswith("schrille_cli.schrille.bots.")}
    assert bots == {"fan", "gains", "seat"}
    assert unwanted(modules, *ASKING, "tabulate", "json", "runpy") == []
    assert unwanted(loaded(schrille.folder, "place", "--help"), "schrille_cli.schrille.bots") == []


def test_show_loads_nothing_to_write_with(schrille: Command) -> None:
    schrille.new()
    schrille("place", next(iter(PLAYERS)), *SLIP.split())
    modules = loaded(schrille.folder, "show")
    assert "tabulate" in modules
    assert unwanted(modules, "tomli_w") == []
    assert unwanted(modules - tables_alone(), "json", "random", "secrets") == []


def test_a_verb_loads_no_other_verb(schrille: Command) -> None:
    schrille.new()
    verbs = {
        path.stem
        for path in (PACKAGE / "schrille" / "commands").glob("*.py")
        if path.stem not in ("__init__", "common")
    }
    modules = loaded(schrille.folder, "show")
    assert {module.rpartition(".")[2] for module in modules if ".commands." in module} & verbs == {"show"}
