"""`python .ci/plain_words.py` lists names and docstrings that don't read as CONTRIBUTING.md asks.

A function's name begins with a verb or is a noun for what it returns: never a bare participle, adverb or preposition.
A docstring begins with a sentence that makes sense without the name, not with a fragment of one.
"""

import ast
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

REPOSITORY = Path(__file__).parents[1]
FOLDERS = ("pnp", "tests", "docs", "benchmarks", ".ci")
NAME = re.compile(
    r"_?(told|said|shown|named|kept|found|filled|made|known|asked|given|laid|drawn|held|left|taken|meant|settled|anchored"
    r"|joined|without|with|beside|apart|near|behind|above|among|of|for|either|few|alike|unlike|lone|so|how|what|who|where"
    r"|which|those|such)(_|$)"
)
OPENING = re.compile(
    r"(Of|What|Those|Where|Who|Whom|With|Without|The same|All that|All of|Somebody|Nobody|None where|As|By|Each as)\b"
)


def find_odd_words(source: str) -> Iterator[tuple[int, str]]:
    """Yield the line of each name and docstring that is odd, and what is odd there."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            if NAME.match(node.name):
                yield node.lineno, f'function "{node.name}" begins with no verb and is no noun'
            opening = OPENING.match(ast.get_docstring(node) or "")
            if opening and not node.name.startswith("test_"):  # these say what they prove
                yield node.lineno, f'docstring of "{node.name}" begins with "{opening[0]}": write a sentence'


def main() -> None:
    listed = ["git", "ls-files", "--", *FOLDERS]
    names = subprocess.run(listed, cwd=REPOSITORY, capture_output=True, text=True, check=True).stdout.split()
    found = [
        f"{name}:{line}: {odd}"
        for name in names
        if name.endswith(".py")
        for line, odd in sorted(find_odd_words((REPOSITORY / name).read_text(encoding="utf-8")))
    ]
    print(*found, sep="\n")
    sys.exit(bool(found))


if __name__ == "__main__":
    main()
