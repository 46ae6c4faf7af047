"""Sentences about a mail itself: that it does not count, or not yet, or only if something else happens.

No list can hold all that people say. But a sentence about the mail says little else: it is made of small words,
of words for the mail, and of some that judge it. A sentence with any other word ("Cancel the pizza.") is talk.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Sequence

from .thoughts import NOT, SLIP, WORD, words

LONGEST = 9  # words of a sentence that says nothing but this
FEW = 4  # words of one that denies and says no more
HANGING = 6  # words of a condition that stands alone
APART = re.compile(r" {3,}|\n")  # where something was taken out
ENDS = re.compile(r"[.!?;…]+(?=\s|$)|[\U0001f300-\U0001faff]")
CLAUSES = re.compile(r"[,:()]| [-–—] ")
# Small words, and those for the mail and its parts: what a sentence on the mail itself may be made of.
SMALL = words(
    "i i'm im i'll i'd you we it it's its this that that's these those one ones the a an my mine all everything "
    "above below here now then just only really please sorry again still yet not no never do does did is are was "
    "were be been am will would can could should may might must have has had to of for on in at out off with and "
    "or but so as by me him them mail mails email message entry move moves round today oh ah ok okay ps "
    "from about actually rather first "
    "ich du er es wir ihr sie mich mir dir das dies diese diesen dieser dieses den dem der die ein eine einen "
    "mein "
    "meine meinen alles hier jetzt dann nur bitte doch noch mal erst einmal erstmal schon ja nein nicht kein "
    "keine "
    "keinen nie ist sind war waren wird werden werde bin hat habe hatte kann könnte könnten sollte muss will "
    "möchte "
    "zu von für auf in an im am mit und oder aber als wie sich zug e nachricht eintrag runde heute ach oh hm also "
    "wieder einfach vorerst lieber aus zurück sonst ab nach lg gruß thanks danke hi hallo hey"
)
DENIES = NOT | words("no kein keine keinen")
UNDO = re.compile(
    r"ignor\w*|disregard\w*|delet\w*|(?:ge)?lösch\w*|storn\w*|cancel\w*|undo|undone|vergiss|vergesst|forget"
    r"|scratch"
    r"|discard\w*|withdr\w*|void|invalid|ungültig\w*|gestrichen|streich\w*|verwerf\w*|verworfen|hinfällig|quatsch"
    r"|unsinn|nonsense|rubbish|kidding|joke|joking|scherz|zurückhalt\w*|zurückzieh\w*|zurückgezogen|hold|nevermind"
)
TAKE = re.compile(r"(?:zieh|nehm|nimm|take)\w*")
USE = re.compile(
    r"us(?:e|ed|ing)|verwend\w*|benutz\w*|beacht\w*|nehm\w*|nimm|mean|meant|gemeint|serious|ernst|play|spiel\w*"
    r"|leg\w*"
    r"|gelten|gilt|wert\w*|gewertet|zähl\w*|count\w*|enter\w*|eintrag\w*|eingetragen"
)
UNSURE = re.compile(r"unsicher|unsure|undecided|unentschlossen|deciding|überleg\w*|decided?|entschieden|thinking")
CONFIRM = re.compile(r"confirm\w*|bestätig\w*|decided?|deciding|entscheid\w*")
LATER = re.compile(r"later|soon|tomorrow|später|morgen|bald|nachher|folg\w*|follow\w*")
SENDS = re.compile(r"send\w*|schick\w*|sende\w*|come|comes|coming|komm\w*|get|gets")
CHANGES = re.compile(r"ändern|change")
IDEA = re.compile(r"idee|idea|spaß|witz|fun")
PARTS = re.compile(r"vorzeichen|signs?|holes|löcher|minus|plus")
# Words that open a clause about something else.
OPENS = words("ob if whether wie what how was when wann wenn dass falls wo where warum why")
HERE = words("hier here bis until till ab by see now jetzt")
LEAVES = re.compile(
    r"(?:ich (?:passe|setze|steige)|passe ich|i (?:(?:will|have to|must|shall) )?(?:pass|quit|resign|sit|give)"
    r"|i'll pass"
    r"|i'm out|i am out|i am sitting|i'm sitting)(?: (?:diese|dieses|die|das|this|the|it|one|round|runde|mal"
    r"|time|heute|"
    r"today|hier|here|auch|lieber|jetzt|now|up|auf|out|aus|then|dann|for|mit|with)){0,6}"
)
CONDITION = re.compile(
    r"(?:and |und |but |aber |only |nur )?(?:if|unless|falls|wenn|sofern|solange|außer|ausser|except"
    r"|provided)(?!\w)"
)
EARLIER = re.compile(r"last|letzte[nrsm]?|old|alte[nrs]?|bisherige[nr]?|vorige[nr]?|previous|earlier|früher\w*")
PLACED = words("played placed gespielt gelegt sent geschickt hatte had") | SLIP
POINTS = words("das dies this that these those dieser that's")


def parts(lines: Iterable[str]) -> list[str]:
    """The paragraphs of lines; a line from which something was taken out is parted there."""
    found: list[str] = []
    paragraph: list[str] = []
    for line in (*lines, ""):
        apart = APART.split(line)
        if line.strip() and len(apart) == 1:
            paragraph.append(line.strip())
            continue
        found += [" ".join(paragraph), *apart]
        paragraph = []
    return [part.replace("’", "'") for part in found if part.strip()]


def retracts(lines: Sequence[str], names: Collection[str]) -> bool:
    """Whether a sentence in `even` lines takes back what the mail says, puts it off, or sets a condition.

    Lines of chips come with more than two spaces for these. ``names`` may be spoken to.
    """
    known = {name.casefold() for name in names}
    texts = parts(lines)
    if any(_hangs(text) for part in texts for text in ENDS.split(part)):
        return True
    for text in dict.fromkeys(
        [*texts, *(piece for line in lines for piece in APART.split(line.replace("’", "'")))]
    ):
        for sentence in ENDS.split(text):
            spoken = WORD.findall(sentence)
            if _retracts(spoken, known):
                return True
            if not OPENS & set(spoken) and any(
                _retracts(WORD.findall(one), known) for one in CLAUSES.split(sentence)
            ):
                return True
    return False


def _hangs(sentence: str) -> bool:
    """Whether a sentence is a condition and no more: what hangs on it is the slip."""
    text = sentence.strip(" ,;-()")
    return bool(CONDITION.match(text)) and "," not in text and len(WORD.findall(text)) <= HANGING


def _retracts(spoken: Sequence[str], names: Collection[str]) -> bool:
    if not 0 < len(spoken) <= LONGEST:
        return False
    said = set(spoken)
    denied = bool(said & DENIES) or any(word.endswith("n't") for word in spoken)
    if LEAVES.fullmatch(" ".join(spoken).removeprefix("sonst ").removeprefix("otherwise ").removeprefix("or ")):
        return not denied
    if _of_earlier(spoken):
        return True
    content = [word for word in spoken if word not in SMALL and word not in names and not word.endswith("n't")]
    if any(map(PARTS.fullmatch, content)) and len(spoken) <= HANGING:
        return True

    def only(*kinds: re.Pattern[str]) -> bool:
        """Whether the first kind is there, and the sentence has nothing else but the other ones."""
        allowed = all(word in SLIP or any(kind.fullmatch(word) for kind in kinds) for word in content)
        return allowed and any(map(kinds[0].fullmatch, content))

    if only(UNDO, USE, TAKE, SENDS) and not denied:
        return True
    if denied and (
        only(USE, SENDS) or spoken == ["never", "mind"] or (content == ["sure"] and not said & {"was", "were"})
    ):
        return True
    if (
        denied
        and not content
        and len(spoken) <= FEW
        and said & words("this that so das dies diese lieber rather noch yet")
    ):
        return True
    if only(TAKE) and said & words("zurück back"):
        return True
    return _puts_off(said, only)


def _puts_off(said: set[str], only: Callable[..., bool]) -> bool:
    """Whether a sentence says that its author has not decided yet."""
    if only(UNSURE, CONFIRM, LATER) and said & words("still noch not yet bin am i'm later tomorrow morgen später"):
        return True
    if only(LATER, SENDS, CONFIRM) and said & SLIP and not said & HERE:
        return True
    if only(CONFIRM, LATER) and any(map(LATER.fullmatch, said)):
        return True
    if only(CHANGES) and said & words("könnte kann might may could"):
        return True
    return only(IDEA) and bool(said & words("nur just only bloß war was"))


def _of_earlier(spoken: Sequence[str]) -> bool:
    """Whether a sentence says of what stands beside it that it is of earlier, or would have been."""
    said = set(spoken)
    if said & {"would", "hätte"} and said & POINTS and said & (PLACED | words("have so")) and "like" not in said:
        return True
    points = spoken[0] in POINTS and said & words("is was ist war sind are were")
    well = "well" in said or "gut" in said
    return bool(points) and any(map(EARLIER.fullmatch, spoken)) and bool(said & PLACED) and not well
