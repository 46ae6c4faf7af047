"""Mails that need care: what stands under what people write, and HTML of every kind."""

from __future__ import annotations

from collections.abc import Iterator

from mailbuilding import OLD, SLIP, html, mail
from mailcorpus import QUOTED, Case

MINUS = SLIP.replace("-", "−")
LINES = ["14+3 9-2", "7-1 3+2", "12+4", "1:no1 8:pick"]


def under() -> Iterator[Case]:
    """What stands under mails, and what must not be taken for it."""

    def case(name: str, lines: list[str], own: list[str], slip: str | None = SLIP) -> Case:
        return Case(name, mail(lines), own, slip)

    yield case("greeting-then-slip", ["Hi", "Viele Grüße", "Ann", SLIP], ["Hi", SLIP])
    yield case("strokes-then-slip", ["Hi", "--", *LINES], ["Hi", *LINES])
    yield case(
        "strokes-then-short",
        ["Hi", "--", "14+3 9-2 7-1 3+2 12+4", "1n", "8 pick"],
        ["Hi", "14+3 9-2 7-1 3+2 12+4", "1n", "8 pick"],
    )
    yield case("real-then-slip", [SLIP, "-- ", OLD], [SLIP])
    yield case("strokes-then-name", [SLIP, "--", "Ann", "Teacher of maths"], [SLIP])
    yield case("strokes-first", ["--", "violet, orange"], ["--", "violet, orange"], None)
    yield case(
        "greeting-then-wish", ["Best regards", "Ann", "", "label violet, orange"], ["label violet, orange"], None
    )
    yield case(
        "firm",
        [
            SLIP,
            "",
            "Mit freundlichen Grüßen",
            "Ann Example",
            "",
            "Example GmbH",
            "Hauptstraße 12",
            "12345 Berlin",
            "Tel.: +49 30 123456",
            "www.example.org",
        ],
        [SLIP],
    )
    yield case("name-of-another", [SLIP, "Gruß", "Zoe"], [SLIP, "Zoe"])
    yield case("sent-from-words", ["Sent from my iPhone: 9-2"], ["Sent from my iPhone: 9-2"], None)
    yield case("sent-from-heart", ["sent from my heart"], ["sent from my heart"], None)
    for number, line in enumerate(
        (
            "Sent from my iPhone 15 Pro",
            "Sent from my Samsung Galaxy smartphone.",
            "Sent from Mail for Windows 10",
            "Sent from Outlook for iOS<https://aka.ms/o0ukef>",
            "Get Outlook for iOS <https://aka.ms/o0ukef>",
            "Von meinem iPad gesendet",
            "Gesendet von meinem Huawei-Mobiltelefon",
            "Gesendet von Mail für Windows",
            "Holen Sie sich Outlook für iOS",
            "Outlook für Android herunterladen",
            "Von unterwegs gesendet mit Handy",
            "Gesendet mit der mobilen Mail App",
            "Virus-free. www.avast.com",
            "Sent with Proton Mail secure email.",
        )
    ):
        kept = [line] if line.startswith("Von unterwegs") else []
        yield case(f"device-{number}", [SLIP, "", line], [SLIP, *kept])
    yield case(
        "google-groups",
        [SLIP, "", "-- ", 'You received this message because you are subscribed to "games".'],
        [SLIP],
    )
    yield case(
        "google-groups-no-strokes",
        [
            SLIP,
            "",
            "You received this message because you are subscribed to the group.",
            "To unsubscribe from this group, send an email to games+unsubscribe@example.org.",
            "",
            "bye",
        ],
        [SLIP, "bye"],
    )
    yield case(
        "mailman", [SLIP, "_" * 47, "Games mailing list", "https://lists.example.org/listinfo/games"], [SLIP]
    )
    yield case("ruler-of-ones-own", ["Hi", "_" * 30, SLIP], ["Hi", "_" * 30, SLIP])
    yield case(
        "disclaimer",
        [SLIP, "", "This e-mail and any attachments are confidential and may", "be privileged.", "", "bye"],
        [SLIP, "bye"],
    )
    yield case("disclaimer-de", [SLIP, "", "Diese E-Mail enthält vertrauliche Informationen."], [SLIP])
    aimed = "If you are not the intended recipient, please do not read this, and tell us of the mistake soon."
    yield case("disclaimer-alone", [SLIP, "", aimed, "", "bye"], [SLIP, "bye"])
    yield case("banner", ["CAUTION: This email originated from outside the organisation.", SLIP], [SLIP])


def markup() -> Iterator[Case]:
    """HTML as people and programs make it."""

    def case(
        name: str, content: str, own: list[str], slip: str | None = SLIP, quoted: list[str] | None = None
    ) -> Case:
        return Case(name, mail(html(content)), own, slip, quoted or [])

    yield case("list", "<ol><li>no1</li><li>x</li><li>+2</li></ol>", ["1. no1", "2. x", "3. +2"], None)
    yield case("list-start", '<ol start="14"><li>+3</li></ol><ol start=9><li>-2</ol>', ["14. +3", "9. -2"], None)
    yield case("list-value", '<ol><li value="14">+3<li value=9>-2<li>x</ol>', ["14. +3", "9. -2", "10. x"], None)
    yield case("list-reversed", "<ol reversed><li>c<li><p>b</p><li></ol>", ["3. c", "2. b", "1."], None)
    yield case("list-reversed-start", "<ol reversed start=14><li>+3<li>x</ol>", ["14. +3", "13. x"], None)
    yield case(
        "list-nested", "<ol><li>a<ol><li>b</ol><li>c<ul><li>d</ul></ol>", ["1. a", "1. b", "2. c", "d"], None
    )
    yield case(
        "list-letters",
        '<ol type="a"><li>14+3</ol><ol style="list-style-type: lower-roman"><li>9-2</ol>',
        ["14+3", "9-2"],
        None,
    )
    yield case(
        "table", "<table><tr><td>14<td>+3</tr><tr><td> 9 </td><td>-2</td></tr></table>", ["14\t+3", "9 \t-2"], None
    )
    yield case(
        "entities",
        "14&plus;3 9&minus;2 7&ndash;1 3&#43;2&nbsp;12+4 1:no1 8:pick",
        ["14+3 9−2 7–1 3+2\xa012+4 1:no1 8:pick"],
    )
    yield case(
        "spans",
        "<p><span>14</span><b>+3</b>\n 9<i>-2</i> 7-1 <font color=red>3+2</font>\n12+4 1:no1 8:pick</p>",
        [SLIP],
    )
    yield case("lines", "<div>14+3 9-2</div>7-1 3+2<br>12+4<p>1:no1 8:pick", LINES)
    yield case("pre", f"<pre>{LINES[0]}\n{LINES[1]}\n\n{LINES[2]}\n{LINES[3]}</pre>", LINES)
    yield case(
        "struck", f"{SLIP} <s>9-3</s><del>9-4</del><span style='text-decoration:line-through'>9+1</span>", [SLIP]
    )
    yield case(
        "hidden",
        f"<title>x</title><div style='display:none'>{OLD}</div>{SLIP}<!-- {OLD} --><script>1</script>",
        [SLIP],
    )
    yield case("word", f"<p class=MsoNormal><o:p>&nbsp;</o:p></p><p class=MsoNormal>{SLIP}<o:p></o:p></p>", [SLIP])
    yield case(
        "word-list",
        "<p><![if !supportLists]><span style='mso-list:Ignore'>14.<span>&nbsp; </span></span><![endif]>+3</p>",
        ["14.\xa0 +3"],
        None,
    )
    yield case(
        "wide-margin",
        f'<blockquote style="margin:0 0 0 40px;border:none;padding:0px"><div>{SLIP}</div></blockquote>',
        [SLIP],
    )
    yield case(
        "gmail-forward",
        f'Look<div class="gmail_quote"><div class="gmail_attr">---------- Forwarded message ---------<br>'
        f"From: Bob</div><blockquote>x</blockquote><p>{OLD}</p></div>",
        ["Look"],
        QUOTED,
        [OLD],
    )
    yield case(
        "gmail-old",
        f'{SLIP}<div class="gmail_quote">2024/3/12 <span>&lt;g@example.org&gt;</span><br>'
        f'<blockquote class="gmail_quote">{OLD}</blockquote></div>bye',
        [SLIP, "bye"],
        SLIP,
        [OLD],
    )
    yield case(
        "gmail-inside",
        f'<div class="gmail_quote"><div class="gmail_attr">x</div><blockquote>{OLD}</blockquote><div>{SLIP}</div>'
        "<blockquote>y</blockquote></div>bye",
        [SLIP, "bye"],
        SLIP,
        ["x", OLD, "y"],
    )
    yield case(
        "thunderbird-forward",
        f'<div class="moz-forward-container">-------- Weitergeleitete Nachricht --------<table '
        f'class="moz-email-headers-table"><tr><td>x</td></tr></table>{OLD}</div>',
        [],
        QUOTED,
        [OLD],
    )
    yield case("thunderbird-signature", f'{SLIP}<div class="moz-signature">-- <br>Ann<br>Teacher</div>', [SLIP])
    yield case(
        "gmail-signature",
        f'{SLIP}<br><span class="gmail_signature_prefix">-- </span><br><div class="gmail_signature">Ann'
        "<br>+49 30 1234</div><div>bye</div>",
        [SLIP, "bye"],
    )
    yield case("slip-in-signature", f'<div class="gmail_signature">Ann<br>{SLIP}</div>', [SLIP])
    yield case("wish-in-signature", '<div id="Signature">label violet</div>', ["label violet"], None)
    yield case("strokes", f"{SLIP}<br>-- <br>Ann 9-2", [SLIP])
    yield case("outlook-again", f'{SLIP}<div id="x_divRplyFwdMsg"><b>From:</b> x</div>{OLD}', [SLIP], SLIP, [OLD])
    yield case("unclosed", f"<html><body><div><b>{SLIP}<p><blockquote>{OLD}", [SLIP], SLIP, [OLD])
    yield case("no-html", SLIP, [SLIP])
    yield case(
        "meta-lies",
        f'<meta http-equiv="Content-Type" content="text/html; charset=utf-16">ü {MINUS}',
        [f"ü {MINUS}"],
    )
    yield case("upper-case", f"<DIV>{SLIP}</DIV><BLOCKQUOTE>{OLD}</BLOCKQUOTE>", [SLIP], SLIP, [OLD])
