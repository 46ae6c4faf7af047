"""``mail send`` beside others: two at once, mails that come meanwhile, a full disk, a terminal."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from conftest import Command
from mailservers import MailServer, settings_file
from processes import finish, start
from test_boxes import contents
from test_full_disk import fill, full_disk  # noqa: F401 - a fixture
from test_mail_send import KINDS, filled, mail, sent
from test_purity import loaded, unwanted

from schrille_cli.kit.outbox import Outbox


@pytest.mark.parametrize("kind", KINDS)
def test_two_at_once(schrille: Command, server: MailServer, settings: str, kind: str) -> None:
    path = filled(schrille.folder, kind, *(mail(number) for number in range(1, 20)))
    both = [start(schrille.folder, "mail", "send", path, "--settings", settings) for _ in range(2)]
    done = finish(both)
    assert [code for code, _out, _err in done] == [0, 0]
    assert sorted(out for _code, out, _err in done) == ["0 mails were sent.\n", "19 mails were sent.\n"]
    assert len(server.taken) == 19


@pytest.mark.parametrize("kind", KINDS)
def test_mails_that_come_meanwhile(schrille: Command, server: MailServer, settings: str, kind: str) -> None:
    """They are published while others are sent, and go next time."""
    path = filled(schrille.folder, kind, mail(1), mail(2))
    box = Outbox(path)

    def publish() -> None:
        number = len(server.taken) + 1
        box.stage("b", number, [mail(10 + number)])
        box.publish("b", number)

    server.on_taken = publish
    answer = json.loads(schrille("mail", "send", path, "--settings", settings, "--json").stdout)
    server.on_taken = lambda: None
    assert answer["sent"] == 2
    assert contents(Path(path)) == [mail(12), mail(13)]
    assert schrille.json("mail", "send", path, "--settings", settings)["sent"] == 2
    assert len(sent(path)) == 4
    assert server.bodies() == ["hello 1", "hello 2", "hello 12", "hello 13"]


def test_the_same_mail_twice_in_an_mbox_is_sent_once(schrille: Command, server: MailServer, settings: str) -> None:
    path = filled(schrille.folder, "mbox", mail(1), mail(1), mail(2))
    assert schrille.json("mail", "send", path, "--settings", settings)["left"] == 0
    assert server.bodies() == ["hello 1", "hello 2"]


def test_a_full_disk(
    full_disk: tuple[Command, dict[str, Any]],  # noqa: F811
    server: MailServer,
    tmp_path: Path,
) -> None:
    """Nothing is lost; where a mail that was sent cannot be moved, no other one is sent."""
    schrille, _settings = full_disk
    if not schrille.folder.is_mount():
        pytest.skip("nothing can be mounted here")
    settings = settings_file(tmp_path, server, security="none")
    mails = [mail(1, body="x\n" * 3000 + "end"), mail(2, body="y\n" * 3000 + "end")]
    path = filled(schrille.folder, "mbox", *mails)
    fill(schrille.folder)
    done = schrille("mail", "send", path, "--settings", settings, "--json", code=1)
    assert "No space left" in done.stderr
    assert len(server.taken) == 1
    before = {*contents(Path(path)), *sent(path)}
    assert before >= {*mails}
    (schrille.folder / "filler").unlink()
    schrille("mail", "send", path, "--settings", settings)
    assert contents(Path(path)) == []
    assert sent(path) == mails
    assert len(server.taken) == 3


@pytest.mark.parametrize("kind", ["folder", "maildir"])
def test_what_was_sent_must_have_a_place(schrille: Command, server: MailServer, settings: str, kind: str) -> None:
    """That is seen before anything is sent."""
    path = filled(schrille.folder, kind, mail(1), mail(2))
    place = Path(path) / ("sent" if kind == "folder" else ".Sent")
    place.write_text("mine")
    said = schrille("mail", "send", path, "--settings", settings, code=1).stderr
    assert "cannot write to the outbox" in said
    assert server.connections == 0
    assert place.read_text() == "mine"


def test_a_mail_that_was_sent_and_cannot_be_moved(schrille: Command, server: MailServer, settings: str) -> None:
    """No other one is sent then, lest all of them be sent again and again."""
    path = filled(schrille.folder, "folder", mail(1), mail(2))
    place = Path(path) / "sent"

    def spoil() -> None:
        place.rmdir()
        place.write_text("mine")

    server.on_taken = spoil
    done = schrille("mail", "send", path, "--settings", settings, code=1)
    assert "the mail was sent, and cannot be moved to those that were" in done.stderr
    assert "move it yourself" in done.stderr
    assert len(server.taken) == 1
    assert contents(Path(path)) == [mail(1), mail(2)]


def test_a_bar_on_a_terminal(
    schrille: Command, server: MailServer, settings: str, terminal: Callable[..., Any]
) -> None:
    path = filled(schrille.folder, "folder", *(mail(number) for number in range(1, 4)))
    dialog = terminal("mail", "send", os.path.basename(path), "--settings", settings)
    assert "3 mails were sent." in dialog.end()
    assert "100%" in dialog.output


def test_nothing_for_mails_is_loaded_elsewhere(tmp_path: Path) -> None:
    modules = loaded(tmp_path, "mail", "send", "--help")
    assert "schrille_cli.schrille.commands.mail_send" in modules
    assert unwanted(modules, "smtplib", "ssl", "email", "schrille_cli.kit.boxes", "concurrent.futures") == []
