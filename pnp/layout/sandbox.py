"""A Jinja environment for strangers' templates: nothing of Python's, no files outside of the layouts, bounded.

Jinja's sandbox keeps templates from Python's insides but bounds neither time nor memory; that is added here: sizes of
products, powers, ranges and paddings are capped, and a watch stops a template that renders for too long.
"""

import ctypes
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from time import monotonic
from typing import Any

from jinja2 import BaseLoader, StrictUndefined, TemplateNotFound, nodes
from jinja2.compiler import CodeGenerator, Frame
from jinja2.runtime import markup_join
from jinja2.sandbox import ImmutableSandboxedEnvironment

from pnp.layout.stamps import Stamps
from pnp.model.game import Record
from pnp.model.problem import LimitError
from pnp.model.suggest import did_you_mean

MAX_REPEATED = 100_000  # characters or items that one expression may make
MAX_SECONDS = 10.0  # that rendering one face may take


class LayoutLoader(BaseLoader):
    """Finds templates below the layout folders, and nothing outside of them."""

    def __init__(self, folders: Sequence[Path], shown: Callable[[Path], str]) -> None:
        self._folders = [folder.resolve() for folder in folders]
        self._shown = shown

    def find(self, name: str) -> Path | None:
        for folder in self._folders:
            path = (folder / name).resolve()
            if path.is_file() and path.is_relative_to(folder):
                return path
        return None

    def get_source(self, environment: Any, template: str) -> tuple[str, str, Callable[[], bool]]:
        path = self.find(template)
        if path is None:
            raise TemplateNotFound(template)
        source = path.read_text(encoding="utf-8")
        return source, self._shown(path), lambda: True

    def list_templates(self) -> list[str]:
        return sorted(
            {p.relative_to(folder).as_posix() for folder in self._folders for p in folder.rglob("*.j2") if p.is_file()}
        )


class _BoundedCode(CodeGenerator):
    """Compiles `a ~ b` to a call that looks at the length first."""

    def visit_Concat(self, node: nodes.Concat, frame: Frame) -> None:  # noqa: N802 (the name is Jinja's)
        self.write("environment.joined((")
        for part in node.nodes:
            self.visit(part, frame)
            self.write(", ")
        self.write("))")


class LayoutEnvironment(ImmutableSandboxedEnvironment):
    """Sandboxed, autoescaping, strict about names; records answer with their own values first."""

    intercepted_binops = frozenset(["+", "*", "**", "%"])
    code_generator_class = _BoundedCode

    def getattr(self, obj: Any, attribute: str) -> Any:
        if type(obj) is Record:
            try:
                return obj[attribute]
            except KeyError:
                if attribute == "id":
                    return obj.id
                if attribute in ("items", "keys", "values", "get"):
                    return getattr(obj, attribute)
                return self.undefined(_no_field(obj, attribute), obj, attribute)
        return super().getattr(obj, attribute)

    def call_binop(self, context: Any, operator: str, left: Any, right: Any) -> Any:
        if operator == "**" and not (abs(right) <= 64 and abs(left) <= 1e6):
            raise LimitError(f"{left} ** {right} is more than a template may compute")
        if operator == "+" and hasattr(left, "__len__") and hasattr(right, "__len__"):
            _check_length(len(left) + len(right))
        if operator == "*":
            for sequence, times in ((left, right), (right, left)):
                if hasattr(sequence, "__len__") and isinstance(times, int) and len(sequence) * times > MAX_REPEATED:
                    _check_length(len(sequence) * times)
        if operator == "%" and isinstance(left, str):
            raise LimitError("formatting with % is not available in a template")
        return super().call_binop(context, operator, left, right)

    def joined(self, parts: tuple[Any, ...]) -> str:
        _check_length(sum(len(part) for part in parts if hasattr(part, "__len__")))
        return markup_join(parts)


def _check_length(length: int) -> None:
    if length > MAX_REPEATED:
        raise LimitError(f"a value of {length} characters or items is more than a template may make")


def _no_field(record: Record, attribute: str) -> str:
    hint = did_you_mean(attribute, record)
    whose = f'"{record.id}" has' if record.id else "there is"
    return f"{whose} no field {attribute}" + (f" ({hint})" if hint else "")


def make_environment(loader: LayoutLoader, *, stamped: bool) -> LayoutEnvironment:
    environment = LayoutEnvironment(
        loader=loader,
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        auto_reload=False,
        extensions=[Stamps] if stamped else [],
    )
    for name in ("center", "indent", "format", "filesizeformat", "pprint", "urlize", "random", "xmlattr"):
        environment.filters.pop(name, None)
    for name in ("lipsum", "cycler", "joiner"):
        environment.globals.pop(name, None)
    environment.globals["range"] = _short_range
    return environment


def _short_range(*arguments: int) -> range:
    made = range(*arguments)
    if len(made) > 10_000:
        raise LimitError(f"range of {len(made)} is more than the 10000 steps a template may take")
    return made


class _TooLong(BaseException):
    """Thrown into the rendering thread; no template construct can catch it."""


class Watch:
    """Stops a template that renders for too long; one thread watches all renderings of a `with` block."""

    def __init__(self, seconds: float = MAX_SECONDS) -> None:
        self._seconds = seconds
        self._began: float | None = None
        self._thread = threading.get_ident()
        self._finished = threading.Event()
        self._watcher = threading.Thread(target=self._look, daemon=True)

    def __enter__(self) -> "Watch":
        self._watcher.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._finished.set()
        self._watcher.join()

    @contextmanager
    def rendering(self) -> Iterator[None]:
        """Raises LimitError where what is inside takes too long."""
        self._began = monotonic()
        try:
            yield
        except _TooLong:
            raise LimitError(f"a template rendered for more than {self._seconds:g} seconds") from None
        finally:
            self._began = None

    def _look(self) -> None:
        while not self._finished.wait(min(0.25, self._seconds / 4)):
            began = self._began
            if began is not None and monotonic() - began > self._seconds:
                self._began = None
                ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(self._thread), ctypes.py_object(_TooLong))
