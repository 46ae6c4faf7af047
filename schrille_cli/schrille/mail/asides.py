"""Sentences about a mail itself: that it does not count, or not yet, or only if something else happens.

No list can hold all that people say. But a sentence about the mail says little else: it is made of small words,
of words for the mail, and of some that judge it. A sentence with any other word ("Cancel the pizza.") is talk.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Sequence

from .bandnames import SIGN
from .thoughts import NOT, SLIP, WORD, words

LONGEST = 9  # words of a sentence that says nothing but this
FEW = 4  # words of one that denies and says no more
HANGING = 6  # words of a condition that stands alone
APART = re.compile(r" {3,}|\n")  # where something was taken out
ENDS = re.compile(r"[.!?;…]+(?=\s|$)|[\U0001f300-\U0001faff]")
NOTE = re.compile(r"^\W*p\.? ?s\.?(?:[:,]|(?=\s))\W*")
CLAUSES = re.compile(r"[,:()]| [-–—] ")
# Small words, and those for the mail and its parts: what a sentence on the mail itself may be made of.
SMALL = words(
    "i i'm im i'll i'd you we it it's its this that that's these those one ones the a an my mine all everything "
    "above below here now then just only really please sorry again still yet not no never do does did is are was "
    "were be been am will would can could should may might must have has had to of for on in at off with more "
    "work and "
    "or but so as by me him them mail mails email message entry move moves round today oh ah ok okay ps "
    "from about actually rather first "
    "ich du er es wir ihr sie mich mir dir das dies diese diesen dieser dieses den dem der die ein eine einen "
    "mein "
    "meine meinen alles hier jetzt dann nur bitte doch noch mal erst einmal erstmal schon ja nein nicht kein "
    "keine "
    "keinen nie ist sind war waren wird werden werde bin hat habe hatte kann könnte könnten sollte muss will "
    "möchte "
    "zu von für auf in an im am mit und oder aber als wie sich zug e nachricht eintrag runde heute ach oh hm also "
    "mist shit damn oops ups game spiel alle unter mehr each jede jedes way round "
    "wieder einfach vorerst lieber aus zurück sonst ab nach lg gruss hab run back um eins want everything "
    "thanks danke hi "
    "hallo hey"
)
DENIES = NOT | words("no kein keine keinen")
UNDO = re.compile(
    r"ignor\w*|disregard\w*|delet\w*|(?:ge)?lösch\w*|storn\w*|cancel\w*|undo|undone|vergiss|vergesst|forget"
    r"|scratch"
    r"|discard\w*|withdr\w*|void|invalid|ungültig\w*|gestrichen|streich\w*|verwerf\w*|verworfen|hinfällig|quatsch"
    r"|wrong|fals[ce]h\w*|false|irrtum|versehen|mistake|trash|bin|remove|entfern\w*|weglassen|draft|entwurf"
    r"|beispiel"
    r"|example|versuch|tbc|tba|vorbehalt|progress|confirmed|comparison|vergleich"
    r"|vertan|verschrieben|vertippt|typo|tippfehler|probelauf|trial|wait|warten?|wartet|unsinn|nonsense|rubbish"
    r"|kidding|joke|joking|scherz|zurückhalt\w*|zurückzieh\w*"
    r"|zurückgezogen|hold|nevermind"
)
TAKE = re.compile(r"(?:zieh|nehm|nimm|take)\w*")
FORGET = re.compile("vergessen|forget")
USE = re.compile(
    r"us(?:e|ed|ing)|verwend\w*|benutz\w*|beacht\w*|nehm\w*|nimm|mean|meant|gemeint|serious|ernst|play|spiel\w*"
    r"|leg\w*"
    r"|mitspiel\w*|abschick\w*|absenden|submit\w*|gelten|gilt|wert\w*|gewertet|zähl\w*|count\w*|enter\w*"
    r"|eintrag\w*"
    r"|eingetragen"
)
UNSURE = re.compile(r"unsicher|unsure|undecided|unentschlossen|deciding|überleg\w*|decided?|entschieden|thinking")
CONFIRM = re.compile(r"confirm\w*|bestätig\w*|decided?|deciding|entscheid\w*")
LATER = re.compile(r"later|soon|tomorrow|später|morgen|bald|nachher|folg\w*|follow\w*")
SENDS = re.compile(r"send\w*|schick\w*|sende\w*|come|comes|coming|komm\w*|get|gets")
CHANGES = re.compile(r"ändern|change|subject")
REAL = re.compile(r"real|right|proper|richtige[nrs]?|endgültige[nrs]?|final")
IDEA = re.compile(r"idee|idea|spass|witz|fun")
PARTS = re.compile(r"vorzeichen|signs?|holes|löcher|minus|plus")
# Words that open a clause about something else.
OPENS = words("ob if whether wie what how was when wann wenn dass falls wo where warum why")
HERE = words("hier here bis until till ab by see now jetzt")
LEAVES = re.compile(
    r"pass(?:en?)?|höre|skip|raus|out|quit|resign|leave|leaving|setze|aussetz\w*|steige|sit|sitting|give|lasst?"
    r"|count"
)
TURNS = words("setze steige")  # which say so with "aus" only
GOES = words("out aus up auf raus pass passe passen skip quit resign leave leaving aussetzen")
TIME = re.compile(r"time|zeit|tage?|days?|hours?|stunden?")
NEEDS = re.compile(r"needs?|brauch\w*|gebt|gib|give|more|mehr|another|weitere\w*|extra")
# What is done to parts of a slip, and these.
REVISES = re.compile(
    r"top|bottom|oben|unten|verwechselt|mixed|verschieb\w*|shift\w*|andersrum|umgekehrt|(?:ver)?tausch\w*"
    r"|getauscht|swap\w*|revers\w*|lower|higher|down"
    r"|runter|rauf|tiefer|höher"
    r"|leave|drop|skip|out|without|ohne|other|weg|last|letzte[nrs]?|first|erste[nrs]?|different|andere\w*"
    r"|wechsel\w*"
)
PIECES = re.compile(r"chips?|tipps?|tips?|holes?|loch|löcher|picks?|aufsteiger|values?|werte?")
ASKS = re.compile(r"allowed|erlaubt|valid|gültig|legal|possible|möglich|geht|ginge|zulässig")
THINK = re.compile(r"think|nachdenken|drüber|let|sleep|schlafe?")
MADE = words("made gemacht behalf auftrag gez did getan by idea")
CONDITION = re.compile(
    r"(?:and |und |but |aber |only |nur )?(?:if|unless|falls|wenn|sofern|solange|außer|ausser|except"
    r"|provided)(?!\w)"
)
HANGS = re.compile(
    r"(?:vorausgesetzt|provided|assuming|es sei denn|nur (?:wenn|im|zur)|only (?:if|in case)|in case|im notfall"
    r"|zur not|für den fall|unless|au(?:ß|ss)er wenn)(?!\w)"
)
STOPS = words("no nein nee nope stop stopp halt")
NEWS = re.compile(r"update|korrektur|correction|neue[rsn]?|new|better|bessere\w*|anders")
WRITES = re.compile(r"schreib\w*|write")
COMES = re.compile(r"gleich|minute|minuten|coming|again|come|komm\w*")
SOON = words("noch yet still tomorrow morgen later später")
WITHOUT = re.compile("ohne|without")
HEDGES = words("diesen dieser den hier this that so das dies diese lieber rather noch yet doch")
EARLIER = re.compile(r"last|letzte[nrsm]?|old|alte[nrs]?|bisherige[nr]?|vorige[nr]?|previous|earlier|früher\w*")
PLACED = words("spielt plays legt played placed gespielt gelegt sent geschickt hatte had") | SLIP
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
    return [part for part in found if part.strip()]


def retracts(lines: Sequence[str], names: Collection[str]) -> bool:
    """Whether a sentence in `even` lines takes back what the mail says, puts it off, or sets a condition.

    Lines of chips come with more than two spaces for these. ``names`` may be spoken to.
    """
    known = {name.casefold() for name in names}
    lines = [
        NOTE.sub("", line) if NOTE.match(line) else line for line in (line.replace("’", "'") for line in lines)
    ]
    texts = parts(lines)
    if any(_hangs(text) for part in texts for text in ENDS.split(part)):
        return True
    for text in dict.fromkeys([*texts, *(piece for line in lines for piece in APART.split(line))]):
        for sentence in ENDS.split(text):
            spoken = WORD.findall(sentence)
            if (len(spoken) == 1 and spoken[0] in STOPS) or _retracts(spoken, known):
                return True
            if not OPENS & set(spoken) and any(
                _retracts(WORD.findall(one), known) for one in CLAUSES.split(sentence)
            ):
                return True
    return False


def _hangs(sentence: str) -> bool:
    """Whether a sentence is a condition and no more: what hangs on it is the slip."""
    text = sentence.strip(" ,;-()")
    number = len(WORD.findall(text))
    if HANGS.match(text):
        return number <= LONGEST
    return number <= HANGING and bool(CONDITION.match(text)) and "," not in text


def _retracts(spoken: Sequence[str], names: Collection[str]) -> bool:
    if not 0 < len(spoken) <= LONGEST:
        return False
    said = set(spoken)
    denied = bool(said & DENIES) or any(word.endswith("n't") for word in spoken)
    if _of_earlier(spoken) or _of_another(spoken, names):
        return True
    content = [
        word for word in spoken if not (word in SMALL or word in names or word.endswith("n't") or SIGN.match(word))
    ]

    def only(*kinds: re.Pattern[str]) -> bool:
        """Whether the first kind is there, and the sentence has nothing else but the other ones."""
        allowed = all(word in SLIP or any(kind.fullmatch(word) for kind in kinds) for word in content)
        return allowed and any(map(kinds[0].fullmatch, content))

    short = len(spoken) <= HANGING
    few = len(spoken) <= FEW
    if short and only(PARTS, REVISES, UNDO, USE):
        return True
    if short and (only(REVISES, PIECES, UNDO) or (denied and only(PIECES, REVISES))) and _of_parts(said):
        return True
    if (
        only(LEAVES)
        and not denied
        and (said & GOES or few)
        and said != {"pass", "auf"}
        and not (said & TURNS and "aus" not in said)
    ):
        return True
    if only(UNDO, USE, TAKE, SENDS) and not denied:
        return True
    if denied and (only(USE, SENDS) or spoken == ["never", "mind"]):
        return True
    if only(FORGET) and not denied and said & (SLIP | words("bitte please")):
        return True
    if (
        only(ASKS, USE)
        and said & POINTS
        and (ASKS.fullmatch(spoken[0]) or spoken[0] in words("is ist darf kann can could may wäre"))
    ):
        return True
    if denied and content == ["sure"] and not said & {"was", "were"}:
        return True
    if said & {"ohne", "without"} and said & {"mich", "me"} and only(WITHOUT, USE):
        return True
    if denied and not content and few and (said & HEDGES or any(map(SIGN.match, said))):
        return True
    if only(TAKE) and said & words("zurück back"):
        return True
    return _puts_off(said, only)


def _of_parts(said: set[str]) -> bool:
    """Whether a sentence is about parts of the slip, or all of it, and not about who is last or first."""
    if said & {"i", "ich"} and not any(map(PIECES.fullmatch, said)):
        return False
    return bool(said & words("all alle alles everything each jedes one eins")) or any(map(PIECES.fullmatch, said))


def _of_another(spoken: Sequence[str], names: Collection[str]) -> bool:
    """Whether a short sentence says nothing but whose the slip is, or who made it."""
    said = {next((name for name in names if word in (f"{name}s", f"{name}'s")), word) for word in spoken}
    allowed = SMALL | PLACED | MADE | set(names)
    telling = said & (POINTS | PLACED | MADE | {"so"})
    return len(spoken) <= HANGING and bool(said & set(names) and telling) and said <= allowed


def _puts_off(said: set[str], only: Callable[..., bool]) -> bool:
    """Whether a sentence says that its author has not decided yet."""
    if only(UNSURE, CONFIRM, LATER) and said & words("still noch not yet bin am i'm later tomorrow morgen später"):
        return True
    if only(LATER, SENDS, CONFIRM) and said & SLIP and not said & HERE:
        return True
    if only(CONFIRM, LATER) and any(map(LATER.fullmatch, said)):
        return True
    if only(CHANGES) and said & words("könnte kann might may could subject"):
        return True
    if only(TIME, NEEDS) and any(map(NEEDS.fullmatch, said)):
        return True
    if only(THINK) and said & words("again noch let still") and len(said) > 1:
        return True
    real = any(map(REAL.fullmatch, said))
    if (
        only(REAL, SENDS, LATER)
        and said & SOON
        and ((len(said) > 1 and any(map(LATER.fullmatch, said))) or "noch" in said)
    ):
        return True
    if only(SENDS, REAL) and said & SOON and (real or said & SLIP):
        return True
    if only(NEWS, SENDS, LATER, IDEA, COMES) and any(
        COMES.fullmatch(word) or LATER.fullmatch(word) for word in said
    ):
        return True
    if only(WRITES, LATER, COMES) and said & {"again", "noch"}:
        return True
    return only(IDEA) and bool(said & words("nur just only bloss"))


def _of_earlier(spoken: Sequence[str]) -> bool:
    """Whether a sentence says of what stands beside it that it is of earlier, or would have been."""
    said = set(spoken)
    if said & {"would", "hätte"} and said & POINTS and said & (PLACED | words("have so")) and "like" not in said:
        return True
    points = spoken[0] in POINTS and said & words("is was ist war sind are were")
    well = "well" in said or "gut" in said
    return bool(points) and any(map(EARLIER.fullmatch, spoken)) and bool(said & PLACED) and not well
