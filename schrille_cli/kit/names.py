"""Names of players, labels and cards: what a good one is, and which one a typed word means."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from .errors import error, listed, quoted
from .language import _

LONGEST = 40
# Bidi overrides, embeddings and isolates can make one name look like another.
BIDI = frozenset("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
# What Unicode calls letters, marks and symbols, but nobody sees: joiners, fillers, the selectors of variants.
UNSEEN = frozenset(
    "\u034f\u115f\u1160\u17b4\u17b5\u180b\u180c\u180d\u180f\u2800\u3164\uffa0"
    + "".join(map(chr, (*range(0xFE00, 0xFE10), *range(0xE0100, 0xE01F0))))
)


def nfc(text: str) -> str:
    """Text in Unicode's composed form, so that the same letters are the same name."""
    if text.isascii():
        return text
    import unicodedata

    return unicodedata.normalize("NFC", text)


def folded(text: str) -> str:
    """The form in which names are compared: without regard to case and to characters that cannot be seen."""
    if text.isascii():
        return text.casefold()
    import unicodedata

    seen = "".join(c for c in text if unicodedata.category(c) != "Cf" and c not in UNSEEN)
    return nfc(nfc(seen).casefold())


def _visible(char: str) -> bool:
    import unicodedata

    return unicodedata.category(char)[0] not in "CZM" and char not in UNSEEN


def name_fault(text: str, what: str, reserved: str = "", longest: int = LONGEST) -> str:
    """What is wrong with a trimmed NFC name, or an empty string.

    ``what`` it names is a marked word, such as ``N_("player")``.
    """

    def wrong(message: str, **values: object) -> str:
        return message.format(what=_(what), name=quoted(text), **values)

    if not text:
        return wrong(_("the {what} is empty"))
    if len(text) > longest:
        message = _("the {what} {name} has {number} characters, {most} are allowed")
        return wrong(message, number=len(text), most=longest)
    if not (text.isascii() and text.isprintable()):
        import unicodedata

        for char in text:
            # Cc control, Cs surrogate, Zl and Zp line and paragraph separators
            if unicodedata.category(char) in ("Cc", "Cs", "Zl", "Zp") or char in BIDI:
                return wrong(_("the {what} {name} holds the character {char}"), char=f"U+{ord(char):04X}")
    if not text.isalnum() and not any(map(_visible, text)):
        return wrong(_("the {what} {name} has nothing that can be seen"))
    bad = sorted({c for c in text if c in reserved})
    if bad:
        return wrong(_("the {what} {name} holds {signs}"), signs=listed(map(quoted, bad)))
    if reserved and text.startswith("-"):
        return wrong(_("the {what} {name} begins with a minus"))
    return ""


def clean_name(text: str, what: str, reserved: str = "") -> str:
    """Return the name trimmed and in NFC.

    ``what`` it names is a marked word. ``reserved`` are characters it must not hold; where there are any, it must
    not begin with ``-`` either. Raises `GameError` (kind ``"name"``) for anything but 1 to 40 characters without
    control, bidi-override or surrogate characters.
    """
    name = nfc(text.strip())
    fault = name_fault(name, what, reserved)
    if fault:
        raise error("name", fault, hint=_("give the {what} another name").format(what=_(what)))
    return name


def twice(names: Iterable[str]) -> list[str]:
    """The names that stand in the list more than once, without regard to case."""
    seen: set[str] = set()
    doubled: dict[str, None] = {}
    for name in names:
        key = folded(name)
        if key in seen:
            doubled[name] = None
        seen.add(key)
    return list(doubled)


def find(typed: str, answers: Mapping[str, str] | Sequence[str], what: str) -> str:
    """The one that a typed word means: without regard to case, whole or by unambiguous prefix.

    ``answers`` are the names, or a mapping of what can be typed to what it means; ``what`` they name is a marked
    word, such as ``N_("player")``. A whole word wins over a prefix. Raises `GameError` (kind ``"name"``) that
    lists the candidates where none or several fit.

    >>> find("bo", ["Ann", "Bob", "Bobby"], "player")
    Traceback (most recent call last):
    schrille_cli.kit.errors.GameError: "bo" may mean Bob or Bobby (type more of the player's name)
    >>> find("BOB", ["Ann", "Bob", "Bobby"], "player")
    'Bob'
    """
    pairs: Mapping[str, str] = answers if isinstance(answers, Mapping) else {name: name for name in answers}
    trimmed = typed.strip()
    if trimmed in pairs:
        return pairs[trimmed]
    key = folded(trimmed)
    whole = {value for name, value in pairs.items() if folded(name) == key}
    if len(whole) == 1:
        return whole.pop()
    begun = dict.fromkeys(v for name, v in pairs.items() if key and folded(name).startswith(key))
    if len(begun) == 1:
        return next(iter(begun))
    if not begun:
        known = listed(dict.fromkeys(pairs.values()), "or") if len(pairs) <= 14 else ""
        hint = _("choose {names}").format(names=known) if known else _("check the spelling")
        message = _("there is no {what} {name}").format(what=_(what), name=quoted(typed))
        raise error("name", message, hint=hint)
    message = _("{name} may mean {names}").format(name=quoted(typed), names=listed(begun, "or"))
    raise error("name", message, hint=_("type more of the {what}'s name").format(what=_(what)))
