"""The rule cases of ``tests/cases``: each is data and cites its ruling; the files explain their notation.

Every kind of case is a function of its name in one of the modules ``kinds_…``. Its parameters are the keys that a
case may have, so that an unknown key, or one that is missing, fails.
"""

from __future__ import annotations

import tomllib
from collections import Counter
from pathlib import Path
from typing import Any

import kinds_cards
import kinds_players
import kinds_scoring
import pytest

from schrille_cli.schrille.rulings import RULINGS

KINDS = kinds_scoring.kind | kinds_players.kind | kinds_cards.kind
FILES = sorted((Path(__file__).parent / "cases").glob("*.toml"))


def cases() -> list[tuple[str, str, dict[str, Any]]]:
    """All cases as (file, kind, case), in the order written."""
    return [
        (path.stem, kind_name, case)
        for path in FILES
        for kind_name, listed in tomllib.loads(path.read_text(encoding="utf-8")).items()
        for case in listed
    ]


CASES = cases()


def arguments(case: dict[str, Any]) -> dict[str, Any]:
    """What a case tells the check of its kind."""
    given = {("pass_" if key == "pass" else key): value for key, value in case.items()}
    del given["ruling"], given["name"]
    return given


@pytest.mark.parametrize(
    ("kind_name", "case"),
    [pytest.param(k, c, id=f"{f}-{c.get('ruling')}-{c.get('name')}".replace(" ", "_")) for f, k, c in CASES],
)
def test_case(kind_name: str, case: dict[str, Any]) -> None:
    KINDS[kind_name](**arguments(case))


def test_an_unknown_key_fails() -> None:
    for kind_name, check in KINDS.items():
        case = next(arguments(case) for _, k, case in CASES if k == kind_name)
        with pytest.raises(TypeError, match="unexpected keyword"):
            check(**case, typo=1)


def test_every_kind_is_used() -> None:
    assert {kind_name for _, kind_name, _ in CASES} == {*KINDS}


def test_every_ruling_has_cases() -> None:
    cited = Counter(case["ruling"] for _, _, case in CASES)
    numbered = [f"R{number}" for number in range(1, 31)]
    assert [ruling.number for ruling in RULINGS] == numbered
    assert set(cited) == set(numbered)
    assert [number for number in numbered[10:20] if cited[number] < 5] == []


def test_names_of_cases_are_told_apart() -> None:
    names = Counter((case["ruling"], case["name"]) for _, _, case in CASES)
    assert [name for name, count in names.items() if count > 1] == []
