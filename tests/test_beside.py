"""What may stand beside a clear slip: what makes it doubtful, and what does not."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from schrille_cli.kit.letters import Line
from schrille_cli.schrille import GameError, Rules, parse_slip
from schrille_cli.schrille.colours import colour_of
from schrille_cli.schrille.mail.finding import Said, said

RULES = Rules()
FOLDER = Path(__file__).parent / "said"
SLIP = "14+3 9+2 12+2 7-2 3-3 1:no1 8:pick"
CHART = ["Kresse Kombo", "Lime Disease", "Submarine Sun", "Frostpunkt", "Currywurst 3", "Blaulicht", "Polar Fever"]
CHART += [
    "Salad Days Off",
    "Bruise Cruise",
    "Ketchup Riot",
    "Dusk Patrol",
    "Eiskürbis",
    "Velvet Siren",
    "Moosbosse",
]
BANDS = dict(enumerate(CHART, 1))


def texts(name: str) -> list[str]:
    """The mails of a file, a line each, without its headings and blank lines."""
    found = (FOLDER / name).read_text(encoding="utf-8").splitlines()
    return [line for line in found if line and not line.startswith("#")]


def written(text: str) -> str:
    """A mail as the files have it, with the slip for S and an end of a line for ⏎."""
    return re.sub(r"(?<![\w'])S(?!\w)", SLIP, text).replace("⏎", "\n")


def valid(text: str) -> bool:
    try:
        parse_slip(text, RULES)
    except GameError:
        return False
    return True


def counts(text: str, number: int | None = None) -> bool:
    """Whether the slip counts in a mail of Ann, who plays with Bob and Cid, in the round of a number."""
    lines = [Line(line, False) for line in written(text).split("\n")]
    found = said(lines, RULES.slip_size, valid, False, bands=BANDS, others=["Bob", "Cid"], number=number)
    clear = found.kind == "slip" and not found.quoted and not found.doubtful and valid(found.text)
    return clear and parse_slip(found.text, RULES) == parse_slip(SLIP, RULES)


@pytest.mark.parametrize("text", texts("asked.txt"))
def test_what_may_be_meant_otherwise_is_asked(text: str) -> None:
    assert not counts(text)


@pytest.mark.parametrize("text", texts("counted.txt"))
def test_a_clear_slip_counts(text: str) -> None:
    assert counts(text)


PLACES = {"above": "{}⏎⏎S", "right above": "{}⏎S", "right behind": "S⏎{}", "behind": "S⏎⏎{}"}
SAME_LINE = {"same line": "S {}", "comma": "S, {}"}
ASIDES = [text.removeprefix("S⏎").removeprefix("⏎") for text in texts("asked.txt") if text.startswith("S⏎")]


@pytest.mark.parametrize("place", [*PLACES.values(), *SAME_LINE.values()], ids=[*PLACES, *SAME_LINE])
def test_it_is_asked_wherever_it_stands(place: str) -> None:
    assert [text for text in ASIDES if "⏎" not in text and counts(place.format(text))] == []


@pytest.mark.parametrize("place", PLACES.values(), ids=PLACES.keys())
@pytest.mark.parametrize("text", texts("smalltalk.txt"))
def test_small_talk_hinders_no_slip(text: str, place: str) -> None:
    assert counts(place.format(text))


@pytest.mark.parametrize("title", ["Runde 2:⏎S", "Round 2: S", "Slip for round 2⏎S", "Für Runde 2: S", "R2: S"])
def test_a_slip_for_another_round_is_asked(title: str) -> None:
    assert counts(title, 2)
    assert not counts(title, 1)


def answer(text: str) -> Said:
    """What a mail of Ann, who has the label blue, says of labels."""
    return said(
        [Line(line, False) for line in text.replace("⏎", "\n").split("\n")],
        RULES.slip_size,
        valid,
        True,
        is_label=lambda word: bool(colour_of(word)),
        own_label=lambda word: colour_of(word) == "blue",
        bands=BANDS,
        others=["Bob", "Cid"],
    )


@pytest.mark.parametrize("line", texts("answers.txt"))
def test_answers_about_labels(line: str) -> None:
    meant, _, text = line.partition(" ")
    found = answer(text)
    assert found.doubtful == (meant == "?")
    if meant != "?":
        assert (found.kind, found.text) == (("stay", "") if meant == "stay" else ("labels", meant))


@pytest.mark.parametrize("given", ["stay", "label violet, orange"])
def test_small_talk_hinders_no_answer(given: str) -> None:
    places = [place.replace("S", given) for place in PLACES.values()]
    talk = [place.format(text) for text in texts("smalltalk.txt") for place in places]
    assert [text for text in talk if answer(text).doubtful or answer(text).kind == "nothing"] == []
