"""`pnp setup`: how a game is set up, step by step, with the figures for so many players."""

from typing import Annotated

import typer

from pnp.cli.options import (
    GameArgument,
    JsonOption,
    LanguageOption,
    OverlayOption,
    PlayersOption,
    ProjectOption,
    WithOption,
    names,
    the_project,
    whole,
)

EXAMPLES = (
    "pnp setup mygame --players 4",
    "pnp setup mygame --players 2 --with night --seed 7",
    "pnp setup mygame --players 3 --json",
)


def command(
    game: GameArgument,
    players: PlayersOption = 0,
    with_: WithOption = None,
    seed: Annotated[int, whole("--seed", 0, 99999, "Deal named pieces; the same number deals the same", unset=-1)] = -1,
    overlay: OverlayOption = None,
    lang: LanguageOption = "",
    project: ProjectOption = None,
    json: JsonOption = False,
) -> None:
    """Read out how a game is set up.

    The steps of its setup.yaml, filled in for so many players, and what lies where when all is done. It is dealt and
    examined first: where there are errors, they are said instead. With a seed it is dealt by chance, and named pieces
    are shown: what lies face up, and what each player has.
    """
    from pnp.cli.report import complain, print_json, print_problems, refusal, say
    from pnp.cli.spoken import as_json, in_lines
    from pnp.setups import Asked, speak

    where = the_project(project)
    modules = names("--with", with_)
    spoken = speak(where, Asked(game, players, modules, overlay, lang, seed if seed >= 0 else None))
    if json:
        print_json(as_json(where, spoken, seed))
    else:
        print_problems(where, spoken.problems)
    if spoken.told is None or spoken.edition is None:
        if not json:
            complain(refusal(spoken.problems, "nothing told", draft_helps=False))
        raise typer.Exit(1)
    if not json:
        say("\n".join(in_lines(spoken.edition, spoken.told, seed)))
