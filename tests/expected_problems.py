"""Mistakes in test data say at their own line what is to be reported there.

A comment `#! 5 PNP030 key="powr" ~meant=power` is what `facts` tells of a problem, without its file and line number;
several comments may follow each other. With `*` for the column, the file as a whole is meant. Places are those that
users are shown: of the very characters that are meant. A comment may also be the line that users see.
"""

import re
from collections.abc import Iterable, Iterator
from pathlib import Path

from facts import facts

from pnp.diagnostics.pinpoint import pinpoint
from pnp.diagnostics.sources import Sources
from pnp.io.project import Project
from pnp.model.problem import Problem

_COMMENT = re.compile(r"#! (.*?)\s*(?=#! |$)")


def expected_problems(root: Path, files: Iterable[Path]) -> list[str]:
    return [line for file in sorted(files) for line in _expected_in(file, file.relative_to(root).as_posix())]


def _expected_in(file: Path, name: str) -> Iterator[str]:
    for number, line in enumerate(file.read_text(encoding="utf-8").splitlines(), 1):
        for said in _COMMENT.findall(line):
            yield f"{name}{said[1:]}" if said.startswith("*") else f"{name}:{number}:{said}"


def assert_as_expected(root: Path, files: Iterable[Path], problems: Iterable[Problem]) -> None:
    shown = pinpoint(Sources(Project(root, root)), problems)
    expected = sorted(expected_problems(root, files))
    found = sorted(str(each) if str(each) in expected else facts(each) for each in shown)
    missing = [f"missing:    {line}" for line in expected if line not in found]
    surplus = [f"unexpected: {line}" for line in found if line not in expected]
    assert found == expected, "\n".join(["", *missing, *surplus])
