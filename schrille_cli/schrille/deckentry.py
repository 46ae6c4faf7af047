"""A deck that is typed at a terminal: the labels first, then band after band, each saved at once (R1, R2)."""

from __future__ import annotations

from collections.abc import Callable

from ..kit.ask import Again
from ..kit.errors import Fault, GameError, error, gathered, quoted, raise_all
from ..kit.language import N_, _
from ..kit.names import find, folded, nfc
from .colours import WORDS, colour_of, default_labels, label_words, named_labels
from .deck import Deck, label_answers, label_faults, name_faults, parse_labels
from .deckcheck import BOX

BACK = N_("back")


class DeckEntry:
    """What is typed so far, and what becomes of a line; ``save`` is called with the deck at every change.

    Begins with a deck that has no labels yet, or labels, or bands too; ``language`` is that of the labels that are
    proposed. ``wants_labels`` says what is to be asked for next; ``labels_line`` and ``reopened`` are the lines to
    begin with: what was taken back, to be edited. ``saved`` tells whether anything was.
    """

    def __init__(self, deck: Deck, language: str, save: Callable[[Deck], None]) -> None:
        self.labels = dict(deck.labels)
        self.bands = dict(deck.bands)
        self.saved = False
        self.wants_labels = not self.labels
        self.labels_line = ", ".join(default_labels(language))
        self.reopened = ""
        self._helped = False
        self._write = save

    @property
    def deck(self) -> Deck:
        """The deck as it stands."""
        return Deck(self.labels, self.bands)

    def _save(self, labels: dict[str, str], bands: dict[str, tuple[str, ...]]) -> None:
        """Save what the deck is from now on; where that fails, it stays as it was."""
        self._write(Deck(labels, bands))
        self.labels, self.bands, self.saved = labels, bands, True

    def accept_labels(self, line: str) -> None:
        """Take the six labels from a line such as ``blau, rot, Moos=grün, …``.

        Raises `GameError` with all that is wrong, and `Again` where help is asked for.
        """
        if line.rstrip().endswith("?"):
            raise Again(line.rstrip(" ?") or self.labels_line, self.help())
        labels = named_labels(part for part in nfc(line).split(",") if part.strip())
        raise_all(label_faults(labels))
        self._save(labels, {})
        self.wants_labels = False

    def accept_band(self, line: str) -> str:
        """Take a band from ``NAME=label[,label]`` and return it as text, or take the last one back (empty).

        Raises `GameError` with all that is wrong, and `Again` for a name alone, whose labels are still wanted.
        """
        text = nfc(line.strip())
        if not text:
            raise error("deck", _("nothing was typed"), hint=_("type a band, or press Ctrl-D to end"))
        if text == "?":
            raise Again("", self.help())
        if folded(text) in (BACK, folded(_(BACK))):
            self._take_back()
            return ""
        typed, equals, labels_text = text.rpartition("=")
        name = (typed if equals else text).strip()
        faults = self._name_faults(name)
        labels: tuple[str, ...] = ()
        if labels_text.strip() and equals:
            with gathered(faults):
                labels = self._labels(labels_text)
        raise_all(faults)
        if not labels:
            raise Again(f"{name}=", self.labels_note())
        self._save(self.labels, {**self.bands, name: labels})
        self.reopened = ""
        return f"{name}: {', '.join(labels)}"

    def _name_faults(self, name: str) -> list[Fault]:
        faults = name_faults([name], N_("band"))
        if folded(name) in map(folded, self.bands):
            message = _("the {what} {name} is there twice")
            faults.append(Fault("name", message.format(what=_("band"), name=quoted(name))))
        return faults

    def _labels(self, text: str) -> tuple[str, ...]:
        names = {colour: name for name, colour in self.labels.items()}
        words = {word: names[colour] for word, colour in WORDS.items() if colour in names}
        answers = {**words, **label_answers(self.labels)}

        def means(word: str) -> bool:
            try:
                return bool(find(word, answers, N_("label")))
            except GameError:
                return False

        return parse_labels(",".join(label_words(text, means)), answers)

    def _take_back(self) -> None:
        """Take the last band out, or where there is none the labels."""
        if self.bands:
            *others, name = self.bands
            self.reopened = f"{name}={','.join(self.bands[name])}"
            self._save(self.labels, {band: self.bands[band] for band in others})
        else:
            self.labels_line = ", ".join(
                name if colour_of(name) == colour else f"{name}={colour}" for name, colour in self.labels.items()
            )
            self.wants_labels, self.reopened = True, ""

    def completions(self, before: str) -> list[str]:
        """What a line may become: the labels behind the ``=`` by their names."""
        head, equals, rest = before.rpartition("=")
        if not equals:
            return [_(BACK)] if before and folded(_(BACK)).startswith(folded(before)) else []
        first, comma, begun = rest.rpartition(",")
        start = f"{head}={first}{comma}"
        return [start + label for label in self.labels if folded(label).startswith(folded(begun.strip()))]

    def status(self, line: str) -> str:
        """The labels that a line means so far; empty where it means none."""
        _name, equals, labels_text = nfc(line).rpartition("=")
        if not equals:
            return ""
        try:
            return ", ".join(self._labels(labels_text))
        except GameError:
            return ""

    def note(self) -> str:
        """What stands under the line where the next band is asked for: help at first."""
        if not self._helped:
            self._helped = True
            return self.help()
        if len(self.bands) == BOX:
            return _("The box has {number} bands: Ctrl-D ends.").format(number=BOX)
        return ""

    def labels_note(self) -> str:
        """The labels in a line."""
        return _("Labels: {labels}").format(labels=", ".join(self.labels))

    def help(self) -> str:
        """How the labels are typed, or where they are, the bands."""
        if self.wants_labels:
            return _(
                "The six labels of your box: colours, or NAME=colour where a label has a name of its own, such as "
                "Rotlicht=red. Enter takes the line as it is; Ctrl-U empties it, and Ctrl-D then ends."
            )
        how = _(
            "A band is NAME=label or NAME=label,label; the beginning of a label is enough. back takes the last "
            "line back, to be edited. Ctrl-U empties the line. Ctrl-D ends; all that was taken is saved."
        )
        return f"{how}\n{self.labels_note()}"
