"""What a mail says of labels: wishes in order of preference, or that the player stays (R24)."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Sequence

from ..spelling import even
from . import asides, thoughts, titles

# The first words make a line a wish, so that no prose is taken for one.
WISH = re.compile(
    r"\W*(?:(?:or|oder|and|und|otherwise|sonst|my|meine?) )?"
    r"(?:(?:i|ich|i'd|i'll) (?:want to |would like to |like to |will |möchte |will )?)?(?:please |bitte )?"
    r"(?P<word>labels?|farben?|(?:new |neue[ns]? )(?:label|farbe)|change|switch|wechsel|wechsle|wechseln)(?!\w)"
    r"(?P<mark> ?[:=])? ?(?P<to>(?:labels? |farbe )?(?:to|zu|nach|auf|into|in)(?!\w))? ?(?P<rest>.*)"
)
STAY = re.compile(
    r"\W*(?:or |oder )?(?:(?:i|i'll|i'd|ich) (?:want to |will |would like to |like to |möchte |will )?)?"
    r"(?:(?:label|farbe) ?[:=]? ?)?(?:please |bitte )?"
    r"(?:stay|stays|staying|keep|bleibe|bleiben|bleib|behalte|behalten|no change|keine änderung"
    r"|wechsle nicht|wechsel nicht|(?:don't|do not|won't|will not) (?:change|switch)|not changing"
    r"|kein (?:wechsel|tausch)|no|nein)(?!\w)(?P<rest>.*)"
)
# What may stand behind it: anything else makes it prose.
WITH = re.compile(
    "with|at|as|is|it|my|the|this|same|labels?|colou?r|please|thanks?|you|so|here|for|me"
    "|bei|dabei|wie|meine[rm]?|die|der|das|bisherige|farbe|es|ist|bitte|danke|hier|für|mich|mein|vielen|dank"
)
LIKE = re.compile(
    r"\W*(?:i'd like|i would like|i want|i take|i'll take|i choose|i'll choose|i pick|i'll go (?:for|with)|i go "
    r"for|ich wähle|nehme ich|ich nehme|ich möchte|ich will|ich hätte gerne?)"
    r"(?: the label| das label| die farbe)? (?P<rest>.*)"
)
TO = re.compile(
    r"\W*(?:ich (?:möchte|will|würde gerne?) )?(?:bitte )?(?:zu|auf|nach) (?P<rest>.*?) (?:wechseln|ändern)\W*"
)
NUMBERED = re.compile(r"\W*[0-9]{1,2}[.):] |[-*•·–] ")  # an item of a list
# What people put before an answer and behind it.
BEFORE = re.compile(
    r"(?:(?:hi|hello|hallo|hey|moin|ja|yes|ok|okay|gut|well|dann|then|also)(?: all| zusammen)?[ ,!:.]+)+(?=\w)"
    r"|(?:nein|no)[,.!] (?=(?:ich|i|i'll|i'd) )"
)
BEHIND = re.compile(
    r"(?:[,.!;]? ?(?:[:;=]'?-?[)(d]|[\U0001f000-\U0001faff\u2600-\u27bf])+|[,.!;] (?:thanks?|thank you|danke|lg|vg"
    r"|cheers|bitte|please)(?: [^\W\d]+)?[.!]*)+$"
)
BETWEEN = re.compile(r" ?[,>/;|&→] ?| (?:or|oder|and|und|then|dann|else|sonst|ansonsten)(?!\w) ?")
JOINED = re.compile(r"(?:or|oder|and|und|then|dann|else|sonst|ansonsten|otherwise) ")
ENDS = re.compile(r"(?: (?:please|bitte|thanks|danke|thank you))$")
WORD = re.compile(r"[^\W\d_]+")
FEW = 3  # words behind the one that is asked for, which are labels then, if with a slip of the pen
CONDITION = re.compile(
    r"(?<!\w)(?:if|wenn|falls|unless|except|außer|ausser|sofern|only|nur|anything but|alles)(?!\w)"
)
KEEPS = re.compile(
    r"(?<!\w)(?:stay|staying|keep|keeping|bleibe?|behalte|behalten)(?!\w)"
    r"(?! (?:gesund|fit|safe|healthy|tuned|cool|up|it up|in touch|me posted|the good|home))"
    r"(?=\W*$| (?:bei|with|at|dabei|my|mine|meine?[nrs]?|the|das|die|lieber|doch|rather|as|so|it|es|what"
    r"|was)(?!\w))"
)
ELSE_STAYS = re.compile(r"(?:[,>/;|&]|(?<!\w)(?:or|oder|else|sonst|then|dann)) ?(?:stay|bleibe?|bleiben)\W*\Z")
ABOUT = re.compile(r"(?<!\w)(?:change|changing|switch|wechsel\w*|wechsle|label|farbe|stay|bleibe)(?!\w)")
SECOND = re.compile(
    r"(?<!\w)(?:mind|second thoughts?|doch|lieber|rather|instead|statt|correction|korrektur|nein|no|moment|wait"
    r"|warte|ach|besser"
    r"|better"
    r"|actually|anders)(?!\w)"
)
THOUGHT = re.compile(r"changed?|changing|thoughts?|second|überlegt\w*|sorry|think|time")
Known = Callable[[str], bool]


def labels_in(lines: Sequence[str], is_label: Known | None) -> list[str]:
    """What lines say of labels, each different answer once: labels joined by commas; "" for staying.

    ``is_label`` tells whether a word is a label's name or colour; without it only lines count that begin as
    a wish.
    """
    known = is_label or (lambda word: False)
    found: dict[str, None] = {}
    for line in map(_line, lines):
        if _stays(line, known):
            found[""] = None
        elif wish := _wish(line, is_label):
            found[",".join(wish)] = None
    if found or is_label is None:
        return list(found)
    alone = [NUMBERED.sub("", line) for line in map(_line, lines) if line]
    words = _words(" , ".join(alone), known)
    return [",".join(words)] if words and all(map(known, words)) else []


def hesitates(
    lines: Sequence[str], answer: str, is_label: Known | None, own_label: Known | None, others: Collection[str]
) -> bool:
    """Whether an answer about labels may not be meant as it was read.

    ``answer`` is one of `labels_in`; ``own_label`` tells whether a word names the label that the sender has.
    Another answer or label in a line, a condition, words that take it back or announce those of somebody else are
    doubtful.
    """
    known = is_label or (lambda word: False)
    named = {word for part in answer.split(",") for word in (part, *WORD.findall(part))}
    last = before = ""  # the line before, in one form and as it was written
    answered = False
    beside: list[str] = []  # what is said apart from the answer
    for text in lines:
        line = _line(text)
        beside.append("")
        if not line:
            continue
        stays, wish = _stays(line, known), [] if _stays(line, known) else _wish(line, is_label)
        words = WORD.findall(line)
        labels = [word for word in words if known(word)]
        about = bool(stays or wish or labels)
        if about and "?" in line:
            return True
        if about and (
            CONDITION.search(f"{line} {'' if titles.MARK.search(last) else last}")
            or (not stays and set(words) & thoughts.NOT)
        ):
            return True
        if about and not answered and (thoughts.announces(last) or _of_another(text, before, others)):
            return True
        if not answer and any(not own_label(word) for word in labels if own_label):
            return True
        if answer and (
            stays
            or any(word not in named for word in labels)
            or (not wish and KEEPS.search(ELSE_STAYS.sub("", line)))
        ):
            return True
        if SECOND.search(line) and (answered if about else _says_little(words)):
            return True
        if not about and CONDITION.search(line) and ABOUT.search(line):
            return True
        beside[-1] = "" if about else line
        if not answered and about and titles.is_title(last) and titles.of_another(last):
            return True
        answered, last, before = answered or about, line, text
    if titles.signed_by_another(lines, others) or titles.tells_of_another(lines, others):
        return True
    return thoughts.hesitates(list(map(_line, lines))) or asides.retracts(beside, others)


def _of_another(text: str, before: str, others: Collection[str]) -> bool:
    above = before if titles.leads_to_another(before, others) else ""
    return any(thoughts.tells_of_another(line, others) for line in (text, above))


def _says_little(words: Sequence[str]) -> bool:
    """Whether a line says nothing else but that there is a second thought."""
    return all(word in asides.SMALL or SECOND.fullmatch(word) or THOUGHT.fullmatch(word) for word in words)


def _line(text: str) -> str:
    line = " ".join(even(text[:1000]).split())
    return BEHIND.sub("", BEFORE.sub("", line, count=1) if BEFORE.match(line) else line)


def _stays(line: str, known: Known) -> bool:
    if _stays_only(line, known):
        return True
    first, mark, rest = re.sub("[.!,]", "\0", line, count=1).partition("\0")
    if not mark or first.strip() in ("no", "nein") or any(map(known, WORD.findall(rest))):
        return False
    return _stays_only(first, known) and not WISH.search(rest) and not SECOND.search(rest)


def _stays_only(line: str, known: Known) -> bool:
    match = STAY.match(line)
    if not match:
        return False
    words = re.findall(r"\w+", match["rest"])
    return len(words) <= 6 and all(WITH.fullmatch(word) or known(word) for word in words)


def _wish(line: str, is_label: Known | None) -> list[str]:
    """The labels of a line that is a wish; none where it is prose."""
    known = is_label or (lambda word: False)
    for pattern in (TO, LIKE):
        if match := pattern.fullmatch(line):
            words = _words(match["rest"], known)
            if words and all(map(known, words)):
                return words
    match = WISH.match(line)
    if not match:
        return []
    words = _words(match["rest"], known)
    if is_label is None:
        sure = bool(match["mark"] or match["to"] or "label" in match["word"] or "farbe" in match["word"])
        return words if sure and len(words) <= 6 else []
    # A word that is no label is said to be none by whoever knows them, but not the words of a sentence.
    asked = line.startswith("label") and len(words) <= FEW and not any(" " in word for word in words)
    named = any(map(is_label, words)) or bool(match["mark"]) or asked
    return words if named and len(words) <= 6 and all(len(word.split()) <= 4 for word in words) else []


def _words(text: str, known: Known) -> list[str]:
    """The words for labels in a text, as they are typed."""
    text = text.strip(" .!:,()\"'")
    text = ENDS.sub("", text).strip(" .!:,")
    words = [word.strip(" .!\"'()") for word in BETWEEN.split(text)]
    words = [JOINED.sub("", word) for word in words if word]
    while len(words) > 1 and STAY.fullmatch(
        words[-1]
    ):  # where no label can be had, who wished for it stays anyway
        words.pop()
    apart = text.split()
    return apart if len(words) == 1 and len(apart) > 1 and all(map(known, apart)) else words
