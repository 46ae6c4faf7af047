"""``mail send`` where something goes wrong: secrets, lost connections, kills."""

from __future__ import annotations

import json
import signal
import socket
import tempfile
import time
from base64 import b64encode
from pathlib import Path
from typing import Any

import pytest
from conftest import Command
from mailservers import PASSWORD, USER, MailServer, serving, settings_file
from processes import MEMORY, finish, refused, run_python, start
from test_boxes import contents
from test_full_disk import fill, full_disk  # noqa: F401 - a fixture
from test_mail_send import KINDS, filled, mail, sent

from schrille_cli.kit import smtpsettings

# Secrets

WRONG = "näver-told"


@pytest.mark.parametrize("password", [WRONG, "never told"])
def test_a_password_is_never_told(schrille: Command, password: str) -> None:
    """The server repeats it, in its own words or as it came; nobody hears it."""
    path = filled(schrille.folder, "folder", mail(1))
    coded = [b64encode(text.encode()).decode() for text in (password, f"\0{USER}\0{password}")]
    with serving(login=True) as server:
        chosen = settings_file(schrille.folder, server, security="none", user=USER, password=password)
        for more in ([], ["--json"], ["--lang", "de"]):
            said = refused(schrille, "mail", "send", path, "--settings", chosen, *more)
            assert "535" in said or "knows no login" in said
            assert not any(text in said for text in (password, *coded, "admin@"))
        server.answers = {"p1@example.org": f"550 {PASSWORD} {b64encode(PASSWORD.encode()).decode()} is good"}
        chosen = settings_file(schrille.folder, server, security="none", user=USER, password=PASSWORD)
        done = schrille("mail", "send", path, "--settings", chosen, "--json", code=1)
        assert [one["message"] for one in json.loads(done.stdout)["refused"]] == ["… … is good"]
    assert repr(smtpsettings.load(chosen, {})).count("hush") == 0


def test_a_password_beyond_ascii(schrille: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    import mailservers

    monkeypatch.setattr(mailservers, "PASSWORD", WRONG)
    path = filled(schrille.folder, "folder", mail(1))
    with serving(login=True) as server:
        chosen = settings_file(schrille.folder, server, security="none", user=USER, password=WRONG)
        schrille("mail", "send", path, "--settings", chosen)
        assert [one.user for one in server.taken] == [USER]


# Connections


def test_no_server(schrille: Command, server: MailServer, settings: str) -> None:
    path = filled(schrille.folder, "folder", mail(1))
    server.port = 1
    for changes, words in [
        ({}, "Connection refused"),
        ({"host": "no.such.host.invalid"}, "there is no connection to the server"),
        ({"host": "a" * 250}, "this cannot be a server's name"),
    ]:
        chosen = settings_file(schrille.folder, server, security="none", **changes)
        assert words in refused(schrille, "mail", "send", path, "--settings", chosen)
    with socket.create_server(("localhost", 0)) as silent:
        server.port = silent.getsockname()[1]
        chosen = settings_file(schrille.folder, server, security="none", timeout=1)
        said = refused(schrille, "mail", "send", path, "--settings", chosen)
        assert "the server has not answered for 1 second" in said


@pytest.mark.parametrize("where", ["answers", "after_data"])
@pytest.mark.parametrize("kind", KINDS)
def test_a_mail_in_which_the_connection_ends(
    schrille: Command, server: MailServer, settings: str, kind: str, where: str
) -> None:
    """It is tried twice, stays, and the others go on."""
    path = filled(schrille.folder, kind, *(mail(number) for number in range(1, 5)))
    getattr(server, where)["p2@example.org"] = MailServer.DROP
    done = schrille("mail", "send", path, "--settings", settings, "--json", code=1)
    answer = json.loads(done.stdout)
    assert (answer["sent"], answer["left"]) == (3, 1)
    assert [(one["code"], "ended the connection" in one["message"]) for one in answer["refused"]] == [(None, True)]
    assert server.bodies() == ["hello 1", "hello 3", "hello 4"]
    assert server.connections == 3
    assert contents(Path(path)) == [mail(2)]


def test_a_server_that_ends_each_session_after_a_mail(
    schrille: Command, server: MailServer, settings: str
) -> None:
    """That is no fault of the mails: each goes on the next connection."""
    path = filled(schrille.folder, "folder", *(mail(number) for number in range(1, 6)))
    seen: set[str] = set()

    def limit() -> None:
        seen.add(server.taken[-1].recipient)
        server.answers = {f"p{number}@example.org": "421 too many" for number in range(1, 6)}

    server.on_taken = limit
    connected = server.connections
    real = server.handle_RCPT

    async def first_of_a_connection(*args: Any) -> str:
        nonlocal connected
        if server.connections > connected:
            connected, server.answers = server.connections, {}
        return await real(*args)

    server.handle_RCPT = first_of_a_connection  # type: ignore[method-assign]
    assert schrille.json("mail", "send", path, "--settings", settings)["sent"] == 5
    assert server.connections == 5


def test_a_server_that_ends_every_connection(schrille: Command, server: MailServer, settings: str) -> None:
    path = filled(schrille.folder, "folder", *(mail(number) for number in range(1, 9)))
    server.answers = {f"p{number}@example.org": MailServer.DROP for number in range(3, 9)}
    done = schrille("mail", "send", path, "--settings", settings, "--json", code=1)
    answer = json.loads(done.stdout)
    assert (answer["sent"], answer["left"], len(answer["refused"])) == (2, 6, 1)
    faults = json.loads(done.stderr)["faults"]
    assert [fault["kind"] for fault in faults] == ["server", "mail"]
    assert "again and again" in faults[0]["message"]
    assert len(contents(Path(path))) == 6


# Stopped

# Sends two mails of their own for each n, is killed before the n-th call, and sends again; until no call is left.
SENDER = """
import json, os, signal, sys
from pathlib import Path
sys.path.insert(0, sys.argv[1])
from schrille_cli.cli import run
from test_boxes import contents
from test_mail_send import filled, mail, sent
kind, settings = sys.argv[2:]
NAMES = ("open", "fsync", "rename", "replace", "link", "unlink", "mkdir", "write", "ftruncate", "chmod", "close")

def forked(path, point):
    pid = os.fork()
    if pid:
        return os.waitpid(pid, 0)[1]
    calls = 0
    def wrap(name):
        real = getattr(os, name)
        def call(*args, **kwargs):
            nonlocal calls
            if calls == point:
                os.kill(os.getpid(), signal.SIGKILL)
            calls += 1
            return real(*args, **kwargs)
        setattr(os, name, call)
    try:
        for name in NAMES:
            wrap(name)
        code = run(["mail", "send", path, "--settings", settings])
    finally:
        os._exit(code)

out, code = os.fdopen(os.dup(1), "w"), 7
os.dup2(2, 1)
for point in range(500):
    folder = Path(str(point))
    folder.mkdir()
    path = filled(folder, kind, mail(10 * point + 1), mail(10 * point + 2))
    if point == 0:  # so that all modules are loaded
        run(["mail", "send", path, "--settings", settings, "--dry-run"])
    statuses = forked(path, point), forked(path, -1)
    there = [[one.decode() for one in mails] for mails in (contents(Path(path)), sent(path))]
    print(json.dumps([statuses, *there]), file=out, flush=True)
    if not statuses[0]:
        break
"""


@pytest.mark.parametrize("kind", KINDS)
def test_killed_before_every_call_that_concerns_files(server: MailServer, settings: str, kind: str) -> None:
    """The next run sends what is left; at most the one on its way goes twice, with the same bytes."""
    with tempfile.TemporaryDirectory(dir=MEMORY) as folder:
        done = run_python(Path(folder), SENDER, str(Path(__file__).parent), kind, settings)
    assert done.returncode == 0, done.stderr
    runs = [json.loads(line) for line in done.stdout.splitlines()]
    assert 20 < len(runs) < 500
    assert [statuses[0] for statuses, *_there in runs] == [signal.SIGKILL] * (len(runs) - 1) + [0]
    taken = [(int(body.removeprefix("hello ")), body) for body in server.bodies()]
    twice = 0
    for point, (statuses, left, moved) in enumerate(runs):
        numbers = [number for number, _body in taken if number // 10 == point]
        assert statuses[1] == 0
        assert left == []
        assert moved == [mail(10 * point + number).decode() for number in (1, 2)]
        assert {*numbers} == {10 * point + 1, 10 * point + 2}
        assert len(numbers) == (2 if statuses[0] == 0 else min(len(numbers), 3))
        twice += len(numbers) == 3
    assert twice >= 1 or kind == "mbox"  # there is a moment at which nobody can know


@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGINT])
@pytest.mark.parametrize("kind", KINDS)
def test_stopped_while_the_server_takes_a_mail(
    schrille: Command, server: MailServer, settings: str, kind: str, number: int
) -> None:
    path = filled(schrille.folder, kind, *(mail(number) for number in range(1, 5)))
    process = None

    def stop() -> None:
        if process and len(server.taken) == 3:
            process.send_signal(number)
            time.sleep(0.3)

    server.on_taken = stop
    process = start(schrille.folder, "mail", "send", path, "--settings", settings)
    ((code, _out, err),) = finish([process])
    assert code == (130 if number == signal.SIGINT else -9)
    assert ("2 mails were sent" in err) == (number == signal.SIGINT)
    server.on_taken = lambda: None
    assert schrille.json("mail", "send", path, "--settings", settings)["left"] == 0
    assert server.bodies() == ["hello 1", "hello 2", "hello 3", "hello 3", "hello 4"]
    assert server.taken[2].data == server.taken[3].data
    assert len(sent(path)) == 4
