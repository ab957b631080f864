"""Options that several commands share."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from pnp.model.project import Project

ProjectOption = Annotated[
    Path | None,
    typer.Option(
        "--project", metavar="DIR", help="The project's folder; else the next one upwards that has card_data/."
    ),
]
GameArgument = Annotated[str, typer.Argument(metavar="GAME", help="A game's folder name in card_data/.")]
JsonOption = Annotated[bool, typer.Option("--json", help="Print one JSON object instead of text.")]
LanguageOption = Annotated[
    str, typer.Option("--lang", metavar="TAG", help="Language of the edition; else the game's own.")
]
InkOption = Annotated[str, typer.Option("--ink", metavar="low|full", help="Little ink on white, or the rich edition.")]
OnlyOption = Annotated[
    list[str] | None, typer.Option("--only", metavar="COMPONENT", help="Print only this component; may be repeated.")
]
WithOption = Annotated[
    list[str] | None, typer.Option("--with", metavar="MODULE", help="Add a module of the game; may be repeated.")
]


def the_project(named: Path | None) -> "Project":
    from pnp.load import find_project

    return find_project(Path.cwd(), named)


def one_of(option: str, value: str, choices: tuple[str, ...]) -> str:
    """The value, if it is a choice; else a usage error in one line."""
    if value not in choices:
        from pnp.model.problem import UsageError
        from pnp.model.suggest import did_you_mean

        raise UsageError(f"{option} {value}: choose {' or '.join(choices)} ({did_you_mean(value, choices)})")
    return value
