"""How the faces of Hidden Leaders are composed: room around texts, rays behind ribbons, what is told in which order."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml
from insets import Inset, cut_by_ribbon, insets
from laid import faces_of
from nightly import every

from pnp.model.display import Face, Group, Item, Text
from pnp.model.length import MM_PER_POINT
from pnp.model.options import INKS, Options

DATA = Path(__file__).parents[2] / "card_data" / "hidden-leaders"
LANGUAGES = ("en", "de")
CLEAR = 1.5  # mm that a text keeps from the edge of what it stands in
DISC = 8.7  # mm: what is less high, discs and rows of tables, leaves a tenth of that around its words
RIBBON_END, RIBBON_FOLD = 3.6, 1.8  # mm by which a ribbon's ends stand out


def data(name: str) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = yaml.safe_load((DATA / f"{name}.yaml").read_text(encoding="utf-8"))
    return found


def faces(language: str, ink: str, *only: str) -> tuple[Face, ...]:
    """Return the faces of these components, or of all."""
    every = faces_of(Options("hidden-leaders", language=language, ink=ink))
    return tuple([each for each in every if not only or each.label.split("/")[0] in only])


def face(label: str, language: str = "en", ink: str = "low") -> Face:
    return next(each for each in faces(language, ink) if each.label == label)


def aid_lines(language: str) -> dict[str, str]:
    """Return what the aid says of each faction, in its order."""
    texts = [text.says for text in text_items(face("support/victory", language).content)]
    factions = [line["id"] for line in data("lines") if line["aid"] == "victory"]
    return {faction: texts[texts.index(str(number)) + 2] for number, faction in enumerate(factions, 1)}


def text_items(item: Item) -> Iterator[Text]:
    if isinstance(item, Text):
        yield item
    elif isinstance(item, Group):
        for each in item.items:
            yield from text_items(each)


def is_too_near(inset: Inset) -> bool:
    least = min(CLEAR, inset.room / 10)
    return inset.distance < least - 1e-3 or inset.ends < (CLEAR if inset.room > DISC else least) - 1e-3


@pytest.mark.parametrize("ink", every(3, INKS))
@pytest.mark.parametrize("language", every(2, LANGUAGES))
def test_texts_keep_off_the_edges_of_what_they_stand_in(language: str, ink: str) -> None:
    found = {each.label: list(insets(each)) for each in faces(language, ink)}
    near = [(label, each.says) for label, all_of_it in found.items() for each in all_of_it if is_too_near(each)]
    assert near == []
    assert all(found[label] for label in ("board/board", "support/end-2", "heroes/storm-crier", "leaders/cyra"))


@pytest.mark.parametrize("ink", every(3, INKS))
def test_no_speck_of_a_ray_shows_beside_a_ribbon(ink: str) -> None:
    ribbons = 0
    for each in faces("en", ink, "heroes", "leaders", "support"):
        for inset in insets(each):
            if 8 < inset.room < 11 and re.match(r"[+−]\d|the |Game end|Buried", inset.says):
                assert cut_by_ribbon(each, inset.panel, RIBBON_END, RIBBON_FOLD) == [], each.label
                ribbons += 1
    assert ribbons >= 77 - 15 + 6 + 4  # but for the fifteen Heroes without moves


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_board_tells_who_wins_in_the_order_that_decides(language: str) -> None:
    texts = [text.says for text in text_items(face("board/board", language).content)]
    order = [condition["id"] for condition in yaml.safe_load((DATA / "victory.yaml").read_text("utf-8"))["conditions"]]
    told = [texts.index(str(number)) for number in range(1, 5)]
    assert told == sorted(told)
    assert [texts[at + 2] for at in told] == list(aid_lines(language).values())
    assert list(aid_lines(language)) == order


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_board_can_be_read_across_a_table(language: str) -> None:
    sizes = {text.says: text.size / MM_PER_POINT for text in text_items(face("board/board", language).content)}
    assert min(sizes.values()) >= 9 - 1e-3
    assert min(sizes[each] for each in aid_lines(language).values()) >= 11 - 1e-3


@pytest.mark.parametrize(("language", "players"), [("en", "players"), ("de", "Personen")])
def test_aids_say_for_how_many_they_are(language: str, players: str) -> None:
    for aid in data("support"):
        if aid["kind"] == "end":
            texts = [text.says for text in text_items(face(f"support/{aid['id']}", language).content)]
            assert f"{'–'.join(map(str, aid['players']))} {players}" in texts


@pytest.mark.parametrize("language", LANGUAGES)
def test_cards_have_numbers_and_no_ids(language: str) -> None:
    """The numbers are kept in the data: a Hero that comes or goes changes no other card."""
    heroes = data("heroes")
    numbers = [hero["number"] for hero in heroes]
    assert len(set(numbers)) == len(numbers)
    for hero in heroes:
        texts = {text.field: text.says for text in text_items(face(f"heroes/{hero['id']}", language).content)}
        assert texts["number"] == str(hero["number"])
        assert hero["id"] not in texts.values()
    for leader in data("leaders"):  # whose number is the one that breaks ties, and the only one
        figures = [
            text.says for text in text_items(face(f"leaders/{leader['id']}", language).content) if text.says.isdigit()
        ]
        assert figures == [str(leader["number"])]


def test_names_and_abilities_are_set_in_their_full_size() -> None:
    for language in LANGUAGES:
        for each in faces(language, "low", "heroes"):
            for text in text_items(each.content):
                if text.field == "ability" or (text.field == "name" and "emperor" not in each.label):
                    assert text.size / MM_PER_POINT >= {"ability": 9.5, "name": 14.25}[text.field] - 1e-3, each.label
