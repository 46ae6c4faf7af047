"""A question that is answered by yes or no."""

from __future__ import annotations

from .ask import ask
from .errors import error
from .language import _
from .names import folded


def confirmed(question: str) -> bool:
    """Ask at a terminal for a yes or a no; Enter alone, and end of input, mean no. Raises `KeyboardInterrupt`."""

    def accept(text: str) -> bool:
        answer = folded(text.strip())
        for words, meaning in ((yes, True), (no, False)):
            if any(answer and word.startswith(answer) for word in words):
                return meaning
        if answer:
            raise error("answer", _("this is neither yes nor no"), hint=_("type y or n"))
        return False

    yes, no = {"yes", folded(_("yes"))}, {"no", folded(_("no"))}
    try:
        return ask(question + " " + _("[y/N]") + " ", accept)
    except EOFError:
        return False
