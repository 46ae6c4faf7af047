"""A real SMTP server beside the test: with certificates of its own, logins, refusals, and connections that end."""

from __future__ import annotations

import asyncio
import re
import ssl
import threading
from base64 import b64encode
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

import trustme
from aiosmtpd.smtp import SMTP, AuthResult, Envelope, LoginPassword, Session

USER, PASSWORD = "moderator", "hush hush:42"


class Taken(NamedTuple):
    """A mail that the server took."""

    sender: str
    recipient: str
    data: bytes
    user: str
    encrypted: bool


class MailServer:
    """A server for mails on this machine, which notes what it took.

    ``answers`` has what it says to a recipient instead of taking the mail; ``after_data`` what it says to a mail.
    Both may be ``DROP``: the connection ends without an answer. ``on_taken`` is called before the server says that
    it took a mail.
    """

    DROP = "drop"

    def __init__(self) -> None:
        self.taken: list[Taken] = []
        self.answers: dict[str, str] = {}
        self.after_data: dict[str, str] = {}
        self.on_taken: Callable[[], object] = lambda: None
        self.login = False
        self.connections = 0
        self.port = 0

    async def handle_RCPT(  # noqa: N802 - the library calls it so
        self, server: SMTP, session: Session, envelope: Envelope, address: str, options: list[str]
    ) -> str:
        answer = "530 log in first" if self.login and not session.authenticated else self.answers.get(address)
        if answer == self.DROP:
            return self._drop(server)
        if answer is None:
            envelope.rcpt_tos.append(address)
        return answer or "250 OK"

    async def handle_DATA(self, server: SMTP, session: Session, envelope: Envelope) -> str:  # noqa: N802
        (recipient,) = envelope.rcpt_tos
        answer = self.after_data.get(recipient)
        if answer == self.DROP:
            return self._drop(server)
        if answer is None:
            assert isinstance(envelope.content, bytes)
            assert envelope.mail_from
            login = session.auth_data.login.decode() if isinstance(session.auth_data, LoginPassword) else ""
            encrypted = session.ssl is not None or server.transport.get_extra_info("sslcontext") is not None
            self.taken.append(Taken(envelope.mail_from, recipient, envelope.content, login, encrypted))
            self.on_taken()
        return answer or "250 taken"

    def _drop(self, server: SMTP) -> str:
        server.transport.abort()
        return "421 gone"

    def bodies(self) -> list[str]:
        """What the mails say that were taken."""
        return [one.data.partition(b"\r\n\r\n")[2].decode().strip() for one in self.taken]


def _checked(server: SMTP, session: Session, envelope: Envelope, mechanism: str, data: Any) -> AuthResult:
    good = isinstance(data, LoginPassword) and (data.login, data.password) == (USER.encode(), PASSWORD.encode())
    # Servers have been seen that repeat what they were told.
    told = getattr(data, "password", b"")
    both = f"{told.decode('ascii', 'replace')} {b64encode(told).decode()}".encode("ascii", "replace").decode()
    said = f"535 5.7.8 no, {both} is wrong for admin@example.org"
    return AuthResult(success=good, handled=False, auth_data=data, message=None if good else said)


class Certificates:
    """An authority of its own, its certificate in a file, and a server's certificate."""

    def __init__(self, folder: Path, name: str = "localhost") -> None:
        authority = trustme.CA()
        self.file = folder / "ca.pem"
        authority.cert_pem.write_to_path(str(self.file))
        self.context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
        authority.issue_cert(name).configure_cert(self.context)


@contextmanager
def serving(
    certificates: Certificates | None = None, tls: bool = False, login: bool = False
) -> Iterator[MailServer]:
    """Run a server. With certificates it knows STARTTLS; with ``tls`` it speaks TLS from the start."""
    found = MailServer()
    found.login = login
    loop = asyncio.new_event_loop()

    def protocol() -> SMTP:
        found.connections += 1
        context = certificates.context if certificates and not tls else None
        return SMTP(
            found,
            hostname="localhost",
            loop=loop,
            tls_context=context,
            require_starttls=context is not None,
            authenticator=_checked if login else None,
            auth_require_tls=context is not None,
            enable_SMTPUTF8=False,
        )

    context = certificates.context if certificates and tls else None
    listening = loop.run_until_complete(loop.create_server(protocol, "localhost", 0, ssl=context, family=2))
    found.port = listening.sockets[0].getsockname()[1]
    thread = threading.Thread(target=loop.run_forever)
    thread.start()
    try:
        yield found
    finally:
        loop.call_soon_threadsafe(listening.close)
        loop.call_soon_threadsafe(loop.stop)
        thread.join()
        for task in asyncio.all_tasks(loop):
            task.cancel()
        loop.run_until_complete(asyncio.sleep(0.05))
        loop.close()


def settings_file(folder: Path, server: MailServer, **others: Any) -> str:
    """A settings file for a server; its path."""
    values = {"host": "localhost", "port": server.port, **others}
    path = folder / "smtp.toml"
    lines = (f"{key.replace('_', '-')} = {value!r}" for key, value in values.items() if value is not None)
    path.write_text("\n".join(re.sub(r"^(\S+ = )'(.*)'$", r'\1"\2"', line) for line in lines) + "\n")
    path.chmod(0o600)
    return str(path)
