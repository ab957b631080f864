"""What `pnp check` prints: text, concise, JSON, commands of GitHub's workflows, SARIF."""

import inspect
import json
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft7Validator
from running import Run
from tiny_game import change, write, write_tiny

from pnp.cli.commands import check
from pnp.cli.commands.check import FORMATS, github_command
from pnp.diagnostics.codes import read_explanation
from pnp.io.project import Project
from pnp.model.problem import Problem, Severity
from pnp.model.span import Span

CARDS = "card_data/tiny/cards.yaml"
SARIF = Draft7Validator(json.loads(Path(__file__).with_name("sarif-2.1.0.json").read_text(encoding="utf-8")))


@pytest.fixture
def misspelt(tiny: Path) -> Path:
    change(tiny, CARDS, "name: Second", "word: Second")
    return tiny


@pytest.fixture
def sentences(misspelt: Path, run: Run) -> list[str]:
    """Return what is said of both problems of a misspelt key, which other tests hold, the second with its hint."""
    missing, unknown = json.loads(run("check", "tiny", "--json").out)["tiny"]
    return [missing["message"], f"{unknown['message']} ({unknown['hint']})"]


@pytest.fixture
def lines(sentences: list[str]) -> list[str]:
    return [f"{CARDS}:5:3: error PNP032 {sentences[0]}\n", f"{CARDS}:6:3: error PNP030 {sentences[1]}\n"]


def problem(span: Span, says: str = "is wrong", **more: Any) -> Problem:
    return Problem("PNP350", Severity.WARNING, span, says, **more)


def reported(format: str, project: Project, *games: list[Problem]) -> None:
    FORMATS[format](project, ((f"game{number}", problems) for number, problems in enumerate(games)), False)


@pytest.mark.parametrize("words", [(), ("--format", "text")])
def test_text_shows_the_lines(words: tuple[str, ...], lines: list[str], run_whole: Run) -> None:
    shown = f"{lines[0]} 5 | - id: two\n   |   ^^\n{lines[1]} 6 |   word: Second\n   |   ^^^^\n"
    assert run_whole("check", "tiny", *words) == (1, "tiny: 2 errors\n", shown)


def test_builds_show_them_too(lines: list[str], run_whole: Run) -> None:
    assert f"{lines[1]} 6 |   word: Second\n   |   ^^^^\n" in run_whole("build", "tiny").err


def test_concise_is_a_line_each(lines: list[str], run_whole: Run) -> None:
    assert run_whole("check", "tiny", "--format", "concise") == (1, "".join(lines), "tiny: 2 errors\n")


@pytest.mark.parametrize(
    "span", [Span("none.yaml", 3, 1), Span("a.yaml"), Span("a.yaml", 9, 1), Span("a.png", 1, 1), Span("")]
)
def test_text_does_without_what_cannot_be_read(
    span: Span, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    write(tmp_path, "a.yaml", "a: 1\n")
    (tmp_path / "a.png").write_bytes(b"\x89PNG\0\0")
    reported("text", Project(tmp_path, tmp_path), [problem(span)])
    assert capsys.readouterr().err == f"{span}: warning PNP350 is wrong\n"


def test_json_is_one_value(misspelt: Path, run: Run) -> None:
    write_tiny(misspelt, "another")
    shown = run("check", "--format", "json")
    assert (shown.code, shown.err) == (1, "")
    place = {"severity": "error", "file": CARDS, "column": 3}
    found = json.loads(shown.out)
    messages = [(each.pop("message"), each.pop("hint", "")) for each in found["tiny"]]
    assert ['"name"' in messages[0][0], '"word"' in messages[1][0], "{word: text}" in messages[1][1]] == [True] * 3
    assert found == {
        "another": [],
        "tiny": [
            {**place, "code": "PNP032", "line": 5, "end": 5, "piece": "cards/two"},
            {**place, "code": "PNP030", "line": 6, "end": 7, "piece": "cards/two"},
        ],
    }


@pytest.mark.parametrize(
    ("toml", "words", "is_json"),
    [
        ("", "--json", True),
        ("", "--json --format json", True),
        ("json = true", "", True),
        ("json = true", "--format concise", False),
        ("json = true", "--no-json", False),
        ('format = "concise"', "--json", True),
        ('format = "json"', "", True),
        ('format = "json"', "--format text", False),
        ('format = "json"\njson = true', "", True),
    ],
)
def test_json_is_short_for_the_format(toml: str, words: str, is_json: bool, tiny: Path, run: Run) -> None:
    write(tiny, "pnp.toml", f"[check]\n{toml}\n")
    expected = '{\n  "tiny": []\n}\n' if is_json else "tiny: no problems\n"
    shown = run("check", "tiny", *words.split())
    assert (shown.code, shown.out + shown.err) == (0, expected)


@pytest.mark.parametrize(
    ("toml", "words"),
    [("", "--json --format sarif"), ('json = true\nformat = "sarif"', ""), ("", "--json --format text")],
)
def test_two_formats_are_refused(toml: str, words: str, tiny: Path, run: Run) -> None:
    write(tiny, "pnp.toml", f"[check]\n{toml}\n")
    shown = run("check", "tiny", *words.split())
    assert (shown.code, shown.out) == (2, "")
    assert "--json is short for --format json: choose one of json and " in shown.err


def test_a_format_that_there_is_not(tiny: Path, run: Run) -> None:
    assert run("check", "--format", "sarfi") == (2, "", 'pnp: there is no --format "sarfi" (did you mean sarif?)\n')


def test_each_format_has_its_function() -> None:
    ours = [each for each in vars(check).values() if inspect.getmodule(each) is check]
    assert {*FORMATS.values()} == {each for each in ours if each.__name__.startswith("print_")}
    assert FORMATS.keys() > {"json", "text"}


def test_github_is_one_stream_of_commands(misspelt: Path, sentences: list[str], run: Run) -> None:
    write_tiny(misspelt, "another")
    change(misspelt, "layouts/another/card.xml.j2", 'x="4" y="4"', 'x="1" y="4"')
    change(misspelt, "card_data/another/cards.yaml", "- id: two\n  name: Second\n", "")
    shown = run("check", "--format", "github", "--ignore", "PNP1", "--ink", "low")
    assert (shown.code, shown.err) == (1, "")
    first, *others = shown.out.splitlines()
    place = "file=card_data/another/cards.yaml,line=3,col=9,endColumn=13"
    assert first.startswith(f"::warning {place},title=PNP350::cards/one: ")
    assert first.endswith(" [layouts/another/card.xml.j2:2:3]")
    assert others == [
        f"::error file={CARDS},line=5,col=3,endColumn=4,title=PNP032::{sentences[0]}",
        f"::error file={CARDS},line=6,col=3,endColumn=6,title=PNP030::{sentences[1]}",
    ]


@pytest.mark.parametrize(
    ("wrong", "command"),
    [
        (
            problem(Span("a,b:c%.yaml", 1, 2), "100 %: a,b\r\nc", hint="d", origin=Span("e.yaml", 7)),
            "::warning file=a%2Cb%3Ac%25.yaml,line=1,col=2,title=PNP350::100 %25: a,b%0D%0Ac (d) [e.yaml:7]",
        ),
        (problem(Span("a.yaml", 3, 4, 5)), "::warning file=a.yaml,line=3,col=4,endColumn=4,title=PNP350::is wrong"),
        (problem(Span("a.yaml", 3)), "::warning file=a.yaml,line=3,title=PNP350::is wrong"),
        (problem(Span("a.yaml"))._replace(severity=Severity.NOTE), "::notice file=a.yaml,title=PNP350::is wrong"),
        (problem(Span("")), "::warning title=PNP350::is wrong"),
    ],
)
def test_github_commands_are_escaped(wrong: Problem, command: str) -> None:
    assert github_command(wrong) == command


def sarif(run: Run, *words: str) -> dict[str, Any]:
    shown = run("check", "--format", "sarif", *words)
    assert shown.err == ""
    log: dict[str, Any] = json.loads(shown.out)
    assert [error.message for error in SARIF.iter_errors(log)] == []
    return log


def test_sarif_is_one_log(misspelt: Path, sentences: list[str], run: Run) -> None:
    write_tiny(misspelt, "another")
    change(misspelt, "layouts/another/card.xml.j2", 'x="4" y="4"', 'x="1" y="4"')
    (found,) = sarif(run, "--select", "PNP350,PNP030", "--ink", "low")["runs"]
    rules = found["tool"]["driver"]["rules"]
    assert [rule["id"] for rule in rules] == ["PNP030", "PNP350"]
    assert rules[0]["name"] == "UnknownKey"
    assert rules[1]["shortDescription"] == {"text": "Content outside the safe area."}
    assert rules[1]["help"] == {"text": read_explanation("PNP350").text}
    assert [rule["defaultConfiguration"]["level"] for rule in rules] == ["error", "warning"]
    assert [(each["ruleId"], each["ruleIndex"], each["level"]) for each in found["results"]] == [
        ("PNP350", 1, "warning"),
        ("PNP030", 0, "error"),
    ]
    first, last = found["results"]
    assert last["message"] == {"text": sentences[1]}
    assert last["locations"] == [
        {
            "physicalLocation": {
                "artifactLocation": {"uri": CARDS, "uriBaseId": "SRCROOT"},
                "region": {"startLine": 6, "startColumn": 3, "endColumn": 7},
            },
            "logicalLocations": [{"fullyQualifiedName": "cards/two"}],
        }
    ]
    (related,) = first["relatedLocations"]
    assert related["physicalLocation"]["artifactLocation"]["uri"] == "layouts/another/card.xml.j2"
    assert related["physicalLocation"]["region"] == {"startLine": 2, "startColumn": 3, "endColumn": 8}
    assert list(found["originalUriBaseIds"]) == ["SRCROOT"]


def test_sarif_of_nothing(tiny: Path, run: Run) -> None:
    (found,) = sarif(run)["runs"]
    assert (found["results"], found["tool"]["driver"]["rules"]) == ([], [])


def test_sarif_fingerprints_stay_when_lines_move(misspelt: Path, run: Run) -> None:
    def prints() -> list[str]:
        return [each["partialFingerprints"]["pnpProblem/v1"] for each in sarif(run)["runs"][0]["results"]]

    before = prints()
    assert len(set(before)) == 2
    change(misspelt, CARDS, "- id: one\n", "# the first\n\n- id: one\n")
    assert prints() == before
    change(misspelt, CARDS, "word: Second", "word: Third")
    assert [a == b for a, b in zip(prints(), before, strict=True)] == [True, False]


PLACES = {
    "a.yaml": "- text: Gain [coyn]\n- text: >\n    Two [coyn]\n    of them\n",
    "b.csv": 'id,text\nfox,"Say ""[coyn]"""\n',
    "c.po": 'msgid "a"\nmsgstr ""\n"Nimm "\n"[coyn]"\n',
    "d.xml.j2": '<face>\n  <icon name="coyn"/>\n</face>\n',
}


@pytest.fixture
def in_five_places(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> tuple[Project, Problem]:
    monkeypatch.chdir(tmp_path)
    for name, text in PLACES.items():
        write(tmp_path, name, text)
    first, *others = (
        Span("a.yaml", 1, 9).slice(5, 11),
        Span("a.yaml", 2, 9).slice(4, 10),
        Span("b.csv", 2, 5).slice(5, 11),
        Span("c.po", 2).slice(5, 11),
        Span("d.xml.j2", 2, 3).at("coyn"),
    )
    return Project(tmp_path, tmp_path), problem(first, "there is no icon", others=tuple(others))


FOUND = [("a.yaml", 1, 14, 20), ("a.yaml", 3, 9, 15), ("b.csv", 2, 12, 18), ("c.po", 4, 2, 8), ("d.xml.j2", 2, 15, 19)]


def captured_report(
    format: str, in_five_places: tuple[Project, Problem], capsys: pytest.CaptureFixture[str]
) -> tuple[str, str]:
    project, wrong = in_five_places
    reported(format, project, [wrong])
    return capsys.readouterr()


def test_text_names_three_places(in_five_places: tuple[Project, Problem], capsys: pytest.CaptureFixture[str]) -> None:
    out, err = captured_report("text", in_five_places, capsys)
    also = "also at a.yaml:3:9, b.csv:2:12 and 2 more"
    line = " 1 | - text: Gain [coyn]\n   |              ^^^^^^\n"
    assert (out, err) == ("game0: 1 warning\n", f"a.yaml:1:14: warning PNP350 there is no icon, {also}\n{line}")


def test_concise_and_github_are_a_line_for_each_place(
    in_five_places: tuple[Project, Problem], capsys: pytest.CaptureFixture[str]
) -> None:
    out, err = captured_report("concise", in_five_places, capsys)
    assert out.splitlines() == [f"{f}:{row}:{col}: warning PNP350 there is no icon" for f, row, col, _ in FOUND]
    assert err == "game0: 1 warning\n"
    out, _ = captured_report("github", in_five_places, capsys)
    assert out.splitlines() == [
        f"::warning file={f},line={row},col={col},endColumn={end - 1},title=PNP350::there is no icon"
        for f, row, col, end in FOUND
    ]


def test_json_and_sarif_have_all_places(
    in_five_places: tuple[Project, Problem], capsys: pytest.CaptureFixture[str]
) -> None:
    out, _ = captured_report("json", in_five_places, capsys)
    ((wrong,),) = json.loads(out).values()
    places = [{"file": f, "line": row, "column": col, "end": end} for f, row, col, end in FOUND]
    assert wrong["places"] == places
    assert {name: wrong[name] for name in places[0]} == places[0]
    out, _ = captured_report("sarif", in_five_places, capsys)
    log = json.loads(out)
    assert [error.message for error in SARIF.iter_errors(log)] == []
    (result,) = log["runs"][0]["results"]
    physical = [each["physicalLocation"] for each in result["locations"]]
    assert [each["artifactLocation"]["uri"] for each in physical] == [f for f, *_ in FOUND]
    assert [each["region"] for each in physical] == [
        {"startLine": row, "startColumn": col, "endColumn": end} for _, row, col, end in FOUND
    ]


def test_sarif_paths(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    project = Project(tmp_path / "games", tmp_path)
    (tmp_path / "games/inner").mkdir(parents=True)
    spans = [Span("a b/ü#1.yaml", 1, 1), Span("/elsewhere/x y.yaml"), Span("a.yaml", 2)]

    def uris() -> list[dict[str, str]]:
        reported("sarif", project, [problem(span) for span in spans], [problem(spans[0])])
        log = json.loads(capsys.readouterr().out)
        assert [error.message for error in SARIF.iter_errors(log)] == []
        return [r["locations"][0]["physicalLocation"]["artifactLocation"] for r in log["runs"][0]["results"]]

    elsewhere = {"uri": "file:///elsewhere/x%20y.yaml"}
    for here, prefix in ((tmp_path, "games/"), (tmp_path / "games", ""), (tmp_path / "games/inner", "")):
        monkeypatch.chdir(here)
        inside = [{"uri": f"{prefix}{uri}", "uriBaseId": "SRCROOT"} for uri in ("a%20b/%C3%BC%231.yaml", "a.yaml")]
        assert uris() == [inside[0], elsewhere, inside[1]]


@pytest.mark.parametrize(
    ("wrong", "at"),
    [
        ({"version": "2.1"}, "version"),
        ({"runs": [{"tool": {"driver": {}}}]}, "runs"),
        ({"runs": [{"tool": {"driver": {"name": "pnp"}}, "results": [{"level": "error"}]}]}, "runs"),
        ({"runs": [{"tool": {"driver": {"name": "pnp"}}, "rseults": []}]}, "runs"),
    ],
)
def test_the_schema_finds_what_is_wrong(wrong: dict[str, Any], at: str) -> None:
    assert [error.absolute_path[0] for error in SARIF.iter_errors({"version": "2.1.0", "runs": [], **wrong})] == [at]
