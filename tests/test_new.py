"""Starting games: old files are kept, nothing is left behind where it fails, and a seed gives the same game."""

from __future__ import annotations

import os
import stat

import pytest
from conftest import SLIP, Command
from processes import refused
from stages import THREE, UNLABELLED

from schrille_cli.schrille import load


def test_new_refuses_an_existing_file(schrille: Command) -> None:
    schrille.new()
    said = refused(schrille, "new", *THREE)
    assert "--force" in said
    assert "schrille.toml" in said


def test_new_with_force_keeps_the_old_file(schrille: Command) -> None:
    schrille.new()
    schrille("place", "Ann", *SLIP.split())
    before = schrille.save.read_bytes()
    done = schrille("new", "--force", *THREE, "--seed", "other")
    assert "schrille.toml~" in done.stdout
    assert (schrille.folder / "schrille.toml~").read_bytes() == before
    assert load(str(schrille.save)).setup.players == ("A", "B", "C")
    schrille("show", "-g", "schrille.toml~")


def test_new_with_force_and_an_error_keeps_all(schrille: Command) -> None:
    schrille.new()
    refused(schrille, "new", "--force", "-p", "A=blue", "-p", "B=blue", "-p", "C=green")
    (schrille.folder / "schrille.toml~").mkdir()
    said = refused(schrille, "new", "--force", *THREE)
    assert "schrille.toml~" in said


def test_new_with_force_where_there_is_nothing(schrille: Command) -> None:
    schrille.new("--force")
    assert not (schrille.folder / "schrille.toml~").exists()


def test_no_litter_where_new_refuses(schrille: Command) -> None:
    schrille("new", "-p", "A=blue", code=1)
    assert list(schrille.folder.iterdir()) == []
    inner = schrille.folder / "inner"
    inner.mkdir()
    Command(inner)("new", "-g", "", *THREE, code=1)
    assert list(inner.iterdir()) == []
    assert list(schrille.folder.iterdir()) == [inner]


def test_a_seed_gives_the_same_game(schrille: Command) -> None:
    schrille.new("-g", "one.toml", "--deal-hands")
    schrille.new("-g", "two.toml", "--deal-hands")
    one, two = (schrille.folder / name for name in ("one.toml", "two.toml"))
    assert one.read_bytes() == two.read_bytes()
    schrille("new", *UNLABELLED, "-g", "three.toml")
    seed = load(str(schrille.folder / "three.toml")).setup.seed
    assert seed


def test_a_chosen_seed_is_shown(schrille: Command) -> None:
    done = schrille("new", *UNLABELLED)
    assert load(str(schrille.save)).setup.seed in done.stdout


def test_a_deck_file_with_a_comment_of_dots(schrille: Command) -> None:
    bands = "".join(f'"Band {n}" = "blue"\n' for n in range(14))
    text = f"# my own box ................ checked\n[bands]\n{bands}"
    (schrille.folder / "deck.toml").write_text(text)
    schrille.new("--deck", "deck.toml")


def test_the_kept_file_is_as_secret_as_it_was(schrille: Command) -> None:
    schrille.new()
    schrille.save.chmod(0o600)
    schrille.new("--force")
    kept = schrille.save.with_name("schrille.toml~")
    assert [stat.S_IMODE(path.stat().st_mode) for path in (schrille.save, kept)] == [0o600, 0o600]


@pytest.mark.parametrize("path", [".", "/dev/null", "folder"])
def test_force_leaves_no_lock_beside_what_it_must_not_replace(schrille: Command, path: str) -> None:
    (schrille.folder / "folder").mkdir()
    before = set(os.listdir("/dev")), set(os.listdir(schrille.folder)), set(os.listdir(schrille.folder.parent))
    assert "regular file" in schrille("new", "--force", "-g", path, *THREE, code=1).stderr
    after = set(os.listdir("/dev")), set(os.listdir(schrille.folder)), set(os.listdir(schrille.folder.parent))
    assert after == before
