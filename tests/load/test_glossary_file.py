"""`glossary.yaml` → terms with their places, and what is wrong with it."""

from pathlib import Path

import pytest
from facts import facts
from jsonschema import Draft202012Validator

from pnp.build.editor_files import json_schemas
from pnp.build.loading import load_game
from pnp.io.project import Project
from pnp.model.language import Term
from pnp.model.span import Span

GOOD = Path(__file__).parent / "projects" / "good"
FILE = "card_data/night-market/glossary.yaml"

GAME = """\
title: Small
version: "1"
languages: [en]
components:
  board: {title: Board, size: page, front: board.xml.j2}
"""


def glossary(root: Path, text: str) -> tuple[list[Term], list[str]]:
    folder = root / "card_data" / "small"
    folder.mkdir(parents=True)
    (folder / "game.yaml").write_text(GAME, encoding="utf-8")
    (folder / "glossary.yaml").write_text(text, encoding="utf-8")
    game, problems = load_game(Project(root, root), "small")
    assert game is not None
    return list(game.glossary), [facts(problem).removeprefix("card_data/small/") for problem in problems]


def test_a_glossary_is_read_with_the_places_of_its_words() -> None:
    game, problems = load_game(Project(GOOD, GOOD), "night-market")
    assert problems == []
    assert game is not None
    owl, coin = game.glossary
    assert (owl.term, owl.say, owl.span) == ("Lantern", "Shines in the dark.", Span(FILE, 2, 9))
    assert (owl.forms, owl.all_forms) == (("Lanterns",), ("Lantern", "Lanterns"))
    assert (owl.avoid, owl.avoid_spans) == (("street lamp",), (Span(FILE, 5, 11),))
    assert owl.languages == {"pt-BR": ("Lanterna", "Lanternas")}
    assert (coin.term, coin.say, coin.forms, coin.avoid, coin.languages) == ("coin", "", (), (), {})


def test_a_term_behind_one_that_cannot_be_read(tmp_path: Path) -> None:
    """The second takes the place of the first in the list, and says nothing twice."""
    terms, problems = glossary(tmp_path, "- trem: Owl\n  say: Flies.\n- term: Elk\n  say: Walks.\n")
    assert [(term.term, term.say) for term in terms] == [("Elk", "Walks.")]
    assert problems == [
        'glossary.yaml:1:3 PNP030 key="trem" ~meant=term',
        "glossary.yaml:1:3 PNP032 within=terms.0.term",
    ]


def test_a_game_needs_no_glossary(tmp_path: Path) -> None:
    assert glossary(tmp_path / "a", "[]\n") == ([], [])
    (tmp_path / "b" / "card_data" / "small").mkdir(parents=True)
    (tmp_path / "b" / "card_data" / "small" / "game.yaml").write_text(GAME, encoding="utf-8")
    game, problems = load_game(Project(tmp_path / "b", tmp_path / "b"), "small")
    assert game is not None
    assert (game.glossary, problems) == ((), [])


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("owl: night\n", "glossary.yaml:1:1 PNP020 path=terms wanted='a list' found='a mapping'"),
        ("- owl\n", "glossary.yaml:1:3 PNP020 path=terms.0 wanted='a term' found=\"owl\""),
        ("- {say: x}\n", "glossary.yaml:1:3 PNP032 within=terms.0.term"),
        ("- {term: x, avoids: [y]}\n", 'glossary.yaml:1:13 PNP030 key="avoids" ~meant=avoid'),
        ("- {term: x, avoid: y}\n", "glossary.yaml:1:20 PNP020 path=terms.0.avoid wanted='a list' found=\"y\""),
        ("- {term: x, de: y}\n", "glossary.yaml:1:17 PNP020 path=terms.0.de wanted='a list' found=\"y\""),
        (
            "- {term: x, de: [y], de: [z]}\n",
            'glossary.yaml:1:22 PNP031 name="de" ~origin=card_data/small/glossary.yaml:1:13',
        ),
    ],
)
def test_mistakes_are_reported_at_their_places(tmp_path: Path, text: str, expected: str) -> None:
    assert glossary(tmp_path, text)[1] == [expected]


def test_a_link_out_of_the_folder_is_refused(tmp_path: Path) -> None:
    folder = tmp_path / "card_data" / "small"
    folder.mkdir(parents=True)
    (tmp_path / "elsewhere.yaml").write_text("[]", encoding="utf-8")
    (folder / "glossary.yaml").symlink_to(tmp_path / "elsewhere.yaml")
    (folder / "game.yaml").write_text(GAME, encoding="utf-8")
    _, problems = load_game(Project(tmp_path, tmp_path), "small")
    assert [problem.code for problem in problems] == ["PNP002"]


def test_editors_know_its_keys() -> None:
    schema = Draft202012Validator(json_schemas(None)["glossary.json"])
    assert schema.is_valid([{"term": "Owl", "say": "x", "avoid": ["y"], "de": ["Eule"]}])
    for wrong in ([{"say": "x"}], [{"term": "Owl", "avoids": ["y"]}], [{"term": "Owl", "de": "Eule"}]):
        assert not schema.is_valid(wrong)
