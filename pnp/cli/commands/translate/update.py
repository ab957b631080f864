"""`pnp translate update`: catalogues after the game has changed."""

from typing import TYPE_CHECKING, Annotated

import typer

from pnp.cli.options import CatalogueOption, GameArgument, ProjectOption, the_project

if TYPE_CHECKING:
    from pnp.translate.catalogues import Changes

EXAMPLES = ("pnp translate update mygame", "pnp translate update mygame --lang de")


def command(
    game: GameArgument,
    lang: CatalogueOption = "",
    force: Annotated[bool, typer.Option("--force", help="Also where most translations become obsolete by it.")] = False,
    project: ProjectOption = None,
) -> None:
    """Bring catalogues up to date.

    New texts come in, changed ones become fuzzy and keep what they were translated from, and those that are gone become
    obsolete. Translations and comments stay as they are, and so does the writing of entries in which nothing changed.
    Entries that lost their context are found by reference and source. A catalogue that can't be read, or would lose
    most of its translations, is not touched.
    """
    from pnp.cli.report import complain, print_problems, say, shown_path
    from pnp.translate.catalogues import bring_up_to_date

    where = the_project(project)
    wrong = False
    for done in bring_up_to_date(where, game, lang, force=force):
        shown = shown_path(done.file)
        if done.changes is None:
            wrong = True
            print_problems(where, done.problems)
            complain(f"{shown} is left as it is: make it right first")
        elif not done.is_changed:
            say(f"{shown}: nothing to change")
        else:
            say(f"{shown}: {_told(done.changes)}")
    raise typer.Exit(1 if wrong else 0)


def _told(changes: "Changes") -> str:
    from pnp.cli.report import counted

    new, changed, vanished, found, unsure = changes[:5]
    said = [f"{new} new", f"{counted(changed, 'text')} changed", f"{vanished} gone"]
    said += [f"{found} found again by their source"] if found else []
    said += [f"{unsure} of which more than one could be meant, now fuzzy"] if unsure else []
    return ", ".join(said) if any(changes[:5]) else "only notes and lines put in order"
