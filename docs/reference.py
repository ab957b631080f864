"""The pages of the documentation that the program itself can tell: docs/cli.md and docs/checks.md."""

import re
from collections.abc import Iterator
from typing import Any

import typer

from pnp.cli.app import make_app
from pnp.diagnostics.codes import all_codes, read_explanation

_WIDTH = 100

_EXAMPLE = re.compile(r"^(?:bad|good):", re.IGNORECASE | re.MULTILINE)
_CODE = re.compile(r"(`[^`]*`)")

_ROOMS = {
    0: "Files, YAML and CSV",
    90: "Comments for pnp",
    100: "The game's data",
    200: "Templates and the layout language",
    250: "Pictures and icons",
    300: "Text and fonts",
    350: "The safe area",
    360: "Finished faces",
    500: "Rules, setup and victory",
    600: "Translations",
    400: "Placing pieces on paper",
}


def cli_reference() -> str:
    """Each command's help."""
    app = typer.main.get_command(make_app())
    settings = {**app.context_settings, "terminal_width": _WIDTH, "max_content_width": _WIDTH}
    whole = typer.Context(app, info_name="pnp", **settings)
    parts = ["# The commands", "Made from `pnp --help` and `pnp COMMAND --help` by `make docs`.", _block(whole)]
    for context in _contexts(app, whole, settings):
        parts += [f"## {context.command_path}", _block(context)]
    return "\n\n".join(parts) + "\n"


def _contexts(group: Any, parent: typer.Context, settings: dict[str, Any]) -> Iterator[typer.Context]:
    """Yield the contexts of all commands of a group; those of a group in it follow it."""
    for name, command in sorted(group.commands.items()):
        context = typer.Context(command, info_name=name, parent=parent, **settings)
        yield context
        if hasattr(command, "commands"):
            yield from _contexts(command, context, settings)


def _block(context: typer.Context) -> str:
    return f"```\n{context.get_help().rstrip()}\n```"


def checks_reference() -> str:
    """Each kind of problem with its explanation."""
    intro = (
        "What can be wrong with a game, as `pnp explain CODE` tells it; made from the code by `make docs`.\n"
        "Errors stop a build, warnings and notes don't.\n\n"
        "A comment at the end of the line that a message names, or alone before it, has a problem ignored there:\n"
        "`# pnp: ignore PNP350, PNP292` in YAML, `{# pnp: ignore PNP350 #}` in templates,\n"
        "`<!-- pnp: ignore PNP257 -->` in templates and SVG; `PNP3` is every code that begins so. What is wrong with\n"
        "a text in its element can be ignored at the template's line, for all pieces at once. Tables have no\n"
        "comments: there `pnp check --ignore` helps, or `ignore` below `[check]` in pnp.toml. An error that is\n"
        "ignored becomes a note, which builds show, too; one without which the game can't be loaded stays an error.\n\n"
        "`checks: {ignore: [PNP152], error: [PNP350]}` in game.yaml is for the whole game: warnings of these kinds\n"
        "aren't told, or are errors to it. It can't silence errors. As text,\n"
        "and as `concise`, the first five warnings and the first 50 errors of a kind are shown and the others\n"
        "counted in a line;\n"
        "`--all-warnings` says each."
    )
    return "\n\n".join(["# What is checked", intro, *_explained()]) + "\n"


def _explained() -> Iterator[str]:
    heading = ""
    for code in all_codes().values():
        number = int(code.id.removeprefix("PNP"))
        room = next(title for start, title in sorted(_ROOMS.items(), reverse=True) if number >= start)
        if room != heading:
            heading = room
            yield f"## {room}"
        title, text = read_explanation(code.id)
        yield f"### {code.id} · {title}\n\n*{code.severity}*\n\n{_as_markdown(text)}"


def _as_markdown(doc: str) -> str:
    """Examples, which stand in paragraphs of their own, as code; in the rest, no tag is taken for one."""
    parts = []
    for part in doc.split("\n\n"):
        if _EXAMPLE.match(part):
            parts.append(f"```\n{_EXAMPLE.sub(lambda match: match[0].capitalize(), part)}\n```")
        else:
            parts.append("".join(_escaped(piece) for piece in _CODE.split(part)))
    return "\n\n".join(parts)


def _escaped(prose: str) -> str:
    return prose if prose.startswith("`") else prose.replace("<", "&lt;")
