"""Any deck comes back the same from a deck file, and from a table in any encoding with any separator."""

from __future__ import annotations

import csv
import string
from io import StringIO
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from schrille_cli.kit.names import folded, name_fault, nfc
from schrille_cli.schrille import Game, load_deck
from schrille_cli.schrille.colours import colour_of
from schrille_cli.schrille.csvcolumns import NOTHING
from schrille_cli.schrille.deck import RESERVED, Deck, deck_faults
from schrille_cli.schrille.deckcsv import load_table
from schrille_cli.schrille.deckfile import deck_text, parse_deck

# Letters that are plain, that TOML or CSV escape, that are composed, and that are of any other kind.
LETTERS = st.sampled_from("aAbBüßÉ0 9\"'\\;,=#[]./-–\u00a0\u0308\u3000李🎸") | st.characters(
    exclude_categories=["Cs"]
)


def names(reserved: str = "") -> st.SearchStrategy[str]:
    """Good names, with single spaces inside."""
    raw = st.text(LETTERS, min_size=1, max_size=40)
    return raw.map(lambda text: nfc(" ".join(text.split()))).filter(
        lambda name: not name_fault(name, "band", reserved)
    )


@st.composite
def decks(draw: st.DrawFn) -> Deck:
    """A sound deck with labels of any names."""
    unique = {"min_size": 6, "max_size": 6, "unique_by": folded}
    # In a table, a dash alone stands where there is no label.
    plain = names(RESERVED + "/+;&|").filter(lambda name: not colour_of(name) and name not in NOTHING)
    labels = dict(zip(draw(st.lists(plain, **unique)), draw(st.lists(plain, **unique)), strict=True))
    one_or_two = st.lists(st.sampled_from([*labels]), min_size=1, max_size=2, unique=True)
    bands = draw(st.lists(names(), min_size=14, max_size=20, unique_by=folded))
    deck = Deck(labels, {band: tuple(draw(one_or_two)) for band in bands})
    if deck_faults(deck):  # a label's name is another's colour
        deck = Deck({f"{letter} {letter}": letter for letter in "UVWXYZ"}, dict.fromkeys(bands, ("U U", "Z Z")))
    assert deck_faults(deck) == []
    return deck


@given(decks(), st.text(string.printable))
@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])
def test_a_deck_file(deck: Deck, comment: str) -> None:
    text = deck_text(deck, comment)
    read = parse_deck(text, "deck.toml")
    assert read == deck
    assert list(read.bands) == list(deck.bands)
    assert deck_text(read, comment) == text
    assert Game.new(dict.fromkeys("ABC"), deck=read, seed="x").setup.bands == deck.bands


@given(
    decks(),
    st.sampled_from(["utf-8", "utf-8-sig", "utf-16"]),
    st.sampled_from([";", ",", "\t"]),
    st.sampled_from(["\n", "\r\n", "\r"]),
    st.sampled_from([csv.QUOTE_ALL, csv.QUOTE_MINIMAL]),
)
@settings(max_examples=60, deadline=None, suppress_health_check=list(HealthCheck))
def test_a_table(tmp_path: Path, deck: Deck, encoding: str, separator: str, line_end: str, quoting: int) -> None:
    out = StringIO(newline="")
    writer = csv.writer(out, delimiter=separator, lineterminator=line_end, quoting=quoting)
    writer.writerow(["Band", "Label 1", "Label 2"])
    writer.writerows([band, *labels, *[""] * (2 - len(labels))] for band, labels in deck.bands.items())
    path = tmp_path / "box.csv"
    path.write_bytes(out.getvalue().encode(encoding))
    read, source = load_table(str(path), deck.labels)
    assert read == deck
    assert list(read.bands) == list(deck.bands)
    assert (source.sheet.separator, source.header, source.band, source.labels) == (separator, 1, 0, (1, 2))


@pytest.mark.parametrize(
    "name", ['a"b', "a\\", "\\n", "'", "[bands]", "# no", "a.b.c.d.e.f.g.h.i.j.k", "a = b", "ä"]
)
def test_names_that_toml_would_read_otherwise(tmp_path: Path, name: str) -> None:
    labels = {letter: letter * 2 for letter in "abcdef"}
    deck = Deck(labels, {name: ("a",), **{f"Band {number}": ("b", "c") for number in range(13)}})
    path = tmp_path / "deck.toml"
    path.write_text(deck_text(deck), "utf-8")
    assert load_deck(str(path)) == deck
