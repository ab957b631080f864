"""Options that say how finished pictures and pages are meant: words → lengths, sizes, pages."""

from collections.abc import Callable
from typing import Any

import typer

from pnp.model.length import mm, parse_length
from pnp.model.problem import UsageError

_LARGEST = 1000.0  # mm of a piece
_MOST = 100_000  # the number of a page


def _parsed(option: str, metavar: str, help: str, parse: Callable[[str], Any]) -> Any:
    """Defaults are values already."""
    return typer.Option(
        option, metavar=metavar, help=help, parser=lambda given: parse(given) if isinstance(given, str) else given
    )


def size_option(option: str, help: str) -> Any:
    def parse(text: str) -> tuple[float, float]:
        from pnp.impose.press import parse_size
        from pnp.load.numbers import find_size, size_names
        from pnp.text.suggest import did_you_mean

        found = find_size(text) or parse_size(text.strip().casefold())
        if found is None:
            hint = did_you_mean(text, size_names())
            raise UsageError(f'{option}: there is no size "{text}" ({hint or "like poker, 63x88 or 2.5in x 3.5in"})')
        if not all(5.0 <= side <= _LARGEST for side in found):
            raise UsageError(f"{option} {text}: each side must measure from 5 mm to 1 m")
        return found

    return _parsed(option, "NAME|WxH", help, parse)


def length_option(option: str, help: str, most: float) -> Any:
    def parse(text: str) -> float:
        return _length(option, text, most)

    return _parsed(option, "LENGTH", help, parse)


def lengths_option(option: str, help: str, most: float) -> Any:
    """Two, or one for both: across, down."""

    def parse(text: str) -> tuple[float, float]:
        across, comma, down = text.partition(",")
        return _length(option, across, most), _length(option, down if comma else across, most)

    return _parsed(option, "X,Y", help, parse)


def grid_option(option: str, help: str) -> Any:
    def parse(text: str) -> tuple[int, int]:
        columns, _, rows = text.lower().replace("×", "x").partition("x")
        if not (_is_number(columns) and _is_number(rows) and 0 < int(columns) < 100 and 0 < int(rows) < 100):
            raise UsageError(f"{option} is columns x rows, like 3x3, not {text}")
        return int(columns), int(rows)

    return _parsed(option, "CxR", help, parse)


def pages_option(option: str, help: str) -> Any:
    def parse(text: str) -> tuple[int, ...]:
        found: dict[int, None] = {}
        for part in text.split(","):
            first, hyphen, last = (each.strip() for each in part.partition("-"))
            last = last if hyphen else first
            if not (_is_number(first) and _is_number(last) and 0 < int(first) <= int(last) < _MOST):
                raise UsageError(f"{option} is a list of pages like 2-10,14, not {text}")
            found |= dict.fromkeys(range(int(first), int(last) + 1))
        return tuple(found)

    return _parsed(option, "PAGES", help, parse)


def _is_number(text: str) -> bool:
    return text.isascii() and text.isdecimal() and len(text) < 7


def _length(option: str, text: str, most: float) -> float:
    found = parse_length(text)
    if found is None or not 0 <= found <= most:
        raise UsageError(f"{option} is a length from 0 to {mm(most)}, not {text}")
    return found
