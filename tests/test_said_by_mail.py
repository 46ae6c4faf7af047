"""What games by mail say comes from the catalogues too: the commands, and every mail to a player.

The lines with which a mail begins and ends, those that programs compare, and the words that people type into
answers are the same in every language.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from email import message_from_bytes, policy
from email.message import EmailMessage
from pathlib import Path

from catalogues import strange
from saying import LABELS, PLAYERS, Program, latin

from schrille_cli.kit.outbox import Outbox
from schrille_cli.schrille import load
from schrille_cli.schrille.mail.answers import REASONS
from schrille_cli.schrille.mail.post import KINDS
from schrille_cli.schrille.mail.summary import LOOK_AT

ADDRESSES = dict(zip(PLAYERS, ("1@9.9", "2@9.9", "3@9.9"), strict=True))
SAME = re.compile(
    r"^(?:=== (?:end of )?schrille-cli ===|schrille-slip|schrille-commitment|[a-z2-7]{8}|[0-9a-f]{32,64}|slip:)$"
    r"|\[schrille-[a-z2-7]{8}-\d+-[a-z2-7]{16}\]|\b(?:label|stay)\b",
    re.MULTILINE,
)
ID = re.compile(r"\b[0-9a-f]{12}(?:[0-9a-f]{12})?\b")
SAVE = "4/1.toml"
BATCH = ("mail", "batch", "4", "--inbox", "5", "--outbox", "6", "--format", "tsv")


class Table:
    """A game by mail in the strange language, with the mails that go out and come in."""

    def __init__(self, program: Program, *args: str, labels: bool = True) -> None:
        self.program = program
        self.said = ""  # by all batches
        self.sent: set[Path] = set()
        self.told: dict[str, str] = {}  # the subject of the last mail to an address
        self.came = 0
        for name in ("4", "5"):
            (program.folder / name).mkdir()
        seats = [f"{player}={label}" if labels else player for player, label in zip(PLAYERS, LABELS, strict=False)]
        new = ["new", "--deck", "deck.toml", "--seed", "7", "-g", SAVE, "--moderator-mail", "7@9.9", *args]
        new += [word for seat in seats for word in ("-p", seat)]
        new += [word for player, address in ADDRESSES.items() for word in ("--mail", f"{player}={address}")]
        assert program.latin(*new) == set()

    def batch(self, *args: str, code: int = 0) -> str:
        """Run a batch, and look at what it says and sends. Returns all mails that it sends, on one line."""
        done = self.program(*BATCH, *args, code=code)
        assert latin(done.stdout + done.stderr) <= {"toml", "eml", "staged"}
        self.said += done.stdout
        texts = []
        for path in sorted({*(self.program.folder / "6").glob("*.eml")} - self.sent):
            self.sent.add(path)
            mail = message_from_bytes(path.read_bytes(), policy=policy.default)
            text = f"{mail['Subject']}\n{mail.get_content()}".replace("\r", "")
            assert latin(SAME.sub("", text)) == set(), text
            self.told[mail["To"].addresses[0].addr_spec] = mail["Subject"]
            texts.append(text)
        return " ".join("".join(texts).split())

    def write(self, player: str, text: str, minute: int, **headers: str) -> None:
        """Put a mail of a player into the inbox, an answer to the last one that came there."""
        self.came += 1
        mail = EmailMessage()
        mail["Subject"] = headers.pop("subject", "") or self.told[ADDRESSES[player]]
        mail["Date"] = f"Mon, 30 Nov 2020 00:{minute:02}:00 +0000"
        mail["Message-ID"] = headers.pop("id", f"<{self.came}@8.8>")
        for name, value in headers.items():
            mail[name.replace("_", "-")] = value
        mail.set_content(text)
        (self.program.folder / "5" / f"{self.came}.eml").write_bytes(mail.as_bytes())

    def slip(self, player: str, no1: int = 1) -> str:
        """A slip from the player's hand."""
        hand = load(str(self.program.folder / SAVE)).state.opened.hands[player]
        return " ".join([*(f"{14 - at}{chip:+d}" for at, chip in enumerate(hand[:5])), f"{no1}:no1", "8:pick"])

    def latin(self, *args: str, code: int = 0) -> set[str]:
        """The Latin words that a command says of the game, but those of ids of mails."""
        done = self.program(*args, "-g", SAVE, code=code)
        assert re.search("[\uff21-\uff5a]", done.stdout + done.stderr)
        return latin(ID.sub("", done.stdout + done.stderr))

    def past(self) -> None:
        """Let the deadline be past."""
        save = self.program.folder / SAVE
        text = save.read_text("utf-8")
        past = re.sub('(?m)^due = "20.*"$', 'due = "2020-11-30T00:00+00:00"', text)
        assert past != text
        save.write_text(past, "utf-8")

    @property
    def ids(self) -> list[str]:
        """The ids of the mails that were handled, the newest last."""
        return re.findall(r"^[0-9a-f]{12}", self.program("mail", "list", "-g", SAVE).stdout, re.MULTILINE)


def missing(texts: Mapping[str, str], said: str) -> set[str]:
    """Which of some texts were not said, by their names; of those with values, what stands before these."""
    return {name for name, text in texts.items() if strange(text.partition("{")[0]) not in said}


def test_what_becomes_of_mails_is_said(program: Program) -> None:
    """Mails of every kind that counts, and of every kind that does not."""
    table = Table(program, "--due", "+7", "--show-addresses")
    one, two, three = PLAYERS
    seats = [word for pair in zip(PLAYERS, LABELS, strict=False) for word in ("-p", "=".join(pair))]
    mail = ("--mail", f"{one}=8@9.9", "--moderator-mail", "7@9.9")
    program("new", *seats, "--deck", "deck.toml", "-g", "4/2.toml", *mail)
    assert table.batch("--dry-run", "--missing", "pass") == ""
    table.batch()
    assert table.batch("--who") == ""
    foreign, tokens = "[schrille-aaaaaaaa-1-aaaaaaaaaaaaaaaa]", [table.told[to] for to in ADDRESSES.values()]
    table.write(one, "15+3 14+9 9 1:no1 1:no1 ?", 1)
    table.write(two, "?", 2)
    table.write(two, "", 2)
    table.write(two, "> 14+3 13+3 12+3 11+3 10+3 1:no1 8:pick\n\n!", 3)
    table.write(one, f"label {LABELS[4]}", 4)
    table.write(two, f"{table.slip(two, 1)}\n\n?\n\n{table.slip(two, 2)}", 5)
    table.write(three, "?", 6, Auto_Submitted="auto-replied")
    table.write(three, "?", 7, From="mailer-daemon@8.8", Return_Path="<>")
    table.write(three, "?", 8, subject=foreign)
    table.write(three, "?", 9, subject="9")
    table.write(three, "?", 10, subject=tokens[0][:-17] + "aaaaaaaaaaaaaaaa]")
    table.write(three, "?", 11, subject=tokens[0] + tokens[1])
    table.write(three, "?", 11, subject=tokens[0] + table.told["8@9.9"])
    with (program.folder / "5" / "99.eml").open("wb") as large:
        large.truncate(11_000_000)
    answers = table.batch(code=1)
    (program.folder / "5" / "99.eml").unlink()
    table.write(one, f"{table.slip(one, 2)}\n\n? 9-1 ?", 20)
    table.write(two, f"slip: {table.slip(two)}", 21)
    table.write(two, f"slip: {table.slip(two)}\n\n!", 21, id=f"<{table.came}@8.8>")
    answers += table.batch("--who")
    table.write(one, table.slip(one), 22)
    table.write(two, table.slip(two, 3), 20)
    answers += table.batch()
    for minute in range(50):
        table.write(one, f"?{minute}", 30)
    answers += table.batch()
    table.past()
    table.batch()
    table.write(three, table.slip(three), 40)
    answers += table.batch()
    table.write(two, table.slip(two, 4), 50)
    answers += table.batch()
    assert table.latin("mail", "list") == set()
    assert table.latin("mail", "list", "--who") <= {"label", "stay"}
    assert table.latin("mail", "leave", three) == set()
    assert table.latin("mail", "list", "--who") <= {"label", "stay"}
    table.write(two, "stay", 51)
    table.batch()
    table.write(two, f"label {LABELS[4]}", 50)
    answers += table.batch()
    for player in PLAYERS:
        table.write(player, "stay", 51)
    table.batch("--missing", "pass")
    table.write(two, "?", 52, subject=tokens[1])
    without = ("-p", f"{one}={LABELS[0]}", "-p", two, "-p", three, "--mail", f"{one}=1@9.9", "-g", "4/8.toml")
    assert program.latin("new", "--deck", "deck.toml", "--moderator-mail", "7@9.9", *without) == set()
    Outbox(str(program.folder / "6")).stage("9", 9, [b"9"])
    table.batch()
    assert missing(REASONS, answers) == {"opening"}
    assert missing(LOOK_AT, table.said) == set()
    listed = program("mail", "list", "--who", "--format", "tsv", "-g", SAVE).stdout
    assert missing({kind: kind for kind in KINDS}, listed) == set()


def test_labels_that_are_claimed_by_mail_are_said(program: Program) -> None:
    table = Table(program, "--rules", "brettspielwelt", labels=False)
    one, two, three = PLAYERS
    table.batch()
    table.write(one, f"label {LABELS[0]}", 1)
    table.write(two, f"label {LABELS[0]}", 2)
    table.write(two, "?", 3)
    table.write(three, f"label {LABELS[3]}, {LABELS[4]}", 4)
    table.write(three, "14+3 13+3 12+3 11+3 10+3 1:no1 8:pick", 5)
    assert "opening" not in missing(REASONS, table.batch("--who", "--due", "+3"))
    assert table.latin("mail", "remind") == set()
    table.write(two, f"label {LABELS[1]}", 5)
    assert table.batch()


def test_a_game_by_mail_is_said(program: Program) -> None:
    """From the first chart to the end, with everything that the moderator may do."""
    table = Table(program, "--set", "target=70")
    one, two, three = PLAYERS
    table.batch()
    slip = table.slip(three, 5)
    for player in PLAYERS:
        table.write(player, table.slip(player), 1)
    assert table.latin("adjust", one, "-3", "--reason", "ω") == set()
    table.batch("--due", "+3")
    assert table.latin("mail", "remind") == table.latin("mail", "remind", "--who") == set()
    assert table.latin("mail", "extend", "--due", "none") == set()
    table.batch()
    assert table.latin("mail", "extend", "--due", "+9") == set()
    assert table.latin("mail", "list") == set()
    table.batch()
    table.write(one, f"label {LABELS[0]}, 9", 2)
    table.write(one, f"label {LABELS[4]}, {LABELS[5]}", 3)
    table.write(two, f"label {LABELS[4]}", 4)
    table.write(three, "stay", 5)
    table.batch()
    table.write(one, table.slip(one), 10)
    table.batch()
    assert table.latin("undo") == set()
    table.batch()
    assert table.latin("mail", "accept", table.ids[-1]) == set()
    assert table.latin("mail", "leave", two) == set()
    assert table.latin("mail", "address", f"{three}=4@9.9", f"{one}=5@9.9") == set()
    table.batch("--dry-run")
    table.batch("--due", "+3")
    program("amend", "1", three, *slip.split(), "--yes", "-g", SAVE)
    program("adjust", one, "99", "--reason", "ω", "-g", SAVE)
    table.batch()
    assert table.latin("mail", "extend", "--due", "+1") == set()
    table.past()
    table.batch("--missing", "pass")
    assert table.latin("mail", "extend", "--due", "+9", code=1) == set()


SEATS = [word for pair in zip(PLAYERS, LABELS, strict=False) for word in ("-p", "=".join(pair))]
NEW = ["new", *SEATS, "--deck", "deck.toml", "-g", "9.toml"]
FAULTS = [
    ["mail", "list", "-g", "3.toml"],
    ["mail", "accept", "9"],
    ["mail", "accept", "{asked}"],
    ["mail", "accept", "{counts}"],
    ["mail", "address", "α=1@9.9", "β=?", "γ=4@9.9", "γ=5@9.9", "δ=1@9.9"],
    ["mail", "extend", "--due", "?"],
    ["mail", "extend", "--due", "1999-12-31"],
    ["mail", "leave", "δ"],
    ["mail", "leave", "γ"],
    ["mail", "batch", "9", "--inbox", "5", "--outbox", "6"],
    ["mail", "batch", "4", "--inbox", "9", "--outbox", "6"],
    ["mail", "batch", "4", "--inbox", "deck.toml", "--outbox", "6"],
    ["mail", "batch", "4", "--inbox", "5", "--outbox", "9/9"],
    ["mail", "batch", "4", "--inbox", "5", "--outbox", "6", "--due", "?"],
    ["mail", "check", "deck.toml", "deck.toml"],
    ["mail", "check", "9"],
    ["mail", "send", "6"],
    ["mail", "send", "9", "--settings", "2.toml"],
    ["mail", "send", "6", "--settings", "9"],
    [*NEW, "--mail", "α=?", "--mail", "α=1@9.9", "--mail", "β", "--moderator-mail", "?"],
    [*NEW, "--mail", "δ=1@9.9", "--moderator-mail", "1@9.9", "--due", "?"],
]


def test_faults_are_said(program: Program) -> None:
    """With what is typed in them, and words of the system."""
    program.new("-g", "3.toml")
    table = Table(program)
    table.batch()
    one, two, three = PLAYERS
    table.write(one, "?", 1)
    table.write(two, table.slip(two), 2)
    table.batch()
    program("mail", "leave", three, "-g", SAVE)
    (program.folder / "2.toml").write_text('host = "9"', "utf-8")
    typed = dict(zip(("asked", "counts"), table.ids, strict=True))
    for args in FAULTS:
        words = [word.format(**typed) for word in args]
        game = [] if "-g" in words or words[1] in ("batch", "check", "send") else ["-g", SAVE]
        done = program(*words, *game, code=1)
        said = ID.sub("", done.stdout + done.stderr).replace(str(program.folder), "")
        assert latin(said) <= {"toml", "deck", "eml"}, words


KEYS = {"host", "port", "security", "user", "password", "file", "timeout", "ca"}
SETTINGS = [
    "",
    "9 = 9",
    "host = 9",
    'host = "? ?"',
    'host = "9"\nport = "?"',
    'host = "9"\nsecurity = "?"',
    'host = "9"\nuser = "9"',
    'host = "9"\npassword = "9"\npassword-file = "9"',
    'host = "9"\npassword-file = "9"',
    'host = "9"\npassword-file = "deck.toml"',
    'host = "9.9"\nuser = "9"\npassword = "9"\nsecurity = "none"',
    'host = "9"\nca = "9"',
    'host = "9"\nca = "deck.toml"',
    'host = "127.0.0.1"\nport = 9\nsecurity = "none"',
]


def test_sending_is_said(program: Program) -> None:
    """But for keys and values of settings, and the name of a mail's header."""
    Table(program).batch()
    (program.folder / "6" / "1.eml").write_text("?", "utf-8")
    (program.folder / "deck.toml").chmod(0o600)
    settings = program.folder / "9.toml"
    send = ("mail", "send", "6", "--settings", "9.toml")
    for text in SETTINGS:
        settings.write_text(text, "utf-8")
        settings.chmod(0o600)
        assert program.latin(*send, code=1) <= {*KEYS, "toml", "deck", "eml", "starttls", "tls", "none", "From"}, (
            text
        )
    names = {word for path in (program.folder / "6").iterdir() for word in latin(path.name)}
    assert program.latin(*send, "--dry-run", code=1) - names == {"From"}
    settings.write_text('password = "9"', "utf-8")
    settings.chmod(0o644)
    assert program.latin(*send, code=1) == {"toml", "chmod"}
    assert program.latin("mail", "send", "6", code=1) == set()


def test_checking_is_said(program: Program) -> None:
    table = Table(program)
    table.batch()
    for minute in range(3):
        table.write(PLAYERS[0], table.slip(PLAYERS[0], minute + 1), minute)
    table.batch()
    for player in PLAYERS[1:]:
        table.write(player, table.slip(player), 10)
    before = {*table.sent}
    receipts = [f"6/{path.name}" for path in sorted(before) if b"In-Reply-To" in path.read_bytes()]
    table.batch()
    result = f"6/{max({*table.sent} - before).name}"
    check = ("mail", "check", "--format", "tsv", result)
    names = {word for name in receipts for word in latin(name)}
    assert program.latin(*check, *receipts) - names == set()
    assert program.latin(*check, receipts[0], code=1) - names == set()
    text = message_from_bytes((program.folder / result).read_bytes(), policy=policy.default).get_content()
    number = text.index("14", text.index("schrille-slip"))
    (program.folder / "1").write_text(f"{text[:number]}13{text[number + 2 :]}{text}", "utf-8")
    (program.folder / "2").write_text(text.replace("schrille-slip", "9", 1), "utf-8")
    assert program.latin(*check[:-1], "1", code=1) == set()
    assert program.latin(*check[:-1], "2", *receipts, code=1) - names == set()
