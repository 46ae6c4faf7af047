"""Saves behind symbolic links: the link stays one, and its target is the save."""

from __future__ import annotations

import os
import stat

from conftest import SLIP, Command
from stages import NEW, PLACE, at

from schrille_cli.schrille import load, loads, save


def test_a_link_stays_one(schrille: Command) -> None:
    store = schrille.folder / "store"
    store.mkdir()
    target = store / "real.toml"
    save(at("placing"), str(target))
    target.chmod(0o640)
    schrille.save.symlink_to("middle.toml")
    (schrille.folder / "middle.toml").symlink_to("store/real.toml")
    for args in (PLACE, ["undo"], [*NEW, "--force"], ["undo"]):
        before = target.read_bytes()
        schrille(*args, code=1 if args == ["undo"] and loads(before.decode()).setup.players[0] == "A" else 0)
        assert os.readlink(schrille.save) == "middle.toml"
        assert os.readlink(schrille.folder / "middle.toml") == "store/real.toml"
        assert not target.is_symlink()
        assert stat.S_IMODE(target.stat().st_mode) == 0o640
    assert load(str(target)).setup.players == ("A", "B", "C")


def test_a_link_to_nowhere(schrille: Command) -> None:
    schrille.save.symlink_to("nowhere.toml")
    assert "no such file" in schrille("place", "Ann", *SLIP.split(), code=1).stderr
    assert sorted(path.name for path in schrille.folder.iterdir()) == ["schrille.toml"]


def test_a_link_to_itself(schrille: Command) -> None:
    schrille.save.symlink_to("schrille.toml")
    for args in (["show"], PLACE, ["undo"], [*NEW, "--force"]):
        assert schrille(*args, code=1).stderr
    assert os.readlink(schrille.save) == "schrille.toml"
