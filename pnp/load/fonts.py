"""`fonts/fonts.yaml` of the project over the bundled one → `FontTable`; names of roles and styles that are misspelt."""

import re
import struct
from collections.abc import Collection, Mapping
from functools import lru_cache
from importlib.util import find_spec
from os import SEEK_END
from pathlib import Path
from typing import Any

from pnp.cardtext.suggest import did_you_mean, nearest_name
from pnp.io.opening import is_file, open_input, read_beginning
from pnp.io.project import Project
from pnp.load.files import MISSING_FILE, find_file, find_misnamed
from pnp.load.kinds import FileName, Line, Name
from pnp.load.sink import Sink, quote_value
from pnp.load.structures import Entries, Items, Key, Struct
from pnp.load.yaml_nodes import open_yaml
from pnp.model.problem import Problem, Severity, code, has_errors, sort_problems
from pnp.model.regex import regex
from pnp.model.span import Span
from pnp.model.style import FontFamily, FontFile, FontTable
from pnp.model.values import Unreadable, UnreadParts

NO_ROLE = code("PNP128", Severity.WARNING, says="no style has the font {role}")
_LONGEST = 200_000  # of a file that is looked through


def is_used(project: Project, name: str, folders: Collection[str], behind: str = "") -> bool:
    """Tell whether a word stands in files of these folders; `behind` is a pattern for what may follow it."""
    word = re.compile(rf"(?<![\w-]){re.escape(name)}(?![\w-]){behind}")
    kinds = ("yaml", "j2", "csv", "json")
    files = (path for folder in folders for kind in kinds for path in (project.root / folder).rglob(f"*.{kind}"))
    return any(word.search(read_beginning(path, _LONGEST, project.bounds(path))) for path in files)


_OUTLINES = {b"\0\1\0\0", b"true", b"OTTO"}
_OTHERS = {
    b"wOFF": ("is a web font (WOFF)", "use the font's .ttf or .otf"),
    b"wOF2": ("is a web font (WOFF2)", "use the font's .ttf or .otf"),
    b"%!PS": ("is a Type 1 font", "use the font's .ttf or .otf"),
    b"\x80\x01": ("is a Type 1 font", "use the font's .ttf or .otf"),
}
_NEEDED = ("cmap", "head", "hhea", "hmtx", "maxp")
_PICTURES = ("CBDT", "sbix", "EBDT", "SVG ")
_MOST_FACES = 1000
_MOST_TABLES = 500
_HEAD = 1 << 16  # bytes that hold the directories of any font
_LICENCE_BITS = 0x000F  # of OS/2's fsType
_RESTRICTED, _NO_SUBSETS, _BITMAPS_ONLY = 0x0002, 0x0100, 0x0200


class UnusableFont(Exception):
    """A font can't be used: what is wrong, to stand after its file's name, and a hint."""


def check_font(path: Path, number: int | None) -> None:
    """Raise UnusableFont if a font's file can't be used; `number` is that of the face in a collection, if named."""
    if path.suffix == ".py":
        return
    try:
        with open_input(path) as file:
            start = file.read(_HEAD)
            size = file.seek(0, SEEK_END)
            file.seek(_find_face(start, path.name, number))
            tables = _read_tables(file.read(_HEAD), size)
            at, length = tables.get("OS/2", (0, 0))
            file.seek(at)
            _check_tables(tables, file.read(length) if length < _HEAD else b"")
    except struct.error:
        raise UnusableFont("is cut off", "copy it once more") from None
    except OSError as error:
        raise UnusableFont(f"cannot be read: {error.strerror}") from None


def _find_face(start: bytes, name: str, number: int | None) -> int:
    """Return where the face's table directory begins."""
    for signature, reason in _OTHERS.items():
        if start.startswith(signature):
            raise UnusableFont(*reason)
    if start[:4] != b"ttcf":
        if start[:4] in _OUTLINES:
            return 0
        raise UnusableFont("is no font", "fonts are TrueType or OpenType: .ttf, .otf, .ttc")
    (count,) = struct.unpack_from(">L", start, 8)
    if not 0 < count <= _MOST_FACES:
        raise UnusableFont("is no font: a collection of nothing")
    which = f"{name}#0 is the first" + (f", {name}#{count - 1} the last" if count > 1 else "")
    if number is None:
        raise UnusableFont(f"is a collection of {count} fonts: which?", which)
    if number >= count:
        raise UnusableFont(f"has no font {number}: it is a collection of {count}", which)
    (offset,) = struct.unpack_from(">L", start, 12 + 4 * number)
    return int(offset)


def _read_tables(directory: bytes, size: int) -> Mapping[str, tuple[int, int]]:
    """Return the place and the length of each table."""
    damaged = UnusableFont("is damaged", "copy it once more")
    if directory[:4] not in _OUTLINES:
        raise damaged
    (count,) = struct.unpack_from(">H", directory, 4)
    if count > _MOST_TABLES:
        raise damaged
    tables: dict[str, tuple[int, int]] = {}
    for n in range(count):
        tag, _, offset, length = struct.unpack_from(">4sLLL", directory, 12 + 16 * n)
        if not (tag.isascii() and tag.decode("ascii").isprintable()):
            raise damaged
        if offset + length > size:
            raise UnusableFont("is cut off", "copy it once more")
        tables[tag.decode("ascii")] = offset, length
    return tables


def _check_tables(tables: Mapping[str, object], os2: bytes) -> None:
    """Raise UnusableFont if a font can't be printed with, by its tables, or mustn't be, by its own licence bits."""
    if "CFF2" in tables:
        raise UnusableFont("is a variable font with CFF2 outlines", "use its static fonts, or a variable .ttf")
    if not ("CFF " in tables or ("glyf" in tables and "loca" in tables)):
        if pictures := [tag.strip() for tag in _PICTURES if tag in tables]:
            hint = "use a font with outlines; single pictures can be icons"
            raise UnusableFont(f"has only pictures ({', '.join(pictures)}), no outlines", hint)
        raise UnusableFont("is damaged: it has no outlines", "copy it once more")
    if missing := next((tag for tag in _NEEDED if tag not in tables), ""):
        raise UnusableFont(f"is damaged: it has no table {missing}", "copy it once more")
    if len(os2) < 10:
        return
    (bits,) = struct.unpack_from(">H", os2, 8)
    ask = "ask whoever made it, or use another font"
    if bits & _LICENCE_BITS == _RESTRICTED:
        raise UnusableFont("may not be put into PDF files: its licence is restricted", ask)
    if bits & _BITMAPS_ONLY:
        raise UnusableFont("may not be put into PDF files: its licence allows bitmaps only", ask)
    if bits & _NO_SUBSETS:
        raise UnusableFont("may only be put into PDF files as a whole, which pnp doesn't do", ask)


NO_PACKAGE = code("PNP125", says="there is no Python package {package}", once=True)
UNKNOWN_FAMILY = code("PNP126", says="there is no font family {name}", once=True)
NO_FONTS = MISSING_FILE.also("there is no fonts.yaml, so there are no fonts")
NO_REGULAR = MISSING_FILE.also("{family} names no file for its regular face")
UNUSABLE_FONT = code("PNP127", says="{file} {fault}")
FACES = ("regular", "bold", "italic", "bold-italic")
_PACKAGE = Name("[A-Za-z_][A-Za-z0-9_]*", "name of a Python package")
_ANY_NAME = Name("[^.#]*", "name of a font family", longest=80)
_ROLE = Name("[a-z][a-z0-9-]*", "name of a role (lower-case letters, digits, hyphens)")
_EXTRA = Name("[a-z][a-z0-9-]*", "name of an extra of pnp")
_SCRIPT = Name("(?:[a-z][a-z0-9-]* )?[A-Z][a-z]{3}", "script (four letters, like Arab), or a role and a script")
_NUMBERED = regex(r"(.*\.(?:ttc|otc))#([0-9]{1,3})", re.IGNORECASE)
FAMILY = Struct(
    Key("package", _PACKAGE),
    Key("extra", _EXTRA),
    *[Key(face, FileName(), f"File of the {face} face; file.ttc#1 is the second of a collection.") for face in FACES],
    about="font-family",
)
FONTS = Struct(
    Key("families", Entries(_ANY_NAME, FAMILY)),
    Key("roles", Entries(_ROLE, Line())),
    Key("scripts", Entries(_SCRIPT, Line())),
    Key("fallback", Items(Line())),
    about="fonts",
)


def load_fonts(project: Project) -> tuple[FontTable, list[Problem]]:
    """Load the project's fonts over the bundled ones; raises FileError, LimitError."""
    problems, unread = list[Problem](), UnreadParts()
    families: dict[str, FontFamily] = {}
    chosen: dict[str, dict[str, str]] = {"roles": {}, "scripts": {}}
    fallback: tuple[str, ...] = ()
    named: list[tuple[str, str, Span]] = []  # "roles/title" and so on, the family, where it is named
    absent: dict[str, str] = {}
    for root in dict.fromkeys((project.bundled, project.root)):
        path = root / "fonts" / "fonts.yaml"
        if not is_file(path):
            problems += find_misnamed(project, path)
            continue
        try:
            node, sink = open_yaml(project, path, problems)
        except Unreadable as error:
            unread.note("", error.problem)
            continue
        raw = FONTS.read(node, "", sink) or {}
        known = [*chosen["roles"]]
        for role in [each for each in raw.get("roles") or {} if each not in known and nearest_name(each, known)]:
            if not is_used(project, role, ("layouts",)):
                sink.report(NO_ROLE, sink.place("roles", role), hint=did_you_mean(role, known), role=quote_value(role))
        families |= _read_families(raw.get("families") or {}, path.parent, sink, absent)
        unread |= {"/".join(path.split(".")[:2]): problem for path, problem in sink.lost.items()}
        for section, names in chosen.items():
            for key, family in (raw.get(section) or {}).items():
                if family:
                    names[key] = family
                    named.append((f"{section}/{key}", family, sink.span(section, key)))
        if raw.get("fallback") is not None:
            fallback = raw["fallback"]
            named += [("fallback", family, sink.span("fallback", str(n))) for n, family in enumerate(fallback)]
    if not families and not has_errors(problems):
        problems.append(NO_FONTS.at(Span(project.display(project.root / "fonts" / "fonts.yaml"))))
    absent = {family: how for family, how in absent.items() if family not in families}
    known_families = families.keys() | absent.keys()
    for what, family, span in named:
        if family not in known_families:  # and no role or script can have it, either
            hint, cause = did_you_mean(family, known_families), unread.cause("families", family)
            problems.append(UNKNOWN_FAMILY.at(span, hint=hint, cause=cause, name=quote_value(family)))
            unread.note(what, problems[-1])
    chosen["roles"] = {role: family for role, family in chosen["roles"].items() if family in families}
    fallback = tuple(family for family in fallback if family in families)
    return FontTable(families, **chosen, fallback=fallback, absent=absent, unread=unread), sort_problems(problems)


def _read_families(said: Mapping[str, Any], here: Path, sink: Sink, absent: dict[str, str]) -> dict[str, FontFamily]:
    """Return the families that have a regular face; `absent` gets those whose extra isn't installed."""
    families = {}
    for name, raw in ((name, raw) for name, raw in said.items() if raw):
        path, package, folder = f"families.{name}", raw["package"], here
        if f"{path}.package" in sink.places:
            found = _find_package(package) if package else None
            if package and not found and raw["extra"]:
                absent[name] = raw["extra"]
            elif package and not found:
                from pnp.io.installing import install_command

                hint = "" if package.startswith("_") else install_command(package.replace("_", "-"))
                sink.lost[path] = sink.report(NO_PACKAGE, sink.place(path, "package"), hint=hint, package=package)
            if not found:
                continue
            folder = found
        files: dict[str, FontFile] = {}
        for face in (face for face in FACES if raw[face]):
            numbered, span = _NUMBERED.fullmatch(raw[face]), sink.span(path, face)
            file, number = (numbered[1], int(numbered[2])) if numbered else (raw[face], None)
            try:
                font = find_file(folder, file, span, sink.problems, within="the folder of its fonts")
                if not package:
                    check_font(font, number)
                files[face] = FontFile(font, number or 0)
            except Unreadable as error:
                sink.lost[path] = error.problem
            except UnusableFont as error:
                fault, hint = (*error.args, "")[:2]
                sink.lost[path] = sink.report(UNUSABLE_FONT, span, hint=hint, file=file, fault=fault)
        if "regular" in files:
            families[name] = FontFamily(name, files, sink.span(path))
        elif not raw["regular"]:
            cause = sink.lost.get(f"{path}.regular")
            sink.lost[path] = sink.report(NO_REGULAR, sink.place(path), cause=cause, family=name)
    return families


@lru_cache(64)
def _find_package(package: str) -> Path | None:
    """Find the folder of a Python package without importing it: there is no dot in its name."""
    try:
        spec = find_spec(package)
    except (ImportError, ValueError, AttributeError):  # no package, but what Python itself is running
        return None
    return Path(next(iter(spec.submodule_search_locations))) if spec and spec.submodule_search_locations else None
