"""Words with which people take back, put off or change what they say, and those that tell whose words follow."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence

from . import titles


def words(text: str) -> frozenset[str]:
    """The words of a text."""
    return frozenset(text.split())


WORD = re.compile(r"[^\W\d_]+(?:'[^\W\d_]+)?")
SENTENCE = re.compile(r"[.!?;]+(?=\s|$)")
NOT = words("not nicht kein keine keinen keinesfalls never nie niemals dont cannot")
COUNTS = re.compile(
    r"count(?:s|ed|ing)?|enter(?:s|ed|ing)?|final(?:ly|ized)?|yet|record(?:ed)?|submit(?:ted)?|process(?:ed)?"
    r"|official"
    r"|(?:ge)?werte[nt]?|eintragen|eingetragen|eintrag|trag|trage|tragen|gültig|endgültig|gezählt|zähl\w*|gilt"
    r"|gelten"
    r"|verbindlich|fertig|definiti\w*|take|nehmen|nimm|valid"
)
WAITS = words("wait warte wartet warten abwarten moment")
# Words that say what a slip is that does not count, where they are said of it, or by themselves.
TRIES = re.compile(
    r"test|tests|testing|teste|testweise|testmail|probe|probeweise|draft|entwurf|vorläufig\w*|provisional"
    r"|preliminary"
    r"|tentative|unschlüssig|undecided"
)
ABOUT = words(
    "slip slips zettel format mail only nur just merely this das dies dieser diese dieses hier here mein "
    "my erst erstmal bin still noch"
)
FEW = 4  # words of a sentence that says nothing else
SENDS = words("follow follows folgt folgen schicke sende send sends kommt comes coming nachher later")
ANOTHER = re.compile(
    r"another|real|right|proper|correct|final|different|new|richtige\w*|andere\w*|neue\w*|endgültige\w*"
    r"|korrekte\w*"
)
PRONOUNS = words("one einen den der die einer another anderen")
SLIP = words("slip zettel slips tipps tips")
AFTERTHOUGHT = re.compile(
    r"(?<!\w)(?:drüber schlafen|schlafe? (?:[^\W\d]+ ){0,3}drüber|sleep on it|(?:on )?second thoughts?|changed? "
    r"my mind|anders überlegt|hold on"
    r"|ach ne(?:in)?|oder (?:doch|warte)|actually(?:,)? no|take (?:that|it) back|zurückziehen|zurückgezogen)(?!\w)"
    r"|(?:^|[.!?] )(?:moment|halt|wait|warte|oops|ups|huch)(?!\w)(?! (?:and see|der wahrheit|of truth))",
    re.MULTILINE,
)
ASKS = re.compile(
    r"(?<!\w)(?:allowed|erlaubt|valid|gültig|legal|darf|dürfte|möglich|permitted|what if|was wäre wenn)(?!\w)"
)
CHANGES = re.compile(
    r"(?<!\w)(?:statt|stattdessen|anstatt|anstelle|instead|chang(?:e|es|ed|ing)|änder(?:e|n|t|ung)|geändert"
    r"|korrigier\w*|correct(?:s|ed|ion|ions)?|korrektur|(?:ver)?tausch\w*|swap(?:s|ped|ping)?|switch|doch"
    r"|lieber|rather"
    r"|besser|better|replace[sd]?|ersetz\w*|verschieb\w*|move|goes to|gehört (?:auf|in|zu|nach|an)|belongs"
    r"|should be|must be"
    r"|make (?:it|that)|no longer|nicht mehr|wrong|falsch|mistake|fehler|meant|meinte|vergessen|forgot"
    r"|soll(?:te|en)? (?:[^\W\d]{1,12} )?[0-9]{1,2}"
    r"|mach\w* (?:[^\W\d]{1,12} )?[0-9]{1,2}|(?:not|nicht) (?:auf |in |on |die |the ){0,2}[0-9]{1,2})(?!\w)"
    r"|[-=]>|[→➔➜]"
)
# A value and where it should be instead, in a sentence.
PUTS = re.compile(
    r"(?<![\w.])[+-] ?[0-9](?![\w.])(?:[^\W\d]| ){0,30} (?:auf|in|on|to|into|zu|nach)"
    r"(?: die| the| hole| loch)? [0-9]"
)
THING = re.compile(
    r"(?<![0-9])[0-9]+(?![0-9]| ?(?:days?|weeks?|hours?|minutes?|min|times|points?|tagen?|wochen?|stunden?|minuten"
    r"|uhr|mal|punkten?|euro|%|€)(?!\w))|(?<!\w)(?:picks?|aufsteiger|no\.? ?1|nr\.? ?1|n1|nummer|number|hole"
    r"|loch|tipps?|tips?|chips?"
    r"|vorzeichen)(?!\w)"
)
WROTE = re.compile(
    r"(?<!\w)(?:schrieb|schreibt|geschrieben|wrote|writes|a écrit|écrit|escribió|ha scritto|escreveu|schreef|skrev"
    r"|meinte|said|zitat von|nachricht von|message from|whatsapp von|geschickt|sent me"
    r"|original-? ?(?:nachricht|message)|ursprüngliche nachricht)(?!\w)"
)
QUOTED = re.compile(r"\W*\[?(?:quoted text|zitierter text|zitat)[^\w]*(?:hidden|ausgeblendet)?\W*")
TIME = re.compile(r"[0-9][0-9]?[:.][0-9][0-9]|20[0-9][0-9]|[0-9][0-9]?[./-] ?[0-9][0-9]?[./-]|[^\s@]@[^\s@]")
MAIL = re.compile(r"[^\s@]@[^\s@]")
CLOCK = re.compile(r"[0-9][0-9]?:[0-9][0-9]")
MINE = re.compile(r"(?<!\w)(?:my|mein|meine|here|hier|slip|zettel|i|ich|round|runde)(?!\w)")
FROM = re.compile(r"\W*(?:from|von|de|da)\W{0,3}:")
TOPIC = re.compile(r"\W*(?:subject|betreff|objet|asunto|oggetto)\W{0,3}:")
BELOW = re.compile(r"\W*(?:to|an|cc|kopie|date|datum|sent|gesendet(?: am)?)\W{0,3}:")  # the line on the sender
# As messengers write it: who, and when in brackets.
STAMPED = re.compile(r"[^\[\]]*\[[^\[\]]*[0-9]{1,2}[:.][0-9]{2}[^\[\]]*\]\W*")
SOOTHES = re.compile(
    r"(?<!\w)(?:keine (?:sorge|eile|angst)|kein (?:problem|stress)|no (?:problem|worries|hurry|rush)"
    r"|don't worry|not to worry)(?!\w)"
)
OWNED = re.compile(r"(?<!\w)(?:for|für|fuer|von|of|from|by) \Z", re.IGNORECASE)


def sentences(lines: Sequence[str]) -> list[list[str]]:
    """The words of each sentence; a sentence ends at its sign or with its paragraph, not with a line."""
    found: list[list[str]] = []
    paragraph: list[str] = []
    for line in (*lines, ""):
        if line.strip():
            paragraph.append(line)
        elif paragraph:
            whole = SOOTHES.sub(" ", " ".join(paragraph).replace("’", "'"))
            found += [WORD.findall(text) for text in SENTENCE.split(whole)]
            paragraph = []
    return found


def hesitates(lines: Sequence[str]) -> bool:
    """Whether a sentence says that something does not count, or not yet, or that another one comes."""
    return any(_hesitates(set(words), len(words)) for words in sentences(lines) if words)


def _hesitates(words: set[str], number: int) -> bool:
    counts = any(word != "yet" or number == len(("not", "yet")) for word in words if COUNTS.fullmatch(word))
    denied = bool(words & NOT) or any(word.endswith("n't") for word in words)
    if counts and (denied or words & WAITS):
        return True
    if any(map(TRIES.fullmatch, words)) and (number <= FEW or words & ABOUT):
        return True
    return bool(words & SENDS) and any(map(ANOTHER.fullmatch, words)) and bool(words & (SLIP | PRONOUNS))


def changes(text: str, names: bool) -> bool:
    """Whether a sentence or line seems to change what was said; ``names``: it names a band or something else."""
    return bool(PUTS.search(text)) or bool(CHANGES.search(text) and (names or THING.search(text)))


def tells_of_another(line: str, others: Collection[str]) -> bool:
    """Whether a line, as it was written, names another player otherwise than to talk to somebody."""
    for name in others:
        word = rf"(?<!\w){re.escape(name)}(?!\w)|(?<!\w){re.escape(name)}['’`]?s(?!\w)"
        found = re.search(word, line) or re.search(rf"(?:{word})(?=\W*\Z| (?:slip|zettel))", line, re.IGNORECASE)
        if found and not _spoken_to(line, found, others):
            return True
    return False


def _spoken_to(line: str, name: re.Match[str], others: Collection[str]) -> bool:
    """Whether a name stands in a greeting or behind a comma, or in a question."""
    if name.end() <= titles.greeted(line, others):
        return True
    if OWNED.search(line[max(0, name.start() - len(" from ")) : name.start()]) or name[0].casefold().endswith("s"):
        return False
    first = not line[: name.start()].strip() and line[name.end() :].startswith(",") and titles.MARK.search(line)
    return (
        bool(first)
        or line.rstrip().endswith("?")
        or (line.rstrip().endswith("!") and line[: name.start()].rstrip().endswith(","))
    )


def announces(line: str) -> bool:
    """Whether an `even` line seems to say who wrote what follows it."""
    if QUOTED.fullmatch(line.strip()) or STAMPED.fullmatch(line):
        return True
    ends = line.rstrip(" *-").endswith(":")
    timed = bool(TIME.search(line))
    if MAIL.search(line) and CLOCK.search(line):
        return True
    if WROTE.search(line):
        return ends or timed
    return ends and timed and not MINE.search(line)


def leads(line: str) -> bool:
    """Whether an `even` line may lead to what stands anywhere behind it."""
    return line.rstrip(" *-").endswith(":") or bool(FROM.match(line))


def headed(lines: Sequence[str]) -> bool:
    """Whether among `even` lines are two of the head of an earlier mail."""
    sender = next((at for at, line in enumerate(lines) if FROM.match(line)), None)
    return sender is not None and (any(map(TOPIC.match, lines)) or any(map(BELOW.match, lines[sender:])))
