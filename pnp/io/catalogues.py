"""Files in a game's `locale/` → the languages that they are catalogues of, however tools call them."""

import re
from collections.abc import Iterator
from pathlib import Path

from pnp.model.language import script_of
from pnp.model.regex import regex

FOLDER = "locale"
TAG = regex("[a-z]{2,3}(?:-[A-Z][a-z]{3})?(?:-(?:[A-Z]{2}|[0-9]{3}))?")

_CHARSET = regex(r"\.[\w-]*(?=@|$)")  # de_DE.UTF-8
_SCRIPTS = {"latin": "Latn", "cyrillic": "Cyrl", "arabic": "Arab", "devanagari": "Deva", "hebrew": "Hebr"}


def canonical(tag: str) -> str:
    """As it is written mostly: `fr_FR` is `fr-FR`, `DE` is `de`, `zh-hant` is `zh-Hant`, `sr@latin` is `sr-Latn`."""
    name, _, modifier = _CHARSET.sub("", tag).partition("@")
    first, *others = re.split("[-_]", name)
    others = [each.title() if len(each) == 4 else each.upper() for each in others]
    script = _SCRIPTS.get(modifier.lower(), modifier)
    return "-".join([first.lower(), *([script] if script else []), *others])


def is_tag(language: str) -> bool:
    return TAG.fullmatch(language) is not None


def catalogues_in(folder: Path) -> dict[str, list[Path]]:
    """Language → its files in a game's folder, the one that is called by its tag first; two are one too many."""
    found: dict[str, list[Path]] = {}
    for path, name in _named(folder / FOLDER):
        if is_tag(tag := canonical(name)):
            found.setdefault(tag, []).append(path)
    return {tag: sorted(paths, key=lambda path: (path.name != f"{tag}.po", path)) for tag, paths in found.items()}


def nameless_in(folder: Path) -> list[Path]:
    """PO files that are called like no language."""
    return [path for path, name in _named(folder / FOLDER) if not is_tag(canonical(name))]


def _named(folder: Path) -> Iterator[tuple[Path, str]]:
    """PO files with what says their language: their name, or in gettext's own folders that of a folder."""
    for path in sorted(folder.glob("*.po")):
        yield path, path.stem
    for path in sorted(folder.glob("*/LC_MESSAGES/*.po")):
        yield path, path.parent.parent.name


def parents_of(language: str) -> list[str]:
    """Languages that say what a regional one leaves out, the nearest first: `fr` for `fr-CA`; in the same letters."""
    first, *others = language.split("-")
    scripts = [part for part in others if len(part) == 4]
    every = [[first, *scripts], [first]]
    tags = dict.fromkeys("-".join(parts) for parts in every)
    return [tag for tag in tags if tag != language and script_of(tag) == script_of(language)]
