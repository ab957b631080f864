"""An edition in words that any process understands → its pieces, drawn by one that has the same files."""

import io
import os
import pickle
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import cache, lru_cache, partial
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from platform import python_version
from threading import Lock
from typing import Any, NamedTuple

from pnp import __version__
from pnp.build.drawing import PieceDrawer, ResultBatch
from pnp.build.preparing import load, localise
from pnp.build.results import Prepared
from pnp.build.work import Unusable
from pnp.io.digests import code_digest
from pnp.io.project import Project, find_project
from pnp.model.options import Options
from pnp.model.problem import PnpError

MOST = 2  # workers that a process keeps, for as many who ask
# by which results come out as they do
_PACKAGES = ("uharfbuzz", "pillow", "jinja2", "pyphen", "babel", "pythainlp", "resvg-py", "segno")
_one_at_a_time = Lock()  # of the threads that a process may have

Makers = tuple[tuple[str, str], ...]  # programs that make results, and their versions
Worker = Callable[[Any], bytes]


class Request(NamedTuple):
    """An item of somebody's work."""

    id: str  # of all that this one asks for: whoever works for several keeps them apart
    makers: Makers
    begin: bytes  # a pickled () → Worker, read only by those who have the same makers
    item: Any


def answered(request: Request) -> bytes:
    """A pickled sentence where it isn't to be had here."""
    with _one_at_a_time:
        try:
            for (name, here), (_, wanted) in zip(makers(), request.makers, strict=True):
                if here != wanted:
                    raise Unusable(f"it has {name} {here}, not {wanted}")
            work = _worker(request.id, request.begin)
        except Unusable as error:
            return pickle.dumps(str(error))
        return work(request.item)


@lru_cache(MOST)
def _worker(_: str, begin: bytes) -> Worker:
    made: Worker = pickle.loads(begin)()
    return made


@cache
def makers() -> Makers:
    own = f"{__version__} ({code_digest().hex()[:8]})"
    return ("pnp", own), ("Python", python_version()), *((name, _version(name)) for name in _PACKAGES)


def _version(package: str) -> str:
    try:
        return version(package)
    except PackageNotFoundError:
        return "none"


class Asked(NamedTuple):
    root: str
    bundled: str
    has_own: bool  # what comes with pnp is wherever pnp is
    options: Options
    modules: tuple[str, ...]
    fingerprint: bytes


class ApartWork:
    """An edition that others than this process draw."""

    def __init__(self, prepared: Prepared) -> None:
        project, options = prepared.loaded.project, prepared.options
        options = replace(options, overlay=options.overlay and options.overlay.resolve())
        own = find_project(project.root, project.root).bundled
        has_own = project.bundled == own and project.root != own
        modules, fingerprint = prepared.loaded.modules, prepared.inputs.fingerprint()
        asked = Asked(str(project.root), str(project.bundled), has_own, options, modules, fingerprint)
        begin = pickle.dumps(partial(DrawerApart, pickle.dumps(asked)))
        self._request = Request(os.urandom(16).hex(), makers(), begin, ())

    def call(self, numbers: Sequence[int]) -> Callable[[], bytes]:
        return partial(answered, self._request._replace(item=tuple(numbers)))

    def read(self, answer: bytes) -> ResultBatch:
        """Raises Unusable."""
        said = _Reading(io.BytesIO(answer)).load()
        if isinstance(said, ResultBatch):
            return said
        raise Unusable(said)


class DrawerApart:
    """Numbers of pieces → a ResultBatch, pickled, for one who asks. Raises Unusable where files are others."""

    def __init__(self, asked: bytes) -> None:
        told: Asked = pickle.loads(asked)
        prepared = _loaded(asked)
        _check_same(prepared, told)  # again: it may have been loaded for somebody else
        prepared = replace(prepared)  # with a layout of its own
        self._drawer, self._bundled = PieceDrawer(prepared), told.bundled
        self._drawer.begin_elsewhere()

    def __call__(self, numbers: Sequence[int]) -> bytes:
        """Raises PnpError."""
        try:
            batch = self._drawer.draw(numbers)
        finally:
            self._drawer.pause()  # who watches templates watches one thread
        return _dumped(batch, str(self._drawer.prepared.loaded.project.bundled), self._bundled)


@lru_cache(MOST)
def _loaded(asked: bytes) -> Prepared:
    told: Asked = pickle.loads(asked)
    game = told.options.game
    try:
        project = find_project(Path(told.root), Path(told.root))
        if not told.has_own:
            project = Project(project.root, Path(told.bundled))
        loaded = load(project, told.options)._replace(modules=told.modules)
        prepared = localise(loaded, told.options)
    except PnpError as error:
        raise Unusable(f"it can't load {game}: {error}") from None
    if prepared is None or not prepared.loaded.has_fonts:
        raise Unusable(f"its files of {game} are others")
    _check_same(prepared, told)
    return prepared


def _check_same(prepared: Prepared, told: Asked) -> None:
    if prepared.inputs.fingerprint() != told.fingerprint:
        raise Unusable(f"its files of {told.options.game} are others")


def _dumped(batch: ResultBatch, here: str, there: str) -> bytes:
    """With the paths of what comes with pnp as who asked has them."""
    file = io.BytesIO()
    pickler = pickle.Pickler(file, pickle.HIGHEST_PROTOCOL) if here == there else _Moving(file, here, there)
    pickler.dump(batch)
    return file.getvalue()


class _Moving(pickle.Pickler):
    """Writes names of one folder as those of another."""

    def __init__(self, file: io.BytesIO, here: str, there: str) -> None:
        super().__init__(file, pickle.HIGHEST_PROTOCOL)
        self._here, self._there = here, there

    def persistent_id(self, obj: Any) -> Any:
        if isinstance(obj, str) and self._here in obj:
            return obj.replace(self._here, self._there)
        if isinstance(obj, Path) and obj.is_relative_to(self._here):
            return Path(self._there, obj.relative_to(self._here))
        return None


class _Reading(pickle.Unpickler):
    def persistent_load(self, pid: Any) -> Any:
        return pid
