"""Charts and deck files as JSON: what commands print is taken, and what is wrong is named by its path."""

from __future__ import annotations

import json
from typing import Any

import pytest
from conftest import LABELS, PLAYERS, ROOT, Command
from contract import validator
from processes import refused
from stages import THREE

from schrille_cli.schrille import load_deck
from schrille_cli.schrille.builtin import DECK

BANDS = list(DECK.bands)[:14]
NEW = ["new", *THREE, "--seed", "s"]
OBJECTS = [{"band": band, "labels": list(DECK.bands[band])} for band in BANDS]


def chart_of(schrille: Command) -> list[str]:
    return [row["band"] for row in schrille.json("show")["chart"]]


CHARTS: dict[str, Any] = {
    "names": BANDS,
    "objects": OBJECTS,
    "bands alone": [{"band": band} for band in BANDS],
    "mixed": [*BANDS[:7], *OBJECTS[7:]],
    "in an object": {"chart": [{**row, "place": place, "later": 1} for place, row in enumerate(OBJECTS, 1)]},
}


@pytest.mark.parametrize("form", CHARTS)
def test_every_chart_is_taken(schrille: Command, form: str) -> None:
    assert validator("cards", strict=False).is_valid(CHARTS[form])
    (schrille.folder / "chart.json").write_text(json.dumps(CHARTS[form]))
    schrille.json(*NEW, "--chart", "chart.json")
    assert chart_of(schrille) == BANDS


def test_the_chart_of_another_game(schrille: Command) -> None:
    """What show prints begins a game at a table; without a deck, the labels come from it."""
    schrille.new()
    shown = schrille("show", "--json").stdout
    bands = chart_of(schrille)
    for more in ([], ["--no-deck"]):
        schrille.json(*NEW, "--force", "--chart", "-", *more, input=shown)
        assert chart_of(schrille) == bands
        again = schrille.json("show")
        assert again["chart"] == json.loads(shown)["chart"]
        assert again["deck"] is None


def test_new_cards_and_names_with_signs(schrille: Command) -> None:
    cards = [{"band": f"A=B, {n}", "labels": ["blue", "re"]} for n in range(13)] + ["New one = violet"]
    schrille.json(*NEW, "--chart", "-", input=json.dumps(cards))
    rows = schrille.json("show")["chart"]
    assert (rows[3]["band"], rows[3]["labels"]) == ("A=B, 3", ["blue", "red"])
    assert (rows[13]["band"], rows[13]["labels"]) == ("New one", ["violet"])


def test_a_chart_of_lines_stays_one(schrille: Command) -> None:
    names = ["[spunge]=blue", "{x}=red", *(f"C{n}=green" for n in range(12))]
    schrille(*NEW, "--chart", "-", input="\n".join(names))
    assert chart_of(schrille)[:2] == ["[spunge]", "{x}"]


def fault(key: str, message: str) -> tuple[str, str]:
    return f"standard input, {key}", message


CHART_FAULTS: list[tuple[Any, list[tuple[str, str]]]] = [
    ({}, [fault("chart", "the key is missing")]),
    ({"chart": "x"}, [fault("chart", "a list is wanted here")]),
    ([[], 1, {}], [fault("[0]", "an object is wanted here"), fault("[1]", "an object is wanted here"),
                   fault("[2].band", "the key is missing")]),
    ({"chart": [{"band": 1, "labels": 1, "place": 2}]}, [
        fault("chart[0].band", "text is wanted here"),
        fault("chart[0].place", "place 1 is wanted here"),
        fault("chart[0].labels", "a list is wanted here"),
    ]),
    ({"chart": [{"band": "X", "labels": ["blue,red", 4]}]}, [
        fault("chart[0].labels[0]", "one label is wanted here"),
        fault("chart[0].labels[1]", "text is wanted here"),
    ]),
    ([], [("", "the chart has 0 cards")]),
    ([*BANDS[:13], "?"], [("place 14", 'there is no band "?"')]),
    ([*BANDS[:13], {"band": "X", "labels": []}], [("place 14", '"" is not one label or two different ones (R2)')]),
]  # fmt: skip


@pytest.mark.parametrize(("data", "faults"), CHART_FAULTS, ids=range(len(CHART_FAULTS)))
def test_what_is_wrong_with_a_chart(schrille: Command, data: Any, faults: list[tuple[str, str]]) -> None:
    said = json.loads(refused(schrille, *NEW, "--chart", "-", "--json", input=json.dumps(data)))
    assert [(one["place"], one["message"]) for one in said["faults"]] == faults
    assert {one["kind"] for one in said["faults"]} <= {"deck", "name"}


# Deck files

BOX = load_deck(str(ROOT / "examples" / "deck.toml"))
TEXTS = {band: ", ".join(labels) for band, labels in BOX.bands.items()}
SHOWN = {
    "labels": [{"name": name, "colour": colour} for name, colour in BOX.labels.items()],
    "bands": [{"band": band, "labels": list(labels)} for band, labels in BOX.bands.items()],
}
DECKS: dict[str, Any] = {
    "shown": SHOWN,
    "by name": {"labels": dict(BOX.labels), "bands": TEXTS, "later": 1},
    "mixed": {"labels": SHOWN["labels"], "bands": TEXTS},
}


@pytest.mark.parametrize("form", DECKS)
@pytest.mark.parametrize("indent", [None, 1])
def test_every_deck_is_taken(schrille: Command, form: str, indent: int | None) -> None:
    assert validator("deck", strict=False).is_valid(DECKS[form])
    path = schrille.folder / "deck.json"
    path.write_text(json.dumps(DECKS[form], indent=indent))
    assert load_deck(str(path)) == BOX
    assert schrille.json("deck", "show", "deck.json") == SHOWN
    checked = schrille.json("deck", "check", "-", input=path.read_text())
    assert checked["bands"] == len(BOX.bands)
    players = [
        word for player, label in zip(PLAYERS, BOX.labels, strict=False) for word in ("-p", f"{player}={label}")
    ]
    schrille.json("new", *players, "--deck", "deck.json", "--seed", "s")
    assert {row["name"] for row in schrille.json("show")["labels"]} == {*BOX.labels}


def test_what_deck_show_prints_is_a_deck_file(schrille: Command) -> None:
    shown = schrille("deck", "show", "--json").stdout
    assert len(shown) > 2000
    assert schrille("deck", "show", "-", "--json", input=shown).stdout == shown


def test_labels_alone_are_for_games_of_the_table(schrille: Command) -> None:
    labels = {f"L{label}": label for label in LABELS}
    (schrille.folder / "labels.json").write_text(json.dumps({"labels": labels}))
    assert schrille.json("deck", "check", "labels.json")["labels"][0]["name"] == "Lblue"
    (schrille.folder / "bands.json").write_text(json.dumps({"bands": {f"B{n}": "blue" for n in range(14)}}))
    assert schrille.json("deck", "show", "bands.json")["labels"][0] == {"name": "blue", "colour": "blue"}


def bands(number: int) -> list[dict[str, Any]]:
    return [{"band": f"B{n}", "labels": ["blue"]} for n in range(number)]


DECK_FAULTS: list[tuple[Any, list[tuple[str, str]]]] = [
    ({}, [("bands", "the key is missing")]),
    ({"bands": 3}, [("bands", "an object or a list is wanted here")]),
    ({"bands": bands(2)}, [("bands", "there are 2 bands")]),
    ({"bands": [*bands(14), {"band": "B3", "labels": ["red"]}]}, [("bands[14].band", "this name is there twice")]),
    ({"bands": [*bands(14), {"band": "b3", "labels": ["red"]}]},
     [("bands[14]", 'the band "b3" is there twice, also as "B3"')]),
    ({"bands": [*bands(14), {"band": "New", "labels": ["pink"]}]}, [("bands[14]", 'there is no label "pink"')]),
    ({"bands": [*bands(14), {"band": "A=B 1", "labels": ["red", "red"]}]},
     [("bands[14]", '"red, red" is not one label or two different ones (R2)')]),
    ({"bands": [*bands(14), {"band": 1}, 2]}, [
        ("bands[14].labels", "the key is missing"),
        ("bands[14].band", "text is wanted here"),
        ("bands[15]", "an object is wanted here"),
    ]),
    ({"bands": {**{f"B{n}": "blue" for n in range(14)}, "C": ["red"]}}, [("bands.C", "text is wanted here")]),
    ({"labels": {"a": "b"}, "bands": bands(14)}, [("labels", "there are 1 labels, there must be 6 (R1)")]),
    ({"labels": [{"name": "a"}], "bands": bands(14)}, [
        ("labels[0].colour", "the key is missing"),
        ("labels", "there are 1 labels, there must be 6 (R1)"),
    ]),
]  # fmt: skip


@pytest.mark.parametrize(("data", "faults"), DECK_FAULTS, ids=range(len(DECK_FAULTS)))
def test_what_is_wrong_with_a_deck(schrille: Command, data: Any, faults: list[tuple[str, str]]) -> None:
    (schrille.folder / "deck.json").write_text(json.dumps(data))
    for args in (["deck", "show", "deck.json"], ["new", *THREE, "--deck", "deck.json"]):
        said = json.loads(refused(schrille, *args, "--json"))["faults"]
        found = [(one["place"].removeprefix('"deck.json", '), one["message"]) for one in said]
        assert found == faults
    assert json.loads(schrille("deck", "check", "deck.json", "--json", code=1).stdout)["errors"] == said


def test_a_deck_that_is_no_json(schrille: Command) -> None:
    for text, place in (('{"bands": {', "line 1, column 12"), ('{"bands": {"a": 1, "a": 2}}', "bands.a")):
        (schrille.folder / "deck.json").write_text(text)
        found = json.loads(refused(schrille, "deck", "show", "deck.json", "--json"))
        assert (found["kind"], found["place"]) == ("file", f'"deck.json", {place}')
    (schrille.folder / "deck.toml").write_text('["bands"]\n' + "".join(f'"B{n}" = "blue"\n' for n in range(14)))
    assert len(schrille.json("deck", "show", "deck.toml")["bands"]) == 14
