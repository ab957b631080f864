"""Work that any process can begin by itself: what was asked for and the numbers of pieces → these pieces, drawn.

Whoever is asked loads the edition, unless it did before, and draws only with the very same pnp, Python and files; else
it says what it lacks.
"""

import io
import os
import pickle
from collections import OrderedDict
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import cache, partial
from pathlib import Path
from threading import Lock
from typing import Any, NamedTuple

from pnp import __version__
from pnp.build.drawing import CompleteBatch, DrawnBatch, JoinedKits, PieceDrawer
from pnp.build.passed import code_content
from pnp.build.preparing import load, localise
from pnp.build.results import Prepared
from pnp.files.project import Project, find_project
from pnp.model.options import Options
from pnp.model.problem import PnpError

MOST = 2  # editions that a process keeps, and requests
_PACKAGES = ("uharfbuzz", "pillow", "jinja2", "pyphen", "babel", "pythainlp")  # by which faces come out as they do

Makers = tuple[tuple[str, str], ...]  # programs that make faces, and their versions


class Unusable(Exception):
    """Somebody can't draw this edition as we would, and why: "it has Python 3.14.0, not 3.13.1"."""


class Asked(NamedTuple):
    """An edition, in words that any process understands."""

    root: str
    bundled: str
    has_own: bool  # what comes with pnp is wherever pnp is
    options: Options
    modules: tuple[str, ...]
    fingerprint: bytes


class Request(NamedTuple):
    """Pieces of one edition, for one who asks: whoever draws for several keeps them apart."""

    id: str
    makers: Makers
    asked: bytes  # read only by those who have the same makers
    numbers: tuple[int, ...]


class ApartWork:
    """An edition that others than this process draw."""

    def __init__(self, prepared: Prepared) -> None:
        project, options = prepared.loaded.project, prepared.options
        options = replace(options, overlay=options.overlay and options.overlay.resolve())
        own = find_project(project.root, project.root).bundled
        has_own = project.bundled == own and project.root != own
        modules, fingerprint = prepared.loaded.modules, prepared.passed.fingerprint()
        asked = Asked(str(project.root), str(project.bundled), has_own, options, modules, fingerprint)
        self._request = Request(os.urandom(16).hex(), makers(), pickle.dumps(asked), ())
        self._kits = JoinedKits(prepared.layout.fonts)

    def call(self, numbers: Sequence[int]) -> Callable[[], bytes]:
        return partial(draw_apart, self._request._replace(numbers=tuple(numbers)))

    def joined(self, answer: bytes) -> DrawnBatch:
        """Raises Unusable."""
        said = _Reading(io.BytesIO(answer)).load()
        if isinstance(said, CompleteBatch):
            return self._kits.joined(said)
        raise Unusable(said)


@cache
def makers() -> Makers:
    from platform import python_version

    own = f"{__version__} ({code_content().hex()[:8]})"
    return ("pnp", own), ("Python", python_version()), *((name, _version(name)) for name in _PACKAGES)


def _version(package: str) -> str:
    from importlib.metadata import PackageNotFoundError, version

    try:
        return version(package)
    except PackageNotFoundError:
        return "none"


_prepared: OrderedDict[bytes, Prepared] = OrderedDict()  # of this process, by what was asked for
_drawers: OrderedDict[str, PieceDrawer] = OrderedDict()  # by requests
_one_at_a_time = Lock()  # of the threads that a worker may have


def draw_apart(request: Request) -> bytes:
    """A CompleteBatch, or a sentence that says why it isn't to be had here. Raises PnpError."""
    with _one_at_a_time:
        try:
            _check_makers(request.makers)
            asked: Asked = pickle.loads(request.asked)
            drawer = _drawers.get(request.id) or _new_drawer(request, asked)
        except Unusable as error:
            return pickle.dumps(str(error))
        _kept(_drawers, request.id, drawer)
        try:
            batch = drawer.complete_batch(request.numbers)
        finally:
            drawer.pause()  # who watches templates watches one thread
        here = drawer.prepared.loaded.project.bundled
        return _dumped(batch, str(here), asked.bundled)


def _check_makers(theirs: Makers) -> None:
    for (name, own), (_, wanted) in zip(makers(), theirs, strict=True):
        if own != wanted:
            raise Unusable(f"it has {name} {own}, not {wanted}")


def _new_drawer(request: Request, asked: Asked) -> PieceDrawer:
    prepared = _prepared.get(request.asked) or _loaded(asked)
    if prepared.passed.fingerprint() != asked.fingerprint:
        raise Unusable(f"its files of {asked.options.game} are others")
    _kept(_prepared, request.asked, prepared)
    prepared = replace(prepared)  # with a layout of its own
    prepared.layout.remember(lambda key, text: None)  # who asked may keep what was drawn, by its key
    return PieceDrawer(prepared)


def _loaded(asked: Asked) -> Prepared:
    try:
        project = find_project(Path(asked.root), Path(asked.root))
        if not asked.has_own:
            project = Project(project.root, Path(asked.bundled))
        loaded = load(project, asked.options)._replace(modules=asked.modules)
        prepared = localise(loaded, asked.options)
    except PnpError as error:
        raise Unusable(f"it can't load {asked.options.game}: {error}") from None
    if prepared is None or not prepared.loaded.has_fonts:
        raise Unusable(f"its files of {asked.options.game} are others")
    return prepared


def _kept(known: OrderedDict[Any, Any], key: object, value: object) -> None:
    known[key] = value
    known.move_to_end(key)
    while len(known) > MOST:
        known.popitem(last=False)


def _dumped(batch: CompleteBatch, here: str, there: str) -> bytes:
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
