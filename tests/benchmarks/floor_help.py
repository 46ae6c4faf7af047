"""The least that a program on Click can do: print its help."""

import click


@click.command()
def main() -> None:
    """Say hello."""
    click.echo("hello")


if __name__ == "__main__":
    main()
