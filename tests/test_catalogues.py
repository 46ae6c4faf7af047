"""The German catalogues are whole: every message, every placeholder, nothing left over, and compiled."""

from __future__ import annotations

import gettext
from importlib.metadata import version

import pytest
from babel.messages.mofile import read_mo
from catalogues import DOMAINS, FOLDER, HIDDEN, forms, marked, messages, placeholders, written


@pytest.mark.parametrize("domain", DOMAINS)
def test_every_message_is_translated(domain: str) -> None:
    found = messages(written(domain))
    assert len(marked(domain)) > 50
    assert {text for text in marked(domain) | HIDDEN[domain] if text not in found} == set()
    unsaid = {
        text for text, m in found.items() if not all(forms(m.string)) or len(forms(m.string)) < len(forms(text))
    }
    assert unsaid == set()
    assert {text for text, message in found.items() if message.fuzzy} == set()


def test_no_translation_is_left_over() -> None:
    catalogue = written("schrille")
    assert set(messages(catalogue)) - marked("schrille") == set()
    assert list(catalogue.obsolete) == []


def test_no_translation_of_click_is_left_over() -> None:
    """What another version of Click says may be there or not."""
    catalogue = written("click")
    assert catalogue.project == "click"
    if catalogue.version == version("click"):
        assert set(messages(catalogue)) - marked("click") - HIDDEN["click"] == set()
    assert list(catalogue.obsolete) == []


def test_every_value_is_filled_in() -> None:
    """Each form in German names the values that it names in English, and no other."""
    wrong = []
    for text, message in messages(written("schrille")).items():
        for english, german in zip(forms(text), forms(message.string), strict=True):
            if placeholders(english) != placeholders(german):
                wrong.append((english, german))
    assert wrong == []


def test_no_value_is_named_that_click_does_not_give() -> None:
    """A value may be left out: Click names the kind of a number in English."""
    for text, message in messages(written("click")).items():
        for english, german in zip(forms(text), forms(message.string), strict=True):
            assert placeholders(german) <= placeholders(english)


@pytest.mark.parametrize("domain", DOMAINS)
def test_the_compiled_catalogue_is_that_of_the_source(domain: str) -> None:
    """It is compared message by message: its bytes also hold the version of Babel."""
    with (FOLDER / f"{domain}.mo").open("rb") as file:
        compiled = read_mo(file)
    said = {text: forms(message.string) for text, message in messages(compiled).items()}
    assert said == {text: forms(message.string) for text, message in messages(written(domain)).items()}
    assert compiled.plural_forms == written(domain).plural_forms


def test_the_catalogue_knows_german_plurals() -> None:
    german = gettext.translation("schrille", FOLDER.parent.parent, ["de"])
    said = [german.ngettext("{number} card given", "{number} cards given", number) for number in (0, 1, 2)]
    assert said == ["{number} Karten genannt", "{number} Karte genannt", "{number} Karten genannt"]


def test_no_translation_is_the_english_text() -> None:
    """Words that are the same in both languages are few and short."""
    same = {
        text for text, m in messages(written("schrille")).items() if text == m.string and " " in forms(text)[0]
    }
    assert {text for text in same if placeholders(text) == set()} == set()
