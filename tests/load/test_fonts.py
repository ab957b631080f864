"""fonts.yaml: families in packages and in folders, the project's over the bundled one."""

import sys
from pathlib import Path

import pytest
from font_bytes import collection, font

from pnp.io.project import Project
from pnp.load import find_project, load_fonts
from pnp.model.style import FontFile, FontTable


def table(root: Path, text: str, *, bundled: Path | None = None) -> tuple[FontTable, list[str]]:
    (root / "fonts").mkdir(parents=True, exist_ok=True)
    (root / "fonts" / "fonts.yaml").write_text(text, encoding="utf-8")
    fonts, problems = load_fonts(Project(root, bundled or root))
    return fonts, [str(problem).replace("fonts/fonts.yaml", "f") for problem in problems]


def test_the_bundled_table() -> None:
    fonts, problems = load_fonts(Project(Path("/nowhere"), find_project(Path("/")).bundled))
    assert problems == []
    generic = {"serif": "Source Serif Pro", "sans-serif": "Source Sans Pro", "monospace": "Ubuntu Mono"}
    assert fonts.roles == {"title": "Source Serif Pro", "text": "Source Sans Pro", **generic}
    assert set(fonts.families) == {*fonts.fallback, *fonts.scripts.values(), *fonts.roles.values()}
    assert fonts.absent == {}  # the tests' extra brings all
    for family in fonts.families.values():
        is_whole = set(family.files) == {"regular", "bold", "italic", "bold-italic"}
        assert is_whole or family.name.startswith(("Noto Sans CJK", "Noto Sans Symbols"))
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
            (root / "fonts" / name).write_bytes(collection(font(), 3) if name.endswith("c") else font())
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
            "f:1:25: error PNP125 there is no Python package font_of_nobody (add font-of-nobody)",
        ]),
        ("families: {A: {package: os.path, regular: A.ttf}}", [
            'f:1:25: error PNP024 "families.A.package" is "os.path", which is no name of a Python package '
            "(os_path would do)",
        ]),
        ("families: {A: {heavy: A.ttf}}", [
            "f:1:12: error PNP001 A names no file for its regular face",
            'f:1:16: error PNP030 unknown key "heavy" (there are: bold, bold-italic, extra, italic, package, regular)',
        ]),
        ("roles: {text: Aa}", ['f:1:9: error PNP126 there is no font family "Aa"']),
        ("fallback: [Aa]", ['f:1:12: error PNP126 there is no font family "Aa"']),
        ("role: {}", ['f:1:1: error PNP030 unknown key "role" (did you mean roles?)']),
    ],
)  # fmt: skip
def test_mistakes(tmp_path: Path, text: str, lines: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pnp.io.installing.install_command", lambda package: f"add {package}")
    fonts, problems = table(tmp_path, text)
    found = [problem for problem in problems if "there are no fonts" not in problem]
    assert found == lines
    assert (fonts.families, fonts.roles, fonts.fallback) == ({}, {}, ())


def test_a_role_that_nothing_uses_is_misspelt(tmp_path: Path) -> None:
    own, bundled = tmp_path / "own", tmp_path / "bundled"
    for root in (own, bundled):
        (root / "fonts").mkdir(parents=True)
        (root / "fonts" / "A.ttf").write_bytes(font())
    (bundled / "fonts" / "fonts.yaml").write_text("families: {A: {regular: A.ttf}}\nroles: {text: A, title: A}")
    said = "families: {B: {regular: A.ttf}}\nroles: {titel: B, rune: B}"
    message = 'f:2:9: warning PNP128 no style has the font "titel" (did you mean title?)'
    assert table(own, said, bundled=bundled)[1] == [message]
    (own / "layouts" / "x").mkdir(parents=True)
    (own / "layouts" / "x" / "style.yaml").write_text("styles: {name: {font: titel}}")
    assert table(own, said, bundled=bundled)[1] == []


def test_no_table_at_all(tmp_path: Path) -> None:
    _, problems = load_fonts(Project(tmp_path, tmp_path))
    expected = "fonts/fonts.yaml: error PNP001 there is no fonts.yaml, so there are no fonts"
    assert [str(problem) for problem in problems] == [expected]


def test_scripts_have_families_in_all_roles_or_one(tmp_path: Path) -> None:
    (tmp_path / "fonts").mkdir()
    (tmp_path / "fonts" / "A.ttf").write_bytes(font())
    fonts, problems = table(tmp_path, "families: {A: {regular: A.ttf}}\nscripts: {Arab: A, title Hebr: A}")
    assert problems == []
    assert fonts.scripts == {"Arab": "A", "title Hebr": "A"}


def test_what_is_no_script_is_told(tmp_path: Path) -> None:
    _, problems = table(tmp_path, "scripts: {arabic: A, Thai: B}")
    what = "no script (four letters, like Arab), or a role and a script"
    assert problems[0] == f'f:1:11: error PNP024 "arabic" is {what}'
    assert problems[1] == 'f:1:22: error PNP126 there is no font family "B"'


def test_a_family_of_an_extra_that_is_not_installed_is_absent(tmp_path: Path) -> None:
    families = "families: {Big: {package: font_of_nobody, extra: cjk, regular: A.ttf}}"
    fonts, problems = table(tmp_path, f"{families}\nscripts: {{Jpan: Big}}\nfallback: [Big]")
    assert [problem for problem in problems if "there are no fonts" not in problem] == []
    assert (fonts.families, fonts.fallback) == ({}, ())
    assert fonts.absent == {"Big": "cjk"}


USED = {"cmap", "head", "hhea", "hmtx", "maxp", "glyf", "loca"}


@pytest.mark.parametrize(
    ("name", "data", "message"),
    [
        ("A.woff", b"wOFF" + bytes(40), "A.woff is a web font (WOFF) (use the font's .ttf or .otf)"),
        ("A.woff2", b"wOF2" + bytes(40), "A.woff2 is a web font (WOFF2) (use the font's .ttf or .otf)"),
        ("A.pfb", b"\x80\x01" + bytes(40), "A.pfb is a Type 1 font (use the font's .ttf or .otf)"),
        ("A.ttf", b"", "A.ttf is no font (fonts are TrueType or OpenType: .ttf, .otf, .ttc)"),
        ("A.ttf", b"<html>", "A.ttf is no font (fonts are TrueType or OpenType: .ttf, .otf, .ttc)"),
        ("A.ttf", font()[:-1], "A.ttf is cut off (copy it once more)"),
        ("A.ttf", font()[:30], "A.ttf is cut off (copy it once more)"),
        ("A.ttf", font(USED - {"cmap"}), "A.ttf is damaged: it has no table cmap (copy it once more)"),
        ("A.ttf", font(USED - {"glyf"}), "A.ttf is damaged: it has no outlines (copy it once more)"),
        ("A.otf", font({*USED, "CFF2"}), "A.otf is a variable font with CFF2 outlines "
         "(use its static fonts, or a variable .ttf)"),
        ("A.ttf", font(USED - {"glyf", "loca"} | {"CBDT", "CBLC"}), "A.ttf has only pictures (CBDT), no outlines "
         "(use a font with outlines; single pictures can be icons)"),
        ("A.ttf", font(USED, licence=2), "A.ttf may not be put into PDF files: its licence is restricted "
         "(ask whoever made it, or use another font)"),
        ("A.ttf", font(USED, licence=0x200), "A.ttf may not be put into PDF files: its licence allows bitmaps only "
         "(ask whoever made it, or use another font)"),
        ("A.ttf", font(USED, licence=0x104), "A.ttf may only be put into PDF files as a whole, which pnp doesn't do "
         "(ask whoever made it, or use another font)"),
        ("A.ttc", collection(font(), 3), "A.ttc is a collection of 3 fonts: which? "
         "(A.ttc#0 is the first, A.ttc#2 the last)"),
        ("A.ttc#3", collection(font(), 3), "A.ttc has no font 3: it is a collection of 3 "
         "(A.ttc#0 is the first, A.ttc#2 the last)"),
    ],
)  # fmt: skip
def test_fonts_that_cannot_be_used_are_refused_with_advice(
    tmp_path: Path, name: str, data: bytes, message: str
) -> None:
    (tmp_path / "fonts").mkdir()
    (tmp_path / "fonts" / name.partition("#")[0]).write_bytes(data)
    fonts, problems = table(tmp_path, f'families: {{A: {{regular: "{name}"}}}}')
    assert problems[0] == f"f:1:25: error PNP127 {message}"
    assert fonts.families == {}


@pytest.mark.parametrize("licence", [0, 4, 8, 6])
def test_fonts_that_may_be_embedded_are_used(tmp_path: Path, licence: int) -> None:
    (tmp_path / "fonts").mkdir()
    (tmp_path / "fonts" / "A.ttf").write_bytes(font(USED, licence=licence))
    fonts, problems = table(tmp_path, "families: {A: {regular: A.ttf}}")
    assert problems == []
    assert set(fonts.families) == {"A"}
