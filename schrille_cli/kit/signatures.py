"""What mail programs, lists and firms put under a mail, which nobody wrote.

Only what surely is such a line is taken out: a line that may say something always stays, but behind the line
``-- `` that says that a signature follows.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence

from .quotes import LOOKED_AT, Line

_SIGN = "-+\u00ad\u2010-\u2015\u2212\ufe58\ufe63\uff0d\uff0b"
# A number with a sign and a digit, with a word, or with something behind a colon: somebody may mean something.
SAYS = re.compile(
    rf"(?<![\d.,/])\d{{1,2}}[ \t\xa0.)]{{0,4}}[:=]?[ \t\xa0]{{0,3}}(?:[{_SIGN}][ \t\xa0]{{0,3}}\d(?!\d)|[^\W\d_])"
    r"|(?<![\d.,/])\d{1,2}[ \t\xa0]{0,3}[:=][ \t\xa0]{0,3}\w"
)
_CHIP = re.compile(
    rf"(?<![\d.,/])\d{{1,2}}[ \t\xa0]{{0,3}}[:=]?[ \t\xa0]{{0,3}}[{_SIGN}][ \t\xa0]{{0,3}}\d(?!\d)"
    r"|\d[ \t\xa0]?[:=][ \t\xa0]?\w"
)
_REAL = re.compile(r"--[ \xa0]+$")
_WEAK = re.compile(r"[ \t\xa0]*(?:--|—|––)[ \t\xa0]*$")

_WORD = r"[\w.+’'-]{1,30}"
_DEVICE = rf"{_WORD}(?:[ \xa0]{_WORD}){{0,7}}"
_LINK = r"[ \xa0]*(?:[<(\[]?https?://\S{1,300})?"
_MOBILE = re.compile(
    rf"(?:sent (?:from|via|using|with) (?:my |the )?{_DEVICE}|get outlook for {_DEVICE}"
    rf"|von meinem {_DEVICE} gesendet|von (?:unterwegs|mobil(?:telefon)?|i(?:phone|pad)) gesendet"
    rf"|gesendet (?:von (?:meinem?r? )?|mit (?:der |dem |meinem )?|via |über ){_DEVICE}"
    rf"|(?:holen sie sich|laden sie|hol dir) outlook für {_DEVICE}|outlook für {_DEVICE}"
    rf"|diese (?:nachricht|e-?mail|mail) wurde (?:von|mit) {_DEVICE} gesendet"
    rf"|(?:virus-free|virenfrei)\.?(?: ?www\.avast\.com)?)[.!]?{_LINK}[>)\]]?[ \t\xa0]*(?:\*\*|__)?$",
    re.IGNORECASE,
)
_MOBILE_STARTS = ("sent ", "get ", "von ", "gesendet ", "holen ", "laden ", "hol ", "outlook ", "diese ", "vir")
# Words without which no program says that it sent: "Sent from my heart: violet" stays.
_PROGRAM = re.compile(
    r"i(?:phone|pad|os)|android|samsung|galaxy|smartphone|handy|mobil|phone|tablet|huawei|xiaomi|pixel|nokia|blackberry"
    r"|outlook|windows|yahoo|gmail|gmx|web\.de|k-9|proton|thunderbird|mail\b|-app|\bapp\b|avast|spark|fairphone|sony",
    re.IGNORECASE,
)
_EXCUSE = re.compile(
    r"(?: ?(?:please excuse my brevity|bitte entschuldigen sie (?:meine )?(?:die )?kürze)\.?)$", re.I
)

_LIST_RULER = re.compile(r"[ \t]*_{20,}[ \t]*$|[ \t]*(?:-=){6,}-?[ \t]*$|[ \t]*(?:--~){2,}")
_LIST = re.compile(
    r"mailing[ -]?list|mailman|list(?:info|en|s)?\b|unsubscribe|https?://|@|groups\.io|abmelden|abbestellen",
    re.IGNORECASE,
)
_GROUP = re.compile(
    r"you (?:received|are receiving) this (?:message|e-?mail) because|to unsubscribe from this (?:group|list)"
    r"|sie (?:erhalten|haben) diese (?:nachricht|e-?mail)(?: erhalten)?, (?:weil|da)"
    r"|wenn sie (?:keine|sich von dieser)"
    r"|(?:to|for) (?:view|more|post|visit) (?:this |options|to this ).{0,60}(?:https?://|group|visit)"
    r"|um sich von dieser gruppe|mailing list .{1,100} -- ",
    re.IGNORECASE,
)
_LEGAL = re.compile(
    r"(?:confidentiality (?:notice|note)|disclaimer|vertraulichkeitshinweis|haftungsausschluss"
    r"|rechtlicher hinweis)\b"
    r"|(?:this|the information in this|the contents of this) (?:e-?mail|message|communication)\b.{0,120}"
    r"(?:confidential|privileged|intended (?:only|solely)|vertraulich)"
    r"|(?:diese|der inhalt dieser|die informationen in dieser) (?:e-?mail|nachricht)\b.{0,120}"
    r"(?:vertraulich|rechtlich gesch)"
    r"|if you (?:are not the (?:intended|named)|have received this)|(?:wenn|sollten|falls) sie nicht der"
    r"|(?:please consider|bitte (?:denken|prüfen) sie).{0,60}(?:environment|umwelt|print|druck)",
    re.IGNORECASE,
)
_BANNER = re.compile(
    r"\[?(?:external|extern|caution|achtung|vorsicht|warnung)\]?[ :!]{1,3}(?:this|diese|external|externe).{0,40}"
    r"(?:e-?mail|nachricht|sender|absender)",
    re.IGNORECASE,
)
_GREETING = re.compile(
    r"[ \t\xa0]*(?:(?:mit )?(?:freundlichen?|besten?|herzlichen?|lieben?|vielen?|schönen?|sonnigen?|nette[nr]?"
    r"|fröhlichen?)"
    r"(?: (?:und|&) \w{3,15})? (?:grüßen?|grüssen?|gruessen?|gruß|gruss)|grüße|gruß|gruss|mfg|vg|lg|bg"
    r"|(?:best|kind|warm|many|with kind|with best)?(?: and \w{3,10})? ?regards|best wishes|all the best"
    r"|cheers|yours(?: sincerely| truly)?|sincerely(?: yours)?|mit freundlichen grüßen ?/ ?(?:best|kind) regards)"
    r"(?: (?:aus|from) [A-ZÄÖÜ]\w{2,30})?[ \t\xa0,.!]*$",
    re.IGNORECASE,
)
_CONTACT = re.compile(
    r"\b(?:tel(?:efon)?|phone|fax|mobile?|handy|cell)\b\.?[ :]|\bwww\.|https?://|[\w.]@[\w-]{1,60}\.|\+\d\d[ (/-]"
    r"|\b(?:gmbh|ag|kg|e\.v\.|ltd|inc)\b|(?:straße|strasse|str\.) \d|^\W{0,3}(?:D-)?\d{5} [A-ZÄÖÜ]"
    r"|amtsgericht|geschäftsführ",
    re.IGNORECASE,
)
_PGP = ("-----BEGIN PGP SIGNATURE-----", "-----END PGP SIGNATURE-----")


def cut(lines: Sequence[Line], names: Collection[str] = ()) -> list[Line]:
    """The same lines without signatures and footers; quoted lines all stay.

    ``names`` are the sender's own, in lower case: a line under a greeting that has only them is taken out too.

    >>> [line.text for line in cut([Line("14+3", False), Line("-- ", False), Line("Ann", False)])]
    ['14+3']
    """
    found: list[Line] = []
    start = 0
    for at in range(len(lines) + 1):
        if at == len(lines) or lines[at].quoted:
            found += _cut_run(lines[start:at], names)
            found += lines[at : at + 1]
            start = at + 1
    return found


def _cut_run(lines: Sequence[Line], names: Collection[str]) -> list[Line]:
    """Lines of the sender between quoted ones, without what is no word of theirs."""
    strong = _strong(lines)
    weak = _weak(strong, names)
    if any(line.text.strip() for line in weak):
        return weak
    return strong


def _strong(lines: Sequence[Line]) -> list[Line]:
    """Without what programs and lists add, and real signatures."""
    found: list[Line] = []
    until = ""  # of a paragraph or the rest that goes: "blank", "end", or a line that ends it
    for at, line in enumerate(lines):
        text = line.text[:LOOKED_AT]
        stripped = text.strip()
        if _REAL.match(text):
            return found
        if until and (stripped == until or (until == "blank" and not stripped)):
            until = ""
            continue
        if stripped == _PGP[0]:
            until = _PGP[1]
        elif until not in ("", "blank", "end"):
            continue
        elif _LIST_RULER.match(text) and any(_LIST.search(one.text[:LOOKED_AT]) for one in lines[at + 1 : at + 5]):
            until = "end"
        elif _GROUP.match(stripped) or _LEGAL.match(stripped.lstrip("*_> ")):
            until = until or "blank"
        elif _mobile(stripped) or (_BANNER.match(stripped) and not says(text)):
            continue
        if not until or (until in ("blank", "end") and says(line.text)):
            found.append(line)
    return found


def says(text: str) -> bool:
    """Whether a line has a number as somebody means it who fills in a form."""
    return bool(SAYS.search(text[:10_000]))


def _mobile(text: str) -> bool:
    """Whether a line tells with what it was sent, and nothing else."""
    if len(text) > 200 or not text.strip("*_ ").lower().startswith(_MOBILE_STARTS):
        return False
    if not _PROGRAM.search(text) or _CHIP.search(text):
        return False
    return bool(_MOBILE.match(_EXCUSE.sub("", text.strip("*_ "))))


def _weak(lines: Sequence[Line], names: Collection[str]) -> list[Line]:
    """Without what looks like a signature, line by line."""
    found: list[Line] = []
    under = ""  # what stands above: a greeting, or strokes
    for line in lines:
        text = line.text[:LOOKED_AT]
        if _WEAK.match(text) and not _REAL.match(text):
            under = "strokes"
        elif _GREETING.match(text):
            under = "greeting"
        elif not text.strip() or not under or says(line.text):
            found.append(line)
        elif under == "strokes" or _CONTACT.search(text) or _is_name(text, names):
            continue
        else:
            found.append(line)
    return found


def _is_name(text: str, names: Collection[str]) -> bool:
    """Whether a line has names of the sender and nothing else."""
    parts = re.findall(r"\w+", text.casefold())
    return 0 < len(parts) <= 5 and all(part in names for part in parts)
