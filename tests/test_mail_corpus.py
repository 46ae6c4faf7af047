"""From the bytes of a mail to the slip that it means: the corpus of mails, read to the end."""

from __future__ import annotations

import pytest
from mailcases import cases
from mailcorpus import QUOTED, Case, replies

from schrille_cli.kit.letters import read_letter
from schrille_cli.schrille import GameError, Rules
from schrille_cli.schrille.mail.finding import said
from schrille_cli.schrille.slips import parse_slip

RULES = Rules()
CASES = [*replies(), *cases()]


def valid(text: str) -> bool:
    try:
        parse_slip(text, RULES)
    except GameError:
        return False
    return True


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_the_slip_that_is_meant_counts(case: Case) -> None:
    found = said(read_letter(case.mail).lines, RULES.slip_size, valid, labels_wanted=True)
    counts = found.kind == "slip" and not found.quoted and not found.doubtful and valid(found.text)
    if case.slip is None:
        assert not counts
    elif case.slip == QUOTED:
        assert (found.kind, found.quoted) == ("slip", True)
    else:
        assert counts
        assert parse_slip(found.text, RULES) == parse_slip(case.slip, RULES)


def test_the_corpus_is_large() -> None:
    assert len(CASES) > 400
    assert {type(case.slip) for case in CASES} == {str, type(None)}
