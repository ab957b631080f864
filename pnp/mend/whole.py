"""Another text for a file as a whole, with the file's own line breaks."""

import re
from collections.abc import Sequence

from pnp.load import limits
from pnp.mend.edit import Mended, Refusal, writable

_LINE = re.compile(r"([^\r\n]*)(\r\n|\r|\n|\Z)")
_MARK = "\ufeff"


def with_text(before: bytes, text: str) -> Mended | Refusal:
    """Lines that stay, before and behind what changes, keep the line breaks that they have."""
    new = writable(text, limits.FILE_BYTES)
    if isinstance(new, Refusal):
        return new
    try:
        old = before.decode("utf-8")
    except UnicodeDecodeError:
        return Refusal("the file isn't written in UTF-8: save it so first")
    mark = _MARK if old.startswith(_MARK) else ""
    there, wanted = _lines(old.removeprefix(_MARK)), _lines(new.removeprefix(_MARK))
    first, last = _alike([(line, bool(end)) for line, end in there], [(line, bool(end)) for line, end in wanted])
    usual = max(("\n", "\r\n", "\r"), key=[ending for _, ending in there].count)
    changed = [line + (usual if end else "") for line, end in wanted[first : len(wanted) - last]]
    kept = ["".join(pair) for pair in there]
    after = mark + "".join([*kept[:first], *changed, *kept[len(kept) - last :]])
    return Mended(before, after.encode())


def _lines(text: str) -> list[tuple[str, str]]:
    """Each with its line break; behind the last break stands one more, if an empty one."""
    *lines, last = [*_LINE.findall(text)]
    return lines if lines and not lines[-1][1] else [*lines, last]


def _alike(ours: Sequence[object], theirs: Sequence[object]) -> tuple[int, int]:
    """How many are the same at the beginning, and at the end."""
    most = min(len(ours), len(theirs))
    first = next((n for n in range(most) if ours[n] != theirs[n]), most)
    last = next((n for n in range(most - first) if ours[-1 - n] != theirs[-1 - n]), most - first)
    return first, last
