"""The gallery: each game builds in both inks without a word of complaint, and has as many lines as its page says."""

import re
from pathlib import Path

import pytest
from gallery_pictures import GALLERY, gallery_games, lines_of

from pnp.build.pipeline import check
from pnp.load import find_project
from pnp.model.options import DESIGNS, Options

PAGE = (GALLERY.parent / "gallery.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("game", gallery_games())
def test_nothing_is_wrong_with_it(game: str) -> None:
    for ink in DESIGNS:
        assert [str(each) for each in check(find_project(GALLERY), Options(game, ink=ink, jobs=1)).problems] == []


def test_the_page_shows_and_counts_all_of_them() -> None:
    said = {game: (int(own), int(theirs)) for game, own, theirs in _counts()}
    assert {game: own for game, (own, _) in said.items()} == {game: lines_of(game) for game in gallery_games()}
    halves = [_counts(half) for half in PAGE.split("## After protograf")]
    sums = [(sum(int(theirs) for *_, theirs in half), sum(int(own) for _, own, _ in half)) for half in halves]
    (squib, own), (protograf, ours) = sums
    assert f"Squib's eight come to {squib} lines, ours to {own}; protograf's to {protograf}, ours to {ours}." in PAGE
    assert [len(half) for half in halves] == [8, 8]


def test_its_pictures_and_files_are_there() -> None:
    targets = re.findall(r'src="([^"]+)"|\]\((gallery[^)]*)\)', PAGE)
    missing = [image or file for image, file in targets if not Path(GALLERY.parent, image or file).exists()]
    assert len(targets) > 35 and missing == []


def _counts(page: str = PAGE) -> list[tuple[str, str, str]]:
    return re.findall(r"^\[`([a-z-]+)`\].*?: (\d+) lines, theirs (\d+)\.", page, re.MULTILINE)
