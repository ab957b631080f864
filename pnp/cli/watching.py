"""A game's files → a call whenever one of them changes."""

import gc
import os
import sys
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from time import sleep
from typing import NoReturn

from pnp.cli.report import complain
from pnp.model.problem import PnpError
from pnp.model.project import Project

_PAUSE = 0.3  # seconds between looks


def watch_and(
    project: Project, game: str, out: Path, build: Callable[[], object], overlay: Path | None = None
) -> NoReturn:
    """Builds, then again after each change outside of `out`, until interrupted. What stops the first is raised."""
    folders = _folders(project, game, overlay)
    seen = dict(_files(folders, out))
    build()
    while True:
        print("watching for changes; stop with Ctrl+C", file=sys.stderr)
        sys.stdout.flush()
        gc.collect()
        seen = _changed(folders, out, seen)
        try:
            build()
        except PnpError as error:  # the next change may mend it
            complain(str(error))


def _folders(project: Project, game: str, overlay: Path | None) -> list[tuple[Path, bool]]:
    """Those that a build reads, of games that belong together with all below; beside an overlay only the files."""
    from pnp.games import related

    parts = [part for id in related(project, game) for part in (f"card_data/{id}", f"layouts/{id}")]
    bases = dict.fromkeys((project.root, project.bundled))
    folders = [(base / part, True) for base in bases for part in (*parts, "layouts/shared", "fonts")]
    return folders + ([(overlay.resolve().parent, False)] if overlay else [])


def _changed(
    folders: Sequence[tuple[Path, bool]], out: Path, seen: dict[str, tuple[int, int]]
) -> dict[str, tuple[int, int]]:
    """Waits until the files are others than those seen."""
    while (now := dict(_files(folders, out))) == seen:
        sleep(_PAUSE)
    return now


def _files(watched: Sequence[tuple[Path, bool]], out: Path) -> Iterator[tuple[str, tuple[int, int]]]:
    """What a build reads: each file's time and size."""
    written = os.path.realpath(out)
    for top, is_deep in watched:
        for folder, inner, files in os.walk(top):
            inner[:] = [name for name in inner if is_deep and os.path.realpath(Path(folder, name)) != written]
            for name in files:
                path = os.path.join(folder, name)  # noqa: PTH118 - many, three times a second
                try:
                    stat = os.stat(path)  # noqa: PTH116
                except OSError:  # gone between looking and asking
                    continue
                yield path, (stat.st_mtime_ns, stat.st_size)
