"""Problems that a comment or the game's `checks:` tells pnp to ignore, and what is wrong with these."""

from collections.abc import Callable
from pathlib import Path
from time import process_time

import pytest
from facts import list_facts
from hypothesis import given, settings
from hypothesis import strategies as st

from pnp.diagnostics import ignores as ignoring
from pnp.diagnostics.ignores import CommentReader, apply_settings, check_settings, read_comments
from pnp.io.project import Project
from pnp.model.game import KindSetting
from pnp.model.problem import Problem, Severity
from pnp.model.span import Span

Written = Callable[[str, str], Project]


@pytest.fixture
def written(tmp_path: Path) -> Written:
    def write(file: str, text: str) -> Project:
        (tmp_path / file).write_text(text, encoding="utf-8", newline="")
        return Project(tmp_path, tmp_path)

    return write


def problem(place: str, code: str = "PNP350", origin: str = "", severity: Severity = Severity.WARNING) -> Problem:
    return Problem(code, severity, span(place), "is wrong", origin=span(origin) if origin else None)


def span(place: str) -> Span:
    file, _, line = place.partition(":")
    return Span(file, int(line or 0), 3 if line else 0)


def heeded(problems: list[Problem], project: Project) -> list[Problem]:
    """Return what no comment ignores, and what is wrong with comments."""
    comments = CommentReader(project)
    return [*comments.filter(problems), *comments.problems()]


@pytest.mark.parametrize(
    ("file", "text", "ignored"),
    [
        ("a.yaml", "x: 1\ny: 2  # pnp: ignore PNP350\nz: 3\n", [2]),
        ("a.yaml", "y: 2  #pnp:ignore pnp350\n", [1]),
        ("a.yaml", "y: 2  # pnp: ignore PNP310,PNP292 PNP350,\n", [1]),
        ("a.yaml", "y: 2  # pnp: ignore PNP35  # it is small\n", [1]),
        ("a.yaml", "y: 2  # it is small  # pnp: ignore PNP3\n", [1]),
        ("a.yaml", "y: 2  # pnp: ignore PNP310\n", []),
        ("a.yaml", "y: a#pnp: ignore PNP350\n", []),  # no comment: nothing before its #
        ("a.yaml", "y: 2  # see pnp: ignore PNP350\n", []),
        ("a.yaml", "x: 1\n  # pnp: ignore PNP350\ny: 2\nz: 3\n", [3]),
        ("a.yaml", "# pnp: ignore PNP310\n# pnp: ignore PNP350\n# because\ny: 2\nz: 3\n", [4]),
        ("a.yaml", "# pnp: ignore PNP350\n\ny: 2\n", [2]),  # the next line, even if it is empty
        ("a.yaml", "# pnp: ignore PNP350", [2]),
        ("a.yml", "a: 1\r\nb: 2 # pnp: ignore PNP350\r\nc: 3\r\n", [2]),
        ("a.yaml", "\ufeffa: 1  # pnp: ignore PNP350\n", [1]),
        ("a.po", '# pnp: ignore PNP350\nmsgid "x"\nmsgstr "y"\n', [3]),
        ("a.xml.j2", "<face>\n<rect/>{# pnp: ignore PNP350 #}\n</face>", [2]),
        ("a.xml.j2", "<face>\n{#- pnp: ignore PNP350 -#}\n<rect/>\n</face>", [3]),
        ("a.xml.j2", "<!-- pnp: ignore PNP350 -->\n{# because #}\n<face/>", [3]),
        ("a.xml.j2", "<rect/>{# pnp: ignore PNP350\nbecause #}\n", [1]),
        ("a.xml.j2", "<rect/>  # pnp: ignore PNP350\n", []),
        ("a.xml.j2", "<rect/>{# pnp: ignore PNP310 #}{# pnp: ignore PNP350 #}\n", [1]),
        ("a.svg", "<svg>\n<!-- pnp: ignore PNP350 --><g/></svg>", [2]),
        ("a.csv", "id,name\na,b # pnp: ignore PNP350\n", []),
        ("a.png", "# pnp: ignore PNP350", []),
    ],
)
def test_where_a_comment_counts(file: str, text: str, ignored: list[int], written: Written) -> None:
    problems = [problem(f"{file}:{line}") for line in range(1, 7)]
    kept = heeded(problems, written(file, text))
    assert kept == [each for each in problems if each.span.line not in ignored]


def test_a_template_speaks_for_all_pieces(written: Written) -> None:
    written("data.yaml", "name: Fox  # pnp: ignore PNP350\n")
    project = written("a.xml.j2", "<face>\n<text/>{# pnp: ignore PNP350 #}\n</face>")
    of_a_text = problem("data.yaml:5", origin="a.xml.j2:2")
    of_the_template = problem("a.xml.j2:3", origin="data.yaml:1")  # whose first piece only happens to be named
    assert heeded([of_a_text, of_the_template], project) == [of_the_template]


def test_an_error_stays_as_a_note(written: Written) -> None:
    project = written("a.yaml", "x: 1  # pnp: ignore PNP310 PNP350\n")
    found = [problem("a.yaml:1", "PNP310", severity=Severity.ERROR), problem("a.yaml:1", severity=Severity.NOTE)]
    assert heeded(found, project) == [found[0]._replace(severity=Severity.NOTE, about=("ignored",))]


@pytest.mark.parametrize(
    ("comment", "said"),
    [
        ("# pnp: ignore", "7 PNP090"),
        ("# pnp: ignore , ", "7 PNP090"),
        ("# pnp: ingore PNP350", "7 PNP090 word=ingore ~meant=ignore"),
        ("# pnp: ignore PNP35O", "21 PNP091 word=PNP35O ~meant=PNP350"),
        ("# pnp: ignore PNP310, all", "29 PNP091 word=all"),
        ("# pnp: ignore PNP", "21 PNP091 word=PNP"),
        ("# pnp: ignore 350", "21 PNP091 word=350"),
    ],
)
def test_what_is_wrong_with_comments(comment: str, said: str, written: Written) -> None:
    project = written("a.yaml", f"a: 1  {comment}\n")
    found = problem("a.yaml:1")
    kept, *wrong = heeded([found], project)
    assert kept == found
    assert [line.startswith(f"a.yaml:1:{said}") for line in list_facts(wrong)] == [True], wrong


@pytest.mark.parametrize("comment", ["# pnp: see the manual", "# pnp:", "# pnp is fine", "# a pnp: ignore"])
def test_prose_is_no_order(comment: str, written: Written) -> None:
    project = written("a.yaml", f"a: 1  {comment}\n")
    assert heeded([problem("a.yaml:1")], project) == [problem("a.yaml:1")]


@pytest.mark.parametrize("file", ["missing.yaml", "", "folder.yaml", "nul\0.yaml", "../elsewhere.yaml"])
def test_files_that_cannot_be_read_ignore_nothing(file: str, tmp_path: Path) -> None:
    (tmp_path / "folder.yaml").mkdir()
    found = [Problem("PNP001", Severity.ERROR, Span(file, 1, 1), "is wrong"), problem(file)]
    assert heeded(found, Project(tmp_path, tmp_path)) == found


def test_a_file_that_is_not_utf8(tmp_path: Path) -> None:
    (tmp_path / "a.yaml").write_bytes(b"a: \xff\nb: 1  # pnp: ignore PNP350\n")
    found = [problem("a.yaml:1"), problem("a.yaml:2")]
    assert heeded(found, Project(tmp_path, tmp_path)) == found[:1]


def test_lines_are_counted_as_yaml_counts_them(written: Written) -> None:
    project = written("a.yaml", "a: b\u2028  c\nd: 1  # pnp: ignore PNP350\n")
    assert heeded([problem("a.yaml:3")], project) == []


def test_no_file_is_read_where_there_is_no_problem(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ignoring, "Sources", lambda project: None)
    assert heeded([], Project(tmp_path, tmp_path)) == []


@settings(max_examples=60)
@given(
    st.lists(st.sampled_from(["a: 1", "# pnp: ignore PNP350", "b: 2 # pnp: ignore PNP35", "# why", "# pnp: ingore"]))
)
def test_comments_count_for_lines_with_something_in_them(text: list[str]) -> None:
    comments = read_comments("a.yaml", text)
    targets = set(comments.ignores)
    assert not any(text[line - 1].startswith("#") for line in targets if line <= len(text))
    assert {n for n, line in enumerate(text, 1) if line.startswith("b")} <= targets
    assert len(comments.problems) == text.count("# pnp: ingore")
    assert sum(map(len, comments.ignores.values())) == sum("PNP35" in line for line in text)


def test_a_strange_file_takes_no_strange_time() -> None:
    begun = process_time()
    read_comments("a.yaml", ["# pnp: ignore PNP350"] * 40_000)
    read_comments("a.yaml", ["# pnp: ignore " + "PNX,PNP9999 " * 20_000])
    read_comments("a.xml.j2", ["{# pnp: ignore " * 40_000])
    assert process_time() - begun < 20


HERE = Span("game.yaml", 3, 5)


def severities_with(severity: Severity, code: str, *settings: tuple[str, bool]) -> list[Severity]:
    problem = Problem(code, severity, Span("cards.yaml", 1, 1), "it is so")
    return [each.severity for each in apply_settings([problem], [KindSetting(*each, HERE) for each in settings])]


@pytest.mark.parametrize(
    ("settings", "severities"),
    [
        ([], [Severity.WARNING]),
        ([("PNP152", True)], []),
        ([("PNP152", False)], [Severity.ERROR]),
        ([("PNP15", True)], []),
        ([("PNP15", True), ("PNP152", False)], [Severity.ERROR]),
        ([("PNP152", True), ("PNP15", False)], []),
        ([("PNP154", True), ("PNP350", False)], [Severity.WARNING]),
    ],
)
def test_the_longest_beginning_of_a_code_counts(settings: list[tuple[str, bool]], severities: list[Severity]) -> None:
    assert severities_with(Severity.WARNING, "PNP152", *settings) == severities


@pytest.mark.parametrize("severity", [Severity.ERROR, Severity.NOTE])
def test_what_is_no_warning_stays_what_it_is(severity: Severity) -> None:
    assert severities_with(severity, "PNP152", ("PNP152", True)) == [severity]
    assert severities_with(severity, "PNP152", ("PNP152", False)) == [severity]


def test_what_does_nothing_is_told() -> None:
    said = [("PNP152", True), ("PNP999", True), ("PNP310", True), ("PNP310", False), ("PNP35", True), ("PNP152", False)]
    assert list_facts(check_settings([KindSetting(*each, HERE) for each in said])) == [
        "game.yaml:3:5 PNP080 name=PNP999 ~meant=PNP099",
        "game.yaml:3:5 PNP081 name=PNP310",
        "game.yaml:3:5 PNP082 name=PNP310 ~origin=game.yaml:3:5",
        "game.yaml:3:5 PNP082 name=PNP152 ~origin=game.yaml:3:5",
    ]
