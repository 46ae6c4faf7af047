"""What the tags of an HTML mail mean: which break lines, which quote, which sign, which number what is in them."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


BLOCKS = _words(
    "address article aside blockquote body center dd details div dl dt fieldset figcaption figure footer form h1"
    " h2 h3 h4 h5 h6 header hr li main nav ol p pre section summary table tbody tfoot thead tr ul"
)
PARAGRAPHS = _words("blockquote dl h1 h2 h3 h4 h5 h6 hr ol p pre table ul")
LISTS = _words("ol ul menu")
KEPT = _words("pre textarea")  # where spaces and line ends stay
_UNSEEN = _words("head style script title template svg math object select del s strike")
_HIDING = re.compile(r"(?:display\s{0,3}:\s{0,3}none|mso-hide\s{0,3}:\s{0,3}all|line-through)", re.IGNORECASE)
# What the button for a wider margin makes in Gmail and in Apple's Mail; a quote looks otherwise in both.
_INDENTED = re.compile(r"margin:0(?:px)?0(?:px)?0(?:px)?40px;border:(?:none|medium)")

_QUOTING = _words(
    "gmail_attr moz-cite-prefix moz-forward-container moz-email-headers-table protonmail_quote tutanota_quote"
    " outlookmessageheader ms-outlook-mobile-reference-message mail-editor-reference-message-container"
    " zmail_extra yahoo_quoted quotedcontent"
)
_OPENING = _words("divrplyfwdmsg appendonsend")
_SIGNATURES = _words(
    "gmail_signature gmail_signature_prefix moz-signature ms-outlook-mobile-signature protonmail_signature_block"
    " signature"
)
_NUMBER = re.compile(r"[ \t\n]{0,9}([+-]?\d{1,6})")
_LETTERS = re.compile(
    r"list-style(?:-type)?\s{0,3}:[^;]{0,40}(?:alpha|roman|latin|greek|none|disc|circle|square)", re.IGNORECASE
)


@dataclass
class Numbers:
    """The numbers of a list that is open: the next one, and the step to the one behind.

    Where a list counts down to 1 its numbers are known at its end only: ``places`` has where the first ones stand
    (the line, and what stands there meanwhile), ``items`` how many items the list has. Not ``shown`` are letters
    and dots.
    """

    next: int = 1
    step: int = 1
    shown: bool = True
    items: int = 0
    places: list[tuple[int, str]] = field(default_factory=list)
    unknown: bool = False  # whether the number at which the list begins is

    def item(self, attributes: Mapping[str, str]) -> int:
        """The number of the next item."""
        value = _NUMBER.match(attributes.get("value", ""))
        if value:
            self.next, self.unknown = int(value[1]), False
        self.items += 1
        self.next += self.step
        return self.next - self.step


@dataclass
class Element:
    """A tag that is open, and what it does to what is in it.

    ``opens``: everything behind it is from an earlier mail. ``until_quote``: what is in it is quoted up to the end
    of the quote in it.
    """

    tag: str
    unseen: bool = False
    quotes: bool = False
    signs: bool = False
    opens: bool = False
    until_quote: bool = False

    @property
    def breaks(self) -> bool:
        """Whether lines end before and behind it."""
        return self.tag in BLOCKS or self.quotes or self.until_quote or self.signs


def element(tag: str, attributes: Mapping[str, str]) -> Element:
    """What a tag, in lower case, does."""
    if not attributes:
        return Element(tag, tag in _UNSEEN, tag == "blockquote")
    names = set(attributes.get("class", "")[:500].lower().split())
    names |= {attributes.get(key, "")[:100].lower() for key in ("id", "name")}
    names = {_plain(name) for name in names}
    hidden = tag in _UNSEEN or "hidden" in attributes or bool(_HIDING.search(attributes.get("style", "")[:1000]))
    quotes = bool(names & _QUOTING) or (tag == "div" and "quote" in names)
    quotes = quotes or (tag == "blockquote" and _cites(attributes))
    signs = bool(names & _SIGNATURES) and tag != "a"
    return Element(tag, hidden, quotes, signs, bool(names & _OPENING), "gmail_quote" in names and not quotes)


def numbers(tag: str, attributes: Mapping[str, str]) -> Numbers | None:
    """The numbers of a list, or None for one without."""
    if tag != "ol":
        return None
    start = _NUMBER.match(attributes.get("start", ""))
    shown = attributes.get("type", "1").strip() in ("1", "")
    shown = shown and not _LETTERS.search(attributes.get("style", "")[:1000])
    down = "reversed" in attributes
    return Numbers(int(start[1]) if start else 1, -1 if down else 1, shown, unknown=down and not start)


def _cites(attributes: Mapping[str, str]) -> bool:
    """Whether a block quotes, and has not only a wider margin."""
    style = "".join(attributes.get("style", "")[:1000].lower().split())
    return bool({"type", "cite", "class"} & attributes.keys()) or not _INDENTED.match(style)


def _plain(name: str) -> str:
    """A name as its program gave it, before others wrote something in front of it."""
    while name.startswith("x_"):
        name = name[2:]
    return "yahoo_quoted" if name.endswith("yahoo_quoted") else name
