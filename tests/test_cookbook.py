"""docs/cookbook.md: the files of each answer, laid over the small game above, print without a word of complaint."""

import re
from pathlib import Path

import pytest
from nightly import every
from page_files import Section, lend_fonts, sections_of, write_base
from saying import Run

PAGE = Path(__file__).parents[1] / "docs" / "cookbook.md"
ANSWERS = sections_of(PAGE)


@pytest.mark.parametrize("answer", every(3, ANSWERS), ids=lambda answer: answer.title)
def test_each_answer_prints(answer: Section, tmp_path: Path, run_whole: Run) -> None:
    lend_fonts(tmp_path)
    write_base(tmp_path, PAGE, answer)
    given = []

    def run(words: list[str]) -> None:
        given.append(words[0])
        said = run_whole(*words, "--project", str(tmp_path))
        assert (said.code, said.err) == (0, ""), words

    answer.play(tmp_path, run)
    assert given and given[-1] == "build"
    assert list(tmp_path.glob("output/deck/**/*.p[dn][fg]"))


def test_there_are_thirty_numbered_answers_and_all_are_listed() -> None:
    titles = [answer.title for answer in ANSWERS]
    assert [title.partition(" · ")[0] for title in titles] == [str(number) for number in range(1, len(titles) + 1)]
    assert len(titles) >= 30
    anchors = [re.sub(r"[^\w -]", "", title.lower()).replace(" ", "-") for title in titles]
    listed = re.findall(r"\]\(#([\w-]+)\)", PAGE.read_text(encoding="utf-8").partition("\n## ")[0])
    assert listed == anchors


def test_each_has_its_picture() -> None:
    for number, answer in enumerate(ANSWERS, 1):
        assert re.fullmatch(rf"cookbook-{number}(-sheet)?", answer.picture), answer.title
        picture = PAGE.parent / "pictures" / f"{answer.picture}.png"
        assert picture.is_file() and picture.stat().st_size < 40_000, answer.picture
