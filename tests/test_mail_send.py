"""``mail send`` through a real server: what is sent, moved, refused, and said."""

from __future__ import annotations

import json
import mailbox
import os
import re
from pathlib import Path
from typing import Any

import pytest
from conftest import Command, environment
from mailservers import PASSWORD, USER, Certificates, MailServer, serving, settings_file
from processes import files, refused
from test_boxes import contents

from schrille_cli.kit.outbox import Outbox

KINDS = ("folder", "maildir", "mbox")


def mail(number: int, to: str = "", body: str = "") -> bytes:
    """A mail to a person of a number."""
    to = to or f"p{number}@example.org"
    head = (
        f"From: M <m@example.org>\nTo: P <{to}>\nSubject: [secret-{number}]\nMessage-ID: <{number}@example.org>\n"
    )
    return f"{head}\n{body or f'hello {number}'}\n".encode()


def filled(folder: Path, kind: str, *mails: bytes) -> str:
    """An outbox of a kind with mails; its path."""
    path = folder / ("out.mbox" if kind == "mbox" else "out")
    if kind == "maildir":
        for name in ("cur", "new", "tmp"):
            (path / name).mkdir(parents=True, exist_ok=True)
    box = Outbox(str(path))
    box.stage("a", 1, mails)
    box.publish("a", 1)
    return str(path)


def sent(path: str) -> list[bytes]:
    """The mails that were moved to those that were sent."""
    folder = Path(path)
    place = folder / "sent" if (folder / "sent").exists() else folder / ".Sent"
    if folder.is_file():
        place = Path(f"{path}.sent")
    return contents(place) if place.exists() else []


@pytest.fixture(scope="module")
def certificates(tmp_path_factory: pytest.TempPathFactory) -> Certificates:
    return Certificates(tmp_path_factory.mktemp("ca"))


@pytest.mark.parametrize("kind", KINDS)
def test_sent_and_moved(schrille: Command, server: MailServer, settings: str, kind: str) -> None:
    mails = [mail(number) for number in range(1, 12)]
    path = filled(schrille.folder, kind, *mails)
    answer = schrille.json("mail", "send", path, "--settings", settings)
    assert answer == {"dry_run": False, "sent": 11, "left": 0, "refused": []}
    assert [one.data.replace(b"\r\n", b"\n") for one in server.taken] == mails  # 2 comes before 10
    assert [(one.sender, one.recipient) for one in server.taken][:1] == [("m@example.org", "p1@example.org")]
    assert server.connections == 1
    assert contents(Path(path)) == []
    assert sorted(sent(path)) == sorted(mails)
    assert schrille("mail", "send", path, "--settings", settings).stdout == "0 mails were sent.\n"
    assert len(server.taken) == 11


def test_where_mails_go(schrille: Command, settings: str) -> None:
    path = filled(schrille.folder, "maildir", mail(1), mail(2), mail(3))
    for name, now in [
        ("a-1-1.eml", "a-1-1.eml:2,F"),
        ("a-1-2.eml", "a-1-2.eml:2,D"),
        ("a-1-3.eml", "a-1-3.eml:2,ST"),
    ]:
        os.rename(f"{path}/new/{name}", f"{path}/cur/{now}")
    assert (
        schrille("mail", "send", path, "--settings", settings).stdout == "1 mail was sent.\n"
    )  # no draft, no waste
    assert {*files(Path(path) / ".Sent" / "cur")} == {"a-1-1.eml:2,FS"}
    theirs = mailbox.Maildir(path, create=False)
    assert theirs.list_folders() == ["Sent"]
    assert [one["Message-ID"] for one in theirs.get_folder("Sent")] == ["<1@example.org>"]
    folder = schrille.folder / "plain"
    folder.mkdir()
    (folder / "a.eml").write_bytes(mail(4))
    (folder / "sent").mkdir()
    (folder / "sent" / "a.eml").write_bytes(b"another")
    schrille("mail", "send", "plain", "--settings", settings)
    assert files(folder / "sent") == {"a.eml": b"another", "a.2.eml": mail(4)}
    assert (folder / "sent" / "a.2.eml").stat().st_mode & 0o777 == (
        folder / "sent" / "a.eml"
    ).stat().st_mode & 0o777


def test_bytes_on_the_way(schrille: Command, server: MailServer, settings: str) -> None:
    """Dots, lines like those of an mbox, and line ends arrive as they were; a Ctrl-M is a line end."""
    body = ".\n..\nFrom here\n>From there\nend"
    for kind in KINDS:
        path = filled(schrille.folder, kind, mail(1, body=body), mail(2, body="ä"), mail(3, body="x\r\ny\r"))
        schrille("mail", "send", path, "--settings", settings)
    texts = ["\r\n".join(body.split("\n")), "ä", "x\r\ny"]
    assert server.bodies() == texts * 3


@pytest.mark.parametrize("kind", KINDS)
def test_refused(schrille: Command, server: MailServer, settings: str, kind: str) -> None:
    """What is refused stays and is named with the server's words; the rest goes on."""
    mails = [mail(number) for number in range(1, 7)]
    mails[3] = mail(4, to="a@example.org, b@example.org")
    path = filled(schrille.folder, kind, *mails)
    server.answers = {"p1@example.org": "550 5.1.1 <p1@example.org> unknown, ask root@host.example"}
    server.after_data = {"p3@example.org": "452 disk full\x1b[31m", "p6@example.org": "554 " + "x" * 600}
    done = schrille("mail", "send", path, "--settings", settings, "--json", code=1)
    answer = json.loads(done.stdout)
    assert (answer["sent"], answer["left"]) == (2, 4)
    assert [one["code"] for one in answer["refused"]] == [550, 452, None, 554]
    first, second, third, last = (one["message"] for one in answer["refused"])
    assert first == "5.1.1 <p1@example.org> unknown, ask …@…"
    assert second == "disk full\\x1b[31m"
    assert "exactly one address" in third
    assert len(last) == 300
    assert {one["file"] for one in answer["refused"]} <= {path, *(str(name) for name in Path(path).rglob("*.eml"))}
    assert len({(one["file"], one["line"]) for one in answer["refused"]}) == 4
    error = json.loads(done.stderr)
    assert (error["kind"], error["message"]) == ("mail", "4 mails stay in the outbox")
    assert server.bodies() == ["hello 2", "hello 5"]
    assert contents(Path(path)) == [mails[0], mails[2], mails[3], mails[5]]
    assert sent(path) == [mails[1], mails[4]]
    server.answers, server.after_data = {}, {}
    done = schrille("mail", "send", path, "--settings", settings, code=1)
    assert "3 mails were sent." in done.stdout
    assert re.search(r"line \d+ +there must be" if kind == "mbox" else r"a-1-4\.eml +there must be", done.stdout)
    assert "1 mail stays in the outbox" in done.stderr


@pytest.mark.parametrize(
    "head",
    [
        "",
        "To: a@example.org\n",
        "From: m@example.org\n",
        "From: m@example.org\nTo: undisclosed-recipients:;\n",
        "From: m@example.org\nTo: a@example.org\nCc: b@example.org\n",
        "From: m@example.org\nTo: a@example.org\nBcc: b@example.org\n",
        "From: m@example.org\nTo: a@example.org\nTo: b@example.org\n",
        "From: m@example.org, n@example.org\nTo: a@example.org\n",
        "From: m@example.org\nTo: ann\n",
        "From: m@example.org\nTo: änn@example.org\n",
        "From: m@example.org\nTo: a@example.org> RCPT TO:<b@example.org\n",
        "From: m@example.org\nTo: " + "a@example.org, " * 5000 + "\n",
        "\nFrom: m@example.org\nTo: a@example.org\n",
    ],
)
def test_each_mail_is_for_one_person(schrille: Command, server: MailServer, settings: str, head: str) -> None:
    path = filled(schrille.folder, "folder", head.encode() + b"\nhello\n", mail(2))
    done = schrille("mail", "send", path, "--settings", settings, "--json", code=1)
    assert json.loads(done.stdout)["sent"] == 1
    assert server.bodies() == ["hello 2"]


def test_odd_mails(schrille: Command, server: MailServer, settings: str) -> None:
    """Nothing in an outbox hinders the others."""
    path = Path(filled(schrille.folder, "folder", mail(1)))
    os.mkfifo(path / "b.eml")
    (path / "c.eml").symlink_to("missing")
    (path / "d.eml").write_bytes(b"")
    os.truncate(path / "d.eml", 20_000_000)
    answer = json.loads(schrille("mail", "send", "out", "--settings", settings, "--json", code=1).stdout)
    assert (answer["sent"], answer["left"]) == (1, 3)
    assert [os.path.basename(one["file"]) for one in answer["refused"]] == ["b.eml", "c.eml", "d.eml"]


def test_a_dry_run(schrille: Command, server: MailServer, settings: str) -> None:
    for kind in KINDS:
        path = filled(schrille.folder, kind, mail(1), b"To: x\n\nx\n", mail(3))
        before = {path: path.stat().st_mtime_ns for path in schrille.folder.rglob("*")}
        done = schrille("mail", "send", path, "--settings", settings, "--dry-run", "--json", code=1)
        answer: dict[str, Any] = json.loads(done.stdout)
        assert (answer["dry_run"], answer["sent"], answer["left"]) == (True, 0, 3)
        assert [one["to"] for one in answer["mails"]] == ["p1@example.org", "p3@example.org"]
        assert [one["code"] for one in answer["refused"]] == [None]
        done = schrille("mail", "send", path, "--settings", settings, "--dry-run", code=1)
        assert "2 mails would be sent." in done.stdout
        assert "secret" not in done.stdout  # a subject can hold what only one person may see
        assert {path: path.stat().st_mtime_ns for path in schrille.folder.rglob("*")} == before
    assert server.connections == 0


def test_no_outbox(schrille: Command, settings: str) -> None:
    (schrille.folder / "text.txt").write_text("Dear all")
    for name in ("missing", "missing.mbox", "text.txt", "missing/out"):
        for more in ([], ["--dry-run"]):
            refused(schrille, "mail", "send", name, "--settings", settings, *more)
    assert "no SMTP server is named" in refused(schrille, "mail", "send", "missing")


# Encryption and logins


@pytest.mark.parametrize("tls", [False, True])
def test_encrypted_and_logged_in(schrille: Command, certificates: Certificates, tls: bool) -> None:
    path = filled(schrille.folder, "folder", mail(1))
    with serving(certificates, tls=tls, login=True) as server:
        kinds = {
            "security": "tls" if tls else None,
            "ca": str(certificates.file),
            "user": USER,
            "password": PASSWORD,
        }
        schrille("mail", "send", path, "--settings", settings_file(schrille.folder, server, **kinds))
        ((_sender, _recipient, _data, user, encrypted),) = server.taken
        assert (user, encrypted) == (USER, True)


def test_settings_of_the_environment(schrille: Command, certificates: Certificates) -> None:
    path = filled(schrille.folder, "folder", mail(1))
    (schrille.folder / "secret").write_text(PASSWORD + "\n")
    (schrille.folder / "secret").chmod(0o600)
    with serving(certificates, login=True) as server:
        variables = {
            "SCHRILLE_SMTP_HOST": "localhost",
            "SCHRILLE_SMTP_PORT": str(server.port),
            "SCHRILLE_SMTP_USER": USER,
            "SCHRILLE_SMTP_PASSWORD_FILE": "secret",
            "SCHRILLE_SMTP_CA": str(certificates.file),
        }
        schrille("mail", "send", path, env=environment(**variables))
        assert [one.user for one in server.taken] == [USER]


def test_a_server_that_cannot_be_trusted(schrille: Command, certificates: Certificates, tmp_path: Path) -> None:
    """An unknown authority, another name, no encryption at all: no word of a mail and no password gets there."""
    path = filled(schrille.folder, "folder", mail(1))
    (tmp_path / "other").mkdir()
    other = Certificates(tmp_path / "other", "elsewhere.example")
    login = {"user": USER, "password": PASSWORD}
    for known, ca, words in [
        (certificates, None, "cannot be trusted"),
        (certificates, other.file, "cannot be trusted"),
        (other, other.file, "cannot be trusted: Hostname mismatch"),
        (None, certificates.file, "knows no STARTTLS"),
    ]:
        with serving(known, login=True) as server:
            chosen = settings_file(schrille.folder, server, ca=str(ca) if ca else None, **login)
            said = refused(schrille, "mail", "send", path, "--settings", chosen)
            assert words in said
            assert server.taken == []
    with serving(certificates, tls=True) as server:
        chosen = settings_file(schrille.folder, server, ca=str(certificates.file), timeout=1)
        assert "has not answered for 1 second" in refused(schrille, "mail", "send", path, "--settings", chosen)
    with serving(certificates) as server:
        chosen = settings_file(schrille.folder, server, security="tls")
        assert "no connection to the server" in refused(schrille, "mail", "send", path, "--settings", chosen)
    missing = settings_file(schrille.folder, server, ca="missing.pem")
    assert "cannot read the certificates" in refused(schrille, "mail", "send", path, "--settings", missing)
