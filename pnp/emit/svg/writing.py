"""Numbers, matrices, paths and words as SVG writes them, and definitions that elements refer to by id."""

import re
from collections.abc import Mapping

from pnp.model.display import IDENTITY, Matrix, Path

_NOT_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_ESCAPED = {ord("&"): "&amp;", ord("<"): "&lt;", ord(">"): "&gt;", ord('"'): "&quot;"}
_TAG = re.compile(r"<\w+")


def number(value: float) -> str:
    """A length: up to four decimals, a tenth of a micrometre."""
    return str(round(value, 4) + 0.0).removesuffix(".0")


def factor(value: float) -> str:
    """A scale: it multiplies lengths, so four decimals would be too few."""
    return f"{round(value, 8) + 0.0:.8f}".rstrip("0").rstrip(".")


def matrix_words(matrix: Matrix) -> str:
    """The value of a `transform`."""
    a, b, c, d, e, f = matrix
    if matrix[:4] == IDENTITY[:4]:
        return f"translate({number(e)} {number(f)})"
    return f"matrix({factor(a)} {factor(b)} {factor(c)} {factor(d)} {number(e)} {number(f)})"


def path_words(path: Path) -> str:
    """The value of a `d`."""
    return "".join(segment[0] + " ".join(map(number, segment[1:])) for segment in path)


def escape(text: str) -> str:
    """A text in an element or an attribute; what XML can't hold becomes U+FFFD."""
    return _NOT_XML.sub("\ufffd", text).translate(_ESCAPED)


def is_xml(text: str) -> bool:
    """Whether XML can hold all of its characters."""
    return not _NOT_XML.search(text)


def attributes(values: Mapping[str, str]) -> str:
    """Each with a blank before it; their values are escaped already."""
    return "".join(f' {name}="{value}"' for name, value in values.items())


class Definitions:
    """Elements that others refer to, each once, in the order in which they are first needed."""

    def __init__(self) -> None:
        self.elements: list[str] = []
        self._ids: dict[str, str] = {}
        self._counts: dict[str, int] = {}

    def add(self, letter: str, element: str) -> str:
        """The id of the element, which begins with this letter."""
        if element not in self._ids:
            count = self._counts[letter] = self._counts.get(letter, 0) + 1
            id = self._ids[element] = f"{letter}{count}"
            self.elements.append(_TAG.sub(lambda tag: f'{tag[0]} id="{id}"', element, count=1))
        return self._ids[element]
