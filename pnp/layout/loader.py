"""A template’s name → its source, from below the layout folders and nowhere else; and where it is kept compiled."""

import marshal
import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import cached_property
from hashlib import sha256
from pathlib import Path
from types import CodeType
from typing import Any, Protocol

import jinja2.compiler
from jinja2 import BaseLoader, Environment, TemplateNotFound, TemplateSyntaxError
from jinja2.bccache import Bucket, BytecodeCache

from pnp.files.inside import is_file, is_link_out, path_inside
from pnp.files.opening import read_input
from pnp.files.project import Project, layout_folders
from pnp.model.game import Game
from pnp.model.problem import FileError, LimitError

MAX_BYTES = 1_000_000  # of one template


class LayoutLoader(BaseLoader):
    """The first of the folders that has a template of that name gives it."""

    def __init__(self, folders: Sequence[Path], shown: Callable[[Path], str]) -> None:
        self._folders = folders
        self._shown = shown

    def find(self, name: str) -> Path | None:
        paths = (path_inside(folder, name) for folder in self._folders)
        return next((path for path in paths if path and is_file(path)), None)

    def leads_out(self, name: str) -> bool:
        """Whether there would be such a template, if links could lead out of the folders."""
        return self.find(name) is None and any(is_link_out(folder, name) for folder in self._folders)

    def shown(self, name: str) -> str:
        """How messages name the template."""
        path = self.find(name)
        return self._shown(path) if path else name

    def get_source(self, environment: Any, template: str) -> tuple[str, str, Callable[[], bool]]:
        path = self.find(template)
        if path is None:
            raise TemplateNotFound(template)
        shown = self._shown(path)
        try:
            data = read_input(path, MAX_BYTES)
        except OSError as error:
            raise FileError(f"{shown}: cannot be read: {error.strerror}") from error
        if len(data) > MAX_BYTES:
            raise LimitError(f"{shown}: a template of more than {MAX_BYTES // 1_000_000} MB")
        try:
            return data.decode("utf-8-sig"), shown, lambda: True
        except UnicodeDecodeError as error:
            line = data.count(b"\n", 0, error.start) + 1
            raise TemplateSyntaxError("it is not written in UTF-8", line, template, shown) from None

    def list_templates(self) -> list[str]:
        return sorted({p.relative_to(folder).as_posix() for folder in self._folders for p in folder.rglob("*.j2")})


class Orders:
    """Of one game, with the expansions that it has."""

    def __init__(self, project: Project, game: Game) -> None:
        self._project, self._game = project, game
        self._home: dict[str, Path | None] = {}
        self._layouts: dict[Path | None, tuple[Path, ...]] = {}
        self._pictures: dict[Path | None, tuple[Path, ...]] = {}

    def home(self, file: str) -> Path | None:
        """The folder of the game whose file this is, as spans name it; None where it isn't known."""
        if file not in self._home:
            display = self._project.display
            self._home[file] = next((each for each in self._games if file.startswith(f"{display(each)}/")), None)
        return self._home[file]

    def layouts(self, home: Path | None) -> tuple[Path, ...]:
        """For pieces from this folder."""
        if home not in self._layouts:
            games = dict.fromkeys([*self._first(home), *self._game.ids])
            self._layouts[home] = tuple(layout_folders(self._project, *games))
        return self._layouts[home]

    def pictures(self, home: Path | None) -> tuple[Path, ...]:
        if home not in self._pictures:
            ids = self._first(home)
            first = [folder for id in ids for folder, game in self._games.items() if game == id]
            own = [home] if home else []
            whole = (*own, *first, *self._game.folders, *self.layouts(home))
            self._pictures[home] = tuple(dict.fromkeys(whole))
        return self._pictures[home]

    def _first(self, home: Path | None) -> list[str]:
        """The games that count before others; of an overlay, which is no game, none does."""
        own = self._games.get(home, "") if home else ""
        root = self._game.base or self._game
        return [own, root.id] if own else []

    @cached_property
    def _games(self) -> dict[Path, str]:
        """By the folders of all games, and of an overlay, which is called nothing."""
        game = self._game
        found = {each.folder: each.game for each in game.modules.values() if each.folder}
        return {**found, game.folder: game.id, **({game.base.folder: game.base.id} if game.base else {})}


_MAKERS = ("sandbox", "filters", "markup", "labels")  # in a checkout they change, and the version doesn't


class Store(Protocol):
    """Bytes by name, which it may lose at any time."""

    def read(self, name: str) -> bytes:
        """Nothing where there is none."""

    def write(self, name: str, data: bytes) -> None:
        """Never raises."""


class CompiledTemplates(BytecodeCache):
    """The compiled templates of these layout folders, with or without stamps."""

    def __init__(self, store: Store, layouts: Sequence[Path], *, stamped: bool) -> None:
        self._store = store
        self._about = repr((_maker(), [str(path) for path in layouts], stamped))

    def get_bucket(self, environment: Environment, name: str, filename: str | None, source: str) -> Bucket:
        key = sha256(f"{self._about} {name!r}".encode(errors="surrogatepass")).hexdigest()[:32]
        checksum = sha256(f"{key} {filename!r} {source}".encode(errors="surrogatepass")).hexdigest()
        bucket = Bucket(environment, key, checksum)
        self.load_bytecode(bucket)
        return bucket

    def load_bytecode(self, bucket: Bucket) -> None:
        data, checksum = self._store.read(bucket.key), bucket.checksum.encode()
        if data.startswith(checksum):
            with suppress(ValueError, TypeError, EOFError):
                code = marshal.loads(memoryview(data)[len(checksum) :])
                bucket.code = code if isinstance(code, CodeType) else None

    def dump_bytecode(self, bucket: Bucket) -> None:
        if bucket.code is not None:
            self._store.write(bucket.key, bucket.checksum.encode() + marshal.dumps(bucket.code))


def _maker() -> list[object]:
    """What compiled code depends on besides its template; the version of pnp is in the folder's name."""
    files = [*(Path(__file__).with_stem(name) for name in _MAKERS), Path(jinja2.compiler.__file__)]
    found = [file.stat() for file in files if file.exists()]
    return [sys.version, *((about.st_mtime_ns, about.st_size) for about in found)]
