"""A game's folder → icons, pictures and files of data that nothing names."""

import re
from collections.abc import Iterator
from fnmatch import fnmatchcase
from pathlib import Path

from pnp.cardtext.icons import icon_names
from pnp.cardtext.suggest import nearest_name
from pnp.check import check
from pnp.check._owned import added
from pnp.check._texts import find_values
from pnp.check._usage import all_strings, usage_of
from pnp.io.opening import is_file, is_match, read_beginning
from pnp.io.project import DATA_FILES, FETCHED, Project
from pnp.model.game import Game
from pnp.model.problem import Problem, Severity, code
from pnp.model.regex import regex
from pnp.model.span import Span

UNUSED_ICON = code("PNP140", Severity.WARNING, says="icon {name} is used by no text, field or template")
UNUSED_PICTURE = code("PNP141", Severity.WARNING, says="{file} is named by no piece, icon or template")
UNNAMED_FILE = code("PNP185", Severity.WARNING, says="{file} is named nowhere in game.yaml")

_NAMED = regex(r"""(?<=["'])[a-z0-9][a-z0-9_-]*(?=["'])""")
_COMPUTED = regex(r"\{\{[^{}]*\}\}")
_COMPOSED = regex(r"""["']([a-z0-9_-]*)\{\{[^{}]*\}\}([a-z0-9_-]*)["']|["']([a-z0-9_-]+[_-])["']\s*~""")
_ANYTHING = "0computed0"  # in the name of an icon, for what a template puts in there
_PICTURES = frozenset({".svg", ".svgz", ".png", ".jpg", ".jpeg", ".webp", ".gif", ".tif", ".tiff"})
_EXPRESSION = regex(r"\{\{.*?(?:\}\}|\Z)", re.DOTALL)
_EITHER = regex(r"""\{\{-?\s*(["'])([\w./-]*)\1\s+if\b[^{}]*?\belse\s+(["'])([\w./-]*)\3\s*-?\}\}""")
_STATEMENT = regex(r"\{%.*?(?:%\}|\Z)", re.DOTALL)
_CHOSEN = regex("\0[^\"']*\0")  # between statements: may stand there or not
_PATH = regex(r"""art/[^"'\s<>|]*""")
_OWN = [f"{name}.yaml" for name in ("game", "rules", "setup", "victory", "selections", "examples", "glossary")]
_ALIKE = 0.8  # of names that are taken for one of those that pnp reads
_COMMENT = regex(r"(?m)(?:^|\s)#.*$")
_WRITTEN = regex(r"(?m)^(?:game|selection|with|players):")  # what players write
_NAME = regex(r"[\w./-]+")  # of a file, in data: or add:
_PATTERN = regex(r"[\w./*?-]+")
_LONGEST = 1_000_000  # bytes of a file that is looked through


@check(UNUSED_ICON, needs_all=True)
def icons(game: Game, project: Project) -> Iterator[Problem]:
    uses = usage_of(game, project)
    if not game.icons or not uses.known:
        return
    left = game.icons.keys() - uses.words - {*_NAMED.findall(uses.templates), *icon_names(uses.templates)}
    left -= {found.value for found in find_values(game, "icon")} if left else set()
    for found in find_values(game, "text"):
        if not left:
            break
        left.difference_update(icon_names(found.value))
    left -= {name for term in game.glossary for name in icon_names(term.say)}
    left -= all_strings(game) if left else set()
    patterns = [_pattern(*match) for match in _COMPOSED.findall(uses.templates)]
    composed = [name for name in icon_names(_COMPUTED.sub(_ANYTHING, uses.templates)) if _ANYTHING in name]
    patterns += [_pattern(name.partition(_ANYTHING)[0], name.rpartition(_ANYTHING)[2], "") for name in composed]
    for name in sorted(left):
        if not any(pattern and pattern.fullmatch(name) for pattern in patterns):
            yield UNUSED_ICON.at(game.icons[name].span, name=name)


def _pattern(before: str, after: str, start: str) -> re.Pattern[str] | None:
    """Names that a template composes: only those with a part that it says itself."""
    if start:
        return re.compile(re.escape(start) + ".*")
    return re.compile(f"{re.escape(before)}.+{re.escape(after)}") if before or after else None


@check(UNUSED_PICTURE, needs_all=True)
def pictures(game: Game, project: Project) -> Iterator[Problem]:
    uses = usage_of(game, project)
    files = _pictures(game) if uses.known else []
    if not files:
        return
    paths = {
        icon.path for icon in (*game.icons.values(), *added(game, "icons")) if icon.path.is_relative_to(game.folder)
    }
    named = all_strings(game) | {path.relative_to(game.folder).as_posix() for path in paths}
    variants = [_EITHER.sub(part, uses.templates) for part in (r"\2", r"\4")]
    templates = "".join(_EXPRESSION.sub("*", _STATEMENT.sub("\0", text)) for text in variants) + uses.templates
    said = {_CHOSEN.sub("*", path).replace("\0", "") for path in _PATH.findall(templates)}
    # Where a path is only a beginning, a template adds the rest.
    patterns = {path if path.lower().endswith(tuple(_PICTURES)) else f"{path}*" for path in said}
    composed = [pattern for pattern in patterns if "*" in pattern]
    # What a piece or an icon names in a wrong folder is told there.
    endings, known = tuple(_PICTURES), frozenset(files)
    lost = {Path(each).name for each in named - known if "." in each and each.lower().endswith(endings)}
    for file in files:
        if Path(file).name in lost:
            continue
        if file not in named and file not in patterns and not any(fnmatchcase(file, each) for each in composed):
            yield UNUSED_PICTURE.at(Span(project.display(game.folder / file)), file=file)


def _pictures(game: Game) -> list[str]:
    paths = (path for path in (game.folder / "art").rglob("*") if path.suffix.lower() in _PICTURES)
    return sorted(path.relative_to(game.folder).as_posix() for path in paths if path.name[0] != "." and path.is_file())


@check(UNNAMED_FILE, needs_all=True)
def files(game: Game, project: Project) -> Iterator[Problem]:
    said = _COMMENT.sub("", read_beginning(game.folder / "game.yaml", _LONGEST))
    names, patterns = {*_NAME.findall(said)}, [each for each in _PATTERN.findall(said) if "*" in each or "?" in each]
    for path in sorted(path for path in game.folder.rglob("*") if path.suffix in DATA_FILES):
        name = path.relative_to(game.folder).as_posix()
        own = name in _OWN or name.startswith((".", "_", "schema/", f"{FETCHED}/"))
        is_named = name in names or (not _NAME.fullmatch(name) and name in said)
        if own or not is_file(path) or is_named or any(is_match(pattern, name) for pattern in patterns):
            continue
        if not _WRITTEN.search(read_beginning(path, _LONGEST, project.bounds(path))):
            known = nearest_name(name, _OWN, _ALIKE)
            hint = f"pnp reads {known}: rename it" if known and not is_file(game.folder / known) else ""
            yield UNNAMED_FILE.at(Span(project.display(path)), hint=hint, file=name)
