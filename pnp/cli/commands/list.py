"""List the games, or what is in one.

For a game, lists its components with pieces, copies and sizes, its languages and modules, and how its tables were
read. The games that come with pnp belong to every project.
"""

from typing import Annotated, Any

import typer

from pnp.cli.options import IS_COMPLETING, JsonOption, ProjectOption, argument, open_project

if not IS_COMPLETING:
    from pnp.build.loading import describe
    from pnp.cli.report import print_problems
    from pnp.cli.terminal import complain, count_of, format_table, print_json, say
    from pnp.diagnostics.report import list_problems
    from pnp.io.project import list_games


def command(
    game: Annotated[str, argument("[GAME]", "A game (default: list all games).", "games")] = "",
    project: ProjectOption = None,
    json: JsonOption = False,
) -> None:
    at = open_project(project)
    found: list[dict[str, Any]] = []
    unreadable = False
    for id in [game] if game else list_games(at):
        described, problems = describe(at, id)
        if described is not None:
            found.append(described)
            continue
        unreadable = True
        print_problems(at, list_problems(problems))
        complain(f"{id} can't be read")
    if json and not (game and unreadable):
        print_json(found[0] if game else found)
    elif not json:
        for each in found:
            say(_describe_in_full(each) if game else _describe_in_short(each))
    raise typer.Exit(1 if unreadable else 0)


def _describe_in_short(game: dict[str, Any]) -> str:
    usual = [component for component in game["components"] if component["printed"] and not component["on-request"]]
    pieces = sum(component["copies"] for component in usual)
    title = " ".join(filter(None, (game["title"], game["version"])))
    return f"{game['id']:<20} {title} · {', '.join(game['languages'])} · {count_of(pieces, 'piece')}"


def _describe_in_full(game: dict[str, Any]) -> str:
    rows = [("component", "pieces", "copies", "size in mm", "shape", "sides")]
    for c in game["components"]:
        if c["printed"] and not c["on-request"]:
            size = f"{round(c['width'], 2):g} × {round(c['height'], 2):g}"
            rows.append((c["id"], str(c["pieces"]), str(c["copies"]), size, c["shape"], str(c["sides"])))
    version = f", version {game['version']}" if game["version"] else ""
    heading = f"{game['title']}{version} · languages: {', '.join(game['languages'])}"
    on_request = [f"  --only {c['id']}: {c['title']}" for c in game["components"] if c["printed"] and c["on-request"]]
    modules = [f"  --with {module['id']}: {module['title']}" for module in game["modules"]]
    tables = [f"  {each['file']}: {each['understood']}" for each in game["tables"]]
    return "\n".join([heading, *format_table(rows, right=(1, 2, 5)), *on_request, *modules, *tables])
