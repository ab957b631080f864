"""A change asked of a text: `mended("name: Fox", 1, 7, "Fox", "Wolf")` is the text that comes out, or why none does."""

from pathlib import Path

from pnp.mend.edit import Edit, EntryAt, Refusal, ValueAt, digest
from pnp.mend.mending import mend


def mended(text: str, at: ValueAt | EntryAt | str, old: str, new: str, name: str = "x.yaml", seen: str = "") -> str:
    """`at`: the characters before which the value begins, in the text as it was `seen`, unless as it is."""
    if isinstance(at, str):
        index = (seen or text).removeprefix("\ufeff").index(at) + len(at)
        before = (seen or text).removeprefix("\ufeff")[:index].replace("\r\n", "\n").replace("\r", "\n")
        at = ValueAt(before.count("\n") + 1, index_in_line(before) + 1)
    done = mend(text.encode(), Edit(Path(name), at, old, new, digest((seen or text).encode())))
    return done.why if isinstance(done, Refusal) else done.after.decode()


def index_in_line(before: str) -> int:
    return len(before) - before.rfind("\n") - 1
