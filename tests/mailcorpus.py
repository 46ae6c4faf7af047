"""Mails as people send them, each with the lines that are its sender's own and with the slip that is meant."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from mailbuilding import FORM, SLIP, Program, html, mail, multi, reply_html, reply_text, text
from mailprograms import MARKING, SILENT

QUOTED = "quoted only"  # a slip is there, but in quoted lines only


class Case(NamedTuple):
    """A mail; ``own`` are the lines of its sender that are not blank; ``slip`` the one meant, None, or `QUOTED`.

    ``quoted`` must be among the quoted lines, ``gone`` in no line at all.
    """

    name: str
    mail: bytes
    own: Sequence[str]
    slip: str | None
    quoted: Sequence[str] = ()
    gone: Sequence[str] = ()


SIGNED = {
    "gmail": ["-- ", "Ann Example", "Tel. 030 12-3"],
    "apple": ["Sent from my iPhone"],
    "apple-de": ["Von meinem iPhone gesendet"],
    "outlook-mobile": ["Get Outlook for Android<https://aka.ms/AAb9ysg>"],
    "outlook-mobile-de": ["Gesendet von Outlook für Android<https://aka.ms/AAb9ysg>"],
    "samsung": ["Sent from my Galaxy"],
    "samsung-de": ["Von meinem Samsung Galaxy Smartphone gesendet."],
    "k9": ["Sent from my Android device with K-9 Mail. Please excuse my brevity."],
    "k9-de": ["Diese Nachricht wurde von meinem Android-Gerät mit K-9 Mail gesendet."],
    "yahoo": ["Sent from Yahoo Mail on Android"],
    "yahoo-de": ["Gesendet von Yahoo Mail auf Android"],
    "gmx": ["Gesendet mit der GMX Mail App"],
    "outlook-de": ["Mit freundlichen Grüßen", "Ann Example"],
}


def _both(program: Program, name: str, own: Sequence[str], slip: str | None, **where: object) -> Iterator[Case]:
    """A reply of a program in plain text, in HTML, and in both."""
    lines = reply_text(program, **where)  # type: ignore[arg-type]
    if program.flowed:
        plain = text([f" {line}" if line.startswith(" ") else line for line in lines], more="; format=flowed")
    else:
        plain = text(lines, cte="quoted-printable")
    marked = html(reply_html(program, **where))  # type: ignore[arg-type]
    quoted = [line for line in FORM if line != "14"]
    yield Case(f"{program.name}-{name}-plain", mail(plain), own, slip, quoted)
    yield Case(f"{program.name}-{name}-html", mail(marked), own, slip, quoted)
    yield Case(f"{program.name}-{name}-both", mail(multi("alternative", plain, marked)), own, slip, quoted)


def replies() -> Iterator[Case]:
    """Replies of every program, above, below and inside what it quotes."""
    for program in [*MARKING, *SILENT]:
        signed = ["", *SIGNED[program.name]] if program.name in SIGNED else []
        yield from _both(program, "above", ["Hello,", SLIP], SLIP, above=["Hello,", SLIP, *signed])
        yield from _both(program, "below", [SLIP], SLIP, above=[], below=[SLIP, *signed])
        yield from _both(program, "nothing", ["Thanks!"], QUOTED, above=["Thanks!"])
    for program in MARKING:
        inside = {3: ["14+3 9-2 7-1", "3+2 12+4"], 4: ["1:no1 8:pick"]}
        yield from _both(program, "inside", [*inside[3], *inside[4]], SLIP, above=[], inside=inside)
