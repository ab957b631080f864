"""Names of pictures in a table → the files beside it that are meant."""

from collections.abc import Iterable, Mapping
from pathlib import Path, PurePosixPath
from typing import NamedTuple

from pnp.files.inside import is_file, path_inside
from pnp.text.suggest import did_you_mean

_PICTURES = frozenset((".png", ".jpg", ".jpeg", ".svg"))


class LostPicture(NamedTuple):
    name: str
    hint: str  # a file that may be meant


def names_picture(name: str) -> bool:
    return PurePosixPath(name).suffix.casefold() in _PICTURES


class PicturesBeside:
    """Of a folder; what is in it is looked up once."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._listed: dict[Path, Mapping[str, list[str]]] = {}

    def find(self, name: str) -> Path | None:
        """`Storm.PNG` is storm.png, too, if no other differs by capitals alone: on many computers that is one name."""
        path = path_inside(self._folder, name)
        if path is None or is_file(path):
            return path
        same = self._by_folded_name(path.parent).get(path.name.casefold(), [])
        if len(same) != 1:
            return None
        inside = path_inside(self._folder, (PurePosixPath(name).parent / same[0]).as_posix())
        return inside if inside and is_file(inside) else None

    def lost(self, names: Iterable[str]) -> tuple[LostPicture, ...]:
        there = [name for same in self._by_folded_name(self._folder).values() for name in same if names_picture(name)]
        lost = [name for name in dict.fromkeys(names) if self.find(name) is None]
        return tuple([LostPicture(name, did_you_mean(name, there)) for name in lost])

    def _by_folded_name(self, folder: Path) -> Mapping[str, list[str]]:
        if folder not in self._listed:
            found: dict[str, list[str]] = {}
            try:
                for path in sorted(folder.iterdir()):
                    found.setdefault(path.name.casefold(), []).append(path.name)
            except OSError:
                found = {}
            self._listed[folder] = found
        return self._listed[folder]
