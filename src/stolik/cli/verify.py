"""Proves that a finished match was dealt fairly."""

from pathlib import Path

import click

from stolik import Record
from stolik import verify as verified
from stolik.cli.saved_matches import chosen_or_last


@click.command()
@click.argument("file", required=False, type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option("--commitment", metavar="HEX", help="The commitment that you noted before the first deal.")
@click.option("--head", metavar="HEX", help="A link of the log's chain that you noted during the match.")
@click.option("--entropy", multiple=True, help="Entropy that your program added to the seed. May be repeated.")
def verify(file: Path | None, commitment: str | None, head: str | None, entropy: tuple[str, ...]) -> None:
    """Prove that a finished match (FILE, or the one kept last) was dealt fairly.

    Deals and plays the record again and names the first entry that does not fit. With what you noted down yourself
    (--commitment, --head, --entropy), not even the host can have exchanged the record or chosen the seed alone.
    """
    path = chosen_or_last(file)
    verdict = verified(Record.from_json(path.read_bytes()), commitment=commitment, head=head, entropy=entropy)
    if not verdict.ok:
        raise click.ClickException(f"{path.name} does not hold: {verdict.summary}")
    click.echo(f"{path.name} holds: {verdict.summary}.")
