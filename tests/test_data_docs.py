"""docs/data.md: its files, laid over its template, build; its commands print what it shows."""

import re
from pathlib import Path

import pytest
from page_files import Section, sections_of, write_files
from saying import Run
from spreadsheets import xlsx

PAGE = Path(__file__).parents[1] / "docs" / "data.md"
SECTIONS = [section for section in sections_of(PAGE) if "$ pnp " in section.text]
SHOWN = re.compile(r"^```\n\$ pnp (.*)\n((?:(?!```).*\n)*)```$", re.MULTILINE)
BUILT = re.compile(r"^```sh\npnp (.*)\n```$", re.MULTILINE)
SHEET = re.compile(r"sheet `(\w+)` of `([\w.]+)`\n\n\|.*\n\|[-|]+\n((?:\|.*\n)+)")


def write_sheets(folder: Path, text: str) -> None:
    for sheet, file, lines in SHEET.findall(text):
        rows = [[cell.strip() for cell in line.split("|")[2:-1]] for line in lines.splitlines()]
        (folder / file).write_bytes(xlsx(**{sheet: [[number(cell) for cell in row] for row in rows]}))


def number(cell: str) -> str | float:
    return float(cell) if re.fullmatch(r"[0-9.]+", cell) else cell


@pytest.mark.parametrize("section", SECTIONS, ids=lambda section: section.title)
def test_what_it_shows_is_so(section: Section, tmp_path: Path, run_whole: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    write_files(tmp_path, PAGE.read_text(encoding="utf-8").partition("\n## ")[0] + section.text)
    write_sheets(tmp_path / "card_data/heroes", section.text)
    for words in BUILT.findall(section.text):
        assert run_whole(*words.split())[::2] == (0, "")
    shown = SHOWN.findall(section.text)
    assert shown
    for words, said in shown:
        done = run_whole(*words.split())
        assert done.err + done.out == said


def test_all_that_it_shows_is_tried() -> None:
    assert len(SECTIONS) == 5 and sum(len(SHEET.findall(section.text)) for section in SECTIONS) == 1
