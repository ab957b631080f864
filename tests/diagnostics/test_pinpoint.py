"""A problem's span becomes the very token, in each kind of file that a game is made of."""

from pathlib import Path

import pytest

from pnp.diagnostics.pinpoint import Pinpointer, pinpoint
from pnp.diagnostics.sources import Sources
from pnp.io.project import Project
from pnp.model.problem import Problem, Severity
from pnp.model.span import Span


def mark_place(tmp_path: Path, name: str, source: str, span: Span) -> str:
    """Return what is marked, and where: `2:8 [coyn]`."""
    (tmp_path / name).write_text(source, encoding="utf-8")
    exact = place_in(tmp_path, span)
    line = source.split("\n")[exact.line - 1]
    return f"{exact.line}:{exact.column} {line[exact.column - 1 : exact.end - 1] if exact.end else '^'}"


def place_in(root: Path, span: Span) -> Span:
    return Pinpointer(sources(root), [span]).place(span)


def sources(root: Path) -> Sources:
    return Sources(Project(root, root))


@pytest.mark.parametrize(
    ("name", "source", "span", "expected"),
    [
        ("a.yaml", "- text: Gain [coyn]\n", Span("a.yaml", 1, 9).slice(5, 11), "1:14 [coyn]"),
        ("a.yaml", '- text: "Gain [coyn]"\n', Span("a.yaml", 1, 9).slice(5, 11), "1:15 [coyn]"),
        ("a.yaml", "- text: >\n    Gain\n    [coyn] now\n", Span("a.yaml", 1, 9).slice(5, 11), "3:5 [coyn]"),
        ("a.yaml", "- text: 'It''s\n    a [coyn]'\n", Span("a.yaml", 1, 9).slice(7, 13), "2:7 [coyn]"),
        ("a.yaml", "- season: wintr # cold\n", Span("a.yaml", 1, 11), "1:11 wintr"),
        ("a.yaml", "- season: [spring, wintr]\n", Span("a.yaml", 1, 20), "1:20 wintr"),
        ("a.yaml", "- seson: winter\n", Span("a.yaml", 1, 3), "1:3 seson"),
        ("a.yaml", "- text: two words\n    over lines\n", Span("a.yaml", 1, 9), "1:9 two words"),
        ("a.yaml", "- text: |\n    block\n", Span("a.yaml", 1, 9), "1:9 ^"),
        ("a.yaml", "- a: [\n", Span("a.yaml", 1, 3), "1:3 a"),
        ("a.yaml", "- a: x\n", Span("a.yaml", 1, 6).slice(0, 9), "1:6 ^"),  # it has no nine characters
        ("a.yaml", "- a: x\n", Span("a.yaml", 7, 6).slice(0, 1), ""),
        ("a.csv", "id,text\nfox,Gain [coyn]\n", Span("a.csv", 2, 5).slice(5, 11), "2:10 [coyn]"),
        ("a.csv", 'id,text\nfox,"Say ""[coyn]"""\n', Span("a.csv", 2, 5).slice(5, 11), "2:12 [coyn]"),
        ("a.csv", "id,text\nfox,Gain\n", Span("a.csv", 2, 5), "2:5 Gain"),
        ("de.po", 'msgid "a"\nmsgstr ""\n"Nimm "\n"[coyn]"\n', Span("de.po", 2).slice(5, 11), "4:2 [coyn]"),
        ("a.j2", '<face>\n  <text of="a"\n    colr="red"/>\n', Span("a.j2", 2, 3).at("colr"), "3:5 colr"),
        ("a.j2", '<text of="a"/>\n', Span("a.j2", 1, 1), "1:1 <text"),
        ("a.j2", '<icon name="coyn"/>\n', Span("a.j2", 1, 1).at("coyn"), "1:13 coyn"),
    ],
)
def test_what_is_marked(tmp_path: Path, name: str, source: str, span: Span, expected: str) -> None:
    if expected:
        assert mark_place(tmp_path, name, source, span) == expected
    else:
        assert place_in(tmp_path, span) == span._replace(part=None)


def test_all_places_of_a_problem(tmp_path: Path) -> None:
    (tmp_path / "a.yaml").write_text("- a: x [coyn]\n- a: [b]\n", encoding="utf-8")
    places = [Span("a.yaml", 1, 6).slice(2, 8), Span("a.yaml", 2, 7)]
    problem = Problem("PNP000", Severity.ERROR, places[0], "wrong", origin=places[1], others=(places[1],))
    (exact,) = pinpoint(sources(tmp_path), [problem])
    assert [str(span) for span in (*exact.places, exact.origin)] == ["a.yaml:1:8", "a.yaml:2:7", "a.yaml:2:7"]
    assert [span.end for span in exact.places] == [14, 8]


def test_a_file_that_cannot_be_read_changes_nothing(tmp_path: Path) -> None:
    assert place_in(tmp_path, Span("none.yaml", 3, 4).slice(0, 2)) == Span("none.yaml", 3, 4)
