"""Mails of other kinds than replies: charsets, parts and forwards; and those of `mailmarkup`."""

from __future__ import annotations

from collections.abc import Iterator

import mailmarkup
from mailbuilding import BEGIN, END, FORM, HEAD, OLD, SLIP, attachment, divs, forwarded, html, mail, multi, text
from mailcorpus import QUOTED, Case
from mailmarkup import LINES, MINUS

DASHED = SLIP.replace("-", "–")


def charsets() -> Iterator[Case]:
    """Texts in all kinds of bytes."""

    def case(name: str, raw: bytes, own: str, declared: str, slip: str = SLIP, cte: str = "8bit") -> Case:
        return Case(name, mail(text(raw, charset=declared, cte=cte)), [own], slip)

    yield case("utf-8-minus", MINUS.encode(), MINUS, "utf-8")
    yield case("utf-8-no-charset", MINUS.encode(), MINUS, "")
    yield case("utf-8-as-latin", f"ü {MINUS}".encode(), f"ü {MINUS}", "iso-8859-1")
    yield case("utf-8-as-unknown", MINUS.encode(), MINUS, "x-unknown-8bit")
    yield case("utf-8-as-ascii", MINUS.encode(), MINUS, "us-ascii")
    yield case("cp1252-dash", DASHED.encode("cp1252"), DASHED, "windows-1252", cte="quoted-printable")
    yield case("cp1252-as-latin", DASHED.encode("cp1252"), DASHED, "iso-8859-1")
    yield case("cp1252-as-utf-8", f"Grüße – {DASHED}".encode("cp1252"), f"Grüße – {DASHED}", "utf-8")
    yield case("cp1252-as-unknown", DASHED.encode("cp1252"), DASHED, "martian")
    yield case("latin-15", f"€ für {SLIP}".encode("iso-8859-15"), f"€ für {SLIP}", "iso-8859-15")
    yield case("koi8-r", f"Привет {SLIP}".encode("koi8-r"), f"Привет {SLIP}", "koi8-r", cte="base64")
    yield case(
        "iso-2022-jp", f"こんにちは {SLIP}".encode("iso-2022-jp"), f"こんにちは {SLIP}", "iso-2022-jp", cte="7bit"
    )
    wide = "１４＋３ ９－２ ７－１ ３＋２ １２＋４ １：ｎｏ１ ８：ｐｉｃｋ"
    yield case("shift-jis-wide", wide.encode("cp932"), wide, "shift_jis")
    yield case("gb2312", f"你好 {SLIP}".encode("gb18030"), f"你好 {SLIP}", "gb2312", cte="base64")
    yield case("big5", f"你好 {SLIP}".encode("big5"), f"你好 {SLIP}", "big5")
    yield case("euc-kr", f"안녕 {SLIP}".encode("euc-kr"), f"안녕 {SLIP}", "ks_c_5601-1987")
    yield case("utf-16-mark", MINUS.encode("utf-16"), MINUS, "utf-16", cte="base64")
    yield case("utf-16-big", MINUS.encode("utf-16-be"), MINUS, "utf-16", cte="base64")
    yield case("utf-16-wrong", SLIP.encode(), SLIP, "utf-16")
    yield case("utf-8-mark", b"\xef\xbb\xbf" + SLIP.encode(), SLIP, "utf-8")
    yield case("utf-7-never", b"+ADEANA +- " + SLIP.encode(), f"+ADEANA +- {SLIP}", "utf-7", cte="7bit")
    yield case("odd-codec", SLIP.encode(), SLIP, "unicode_escape")
    yield case("path-codec", SLIP.encode(), SLIP, "../../etc/passwd")
    yield case("nuls", SLIP.replace(" ", "\0 ").encode(), SLIP, "utf-8")
    yield case("zero-width", SLIP.replace("+", "\u200b+").encode(), SLIP, "utf-8")
    yield case("nbsp", SLIP.replace(" ", "\xa0").encode(), SLIP.replace(" ", "\xa0"), "utf-8")
    yield case(
        "long-quoted-printable",
        f"{'Hallo ' * 20}{SLIP}".encode(),
        f"{'Hallo ' * 20}{SLIP}",
        "utf-8",
        cte="quoted-printable",
    )
    wrong = "Content-Type: text/plain\r\nContent-Transfer-Encoding: Quoted-Printable\r\n\r\n=ZZ =\r\n14+3="
    yield Case("quoted-printable-broken", f"{HEAD}{wrong}".encode(), ["=ZZ 14+3"], None)
    broken = f"{HEAD}Content-Transfer-Encoding: base64; oops\r\n\r\nMTQrMyA5LTI\r\n".encode()
    yield Case("base64-broken", broken, ["14+3 9-2"], None)
    bare = f"{HEAD}Content-Transfer-Encoding: martian\r\n\r\n{SLIP}\r\n".encode()
    yield Case("transfer-unknown", bare, [SLIP], SLIP)
    yield Case(
        "only-carriage-returns",
        f"Subject: x\r\r{LINES[0]}\r{LINES[1]}\r{LINES[2]}\r{LINES[3]}".encode(),
        LINES,
        SLIP,
    )
    yield Case("no-header", f"\r\n{SLIP}\r\n".encode(), [SLIP], SLIP)
    yield Case("empty", b"", [], None)
    yield Case("header-only", HEAD.encode(), [], None)


def parts() -> Iterator[Case]:
    """Mails of several parts."""
    placeholder = "This is a message in HTML format. Please use a program that reads HTML."
    marked = html(divs(["Hello", SLIP]))
    yield Case("placeholder", mail(multi("alternative", text(placeholder), marked)), ["Hello", SLIP], SLIP)
    yield Case("plain-blank", mail(multi("alternative", text(" \r\n\r\n"), marked)), ["Hello", SLIP], SLIP)
    yield Case("plain-wins", mail(multi("alternative", text(SLIP), html(divs(["other"])))), [SLIP], SLIP)
    yield Case("html-first", mail(multi("alternative", html(divs(["other"])), text(SLIP))), [SLIP], SLIP)
    image = attachment("smile.png", "GIF89a 9-2", "image/png", "inline")
    calendar = text("BEGIN:VCALENDAR\r\nX: 9-2", "calendar")
    related = multi("related", marked, image)
    yield Case("related", mail(multi("alternative", text(""), related, calendar)), ["Hello", SLIP], SLIP)
    nested = multi("mixed", multi("alternative", text(SLIP), related), image)
    signature = attachment("signature.asc", "iQ9+2", "application/pgp-signature")
    yield Case("signed", mail(multi("signed", nested, signature)), [SLIP], SLIP)
    yield Case("apple-mixed", mail(multi("mixed", text(LINES[:2]), image, text(LINES[2:]))), LINES, SLIP)
    yield Case("attached-alone", mail(multi("mixed", text("\r\n"), attachment("slip.txt", SLIP))), [SLIP], SLIP)
    mine = multi("mixed", text(["see file", "", "-- ", "Ann"]), attachment("old.txt", OLD))
    yield Case("attached-too", mail(mine), ["see file"], QUOTED, [OLD])
    inline = multi("mixed", text(SLIP), attachment("old.txt", OLD, way="inline"))
    yield Case("attached-inline", mail(inline), [SLIP], SLIP, [OLD])
    other = multi("mixed", text("Look:"), forwarded(mail([OLD])))
    yield Case("forwarded-file", mail(other), ["Look:"], QUOTED, [OLD])
    alone = multi("mixed", forwarded(mail(multi("alternative", text(OLD), html(OLD)))))
    yield Case("forwarded-file-alone", mail(alone), [], QUOTED, [OLD])
    yield Case("forwarded-whole", mail(forwarded(mail([OLD]))), [], QUOTED, [OLD])
    digest = multi("digest", forwarded(mail([OLD])), forwarded(mail(["x"])))
    yield Case("digest", mail(multi("mixed", text(SLIP), digest)), [SLIP], SLIP, [OLD, "x"])
    hidden = attachment("encrypted.asc", "hQEMA", "application/octet-stream")
    yield Case("encrypted", mail(multi("encrypted", text("Version: 1"), hidden)), [], None)
    smime = attachment("smime.p7m", "MIAGCSqG", "application/pkcs7-mime")
    yield Case("enveloped", mail(smime), [], None)
    unended = mail(multi("mixed", text(SLIP))).rpartition(b"--=_mixed")[0]
    yield Case("no-last-boundary", unended, [SLIP], SLIP)
    no_boundary = f"{HEAD}Content-Type: multipart/mixed\r\n\r\n{SLIP}\r\n".encode()
    yield Case("no-boundary", no_boundary, [], None)
    report = multi("report", text("Mail to game@example.org failed"), forwarded(mail([OLD])))
    yield Case("report", mail(report), ["Mail to game@example.org failed"], QUOTED, [OLD])
    unknown = multi("strange", text(SLIP))
    yield Case("unknown-multipart", mail(unknown), [SLIP], SLIP)
    list_footer = text(
        [
            "_" * 47,
            "Games mailing list -- games@lists.example.org",
            "To unsubscribe send an email to games-leave@lists.example.org",
        ]
    )
    yield Case("mailman-part", mail(multi("mixed", text(SLIP), list_footer)), [SLIP], SLIP, gone=["_" * 47])
    pgp = [
        "-----BEGIN PGP SIGNED MESSAGE-----",
        "Hash: SHA256",
        "",
        SLIP,
        "-----BEGIN PGP SIGNATURE-----",
        "",
        "iQ9+2abc/9p",
        "=ab1n",
        "-----END PGP SIGNATURE-----",
    ]
    yield Case("inline-pgp", mail(pgp), [pgp[0], pgp[1], SLIP], SLIP, gone=["iQ9+2abc/9p"])


def quotes() -> Iterator[Case]:
    """Quotes and forwards that no program of the corpus writes in that way."""

    def case(name: str, lines: list[str], own: list[str], slip: str | None, more: str = "") -> Case:
        quoted = [OLD] if any(OLD in line for line in lines) else []
        return Case(name, mail(text(lines, more=more)), own, slip, quoted)

    old = [f"> {OLD}"]
    yield case(
        "attribution-three-lines",
        [
            SLIP,
            "",
            "On Tuesday, 12 March 2024 at 10:11:12 CET,",
            "Schrille Stille the Moderator",
            "<game@example.org> wrote:",
            "",
            *old,
        ],
        [SLIP],
        SLIP,
    )
    yield case(
        "attribution-german-wrapped",
        [SLIP, "Am Dienstag, dem 12. März 2024 um 10:11 schrieb Schrille Stille", "<game@example.org>:", *old],
        [SLIP],
        SLIP,
    )
    yield case("attribution-hat-geschrieben", [SLIP, "Ann hat am 12.03.24 10:11 geschrieben:", *old], [SLIP], SLIP)
    yield case("attribution-unmarked", [SLIP, "", "On 12/03/2024 10:11, Ann wrote:", OLD], [SLIP], SLIP)
    yield case("words-that-are-none", ["On Monday Bob wrote:", SLIP], ["On Monday Bob wrote:", SLIP], None)
    yield case("deep-quotes", [SLIP, f">>> > {OLD}", ">>", f"> > {OLD}", f"AB> {OLD}"], [SLIP], SLIP)
    yield case("no-space-quotes", [SLIP, f">{OLD}", f" > {OLD}"], [SLIP], SLIP)
    yield case("table-of-ones-own", ["| 14+3 | 9-2 |", "| 7-1 | 3+2 |"], ["| 14+3 | 9-2 |", "| 7-1 | 3+2 |"], None)
    yield case(
        "flowed",
        ["14+3 9-2 ", "7-1 3+2 ", "12+4 1:no1 8:pick", "", "> 13+4 4-3 6+1 10-4 ", "> 2+2 3:no1 12:pick"],
        [SLIP],
        SLIP,
        "; format=flowed",
    )
    yield case(
        "flowed-delsp",
        ["14+3 9-2 7 ", "-1 3+2 12+4  ", "1:no1 8:pick"],
        [SLIP],
        SLIP,
        "; format=flowed; delsp=yes",
    )
    yield case(
        "flowed-stuffed", [" > 9-2", " From me", "  two"], ["> 9-2", "From me", "two"], None, "; format=flowed"
    )
    yield case(
        "flowed-signature",
        ["14+3 9-2 7-1 3+2 12+4 ", "1:no1 8:pick ", "-- ", "Ann 9-2"],
        [SLIP],
        SLIP,
        "; format=flowed",
    )
    for name, line in (
        ("gmail", "---------- Forwarded message ---------"),
        ("gmail-de", "---------- Weitergeleitete Nachricht ---------"),
        ("thunderbird", "-------- Forwarded Message --------"),
        ("thunderbird-de", "-------- Weitergeleitete Nachricht --------"),
        ("apple", "Begin forwarded message:"),
        ("apple-de", "Anfang der weitergeleiteten Nachricht:"),
        ("notes", "----- Forwarded by Ann Example/Berlin on 12.03.2024 10:11 -----"),
    ):
        header = [
            "",
            "From: Bob <bob@example.org>",
            "Date: 12. March 2024",
            "Subject: slip",
            "To: game@example.org",
            "",
        ]
        yield case(f"forward-{name}", ["FYI", "", line, *header, OLD], ["FYI"], QUOTED)
    yield case("forward-empty", ["", "-------- Original-Nachricht --------", "Von: Bob", "", OLD], [], QUOTED)
    yield case(
        "bold-header",
        [
            SLIP,
            "*Von:* Bob <b@example.org>",
            "*Gesendet:* Dienstag, 12. März 2024",
            "*An:* game",
            "*Betreff:* x",
            "",
            OLD,
        ],
        [SLIP],
        SLIP,
    )
    two = ["From: Bob <bob@example.org>", "Sent: Tuesday"]
    yield case("short-header", [SLIP, "_" * 32, *two, "", OLD], [SLIP], SLIP)
    yield case("letter-head", ["To: moderator", "From: Ann", SLIP], ["To: moderator", "From: Ann", SLIP], SLIP)
    yield case("unmarked", ["above:", SLIP, *FORM, "", "and below"], ["above:", SLIP, "and below"], SLIP)
    yield case("unmarked-below", [*FORM, SLIP], [SLIP], SLIP)
    yield case("unmarked-cut", [SLIP, BEGIN, OLD], [SLIP], SLIP)
    yield case("one-line", [f"{SLIP} {BEGIN} x {OLD} {END} bye"], [SLIP, "bye"], SLIP)._replace(
        quoted=[f"x {OLD}"]
    )
    header = ["From: A <a@example.org>", "Sent: Monday", "To: B", "Subject: x", ""]
    yield case("reply-to-oneself", ["Sorry, meant it", *header, OLD, *header, *FORM], ["Sorry, meant it"], QUOTED)
    yield case("reply-to-ones-reply-below", ["Hm", *header, *header, *FORM, OLD], ["Hm"], QUOTED)


def cases() -> list[Case]:
    """All of them."""
    return [*charsets(), *parts(), *quotes(), *mailmarkup.under(), *mailmarkup.markup()]
