"""`pnp translate init`: a new catalogue."""

import typer

from pnp.cli.options import GameArgument, NewLanguageOption, ProjectOption, the_project
from pnp.model.problem import UsageError

EXAMPLES = ("pnp translate init mygame --lang de", "pnp translate init mygame --lang pt-BR")


def command(game: GameArgument, lang: NewLanguageOption = "", project: ProjectOption = None) -> None:
    """Begin a catalogue for a language.

    It has an entry for everything that is printed, each with what it is about and how much room there is for it. What
    the glossary and pnp itself know in that language is filled in. One that is there already is left alone.
    """
    from pnp.cli.report import complain, print_problems, say, shown_path
    from pnp.translate.catalogues import begin, in_words

    if not lang:
        raise UsageError("say which language: --lang de")
    where = the_project(project)
    done = begin(where, game, lang)
    if done.changes is None:
        print_problems(where, done.problems)
        complain(f"{shown_path(done.file)} is not begun: some of the game can't be read")
        raise typer.Exit(1)
    filled = f", {done.changes.filled} of them filled in" if done.changes.filled else ""
    say(f"{shown_path(done.file)}: {done.changes.new} texts to say in {in_words(lang)}{filled}")
