"""Each face as data for other programs.

These are display lists as JSON, which docs/face-json.md describes. Nothing is rounded, and nothing left out
but what has its usual value: whoever reads it back has the same display list.
"""

import json
from base64 import b64encode
from collections.abc import Iterable
from functools import lru_cache
from hashlib import sha256
from pathlib import Path as File
from typing import TYPE_CHECKING, Any

from pnp.export.formats import write_faces
from pnp.model.display import IDENTITY, Drawing, Face, FontFace, Gradient, Group, PageArt, Picture, Raster, Shape, Text
from pnp.model.visiting import Visitor

if TYPE_CHECKING:
    from pnp.export.formats import Output
    from pnp.model.options import Options


FORM = 1  # raised when something means something else than before; new keys alone don't raise it
Json = dict[str, Any]

_TABLES = ("fonts", "rasters", "drawings", "pages")
_CAPS = ("butt", "round", "square")
_JOINS = ("miter", "round", "bevel")


def face_json(label: str, body: bytes) -> bytes:
    """Return the file of a face whose body it is: faces that look alike share theirs."""
    about = {"pnp": "face", "form": FORM, "label": label}
    return _written(about)[:-1] + b"," + body[1:] + b"\n"


def json_body(face: Face) -> bytes:
    """Describe a face but for its label: the same face makes the same bytes, on any machine."""
    describer = _Describer()
    content = describer.group(face.content)
    tables = {name: dict(sorted(getattr(describer, name).items())) for name in _TABLES}
    return _written({"language": face.language, "w": face.w, "h": face.h, **tables, "content": content})


def _written(value: Json) -> bytes:
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"), allow_nan=False)
    return text.encode("utf-8", "backslashreplace")  # half a character has no bytes, but an escape


class _Describer(Visitor[Json]):
    """What items are in JSON, and the tables of what they name."""

    def __init__(self) -> None:
        self.fonts: dict[str, Json] = {}
        self.rasters: dict[str, Json] = {}
        self.drawings: dict[str, Json] = {}
        self.pages: dict[str, Json] = {}
        self._names: dict[Raster | Drawing | PageArt, str] = {}

    def text(self, text: Text) -> Json:
        runs: list[Json] = []
        for run in text.runs:
            self.fonts.setdefault(run.font.name, _font(run.font))
            spaced = _unusual(gap=(run.gap, 0.0), tracking=(run.tracking, 0.0))
            turned = _unusual(level=(run.level, 0), turn=(run.turn, None))
            parts: list[Json] = []
            for part in run.parts:
                rtl = _unusual(rtl=(part.rtl, False))
                parts.append({"text": part.text, "width": part.width, **rtl, "glyphs": part.glyphs})
            placed: Json = {"x": run.x, "y": run.y, "font": run.font.name, "size": run.size, "fill": run.fill}
            runs.append({**placed, **spaced, **turned, "parts": parts})
        more = _unusual(field=(text.field, ""), full=(text.full, 0.0), outline=(text.outline, ""))
        return {"type": "text", "says": text.says, "size": text.size, **more, "runs": runs}

    def shape(self, shape: Shape) -> Json:
        line: Json | None = None
        if stroke := shape.stroke:
            line = {"paint": _paint(stroke.paint), "width": stroke.width} | _unusual(
                cap=(_CAPS[stroke.cap], "butt"),
                join=(_JOINS[stroke.join], "miter"),
                miter=(stroke.miter, 4.0),
                dash=(stroke.dash, ()),
                dash_offset=(stroke.dash_offset, 0.0),
                place=(stroke.place, ""),
            )
        return {"type": "shape", "d": _path(shape.path)} | _unusual(
            fill=(_paint(shape.fill), None),
            fill_opacity=(shape.fill_opacity, 1.0),
            evenodd=(shape.evenodd, False),
            stroke=(line, None),
            stroke_opacity=(shape.stroke_opacity, 1.0),
            of_letters=(shape.of_letters, False),
        )

    def raster(self, picture: Picture, art: Raster) -> Json:
        return _picture(picture, "raster", self._name(art, self.rasters, _raster))

    def drawing(self, picture: Picture, art: Drawing) -> Json:
        return _picture(picture, "drawing", self._name(art, self.drawings, self._drawing))

    def page(self, picture: Picture, art: PageArt) -> Json:
        return _picture(picture, "page", self._name(art, self.pages, _page))

    def group(self, group: Group) -> Json:
        more = _unusual(
            transform=(group.transform, IDENTITY),
            clip=(None if group.clip is None else _path(group.clip), None),
            clip_evenodd=(group.clip_evenodd, False),
            opacity=(group.opacity, 1.0),
        )
        return {"type": "group", **more, "items": list(map(self.visit, group.items))}

    def _drawing(self, art: Drawing) -> Json:
        for font in art.fonts:
            self.fonts.setdefault(font.name, _font(font))
        fonts = [font.name for font in art.fonts]
        more = _unusual(icon=(art.icon, ""), digest=(art.digest, ""), source=(art.source, ""), fonts=(fonts, []))
        return {"name": art.name, "w": art.w, "h": art.h, **more, "items": list(map(self.visit, art.items))}

    def _name(self, art: Any, table: dict[str, Json], describe: Any) -> str:
        """Its own name, with a number behind it where something else has that: alike are what looks alike."""
        if art not in self._names:
            described, name, number = describe(art), art.name, 1
            while table.setdefault(name, described) != described:
                number += 1
                name = f"{art.name} {number}"
            self._names[art] = name
        return self._names[art]


def _unusual(**values: tuple[Any, Any]) -> Json:
    """Return the values that differ from their usual ones."""
    return {name: value for name, (value, usual) in values.items() if value != usual}


@lru_cache(256)
def _font(font: FontFace) -> Json:
    return {
        "file": font.path.name,
        "number": font.index,
        "digest": sha256(font.data).hexdigest(),
        "units_per_em": font.units_per_em,
        "ascent": font.ascent,
        "descent": font.descent,
        "cap_height": font.cap_height,
        "italic_angle": font.italic_angle,
        "box": font.bbox,
        "cff": font.is_cff,
        "bold": font.bold,
        **_unusual(axes=(dict(font.instance), {})),
    }


def _path(path: Iterable[Iterable[object]]) -> str:
    """Write a path as SVG has it in `d`."""
    return " ".join(" ".join(map(str, segment)) for segment in path)


def _paint(paint: str | Gradient | None) -> str | Json | None:
    if not isinstance(paint, Gradient):
        return paint
    more = _unusual(radius=(paint.radius, 0.0), inner=(paint.inner, 0.0), transform=(paint.transform, IDENTITY))
    ends = {"x1": paint.x1, "y1": paint.y1, "x2": paint.x2, "y2": paint.y2}
    return {"gradient": "radial" if paint.radius else "linear", **ends, **more, "stops": paint.stops}


def _picture(picture: Picture, kind: str, name: str) -> Json:
    return {"type": "picture", kind: name, "x": picture.x, "y": picture.y, "w": picture.w, "h": picture.h}


def _raster(art: Raster) -> Json:
    more = _unusual(grey=(art.grey, False), dpi=(art.dpi, 0.0), data=(b64encode(art.data).decode("ascii"), ""))
    return {"name": art.name, "file": art.path.name, "w": art.w, "h": art.h, "digest": art.digest, **more}


def _page(art: PageArt) -> Json:
    where = {"name": art.name, "file": art.path.name, "number": art.number, "digest": art.digest}
    return where | {"box": art.box, "turn": art.turn, "unit": art.unit}


def draw(face: Face, options: "Options") -> bytes:
    return json_body(face)


def assemble(output: "Output") -> tuple[File, ...]:
    faces = [face for _, face in output.faces if not isinstance(face, Face)]
    return write_faces(output, ".json", (face_json(face.label, face.drawn) for face in faces))
