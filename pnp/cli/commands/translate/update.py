"""`pnp translate update`: catalogues after the game has changed."""

import typer

from pnp.cli.options import CatalogueOption, GameArgument, ProjectOption, the_project
from pnp.model.problem import UsageError

EXAMPLES = ("pnp translate update mygame", "pnp translate update mygame --lang de")


def command(game: GameArgument, lang: CatalogueOption = "", project: ProjectOption = None) -> None:
    """Bring catalogues up to date.

    New texts come in, changed ones become fuzzy and keep what they were translated from, and those that are gone become
    obsolete. Translations and comments stay as they are, and a catalogue that can't be read is not touched.
    """
    from pnp.cli.report import complain, counted, print_problems, say, shown_path
    from pnp.translating import bring_up_to_date, languages_of

    where = the_project(project)
    languages = [lang] if lang else languages_of(where, game)
    if not languages:
        raise UsageError(f"{game} has no catalogues: pnp translate init {game} --lang de begins one")
    wrong = False
    for language in languages:
        done = bring_up_to_date(where, game, language)
        shown = shown_path(done.file)
        if done.updated is None:
            wrong = True
            print_problems(where, done.problems)
            complain(f"{shown} is left as it is: make it right first")
        elif not done.is_changed:
            say(f"{shown}: nothing to change")
        elif not any(done.updated[1:]):
            say(f"{shown}: only notes and lines put in order")
        else:
            new, changed, vanished = done.updated[1:]
            say(f"{shown}: {new} new, {counted(changed, 'text')} changed, {vanished} gone")
    raise typer.Exit(1 if wrong else 0)
