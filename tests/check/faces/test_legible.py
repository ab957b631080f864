"""What a text stands on: the topmost paint under it, through groups, clips, opacity, gradients and pictures.

How small it is on paper: after shrinking, in groups that scale, and what the style allows.
"""

from pathlib import Path

import pytest
from facts import facts, list_facts
from hypothesis import given, settings
from hypothesis import strategies as st
from looked_at import check_faces

from pnp.model.display import (
    Drawing,
    Face,
    FontFace,
    Gradient,
    Group,
    Item,
    Matrix,
    Picture,
    Raster,
    Run,
    Shape,
    Shaped,
    Stop,
    Stroke,
    Text,
)
from pnp.model.game import Component, Edition, Format, Game, Piece
from pnp.model.geometry import grow_outline, move_path, outline_path, rectangle_path
from pnp.model.length import MM_PER_POINT
from pnp.model.problem import Problem
from pnp.model.sheet import Leaf
from pnp.model.span import Span
from pnp.model.style import Style

HERE = Span("game.yaml", 1, 1)
BACK = Span("game.yaml", 7, 1)
FORMAT = Format(60, 40)
CIRCLE = outline_path(Format(20, 20, corner=10))


def font(bold: bool = False) -> FontFace:
    return FontFace("f", Path("f"), 0, b"", 1000, 0.8, -0.2, 0.7, 0, (0, 0, 1, 1), False, bold)


def text(fill: str = "#000000", x: float = 20, y: float = 20, points: float = 9, bold: bool = False) -> Text:
    """Ten millimetres wide at 9 pt."""
    face = font(bold)
    size = points * MM_PER_POINT
    run = Run(x, y, face, size, fill, (Shaped("word", face, (), 10 / (9 * MM_PER_POINT)),))
    return Text((run,), "word", size, "name")


def block(fill: str, x: float = 0, y: float = 0, w: float = 60, h: float = 40, opacity: float = 1.0) -> Shape:
    return Shape(rectangle_path(x, y, w, h), fill, fill_opacity=opacity)


def find_problems(*items: Item, contrast: float | None = 4.5, pieces: int = 1, ink: str = "low") -> list[Problem]:
    made = tuple(Piece(f"p{n}", "cards", 1, {}, "cards.yaml", n, 3, {"name": (n, 9)}) for n in range(1, pieces + 1))
    cards = Component("cards", "Cards", FORMAT, "f", "", {}, made, HERE, HERE)
    game = Game("g", "G", "1", ("en",), {}, {}, {"cards": cards}, {}, Path("/nowhere"), HERE)
    faces = [Face(piece.label, 60, 40, Group(items), "en") for piece in made]
    leaves = [Leaf("cards", "Cards", p.id, 1, FORMAT, face) for p, face in zip(made, faces, strict=True)]
    style = Style({}, {}, HERE, contrast=contrast)
    found = check_faces(Edition(game, "en", ink, (), game.components), leaves, style)
    return [problem for problem in found if problem.code == "PNP360"]


def icon(*fills: str, x: float = 20, y: float = 15, w: float = 5) -> Picture:
    """Return an icon with shapes of these colours, one in the other."""
    shapes = tuple(Shape(rectangle_path(n, n, 10 - 2 * n, 10 - 2 * n), fill) for n, fill in enumerate(fills))
    return Picture(Drawing("art/leaf.svg", 10, 10, shapes, "leaf"), x, y, w, w)


def ground(*items: Item, fill: str = "#000000") -> str:
    """Return what a text is reported to stand on, "" if nothing is wrong: call it with its own colour."""
    problems = find_problems(*items, text(fill))
    return str(problems[0].value("ground")) if problems else ""


def test_a_problem_names_ratio_and_colours_at_the_fields_place_of_the_first_piece() -> None:
    said = "cards.yaml:1:9 PNP360 text=\"name\" contrast=2.1 paint=#b0b0b0 ground=#ffffff ~about='cards/p1 and 2 more'"
    (problem,) = find_problems(text("#b0b0b0"), pieces=3)
    assert (facts(problem), "4.5 : 1" in problem.hint) == (said, True)


def test_paper_is_white_where_nothing_is_painted_under_a_text() -> None:
    assert ground(fill="#ffffff") == "#ffffff"
    assert ground(block("#000000", w=15), fill="#ffffff") == "#ffffff"
    assert ground(block("#000000")) == "#000000"


def test_only_what_is_painted_before_counts() -> None:
    assert [problem.code for problem in find_problems(text(), block("#000000"))] == []
    assert ground(block("#000000"), block("#ffffff")) == ""
    assert ground(block("#ffffff"), block("#000000")) == "#000000"


@pytest.mark.parametrize(
    ("shape", "expected"),
    [
        (Shape(move_path(CIRCLE, 15, 9), "#000000"), "#000000"),
        (Shape(move_path(CIRCLE, -4, -4), "#000000"), ""),
        (Shape(rectangle_path(10, 10, 30, 20) + rectangle_path(15, 12, 20, 15), "#000000", evenodd=True), ""),
        (Shape(rectangle_path(10, 10, 30, 20) + rectangle_path(15, 12, 20, 15), "#000000"), "#000000"),
        (Shape((("M", 0, 19), ("L", 60, 19)), None, Stroke("#000000", 8)), "#000000"),
        (Shape((("M", 0, 19), ("L", 60, 19)), None, Stroke("#000000", 0.3)), ""),
        (Shape(rectangle_path(10, 10, 30, 20), None, Stroke("#000000", 0.5)), ""),
    ],
    ids=["circle", "corner of a circle's box", "hole", "no hole", "broad line", "fine line", "frame"],
)
def test_shapes_count_as_they_are_painted(shape: Shape, expected: str) -> None:
    assert ground(shape) == expected


def test_groups_move_clip_and_fade() -> None:
    black = block("#000000", w=30, h=20)
    assert ground(Group((black,), (1, 0, 0, 1, 10, 10))) == "#000000"
    assert ground(Group((black,), (1, 0, 0, 1, 40, 10))) == ""
    assert ground(Group((black,), (0, 1, -1, 0, 35, 5))) == "#000000"
    assert ground(Group((block("#000000"),), clip=rectangle_path(0, 0, 10, 10))) == ""
    assert ground(Group((block("#000000"),), clip=rectangle_path(10, 10, 40, 20))) == "#000000"
    assert ground(Group((block("#000000"), block("#000000")), opacity=0.8)) == "#333333"
    assert ground(block("#000000", opacity=0.8)) == "#333333"
    assert ground(Group((block("#000000", opacity=0.1),))) == ""


def test_a_text_in_a_group_stands_on_what_is_in_it_and_before_it() -> None:
    move = (1.0, 0.0, 0.0, 1.0, 5.0, 5.0)
    assert len(find_problems(Group((block("#000000"), text()), move))) == 1
    assert len(find_problems(block("#000000"), Group((text(),), move))) == 1
    assert find_problems(block("#000000"), Group((block("#ffffff"), text()), move)) == []


def test_a_faded_text_is_paler() -> None:
    assert find_problems(text("#606060")) == []
    assert find_problems(Group((text("#606060"),), opacity=0.4))[0].value("contrast") == "1.8"


def test_gradients_are_looked_at_where_the_text_is() -> None:
    stops = (Stop(0, "#000000"), Stop(0.5, "#000000"), Stop(0.6, "#ffffff"), Stop(1, "#ffffff"))
    across = Gradient(0, 0, 60, 0, stops)
    assert ground(Shape(rectangle_path(0, 0, 60, 40), across)) == "#000000"
    assert find_problems(Shape(rectangle_path(0, 0, 60, 40), across), text(x=40)) == []
    round_about = Gradient(25, 19, 25, 19, stops, radius=20)
    assert ground(Shape(rectangle_path(0, 0, 60, 40), round_about)) == "#000000"
    assert ground(Shape(rectangle_path(0, 0, 60, 40), round_about._replace(radius=2.0))) == "#000000"
    assert ground(Shape(rectangle_path(0, 0, 60, 40), across._replace(transform=(1, 0, 0, 1, -40, 0)))) == ""


def test_drawings_are_looked_into_and_bitmaps_are_not() -> None:
    drawing = Drawing("d", 6, 4, (block("#000000", 1, 1, 4, 2),))
    assert ground(Picture(drawing, 0, 0, 60, 40)) == "#000000"
    assert ground(Picture(drawing, 30, 0, 60, 40)) == ""
    photo = Picture(Raster("r", Path("r.png"), 10, 10, ""), 0, 0, 60, 40)
    assert ground(block("#000000"), photo) == ""
    assert ground(photo, block("#000000")) == "#000000"


def test_of_an_icon_that_is_a_bitmap_nobody_knows_which_colours_matter() -> None:
    photo = Picture(Raster("r", Path("r.png"), 10, 10, ""), 0, 0, 5, 5)
    icon = Picture(Drawing("d", 5, 5, (photo,), icon="coin"), 20, 15, 5, 5)
    assert find_problems(block("#ffffff"), icon, text(x=30)) == []
    assert find_problems(block("#ffffff"), Group((icon,), opacity=0.5)) == []


def test_words_stand_on_their_outline_whatever_is_below_and_on_no_shadow() -> None:
    shadow = block("#888888", 10, 10, 40, 20)._replace(of_letters=True)
    assert find_problems(block("#808080"), text("#ffffff")._replace(outline="#000000")) == []
    assert [str(problem).partition("of ")[2] for problem in find_problems(text()._replace(outline="#333333"))] == [
        "1.6 : 1, #000000 on #333333 (4.5 : 1 or more is wanted)"
    ]
    assert find_problems(shadow, text("#707070")) == []


def test_words_in_a_colour_are_looked_at_by_themselves() -> None:
    (run,) = text().runs
    two = text()._replace(runs=(run, run._replace(x=30, fill="#ffee00")))
    (problem,) = find_problems(two)
    assert "1.2 : 1, #ffee00 on #ffffff" in str(problem)


def test_large_type_may_be_paler_unless_more_is_asked_for() -> None:
    grey = "#888888"  # 3.5 : 1
    assert len(find_problems(text(grey))) == 1
    assert len(find_problems(text(grey, points=14))) == 1
    assert find_problems(text(grey, points=14, bold=True)) == []
    assert find_problems(text(grey, points=18)) == []
    assert len(find_problems(text(grey, points=18), contrast=7)) == 1
    assert find_problems(text(grey), contrast=3) == []
    assert find_problems(Group((text(grey),), (2, 0, 0, 2, -20, -20))) == []


def test_an_ornament_that_a_text_touches_is_no_ground() -> None:
    dot = Shape(move_path(outline_path(Format(2, 2, corner=1)), 20, 20), "#000000")
    lines = Text(tuple([text(y=8 + 4 * n).runs[0] for n in range(5)]), "words", 3, "name")
    assert find_problems(dot, lines) == []


def test_a_face_shared_by_many_pieces_is_said_once() -> None:
    assert len(find_problems(block("#000000"), text(), pieces=500)) == 1


def brute(shape: Shape, x: float, y: float) -> bool:
    """Return a rounded rectangle by its definition."""
    (left, top), (right, bottom), r = (5.0, 5.0), (55.0, 35.0), 8.0
    if not (left <= x <= right and top <= y <= bottom):
        return False
    cx, cy = min(max(x, left + r), right - r), min(max(y, top + r), bottom - r)
    return (x - cx) ** 2 + (y - cy) ** 2 <= (r + 0.05) ** 2


@settings(max_examples=60)
@given(st.floats(0, 48), st.floats(4, 38))
def test_rounded_corners_are_no_ground(x: float, y: float) -> None:
    """Where all of a text is on black it is reported, where none of it is, it isn't."""
    rounded = Shape(move_path(grow_outline(Format(50, 30, corner=8), 0), 5, 5), "#000000")
    points = [(x + step, y - lift) for step in (0, 2.5, 5, 7.5, 10) for lift in (0, 1, 2)]
    inside = [brute(rounded, *point) for point in points]
    problems = find_problems(rounded, text(x=x, y=y))
    if all(inside):
        assert len(problems) == 1
    elif not any(inside):
        assert problems == []


@pytest.mark.parametrize(("ink", "wanted"), [("low", "7 : 1"), ("black", "7 : 1"), ("full", "4.5 : 1")])
def test_what_is_wanted_where_the_style_does_not_say(ink: str, wanted: str) -> None:
    (problem,) = find_problems(text("#808080"), contrast=None, ink=ink)  # 3.9 : 1
    assert wanted in problem.hint
    assert len(find_problems(text("#606060"), contrast=None, ink=ink)) == (ink != "full")  # 6.3 : 1


def test_icons_are_held_to_it_as_large_type_is() -> None:
    (problem,) = find_problems(icon("#c07c00"), contrast=None)
    said = "text=“[leaf]” contrast=3.4 paint=#c07c00 ground=#ffffff ~about=cards/p1 ~origin=cards.yaml:1:3"
    assert (facts(problem), "7 : 1" in problem.hint) == (f"game.yaml:1:1 PNP360 {said}", True)
    assert find_problems(icon("#c07c00"), contrast=None, ink="full") == []
    assert find_problems(icon("#eeaa00"), contrast=None, ink="full") != []
    assert find_problems(icon("#595959"), contrast=None) == []


def test_an_icon_is_seen_by_the_paint_that_stands_out_best() -> None:
    assert find_problems(icon("#c07c00", "#000000"), contrast=7) == []
    assert find_problems(block("#000000"), icon("#202020", "#ffffff"), contrast=7) == []


def test_what_an_icon_stands_on_counts_and_it_is_a_ground_itself() -> None:
    (same,) = find_problems(block("#c07c00"), icon("#c07c00"), contrast=3)
    assert (same.value("contrast"), same.value("paint"), same.value("ground")) == ("1", "#c07c00", "#c07c00")
    assert find_problems(block("#c07c00"), icon("#000000"), contrast=4.5) == []
    assert find_problems(icon("#000000", w=10), text("#000000"))[0].value("ground") == "#000000"
    moved = Group((icon("#c07c00"),), (0.5, 0, 0, 0.5, 10, 10))
    assert find_problems(block("#000000"), moved, contrast=6) == []
    assert find_problems(block("#ffffff"), Group((icon("#000000"),), opacity=0.3), contrast=3) != []


def test_pictures_that_are_no_icons_may_look_as_they_like() -> None:
    art = icon("#eeeeee")
    assert isinstance(art.art, Drawing)
    assert find_problems(art._replace(art=Drawing("fox", 10, 10, art.art.items)), contrast=7) == []


def words(points: float, field: str = "rule", says: str = "word") -> Text:
    size = points * MM_PER_POINT
    return Text((Run(2, 5, font(), size, "#000000", (Shaped(says, font(), (), 2.0),)),), says, size, field)


def scaled(item: Item, across: float, down: float) -> Group:
    matrix: Matrix = (across, 0, 0, down, 0, 0)
    return Group((item,), matrix)


def too_small(*fronts: tuple[Item, ...], back: tuple[Item, ...] = (), smallest: float = 5) -> list[str]:
    """Return what is reported of cards with these fronts, all with one back."""
    pieces = tuple(Piece(f"p{n}", "cards", 1, {}, "c.yaml", n, 3, {"rule": (n, 9)}) for n, _ in enumerate(fronts, 1))
    cards = Component("cards", "Cards", Format(60, 40), "f", "b", {}, pieces, BACK, HERE)
    game = Game("g", "G", "1", ("en",), {}, {}, {"cards": cards}, {}, Path("/nowhere"), HERE)
    behind = Face("back", 60, 40, Group(back), "en")
    leaves = [
        Leaf("cards", "Cards", piece.id, 1, cards.format, Face(piece.label, 60, 40, Group(items), "en"), behind)
        for piece, items in zip(pieces, fronts, strict=True)
    ]
    style = Style({}, {}, HERE, smallest=smallest * MM_PER_POINT)
    problems = check_faces(Edition(game, "en", "low", (), game.components), leaves, style)
    found = [problem for problem in problems if problem.code == "PNP361"]
    assert all(f"{smallest:g} pt" in problem.hint for problem in found)
    return list_facts(found)


def test_the_size_on_paper_counts() -> None:
    assert too_small((words(5),)) == []
    assert too_small((words(4.75),)) == ["c.yaml:1:9 PNP361 text=\"rule\" size='4.75 pt' ~about=cards/p1"]


def test_scales_of_groups_multiply() -> None:
    assert too_small((scaled(words(8), 1, 0.5),))[0].endswith(" PNP361 text=\"rule\" size='4 pt' ~about=cards/p1")
    assert too_small((scaled(scaled(words(20), 0.5, 0.5), 0.4, 0.4),))[0].count("4 pt") == 1
    assert too_small((scaled(words(4), 2, 2),)) == []
    assert too_small((Group((words(6),), (0, 1, -1, 0, 0, 0)),)) == []


def test_the_limit_is_the_styles() -> None:
    assert too_small((words(6),), smallest=6.5) != []
    assert too_small((words(1),), smallest=0) == []


def test_the_same_on_many_pieces_is_said_once_and_other_sizes_by_themselves() -> None:
    said = too_small((words(4),), (words(4.5),), (words(4),), (words(9),))
    assert [line.partition(" ")[2] for line in said] == [
        "PNP361 text=\"rule\" size='4 pt' ~about='cards/p1 and 1 more'",
        "PNP361 text=\"rule\" size='4.5 pt' ~about=cards/p2",
    ]


def test_a_text_of_the_template_is_reported_at_its_layout() -> None:
    label = words(4, "", "a label that goes on and on and on")
    said = "PNP361 text='“a label that goes on an…”' size='4 pt' ~about={} ~origin=c.yaml:1:3"
    assert too_small((label,)) == [f"game.yaml:1:1 {said.format('cards/p1')}"]
    assert too_small((), (), back=(label,)) == ["game.yaml:7:1 " + said.format("'cards/p1 and 1 more'")]
