"""An edition described so that any process understands it → its pieces, drawn by one that has the same files."""

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
from pnp.build.executors import RemoteCalls, Unusable
from pnp.build.preparing import load, localise
from pnp.build.results import Prepared
from pnp.io.digests import code_digest
from pnp.io.project import Project, find_project
from pnp.model.options import Options
from pnp.model.problem import PnpError

MOST = 2  # workers that a process keeps, for as many editions
# by which results come out as they do
_PACKAGES = ("uharfbuzz", "pillow", "jinja2", "pyphen", "babel", "pythainlp", "resvg-py", "segno")
_one_at_a_time = Lock()  # of the threads that a process may have

Makers = tuple[tuple[str, str], ...]  # programs that make results, and their versions
Worker = Callable[[Any], bytes]


class Request(NamedTuple):
    """An item of a task, for another process."""

    id: str  # of the task: a process that works for several keeps a worker for each
    makers: Makers
    begin: bytes  # a pickled () → Worker, read only by those who have the same makers
    item: Any


def answer(request: Request) -> bytes:
    """Return what the worker makes of the item, or a pickled reason why this process can't do it."""
    with _one_at_a_time:
        try:
            for (name, here), (_, wanted) in zip(makers(), request.makers, strict=True):
                if here != wanted:
                    raise Unusable(f"it has {name} {here}, not {wanted}")
            worker = _make_worker(request.id, request.begin)
        except Unusable as error:
            return pickle.dumps(str(error))
        return worker(request.item)


@lru_cache(MOST)
def _make_worker(_: str, begin: bytes) -> Worker:
    made: Worker = pickle.loads(begin)()
    return made


@cache
def makers() -> Makers:
    """Return the programs by which results come out as they do, with their versions."""
    found = [("pnp", f"{__version__} ({code_digest().hex()[:8]})"), ("Python", python_version())]
    for name in _PACKAGES:
        try:
            found.append((name, version(name)))
        except PackageNotFoundError:
            found.append((name, "none"))
    return tuple(found)


class _EditionRequest(NamedTuple):
    root: str
    bundled: str
    has_own: bool  # what comes with pnp is wherever pnp is
    options: Options
    modules: tuple[str, ...]
    fingerprint: bytes


def prepare_remote_calls(prepared: Prepared) -> RemoteCalls[list[int], ResultBatch]:
    """Return what draws an edition in processes that aren't copies of this one."""
    project, options = prepared.loaded.project, prepared.options
    options = replace(options, overlay=options.overlay and options.overlay.resolve())
    own = find_project(project.root, project.root).bundled
    has_own = project.bundled == own and project.root != own
    modules, fingerprint = prepared.loaded.modules, prepared.inputs.fingerprint()
    edition = _EditionRequest(str(project.root), str(project.bundled), has_own, options, modules, fingerprint)
    begin = pickle.dumps(partial(_RemoteDrawer, pickle.dumps(edition)))
    request = Request(os.urandom(16).hex(), makers(), begin, ())

    def call(numbers: list[int]) -> Callable[[], bytes]:
        return partial(answer, request._replace(item=tuple(numbers)))

    return RemoteCalls(call, _read_answer)


def _read_answer(data: bytes) -> ResultBatch:
    """Raise Unusable where the answer is a reason."""
    found = _MovedUnpickler(io.BytesIO(data)).load()
    if isinstance(found, ResultBatch):
        return found
    raise Unusable(found)


class _RemoteDrawer:
    """Numbers of pieces → a pickled ResultBatch, for another process. Raises Unusable where files are others."""

    def __init__(self, data: bytes) -> None:
        request: _EditionRequest = pickle.loads(data)
        prepared = _load_edition(data)
        _check_same(prepared, request)  # again: it may have been loaded for another process
        prepared = replace(prepared)  # with a layout of its own
        self._drawer, self._bundled = PieceDrawer(prepared), request.bundled
        self._drawer.begin_elsewhere()

    def __call__(self, numbers: Sequence[int]) -> bytes:
        """Raise PnpError where a piece can't be drawn."""
        try:
            batch = self._drawer.draw(numbers)
        finally:
            self._drawer.pause()  # templates are watched by one thread each
        # paths of what comes with pnp are those of the process that asked
        file, here, there = io.BytesIO(), str(self._drawer.prepared.loaded.project.bundled), self._bundled
        pickler = pickle.Pickler(file, pickle.HIGHEST_PROTOCOL) if here == there else _MovingPickler(file, here, there)
        pickler.dump(batch)
        return file.getvalue()


@lru_cache(MOST)
def _load_edition(data: bytes) -> Prepared:
    request: _EditionRequest = pickle.loads(data)
    game = request.options.game
    try:
        project = find_project(Path(request.root), Path(request.root))
        if not request.has_own:
            project = Project(project.root, Path(request.bundled))
        loaded = load(project, request.options)._replace(modules=request.modules)
        prepared = localise(loaded, request.options)
    except PnpError as error:
        raise Unusable(f"it can't load {game}: {error}") from None
    if prepared is None or not prepared.loaded.has_fonts:
        raise Unusable(f"its files of {game} are others")
    _check_same(prepared, request)
    return prepared


def _check_same(prepared: Prepared, request: _EditionRequest) -> None:
    if prepared.inputs.fingerprint() != request.fingerprint:
        raise Unusable(f"its files of {request.options.game} are others")


class _MovingPickler(pickle.Pickler):
    """Writes paths in one folder as paths in another."""

    def __init__(self, file: io.BytesIO, here: str, there: str) -> None:
        super().__init__(file, pickle.HIGHEST_PROTOCOL)
        self._here, self._there = here, there

    def persistent_id(self, obj: Any) -> Any:
        if isinstance(obj, str) and self._here in obj:
            return obj.replace(self._here, self._there)
        if isinstance(obj, Path) and obj.is_relative_to(self._here):
            return Path(self._there, obj.relative_to(self._here))
        return None


class _MovedUnpickler(pickle.Unpickler):
    def persistent_load(self, pid: Any) -> Any:
        return pid
