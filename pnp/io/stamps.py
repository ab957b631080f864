"""Files and folders → what tells, without reading them, whether they are as they were."""

import os
from collections.abc import Iterator

_MADE = ("schema", "__pycache__")  # folders that pnp itself writes

Stamp = tuple[int, int]  # when it was changed, how many bytes it has


def stamp(path: str) -> Stamp:
    """Of a file that isn't there: that."""
    try:
        about = os.stat(path)  # noqa: PTH116 - five times as fast as Path, and there are thousands
    except OSError:
        return -1, -1
    return about.st_mtime_ns, about.st_size


def names_in(folder: str) -> list[str]:
    """Of the files in it, of the folders, which end in a slash, and of links to folders, which end in two."""
    try:
        with os.scandir(folder) as found:
            return sorted(_name(each) for each in found if each.name not in _MADE)
    except OSError:
        return []


def _name(entry: "os.DirEntry[str]") -> str:
    is_link = entry.is_symlink()
    return entry.name + ("//" * entry.is_dir() if is_link else "/" * entry.is_dir())


def folders_below(top: str) -> Iterator[tuple[str, list[str]]]:
    """Each with the names in it. Links aren't followed."""
    names = names_in(top)
    yield top, names
    for name in names:
        if name[-1] == "/" and name[-2] != "/":
            yield from folders_below(f"{top}/{name[:-1]}")
