"""fonts.yaml: families in packages and in folders, the project's over the bundled one."""

import sys
from pathlib import Path

import pytest

from pnp.load import find_project, load_fonts
from pnp.model.project import Project
from pnp.model.style import FontFile, FontTable


def table(root: Path, text: str, *, bundled: Path | None = None) -> tuple[FontTable, list[str]]:
    (root / "fonts").mkdir(parents=True, exist_ok=True)
    (root / "fonts" / "fonts.yaml").write_text(text, encoding="utf-8")
    fonts, problems = load_fonts(Project(root, bundled or root))
    return fonts, [str(problem).replace("fonts/fonts.yaml", "f") for problem in problems]


def test_the_bundled_table() -> None:
    fonts, problems = load_fonts(Project(Path("/nowhere"), find_project(Path("/")).bundled))
    assert problems == []
    assert fonts.roles == {"title": "Source Serif Pro", "text": "Source Sans Pro"}
    assert set(fonts.fallback) == set(fonts.families)
    for family in fonts.families.values():
        assert set(family.files) == {"regular", "bold", "italic", "bold-italic"}
        assert all(file.path.is_file() for file in family.files.values())
    assert fonts.families["Source Serif Pro"].files["bold"].path.name == "SourceSerifPro-Bold.ttf"


def test_packages_are_not_imported(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(sys.modules, "font_source_serif_pro", raising=False)
    load_fonts(find_project(Path("/")))
    assert "font_source_serif_pro" not in sys.modules


def test_a_projects_table_lies_over_the_bundled_one(tmp_path: Path) -> None:
    own, bundled = tmp_path / "own", tmp_path / "bundled"
    for root, names in ((own, ["Owl.ttf"]), (bundled, ["Text.ttf", "Title.ttc"])):
        (root / "fonts").mkdir(parents=True)
        for name in names:
            (root / "fonts" / name).write_bytes(b"")
    families = "families: {Text: {regular: Text.ttf}, Title: {regular: Title.ttc#2}}"
    text = families + "\nroles: {text: Text, title: Title}\nfallback: [Text]"
    (bundled / "fonts" / "fonts.yaml").write_text(text)
    fonts, problems = table(
        own, "families: {Owl: {regular: Owl.ttf}}\nroles: {title: Owl, rune: Title}", bundled=bundled
    )
    assert problems == []
    assert fonts.roles == {"text": "Text", "title": "Owl", "rune": "Title"}
    assert fonts.fallback == ("Text",)
    assert fonts.families["Title"].files["regular"] == FontFile(bundled / "fonts" / "Title.ttc", 2)
    assert fonts.families["Owl"].files["regular"] == FontFile(own / "fonts" / "Owl.ttf", 0)


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        ("families: {A: {regular: A.ttf}}", ['f:1:25: error PNP001 there is no file "A.ttf"']),
        ("families: {A: {regular: ../A.ttf}}", [
            'f:1:25: error PNP002 "../A.ttf" leads out of the folder of its fonts',
        ]),
        ("families: {A: {}}", ["f:1:12: error PNP001 A names no file for its regular face"]),
        ("families: {A: {package: font_of_nobody, regular: A.ttf}}", [
            "f:1:25: error PNP125 there is no Python package font_of_nobody (pip install font-of-nobody)",
        ]),
        ("families: {A: {package: os.path, regular: A.ttf}}", [
            'f:1:25: error PNP024 "families.A.package" is "os.path", which is no name of a Python package '
            "(os_path would do)",
        ]),
        ("families: {A: {heavy: A.ttf}}", [
            "f:1:12: error PNP001 A names no file for its regular face",
            'f:1:16: error PNP030 unknown key "heavy" (there are: bold, bold-italic, italic, package, regular)',
        ]),
        ("roles: {text: Aa}", ['f:1:9: error PNP126 there is no font family "Aa"']),
        ("fallback: [Aa]", ['f:1:12: error PNP126 there is no font family "Aa"']),
        ("role: {}", ['f:1:1: error PNP030 unknown key "role" (did you mean roles?)']),
    ],
)  # fmt: skip
def test_mistakes(tmp_path: Path, text: str, lines: list[str]) -> None:
    fonts, problems = table(tmp_path, text)
    found = [problem for problem in problems if "there are no fonts" not in problem]
    assert found == lines
    assert fonts == FontTable({}, {}, ())


def test_no_table_at_all(tmp_path: Path) -> None:
    _, problems = load_fonts(Project(tmp_path, tmp_path))
    expected = "fonts/fonts.yaml: error PNP001 there is no fonts.yaml, so there are no fonts"
    assert [str(problem) for problem in problems] == [expected]
