"""Files and folders → what tells, without reading them, whether they are as they were."""

import os
from collections.abc import Iterator
from pathlib import Path

_MADE = ("schema", "__pycache__")  # folders that pnp itself writes

Stamp = tuple[int, int]  # when it was changed, how many bytes it has


def stamp(path: str) -> Stamp:
    """Of a file that isn't there: that."""
    try:
        about = Path(path).stat()
    except OSError:
        return -1, -1
    return about.st_mtime_ns, about.st_size


def names_in(folder: str) -> list[str]:
    """Of the files in it, and of the folders, which end in a slash."""
    try:
        with os.scandir(folder) as found:
            return sorted(
                each.name + "/" * each.is_dir(follow_symlinks=False) for each in found if each.name not in _MADE
            )
    except OSError:
        return []


def folders_below(top: str) -> Iterator[str]:
    yield top
    for name in names_in(top):
        if name.endswith("/"):
            yield from folders_below(f"{top}/{name[:-1]}")
