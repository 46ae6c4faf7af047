"""A server that takes mails by SMTP: connecting, logging in, and what it answers to a mail."""

from __future__ import annotations

import re
import smtplib
import ssl
from base64 import b64encode
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from typing import NamedTuple

from .errors import error, quoted, reason
from .language import _, ngettext
from .smtpsettings import Settings

CLOSING = 421  # the server ends the connection
LONGEST_WORDS, MOST_WORDS = 300, 3000  # characters of an answer that are told, and looked at
FAREWELL = 3.0  # seconds
LINE_END = re.compile(rb"\r\n|\r|\n")
SECRET = re.compile(r"schrille-[a-z0-9-]{8,60}", re.ASCII | re.IGNORECASE)  # in subjects of this program's mails
ADDRESS = re.compile(r"[^\s<>@]{0,64}@[^\s<>@]{1,255}")
MOST_HEAD = 1_000_000
PLAIN_ADDRESS = re.compile(r"[^\s<>@\x00-\x20\x7f-\U0010ffff]+@[^\s<>@\x00-\x20\x7f-\U0010ffff]+")


class Mail(NamedTuple):
    """A mail on its way: who sends it, who gets it, and its bytes."""

    sender: str
    recipient: str
    data: bytes


class Refused(NamedTuple):
    """What a server answered that did not take a mail: its code, and its words, short and harmless."""

    code: int
    words: str


class Lost(Exception):  # noqa: N818 - it says what it is
    """The connection ended in the midst of a mail; whether the server took it nobody knows. Its text says why."""


def mail_of(data: bytes) -> Mail:
    """A mail with sender and recipient as its head names them.

    Raises `GameError` (kind ``"mail"``) where From is not one address, or To, Cc and Bcc together are not one.
    """
    from email.parser import BytesHeaderParser
    from email.utils import getaddresses

    head = re.split(rb"\r?\n\r?\n", data[:MOST_HEAD], maxsplit=1)[0]
    headers = BytesHeaderParser().parsebytes(head + b"\n\n")

    def one(*names: str) -> str:
        texts = [str(text) for name in names for text in headers.get_all(name, [])]
        found = [address for _name, address in getaddresses(texts)] if sum(map(len, texts)) <= 2000 else []
        if len(found) != 1 or not PLAIN_ADDRESS.fullmatch(found[0]):
            message = _("there must be exactly one address in {name}, of plain ASCII letters")
            raise error("mail", message.format(name=names[0]), hint=_("correct the mail, or take it out"))
        return found[0]

    return Mail(one("From"), one("To", "Cc", "Bcc"), data)


class Server:
    """A connection to a server, made when the first mail is sent, and again after it was lost."""

    def __init__(self, settings: Settings) -> None:
        """Remember the settings. Raises `GameError` where the certificates that they name cannot be read."""
        self._settings = settings
        self.place = quoted(f"{settings.host}:{settings.port}", 200)
        self._smtp: smtplib.SMTP | None = None
        try:
            self._context = ssl.create_default_context(cafile=settings.ca or None)
        except OSError as problem:  # also one of ssl
            message = _("cannot read the certificates: {reason}").format(reason=_why(problem))
            raise error("file", message, quoted(settings.ca, 200)) from None

    def send(self, mail: Mail) -> Refused | None:
        """Hand a mail over; None where the server took it.

        Raises `Lost`, and `GameError` (kind ``"server"``) where there is no connection to be had.
        """
        smtp = self._smtp = self._smtp or self._connected()
        data = LINE_END.sub(b"\r\n", mail.data)
        options = []
        if not data.isascii():
            if not smtp.has_extn("8bitmime"):
                return Refused(0, _("the mail has 8-bit characters, which the server does not take"))
            options = ["BODY=8BITMIME"]
        try:
            smtp.sendmail(mail.sender, [mail.recipient], data, options)
        except smtplib.SMTPRecipientsRefused as problem:
            return self._refused(*problem.recipients[mail.recipient], mail)
        except smtplib.SMTPResponseException as problem:
            return self._refused(problem.smtp_code, problem.smtp_error, mail)
        except (smtplib.SMTPException, OSError) as problem:
            self._drop()
            raise Lost(self._lost(problem)) from None
        return None

    def close(self) -> None:
        """End the connection politely, if there is one."""
        if self._smtp and self._smtp.sock:
            with suppress(smtplib.SMTPException, OSError):
                self._smtp.sock.settimeout(FAREWELL)
                self._smtp.quit()
        self._drop()

    def _drop(self) -> None:
        if self._smtp:
            self._smtp.close()
        self._smtp = None

    def _refused(self, code: int, words: bytes | str, mail: Mail) -> Refused:
        said = self._words(words, mail)
        if code == CLOSING or code < 0:
            self._drop()
            raise Lost(_("the server ends the connection: {words}").format(words=said))
        return Refused(code, said)

    def _connected(self) -> smtplib.SMTP:
        """A connection on which mails can be sent, encrypted and logged in as the settings say."""
        host, port, security, user, _password, timeout, _ca = self._settings
        with ExitStack() as stack, self._telling():
            if security == "tls":
                smtp: smtplib.SMTP = smtplib.SMTP_SSL(host, port, timeout=timeout, context=self._context)
            else:
                smtp = smtplib.SMTP(host, port, timeout=timeout)
            stack.callback(smtp.close)
            smtp.ehlo_or_helo_if_needed()
            if security == "starttls":
                if not smtp.has_extn("starttls"):
                    hint = _("choose tls, where the server knows that")
                    raise error("server", _("the server knows no STARTTLS"), self.place, hint)
                smtp.starttls(context=self._context)
                smtp.ehlo_or_helo_if_needed()
            if user:
                self._log_in(smtp)
            stack.pop_all()
        return smtp

    def _log_in(self, smtp: smtplib.SMTP) -> None:
        user, password = self._settings.user, self._settings.password
        ways = smtp.esmtp_features.get("auth", "").upper().split()
        if user.isascii() and password.isascii() and ways:
            smtp.login(user, password)
        elif "PLAIN" in ways:  # smtplib knows ASCII only, and would show the password in its error
            code, words = smtp.docmd("AUTH", "PLAIN " + _coded(f"\0{user}\0{password}"))
            if code != 235:
                raise smtplib.SMTPAuthenticationError(code, words)
        else:
            raise error("server", _("the server knows no login with this user and password"), self.place)

    @contextmanager
    def _telling(self) -> Iterator[None]:
        """Say why there is no connection to be had."""
        hint = ""
        try:
            yield
            return
        except smtplib.SMTPAuthenticationError as problem:
            message = _("the server refuses the login: {words}").format(words=self._answer(problem))
            hint = _("check user and password")
        except smtplib.SMTPResponseException as problem:
            message = _("the server refuses the connection: {words}").format(words=self._answer(problem))
        except ssl.SSLCertVerificationError as problem:
            message = _("the server's certificate cannot be trusted: {reason}").format(reason=_why(problem))
            hint = _("check the name of the server; ca names a file with the certificate of an own authority")
        except (smtplib.SMTPException, OSError) as problem:
            message = self._lost(problem)
        except ValueError:  # a name that cannot be looked up
            message = _("this cannot be a server's name")
        raise error("server", message, self.place, hint)

    def _lost(self, problem: Exception) -> str:
        """Why a connection ended, or did not come about."""
        if isinstance(problem, smtplib.SMTPServerDisconnected) and isinstance(problem.__context__, OSError):
            problem = problem.__context__
        if isinstance(problem, TimeoutError):
            seconds = round(self._settings.timeout)
            said = ngettext(
                "the server has not answered for {number} second",
                "the server has not answered for {number} seconds",
                seconds,
            )
            return said.format(number=seconds)
        if isinstance(problem, smtplib.SMTPServerDisconnected):
            return _("the server ended the connection")
        return _("there is no connection to the server: {reason}").format(reason=_why(problem))

    def _answer(self, problem: smtplib.SMTPResponseException) -> str:
        return f"{problem.smtp_code} {self._words(problem.smtp_error)}"

    def _words(self, said: bytes | str, mail: Mail | None = None) -> str:
        """What a server said, short and harmless, with no password and no address but those of the mail."""
        text = said.decode("utf-8", "replace") if isinstance(said, bytes) else said
        user, password = self._settings.user, self._settings.password
        if password:
            for secret in (_coded(f"\0{user}\0{password}"), _coded(password), password):
                text = text.replace(secret, "…")
        known = {mail.sender.lower(), mail.recipient.lower()} if mail else set()

        def own(match: re.Match[str]) -> str:
            return match[0] if match[0].strip(".,;:()[]'\"").lower() in known else "…@…"

        text = SECRET.sub("…", ADDRESS.sub(own, " ".join(text.split())[:MOST_WORDS]))
        return quoted(text, LONGEST_WORDS)[1:-1]


def _coded(text: str) -> str:
    """A text as it is sent to log in."""
    return b64encode(text.encode()).decode("ascii")


def _why(problem: Exception) -> str:
    """Why something did not go, as the system or a library says it, harmless on a terminal.

    `schrille_cli.kit.reasons` lists what can be translated.
    """
    if isinstance(problem, ssl.SSLCertVerificationError):
        said = _(problem.verify_message)
    elif isinstance(problem, ssl.SSLError):
        said = _((problem.reason or str(problem)).lower().replace("_", " "))
    else:
        said = reason(problem) if isinstance(problem, OSError) else str(problem)
    return quoted(said, LONGEST_WORDS)[1:-1]
