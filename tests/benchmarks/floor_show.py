"""The least that a program on Click, tomllib and tabulate can do: read a save, print a table of 14 rows."""

import tomllib

import click
from tabulate import tabulate


@click.command()
@click.argument("save", type=click.Path(exists=True))
def main(save: str) -> None:
    with open(save, "rb") as file:
        data = tomllib.load(file)
    rows = [(place, f"band {place}", "blue, red", place) for place in range(1, 15)]
    click.echo(tabulate(rows, headers=["place", "band", "labels", "marker"]))
    click.echo(str(len(data)))


if __name__ == "__main__":
    main()
