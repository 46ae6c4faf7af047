"""The README is true: every block of commands in it is run, and its tables and excerpts are the product's own."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
from conftest import ROOT, SCHRILLE, Command, environment
from dialogs import Dialog

from schrille_cli.cli import TABLE

README = (ROOT / "README.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"^```(\w+)\n(.*?)^```$", README, re.MULTILINE | re.DOTALL)
SHELL = [text for language, text in BLOCKS if language in ("sh", "bash")]
SETUP = [text for text in SHELL if "-m venv" in text]
BENCHMARKS = [text for text in SHELL if "benchmarks" in text]
TRANSLATION = [text for text in SHELL if "pybabel" in text]
SESSION = [text for text in SHELL if text not in SETUP + BENCHMARKS + TRANSLATION]


def run_console(text: str, folder: Path) -> None:
    """Type a dialog on a terminal: a command, its prompts with what is typed, and what it says at the end."""
    command, *lines, said = text.splitlines()
    dialog = Dialog(folder, *command.removeprefix("$ schrille ").split())
    for line in lines:
        prompt, _, typed = line.partition(": ")
        dialog.prompt(f"{prompt}:")
        dialog.enter(typed)
    assert said in dialog.end()


def run_shell(text: str, folder: Path, shell: str = "sh", **variables: str) -> subprocess.CompletedProcess[str]:
    """Run a block of commands in a folder, each of which must succeed."""
    env = environment(**variables)
    env["PATH"] = f"{SCHRILLE.parent}:{env['PATH']}"
    done = subprocess.run(
        [shell, "-euc", text], cwd=folder, env=env, capture_output=True, text=True, timeout=540, check=False
    )
    assert done.returncode == 0, (text, done.stdout, done.stderr)
    return done


@pytest.fixture(scope="module")
def checkout(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of what the repository holds."""
    folder = tmp_path_factory.mktemp("clone") / "schrille-cli"
    junk = shutil.ignore_patterns(".git", ".venv", "__pycache__", ".hypothesis", ".*_cache", "dist", "build")
    shutil.copytree(ROOT, folder, ignore=junk)
    return folder


def test_there_are_two_set_up_commands() -> None:
    assert len(SETUP) == 2
    assert all(text.count("\n") == 1 for text in SETUP)


def test_the_first_command_installs_and_plays_a_round(checkout: Path) -> None:
    out = run_shell(SETUP[0], checkout).stdout
    assert "Chart after the moves of round 1" in out
    assert "Chart of round 2" in out
    assert len(list(checkout.glob(".venv/lib/*/site-packages/schrille_cli/locale/de/LC_MESSAGES/*.mo"))) == 2


def test_the_second_command_installs_and_finds_all_tests(checkout: Path) -> None:
    # The whole run of the tests is this one; here they are only collected.
    out = run_shell(SETUP[1], checkout, PYTEST_ADDOPTS="--collect-only").stdout
    assert "tests/test_readme.py" in out
    assert re.search(r"^\d+ tests collected in ", out, re.MULTILINE)


def test_the_checks_run_the_readme_s_test_command() -> None:
    assert "grep -m1 'bin/pytest' README.md" in (ROOT / ".ci" / "run").read_text()
    assert next(line for line in README.splitlines() if "bin/pytest" in line) + "\n" == SETUP[1]


def test_the_translator_s_commands_change_nothing_where_all_is_translated(checkout: Path) -> None:
    """They find the texts that are in the catalogues, and keep the translations, their order and the head."""
    folder = checkout / "schrille_cli" / "locale" / "de" / "LC_MESSAGES"
    compiled = folder / "schrille.mo"

    def written() -> list[str]:
        lines = (folder / "schrille.po").read_text("utf-8").splitlines()
        return [line for line in lines if not line.startswith(('"POT-Creation-Date:', '"Generated-By:'))]

    before = written()
    compiled.unlink()
    run_shell(TRANSLATION[0].replace(".venv/bin", str(SCHRILLE.parent)), checkout)
    assert written() == before
    assert compiled.stat().st_size > 10_000


def test_the_session_runs_from_top_to_bottom(tmp_path: Path) -> None:
    (tmp_path / "examples").symlink_to(ROOT / "examples")
    for language, text in BLOCKS:
        if language == "console":
            run_console(text, tmp_path)
        elif text in SESSION:
            run_shell(text, tmp_path, shell=language)
    assert "phase" in run_shell("schrille show -g script.toml --json", tmp_path).stdout


def test_the_python_examples_run(tmp_path: Path) -> None:
    programs = [text for language, text in BLOCKS if language == "python"]
    said = ["resolve is for the phase placing", "'Cid': ", "chance: 0.005 of the games"]
    for text, words in zip(programs, said, strict=True):
        done = subprocess.run(
            [sys.executable, "-c", text], cwd=tmp_path, capture_output=True, text=True, check=True
        )
        assert words in done.stdout
    assert (tmp_path / "python.toml").exists()


def test_the_bot_is_the_one_of_the_examples() -> None:
    text = (ROOT / "examples" / "bot.py").read_text(encoding="utf-8")
    assert text in [block for language, block in BLOCKS if language == "python"]
    assert text.count("\n") < 20


def test_the_benchmarks_run() -> None:
    for script, words in re.findall(r"(tests/benchmarks/\w+\.py) ([\d.]+)", BENCHMARKS[0]):
        small = {"20": "2", "1.0": "0.01", "4000": "40", "2000": "10"}[words]
        done = subprocess.run(
            [sys.executable, ROOT / script, small], capture_output=True, text=True, check=True, env=environment()
        )
        assert re.search("ratio|times chess|a straight line", done.stdout)


def test_the_save_s_excerpt_is_in_a_save(tmp_path: Path) -> None:
    run_shell(SESSION[0], tmp_path)
    run_console(next(text for language, text in BLOCKS if language == "console"), tmp_path)
    save = tomllib.loads((tmp_path / "schrille.toml").read_text(encoding="utf-8"))["rounds"][0]
    excerpt = tomllib.loads(next(text for _language, text in BLOCKS if text.startswith("[[rounds]]")))["rounds"][0]
    assert save["chart"][: len(excerpt["chart"])] == excerpt["chart"]
    assert save["log"][: len(excerpt["log"])] == excerpt["log"]
    assert list(save)[: len(excerpt)] == list(excerpt)
    assert {key: save[key] for key in ("labels", "scores")} == {key: excerpt[key] for key in ("labels", "scores")}


def test_the_rulings_are_those_of_the_command(schrille: Command) -> None:
    table = README.partition("<!-- rulings -->\n")[2].partition("<!-- end of rulings -->")[0]

    def cells(text: str) -> list[list[str]]:
        rows = [[cell.strip() for cell in re.split(r"(?<!\\)\|", line)[1:-1]] for line in text.splitlines()]
        return [row for row in rows if row and set(row[0]) - {"-"}]

    shown = schrille("rules", "--format", "github").stdout
    assert cells(table) == cells(shown.partition("\n\n")[2])


def test_every_command_stands_in_the_readme() -> None:
    text = " ".join(SESSION) + README
    for name in TABLE:
        assert f"schrille {name}" in text, name
