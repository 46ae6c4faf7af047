"""Mails that are meant to harm: each is read or refused in bounded time and memory."""

from __future__ import annotations

import base64
import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from schrille_cli.kit.letters import BEGIN, END, MOST_BYTES

MOST_SECONDS = 10  # of a processor; what takes longer than straight lines takes minutes here
MOST_MEMORY = 1_000_000_000
HEAD = b"From: a@example.org\nMessage-ID: <1@example.org>\nSubject: x\n"
FULL = MOST_BYTES - 1000
LINES = 49_000


def plain(body: bytes, more: bytes = b"", cte: bytes = b"8bit") -> bytes:
    return HEAD + b"Content-Transfer-Encoding: " + cte + b"\nContent-Type: text/plain" + more + b"\n\n" + body


def marked(body: bytes) -> bytes:
    return HEAD + b"Content-Type: text/html; charset=utf-8\n\n" + body


def nested(deep: int, end: bytes = b"x\n") -> bytes:
    parts = (b"Content-Type: multipart/mixed; boundary=b%d\n\n--b%d\n" % (at, at) for at in range(deep))
    return HEAD + b"".join(parts) + b"Content-Type: text/plain\n\n" + end


def mixed(part: bytes, number: int) -> bytes:
    return HEAD + b"Content-Type: multipart/mixed; boundary=x\n\n" + (b"--x\n" + part) * number


def filled(line: str, number: int = LINES) -> bytes:
    return plain((line + "\n").encode() * number)


SENT = b"On 12.3.2024 10:11 wrote "
READ: dict[str, Callable[[], bytes]] = {
    "one-letter": lambda: plain(b"a" * FULL),
    "spaces": lambda: plain(b" " * FULL),
    "marks": lambda: plain(b">" * FULL),
    "marks-and-spaces": lambda: plain(b"> " * (FULL // 2)),
    "strokes": lambda: plain(b"=" * (FULL - 20) + b"schrille-cli"),
    "edges": lambda: plain(BEGIN.encode() * LINES),
    "edges-apart": lambda: plain(f"{BEGIN}\n".encode() * (LINES // 2) + f"{END}\n".encode() * (LINES // 2)),
    "mails-in-mails": lambda: plain(b"-----Original Message-----\nx\n" * 20_000 + f"{END}\n".encode() * 9000),
    "who-wrote": lambda: filled("On 12.3.2024 10:11 wrote <a@b.c> :"),
    "who-wrote-nearly": lambda: filled("On 12.3.2024 10:11 wrote <a@b.c>"),
    "who-wrote-long": lambda: plain((SENT * 40 + b"...\n") * (FULL // 1010)),
    "headers": lambda: filled("From: x"),
    "openings": lambda: filled("-----Original Message-----"),
    "rulers": lambda: filled("-----"),
    "list-rulers": lambda: filled("_" * 30),
    "devices": lambda: filled("Sent from my " + "iphone " * 25),
    "devices-nearly": lambda: filled("Sent from my " + "a" * 170 + "iphone!!!!"),
    "greetings": lambda: filled("Viele" + " " * 900, 11_000),
    "signatures": lambda: filled("--"),
    "numbers": lambda: plain(b"--\n" + b"1 " * (FULL // 2)),
    "flowed": lambda: plain(b"a \n" * LINES, b"; format=flowed"),
    "base64": lambda: plain(base64.encodebytes(b"14+3 " * 1_400_000), cte=b"base64"),
    "equals": lambda: plain(b"=3D" * (FULL // 3), cte=b"quoted-printable"),
    "high-bytes": lambda: plain(b"\x96" * FULL),
    "nuls": lambda: plain(b"\0" * FULL),
    "halves": lambda: plain(b"\x81" * FULL, b"; charset=shift_jis"),
    "shifts": lambda: plain(b"\x1b$B" * (FULL // 3), b"; charset=iso-2022-jp"),
    "parameters": lambda: HEAD + b"Content-Type: text/plain; " + b'a=";' * 60_000 + b"\n\nx",
    "parameters-folded": lambda: HEAD + b"Content-Type: text/plain;\n" + b" a=b;\n" * 30_000 + b"\n\nx",
    "part-parameters": lambda: mixed(b"Content-Type: text/plain; " + b'a=";' * 2_000_000 + b"\n\nx", 1),
    "part-headers": lambda: mixed(b"X: a\n" * 280_000 + b"\n\nx", 1),
    "subject": lambda: b"Subject: " + b"=?a?q?" * 40_000 + b"\n\nx",
    "references": lambda: b"References: " + b"<" * 200_000 + b"\n\nx",
    "sender": lambda: b"From: " + b"(" * 200_000 + b"\n\nx",
    "date": lambda: b"Date: " + b"1" * 200_000 + b"\n\nx",
    "end-tags": lambda: marked(b"<div>" * 480 + b"</b>" * 190_000),
    "paragraphs": lambda: marked(b"<p>x" * 95_000),
    "blockquotes": lambda: marked(b"<blockquote>" * 480 + b"<blockquote></blockquote>" * 49_000),
    "gmail-quotes": lambda: marked(b"<div class=gmail_quote>" * 480 + b"<blockquote></blockquote>" * 49_000),
    "lists": lambda: marked(b"<ol reversed>" * 480 + b"<li>x</li>" * 49_000),
    "signature-tags": lambda: marked(b"<div class=gmail_signature>" + b"<p>x</p>" * 47_000),
    "comments": lambda: marked(b"<!--" * 190_000),
    "comment": lambda: marked(b"<!-- " + b"x" * FULL),
    "attributes": lambda: marked(b"<a " + b" ".join(b"x%d=1" % at for at in range(900_000))),
    "open-tags": lambda: marked(b"<a " * 190_000),
    "entities": lambda: marked(b"&nbsp;" * (FULL // 6)),
    "styles": lambda: marked((b"<p style='" + b"display " * 200 + b"'>") * 6000),
    "scripts": lambda: marked(b"<script>" * 190_000),
    "names": lambda: marked((b"<p class='" + b"x_" * 5000 + b"'>") * 900),
}
REFUSED: dict[str, tuple[Callable[[], bytes], str]] = {
    "large": (lambda: b"x" * 100_000_000, "the mail has more than 10 MB"),
    "lines": (lambda: plain(b"\n" * FULL), "the mail has more than 300,000 lines"),
    "returns": (lambda: plain(b"\r" * FULL), "the mail has more than 300,000 lines"),
    "text-lines": (lambda: filled("x", 60_000), "the mail has more than 50,000 lines"),
    "packed-lines": (
        lambda: plain(base64.encodebytes(b"\n" * 7_000_000), cte=b"base64"),
        "the mail has more than 50,000 lines",
    ),
    "parts": (lambda: mixed(b"\nx\n", 10_000), "the mail has more than 1,000 parts"),
    "deep": (lambda: nested(5000), "the mail has more than 30 parts inside each other"),
    "deep-mails": (
        lambda: HEAD + b"Content-Type: message/rfc822\n\n" * 5000,
        "more than 30 parts inside each other",
    ),
    "deep-and-long": (lambda: nested(25, b"a\n" * 280_000), "the mail has more than 50,000 lines"),
    "header": (lambda: HEAD + b"X: " + b"a" * 2**20 + b"\n\nx", "the mail's header has more than 256 KB"),
    "header-lines": (lambda: HEAD + b"X: a\n" * 100_000 + b"\nx", "the mail's header has more than 256 KB"),
    "tags": (lambda: marked(b"<div>" * (FULL // 5)), "more than 100,000 HTML tags"),
    "deep-tags": (lambda: marked(b"<table>" * 50_000), "or more than 500 inside each other"),
    "tags-of-parts": (
        lambda: mixed(b"Content-Type: text/html\n\n" + b"<p>x" * 2000 + b"\n", 900),
        "more than 100,000 HTML tags",
    ),
}
RUN = """
import json, resource, sys, time
resource.setrlimit(resource.RLIMIT_AS, ({memory}, {memory}))
from schrille_cli.kit.errors import GameError
from schrille_cli.kit.letters import read_head, read_letter
data = sys.stdin.buffer.read()
start = time.process_time()
read_head(data)
headed = time.process_time()
try:
    said = len(read_letter(data).lines)
except GameError as problem:
    said = [problem.faults[0].kind, str(problem)]
print(json.dumps([headed - start, time.process_time() - start, said]))
"""


def read(data: bytes) -> object:
    """What comes of a mail in a process of its own: the number of its lines, or the kind and text of the fault."""
    run = [sys.executable, "-c", RUN.format(memory=MOST_MEMORY)]
    done = subprocess.run(
        run, input=data, capture_output=True, timeout=120, cwd=Path(__file__).parent, check=False
    )
    assert done.returncode == 0, done.stderr[-2000:]
    headed, all_of_it, said = json.loads(done.stdout)
    assert headed < MOST_SECONDS / 5
    assert all_of_it < MOST_SECONDS
    return said


@pytest.mark.parametrize("name", READ)
def test_it_is_read(name: str) -> None:
    data = READ[name]()
    assert len(data) <= MOST_BYTES
    assert isinstance(read(data), int)


@pytest.mark.parametrize("name", REFUSED)
def test_it_is_refused(name: str) -> None:
    build, message = REFUSED[name]
    said = read(build())
    assert isinstance(said, list)
    assert said[0] == "mail"
    assert message in said[1]
