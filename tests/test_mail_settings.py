"""The settings of a server for mails: where they come from, what is wrong with them, who may read a password."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from conftest import ROOT, Command
from processes import refused
from test_mail_send import filled, mail

from schrille_cli.kit import smtpsettings
from schrille_cli.schrille import GameError


def load(folder: Path, text: str | None, **environ: str) -> smtpsettings.Settings:
    """The settings of a file that only its owner may read, and of an environment."""
    path = folder / "smtp.toml"
    if text is not None:
        path.write_text(text)
        path.chmod(0o600)
    variables = {f"SCHRILLE_SMTP_{key.upper()}": value for key, value in environ.items()}
    return smtpsettings.load(str(path) if text is not None else None, variables)


def test_what_a_file_says_wins(tmp_path: Path) -> None:
    (tmp_path / "secret").write_text("one\r\n")
    (tmp_path / "secret").chmod(0o600)
    text = 'host = "a.example"\nuser = "u"\npassword-file = "secret"\n'
    found = load(tmp_path, text, host="b.example", port="2525", password="two", security="tls", timeout="7")
    assert found[:4] == ("a.example", 2525, "tls", "u")
    assert (str(found.password), found.timeout, found.ca) == ("one", 7, "")
    assert load(tmp_path, None, host="b.example")[1:3] == (587, "starttls")
    assert [load(tmp_path, f'host = "h"\nsecurity = "{kind}"').port for kind in ("tls", "none")] == [465, 25]
    assert load(tmp_path, 'host = "h"\nca = "x.pem"').ca == str(tmp_path / "x.pem")
    assert load(tmp_path, 'host = "h"', ca="x.pem", port="").ca == "x.pem"
    assert load(tmp_path, 'host = "h"\nuser = "u"', password="two").password == "two"


def test_the_readme_s_settings(tmp_path: Path) -> None:
    readme = (ROOT / "README.md").read_text("utf-8")
    (tmp_path / "password.txt").write_text("hush\n")
    (tmp_path / "password.txt").chmod(0o600)
    found = load(tmp_path, re.findall(r"^```toml\n(host = .*?)^```$", readme, re.MULTILINE | re.DOTALL)[0])
    ca = str(tmp_path / "authority.pem")
    assert found == ("mail.example.org", 587, "starttls", "moderator", "hush", 30.0, ca)
    assert load(tmp_path, 'host = "h"') == ("h", found.port, found.security, "", "", found.timeout, "")


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "no SMTP server is named"),
        ('host = ""', "no SMTP server is named"),
        ('host = "a b"', "host: this cannot be a server's name"),
        ('hots = "a"\npasword = "x"', 'there are no such settings: "hots" and "pasword"'),
        ("host = 5", "host: this must be a text"),
        ('host = "h"\nuser = ["u"]', "user: this must be a text"),
        ('host = "h"\nport = 0', 'port: "0" is no number from 1 to 65535'),
        ('host = "h"\nport = 70_000', "port: "),
        ('host = "h"\nport = 2.5', "port: "),
        ('host = "h"\nport = true', "port: "),
        ('host = "h"\nport = nan', "port: "),
        ('host = "h"\ntimeout = "soon"', "timeout: "),
        ('host = "h"\ntimeout = inf', "timeout: "),
        ('host = "h"\nsecurity = "ssl"', 'security: there is no such kind of security: "ssl"'),
        ('host = "h"\nsecurity = []', "security: "),
        ('host = "h"\nuser = "u"', "user: user and password go together"),
        ('host = "h"\npassword = "hush"', "password: user and password go together"),
        ('host = "h"\nuser = "u"\npassword = "hush"\npassword-file = "x"', "password and password-file exclude"),
        ('host = "h"\nuser = "u"\npassword-file = "missing"', "there is no such file"),
        ('host = "h"\nuser = "u"\npassword-file = "empty"', "must be one line"),
        ('host = "h"\nuser = "u"\npassword-file = "two"', "must be one line"),
        ('host = "h"\nuser = "u"\npassword-file = "open"', "others may read this file"),
        ('host = "h"\nuser = "u"\npassword = "hush"\nsecurity = "none"', "without encryption nobody logs in"),
        ('host = "h"\nuser = "u"\npassword = hush', "this is not TOML"),
    ],
)
def test_settings_that_are_wrong(tmp_path: Path, text: str, words: str) -> None:
    for name, content in {"empty": "\n", "two": "hush\nhush\n", "open": "hush\n"}.items():
        (tmp_path / name).write_text(content)
        (tmp_path / name).chmod(0o644 if name == "open" else 0o600)
    with pytest.raises(GameError) as caught:
        load(tmp_path, text)
    assert words in str(caught.value)
    assert "hush" not in str(caught.value)


def test_all_that_is_wrong_is_said_at_once(tmp_path: Path) -> None:
    with pytest.raises(GameError) as caught:
        load(tmp_path, 'host = 1\nport = "x"\ntimeout = 0\nsecurity = "y"')
    assert [fault.place.rpartition(", ")[2] for fault in caught.value.faults] == [
        "security",
        "port",
        "timeout",
        "host",
    ]


@pytest.mark.parametrize("mode", [0o640, 0o604, 0o620])
def test_a_password_is_in_no_file_that_others_may_read(schrille: Command, tmp_path: Path, mode: int) -> None:
    path = tmp_path / "smtp.toml"
    path.write_text('host = "localhost"\n')
    path.chmod(mode)
    assert smtpsettings.load(str(path), {}).host == "localhost"
    path.write_text('host = "localhost"\nuser = "u"\npassword = "hush"\n')
    said = refused(schrille, "mail", "send", filled(tmp_path, "folder", mail(1)), "--settings", str(path))
    assert f"chmod 600 {path}" in said
    assert "hush" not in said


def test_who_logs_in_without_encryption_is_here(tmp_path: Path) -> None:
    for host in ("localhost", "127.0.0.1", "127.1.2.3", "::1"):
        assert load(tmp_path, f'host = "{host}"\nuser = "u"\npassword = "p"\nsecurity = "none"').host == host
    for host in ("localhost.example", "10.0.0.1", "0.0.0.0", "127.0.0.1.example"):
        with pytest.raises(GameError):
            load(tmp_path, f'host = "{host}"\nuser = "u"\npassword = "p"\nsecurity = "none"')
