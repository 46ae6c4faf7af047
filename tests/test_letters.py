"""Mails of every kind: what their senders wrote, and what they quoted."""

from __future__ import annotations

import mailcases
import pytest
from hypothesis import given
from hypothesis import strategies as st
from mailbuilding import FORM, OLD, SLIP, mail, reply_text, text
from mailcorpus import QUOTED, Case, replies
from mailprograms import MARKING, SILENT

from schrille_cli.kit.errors import Fault, gathered
from schrille_cli.kit.letters import Letter, Line, read_head, read_letter
from schrille_cli.kit.signatures import cut

CASES = [*replies(), *mailcases.cases()]


def own(letter: Letter) -> list[str]:
    """The lines of the sender that are not blank."""
    return [line.text.strip() for line in letter.lines if not line.quoted and line.text.strip()]


def quoted(letter: Letter) -> list[str]:
    return [line.text.strip() for line in letter.lines if line.quoted]


@pytest.mark.parametrize("case", CASES, ids=[case.name for case in CASES])
def test_what_is_the_senders_own(case: Case) -> None:
    letter = read_letter(case.mail)
    assert own(letter) == list(case.own)
    assert [line for line in case.quoted if line not in quoted(letter)] == []
    assert [line for line in letter.lines if any(gone in line.text for gone in case.gone)] == []
    assert [line.text for line in letter.lines if "\n" in line.text or "\0" in line.text] == []
    assert letter.head == read_head(case.mail)


def test_the_corpus_is_sound() -> None:
    assert len({case.name for case in CASES}) == len(CASES)
    for case in CASES:
        letter = read_letter(case.mail)
        if case.slip == QUOTED:
            assert any(OLD in line for line in quoted(letter)), case.name
        assert not any(OLD in line for line in own(letter)), case.name


ENDS = ["\n", "\r\n"]


@pytest.mark.parametrize("end", ENDS, ids=["lf", "crlf"])
def test_line_ends_do_not_matter(end: str) -> None:
    for program in [*MARKING, *SILENT]:
        sent = mail(text(reply_text(program, [SLIP]))).replace(b"\r\n", end.encode())
        assert own(read_letter(sent)) == [SLIP]


WORDS = st.sampled_from(
    [SLIP, "14+3 9-2", "7 -1", "1n", "8 pick", "1:no1", "3 + 2", "--", "Ann", "Viele Grüße", "", "---"]
)
WORDS |= st.sampled_from(["Sent from my iPhone", "_" * 30, "Disclaimer: x", "You received this message because"])
WORDS |= st.sampled_from(["label violet", "Games mailing list", "Tel. 030 12345"])


@given(st.lists(WORDS, max_size=12))
def test_no_line_of_a_slip_is_cut(lines: list[str]) -> None:
    said = [line for line in lines if line and line[0].isdigit()]
    assert [line.text for line in cut([Line(line, False) for line in lines]) if line.text[:1].isdigit()] == said


@given(st.lists(WORDS, max_size=6), st.lists(WORDS, max_size=6), st.sampled_from([*MARKING, *SILENT]))
def test_nothing_of_the_quote_is_anybodys(above: list[str], below: list[str], program: object) -> None:
    letter = read_letter(mail(text(reply_text(program, above, below))))  # type: ignore[arg-type]
    said = [line for line in above + below if line[:1].isdigit()]
    assert [line for line in own(letter) if line[:1].isdigit()] == said
    assert set(FORM) - {""} <= set(quoted(letter))


@given(st.data())
def test_a_damaged_mail_is_read_or_refused(data: st.DataObject) -> None:
    raw = bytearray(data.draw(st.sampled_from(CASES)).mail or b"x")
    for _change in range(data.draw(st.integers(1, 6))):
        at = data.draw(st.integers(0, len(raw)))
        raw[at : at + data.draw(st.integers(0, 40))] = data.draw(st.binary(max_size=6))
    read_head(bytes(raw))
    faults: list[Fault] = []
    with gathered(faults):
        letter = read_letter(bytes(raw))
        assert all(ord(char) >= 32 or char == "\t" for line in letter.lines for char in line.text)
    assert {fault.kind for fault in faults} <= {"mail"}


@given(st.binary(max_size=300))
def test_anything_is_read(raw: bytes) -> None:
    assert read_letter(raw).head == read_head(raw)
