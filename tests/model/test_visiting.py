"""Display lists are walked through in one way; whoever does says what is to be done about each kind of item."""

import ast
from collections.abc import Callable, Iterator, Sequence
from importlib import import_module
from pathlib import Path
from typing import Any, NamedTuple, TypeVar, get_args, get_type_hints

import pytest
from hypothesis import given
from hypothesis import strategies as st
from listing import listing

from pnp.build.face_records import Recording
from pnp.check.faces import Painting
from pnp.export.pdf.content import ContentComposer, items_box
from pnp.export.pdf.resources import UseCollector
from pnp.layout.black import Black, marks_of
from pnp.layout.printable import Endless, Strokes
from pnp.model.display import Drawing, Face, Group, Item, Matrix, PageArt, Picture, Raster, Shape, Text, apply
from pnp.model.geometry import rectangle_path
from pnp.model.visiting import Mapper, Reader, SharedWalk, Visitor, picture_matrix, walk, walk_texts

R = TypeVar("R")
PACKAGE = Path(__file__).parents[2] / "pnp"
KINDS = {kind.__name__ for kind in get_args(Item)}
ASK = {  # kind → method
    "Shape": "shape",
    "Group": "group",
    "Text": "text",
    "Raster": "raster",
    "Drawing": "drawing",
    "PageArt": "page",
}

SHAPE = Shape(rectangle_path(0, 0, 5, 5), "#000000")
TEXT = Text((), "words", 3.0)
RASTER = Raster("fox", Path("fox.png"), 40, 20, "0")
DRAWING = Drawing("leaf", 10.0, 5.0, (SHAPE,))
PHOTO, LEAF = Picture(RASTER, 1, 2, 4, 2), Picture(DRAWING, 1, 2, 20, 20)
MOVED: Matrix = (1.0, 0.0, 0.0, 1.0, 3.0, 4.0)
LARGE: Matrix = (2.0, 0.0, 0.0, 2.0, 0.0, 0.0)


class Note(NamedTuple):
    """A kind of item, or of art, that nobody knows."""

    name: str = "note"


class Names(Visitor[str]):
    def text(self, text: Text) -> str:
        return text.says

    def shape(self, shape: Shape) -> str:
        return "shape"

    def raster(self, picture: Picture, art: Raster) -> str:
        assert picture.art is art
        return art.name

    def drawing(self, picture: Picture, art: Drawing) -> str:
        assert picture.art is art
        return art.name

    def page(self, picture: Picture, art: PageArt) -> str:
        assert picture.art is art
        return art.name

    def group(self, group: Group) -> str:
        return f"({' '.join(map(self.visit, group.items))})"


class Recoloured(Mapper):
    """Shapes in another colour; pictures are left out."""

    def text(self, text: Text) -> Text:
        return text

    def shape(self, shape: Shape) -> Shape:
        return shape if shape.fill == "#ffffff" else shape._replace(fill="#ffffff")

    def raster(self, picture: Picture, art: Raster) -> None:
        return None

    def drawing(self, picture: Picture, art: Drawing) -> None:
        return None

    def page(self, picture: Picture, art: PageArt) -> Picture:
        return picture

    def group(self, group: Group) -> Group:
        return self.inside(group)


def test_a_visitor_is_asked_about_each_item() -> None:
    assert Names().visit(Group((TEXT, Group((SHAPE, PHOTO)), LEAF))) == "(words (shape fox) leaf)"


def test_all_kinds_are_asked_about() -> None:
    arts = get_args(get_type_hints(Picture)["art"])
    assert set(ASK) == KINDS - {"Picture"} | {art.__name__ for art in arts}
    assert Visitor.__abstractmethods__ == set(ASK.values())
    assert Reader.__abstractmethods__ == {*ASK.values(), "vector"}


def test_what_lies_in_groups_comes_in_the_order_of_painting() -> None:
    items = (SHAPE, Group((TEXT, Group((PHOTO,), LARGE, opacity=0.5)), MOVED, opacity=0.5), LEAF)
    found = list(walk(items))
    assert [(item, opacity) for item, _, opacity in found] == [(SHAPE, 1.0), (TEXT, 0.5), (PHOTO, 0.25), (LEAF, 1.0)]
    assert [apply(matrix, 1, 1) for _, matrix, _ in found] == [(1, 1), (4, 5), (5, 6), (1, 1)]
    assert [opacity for _, _, opacity in walk(items, LARGE, 0.5)] == [0.5, 0.25, 0.125, 0.5]
    assert [apply(matrix, 1, 1) for _, matrix, _ in walk(items, LARGE)] == [(2, 2), (8, 10), (10, 12), (2, 2)]


def test_texts_come_with_their_places() -> None:
    items = (SHAPE, Group((TEXT, PHOTO, Group((TEXT,), LARGE)), MOVED), TEXT)
    assert [text for text, _ in walk_texts(items)] == [TEXT] * 3
    assert [apply(matrix, 1, 1) for _, matrix in walk_texts(items)] == [(4, 5), (5, 6), (1, 1)]


def test_a_drawing_is_stretched_onto_its_picture() -> None:
    matrix = picture_matrix(LEAF, DRAWING)
    assert [apply(matrix, 0, 0), apply(matrix, 10, 5)] == [(1, 2), (21, 22)]


def test_what_nothing_changes_in_stays_the_same_object() -> None:
    kept = Group((TEXT, Group((SHAPE._replace(fill="#ffffff"),))), MOVED)
    items: tuple[Item, ...] = (kept, TEXT)
    assert Recoloured().all(items) is items
    assert Recoloured().inside(kept) is kept
    changed = Recoloured().all((kept, Group((SHAPE, kept), MOVED)))
    assert changed[0] is kept
    assert isinstance(changed[1], Group)
    assert changed[1].items == (SHAPE._replace(fill="#ffffff"), kept)
    assert changed[1].transform is MOVED


def test_what_becomes_nothing_is_left_out() -> None:
    assert Recoloured().all((PHOTO, TEXT, LEAF)) == (TEXT,)


class Story(Reader[str, str]):
    """What is there, and how it lies in each other."""

    def text(self, text: Text) -> str:
        return text.says

    def shape(self, shape: Shape) -> str:
        return f"shape {shape.fill}"

    def raster(self, picture: Picture, art: Raster) -> str:
        assert picture.art is art
        return f"{art.name} {picture.x}"

    def page(self, picture: Picture, art: PageArt) -> str:
        assert picture.art is art
        return f"{art.name} {picture.x}"

    def drawing(self, drawing: Drawing, inside: Sequence[str]) -> str:
        return f"{drawing.name} of {'; '.join(inside)}"

    def vector(self, picture: Picture, art: Drawing, drawing: str) -> str:
        assert picture.art is art
        return f"[{drawing}] {picture.x}"

    def group(self, group: Group, inside: Sequence[str]) -> str:
        return f"({'; '.join(inside)}) {group.opacity}"


class Count(Reader[int, int]):
    """How many items there are; and how often it was asked."""

    def __init__(self) -> None:
        self.asked = 0

    def text(self, text: Text) -> int:
        self.asked += 1
        return 1

    def shape(self, shape: Shape) -> int:
        self.asked += 1
        return 1

    def raster(self, picture: Picture, art: Raster) -> int:
        return 1

    def page(self, picture: Picture, art: PageArt) -> int:
        return 1

    def drawing(self, drawing: Drawing, inside: Sequence[int]) -> int:
        return sum(inside)

    def vector(self, picture: Picture, art: Drawing, drawing: int) -> int:
        return 1 + drawing

    def group(self, group: Group, inside: Sequence[int]) -> int:
        return 1 + sum(inside)


def tell(reader: Reader[R, R], item: Item) -> R:
    """Return a reader's answer by plain recursion."""
    match item:
        case Text():
            return reader.text(item)
        case Shape():
            return reader.shape(item)
        case Group():
            return reader.group(item, [tell(reader, inner) for inner in item.items])
        case Picture(art=Drawing() as art):
            return reader.vector(item, art, reader.drawing(art, [tell(reader, inner) for inner in art.items]))
        case Picture(art=Raster() as raster):
            return reader.raster(item, raster)
        case Picture(art=PageArt() as page):
            return reader.page(item, page)
    raise AssertionError(item)


PAGE = PageArt("letter", Path("letter.pdf"), 1, (0, 0, 30, 40), 90, 0.35, "0")
SINGLE: list[Item] = [TEXT, SHAPE, PHOTO, LEAF, SHAPE._replace(fill="#ff0000"), Picture(PAGE, 3, 2, 4, 2)]


def groups_of(items: st.SearchStrategy[Item]) -> st.SearchStrategy[Item]:
    inside = st.lists(items, max_size=4).map(tuple)
    drawn = st.builds(Drawing, st.just("art"), st.just(9.0), st.just(9.0), inside)
    pictures = st.builds(Picture, drawn, st.just(1.0), st.just(2.0), st.just(9.0), st.just(9.0))
    return st.builds(Group, inside, st.sampled_from([MOVED, LARGE]), opacity=st.sampled_from([1.0, 0.5])) | pictures


ITEMS = st.recursive(st.sampled_from(SINGLE), groups_of, max_leaves=12)


@given(st.lists(ITEMS, max_size=4), st.data())
def test_each_reader_gets_in_one_walk_what_it_gets_by_itself(items: list[Item], data: st.DataObject) -> None:
    walk, count = SharedWalk(), Count()
    story, number = walk.join(Story()), walk.join(count)
    for _ in range(3):  # some are met again, in others or by themselves
        shared = data.draw(st.lists(st.sampled_from([*items, *SINGLE]), max_size=5))
        for item in (Group(tuple(shared)), *items):
            assert story(item) == tell(Story(), item)
            assert number(item) == tell(Count(), item)


def test_what_is_shared_is_remembered_from_the_second_time_on() -> None:
    walk, count = SharedWalk(), Count()
    number = walk.join(count)
    shared = Group((SHAPE, TEXT))
    asked = []
    for _ in range(4):
        assert number(Group((shared, LEAF))) == 6
        asked.append(count.asked)
    assert asked == [3, 5, 5, 5]
    walk.forget()
    assert number(shared) == 3
    assert count.asked == 7


def test_who_joins_late_hears_of_what_was_read_before() -> None:
    walk = SharedWalk()
    number = walk.join(Count())
    assert number(LEAF) == number(LEAF) == 2
    assert walk.join(Story())(LEAF) == "[leaf of shape #000000] 1"


Walker = Callable[[tuple[Item, ...]], object]
WALKERS: dict[str, Walker] = {
    "visitor": lambda items: Names().visit(Group(items)),
    "mapper": lambda items: Recoloured().all(items),
    "items_box": items_box,
    "listing": lambda items: listing(Face("it", 9, 9, Group(items), "en")),
    "ContentComposer": lambda items: ContentComposer().group(Group(items), UseCollector()),
    "Strokes": lambda items: Strokes(SharedWalk()).printed(Group(items)),
    "Endless": lambda items: SharedWalk().join(Endless())(Group(items)),
    "Black": lambda items: Black().items(items),
    "Painting": lambda items: SharedWalk().join(Painting())(Group(items)),
    "Recording": lambda items: SharedWalk().join(Recording())(Group(items)),
}
OF_ITEMS: dict[str, Walker] = {
    "walk": lambda items: list(walk(items)),
    "walk_texts": lambda items: list(walk_texts(items)),
    "marks_of": lambda items: list(marks_of(items)),
}  # which kind of art is in a picture, is no matter to them


@pytest.mark.parametrize("walker", [*WALKERS, *OF_ITEMS])
def test_an_unknown_kind_is_refused(walker: str) -> None:
    unknown: Any = Note()
    with pytest.raises(AssertionError, match=r"unreachable.*Note"):
        (WALKERS | OF_ITEMS)[walker]((SHAPE, unknown))


@pytest.mark.parametrize("walker", WALKERS)
def test_an_unknown_kind_of_art_is_refused(walker: str) -> None:
    art: Any = Note()
    with pytest.raises(AssertionError, match=r"unreachable.*Note"):
        WALKERS[walker]((SHAPE, Picture(art, 0, 0, 5, 5)))


def visitors(kind: type[Any]) -> Iterator[type[Any]]:
    for each in kind.__subclasses__():
        yield each
        yield from visitors(each)


def test_all_visitors_answer_for_every_kind() -> None:
    """Mypy says so where one is made; this names those that aren't made by a test."""
    for path in PACKAGE.rglob("*.py"):
        if "pnp.model.visiting" in path.read_text(encoding="utf-8"):
            import_module(".".join(path.relative_to(PACKAGE.parent).with_suffix("").parts).removesuffix(".__init__"))
    all = [*visitors(Visitor), *visitors(Reader)]
    found = {each for each in all if each.__module__.startswith("pnp.") and each is not Mapper}
    assert len(found) >= 10
    assert {each.__qualname__: set(each.__abstractmethods__) for each in found if each.__abstractmethods__} == {}


def kinds_told_apart(function: ast.AST, kinds: set[str]) -> set[str]:
    """Return the names of kinds of items that it asks whether something is one of."""
    asked: list[ast.AST] = []
    for node in ast.walk(function):
        match node:
            case ast.Call(func=ast.Name("isinstance"), args=[_, kind]):
                asked.append(kind)
            case ast.Match():
                patterns = [case.pattern for case in node.cases]
                asked += [part.cls for part in map(whole_pattern, patterns) if isinstance(part, ast.MatchClass)]
    return kinds & {node.id for part in asked for node in ast.walk(part) if isinstance(node, ast.Name)}


def whole_pattern(pattern: ast.pattern | None) -> ast.pattern | None:
    match pattern:
        case ast.MatchAs(pattern=inner) if inner:
            return whole_pattern(inner)
        case ast.MatchOr([first, *_]):
            return whole_pattern(first)
    return pattern


def test_who_tells_kinds_apart_by_hand_refuses_others() -> None:
    wrong = []
    for path in sorted(PACKAGE.rglob("*.py")):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        taken = [node for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)]
        shown = {name.name for node in taken if node.module == "pnp.model.display" for name in node.names}
        functions = [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)]
        for function in functions:
            if kinds_told_apart(function, KINDS & shown) and "assert_never" not in ast.unparse(function):
                wrong.append(f"{path.relative_to(PACKAGE.parent)}:{function.lineno}: {function.name}")
    assert not wrong, "a `Visitor` has to answer for every kind; or end in `assert_never`"


def test_kinds_that_are_told_apart_are_found() -> None:
    code = "isinstance(a, Text | str)\nmatch a:\n  case Shape() as s: pass\n  case [Group()]: pass"
    assert kinds_told_apart(ast.parse(code), KINDS) == {"Text", "Shape"}
