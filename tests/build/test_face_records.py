"""Records of faces see all that is visible, and nothing else."""

import marshal
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import fields, is_dataclass, replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pnp.build.face_records import Recording, make_recorded_face, record_face
from pnp.check.faces import Looker
from pnp.model.display import (
    Drawing,
    Face,
    FaceRecord,
    FontFace,
    Glyph,
    Gradient,
    Group,
    Item,
    PageArt,
    Picture,
    Raster,
    Run,
    Shape,
    Shaped,
    Stop,
    Stroke,
    Text,
)
from pnp.model.game import Format, Outline
from pnp.model.geometry import rectangle_path
from pnp.model.span import Span
from pnp.model.style import Style
from pnp.model.visiting import SharedWalk

FONT = FontFace("Sans", Path("sans.ttf"), 0, b"", 1000, 0.8, -0.2, 0.7, 0, (0, 0, 1, 1), False, False)
WORD = Shaped("fox", FONT, (Glyph(3, 500, 0, 0, 0), Glyph(4, 480, 5, 7, 1)), 0.98)
RUN = Run(3.0, 4.0, FONT, 2.5, "#102030", (WORD, WORD), gap=0.1, tracking=0.02, turn=0.3)
TEXT = Text((RUN, RUN._replace(x=9.0, turn=None)), "fox", 2.5, "name", 3.0)
FADED = Gradient(
    1.0, 2.0, 3.0, 4.0, (Stop(0.1, "#102030", 0.5), Stop(0.9, "#405060")), 2.0, (1.0, 0.2, 0.3, 1.0, 4.0, 5.0), 1.0
)
LINE = Stroke("#334455", 0.4, dash=(1.0, 2.0), dash_offset=0.5)
PLAIN = Shape(rectangle_path(1, 2, 9, 9), "#aabbcc", LINE, fill_opacity=0.8, stroke_opacity=0.7)
SHADED = Shape((("M", 1.0, 2.0), ("C", 1.0, 2.0, 3.0, 4.0, 5.0, 6.0), ("Z",)), FADED, LINE._replace(paint=FADED))
PHOTO = Picture(Raster("fox", Path("fox.png"), 300, 600, "f00"), 1.0, 2.0, 25.4, 50.8)
LETTER = Picture(
    PageArt("letter", Path("letter.pdf"), 1, (0.0, 0.0, 30.0, 40.0), 90, 0.35, "a00"), 1.0, 2.0, 20.0, 30.0
)
LEAF = Picture(Drawing("leaf", 10.0, 5.0, (PLAIN, Group((SHADED,))), "leaf", "d00"), 1.0, 2.0, 20.0, 20.0)
ALL = Group(
    (
        PLAIN,
        LEAF,
        Group((TEXT, SHADED), (0.6, 0.8, -0.8, 0.6, 3.0, 4.0), rectangle_path(0, 0, 9, 9), 0.5),
        PHOTO,
        LETTER,
    )
)
UNSEEN = {  # what is no part of a look
    Text: {"says", "size", "field", "full", "outline"},
    Run: {"level"},
    Shaped: {"text", "font", "rtl"},
    Glyph: {"cluster"},
    Shape: {"of_letters"},
    Stroke: {"place"},
    Raster: {"name", "path", "w", "h", "data", "dpi"},
    Drawing: {"name", "icon", "digest", "source", "fonts"},
    PageArt: {"name", "path", "unit"},
    FontFace: {field.name for field in fields(FontFace)} - {"name"},
}


def record(*items: Item, w: float = 60.0) -> FaceRecord:
    walk = SharedWalk()
    face = Face("cards/fox", w, 90.0, Group(items), "en")
    recorded, looker = walk.join(Recording()), Looker(Style({}, {}, Span("style.yaml")), "full", walk)
    return record_face(face, recorded(face.content), looker.look(face).texts)


def parts(value: Any) -> Iterator[tuple[str, Any]]:
    if is_dataclass(value):
        return ((field.name, getattr(value, field.name)) for field in fields(value))
    return zip(value._fields, value, strict=True) if hasattr(value, "_fields") else iter(())


def variants(value: Any) -> Iterator[Any]:
    """Yield the value with one visible number, colour, name … of it changed, each in turn."""
    if isinstance(value, bool):
        yield not value
    elif isinstance(value, int | float):
        yield value + 1
    elif isinstance(value, str):
        yield "#654321" if value.startswith("#") else {"L": "M", "M": "M", "C": "C", "Z": "Z"}.get(value, f"{value}1")
    elif names := list(parts(value)):
        for name, part in names:
            is_idle = name == "clip_evenodd" and value.clip is None
            if not is_idle and name not in UNSEEN.get(type(value), ()):
                for other in variants(part):
                    yield replace(value, **{name: other}) if is_dataclass(value) else value._replace(**{name: other})
    elif isinstance(value, tuple):
        for place, part in enumerate(value):
            yield from ((*value[:place], other, *value[place + 1 :]) for other in variants(part) if other != part)
        if value and hasattr(value[0], "_fields"):
            yield value[1:]


def deep_copy(value: Any) -> Any:
    """Return an equal value made of other objects."""
    if is_dataclass(value):
        return replace(value, **{name: deep_copy(part) for name, part in parts(value)})  # type: ignore[type-var]
    if isinstance(value, tuple):
        made = [deep_copy(part) for part in value]
        return type(value)(*made) if hasattr(value, "_fields") else tuple(made)
    return float(str(value)) if isinstance(value, float) else value


@pytest.mark.parametrize("item", [*ALL.items, ALL], ids=["plain", "leaf", "group", "photo", "letter", "all"])
def test_all_that_is_seen_counts(item: Item) -> None:
    seen = {record(item).whole}
    others = list(variants(item))
    assert len(others) >= 6
    for other in others:
        whole = record(other).whole
        assert whole not in seen, (other, len(seen))
        seen.add(whole)
    assert record(item, w=61.0).whole not in seen


def test_the_same_look_has_the_same_record() -> None:
    assert record(deep_copy(ALL)) == record(ALL)


@given(st.sampled_from(ALL.items), st.floats(-1e-9, 1e-9))
def test_the_last_digits_of_a_number_count_for_nothing(item: Item, little: float) -> None:
    moved = (1.0 + little, 0.0, 0.0, 1.0, 3.3 + little, 4.4)
    assert record(Group((item,), moved)) == record(Group((item,), (1.0, 0.0, 0.0, 1.0, 3.3, 4.4)))


def test_what_changed_is_told_apart() -> None:
    def changed(*items: Item, old: tuple[Item, ...] = (PLAIN, TEXT, LEAF)) -> set[str]:
        pairs = zip(FaceRecord._fields, record(*old), record(*items), strict=True)
        return {name for name, before, now in pairs if before != now}

    moved = (1.0, 0.0, 0.0, 1.0, 3.0, 4.0)
    assert changed(PLAIN, TEXT, LEAF) == set()
    assert changed(PLAIN, TEXT, Group((LEAF,), moved)) == {"whole"}
    assert changed(Group((PLAIN,), moved), TEXT, LEAF) == {"whole"}
    assert changed(PLAIN._replace(fill="#000000"), TEXT, LEAF) == {"looks", "whole"}
    assert changed(PLAIN, TEXT, Group((LEAF,), opacity=0.5)) == {"looks", "whole"}
    assert changed(PLAIN, TEXT, LEAF, LEAF) == {"art", "whole"}
    assert changed(PLAIN, TEXT, PHOTO) == {"art", "whole", "dpi"}
    assert changed(PLAIN, TEXT._replace(says="owl"), LEAF) == {"texts"}
    recoloured = TEXT._replace(runs=tuple([run._replace(fill="#000000") for run in TEXT.runs]))
    assert changed(PLAIN, recoloured, LEAF) == {"type", "whole"}


def test_the_format_counts() -> None:
    found = record(ALL)
    card, token = Format(60, 90), Format(60, 90, outline=Outline.CIRCLE)
    assert make_recorded_face(found, card, "front") == make_recorded_face(found, card._replace(safe=9), "front")
    one, other = (make_recorded_face(found, format, "back") for format in (card, token))
    assert (one.looks, one.whole) != (other.looks, other.whole)
    assert (one.side, one.words, one.fonts) == ("back", ("fox",), ("Sans",))
    assert one.type == ("#102030", "3.0 mm")


def test_it_is_plain() -> None:
    found = record(ALL)
    assert FaceRecord(*marshal.loads(marshal.dumps(tuple(found)))) == found
    assert found.set_texts[0].says == "fox"


def test_no_process_makes_another(request: pytest.FixtureRequest) -> None:
    code = "from test_face_records import ALL, record; print(record(ALL, ALL.items[0]))"
    said = [
        subprocess.run(
            [sys.executable, "-c", code],
            env={**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": os.pathsep.join(sys.path)},
            cwd=Path(__file__).parent,
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in ("1", "2")
    ]
    assert said[0] == said[1] == f"{record(ALL, ALL.items[0])}\n"


@pytest.mark.parametrize(
    ("w", "h", "expected"), [(25.4, 50.8, 300), (50.8, 50.8, 150), (25.4, 25.4, 300), (12.7, 25.4, 600)]
)
def test_the_coarser_side_of_a_bitmap_counts(w: float, h: float, expected: int) -> None:
    assert record(PHOTO._replace(w=w, h=h)).dpi == pytest.approx(expected, abs=1)


@pytest.mark.parametrize(
    ("make", "expected"),
    [
        (lambda photo: Group((photo,), (2.0, 0.0, 0.0, 2.0, 5.0, 5.0)), 150),
        (lambda photo: Group((photo,), (0.0, 1.0, -1.0, 0.0, 5.0, 5.0)), 300),
        (lambda photo: Group((photo,), (0.0, 2.0, -1.0, 0.0, 5.0, 5.0)), 150),
        (lambda photo: Group((photo,), opacity=0.5), 300),
        (lambda photo: Picture(Drawing("art", 30, 60, (photo,)), 0, 0, 60, 120), 150),
        (lambda photo: Group((Picture(Drawing("a", 9, 9, (photo,)), 0, 0, 9, 9),), (0.6, 0.8, -0.8, 0.6, 0, 0)), 300),
        (lambda photo: Group((photo, PHOTO._replace(w=50.8, h=101.6))), 150),
        (lambda photo: Group((photo,), (0.0, 0.0, 0.0, 0.0, 0.0, 0.0)), None),
        (lambda photo: PLAIN, None),
    ],
)
def test_groups_and_drawings_change_the_resolution(make: Callable[[Picture], Item], expected: int | None) -> None:
    found = record(make(PHOTO)).dpi
    assert found == expected or (found and expected and abs(found - expected) <= 1)
