"""What mails of all kinds say: the slip, or what must be asked, and never a slip that was not meant."""

from __future__ import annotations

import time
import tomllib
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from test_spelling import written

from schrille_cli.kit.letters import Line
from schrille_cli.schrille import GameError, Rules, Slip, parse_slip
from schrille_cli.schrille.colours import colour_of
from schrille_cli.schrille.mail.finding import Said, said

RULES = Rules()
FOLDER = Path(__file__).parent / "said"
SLIP = "14+3 12+4 9-2 7-1 3+2 1:no1 8:pick"
CHART = ["Moosbosse", "Gartenzwerge", "Quitten", "Pansy Club", "Holly", "Lime Disease", "Amber", "Lavastrom"]
CHART += ["Dusk Patrol", "Krokuswerk", "Frost", "Blaulicht", "Velvet Siren", "Tomatenstiel"]
BANDS = dict(enumerate(CHART, 1))


def mails(name: str) -> list[Any]:
    found = tomllib.loads((FOLDER / name).read_text(encoding="utf-8"))["mail"]
    assert len({mail["name"] for mail in found}) == len(found)
    return [pytest.param(mail, id=mail["name"].replace(" ", "_")) for mail in found]


def lines(text: str) -> list[Line]:
    return [Line(line.removeprefix("> "), line.startswith("> ")) for line in text.split("\n")]


def valid(text: str) -> bool:
    try:
        parse_slip(text, RULES)
    except GameError:
        return False
    return True


def heard(text: str, labels: bool = False, bands: dict[str, str] | None = None) -> Said:
    """What a mail of Ann says, who has the label blue and plays with Bob and Cid."""
    return said(
        lines(text),
        RULES.slip_size,
        valid,
        labels,
        is_label=lambda word: bool(colour_of(word)),
        own_label=lambda word: colour_of(word) == "blue",
        bands=BANDS | {int(hole): name for hole, name in (bands or {}).items()},
        others=["Bob", "Cid"],
    )


@pytest.mark.parametrize("mail", mails("slips.toml"))
def test_the_slip_of_a_mail_is_found(mail: dict[str, Any]) -> None:
    found = heard(mail["text"], bands=mail.get("bands"))
    assert (found.kind, found.quoted, found.doubtful) == ("slip", False, False)
    assert str(parse_slip(found.text, RULES)) == mail.get("slip", SLIP)
    assert list(found.unread) == mail.get("unread", [])


@pytest.mark.parametrize("mail", mails("slips.toml"))
def test_what_is_quoted_is_no_slip(mail: dict[str, Any]) -> None:
    quoted = [Line(line.text, True) for line in lines(mail["text"])]
    assert said(quoted, RULES.slip_size, valid, False) == Said("slip", quoted=True)


@pytest.mark.parametrize("mail", mails("others.toml"))
def test_what_else_a_mail_says(mail: dict[str, Any]) -> None:
    labels = "label" in mail["kind"] or "stay" in mail["kind"] or mail["kind"] == "nothing"
    found = heard(mail["text"], labels, mail.get("bands"))
    kind = mail["kind"]
    if kind in ("doubtful", "faulty"):
        assert (found.kind, found.quoted, found.doubtful) == ("slip", False, kind == "doubtful")
        assert valid(found.text) == (kind == "doubtful")
    else:
        assert found.kind == kind.rpartition(" ")[2]
        assert found.quoted == kind.startswith("quoted")
        assert found.doubtful == kind.startswith("doubtful")
    if "words" in mail:
        assert found.text == mail["words"]


PROSE = [
    "Hi Carla,",
    "",
    "Thanks!",
    "See you on Friday at 8 p.m.",
    "Tel. 030 123 45 67",
    "I am away 3-4 days.",
    "Ann",
]
WORDS = st.lists(st.sampled_from(PROSE), max_size=3).map("\n".join)
LEADS = st.sampled_from(["", "Slip: ", "Ann: ", "Here is my slip: ", "Mein Zettel:\n", "place Ann "])
OTHER = "> 13+4 11-4 6+1 5-3 4+2 2:no1 10:pick"


@given(written(), WORDS, LEADS, st.sampled_from(["", "Your slip so far:\n" + OTHER]), WORDS)
@settings(max_examples=120, deadline=None)
def test_a_slip_in_any_spelling_among_other_words(
    case: tuple[Slip, str], before: str, lead: str, quoted: str, after: str
) -> None:
    slip, text = case
    found = heard("\n".join([before, lead + text, after, quoted]))
    assert (found.kind, found.quoted) == ("slip", False)
    assert parse_slip(found.text, RULES) == slip.in_order()
    assert heard("\n".join([before, text, after])).text == " ".join(heard(text).text.split())


@given(written(), st.randoms(use_true_random=False), st.integers(20, 60))
@settings(max_examples=120, deadline=None)
def test_a_slip_that_is_wrapped_anywhere_is_that_slip_or_none(
    case: tuple[Slip, str], chance: Any, width: int
) -> None:
    """A mail program breaks lines at any space."""
    slip, text = case
    wrapped = "".join("\n" if char == " " and chance.random() < 5 / width else char for char in text)
    found = heard(wrapped)
    if not found.doubtful and valid(found.text):
        assert parse_slip(found.text, RULES) == slip.in_order()


TEXTS = st.lists(
    st.sampled_from(
        ["14", "3", "+", "-", ":", "no1", "pick", "8p", "14+3", "9-2", "\n", " ", "Ann", "label", "stay"]
    )
    | st.sampled_from(
        ["12+4", "7-1", "3+2", "1n", ".", ",", "|", "\n\n", "> ", "use", "blue", "1.", "\u00ad", "?"]
    ),
    max_size=40,
)


@given(TEXTS.map(" ".join) | TEXTS.map("".join) | st.text(), st.booleans())
@settings(max_examples=250, deadline=None)
def test_any_mail_says_something(text: str, labels: bool) -> None:
    found = heard(text, labels)
    assert found.kind in ("slip", "labels", "stay", "nothing")
    assert not (found.quoted and found.text)
    assert set(found.unread) <= {line.text.strip() for line in lines(text)}


HOSTILE = [
    "14+3 ",
    "a 1 ",
    "1 a: ",
    "14:----",
    "no. ",
    "neue nummer ",
    "- ",
    "14 | ",
    "label a, ",
    "my slip ",
    "?1",
]
HOSTILE += [
    "ich möchte zu ",
    "stay with ",
    "a",
    "\u00a0",
    "1.\n",
    "14+3\n",
    "14:\n",
    "label blue\n",
    "a 9-2\n",
    "\n",
]


@pytest.mark.parametrize("text", HOSTILE)
def test_long_mails_take_no_longer_than_their_length(text: str) -> None:
    def seconds(size: int) -> float:
        long = text * (size // len(text))
        cut = long.split("\n") if "\n" in text else [long[at : at + 4_999] for at in range(0, len(long), 4_999)]
        mail = [Line(line, False) for line in [SLIP, "", *cut]]
        best = float("inf")
        for _ in range(2):
            start = time.process_time()
            said(mail, RULES.slip_size, valid, True, is_label=lambda word: word == "blue")
            best = min(best, time.process_time() - start)
        return best

    assert seconds(16_000) < 0.2 + 7 * seconds(4_000)
    assert seconds(60_000) < 5  # more is not read


def test_what_is_far_too_long_is_doubtful() -> None:
    assert not heard(SLIP + "\n" + "words\n" * 5_000).doubtful
    assert heard(SLIP + "\n" + "words\n" * 10_000).doubtful
    assert heard(SLIP + "\n" + "x" * 5_001).doubtful
