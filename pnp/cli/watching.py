"""A game's files → a call whenever one of them changes."""

import gc
import os
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from time import sleep
from typing import NoReturn

from pnp.cli.report import complain
from pnp.model.problem import PnpError
from pnp.model.project import Project

_PAUSE = 0.3  # seconds between looks


def watch_and(project: Project, game: str, out: Path, build: Callable[[], object]) -> NoReturn:
    """Builds, then again after each change outside of `out`, until interrupted. What stops the first is raised."""
    seen = dict(_files(project, game, out))
    build()
    while True:
        print("watching for changes; stop with Ctrl+C", file=sys.stderr)
        sys.stdout.flush()
        gc.collect()
        seen = _changed(project, game, out, seen)
        try:
            build()
        except PnpError as error:  # the next change may mend it
            complain(str(error))


def _changed(project: Project, game: str, out: Path, seen: dict[str, tuple[int, int]]) -> dict[str, tuple[int, int]]:
    """Waits until the files are others than those seen."""
    while (now := dict(_files(project, game, out))) == seen:
        sleep(_PAUSE)
    return now


def _files(project: Project, game: str, out: Path) -> Iterator[tuple[str, tuple[int, int]]]:
    """What a build reads: each file's time and size."""
    written = os.path.realpath(out)
    for base in dict.fromkeys((project.root, project.bundled)):
        for part in (f"card_data/{game}", f"layouts/{game}", "layouts/shared", "fonts"):
            for folder, inner, files in os.walk(base / part):
                inner[:] = [name for name in inner if os.path.realpath(Path(folder, name)) != written]
                for name in files:
                    path = os.path.join(folder, name)  # noqa: PTH118 - many, three times a second
                    try:
                        stat = os.stat(path)  # noqa: PTH116
                    except OSError:  # gone between looking and asking
                        continue
                    yield path, (stat.st_mtime_ns, stat.st_size)
