"""Write a game's pieces as CSV, XLSX, JSON or YAML.

Each component becomes a file in output/GAME/data/. Read again as data, the files give the same pieces. Pieces of
modules are included with --with, translated texts with --lang.
"""

from pathlib import Path
from typing import Annotated

import typer

from pnp.cli import options as cli
from pnp.importing.tables.formats import FORMATS
from pnp.model.problem import has_errors

if not cli.IS_COMPLETING:
    from pnp.build.loading import load_chosen, read_game
    from pnp.cli.report import print_problems, refusal
    from pnp.cli.terminal import complain, count_of, relative_path, say
    from pnp.diagnostics.report import list_problems
    from pnp.importing.tables.data_export import count_left_out, write_pieces
    from pnp.localise import translation_of


def command(
    game: cli.GameArgument,
    component: Annotated[
        str, cli.argument("[COMPONENT]", "A component (default: all that have pieces).", "components")
    ] = "",
    format: Annotated[str, cli.choice("--as", FORMATS, "Format to write.")] = "csv",
    modules: cli.WithOption = None,
    language: cli.LanguageOption = "",
    out: cli.OutOption = None,
    project: cli.ProjectOption = None,
) -> None:
    at = cli.open_project(project)
    chosen = cli.split_names("--with", modules)
    if chosen:
        read, chosen, problems = load_chosen(at, game, chosen)
    else:
        read, problems = read_game(at, game)
    written: list[Path] = []
    translation = None
    if read is not None and not has_errors(problems):
        translation, problems = translation_of(at, read, language)
    if read is not None and not has_errors(problems):
        written, problems = write_pieces(at, read, format, component, out, chosen, translation)
    for path in written:
        say(relative_path(path))
    if written and read is not None and (brought := count_left_out(read, component, chosen)):
        count = count_of(sum(brought.values()), "piece")
        complain(f"without {count} of modules that aren't chosen: --with {', --with '.join(brought)}")
    if has_errors(problems):
        listed = list_problems(problems)
        print_problems(at, listed)
        complain(refusal(listed, "the others are written" if written else "nothing written", draft_helps=False))
        raise typer.Exit(1)
