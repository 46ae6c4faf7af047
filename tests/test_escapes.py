"""What table formats make of the characters that mean something in them."""

from __future__ import annotations

import pytest

from schrille_cli.kit.escapes import escaper

CELLS = [
    ("github", "1. Ann", r"1\. Ann"),
    ("github", "+ Bob", r"\+ Bob"),
    ("github", "- Bob", r"\- Bob"),
    ("github", "---", r"\---"),
    ("github", "+3 -2 1.5 a. b", "+3 -2 1.5 a. b"),
    ("github", "-2", "-2"),
    ("github", "$x^2$ @you", r"\$x\^2\$ \@you"),
    ("github", "https://a.b www.a.b a:b", r"https\://a.b www\.a.b a:b"),
    ("pipe", "(iv) Cid", r"(iv\) Cid"),
    ("rst", "-2", r"\-2"),
    ("rst", "1. a", r"1\. a"),
    ("rst", "iv) a", r"iv\) a"),
    ("rst", "(a) b", r"\(a) b"),
    ("rst", ".. note:: x", r"\.. note\:\: x"),
    ("rst", "a - b: c.", "a - b: c."),
    ("jira", "a|b \\|", "a&#124;b &#92;&#124;"),
    ("jira", "h1. a. b", "h1&#46; a. b"),
    ("asciidoc", ".a", "&#46;a"),
    ("textile", "bq. a", "bq&#46; a"),
    ("orgtbl", "*b* =v= /i/", r"\ast{}b* \equal{}v= \slash{}i/"),
    ("orgtbl", "+3 Ann, +2 Bob; 4 * 5 = 20; a/b", "+3 Ann, +2 Bob; 4 * 5 = 20; a/b"),
    ("orgtbl", "+3 A+, +2 B", r"\plus{}3 A+, +2 B"),
    ("orgtbl", "x_1^2 $a$ |", r"x\under{}1\asciicirc{}2 \dollar{}a\dollar{} \vert{}"),
    ("orgtbl", "* a", "* a"),
    ("simple", "*b* | $", "*b* | $"),
    ("tsv", "*b* | $", "*b* | $"),
]
BESIDE = [
    ("orgtbl", "* Ann", r"\zwnj{}* Ann"),
    ("orgtbl", "2. Ann", r"\zwnj{}2. Ann"),
    ("orgtbl", "#+TITLE", r"\zwnj{}#+TITLE"),
    ("orgtbl", "Ann *", "Ann *"),
    ("html", "<b>", "&lt;b&gt;"),
    ("latex", "50%", r"50\%"),
    ("github", "1. Ann", r"1\. Ann"),
]


@pytest.mark.parametrize(("table_format", "text", "escaped"), CELLS)
def test_a_cell(table_format: str, text: str, escaped: str) -> None:
    assert escaper(table_format)(text) == escaped


@pytest.mark.parametrize(("table_format", "text", "escaped"), BESIDE)
def test_a_text_beside_a_table(table_format: str, text: str, escaped: str) -> None:
    assert escaper(table_format, in_table=False)(text) == escaped
