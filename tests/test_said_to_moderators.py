"""What the moderator of a game by mail is told before any mail is read comes from the catalogues too."""

from __future__ import annotations

from saying import LABELS, PLAYERS, Program

SEATS = [word for pair in zip(PLAYERS, LABELS, strict=False) for word in ("-p", "=".join(pair))]


def test_who_gets_no_mail_is_said(program: Program) -> None:
    """When the game begins, with their names."""
    one, *others = PLAYERS
    mail = ("--mail", f"{one}=1@9.9", "--moderator-mail", "7@9.9")
    assert program.new(*mail, "-g", "9.toml") == set()
    note = program("new", *SEATS, "--deck", "deck.toml", *mail).stdout.partition("\n\n")[0]
    assert all(player in note for player in others)
    assert one not in note


def test_boxes_that_cannot_be_used_are_said(program: Program) -> None:
    """One for both directions, and one without a name."""
    (program.folder / "4").mkdir()
    for folder, outbox in (("4", "5"), ("", "6")):
        args = ("mail", "batch", folder, "--inbox", "5", "--outbox", outbox)
        assert program.latin(*args, code=2) <= {"mail", "batch"}
