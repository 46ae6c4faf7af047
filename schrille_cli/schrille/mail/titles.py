"""What stands above a slip, before it and behind it, and says that it is another one: an old one, or another's."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence

SHORT = 4  # words of a title without a colon
FEW = 6  # words of a sentence that says whose something is
HI = (
    r"(?:hi|hello|hallo|hey|dear|liebe[rs]?|moin|servus|hej|salut|guten (?:tag|morgen|abend)"
    r"|good (?:morning|evening|day))"
)
NAME = r"[A-ZÄÖÜ][^\W\d_]*"
OTHER = re.compile(
    r"(?<!\w)(?:last|letzte[nrs]?|previous\w*|vorige\w*|old|alte[nrsm]?|bisher|bisherige[nrs]?|earlier|früher\w*"
    r"|next|nächste\w*|example|beispiel|sample|vorschlag|suggestion|ide[ae]|ideas?|vielleicht|maybe|perhaps|not"
    r"|nicht"
    r"|falsch|wrong|statt|instead|plan [b-z0-9]|option \w|variante|alternativ\w*|hätte(?! gern)|würde(?! gern| "
    r"sagen)"
    r"|would(?! like)|suppose|angenommen|quot\w*|wg|fwd?|forward\w*|weitergeleitet\w*|original\w*|ursprüngliche"
    r"|was hältst|what (?:do|about)|wie wäre|how about|darf|ginge|can i|could i|may i|davor|vergleich|comparison"
    r"|as before|wie zuvor|wie gehabt|^\W*(?:gestern|yesterday|geht)\W*$"
    r"|reject\w*|verworfen|archiv\w*|possibl\w*|mögliche\w*|hypothe\w*|theor\w*|traum\w*|dream|version [0-9]"
    r"|spass|kidding|scherz|ungültig|void"
    r"|^\W*[a-d]\)\W*$|gestrichen|cancel\w*|(?:what|was) (?:if|wäre|happens|passiert)|e\.? ?g|z\.? ?b"
    r"|(?:his|her|their|seine?|ihre?) (?:new |neue[rs]? )?(?:slip|zettel|chips?|tipps?|tips?|moves?))(?!\w)"
)
FOR = re.compile(
    r"(?<!\w)(?:für|fuer|for|by) (?:(?:my|meine?[nrms]?|his|her|seine?[nrm]?|ihre?[nrm]?) )?"
    r"(?!(?:this|me|mich|mir|you|us|uns|euch|dich|all|alle|now|jetzt|heute|today|fun|sure|once|real|zug|slip"
    r"|zettel"
    r"|move|week|round|runde)(?!\w))[^\W\d_]+\W*$"
)
ROUND = re.compile(
    r"(?<!\w)(?:round|runde|r) ?(?:nr|no)?[.#]? ?([0-9]{1,3})(?!\w)"
    r"|(?<!\w)([0-9]{1,3})(?:\.|st|nd|rd|th) (?:round|runde)(?!\w)"
)
MARK = re.compile(r"[.!?]\W*$")
WORD = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)?")
CLOSES = (
    r"(?:grüsse|gruss|gez|i\.? ?a\.?|im auftrag|on behalf of|gruesse|lg|vg|mfg|bg|viele|liebe|beste|schöne|mit"
    r"|freundliche[nm]?|best|kind|warm"
    r"|regards"
    r"|wishes|cheers|yours|sincerely|love|dein|deine|euer|eure|your|from|von|bis dann|and|und|ciao|tschüss)"
)
PARTS = r"(?:new |neue[rs]? )?(?:slip|zettel|chips?|tipps?|tips?|moves?|zug)"
GREETS = re.compile(
    r"(?<!\w)(?:gr[uü](?:ß|ss)\w*|greetings|hello|thanks|danke|congrat\w*|glückwunsch\w*|glück|luck|auch|too"
    r"|love)(?!\w)"
)
WISHES = re.compile(r"(?<!\w)(?:thanks|danke|glück|luck|congrat\w*|glückwunsch\w*)(?!\w)")
ASKED = r"(?:gebeten|bittet|bat|asked me|asks me|wants me|told me|will,? dass|on behalf)"
# What a sentence on another player must say to lead to a slip of theirs.
SLIPS = re.compile(
    r"(?<!\w)(?:slips?|zettel|chips?|tipps?|tips?|sen[dt]s?|schick\w*|geschickt|plays|spielt|legt|nimmt|takes"
    r"|says|said"
    r"|sagt\w*|told|asked|asks|bat|bittet|gebeten|vote|enter|trag\w*|following"
    r"|folgende\w*)(?!\w)"
)


def of_another(title: str) -> bool:
    """Whether an `even` title says that what follows is no slip for now."""
    return bool(OTHER.search(title) or FOR.search(title))


def clause(lead: str) -> str:
    """The part of a sentence right before a slip that leads to it."""
    last = lead.rstrip(" ,").rpartition(",")[2]
    return lead if len(WORD.findall(lead)) <= SHORT else last


def of_round(text: str) -> int | None:
    """The number of the round that an `even` text names, if it does."""
    found = ROUND.search(text)
    return int(found[1] or found[2]) if found else None


def is_title(line: str) -> bool:
    """Whether an `even` line reads like one that stands above something."""
    text = line.rstrip(' *_-"')
    return text.endswith(":") or (
        not MARK.search(text) and "," not in text and 0 < len(WORD.findall(text)) <= SHORT
    )


def greeted(line: str, names: Collection[str]) -> int:
    """Where the greeting ends with which a line begins, as it was written; 0 where there is none."""
    called = "|".join(map(re.escape, sorted(names, key=len, reverse=True)))
    known = rf"(?i:{called})|" if called else ""
    more = rf"(?:{known}(?i:{HI}|and|und|&|all|alle|zusammen|both|beiden?|ihr|everyone|leute)|{NAME})(?!\w)"
    found = re.match(rf"\W*(?i:{HI})(?!\w)(?:[ ,&]+{more})*", line.replace("’", "'"))
    return found.end() if found else 0


def leads_to_another(line: str, names: Collection[str]) -> bool:
    """Whether a sentence above a slip that names another player may be about the slip."""
    text = line.casefold()
    if WISHES.search(text) and ":" not in text and not SLIPS.search(text) and not FOR.search(text):
        return False
    return not MARK.search(text) or bool(SLIPS.search(text)) or not any(name.casefold() in text for name in names)


def signed_by_another(lines: Sequence[str], names: Collection[str]) -> bool:
    """Whether lines behind a slip, as they were written, say that it is another player's."""
    for name in names:
        one = re.escape(name.casefold())
        signed = re.compile(rf"\W*(?:{CLOSES}[\s,.:]+){{0,4}}{one}\W*")
        for line in lines:
            text = line.casefold().strip()
            if signed.fullmatch(text) and not text.endswith(("!", "?", ",")):
                return True
            if re.search(rf"\((?:von |by |für |for |from )?{one}(?:['’]?s)?\)", text):
                return True
    return False


def tells_of_another(lines: Sequence[str], names: Collection[str]) -> bool:
    """Whether a short sentence, as it was written, says that something is for or from another player."""
    bidden = re.compile(rf"(?<!\w){ASKED}(?!\w)")
    for name in names:
        one = re.escape(name.casefold())
        owned = re.compile(rf"(?<!\w)(?:für|fuer|for|von|by|from) {one}(?!\w)|(?<!\w){one}['’]?s {PARTS}(?!\w)")
        asked = re.compile(rf"(?<!\w){one}(?!\w).*(?<!\w){ASKED}(?!\w)")
        for line in lines:
            for sentence in re.split(r"[.!?](?=\s|$)", line.casefold()):
                few = len(WORD.findall(sentence)) <= FEW and not GREETS.search(sentence)
                if (few and owned.search(sentence)) or (bidden.search(sentence) and asked.search(sentence)):
                    return True
    return False
