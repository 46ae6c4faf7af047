"""A question that is answered by yes or no."""

from __future__ import annotations

from .ask import Unusable, ask
from .errors import Fault
from .language import _
from .names import folded


def yes_or_no(text: str, default: bool) -> bool:
    """What an answer means: yes, no or a beginning of these, in English or the language in use; or the default.

    Raises `Unusable` (kind ``"answer"``) for anything else.
    """
    answer = folded(text.strip())
    if not answer:
        return default
    for words, meaning in (({"yes", folded(_("yes"))}, True), ({"no", folded(_("no"))}, False)):
        if any(word.startswith(answer) for word in words):
            return meaning
    raise Unusable(Fault("answer", _("this is neither yes nor no"), hint=_("type y or n")))


def confirmed(question: str) -> bool:
    """Ask at a terminal for a yes or a no; Enter alone, and end of input, mean no. Raises `KeyboardInterrupt`."""
    try:
        return ask(question + " " + _("[y/N]") + " ", lambda text: yes_or_no(text, default=False))
    except EOFError:
        return False
