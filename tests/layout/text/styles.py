"""Type styles for tests, and lines as one reads them."""

from pnp.layout.text.lines import Fitted, TextLine
from pnp.model.length import MM_PER_POINT
from pnp.model.span import Span
from pnp.model.style import TypeStyle


def points(size: float) -> float:
    return size * MM_PER_POINT


def style(size: float = 10, least: float | None = None, **options: object) -> TypeStyle:
    """A type style; sizes in points."""
    smallest = size if least is None else least
    return TypeStyle("test", Span("style.yaml"), size=points(size), min=points(smallest), **options)  # type: ignore[arg-type]


def printed(line: TextLine) -> str:
    """What a line says, as it was shaped; icons in brackets."""
    parts = [part for word in line.words for part in word.parts]
    return "".join([getattr(part, "text", None) or f"[{getattr(part, 'name', '')}]" for part in parts])


def printed_lines(fitted: Fitted) -> list[str]:
    return [printed(line).rstrip(" ") for line in fitted.lines]
