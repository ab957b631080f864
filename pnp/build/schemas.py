"""A game → the files by which editors complete and check its own: JSON Schemas, a grammar of its layouts."""

import json
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from pnp.build.loading import json_schemas, read_game
from pnp.io.opening import read_input
from pnp.io.project import Project
from pnp.io.writing import is_written, write_changed
from pnp.load import load_style
from pnp.load.schemas import schema_name
from pnp.model.game import Game
from pnp.model.problem import PnpError, Problem
from pnp.model.style import Style

GRAMMAR = "layout.rng"


def editor_files(game: Game, style: Style) -> dict[str, bytes]:
    """By their names, in alphabetical order."""
    from pnp.layout.grammar import layout_grammar, names_of

    files = {name: as_json(schema) for name, schema in json_schemas(game).items()}
    return dict(sorted({**files, GRAMMAR: layout_grammar(names_of(game, style))}.items()))


def as_json(value: object) -> bytes:
    return (json.dumps(value, ensure_ascii=False, indent=2) + "\n").encode()


def layout_snippets() -> dict[str, Any]:
    """As `pnp.layout.grammar` has them."""
    from pnp.layout import grammar

    return grammar.layout_snippets()


FOLDER = ".vscode"
_FILES = ("game", "glossary", "rules", "setup", "victory", "selections", "examples")
_EXTENSIONS = ["redhat.vscode-yaml", "redhat.vscode-xml"]
_SAID = {  # a line of `pnp check` or `pnp build`
    "regexp": r"^(.+?):(\d+):(?:(\d+):)? (error|warning|note) (PNP\d+) (.*)$",
    **{"file": 1, "line": 2, "column": 3, "severity": 4, "code": 5, "message": 6},
}
_MATCHER = {"owner": "pnp", "fileLocation": ["relative", "${workspaceFolder}"], "pattern": _SAID}
_CHECK = "pnp check --format concise --all-warnings"
_WATCHING = {"activeOnStart": True, "beginsPattern": r"^\d\d:\d\d:\d\d ", "endsPattern": "^watching for changes"}


class VSCodeFiles(NamedTuple):
    written: list[Path]
    others: list[tuple[Path, bytes]]  # what somebody has there already, and what would have been written


def write_vscode(project: Project, games: Sequence[Game]) -> VSCodeFiles:
    """Writes those that aren't there, and snippets. Raises FileError."""
    own = {
        "settings.json": _settings(games),
        "tasks.json": _tasks(games),
        "extensions.json": {"recommendations": _EXTENSIONS},
    }
    found = VSCodeFiles([], [])
    folder = project.root / FOLDER
    for name, value in own.items():
        path, data = folder / name, as_json(value)
        if path.exists() and not is_written(path, data):
            found.others.append((path, data))
            continue
        write_changed(path, data, project.root)
        found.written.append(path)
    snippets = folder / "pnp.code-snippets"
    write_changed(snippets, as_json(layout_snippets()), project.root)
    return VSCodeFiles([*found.written, snippets], found.others)


def _settings(games: Iterable[Game]) -> dict[str, Any]:
    """Templates are XML whose grammar is the game's; that Jinja stands between its tags is no mistake."""
    grammars: list[dict[str, str]] = []
    schemas: dict[str, str | list[str]] = {}
    for game in games:
        own = f"card_data/{game.id}/schema"
        grammar = f"${{workspaceFolder}}/{own}/{GRAMMAR}"
        grammars.append({"pattern": f"**/layouts/{game.id}/*.xml.j2", "systemId": grammar})
        for name in _FILES:
            schemas[f"./{own}/{name}.json"] = f"card_data/{game.id}/{name}.yaml"
        schemas[f"./{own}/style.json"] = f"layouts/{game.id}/style.yaml"
        for component in game.components.values():
            own_files = (piece.file for piece in component.pieces if piece.file != game.span.file)
            files = dict.fromkeys(file for file in own_files if file.endswith(".yaml"))
            if files:
                schemas[f"./{own}/{schema_name(component)}"] = list(files)
    return {
        "files.associations": {"*.xml.j2": "xml"},
        "xml.fileAssociations": grammars,
        "xml.validation.enabled": False,
        "yaml.schemas": schemas,
    }


def _tasks(games: Iterable[Game]) -> dict[str, Any]:
    """`pnp check` of all, and for each game a build that goes on while one saves: the mistakes of both are shown."""
    check: dict[str, Any] = {"label": "pnp check", "command": _CHECK, "problemMatcher": _MATCHER}
    watching: list[dict[str, Any]] = [
        {
            "label": f"pnp build {game.id} --watch",
            "command": f"pnp build {game.id} --watch --all-warnings",
            "isBackground": True,
            "problemMatcher": {**_MATCHER, "background": _WATCHING},
        }
        for game in games
    ]
    return {"version": "2.0.0", "tasks": [{"type": "shell", "group": "build", **task} for task in (check, *watching)]}


def write_schemas(project: Project, game_id: str, out: Path | None = None) -> tuple[list[Path], list[Problem]]:
    """Writes what changed, all of it below `out` where that is given; the paths of all, or why there are none.

    Raises UsageError, FileError, LimitError.
    """
    game, problems = read_game(project, game_id)
    if game is None:
        return [], problems
    paths: list[Path] = []
    style, _ = load_style(project, *game.ids)  # what it gets wrong, a check says
    for name, data in editor_files(game, style).items():
        folder = out if out is not None else _beside(project, game_id, name)
        if folder is None:
            continue
        path = folder / name
        write_changed(path, data, project.root if out is None else out)
        paths.append(path)
    return paths, []


def refresh_schemas(project: Project, game: Game, style: Style) -> list[Path]:
    """Writes again those of the project's own game that are there and say something else than they would now.

    Only in a folder that `pnp schema` made, and no files of somebody else; a component that is new gets one, too. What
    can't be written is left: nobody asked.
    """
    folder = project.root / "card_data" / game.id / "schema"
    if not (folder / "game.json").is_file():
        return []
    from pnp.load.schemas import DIALECT

    begins = f'{{\n  "$schema": "{DIALECT}",\n  "title": '.encode()  # all of our schemas
    written = []
    for name, data in editor_files(game, style).items():
        path = folder / name
        if name == "fonts.json" or path.is_symlink():
            continue
        try:
            ours = data[: data.index(b"<start")] if name == GRAMMAR else begins
            is_ours = not path.exists() or read_input(path, len(ours), project.root).startswith(ours)
            if is_ours and write_changed(path, data, project.root):
                written.append(path)
        except (OSError, PnpError):
            continue
    return written


def _beside(project: Project, game_id: str, name: str) -> Path | None:
    """The folder of a schema; none for that of fonts where the project has none of its own."""
    if name != "fonts.json":
        return project.root / "card_data" / game_id / "schema"
    fonts = project.root / "fonts"
    return fonts / "schema" if (fonts / "fonts.yaml").is_file() else None
