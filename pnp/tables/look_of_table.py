"""A finished look and a table's columns → the files of a game: the look's own, its fields filled by the table.

Of the look's game.yaml all lines stay that the table says nothing of, with what they say of themselves.
"""

import re
from collections.abc import Collection, Iterator, Mapping
from itertools import cycle
from pathlib import Path

from pnp.files.opening import read_input
from pnp.load import limits
from pnp.load.auto_ids import slug
from pnp.mend.yaml_styles import written_new
from pnp.tables.guessing import Guessed
from pnp.tables.places_of_looks import LaidOut

_TITLE = re.compile(r"title: .*")
_ENTRY = re.compile(r"(      )[a-z]+: \{name: [A-Za-z]+,(.*)")
_FIELD = re.compile(r"(      )([a-z]+): (\{.*\})(.*)")
_ICON = re.compile(r"  ([a-z]+): art/[a-z]+\.svg")
_REQUIRED = ", required: true"
_BOUNDS = re.compile(r"\{type: integer.*\}")


def look_yaml(text: str, head: list[str], table: list[str], laid: LaidOut, icons: Mapping[str, str]) -> str:
    """`text`: the look's own. `head` stands above it all, `table` says of the component where its cards are."""
    filled = {column.field: column for column in laid.guess.columns if column.type}
    lines: list[str] = []
    entries = 0
    for line in text.splitlines()[1:]:
        if _TITLE.fullmatch(line):
            lines += head
        elif line.startswith("    data: "):
            lines += table
        elif laid.entries and _ENTRY.fullmatch(line):
            entries += 1
            lines += [] if entries > 1 else _entries(laid.entries, text)
        elif (field := _FIELD.fullmatch(line)) and _is_of_fields(lines):
            if field[2] in filled or laid.instead.get(field[2]):
                lines.append(_declared(field, filled, laid.instead))
        else:
            lines.append(line)
    if "name" in filled and not re.search(r"(?m)^      name: ", text):
        lines.append("      name: text             # of which ids are made; printed nowhere  # pnp: ignore PNP143")
    return "\n".join(_with_icons(lines, {*icons, *laid.instead.values()}, icons)) + "\n"


def _with_icons(lines: list[str], needed: Collection[str], icons: Mapping[str, str]) -> list[str]:
    """The look's own where something needs them, and those of the table that the look doesn't have."""
    theirs = {found[1]: line for line in lines if (found := _ICON.fullmatch(line))}
    named = {found[1] for line in lines if (found := re.search(r" icon: ([a-z]+),", line))}
    kept = {name: line for name, line in theirs.items() if name in needed or name in named}
    kept.update({name: f"  {name}: {path}" for name, path in icons.items() if name not in kept})
    rest = [line for line in lines if line != "icons:" and not _ICON.fullmatch(line)]
    at = min(rest.index(each) for each in ("groups:", "components:") if each in rest)
    return [*rest[:at], *(["icons:", *kept.values()] if kept else []), *rest[at:]]


def _is_of_fields(lines: list[str]) -> bool:
    return "    fields:" in lines


def _entries(said: tuple[str, ...], text: str) -> Iterator[str]:
    """One for each text of the table, which look like the look's own in turn."""
    looks = cycle(found[2] for line in text.splitlines() if (found := _ENTRY.fullmatch(line)))
    for name, rest in zip(said, looks, strict=False):
        yield f"      {slug(name)}: {{name: {written_new(name, in_flow=True)},{rest}"


def _declared(line: re.Match[str], filled: Mapping[str, Guessed], instead: Mapping[str, str]) -> str:
    indent, field, said, comment = line.groups()
    if (column := filled.get(field)) is None:
        said = said.replace(_REQUIRED, "")
        said = f"{said[:-1]}, default: {instead[field]}}}"
        comment += "  # pnp: ignore PNP142"  # no piece has it until a column fills it
    elif column.role == "figure":
        said = _BOUNDS.sub(column.type, said.replace(_REQUIRED, ""))
    elif field != "name":
        said = said.replace(_REQUIRED, "") if column.role not in ("group", "icon") else said
    if column is not None and column.is_formula:
        said = said.replace(", translatable: true", "")
    return f"{indent}{field}: {said}{comment}"


def look_files(folder: Path, text: str) -> Iterator[tuple[str, bytes]]:
    """Those pictures of the look that its game.yaml names, by their places in the game's folder."""
    for path in sorted({*re.findall(r"\bart/[a-z-]+\.svg", text)}):
        if (folder / path).is_file():
            yield path, read_input(folder / path, limits.FILE_BYTES)
