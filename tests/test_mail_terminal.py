"""``schrille mail batch`` on a terminal: a bar, and Ctrl-C, after which the next batch goes on."""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from conftest import PLAYERS, Command
from dialogs import CTRL_C, Dialog

from schrille_cli.schrille import Game, dumps, load, verify
from schrille_cli.schrille.mail import orders

WORDS = ("mail", "batch", "games", "--inbox", "inbox", "--outbox", "outbox")


@pytest.fixture
def many(schrille: Command) -> Path:
    """Games that all wait for their first mails."""
    game = Game.new(PLAYERS, seed="many", deal_hands=True)
    addresses = [(player, f"{player}@example.org") for player in PLAYERS]
    game.post = orders.new_post(game, addresses, "moderator@example.org", "many", False)
    text = dumps(game)
    folder = schrille.folder / "games"
    folder.mkdir()
    (schrille.folder / "inbox").mkdir()
    for number in range(150):
        secret = random.Random(number).randbytes(32).hex()
        (folder / f"{number:03}.toml").write_text(text.replace(game.post.secret, secret))
    return folder


def test_a_bar_then_the_summary(many: Path, terminal: Callable[..., Dialog]) -> None:
    dialog = terminal(*WORDS, size=(80, 200))
    dialog.end()
    first, *rest = dialog.shown.split("\n")
    assert re.match(r"games +\[#{24}\] +100%", first)
    assert "150 saves. 600 mails written." in rest
    assert len(list((many.parent / "outbox").glob("*.eml"))) == 600


def test_no_bar_under_json(many: Path, terminal: Callable[..., Dialog]) -> None:
    dialog = terminal(*WORDS, "--json")
    dialog.end()
    assert "[#" not in dialog.output


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_after_ctrl_c_the_next_batch_goes_on(
    many: Path, schrille: Command, terminal: Callable[..., Dialog], jobs: str
) -> None:
    dialog = terminal(*WORDS, "--jobs", jobs)
    outbox = schrille.folder / "outbox"
    dialog.until(lambda dialog: outbox.exists() and len(list(outbox.glob("*.eml"))) > 4)
    dialog.process.send(CTRL_C)
    said = dialog.end(130)
    assert "the next batch goes on" in said
    assert all(verify(path.read_text(), str(path)).sound for path in many.glob("*.toml"))
    schrille(*WORDS)
    assert len(list(outbox.glob("*.eml"))) == 600
    assert {load(str(path)).post.mailings for path in many.glob("*.toml")} == {1}  # type: ignore[union-attr]


def test_a_game_that_was_not_made_by_mail_is_only_listed(schrille: Command) -> None:
    for folder in ("games", "inbox"):
        (schrille.folder / folder).mkdir()
    schrille.new("-g", "games/table.toml")
    before = (schrille.folder / "games" / "table.toml").read_bytes()
    assert "not by mail" in schrille(*WORDS).stdout
    assert (schrille.folder / "games" / "table.toml").read_bytes() == before
