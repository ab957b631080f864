"""A game's files → something done again after each change of them, until interrupted: `pnp build --watch`."""

import gc
import os
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from time import sleep, strftime
from typing import NoReturn

from pnp.cli.defaults import FILE as DEFAULTS
from pnp.cli.report import complain, harmless, shown_path
from pnp.files.project import Project
from pnp.model.problem import PnpError
from pnp.model.regex import regex

# What editors and systems leave beside a file while one works on it, and the schemas that are for editors.
_DROPPING = regex(
    r".*~|\.#.*|#.*#|.*\.(?:sw[a-z]|tmp|bak|crswap)|4913|\.DS_Store|__pycache__|schema|\.git|.*___jb_\w+___"
)
_Stat = tuple[int, int]  # time and size
_PAUSE = 0.3  # seconds between looks


def watch_and(
    project: Project, game: str, out: Path, build: Callable[[], object], overlay: Path | None = None
) -> NoReturn:
    """Builds, then again after each change outside of `out`, until interrupted. What stops the first is raised."""
    watched = _folders(project, game, overlay), project.root / DEFAULTS, out
    seen = dict(_files(*watched))
    build()
    while True:
        print("watching for changes; stop with Ctrl+C", file=sys.stderr)
        sys.stdout.flush()
        gc.collect()
        while (now := dict(_files(*watched))) == seen:
            sleep(_PAUSE)
        print(f"{strftime('%H:%M:%S')} {_what(seen, now)}", file=sys.stderr)
        seen = now
        try:
            build()
        except PnpError as error:  # the next change may mend it
            complain(str(error))


def _what(before: Mapping[str, _Stat], now: Mapping[str, _Stat]) -> str:
    """`card_data/mygame/cards.yaml has changed, and 2 more`"""
    changed = [path for path in now if path in before and now[path] != before[path]]
    kinds = {
        "has changed": changed,
        "is new": [path for path in now if path not in before],
        "is gone": [path for path in before if path not in now],
    }
    files = [(harmless(shown_path(Path(path))), how) for how, paths in kinds.items() for path in paths]
    (file, how), *others = files
    return f"{file} {how}" + (f", and {len(others)} more" if others else "")


def _folders(project: Project, game: str, overlay: Path | None) -> list[tuple[Path, bool]]:
    """Those that a build reads, of games that belong together with all below; beside an overlay only the files.

    A template may be in the folder of layouts itself, or in one that games share, whatever it is called.
    """
    from pnp.user.games import related

    parts = [f"card_data/{id}" for id in related(project, game)]
    bases = dict.fromkeys((project.root, project.bundled))
    folders = [(base / part, True) for base in bases for part in (*parts, "layouts", "fonts")]
    return folders + ([(overlay.resolve().parent, False)] if overlay else [])


def _files(folders: Sequence[tuple[Path, bool]], defaults: Path, out: Path) -> Iterator[tuple[str, _Stat]]:
    """What a build reads: each file's time and size."""
    written = os.path.realpath(out)
    if stat := _stat(str(defaults)):
        yield str(defaults), stat
    for top, is_deep in folders:
        for folder, inner, files in os.walk(top):
            inner[:] = [
                name
                for name in inner
                if is_deep and not _DROPPING.fullmatch(name) and os.path.realpath(Path(folder, name)) != written
            ]
            for name in files:
                if _DROPPING.fullmatch(name):
                    continue
                path = os.path.join(folder, name)  # noqa: PTH118 - many, three times a second
                if stat := _stat(path):
                    yield path, stat


def _stat(path: str) -> _Stat | None:
    """None where it is gone between looking and asking."""
    try:
        found = os.stat(path)  # noqa: PTH116
    except OSError:
        return None
    return found.st_mtime_ns, found.st_size
