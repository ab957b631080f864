"""`pnp explain`: every code has something to say."""

import re
from collections.abc import Iterator

import pytest
from running import Run

from pnp.build.preparing import MOST
from pnp.diagnostics.codes import EXPLANATIONS, Explanation, all_codes, read_explanation
from pnp.load import limits


def test_each_code_is_explained(run: Run) -> None:
    complaints = [f"{id}: {what}" for id in all_codes() for what in complaints_about(read_explanation(id))]
    assert not complaints, "\n".join(complaints)
    for code in all_codes().values():
        title, text = read_explanation(code.id)
        assert run("explain", code.id) == (0, f"{code.id} · {title} · {code.severity}\n\n{text}\n", "")


def test_each_explanation_is_of_a_code() -> None:
    assert sorted(path.stem for path in EXPLANATIONS.iterdir()) == sorted(all_codes())


def complaints_about(explained: Explanation) -> Iterator[str]:
    """Yield what is wrong with an explanation: it has a few sentences, and examples in pairs."""
    title, text = explained
    if not title or title.endswith(".") or len(title) > 50:
        yield f"title {title!r}"
    if len(text.split()) < 12:
        yield f"explanation too short: {text!r}"
    examples = [line.split(":")[0].casefold() for line in text.splitlines() if line.casefold()[:4] in ("bad:", "good")]
    if "bad" in examples and "good" not in examples:
        yield "a bad example without a good one"
    if any(line.startswith(" ") for line in text.splitlines()):
        yield "lines that are indented"
    yield from (f"line too long: {line!r}" for line in text.splitlines() if len(line) > 120)


@pytest.mark.parametrize(
    ("code", "limit"),
    [
        ("PNP006", limits.FILE_BYTES >> 20),
        ("PNP008", MOST),
        ("PNP010", limits.DEPTH),
        ("PNP011", limits.NODES),
        ("PNP016", limits.PIECES),
        ("PNP019", limits.NODES),
        ("PNP019", limits.COLUMNS),
        ("PNP023", limits.TEXT_LENGTH),
        ("PNP034", limits.RULES),
        ("PNP034", limits.STEPS),
        ("PNP034", limits.MODULES),
    ],
)
def test_limits_that_explanations_name_are_those_that_hold(code: str, limit: int) -> None:
    assert re.search(rf"(?<![\d,]){limit:,}(?![\d,])", read_explanation(code).text)


@pytest.mark.parametrize("written", ["pnp201", "201", "PNP201"])
def test_a_code_may_be_written_in_short(written: str, run: Run) -> None:
    assert run("explain", written).out.startswith("PNP201 · ")


def test_without_a_code_all_are_listed(run: Run) -> None:
    lines = [line.split(maxsplit=2) for line in run("explain").out.splitlines()]
    assert lines == [[code.id, str(code.severity), read_explanation(code.id).title] for code in all_codes().values()]
    assert lines == sorted(lines)


def test_a_beginning_lists_those_that_have_it(run: Run) -> None:
    listed = [line[:6] for line in run("explain", "pnp20").out.splitlines()]
    assert listed == [code for code in all_codes() if code.startswith("PNP20")]
    assert len(listed) > 1
