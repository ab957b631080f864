"""A project → the files that make VS Code know its games: settings, snippets, tasks whose problems it shows."""

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from pnp.build.editing import GRAMMAR, as_json, layout_snippets
from pnp.io.project import Project
from pnp.io.writing import is_written, write_changed
from pnp.load.schemas import schema_name
from pnp.model.game import Game

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
