"""Inputs are opened by `pnp.io.opening` alone, files written by `pnp.io.writing`, the cache and the user's folders."""

import ast
from collections.abc import Iterator
from functools import cache

from test_rooms import parsed

READS = ("pnp/io/opening.py",)
WRITES = ("pnp/io/writing.py", "pnp/build/cache.py", "pnp/io/user_folders.py")
NO_FILES = (
    "os.devnull",
    "found.read_text(name)",  # of a distribution's metadata
    "BytesIO",
    "self._zip.open(info",
    "pikepdf.open(file",
    "open(Request(",
)  # what stands in a call that opens no file of anybody's
CALLS = ("open", "read_bytes", "read_text", "write_bytes", "write_text", "copyfile", "copy", "copytree", "mkdir")
MODULES = ("os", "shutil", "io")


@cache
def opened() -> tuple[tuple[str, int, str], ...]:
    return tuple(openings())


def openings() -> Iterator[tuple[str, int, str]]:
    for file, tree in parsed():
        for node in ast.walk(tree):
            if isinstance(node, ast.Call) and _opens(node.func) and not any(w in ast.unparse(node) for w in NO_FILES):
                yield file, node.lineno, ast.unparse(node)


def _opens(called: ast.expr) -> bool:
    if isinstance(called, ast.Name):
        return called.id == "open"
    if not isinstance(called, ast.Attribute) or called.attr not in CALLS:
        return False
    return called.attr != "copy" or ast.unparse(called.value) in MODULES


def test_nobody_else_opens_a_file() -> None:
    wrong = [f"{file}:{line}: {call[:80]}" for file, line, call in opened() if file not in (*READS, *WRITES)]
    assert not wrong, "\n".join(wrong)


def test_those_who_may_do() -> None:
    assert {file for file, _, _ in opened()} == {*READS, *WRITES}
