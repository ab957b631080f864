"""What has no end → LimitError or nothing: templates that render for too long, items with lengths no file can hold."""

import gc
import threading
import time
from collections.abc import Callable, Iterable, Sequence
from functools import partial

from pnp.model.display import Drawing, Group, PageArt, Paint, Path, Picture, Raster, Shape, Text
from pnp.model.problem import LimitError, code
from pnp.model.visiting import Reader

MAX_SECONDS = 5.0  # that rendering one face may take


class TooLong(BaseException):
    """Thrown into the rendering thread; no template construct can catch it."""


class Watch:
    """Interrupts what it runs, in the thread that made it."""

    def __init__(self) -> None:
        self._seconds = MAX_SECONDS
        self._began: float | None = None
        self._thread = threading.get_ident()
        # how long the thread has worked, where the system tells that; who waits for a busy machine does no wrong
        self._clock: Callable[[], float] = time.monotonic
        if hasattr(time, "pthread_getcpuclockid"):
            self._clock = partial(time.clock_gettime, time.pthread_getcpuclockid(self._thread))
        self._changing = threading.Lock()
        self._finished = threading.Event()
        self._watcher = threading.Thread(target=self._look, daemon=True)
        self._watcher.start()

    def __enter__(self) -> "Watch":
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()

    def stop(self) -> None:
        self._finished.set()
        self._watcher.join()

    def run(self, render: Callable[[], str]) -> str:
        """Raises LimitError where this takes too long; to look for others' garbage isn't its work."""
        collects = gc.isenabled()
        gc.disable()
        try:
            self._began = self._clock()
            try:
                return render()
            finally:
                with self._changing:  # once it is taken, nothing is thrown any more
                    self._began = None
        except TooLong:
            raise LimitError(f"it rendered for more than {self._seconds:g} seconds") from None
        finally:
            if collects:
                gc.enable()

    def _look(self) -> None:
        while not self._finished.wait(min(0.25, self._seconds / 4)):
            with self._changing:
                if self._began is not None and self._clock() - self._began > self._seconds:
                    self._began = self._clock()  # once more, if it comes where Python swallows what is thrown
                    import ctypes  # hardly ever needed

                    ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(self._thread), ctypes.py_object(TooLong))


TOO_FAR = code("PNP093", says="what <{tag}> draws has lengths that no file for a printer can hold")

_MOST = 1e8  # mm


class Endless(Reader[bool, bool]):
    """Whether a length in an item has no end."""

    def text(self, text: Text) -> bool:
        """It stands in a box, and attributes have bounds."""
        return False

    def shape(self, shape: Shape) -> bool:
        stroke = shape.stroke
        if stroke is not None and _any((stroke.width, stroke.miter, stroke.dash_offset, *stroke.dash)):
            return True
        return _is_path(shape.path) or _is_paint(shape.fill) or (stroke is not None and _is_paint(stroke.paint))

    def raster(self, picture: Picture, art: Raster) -> bool:
        return _is_box(picture)

    def page(self, picture: Picture, art: PageArt) -> bool:
        return _is_box(picture)

    def drawing(self, drawing: Drawing, inside: Sequence[bool]) -> bool:
        return True in inside or _any((drawing.w, drawing.h))

    def drawn(self, picture: Picture, art: Drawing, drawing: bool) -> bool:
        return drawing or _is_box(picture)

    def group(self, group: Group, inside: Sequence[bool]) -> bool:
        _, _, _, _, x, y = group.transform
        is_placed = -_MOST < x < _MOST and -_MOST < y < _MOST  # what is no number compares to nothing
        return not is_placed or True in inside or (group.clip is not None and _is_path(group.clip))


def _is_box(picture: Picture) -> bool:
    _, x, y, w, h = picture
    return not (-_MOST < x < _MOST and -_MOST < y < _MOST and -_MOST < w < _MOST and -_MOST < h < _MOST)


def _is_path(path: Path) -> bool:
    return any(_any(segment[1:]) for segment in path)


def _any(numbers: Iterable[float]) -> bool:
    """The sum of a few numbers is no number where one of them is none, and compares to nothing."""
    return not sum(map(abs, numbers)) < _MOST


def _is_paint(paint: Paint | None) -> bool:
    if paint is None or isinstance(paint, str):
        return False
    return _any((*paint[:4], paint.radius, *paint.transform))
