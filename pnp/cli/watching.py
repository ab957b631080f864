"""A game's files → a call whenever one of them changes."""

import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from time import sleep
from typing import NoReturn

from pnp.model.problem import PnpError
from pnp.model.project import Project

_PAUSE = 0.3  # seconds between looks


def watch_and(project: Project, game: str, build: Callable[[], object]) -> NoReturn:
    """Builds, then again after each change, until interrupted."""
    seen: dict[Path, float] = {}
    while True:
        now = dict(_changes(project, game))
        if now != seen:
            seen = now
            try:
                build()
            except PnpError as error:  # the next change may mend it
                print(f"pnp: {error}", file=sys.stderr)
            print("watching for changes; stop with Ctrl+C", file=sys.stderr)
        sleep(_PAUSE)


def _changes(project: Project, game: str) -> Iterator[tuple[Path, float]]:
    for folder in (f"card_data/{game}", f"layouts/{game}", "layouts/shared", "fonts"):
        for base in (project.root, project.bundled):
            for path in (base / folder).rglob("*"):
                try:
                    if path.is_file():
                        yield path, path.stat().st_mtime
                except OSError:  # gone between looking and asking
                    continue
