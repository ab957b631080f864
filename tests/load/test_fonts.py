"""fonts.yaml: families in packages and in folders, the project's over the bundled one."""

import sys
from pathlib import Path

import pytest
from facts import facts, list_facts
from font_bytes import collection, font

from pnp.io.project import Project
from pnp.load import find_project, load_fonts
from pnp.model.style import FontFile, FontTable


def table(root: Path, text: str, *, bundled: Path | None = None) -> tuple[FontTable, list[str]]:
    (root / "fonts").mkdir(parents=True, exist_ok=True)
    (root / "fonts" / "fonts.yaml").write_text(text, encoding="utf-8")
    fonts, problems = load_fonts(Project(root, bundled or root))
    return fonts, [facts(problem).replace("fonts/fonts.yaml", "f") for problem in problems]


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
        ("families: {A: {regular: A.ttf}}", ['f:1:25 PNP001 name="A.ttf"']),
        ("families: {A: {regular: ../A.ttf}}", [
            'f:1:25 PNP002 name="../A.ttf" why=\'leads out of the folder of its fonts\'',
        ]),
        ("families: {A: {}}", ['f:1:12 PNP001 family=A']),
        ("families: {A: {package: font_of_nobody, regular: A.ttf}}", ['f:1:25 PNP125 package=font_of_nobody']),
        ("families: {A: {package: os.path, regular: A.ttf}}", [
            'f:1:25 PNP024 path=families.A.package name="os.path" kind=\'name of a Python package\'',
        ]),
        ("families: {A: {heavy: A.ttf}}", [
            'f:1:12 PNP001 family=A',
            'f:1:16 PNP030 key="heavy"',
        ]),
        ("roles: {text: Aa}", ['f:1:9 PNP126 name="Aa"']),
        ("fallback: [Aa]", ['f:1:12 PNP126 name="Aa"']),
        ("role: {}", ['f:1:1 PNP030 key="role" ~meant=roles']),
    ],
)  # fmt: skip
def test_mistakes(tmp_path: Path, text: str, lines: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pnp.io.installing.install_command", lambda package: f"add {package}")
    fonts, problems = table(tmp_path, text)
    found = [problem for problem in problems if problem != "f PNP001"]
    assert found == lines
    assert (fonts.families, fonts.roles, fonts.fallback) == ({}, {}, ())


def test_a_role_that_nothing_uses_is_misspelt(tmp_path: Path) -> None:
    own, bundled = tmp_path / "own", tmp_path / "bundled"
    for root in (own, bundled):
        (root / "fonts").mkdir(parents=True)
        (root / "fonts" / "A.ttf").write_bytes(font())
    (bundled / "fonts" / "fonts.yaml").write_text("families: {A: {regular: A.ttf}}\nroles: {text: A, title: A}")
    said = "families: {B: {regular: A.ttf}}\nroles: {titel: B, rune: B}"
    message = 'f:2:9 PNP128 role="titel" ~meant=title'
    assert table(own, said, bundled=bundled)[1] == [message]
    (own / "layouts" / "x").mkdir(parents=True)
    (own / "layouts" / "x" / "style.yaml").write_text("styles: {name: {font: titel}}")
    assert table(own, said, bundled=bundled)[1] == []


def test_no_table_at_all(tmp_path: Path) -> None:
    _, problems = load_fonts(Project(tmp_path, tmp_path))
    expected = "fonts/fonts.yaml PNP001"
    assert list_facts(problems) == [expected]


def test_scripts_have_families_in_all_roles_or_one(tmp_path: Path) -> None:
    (tmp_path / "fonts").mkdir()
    (tmp_path / "fonts" / "A.ttf").write_bytes(font())
    fonts, problems = table(tmp_path, "families: {A: {regular: A.ttf}}\nscripts: {Arab: A, title Hebr: A}")
    assert problems == []
    assert fonts.scripts == {"Arab": "A", "title Hebr": "A"}


def test_what_is_no_script_is_told(tmp_path: Path) -> None:
    _, problems = table(tmp_path, "scripts: {arabic: A, Thai: B}")
    assert problems == [
        "f:1:11 PNP024 name=\"arabic\" kind='script (four letters, like Arab), or a role and a script'",
        'f:1:22 PNP126 name="B"',
    ]


def test_a_family_of_an_extra_that_is_not_installed_is_absent(tmp_path: Path) -> None:
    families = "families: {Big: {package: font_of_nobody, extra: cjk, regular: A.ttf}}"
    fonts, problems = table(tmp_path, f"{families}\nscripts: {{Jpan: Big}}\nfallback: [Big]")
    assert [problem for problem in problems if problem != "f PNP001"] == []
    assert (fonts.families, fonts.fallback) == ({}, ())
    assert fonts.absent == {"Big": "cjk"}


USED = {"cmap", "head", "hhea", "hmtx", "maxp", "glyf", "loca"}


@pytest.mark.parametrize(
    ("name", "data", "message"),
    [
        ("A.woff", b"wOFF" + bytes(40), "file=A.woff fault='is a web font (WOFF)'"),
        ("A.woff2", b"wOF2" + bytes(40), "file=A.woff2 fault='is a web font (WOFF2)'"),
        ("A.pfb", b"\x80\x01" + bytes(40), "file=A.pfb fault='is a Type 1 font'"),
        ("A.ttf", b"", "file=A.ttf fault='is no font'"),
        ("A.ttf", b"<html>", "file=A.ttf fault='is no font'"),
        ("A.ttf", font()[:-1], "file=A.ttf fault='is cut off'"),
        ("A.ttf", font()[:30], "file=A.ttf fault='is cut off'"),
        ("A.ttf", font(USED - {"cmap"}), "file=A.ttf fault='is damaged: it has no table cmap'"),
        ("A.ttf", font(USED - {"glyf"}), "file=A.ttf fault='is damaged: it has no outlines'"),
        ("A.otf", font({*USED, "CFF2"}), "file=A.otf fault='is a variable font with CFF2 outlines'"),
        ("A.ttf", font(USED - {"glyf", "loca"} | {"CBDT", "CBLC"}),
         "file=A.ttf fault='has only pictures (CBDT), no outlines'"),
        ("A.ttf", font(USED, licence=2), "file=A.ttf fault='may not be put into PDF files: its licence is restricted'"),
        ("A.ttf", font(USED, licence=0x200),
         "file=A.ttf fault='may not be put into PDF files: its licence allows bitmaps only'"),
        ("A.ttf", font(USED, licence=0x104),
         "file=A.ttf fault='may only be put into PDF files as a whole, which pnp doesn't do'"),
        ("A.ttc", collection(font(), 3), "file=A.ttc fault='is a collection of 3 fonts: which?'"),
        ("A.ttc#3", collection(font(), 3), "file=A.ttc fault='has no font 3: it is a collection of 3'"),
    ],
)  # fmt: skip
def test_fonts_that_cannot_be_used_are_refused_with_advice(
    tmp_path: Path, name: str, data: bytes, message: str
) -> None:
    (tmp_path / "fonts").mkdir()
    (tmp_path / "fonts" / name.partition("#")[0]).write_bytes(data)
    fonts, problems = table(tmp_path, f'families: {{A: {{regular: "{name}"}}}}')
    assert problems[0] == f"f:1:25 PNP127 {message}"
    hint = load_fonts(Project(tmp_path, tmp_path))[1][0].hint
    assert hint and ("A.ttc#2" in hint) == name.startswith("A.ttc")
    assert fonts.families == {}


@pytest.mark.parametrize("licence", [0, 4, 8, 6])
def test_fonts_that_may_be_embedded_are_used(tmp_path: Path, licence: int) -> None:
    (tmp_path / "fonts").mkdir()
    (tmp_path / "fonts" / "A.ttf").write_bytes(font(USED, licence=licence))
    fonts, problems = table(tmp_path, "families: {A: {regular: A.ttf}}")
    assert problems == []
    assert set(fonts.families) == {"A"}
