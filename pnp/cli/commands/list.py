"""`pnp list`: the games there are, or what is in one."""

from typing import TYPE_CHECKING, Annotated, Any

import typer

from pnp.cli.options import JsonOption, ProjectOption, the_project

if TYPE_CHECKING:
    from pnp.model.game import Game
    from pnp.model.project import Project

EXAMPLES = "Examples: pnp list · pnp list starter · pnp list starter --json"


def command(
    game: Annotated[str, typer.Argument(metavar="[GAME]", help="A game; without one, all games are listed.")] = "",
    project: ProjectOption = None,
    json: JsonOption = False,
) -> None:
    """List the games, or a game's components, pieces, copies, sizes, languages and modules."""
    from pnp.cli.report import print_json
    from pnp.load import list_games

    where = the_project(project)
    if game:
        found = _described(where, game)
        if json:
            print_json(found)
        else:
            _print_game(found)
        return
    games = [_described(where, id) for id in list_games(where)]
    if json:
        print_json(games)
    for each in [] if json else games:
        pieces = sum(component["copies"] for component in each["components"])
        print(f"{each['id']:<20} {each['title']} {each['version']} · {', '.join(each['languages'])} · {pieces} pieces")


def _described(project: "Project", id: str) -> dict[str, Any]:
    """What is in a game; a game that can't be read ends the command with its problems."""
    from pnp.cli.report import print_problems, summary
    from pnp.pipeline import load

    game, problems = load(project, id)
    if game is None:
        print_problems(project, problems)
        print(f"pnp: {summary(problems)}: {id} cannot be read")
        raise typer.Exit(1)
    return describe(game)


def describe(game: "Game") -> dict[str, Any]:
    return {
        "id": game.id,
        "title": game.title,
        "version": game.version,
        "languages": list(game.languages),
        "components": [
            {
                "id": component.id,
                "title": component.title,
                "pieces": len(component.pieces),
                "copies": sum(piece.copies for piece in component.pieces),
                "width": component.format.w,
                "height": component.format.h,
                "shape": str(component.format.outline),
                "sides": 2 if component.back else 1,
                "printed": bool(component.front),
            }
            for component in game.components.values()
        ],
        "modules": [{"id": module.id, "title": module.title} for module in game.modules.values()],
    }


def _print_game(game: dict[str, Any]) -> None:
    print(f"{game['title']}, version {game['version']} · languages: {', '.join(game['languages'])}")
    rows = [("component", "pieces", "copies", "size in mm", "shape", "sides")]
    for c in game["components"]:
        if c["printed"]:
            size = f"{c['width']:g} × {c['height']:g}"
            rows.append((c["id"], str(c["pieces"]), str(c["copies"]), size, c["shape"], str(c["sides"])))
    widths = [max(len(row[i]) for row in rows) for i in range(len(rows[0]))]
    for row in rows:
        cells = [
            cell.rjust(w) if i in (1, 2, 5) else cell.ljust(w)
            for i, (cell, w) in enumerate(zip(row, widths, strict=True))
        ]
        print("  " + "  ".join(cells).rstrip())
    for module in game["modules"]:
        print(f"  --with {module['id']}: {module['title']}")
