"""How small a text is on paper: after shrinking, in groups that scale, and what the style allows."""

from pathlib import Path

from pnp.check.faces import check_faces
from pnp.model.display import Face, FontFace, Group, Item, Matrix, Run, Shaped, Text
from pnp.model.game import Component, Edition, Format, Game, Piece
from pnp.model.length import MM_PER_POINT
from pnp.model.sheet import Leaf
from pnp.model.span import Span
from pnp.model.style import Style

HERE = Span("game.yaml", 1, 1)
BACK = Span("game.yaml", 7, 1)
FONT = FontFace("f", Path("f"), 0, b"", 1000, 0.8, -0.2, 0.7, 0, (0, 0, 1, 1), False, False)


def text(points: float, field: str = "rule", says: str = "word") -> Text:
    size = points * MM_PER_POINT
    return Text((Run(2, 5, FONT, size, "#000000", (Shaped(says, FONT, (), 2.0),)),), says, size, field)


def scaled(item: Item, across: float, down: float) -> Group:
    matrix: Matrix = (across, 0, 0, down, 0, 0)
    return Group((item,), matrix)


def found(*fronts: tuple[Item, ...], back: tuple[Item, ...] = (), smallest: float = 5) -> list[str]:
    """What is said about cards with these fronts, all with one back."""
    pieces = tuple(Piece(f"p{n}", "cards", 1, {}, "c.yaml", n, 3, {"rule": (n, 9)}) for n, _ in enumerate(fronts, 1))
    cards = Component("cards", "Cards", Format(60, 40), "f", "b", {}, pieces, BACK, HERE)
    game = Game("g", "G", "1", ("en",), {}, {}, {"cards": cards}, {}, Path("/nowhere"), HERE)
    behind = Face("back", 60, 40, Group(back), "en")
    leaves = [
        Leaf("cards", "Cards", piece.id, 1, cards.format, Face(piece.label, 60, 40, Group(items), "en"), behind)
        for piece, items in zip(pieces, fronts, strict=True)
    ]
    style = Style({}, {}, HERE, smallest=smallest * MM_PER_POINT)
    found = check_faces(Edition(game, "en", "low", (), game.components), leaves, style)
    return [str(problem) for problem in found if problem.code == "PNP361"]


def test_the_size_on_paper_counts() -> None:
    assert found((text(5),)) == []
    assert found((text(4.75),)) == [
        'c.yaml:1:9: warning PNP361 cards/p1: "rule" is printed at 4.75 pt (5 pt or more is wanted)'
    ]


def test_scales_of_groups_multiply() -> None:
    assert found((scaled(text(8), 1, 0.5),))[0].endswith('"rule" is printed at 4 pt (5 pt or more is wanted)')
    assert found((scaled(scaled(text(20), 0.5, 0.5), 0.4, 0.4),))[0].count("4 pt") == 1
    assert found((scaled(text(4), 2, 2),)) == []
    assert found((Group((text(6),), (0, 1, -1, 0, 0, 0)),)) == []


def test_the_limit_is_the_styles() -> None:
    assert found((text(6),), smallest=6.5) != []
    assert found((text(1),), smallest=0) == []


def test_the_same_on_many_pieces_is_said_once_and_other_sizes_by_themselves() -> None:
    said = found((text(4),), (text(4.5),), (text(4),), (text(9),))
    assert [line.partition("warning")[2] for line in said] == [
        ' PNP361 cards/p1 and 1 more: "rule" is printed at 4 pt (5 pt or more is wanted)',
        ' PNP361 cards/p2: "rule" is printed at 4.5 pt (5 pt or more is wanted)',
    ]


def test_a_text_of_the_template_is_reported_at_its_layout() -> None:
    label = text(4, "", "a label that goes on and on and on")
    end = "is printed at 4 pt (5 pt or more is wanted) [c.yaml:1:3]"
    assert found((label,)) == [f"game.yaml:1:1: warning PNP361 cards/p1: “a label that goes on an…” {end}"]
    said = "PNP361 cards/p1 and 1 more: “a label that goes on an…”"
    assert found((), (), back=(label,)) == [f"game.yaml:7:1: warning {said} {end}"]
