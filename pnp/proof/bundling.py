"""Modules of the page → one script, for a file that stands alone: each becomes a value, and imports take it apart."""

import re
from collections.abc import Mapping
from os.path import normpath
from pathlib import Path

from pnp.io.opening import read_input

_LARGEST = 1 << 20  # bytes of a file
_IMPORT = re.compile(r'^import \{([^}]*)\} from "([^"]+)";\n', re.MULTILINE)
_EXPORT = re.compile(r"^export (?=(?:async )?(?:function|const) (\w+))", re.MULTILINE)
_OTHER = re.compile(r"^(?:import|export)\b.*", re.MULTILINE)


def page_file(path: Path) -> bytes:
    """What belongs to the page."""
    return read_input(path, _LARGEST)


def bundle(first: Path, instead: Mapping[Path, Path] | None = None) -> str:
    """What `first` and all that it imports do, each once, some `instead` of others. Raises ValueError for what this
    doesn't know, and for circles."""
    written: dict[Path, str] = {}
    _add(first, instead or {}, written, ())
    return '"use strict";\n' + "".join(written.values())


def _add(path: Path, instead: Mapping[Path, Path], written: dict[Path, str], on_the_way: tuple[Path, ...]) -> str:
    """The module's name, after it was written behind those that it imports."""
    path = instead.get(path, path)
    if path in on_the_way:
        raise ValueError(f"{path.name} imports itself")
    if path not in written:
        text = page_file(path).decode()
        heads = []
        for names, imported in _IMPORT.findall(text):
            name = _add(Path(normpath(path.parent / imported)), instead, written, (*on_the_way, path))
            heads.append(f"const {{{names}}} = {name};\n")
        body = _IMPORT.sub("", text)
        exported = _EXPORT.findall(body)
        body = _EXPORT.sub("", body)
        if other := _OTHER.search(body):
            raise ValueError(f"{path.name}: {other[0]}")
        inside = "".join(heads) + body
        written[path] = f"const {_name(path)} = (() => {{\n{inside}return {{ {', '.join(exported)} }};\n}})();\n"
    return _name(path)


def _name(path: Path) -> str:
    return f"{path.parent.name}_{path.stem}"
