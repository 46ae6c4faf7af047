"""``mail check``: results and receipts as mails and as text, and everything that was changed between them."""

from __future__ import annotations

import json
from email.message import EmailMessage, MIMEPart
from email.policy import SMTP
from pathlib import Path
from random import Random
from typing import NamedTuple

import pytest
from conftest import PLAYERS, Command
from mailed import any_slip, mail, post_of
from processes import refused

from schrille_cli.schrille import Game, Slip
from schrille_cli.schrille.mail.messages import News
from schrille_cli.schrille.mail.writer import Writer


class Round(NamedTuple):
    """A round by mail: its texts, and what was placed."""

    result: str
    receipts: dict[str, str]
    earlier: str  # Ann's receipt for a slip that she replaced
    slips: dict[str, Slip]


@pytest.fixture(scope="module")
def played() -> Round:
    chance = Random(7)
    game = Game.new({**PLAYERS, "Zoë Ω": "violet"}, seed="check", deal_hands=True)
    writer = Writer(game, post_of(game))
    slips = {player: any_slip(game, player, chance) for player in game.setup.players}
    first = any_slip(game, "Ann", chance)
    game.place("Ann", first)
    earlier = writer.counted("Ann", first, "", replaced=False).text
    game.place("Ann", slips["Ann"], replace=True)
    receipts = {"Ann": writer.counted("Ann", slips["Ann"], "", replaced=True).text}
    for player in list(slips)[1:]:
        game.place(player, slips[player])
        receipts[player] = writer.counted(player, slips[player], "", replaced=False).text
    game.resolve()
    game.score()
    return Round(writer.news("Bob", News(report=game.state)).text, receipts, earlier, slips)


@pytest.fixture
def check(schrille: Command, played: Round) -> Command:
    """The command, with the mails of a round in its folder."""
    write(schrille.folder / "result.eml", mail(played.result, number=5))
    write(schrille.folder / "earlier.eml", mail(played.earlier, number=1))
    for player, text in played.receipts.items():
        write(schrille.folder / f"{player[:3]}.eml", mail(text, number=2))
    return schrille


def write(path: Path, data: bytes | str) -> None:
    path.write_bytes(data if isinstance(data, bytes) else data.encode())


def found(check: Command, *args: str, code: int = 0) -> tuple[list[str], list[str]]:
    """The states of the slips and of the receipts."""
    data = json.loads(check("mail", "check", *args, "--json", code=code).stdout)
    return [row["state"] for row in data["slips"]], [row["state"] for row in data["receipts"]]


GOOD = ["good"] * 5


def test_a_result_alone(check: Command, played: Round) -> None:
    data = check.json("mail", "check", "result.eml")
    assert [(row["player"], row["slip"]) for row in data["slips"]] == [
        (p, str(s)) for p, s in played.slips.items()
    ]
    assert {row["state"] for row in data["slips"]} == {"good"}
    assert (data["result"], data["receipts"], data["departing"]) == ("result.eml", [], 0)
    out = check("mail", "check", "result.eml").stdout
    for player, slip in played.slips.items():
        line = next(line for line in out.splitlines() if player in line)
        assert str(slip) in line
        assert line.endswith(" good")


def test_what_is_proven_is_said(check: Command) -> None:
    """A result alone shows nothing of changes; and other words of the mail are checked in no case."""
    alone = check("mail", "check", "result.eml").stdout
    compared = check("mail", "check", "result.eml", "Ann.eml").stdout
    for out, said in ((alone, True), (compared, False)):
        words = " ".join(out.split())
        assert ("only that each commitment fits" in words) == said
        assert "Compare the slips shown here with the tables in the mail" in words


def test_all_receipts_fit(check: Command) -> None:
    names = [f"{name}.eml" for name in ("Ann", "Bob", "Cid", "Dor", "Zoë")]
    assert found(check, "result.eml", *names) == (GOOD, ["fits"] * 5)
    out = check("mail", "check", "result.eml", *names).stdout
    assert [line.split()[0] for line in out.splitlines() if line.endswith(" fits")] == names


def test_it_needs_no_save(check: Command) -> None:
    assert {path.suffix for path in check.folder.iterdir()} == {".eml"}
    before = {path: path.read_bytes() for path in check.folder.iterdir()}
    check("mail", "check", "result.eml", "Ann.eml")
    assert {path: path.read_bytes() for path in check.folder.iterdir()} == before
    check("mail", "check", "-", input=(check.folder / "result.eml").read_bytes())


def test_a_slip_that_was_replaced(check: Command, played: Round) -> None:
    """That it was replaced is known by the mails' numbers; without them, it may be the later one."""
    assert found(check, "result.eml", "earlier.eml", "Ann.eml") == (GOOD, ["replaced", "fits"])
    assert found(check, "result.eml", "Ann.eml", "earlier.eml") == (GOOD, ["fits", "replaced"])
    out = check("mail", "check", "result.eml", "earlier.eml", "Ann.eml").stdout
    assert "not the slip that counted" in " ".join(out.split())
    assert found(check, "result.eml", "earlier.eml", code=1) == (GOOD, ["departs"])
    assert found(check, "result.eml", "earlier.eml", "Bob.eml", code=1) == (GOOD, ["departs", "fits"])
    write(check.folder / "later.eml", mail(played.earlier, number=3))
    assert found(check, "result.eml", "later.eml", "Ann.eml", code=1) == (GOOD, ["departs", "fits"])
    write(check.folder / "copy.txt", played.earlier)
    assert found(check, "result.eml", "copy.txt", "Ann.eml", code=1) == (GOOD, ["departs", "fits"])
    said = check("mail", "check", "result.eml", "copy.txt", code=1).stderr
    assert "1 thing does not fit" in said
    assert "receipt" in said


@pytest.mark.parametrize("what", ["chip", "hole", "tip", "player", "salt", "round", "commitment"])
def test_a_changed_result_is_found(check: Command, played: Round, what: str) -> None:
    slip = str(played.slips["Bob"])
    start = played.result.index(f"Bob\n{slip}")
    before, after = played.result[:start], played.result[start:]
    old, new = {
        "chip": (slip.split()[0], f"{slip.split()[0][:-1]}{int(slip.split()[0][-1]) % 4 + 1}"),
        "hole": (slip.split()[1], f"{int(slip.split()[1][:-2]) % 14 + 1}{slip.split()[1][-2:]}"),
        "tip": (slip.split()[-1], f"{played.slips['Bob'].pick % 14 + 1}:pick"),
        "player": ("Bob", "Rob"),
        "salt": (after.split("\n")[2], after.split("\n")[2][::-1]),
        "round": ("", ""),
        "commitment": (after.split("\n")[3], after.split("\n")[3][::-1]),
    }[what]
    changed = before + after.replace(old, new, 1)
    if what == "round":
        changed = before.removesuffix("1\n") + "2\n" + after
    assert changed != played.result
    write(check.folder / "changed.eml", mail(changed))
    slips, receipts = found(check, "changed.eml", "Ann.eml", "Bob.eml", code=1)
    assert sorted(slips) == ["bad", *GOOD[1:]]
    assert receipts[0] == "fits"
    assert (receipts[1] == "fits") == (what not in ("player", "round", "commitment"))


def test_another_slip_with_a_commitment_of_its_own_is_found(check: Command, played: Round) -> None:
    """All is right in itself, but it is not what the receipt says."""
    from schrille_cli.schrille.mail.commitments import result_lines, slips_in

    shown = next(slip for slip in slips_in(played.result) if slip.player == "Bob")
    old = played.slips["Bob"]
    other = old._replace(no1=next(hole for hole in range(1, 15) if not old.chips_in(hole)))
    lines = [result_lines(shown.game, 1, "Bob", slip, shown.salt) for slip in (old, other)]
    assert lines[0] in played.result
    write(check.folder / "changed.eml", mail(played.result.replace(*lines)))
    assert found(check, "changed.eml") == (GOOD, [])
    assert found(check, "changed.eml", "Bob.eml", "Ann.eml", code=1) == (GOOD, ["departs", "fits"])
    write(check.folder / "both.eml", mail("\n\n".join([played.result, lines[1]])))
    slips, receipts = found(check, "both.eml", "Bob.eml", code=1)
    assert (sorted(slips), receipts) == (["good"] * 4 + ["twice"] * 2, ["fits"])


def test_a_changed_receipt_is_found(check: Command, played: Round) -> None:
    digits = played.receipts["Bob"].strip().split("\n")[-1]
    write(check.folder / "changed.eml", mail(played.receipts["Bob"].replace(digits, digits[::-1])))
    assert found(check, "result.eml", "changed.eml", code=1) == (GOOD, ["departs"])


def test_a_receipt_of_nobody_in_the_result(check: Command, played: Round) -> None:
    parts = (part for part in played.result.split("\n\n") if "\nCid\n" not in part)
    write(check.folder / "less.eml", mail("\n\n".join(parts)))
    assert found(check, "less.eml", "Cid.eml", "Bob.eml", code=1) == (GOOD[1:], ["unknown", "fits"])
    other = played.receipts["Bob"].replace("\n1\nBob\n", "\n2\nBob\n")
    write(check.folder / "other.eml", mail(other))
    assert found(check, "result.eml", "other.eml", code=1) == (GOOD, ["unknown"])


# What mail programs make of mails


def forwarded(data: bytes) -> bytes:
    """A mail with another one as its attachment."""
    from email import message_from_bytes, policy

    message = EmailMessage()
    message["Subject"], message["From"] = "Fwd: friday", "ann@example.org"
    message.set_content("See below.")
    message.add_attachment(message_from_bytes(data, policy=policy.default))
    return message.as_bytes()


def in_html(text: str, both: bool = False) -> bytes:
    message = EmailMessage()
    message["Subject"] = "friday"
    lines = text.replace("&", "&amp;").replace("<", "&lt;").split("\n")
    page = "<html><head><style>p {}</style></head><body><p>" + "<br>\n".join(lines) + "</p></body></html>"
    if both:
        message.set_content(text)
        message.add_alternative(page, subtype="html")
    else:
        message.set_content(page, subtype="html")
    return message.as_bytes()


FORMS = {
    "quoted-printable": lambda text: mail(text, cte="quoted-printable"),
    "base64": lambda text: mail(text, cte="base64"),
    "8bit": lambda text: mail(text, cte="8bit"),
    "latin-1": lambda text: mail(text.replace("Ω", "O").replace("→", ">"), cte="8bit"),
    "CRLF": lambda text: mail(text).replace(b"\n", b"\r\n"),
    "quoted": lambda text: mail("".join(f"> {line}\n" for line in text.split("\n")), cte="quoted-printable"),
    "forwarded in it": lambda text: mail("-------- Forwarded --------\nSubject: x\n\n" + text),
    "forwarded as a mail": lambda text: forwarded(mail(text, number=2)),
    "forwarded twice": lambda text: forwarded(forwarded(mail(text, number=2))),
    "html": in_html,
    "both": lambda text: in_html(text, both=True),
    "text": lambda text: text.encode(),
    "text with a mark": lambda text: b"\xef\xbb\xbf" + text.encode(),
    "text quoted": lambda text: "".join(f"> > {line}\r\n" for line in text.split("\n")).encode(),
}


@pytest.mark.parametrize("form", FORMS)
def test_mails_are_read_as_they_come(check: Command, played: Round, form: str) -> None:
    write(check.folder / "result.x", FORMS[form](played.result))
    for player in ("Ann", "Zoë Ω"):
        write(check.folder / f"{player[:3]}.x", FORMS[form](played.receipts[player]))
    if form == "latin-1":
        assert found(check, "result.x", "Ann.x", code=1)[1] == ["fits"]
    else:
        assert found(check, "result.x", "Ann.x", "Zoë.x") == (GOOD, ["fits", "fits"])


def test_the_number_of_a_forwarded_mail_counts(check: Command, played: Round) -> None:
    write(check.folder / "first.eml", forwarded(mail(played.earlier, number=1)))
    assert found(check, "result.eml", "first.eml", "Ann.eml") == (GOOD, ["replaced", "fits"])


def test_deep_and_broken_mails_are_no_traceback(check: Command) -> None:
    write(check.folder / "deep.eml", deep(400))
    refused(check, "mail", "check", "deep.eml")
    write(
        check.folder / "odd.eml",
        b"Content-Type: text/plain; charset=nix\nSubject: \xff\n\n\xff\xfeschrille-slip\n",
    )
    refused(check, "mail", "check", "odd.eml")
    write(check.folder / "nul.eml", bytes(range(256)) * 100)
    refused(check, "mail", "check", "nul.eml")


def deep(levels: int) -> bytes:
    part: MIMEPart = EmailMessage()
    heads = [f'Content-Type: multipart/mixed; boundary="b{level}"\n\n--b{level}\n' for level in range(levels)]
    part["Subject"] = "x"
    return part.as_bytes(policy=SMTP.clone(linesep="\n")).rstrip() + b"\n" + "".join(heads).encode() + b"\n\nx\n"


def test_all_that_cannot_be_compared_is_said(check: Command) -> None:
    said = refused(check, "mail", "check", "Ann.eml", "result.eml", "Bob.eml")
    assert '"Ann.eml": it shows no slips' in said
    assert '"result.eml": it has no commitment' in said
    assert "Bob" not in said
    assert "there is no such file" in refused(check, "mail", "check", "result.eml", "no.eml")
    write(check.folder / "large.eml", b"x" * 1_000_001)
    assert "larger than" in refused(check, "mail", "check", "large.eml")
    check("mail", "check", code=2)
    check("mail", code=2)


def test_it_is_said_in_german(check: Command) -> None:
    check("mail", "check", "result.eml", "Ann.eml", "--lang", "de")
