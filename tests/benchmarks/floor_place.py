"""The least that a program on Click, tomllib and tomli-w can do: read a save and write it again durably."""

import os
import tomllib

import click
import tomli_w


@click.command()
@click.argument("save", type=click.Path(exists=True))
def main(save: str) -> None:
    with open(save, "rb") as file:
        data = tomllib.load(file)
    with open(save + ".tmp", "wb") as file:
        tomli_w.dump(data, file)
        file.flush()
        os.fsync(file.fileno())
    os.replace(save + ".tmp", save)
    click.echo("ok")


if __name__ == "__main__":
    main()
