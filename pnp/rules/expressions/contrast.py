"""Two values that aren't equal → what messages show of them, so that one sees the difference."""

from typing import Any

from pnp.rules.expressions.values import key, shown

_BEFORE, _AFTER = 12, 30  # characters of a text around the first that differs


def contrasted(one: Any, other: Any) -> tuple[str, str]:
    """As they are shown elsewhere, unless they read alike there: then with quotes, or where they begin to differ."""
    texts = shown(one), shown(other)
    if texts[0] != texts[1] or key(one) == key(other):
        return texts
    quoted = shown(_quoted(one)), shown(_quoted(other))
    if quoted[0] != quoted[1]:
        return quoted
    if isinstance(one, tuple) and isinstance(other, tuple):
        place = _first_difference([key(item) for item in one], [key(item) for item in other])
        return _at(one, other, place), _at(other, one, place)
    if isinstance(one, str) and isinstance(other, str):
        place = _first_difference(one, other)
        return _around(one, place), _around(other, place)
    return texts


def _quoted(value: Any) -> Any:
    if isinstance(value, tuple):
        return tuple([_quoted(item) for item in value])
    return f"'{value}'" if isinstance(value, str) else value


def _first_difference(one: Any, other: Any) -> int:
    pairs = enumerate(zip(one, other, strict=False))
    return next((n for n, (a, b) in pairs if a != b), min(len(one), len(other)))


def _at(value: tuple[Any, ...], other: tuple[Any, ...], place: int) -> str:
    if place >= len(value):
        return f"a list of {len(value)}"
    mine = contrasted(value[place], other[place])[0] if place < len(other) else shown(value[place])
    return f"{mine} in place {place + 1} of {len(value)}"


def _around(text: str, place: int) -> str:
    part = " ".join(text[max(0, place - _BEFORE) : place + _AFTER].split())
    return f"…{part}…" if len(text) > place + _AFTER else f"…{part}"
