"""The command `stolik`."""

import sys

import click

from stolik.cli import arena, doctor, games, new_game, play, replay, serve, simulate, train, verify, warm
from stolik.core.game import BrokenContract
from stolik.jit import CannotCompile


@click.group(
    no_args_is_help=True,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
    epilog="Every command explains itself: stolik play --help",
)
@click.version_option(package_name="stolik")
def stolik() -> None:
    """A card table for modern card games.

    \b
    stolik serve                   open tables for you and your friends
    stolik games                   what can be played, with options and bots
    stolik play no_thanks          sit down with three bots
    stolik simulate no_thanks      let the computer play a hundred thousand games
    stolik arena no_thanks easy normal hard      which bot is stronger
    stolik replay match.json       step through a saved match from any seat
    stolik verify match.json       prove that a finished match was dealt fairly
    stolik doctor                  is what the server keeps in order?
    stolik new-game memory         lay out a game of your own, in a working copy
    """


for command in (
    *(serve.serve, play.play, simulate.simulate, arena.arena, train.train),
    *(replay.replay, verify.verify, games.games, warm.warm, new_game.new_game, doctor.doctor),
):
    stolik.add_command(command)


def main(arguments: list[str] | None = None) -> None:
    """Run the command; whatever is wrong with its arguments is said in one sentence."""
    try:
        stolik.main(arguments, prog_name="stolik", standalone_mode=False)
    except click.exceptions.NoArgsIsHelpError as help_:
        click.echo(help_.format_message())
    except click.UsageError as error:
        path = error.ctx.command_path if error.ctx else "stolik"
        wrong = error.format_message()
        _stop(f"{wrong}{'' if wrong.endswith(('.', ')')) else '.'} Try: {path} --help", 2)
    except click.ClickException as error:
        _stop(error.format_message(), error.exit_code)
    except (ValueError, OSError) as error:
        _stop(str(error), 2)
    except (BrokenContract, CannotCompile) as error:
        _stop(str(error), 2)
    except (click.Abort, KeyboardInterrupt, EOFError):
        _stop("stopped", 130)


def _stop(sentence: str, code: int) -> None:
    click.echo(f"stolik: {sentence}", err=True)
    sys.exit(code)
