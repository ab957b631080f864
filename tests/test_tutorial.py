"""docs/tutorial.md: the files of its steps, as they stand there, print without a word of complaint."""

import re
from pathlib import Path

from page_files import Section, lend_fonts, sections_of
from saying import Run

PAGE = Path(__file__).parents[1] / "docs" / "tutorial.md"
STEPS = [section for section in sections_of(PAGE) if section.picture]


def test_each_step_prints(tmp_path: Path, run_whole: Run) -> None:
    """One after the other, as they build upon each other."""
    lend_fonts(tmp_path)
    for step in STEPS:
        said: list[str] = []

        def go(words: list[str], step: Section = step, said: list[str] = said) -> None:
            answer = run_whole(*words, "--project", str(tmp_path))
            assert (answer.code, answer.err) == (0, ""), f"{step.title}: {words}"
            said += answer.out.splitlines()

        step.play(tmp_path, go)
        assert re.search(r"\.pdf: \d+ pages", said[-1]), step.title
    catalogue = (tmp_path / "card_data/market/locale/de.po").read_text(encoding="utf-8")
    assert 'msgstr ""\n\n' not in catalogue, "the page translates everything"


def test_there_are_eight_steps_from_ten_lines_on() -> None:
    assert [step.title.partition(" · ")[0] for step in STEPS] == list("12345678")
    assert "Ten lines" in STEPS[0].title


def test_each_has_its_picture() -> None:
    for step in STEPS:
        picture = PAGE.parent / "pictures" / f"{step.picture}.png"
        assert picture.is_file() and picture.stat().st_size < 40_000, step.picture
