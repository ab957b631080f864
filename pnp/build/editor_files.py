"""A game → the files by which editors complete and check its own: JSON Schemas, a grammar of its layouts.

Templates are XML with Jinja between: text may stand anywhere, and an attribute may say what no list has. The grammar
therefore knows names of elements and attributes, and offers values; what is wrong with them, `pnp check` says.
"""

import json
from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any
from xml.sax.saxutils import escape

import yaml
from jinja2 import Environment

from pnp.build.loading import read_game, rule_book
from pnp.io.opening import read_beginning, read_input
from pnp.io.project import Project
from pnp.io.writing import is_written, write_changed
from pnp.layout.element import Registered
from pnp.layout.elements import all_kinds
from pnp.layout.markup import LONG_NAMES
from pnp.load import load_style
from pnp.load.examples_file import EXAMPLES
from pnp.load.fields import FIELD, Fields, entry_struct, piece_struct
from pnp.load.fonts import FONTS
from pnp.load.game_file import GAME, GLOSSARY
from pnp.load.kinds import OWN_FILES, Kind, Schema
from pnp.load.modules import PATCHES
from pnp.load.rules_file import RULES, SETUP, rule_struct
from pnp.load.style import STYLE
from pnp.load.victory_file import SELECTIONS, VICTORY
from pnp.model.game import Component, Game
from pnp.model.problem import PnpError, Problem
from pnp.model.style import Style
from pnp.model.values import Field

_UNITS = ("id", "gradientUnits", "gradientTransform", "spreadMethod")
_GRADIENTS = {
    "linearGradient": (*_UNITS, "x1", "y1", "x2", "y2"),
    "radialGradient": (*_UNITS, "cx", "cy", "r", "fx", "fy"),
}
_DATA = Path(__file__).parents[1] / "data" / "editors"
_LARGEST = 1_000_000  # bytes of a file of these
_OFTEN = ("style", "of", "name", "href", "x", "y", "w", "h")  # attributes that a snippet asks for
_CIRCLE = {"circle": ("cx", "cy", "r"), "ellipse": ("cx", "cy", "rx", "ry"), "line": ("x1", "y1", "x2", "y2")}
_DRAWN = {"rect": ("x", "y", "width", "height"), "path": ("d",), "polygon": ("points",), "polyline": ("points",)}

_RULES: Mapping[str, tuple[str, Kind, tuple[str, ...]]] = {  # title, kind, what is defined beside it
    "rules": ("what must hold", RULES, ("rule",)),
    "setup": ("how the game is set up", SETUP, ()),
    "victory": ("who wins", VICTORY, ("field", "rule")),
    "selections": ("what players put together", SELECTIONS, ("field", "rule")),
    "examples": ("worked examples", EXAMPLES, ()),
}
DIALECT = "https://json-schema.org/draft/2020-12/schema"


def _paths(fields: Mapping[str, Field], before: str = "") -> Iterable[str]:
    for name, field in fields.items():
        yield before + name
        yield from _paths(field.fields, f"{before}{name}.")


def layout_grammar(game: Game, style: Style) -> bytes:
    """Return a RELAX NG file, in the XML syntax, that offers what templates of the game may name."""
    content = {"face": "inside", "defs": "gradients", "br": "", "stop": "", **dict.fromkeys(_GRADIENTS, "stops")}
    known: dict[str, Collection[str]] = {**_GRADIENTS, "stop": ("offset", "stop-color", "stop-opacity")}
    for tag, kind in all_kinds().items():
        content[tag] = "inside" if kind.takes_children else "words" if kind.takes_text else ""
        known[tag] = _attributes_of(kind) | (set(LONG_NAMES) if kind.is_box else set())
    inside = {"inside": (*sorted(all_kinds()), "br", "defs"), "words": ("br",), "stops": ("stop",)}
    added = [part for module in game.modules.values() for part in module.change("components").add]
    components = (*game.components.values(), *added)
    environment = Environment(trim_blocks=True, lstrip_blocks=True, keep_trailing_newline=True)
    environment.filters["xml"] = escape
    text = environment.from_string(read_beginning(_DATA / f"{GRAMMAR}.j2", _LARGEST)).render(
        elements={tag: (of, sorted(known.get(tag, ()))) for tag, of in content.items()},
        inside={**inside, "gradients": tuple(_GRADIENTS)},
        names=sorted({name for names in known.values() for name in names}),
        fields=[path for component in components for path in _paths(component.fields)],
        icons=list(game.icons),
        styles=list(style.styles),
        colours=[name for palette in style.palettes.values() for name in palette],
    )
    return text.encode()


def layout_snippets() -> dict[str, dict[str, Any]]:
    """Return a snippet for each element, and for the face around them, as VS Code and Zed read them."""
    found = {"face": _snippet("face", ["<face>", "  $0", "</face>"], "One side of a piece, in millimetres")}
    for tag, kind in sorted(all_kinds().items()):
        asked = _CIRCLE.get(tag) or _DRAWN.get(tag) or [each for each in _OFTEN if each in _attributes_of(kind)]
        said = "".join(f' {name}="${number}"' for number, name in enumerate(asked, 1))
        paint = ' fill="${9:ink}"' if not kind.is_box else ""
        body = [f"<{tag}{said}>", "  $0", f"</{tag}>"] if kind.takes_children else [f"<{tag}{said}{paint}/>$0"]
        found[tag] = _snippet(tag, body, f"<{tag}> of the layout language")
    for name, body in _read_vscode()["snippets"].items():
        found[name] = _snippet(name, body, f"{{% {name} %}} of Jinja")
    return found


def _attributes_of(kind: Registered) -> set[str]:
    return {*kind.attributes, *(["of"] if kind.takes_field else [])}


def _snippet(prefix: str, body: Sequence[str], about: str) -> dict[str, Any]:
    return {"prefix": prefix, "body": list(body), "description": about, "scope": "xml,jinja-xml"}


GRAMMAR = "layout.rng"


def editor_files(game: Game, style: Style) -> dict[str, bytes]:
    """Return the files that editors use by their names, in alphabetical order."""
    files = {name: encode_json(schema) for name, schema in json_schemas(game).items()}
    return dict(sorted({**files, GRAMMAR: layout_grammar(game, style)}.items()))


def encode_json(value: object) -> bytes:
    return (json.dumps(value, ensure_ascii=False, indent=2) + "\n").encode()


FOLDER = ".vscode"
_SNIPPETS = "pnp.code-snippets"
_FILES = ("game", "glossary", "rules", "setup", "victory", "selections", "examples")


@cache
def _read_vscode() -> Any:
    return yaml.safe_load(read_beginning(_DATA / "vscode.yaml", _LARGEST))


def write_vscode(project: Project, games: Sequence[Game]) -> tuple[list[Path], list[tuple[Path, bytes]]]:
    """Write the files that aren't there, and snippets; return them, and others with what they would be.

    Raise FileError.
    """
    files = {
        "settings.json": _settings(games),
        "tasks.json": _tasks(games),
        "extensions.json": _read_vscode()["extensions"],
        _SNIPPETS: layout_snippets(),
    }
    written, others = list[Path](), list[tuple[Path, bytes]]()
    for name, value in files.items():
        path, data = project.root / FOLDER / name, encode_json(value)
        if name != _SNIPPETS and path.exists() and not is_written(path, data):
            others.append((path, data))
        else:
            write_changed(path, data, project.root)
            written.append(path)
    return written, others


def _settings(games: Iterable[Game]) -> dict[str, Any]:
    """Return settings by which templates are XML whose grammar is the game's.

    That Jinja stands between tags is no mistake.
    """
    grammars: list[dict[str, str]] = []
    own_schemas: dict[str, str | list[str]] = {}
    for game in games:
        own = f"card_data/{game.id}/schema"
        grammar = f"${{workspaceFolder}}/{own}/{GRAMMAR}"
        grammars.append({"pattern": f"**/layouts/{game.id}/*.xml.j2", "systemId": grammar})
        for name in _FILES:
            own_schemas[f"./{own}/{name}.json"] = f"card_data/{game.id}/{name}.yaml"
        own_schemas[f"./{own}/style.json"] = f"layouts/{game.id}/style.yaml"
        for component in game.components.values():
            own_files = (piece.file for piece in component.pieces if piece.file != game.span.file)
            files = dict.fromkeys(file for file in own_files if file.endswith(".yaml"))
            if files:
                own_schemas[f"./{own}/{schema_name(component)}"] = list(files)
    return {
        "files.associations": {"*.xml.j2": "xml"},
        "xml.fileAssociations": grammars,
        "xml.validation.enabled": False,
        "yaml.schemas": own_schemas,
    }


def _tasks(games: Iterable[Game]) -> dict[str, Any]:
    """Return tasks: `pnp check` of all, and for each game a build that watches it; mistakes of both are shown."""
    of_each = _read_vscode()["watch"]
    watching = [
        {**of_each, **{key: of_each[key].replace("GAME", game.id) for key in ("label", "command")}} for game in games
    ]
    return {"version": "2.0.0", "tasks": [_read_vscode()["check"], *watching]}


def write_schemas(project: Project, game_id: str, out: Path | None = None) -> tuple[list[Path], list[Problem]]:
    """Write what changed, below `out` where that is given; return the paths of all, or why there are none.

    Raise UsageError, FileError, LimitError.
    """
    game, problems = read_game(project, game_id)
    if game is None:
        return [], problems
    paths: list[Path] = []
    style, _ = load_style(project, *game.ids)  # what is wrong with it, a check reports
    for name, data in editor_files(game, style).items():
        folder = out or project.root / "card_data" / game_id / "schema"
        if out is None and name == "fonts.json":
            folder = project.root / "fonts" / "schema"
            if not (project.root / "fonts" / "fonts.yaml").is_file():
                continue
        path = folder / name
        write_changed(path, data, project.root if out is None else out)
        paths.append(path)
    return paths, []


def refresh_schemas(project: Project, game: Game, style: Style) -> None:
    """Write again the schemas of the project's own game that aren't up to date.

    Files that the user put there stay; a component that is new gets one, too. What can't be written is left, since this
    isn't what the user asked for.
    """
    folder = project.root / "card_data" / game.id / "schema"
    begins = f'{{\n  "$schema": "{DIALECT}",\n  "title": '.encode()  # all of our schemas
    for name, data in editor_files(game, style).items():
        path = folder / name
        if name == "fonts.json" or path.is_symlink():
            continue
        try:
            ours = data[: data.index(b"<start")] if name == GRAMMAR else begins
            if not path.exists() or read_input(path, len(ours), project.root).startswith(ours):
                write_changed(path, data, project.root)
        except (OSError, PnpError):
            continue


def json_schemas(game: Game | None) -> dict[str, Schema]:
    """Return schemas by file name; with a game, each component's pieces have one, which knows its icons and ids."""
    schema = _wrap("game.yaml: a game, its components and modules", GAME.schema(game))
    defined = {"field": FIELD.schema(game), "rule": rule_struct(rule_book().kinds).schema(game)}
    schema["$defs"] = {"field": defined["field"]}
    if game:
        groups = schema["properties"]["groups"]
        usual, known = groups["additionalProperties"], {}
        for id, group in game.groups.items():
            entry = {"additionalProperties": entry_struct(Fields(group.fields)).schema(game)}
            entries = {"entries": usual["properties"]["entries"] | entry}
            known[id] = usual | {"properties": usual["properties"] | entries}
        groups["properties"] = known
    rules: dict[str, Schema] = {}
    for name, (title, kind, used) in _RULES.items():  # the file itself, or a module's patch to it
        either = {"anyOf": [kind.schema(game), PATCHES[name].schema(game)]}
        beside = {"$defs": {each: defined[each] for each in used}} if used else {}
        rules[f"{name}.json"] = _wrap(f"{name}.yaml: {title}", {**either, **beside})
    schemas = {
        "game.json": schema,
        "style.json": _wrap("style.yaml: palettes and type styles", STYLE.schema(game)),
        **rules,
        "glossary.json": _wrap("glossary.yaml: the game's words", GLOSSARY.schema(game)),
        "fonts.json": _wrap("fonts.yaml: font families and their roles", FONTS.schema(game)),
    }
    brought = [each for module in game.modules.values() for each in module.change("components").add] if game else []
    for component in (*game.components.values(), *brought) if game else ():
        piece = piece_struct(Fields(component.fields)).schema(game)
        schemas[schema_name(component)] = _wrap(component.title, {"type": "array", "items": piece})
    return schemas


def schema_name(component: Component) -> str:
    """Return the file name of the schema of a component's pieces."""
    return f"{component.id}-pieces.json" if component.id in OWN_FILES else f"{component.id}.json"


def _wrap(title: str, schema: Mapping[str, Any]) -> Schema:
    return {"$schema": DIALECT, "title": title, **schema}
