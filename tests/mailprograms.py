"""How mail programs quote, in English and German."""

from __future__ import annotations

from mailbuilding import Program

# ruff: noqa: E501 - as the programs write it

GMAIL = '<blockquote class="gmail_quote" style="margin:0px 0px 0px 0.8ex;border-left:1px solid;padding-left:1ex">'
CITE = '<blockquote type="cite">'


def _gmail(name: str, *said: str) -> Program:
    told = " ".join(said).replace("<", "&lt;").replace(">", "&gt;")
    start = (
        f'<br><div class="gmail_quote gmail_quote_container"><div dir="ltr" class="gmail_attr">{told}<br></div>'
    )
    return Program(
        name, [*said, ""], "> ", start + GMAIL, "</blockquote></div>", f'<div class="gmail_quote">{GMAIL}'
    )


def _apple(name: str, said: str) -> Program:
    told = said.replace("<", "&lt;").replace(">", "&gt;")
    start = f"<div><br>{CITE}<div>{told}</div><br>"
    return Program(name, [f"> {said}", "> "], "> ", start, "</blockquote></div>", f"<div>{CITE}")


def _cite(name: str, said: str, flowed: bool = True) -> Program:
    told = said.replace("<", "&lt;").replace(">", "&gt;")
    start = f'<div class="moz-cite-prefix">{told}<br></div>{CITE}'
    return Program(name, [said], "> ", start, "</blockquote>", CITE, flowed)


def _outlook(name: str, header: list[str], ruler: str = "") -> Program:
    told = "<br>".join(f"<b>{line.partition(':')[0]}:</b>{line.partition(':')[2]}" for line in header)
    box = '<div style="border:none;border-top:solid #E1E1E1 1.0pt;padding:3.0pt 0cm 0cm 0cm"><p class="MsoNormal">'
    return Program(name, [*([ruler] if ruler else []), *header, ""], "", f"{box}{told}</p></div>", "")


ENGLISH = [
    "From: Schrille Stille <game@example.org>",
    "Sent: Tuesday, March 12, 2024 10:11 AM",
    "To: Ann Example <ann@example.org>",
    "Subject: Round 2",
]
GERMAN = [
    "Von: Schrille Stille <game@example.org>",
    "Gesendet: Dienstag, 12. März 2024 10:11",
    "An: Ann Example <ann@example.org>",
    "Betreff: Round 2",
]


def _reply(name: str, header: list[str]) -> Program:
    told = "<br>".join(f"<b>{line.partition(':')[0]}:</b>{line.partition(':')[2]}" for line in header)
    start = f'<div id="appendonsend"></div><hr style="display:inline-block;width:98%"><div id="divRplyFwdMsg">{told}</div>'
    return Program(name, ["_" * 32, *header, ""], "", start, "")


MARKING = [
    _gmail("gmail", "On Tue, Mar 12, 2024 at 10:11 AM Schrille Stille <game@example.org>", "wrote:"),
    _gmail("gmail-de", "Am Di., 12. März 2024 um 10:11 Uhr schrieb Schrille Stille <", "game@example.org>:"),
    _apple("apple", "On 12. Mar 2024, at 10:11, Schrille Stille <game@example.org> wrote:"),
    _apple("apple-de", "Am 12.03.2024 um 10:11 schrieb Schrille Stille <game@example.org>:"),
    _cite("thunderbird", "On 3/12/24 10:11, Schrille Stille wrote:"),
    _cite("thunderbird-de", "Am 12.03.24 um 10:11 schrieb Schrille Stille:"),
    _cite("k9", "On March 12, 2024 10:11:12 AM GMT+01:00, Schrille Stille <game@example.org> wrote:", False),
    _cite("k9-de", "Am 12. März 2024 10:11:12 MEZ schrieb Schrille Stille <game@example.org>:", False),
    _cite("mutt", "On Tue, Mar 12, 2024 at 10:11:12AM +0100, Schrille Stille wrote:", False),
    _cite("mutt-de", "* Schrille Stille <game@example.org> [2024-03-12 10:11]:", False),
    _cite("evolution-de", "Am Dienstag, dem 12.03.2024 um 10:11 +0100 schrieb Schrille Stille:", False),
    _cite("horde-de", "Zitat von Schrille Stille <game@example.org>:", False),
    _cite("gnus", "Schrille Stille <game@example.org> writes:", False),
    Program("pipes", ["Schrille Stille schrieb:"], "| ", CITE, "</blockquote>", CITE),
]
SILENT = [
    _outlook("outlook", ENGLISH),
    _outlook("outlook-de", GERMAN),
    _outlook("outlook-old", ENGLISH, "-----Original Message-----"),
    _outlook("outlook-old-de", GERMAN, "-----Ursprüngliche Nachricht-----"),
    _outlook("samsung", ENGLISH, "-------- Original message --------"),
    _outlook("samsung-de", GERMAN, "-------- Ursprüngliche Nachricht --------"),
    _reply("outlook-mobile", ENGLISH),
    _reply("outlook-mobile-de", GERMAN),
    Program(
        "yahoo",
        [" On Tuesday, March 12, 2024 at 10:11:12 AM GMT+1, Schrille Stille <game@example.org> wrote: ", ""],
        "",
        '</div><div id="yahoo_quoted_1" class="yahoo_quoted"><div style="font-size:13px"><div>On Tuesday, March 12, 2024 at'
        " 10:11:12 AM GMT+1, Schrille Stille &lt;game@example.org&gt; wrote: </div><div><br></div>",
        "</div></div>",
    ),
    Program(
        "yahoo-de",
        [
            "Am Dienstag, 12. März 2024 um 10:11:12 MEZ hat Schrille Stille",
            "<game@example.org> Folgendes geschrieben:",
            "",
        ],
        "",
        '<div class="ydp1234yahoo_quoted"><div>Am Dienstag, 12. März 2024 um 10:11:12 MEZ hat Schrille Stille'
        " Folgendes geschrieben: </div>",
        "</div>",
    ),
    Program(
        "gmx",
        [
            "Gesendet: Dienstag, 12. März 2024 um 10:11 Uhr",
            "Von: Schrille Stille <game@example.org>",
            "An: ann@example.org",
            "Betreff: Round 2",
            "",
        ],
        "",
        '<div name="quote" style="margin:10px 5px 5px 10px;border-left:2px solid #C3D9E5"><div style="margin:0 0 10px 0">'
        '<b>Gesendet:</b> Dienstag<br><b>Von:</b> Schrille Stille</div><div name="quoted-content">',
        "</div></div>",
    ),
    Program(
        "proton",
        [
            "------- Original Message -------",
            "On Tuesday, March 12th, 2024 at 10:11, Schrille Stille <game@example.org> wrote:",
            "",
        ],
        "",
        '<div class="protonmail_quote">------- Original Message -------<br>On Tuesday, March 12th, 2024 at 10:11, Schrille'
        ' Stille wrote:<br><br><blockquote class="protonmail_quote" type="cite">',
        "</blockquote></div>",
    ),
]
