"""A face's JSON → its display list, by what docs/face-json.md says alone; fonts are known by name."""

import json
from base64 import b64decode
from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from pathlib import Path as File
from typing import Any

from pnp.model.display import (
    IDENTITY,
    Drawing,
    Face,
    FontFace,
    Glyph,
    Gradient,
    Group,
    Item,
    PageArt,
    Path,
    Picture,
    Raster,
    Run,
    Shape,
    Shaped,
    Stop,
    Stroke,
    Text,
)

CAPS, JOINS = ("butt", "round", "square"), ("miter", "round", "bevel")


def plain(value: Any) -> Any:
    """Return a display list as tuples that compare by what they hold: fonts by name, files without their folders."""
    if type(value) in (float, str, int, bool, bytes, type(None)):  # nearly all that there is
        return value
    if isinstance(value, FontFace):
        return value.name
    if isinstance(value, File):
        return value.name
    if is_dataclass(value):
        return type(value).__name__, *[plain(getattr(value, field.name)) for field in fields(value)]
    if isinstance(value, tuple):
        return type(value).__name__, *map(plain, value)
    return value


def read_face(text: bytes, fonts: Mapping[str, FontFace]) -> Face:
    found = json.loads(text)
    assert (found["pnp"], found["form"]) == ("face", 1)
    reader = _Reader(found, fonts)
    return Face(found["label"], found["w"], found["h"], reader.group(found["content"]), found["language"])


class _Reader:
    def __init__(self, found: Mapping[str, Any], fonts: Mapping[str, FontFace]) -> None:
        self._found, self._fonts = found, fonts

    def group(self, of: Mapping[str, Any]) -> Group:
        transform = tuple(of.get("transform", IDENTITY))
        clip = _path(of["clip"]) if "clip" in of else None
        return Group(self._items(of), transform, clip, of.get("opacity", 1.0), of.get("clip_evenodd", False))

    def _items(self, of: Mapping[str, Any]) -> tuple[Item, ...]:
        return tuple([getattr(self, item["type"])(item) for item in of["items"]])

    def text(self, of: Mapping[str, Any]) -> Text:
        runs = tuple(map(self._run, of["runs"]))
        return Text(runs, of["says"], of["size"], of.get("field", ""), of.get("full", 0.0), of.get("outline", ""))

    def _run(self, of: Mapping[str, Any]) -> Run:
        font = self._fonts[of["font"]]
        parts = tuple([self._part(part, font) for part in of["parts"]])
        spacing = of.get("gap", 0.0), of.get("tracking", 0.0), of.get("level", 0), of.get("turn")
        return Run(of["x"], of["y"], font, of["size"], of["fill"], parts, *spacing)

    def _part(self, of: Mapping[str, Any], font: FontFace) -> Shaped:
        glyphs = tuple([Glyph(*glyph) for glyph in of["glyphs"]])
        return Shaped(of["text"], font, glyphs, of["width"], of.get("rtl", False))

    def shape(self, of: Mapping[str, Any]) -> Shape:
        return Shape(
            _path(of["d"]),
            _paint(of.get("fill")),
            _stroke(of["stroke"]) if "stroke" in of else None,
            of.get("evenodd", False),
            of.get("fill_opacity", 1.0),
            of.get("stroke_opacity", 1.0),
            of.get("of_letters", False),
        )

    def picture(self, of: Mapping[str, Any]) -> Picture:
        (kind,) = {"raster", "drawing", "page"} & of.keys()
        art = getattr(self, kind)(self._found[kind + "s"][of[kind]])
        return Picture(art, of["x"], of["y"], of["w"], of["h"])

    def raster(self, of: Mapping[str, Any]) -> Raster:
        size, data = (of["w"], of["h"]), b64decode(of.get("data", ""))
        return Raster(
            of["name"], File(of["file"]), *size, of["digest"], of.get("grey", False), data, of.get("dpi", 0.0)
        )

    def drawing(self, of: Mapping[str, Any]) -> Drawing:
        fonts = tuple([self._fonts[name] for name in of.get("fonts", [])])
        more = of.get("icon", ""), of.get("digest", ""), of.get("source", ""), fonts
        return Drawing(of["name"], of["w"], of["h"], self._items(of), *more)

    def page(self, of: Mapping[str, Any]) -> PageArt:
        box = tuple(of["box"])
        return PageArt(of["name"], File(of["file"]), of["number"], box, of["turn"], of["unit"], of["digest"])


def _path(d: str) -> Path:
    segments: list[list[Any]] = []
    for word in d.split():
        if word in "MLCZ":
            segments.append([word])
        else:
            segments[-1].append(float(word))
    return tuple(map(tuple, segments))


def _paint(of: Any) -> Any:
    if not isinstance(of, dict):
        return of
    stops = tuple([Stop(*stop) for stop in of["stops"]])
    matrix = tuple(of.get("transform", IDENTITY))
    assert of["gradient"] == ("radial" if of.get("radius") else "linear")
    ends = of["x1"], of["y1"], of["x2"], of["y2"]
    return Gradient(*ends, stops, of.get("radius", 0.0), matrix, of.get("inner", 0.0))


def _stroke(of: Mapping[str, Any]) -> Stroke:
    cap, join = CAPS.index(of.get("cap", "butt")), JOINS.index(of.get("join", "miter"))
    more = of.get("miter", 4.0), tuple(of.get("dash", ())), of.get("dash_offset", 0.0), of.get("place", "")
    return Stroke(_paint(of["paint"]), of["width"], cap, join, *more)
