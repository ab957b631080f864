"""A Jinja environment for strangers' templates: nothing of Python's, no files outside of the layouts, bounded.

Jinja's sandbox keeps templates from Python's insides but bounds neither time nor memory; that is added here and in
`filters`: what an expression makes is capped, and a `Watch` stops a template that renders for too long.
"""

import gc
import math
import threading
import time
from collections.abc import Callable, Mapping
from functools import lru_cache, partial
from types import CodeType
from typing import Any

from jinja2 import BaseLoader, StrictUndefined, nodes
from jinja2.bccache import Bucket, BytecodeCache
from jinja2.compiler import CodeGenerator, Frame
from jinja2.exceptions import SecurityError, UndefinedError
from jinja2.runtime import Context, markup_join
from jinja2.sandbox import ImmutableSandboxedEnvironment
from jinja2.utils import missing
from markupsafe import Markup, escape

from pnp.layout.filters import MAX_STEPS, SAY, Labels, cases, check_made, layout_filters, one_text, speaker
from pnp.layout.markup import Stamps
from pnp.model.language import Speaker
from pnp.model.problem import LimitError, code
from pnp.model.values import Record

TEMPLATE_SYNTAX = code("PNP200", says="template cannot be read: {what}")
TEMPLATE_RUN = code("PNP201", says="{what}")

_DIGITS = 9  # sin(180) is 0, and nothing prints as 1e-17


class LayoutCode(CodeGenerator):
    def visit_Concat(self, node: nodes.Concat, frame: Frame) -> None:  # noqa: N802 (the name is Jinja's)
        """Look at the length of `a ~ b` first."""
        self.write("environment.concatenate((")
        for part in node.nodes:
            self.visit(part, frame)
            self.write(", ")
        self.write("))")

    def visit_Add(self, node: nodes.BinExpr, frame: Frame) -> None:  # noqa: N802
        """Add a number that the template says plainly: only to a number, never to a text that might grow too long."""
        if _is_number(node.left, int, float) or _is_number(node.right, int, float):
            self._plain("+", node, frame)
        else:
            super().visit_Add(node, frame)

    def visit_Mul(self, node: nodes.BinExpr, frame: Frame) -> None:  # noqa: N802
        """Multiply by a fraction plainly: it repeats no text, and makes a fraction."""
        if _is_number(node.left, float) or _is_number(node.right, float):
            self._plain("*", node, frame)
        else:
            super().visit_Mul(node, frame)

    def _plain(self, operator: str, node: nodes.BinExpr, frame: Frame) -> None:
        self.write("(")
        self.visit(node.left, frame)
        self.write(f" {operator} ")
        self.visit(node.right, frame)
        self.write(")")

    def _output_child_pre(self, node: nodes.Expr, frame: Frame, finalize: Any) -> None:
        if frame.eval_ctx.volatile or not frame.eval_ctx.autoescape:
            super()._output_child_pre(node, frame, finalize)
        else:
            self.write("environment.printed(")

    def _output_child_post(self, node: nodes.Expr, frame: Frame, finalize: Any) -> None:
        if frame.eval_ctx.volatile or not frame.eval_ctx.autoescape:
            super()._output_child_post(node, frame, finalize)
        else:
            self.write(")")


def _is_number(node: nodes.Expr, *kinds: type) -> bool:
    return isinstance(node, nodes.Const) and type(node.value) in kinds


NAMES = (  # that templates have
    *("piece", "game", "groups", "components", "component", "ink", "language", "page", "setup", "victory", "data"),
)

_MAPPING_METHODS = ("items", "keys", "values", "get")
_METHODS = frozenset(  # of texts, numbers and lists; the others make giants, or change what they are of
    (
        *("capitalize", "casefold", "count", "endswith", "find", "index", "isalpha", "isdigit", "islower", "isupper"),
        *("lower", "lstrip", "partition", "removeprefix", "removesuffix", "rfind", "rpartition", "rstrip", "split"),
        *("splitlines", "startswith", "strip", "title", "upper", "is_integer", *_MAPPING_METHODS),
    )
)
_PLAIN = (str, int, float, list, tuple, bytes, set, frozenset)
_MOST = 1024  # attributes that are remembered
_BITS = 4096  # of a whole number
_NUMBERS = (int, float)


class NotThere(UndefinedError):
    """Something is done with a name that isn't there: in the `owner`, or at all."""

    def __init__(self, name: str, owner: Mapping[str, Any] | None) -> None:
        super().__init__(name)
        self.name, self.owner = name, owner


class Missing(StrictUndefined):
    """A name that isn't there: whatever is done with it says so."""

    __slots__ = ()

    @property
    def _undefined_message(self) -> str:
        """Jinja's, of what has no names. Raises NotThere."""
        name, owner = self._undefined_name, self._undefined_obj
        if isinstance(name, str) and not self._undefined_hint and (owner is missing or isinstance(owner, Mapping)):
            raise NotThere(name, None if owner is missing else owner)
        return super()._undefined_message


class _NotedNames(Context):
    """Takes note of the names that a template asks for: what asks for no piece looks the same for all."""

    environment: "LayoutEnvironment"

    def resolve_or_missing(self, key: str) -> Any:
        self.environment.asked.add(key)
        return super().resolve_or_missing(key)


class LayoutEnvironment(ImmutableSandboxedEnvironment):
    """Sandboxed, autoescaping, strict about names; records answer with their own values first."""

    intercepted_binops = frozenset(["+", "*", "**", "%"])  # that go through `call_binop`
    code_generator_class = LayoutCode
    context_class = _NotedNames

    def __init__(self, language: str = "", **options: Any) -> None:
        super().__init__(**options)
        self.asked: set[str] = set()
        self.filters = layout_filters(language)
        self._cases = cases(language)
        self._safe: dict[tuple[type, str], bool] = {}  # attributes, by what they are of

    def getattr(self, obj: Any, attribute: str) -> Any:
        if type(obj) is Record or isinstance(obj, Mapping):  # most are records
            try:
                return obj[attribute]
            except KeyError:
                if attribute == "id" and isinstance(obj, Record):
                    return obj.id
                if attribute in _MAPPING_METHODS:
                    return getattr(obj, attribute)
                return self.undefined(None, obj, attribute)
        if isinstance(obj, str) and attribute in self._cases:
            change = self._cases[attribute]
            return lambda: change(obj)  # a template sees nothing but the call
        return super().getattr(obj, attribute)

    def is_safe_attribute(self, obj: Any, attr: str, value: Any) -> bool:
        key = type(obj), attr
        if key not in self._safe:
            if len(self._safe) == _MOST:
                self._safe.clear()
            is_plain = isinstance(obj, _PLAIN)
            self._safe[key] = attr in _METHODS if is_plain else super().is_safe_attribute(obj, attr, value)
        return self._safe[key]

    def wrap_str_format(self, value: Any) -> None:
        """`str.format` gets no exception: it isn't safe, it can pad a text to any length."""

    def call_binop(self, context: Context, operator: str, left: Any, right: Any) -> Any:
        if isinstance(left, _NUMBERS) and isinstance(right, _NUMBERS):
            if operator in ("*", "**") and isinstance(left, int) and isinstance(right, int):
                # whole numbers would grow without end
                bits = left.bit_length() + right.bit_length() if operator == "*" else left.bit_length() * max(right, 0)
                if bits > _BITS:
                    raise LimitError(f"a number of {bits} bits is more than a template may compute")
        elif operator == "%":
            raise SecurityError("formatting with % is not available in a template")
        elif operator == "+" and hasattr(left, "__len__") and hasattr(right, "__len__"):
            check_made(len(left) + len(right))
        elif operator == "*":
            for sequence, times in ((left, right), (right, left)):
                if hasattr(sequence, "__len__") and isinstance(times, int):
                    check_made(len(sequence) * times)
        return self.binop_table[operator](left, right)

    def printed(self, value: Any) -> str:
        """Return the text that `{{ … }}` prints, escaped."""
        kind = type(value)
        if kind is str:
            return _escaped(value)
        if kind is Markup or kind is int or kind is float:
            return str(value)
        return str(escape(_printed(value)))

    def concatenate(self, parts: tuple[Any, ...]) -> str:
        check_made(sum([len(part) if isinstance(part, str) else len(str(one_text(part))) for part in parts]))
        return markup_join(parts)


_escaped = lru_cache(4096)(lambda text: str(escape(text)))


def _printed(value: Any) -> Any:
    """Return a value before escaping: nothing if a piece doesn't have it, `yes` and `no` as attributes read them."""
    if value is None:
        return ""
    if value is True or value is False:
        return "yes" if value else "no"
    return one_text(value)


class _CompiledTemplates(BytecodeCache):
    """Code of templates by their names and texts, which all editions of a process share."""

    def __init__(self) -> None:
        self._code: dict[tuple[str, str], CodeType] = {}

    def load_bytecode(self, bucket: Bucket) -> None:
        bucket.code = self._code.get((bucket.key, bucket.checksum))

    def dump_bytecode(self, bucket: Bucket) -> None:
        if len(self._code) == _TEMPLATES:  # after many edits in one session
            self._code.clear()
        assert bucket.code
        self._code[bucket.key, bucket.checksum] = bucket.code


_TEMPLATES = 1000  # whose code is remembered
_compiled = {stamped: _CompiledTemplates() for stamped in (False, True)}


def make_environment(
    loader: BaseLoader, *, stamped: bool, translation: Speaker | None = None, language: str = ""
) -> LayoutEnvironment:
    environment = LayoutEnvironment(
        language,
        loader=loader,
        autoescape=True,
        undefined=Missing,
        finalize=_printed,
        trim_blocks=True,
        lstrip_blocks=True,
        auto_reload=False,
        bytecode_cache=_compiled[stamped],
        optimized=False,  # what could be computed beforehand is little, and looked for in all
        extensions=[Labels, Stamps] if stamped else [Labels],
    )
    environment.policies["ext.i18n.trimmed"] = True
    environment.globals = {
        **{"range": _short_range, "dict": dict, "namespace": environment.globals["namespace"]},
        **NUMBERS,
    }
    environment.globals[SAY] = speaker(translation)
    return environment


def _short_range(*arguments: int) -> range:
    made = range(*arguments)
    if len(made) > MAX_STEPS:
        raise LimitError(f"a range of {len(made)} is more than the {MAX_STEPS} steps a template may take")
    return made


def sin(degrees: float) -> float:
    return _rounded(math.sin(math.radians(degrees)))


def cos(degrees: float) -> float:
    return _rounded(math.cos(math.radians(degrees)))


def tan(degrees: float) -> float:
    return _rounded(math.tan(math.radians(degrees)))


def atan2(y: float, x: float) -> float:
    return _rounded(math.degrees(math.atan2(y, x)))


def hypot(x: float, y: float) -> float:
    return _rounded(math.hypot(x, y))


def sqrt(number: float) -> float:
    return _rounded(math.sqrt(number))


def _rounded(number: float) -> float:
    return round(number, _DIGITS) + 0.0  # -0.0 is 0.0


NUMBERS: dict[str, object] = {
    **{function.__name__: function for function in (sin, cos, tan, atan2, hypot, sqrt)},
    "pi": math.pi,
}


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

    def close(self) -> None:
        self._finished.set()
        self._watcher.join()

    def run(self, render: Callable[[], str]) -> str:
        """Run a rendering, without collecting others' garbage meanwhile. Raises LimitError where it takes too long."""
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
