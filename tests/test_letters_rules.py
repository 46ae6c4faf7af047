"""The rules behind the reading of mails: flowed text, charsets, numbers of lists."""

from __future__ import annotations

import html

import pytest
from hypothesis import given
from hypothesis import strategies as st

from schrille_cli.kit import earlier, markup, quotes
from schrille_cli.kit.charsets import decode, readable
from schrille_cli.kit.quotes import BEGIN, END, Line

WORD = st.text("ab+9>-–", min_size=1, max_size=6)
PARAGRAPHS = st.lists(st.tuples(st.integers(0, 3), st.lists(WORD, min_size=1, max_size=12)), max_size=8)


def flowing(depth: int, words: list[str], delsp: bool) -> list[str]:
    """A paragraph as RFC 3676 has it written, broken behind every third word."""
    groups = [words[at : at + 3] for at in range(0, len(words), 3)]
    lines = [" ".join(group) for group in groups]
    between = "  " if delsp else " "
    lines = [line + between for line in lines[:-1]] + lines[-1:]
    stuffed = [f" {line}" if depth or line.startswith((" ", ">", "From ")) else line for line in lines]
    return [">" * depth + line for line in stuffed]


@given(PARAGRAPHS, st.booleans())
def test_flowed_paragraphs_are_lines(paragraphs: list[tuple[int, list[str]]], delsp: bool) -> None:
    text = "\n".join(line for depth, words in paragraphs for line in flowing(depth, words, delsp))
    expected = [Line(" ".join(words), depth > 0) for depth, words in paragraphs]
    assert quotes.plain(text, flowed=True, delsp=delsp) == expected


@given(
    st.text("ab ü–−１\t", max_size=30), st.sampled_from(["", "ascii", "latin-1", "cp1252", "koi8-r", "x", "utf-7"])
)
def test_utf_8_wins_over_what_has_a_byte_a_character(text: str, declared: str) -> None:
    assert decode(text.encode(), declared) == text


@pytest.mark.parametrize(
    "charset", ["shift_jis", "euc-jp", "iso-2022-jp", "gb2312", "gb18030", "big5", "utf-16", "utf-32", "utf-16-be"]
)
def test_charsets_of_more_bytes_are_taken_at_their_word(charset: str) -> None:
    text = "14＋3 日本 ９" if "jp" in charset or "jis" in charset else "14 + 9 中"
    assert decode(text.encode(charset), charset) == text


@given(st.binary(max_size=60), st.text(max_size=12))
def test_any_bytes_are_some_text(raw: bytes, declared: str) -> None:
    text = readable(decode(raw, declared))
    assert not any(ord(char) < 32 and char not in "\t\n" for char in text)
    assert not any(0xD800 <= ord(char) < 0xE000 for char in text)


ITEMS = st.lists(
    st.tuples(st.none() | st.integers(-5, 99), st.sampled_from(["x", "+3", "<p>y</p>", ""])), max_size=8
)


@given(ITEMS, st.none() | st.integers(-3, 20), st.booleans())
def test_lists_have_the_numbers_that_browsers_show(
    items: list[tuple[int | None, str]], start: int | None, down: bool
) -> None:
    tag = "<ol" + (f" start={start}" if start is not None else "") + (" reversed" if down else "") + ">"
    body = "".join(f"<li{'' if value is None else f' value={value}'}>{text}</li>" for value, text in items)
    number = start if start is not None else len(items) if down else 1
    expected = []
    for value, text in items:
        number = number if value is None else value
        shown = text.removeprefix("<p>").removesuffix("</p>")
        expected.append(f"{number}. {shown}".strip())
        number += -1 if down else 1
    assert [line.text for line in markup.read(f"{tag}{body}</ol>") if line.text] == expected


@given(st.lists(st.text("ab <>&+-9\xa0ü", max_size=8), max_size=6))
def test_text_comes_back_from_html(lines: list[str]) -> None:
    read = markup.read("".join(f"<div>{html.escape(line)}</div>" for line in lines))
    said = [" ".join(part for part in line.split(" ") if part) for line in lines]
    said = ["--" if line == "--\xa0" else line for line in said]  # above a signature
    assert [line.text.rstrip(" ") for line in read if line.text] == [line for line in said if line]


@given(
    st.lists(st.sampled_from([BEGIN, END, "x", "", "-----Original Message-----", "From: a@b", "Sent: x", "To: c"]))
)
def test_marking_changes_no_text(texts: list[str]) -> None:
    lines = [Line(text, False) for text in texts]
    assert [line.text for line in earlier.mark(earlier.parted(lines))] == texts


def test_the_edges_of_a_mail_survive_what_programs_do() -> None:
    for edge in (BEGIN, END):
        assert edge.isascii()
        assert len(f"> > > > {edge}") < 60
        for text in (edge, f"  {edge} ", edge.replace(" ", "\xa0"), edge.upper(), f"*{edge}*"):
            marked = earlier.mark(earlier.parted([Line(text, False)]))
            assert [line for line in marked if "schrille" in line.text.lower() and not line.quoted] == []


@pytest.mark.parametrize("line", ["| 14+3 |", "> ", "AB> x", "abcde> x", ">x", "  | x", "    > x", "a > b"])
def test_marks(line: str) -> None:
    expected = {"> ", "AB> x", ">x", "  | x"}
    assert quotes.plain(line)[0].quoted == (line in expected)
