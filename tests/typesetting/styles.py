"""Type styles for tests, and lines as one reads them."""

from pnp.model.length import MM_PER_POINT
from pnp.model.span import Span
from pnp.model.style import TypeStyle
from pnp.typesetting.lines import Fitted, TextLine


def points(size: float) -> float:
    return size * MM_PER_POINT


def style(size: float = 10, least: float | None = None, **options: object) -> TypeStyle:
    """Make a type style; sizes are in points."""
    smallest = size if least is None else least
    return TypeStyle("test", Span("style.yaml"), size=points(size), min=points(smallest), **options)  # type: ignore[arg-type]


def line_text(line: TextLine) -> str:
    """Return the text of a line as it was shaped; icons in brackets."""
    parts = [part for word in line.words for part in word.parts]
    return "".join([getattr(part, "text", None) or f"[{getattr(part, 'name', '')}]" for part in parts])


def line_texts(fitted: Fitted) -> list[str]:
    return [line_text(line).rstrip(" ") for line in fitted.lines]
