"""Edits of a text: `edit_text("name: Fox", "name: ", "Fox", "Wolf")` returns the new text, or why there is none."""

from pathlib import Path

from pnp.edit.editing import apply_edit
from pnp.edit.edits import Edit, EntryAt, Refusal, ValueAt, digest


def edit_text(text: str, at: ValueAt | EntryAt | str, old: str, new: str, name: str = "x.yaml", seen: str = "") -> str:
    """Return the text after an edit, or why it is refused.

    `at`: the characters before which the value begins, in the text as it was `seen`, unless as it is.
    """
    if isinstance(at, str):
        index = (seen or text).removeprefix("\ufeff").index(at) + len(at)
        before = (seen or text).removeprefix("\ufeff")[:index].replace("\r\n", "\n").replace("\r", "\n")
        at = ValueAt(before.count("\n") + 1, index_in_line(before) + 1)
    done = apply_edit(text.encode(), Edit(Path(name), at, old, new, digest((seen or text).encode())))
    return done.why if isinstance(done, Refusal) else done.after.decode()


def index_in_line(before: str) -> int:
    return len(before) - before.rfind("\n") - 1
