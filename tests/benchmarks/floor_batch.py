"""The least that a batch can do: every save of a folder parsed, dumped and written durably, with four mails each.

python tests/benchmarks/floor_batch.py FOLDER
"""

import os
import sys
import time
import tomllib
from email.message import EmailMessage
from email.policy import SMTP
from pathlib import Path

import tomli_w

MAILS = 4
TEXT = "14 Mjølk  blue, red  up 3\n" * 80


def write(path: Path, data: bytes) -> None:
    temporary = path.with_suffix(".tmp")
    with temporary.open("wb") as file:
        file.write(data)
        file.flush()
        os.fsync(file.fileno())
    temporary.replace(path)


def main() -> None:
    folder = Path(sys.argv[1])
    outbox = folder / "floor-outbox"
    outbox.mkdir()
    saves = sorted(folder.glob("*.toml"))
    start = time.perf_counter()
    for number, path in enumerate(saves):
        write(path, tomli_w.dumps(tomllib.loads(path.read_text(encoding="utf-8"))).encode())
        for player in range(MAILS):
            mail = EmailMessage(policy=SMTP)
            mail["From"], mail["To"] = "moderator@example.org", f"player{player}@example.org"
            mail["Subject"], mail["Message-ID"] = f"round {number}", f"<{number}.{player}@example.org>"
            mail.set_content(TEXT)
            write(outbox / f"{number}-{player}.eml", mail.as_bytes())
    print(len(saves) / (time.perf_counter() - start))


if __name__ == "__main__":
    main()
