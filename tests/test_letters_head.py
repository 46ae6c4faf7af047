"""The header of a mail: its id, what it answers, when it was sent, and whether a machine wrote it."""

from __future__ import annotations

import pytest
from mailbuilding import HEAD, SLIP, TOKEN, mail

from schrille_cli.kit.heads import OWN, read_head

PLAIN = "From: Ann <ann@example.org>\nSubject: Re: slip\n"


def head(more: str, base: str = PLAIN) -> bytes:
    return f"{base}{more}\n\nbody\n".encode()


def test_what_a_reply_says() -> None:
    found = read_head(mail([SLIP]))
    assert found.subject == f"Re: Round 2 [{TOKEN}]"
    assert found.references == (f"<{TOKEN}.1-1@example.org>",)
    assert found.message_id == "<reply.1@example.org>"
    assert found.date == 1710238333  # 2024-03-12 10:12:13 UTC
    assert found.automatic == ""


def test_the_id_is_the_same_wherever_the_mail_lies() -> None:
    lies = "Received: from a\n by b\n"
    body = "From the start\n>From there\n\nend"
    base = "Message-ID: <1@a>\nDate: Tue, 12 Mar 2024 11:12:13 +0100\nFrom: Ann\n <ann@example.org>\n"
    maildir = f"{base}X: y\n\n{body}\n".encode()
    known = read_head(maildir).id
    assert len(known) == 24
    assert int(known, 16) >= 0
    for same in (
        maildir.replace(b"\n", b"\r\n"),
        lies.encode() + maildir,
        maildir + b"\n\n",
        f"{base}\n{body}".replace(">From", "From").encode(),
        f"{base}\n{body}".replace("\nFrom there", "\n>From there").encode(),
        b"From ann@example.org Tue Mar 12 11:12:13 2024\n"
        + f"{base}\n>From the start\n>From there\n\nend\n\n".encode(),
        maildir.replace(b"Ann\n <ann", b"Ann <ann"),
    ):
        assert read_head(same).id == known
    for other in (maildir + b"x", maildir.replace(b"<1@a>", b"<2@a>"), maildir.replace(b"Mar", b"Apr")):
        assert read_head(other).id != known


@pytest.mark.parametrize(
    ("raw", "subject"),
    [
        ("Subject: =?utf-8?q?R=C3=BCckfrage_zur?= =?utf-8?q?_Runde?=", "Rückfrage zur Runde"),
        ("Subject: =?utf-8?b?UsO8?=\n =?utf-8?b?Y2s=?= [x]", "Rück [x]"),
        ("Subject: =?iso-8859-1?q?R=FCck?=", "Rück"),
        ("Subject: =?utf-8?q?R=FCck?=", "Rück"),
        ("Subject: =?martian?q?R=C3=BCck?=", "Rück"),
        ("Subject: =?utf-7?q?+ADEANA-?=", "+ADEANA-"),
        ("Subject: =?utf-8?b?UsO8Y?=", None),
        ("Subject: Rück €", "Rück €"),
        ("Subject: a\n\tb\n  c", "a b c"),
        ("Subject: =?utf-8?q?a=0D=0ABcc:_x=00?=", "a Bcc: x"),
        ("Subject:", ""),
        ("X: y", ""),
        (f"Subject: {'x' * 3000}", "x" * 1000),
        ("Subject: one\nSubject: two", "one"),
        ("Subject: ../../etc/passwd", "../../etc/passwd"),
    ],
)
def test_subjects(raw: str, subject: str | None) -> None:
    found = read_head(head(raw, "")).subject
    assert found == subject if subject is not None else found


def test_references() -> None:
    found = read_head(head("References: <a@x>\n <b@x> junk <c@x> <b@x>\nIn-Reply-To: Your mail <c@x>")).references
    assert found == ("<c@x>", "<a@x>", "<b@x>")
    many = " ".join(f"<{number}@x>" for number in range(300))
    found = read_head(head(f"References: {many}\nIn-Reply-To: <r@x>")).references
    assert found == ("<r@x>", *(f"<{number}@x>" for number in range(201, 300)))
    assert read_head(head(f"References: <{'x' * 250}@x> <a b@x> <ü@x>")).references == ()
    assert read_head(head("In-Reply-To: =?utf-8?q?=3Ca=40x=3E?=")).references == ("<a@x>",)


@pytest.mark.parametrize("raw", ["<a b@x>", "none", "<a@x> <b@x>", "<>", f"<{'a' * 300}@x>", ""])
def test_strange_message_ids_are_none(raw: str) -> None:
    assert read_head(head(f"Message-ID: {raw}")).message_id == ""


@pytest.mark.parametrize(
    ("raw", "date"),
    [
        ("Tue, 12 Mar 2024 11:12:13 +0100", 1710238333),
        ("12 Mar 2024 10:12:13", 1710238333),
        ("Tue, 12 Mar 99999999999 11:12:13", None),
        ("yesterday", None),
        ("", None),
        ("Tue, 99 Mar 2024 99:99:99 +9999", None),
        ("Mon, 1 Jan 1900 00:00:00 +0000", None),
    ],
)
def test_dates(raw: str, date: int | None) -> None:
    found = read_head(head(f"Date: {raw}")).date
    assert found == date or "99:99" in raw


@pytest.mark.parametrize(
    ("raw", "kind"),
    [
        ("X-Other: 1", ""),
        ("Auto-Submitted: no", ""),
        ("Auto-Submitted: auto-replied", "auto-reply"),
        ("Auto-Submitted: auto-generated; x=y", "auto-reply"),
        ("auto-submitted: Auto-Notified (x)", "auto-reply"),
        ("X-Autoreply: yes", "auto-reply"),
        ("X-Autoreply: no", ""),
        ("X-Autorespond: out", "auto-reply"),
        ("X-Auto-Response-Suppress: All", ""),  # it asks not to be answered by machines; people send that too
        ("Precedence: bulk", "auto-reply"),
        ("Precedence: Junk", "auto-reply"),
        ("Precedence: auto_reply", "auto-reply"),
        ("Precedence: list", ""),
        ("Return-Path: <>", "bounce"),
        ("Return-Path: <ann@example.org>", ""),
        ("Return-Path: <>\nAuto-Submitted: auto-replied", "auto-reply"),
        ("Content-Type: multipart/report; report-type=delivery-status; boundary=x", "bounce"),
        ("Content-Type: multipart/report; report-type=disposition-notification; boundary=x", "auto-reply"),
        ("X-Failed-Recipients: a@b", "bounce"),
        (f"{OWN}: 1", "own"),
        (f"{OWN.lower()}:\nAuto-Submitted: auto-generated", "own"),
    ],
)
def test_who_is_a_machine(raw: str, kind: str) -> None:
    assert read_head(head(raw)).automatic == kind


@pytest.mark.parametrize(
    ("sender", "kind"),
    [
        ("MAILER-DAEMON@example.org", "bounce"),
        ("Mail Delivery System <Mailer-Daemon@mx.example.org>", "bounce"),
        ("postmaster@example.org", "bounce"),
        ("MAILER-DAEMON (Mail Delivery System)", "bounce"),
        ("Postmasterson <pat@example.org>", ""),
        ("Ann <ann@example.org>", ""),
    ],
)
def test_who_sends_what_comes_back(sender: str, kind: str) -> None:
    assert read_head(head(f"From: {sender}", "")).automatic == kind


@pytest.mark.parametrize(
    ("subject", "kind"),
    [
        ("Out of office", "auto-reply"),
        ("Out of Office AutoReply: Round 2", "auto-reply"),
        ("Out of the office: Round 2", "auto-reply"),
        ("Automatic reply: Round 2", "auto-reply"),
        ("Abwesenheitsnotiz: Runde 2", "auto-reply"),
        ("Automatische Antwort: Runde 2", "auto-reply"),
        ("=?utf-8?q?Au=C3=9Fer_Haus?=", "auto-reply"),
        ("Undelivered Mail Returned to Sender", "bounce"),
        ("Unzustellbar: Runde 2", "bounce"),
        ("Re: Out of office", ""),
        ("AW: Automatische Antwort: Runde 2", ""),
        ("Out of office next week, so my slip today", ""),
        ("My automatic reply: none", ""),
    ],
)
def test_notes_of_vacation(subject: str, kind: str) -> None:
    assert read_head(head(f"Subject: {subject}", "From: Ann <a@example.org>\n")).automatic == kind


def test_a_header_that_is_broken_is_read() -> None:
    assert read_head(b"").subject == ""
    assert read_head(b"no header at all").references == ()
    assert read_head(b"From x\nSubject: a\nnonsense\nSubject: b\n\nx").subject == "a"
    assert read_head(HEAD.encode().replace(b"\r\n", b"\r") + b"\rx").message_id == "<reply.1@example.org>"
