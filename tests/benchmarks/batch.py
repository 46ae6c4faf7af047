"""How fast ``schrille mail batch`` resolves rounds, beside the least that such a program must write.

    python tests/benchmarks/batch.py [SAVES]

SAVES games of four players, each with a round that is complete, are resolved by one process and by two; a copy
of the folder is parsed and written by ``floor_batch.py`` with four mails a game, in turns. Then as many mails as
there are players are read from an inbox, without a token and as slips of these rounds; and a tenth, all and ten
times as many games are resolved to see how time and memory grow. Games are made from a few, so that making them
takes less time than what is measured.
"""

from __future__ import annotations

import os
import random
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from schrille_cli.schrille import Game, dumps
from schrille_cli.schrille.mail import orders
from schrille_cli.schrille.mail.tokens import token
from schrille_cli.schrille.slips import Slip

HERE = Path(__file__).parent
SCHRILLE = str(Path(sys.executable).with_name("schrille"))
PLAYERS = {"Ann": "blue", "Bob": "red", "Cid": "green", "Dee": "orange"}
TIMES = 3
ROUNDS = 3  # of which the last one is complete, and not resolved


def slip(chance: random.Random, hand: tuple[int, ...], keep: int) -> Slip:
    holes = chance.sample(range(1, 15), keep + 2)
    return Slip(tuple(zip(holes, chance.sample(hand, keep), strict=False)), holes[-2], holes[-1])


def game(number: int, by_mail: bool = False) -> tuple[Game, dict[str, str]]:
    """A game in which a round is due, but for the slips of that round ``by_mail``; and these, by player."""
    chance = random.Random(number)
    played = Game.new(PLAYERS, seed=f"game {number}", deal_hands=True)
    addresses = [(player, f"{player}@example.org") for player in PLAYERS]
    played.post = orders.new_post(played, addresses, "moderator@example.org", f"game {number}", False)
    for index in range(ROUNDS):
        keep = played.setup.rules.keep
        slips = {player: str(slip(chance, hand, keep)) for player, hand in played.state.opened.hands.items()}
        if index < ROUNDS - 1 or not by_mail:
            played.place_all(slips)
        if index < ROUNDS - 1:
            played.resolve()
            played.score(go_on=True)
    return played, slips


def folder(place: Path, saves: int) -> None:
    """A folder of saves; each has a secret of its own."""
    place.mkdir()
    made = [dumps(game(number)[0]) for number in range(min(saves, 100))]
    for number in range(saves):
        text = made[number % len(made)]
        secret = text.partition('secret = "')[2][:64]
        (place / f"{number:06}.toml").write_text(text.replace(secret, secret_of(number)))


def secret_of(number: int) -> str:
    """The secret of a save."""
    return random.Random(number).randbytes(32).hex()


def folder_by_mail(place: Path, inbox: Path, saves: int) -> None:
    """The same saves before the slips of the last round were in, and an inbox with these."""
    place.mkdir()
    inbox.mkdir()
    made = [game(number, by_mail=True) for number in range(min(saves, 100))]
    for number in range(saves):
        played, slips = made[number % len(made)]
        post = orders.post_of(played)._replace(secret=secret_of(number))
        text = dumps(played).replace(orders.post_of(played).secret, post.secret)
        (place / f"{number:06}.toml").write_text(text)
        for player, text in slips.items():
            head = f"From: {player} <{player}@example.org>\r\nSubject: Re: a round"
            head += (
                f" [{token(post, player, played.state.opened)}]\r\nMessage-ID: <{number}{player}@example.org>\r\n"
            )
            body = f"Hello,\r\n\r\n{text}\r\n\r\nAm Montag schrieb die Spielleitung:\r\n" + "> 1 2 3\r\n" * 60
            (inbox / f"{number:06}-{player}.eml").write_bytes(f"{head}\r\n{body}".encode())


def batch(saves: Path, inbox: Path, jobs: int) -> tuple[float, float]:
    """Seconds and megabytes of a batch."""
    outbox = saves / "outbox"
    words = ["mail", "batch", str(saves), "--inbox", str(inbox), "--outbox", str(outbox), "--jobs", str(jobs)]
    start = time.perf_counter()
    process = subprocess.Popen([SCHRILLE, *words, "--json"], stdout=subprocess.DEVNULL)
    _pid, status, used = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        raise SystemExit(f"batch ended with {process.returncode}")
    return time.perf_counter() - start, used.ru_maxrss / 1024


def floor(saves: Path) -> float:
    """Games a second of the floor."""
    run = subprocess.run(
        [sys.executable, HERE / "floor_batch.py", saves], check=True, capture_output=True, text=True
    )
    return float(run.stdout)


def on_a_copy(place: Path, saves: Path) -> Path:
    """A copy of a folder of saves, on disk; none is deleted meanwhile, after which ext4 makes files slowly."""
    copy = Path(tempfile.mkdtemp(prefix="copy-", dir=place))
    shutil.copytree(saves, copy, dirs_exist_ok=True)
    os.sync()
    return copy


def compare(place: Path, number: int) -> None:
    """One process and two against the floor, in turns."""
    saves, inbox = place / "saves", place / "empty"
    folder(saves, number)
    inbox.mkdir()
    one, two, least = [], [], []
    for _ in range(TIMES):
        least.append(floor(on_a_copy(place, saves)))
        one.append(number / batch(on_a_copy(place, saves), inbox, 1)[0])
        two.append(number / batch(on_a_copy(place, saves), inbox, 2)[0])
    for name, rates in (("the floor", least), ("one process", one), ("two processes", two)):
        print(f"{name}: {statistics.median(rates):.1f} games a second ({min(rates):.1f} to {max(rates):.1f})")
    shares = sorted(mine / floors for mine, floors in zip(one, least, strict=True))
    gains = sorted(b / a for a, b in zip(one, two, strict=True))
    print(f"one process over the floor: {shares[TIMES // 2]:.2f} ({shares[0]:.2f} to {shares[-1]:.2f})")
    print(f"two processes over one: {gains[TIMES // 2]:.2f} ({gains[0]:.2f} to {gains[-1]:.2f})")


def read_inbox(place: Path, number: int) -> None:
    """An inbox of mails without a token, in a batch over no game; and one of slips, beside the rounds without."""
    saves, inbox = place / "no saves", place / "inbox"
    saves.mkdir()
    inbox.mkdir()
    for index in range(number * len(PLAYERS)):
        head = f"From: ann@example.org\r\nSubject: a mail\r\nMessage-ID: <{index}@example.org>\r\n"
        body = "Dear moderator,\r\n\r\n14+3 9-2 7-1 3+2 12+4 1:no1 8:pick\r\n" * 10
        (inbox / f"{index}.eml").write_bytes(f"{head}\r\n{body}".encode())
    seconds, megabytes = batch(saves, inbox, 1)
    print(f"the inbox: {number * len(PLAYERS) / seconds:,.0f} mails a second, {megabytes:.0f} MB")
    folder_by_mail(place / "asked", place / "answers", number)
    os.sync()
    together, megabytes = batch(place / "asked", place / "answers", 1)
    without, _ = batch(on_a_copy(place, place / "saves"), place / "empty", 1)
    rate = number * len(PLAYERS) / (together - without)
    print(f"slips by mail: {rate:,.0f} read, entered and answered a second, {megabytes:.0f} MB")


def growth(place: Path, number: int) -> None:
    """Time and memory by the number of games."""
    sizes = [number // 10 or 1, number, number * 10]
    seconds = []
    for size in sizes:
        saves = place / f"{size} saves"
        folder(saves, size)
        os.sync()
        took, megabytes = batch(saves, place / "empty", 1)
        seconds.append(took)
        print(f"{size:,} games: {took:.2f} s, {size / took:.1f} games a second, {megabytes:.0f} MB")
    print(f"a straight line: R2 {statistics.correlation(sizes, seconds) ** 2:.5f}")


def main() -> None:
    number = int(sys.argv[1]) if len(sys.argv) > 1 else 2000
    with tempfile.TemporaryDirectory(prefix="schrille-batch-") as name:
        place = Path(name)
        compare(place, number)
        read_inbox(place, number)
        growth(place, number)


if __name__ == "__main__":
    main()
