"""`pnp explain`: every code has something to say."""

from collections.abc import Iterator

import pytest
from running import Run

from pnp.model.problem import Code
from pnp.problems.codes import all_codes


def test_each_code_is_explained(run: Run) -> None:
    complaints = [f"{code.id}: {what}" for code in all_codes().values() for what in complaints_about(code)]
    assert not complaints, "\n".join(complaints)
    for code in all_codes().values():
        assert run("explain", code.id) == (0, f"{code.id} · {code.title} · {code.severity}\n\n{code.doc}\n", "")


def complaints_about(code: Code) -> Iterator[str]:
    """An explanation says in some sentences what is wrong and why; examples come in pairs."""
    if not code.title or code.title.endswith(".") or len(code.title) > 50:
        yield f"title {code.title!r}"
    if len(code.doc.split()) < 12:
        yield f"explanation too short: {code.doc!r}"
    examples = [
        line.split(":")[0].casefold() for line in code.doc.splitlines() if line.casefold()[:4] in ("bad:", "good")
    ]
    if "bad" in examples and "good" not in examples:
        yield "a bad example without a good one"
    if any(line.startswith(" ") for line in code.doc.splitlines()):
        yield "lines that are indented"
    yield from (f"line too long: {line!r}" for line in code.doc.splitlines() if len(line) > 120)


@pytest.mark.parametrize("written", ["pnp201", "201", "PNP201"])
def test_a_code_may_be_written_in_short(written: str, run: Run) -> None:
    assert run("explain", written).out.startswith("PNP201 · ")


def test_without_a_code_all_are_listed(run: Run) -> None:
    lines = [line.split(maxsplit=2) for line in run("explain").out.splitlines()]
    assert lines == [[code.id, str(code.severity), code.title] for code in all_codes().values()]
    assert lines == sorted(lines)


def test_a_beginning_lists_those_that_have_it(run: Run) -> None:
    listed = [line[:6] for line in run("explain", "pnp20").out.splitlines()]
    assert listed == [code for code in all_codes() if code.startswith("PNP20")]
    assert len(listed) > 1
