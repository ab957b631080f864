"""A finished face → its record, made of what is read of its items in the walk in which it is judged.

An item becomes plain tuples, or a digest of these, made of those of the items inside of it. Numbers that come of more
than sums and products are rounded to millionths: machines that compute the last digits differently make the same
records.
"""

from collections.abc import Iterable, Sequence
from functools import lru_cache
from hashlib import blake2b
from itertools import chain
from marshal import dumps
from math import hypot
from typing import Any, NamedTuple

from pnp.model.display import (
    IDENTITY,
    Drawing,
    Face,
    FaceRecord,
    Group,
    Matrix,
    PageArt,
    Path,
    Picture,
    Raster,
    SetText,
    Shape,
    Shaped,
    Text,
    multiply,
)
from pnp.model.game import Format
from pnp.model.length import MM_PER_INCH
from pnp.model.visiting import Reader, picture_matrix

_MILLION = 1e6
_PLAIN = 2  # of marshal's formats the one in which equal values are equal bytes, whatever objects they share
_UPRIGHT = (_MILLION, 0.0, 0.0, _MILLION)  # the rounded beginning of a matrix that only moves
_MOST_WORDS = 20_000  # words

_Bitmap = tuple[int, int, Matrix]  # pixels, and from a square of 1 mm to where it is shown
ItemFacts = tuple[
    Any,  # all that is seen of an item
    bytes,  # digests of what is neither text nor art
    tuple[str, ...],  # digests of art files, each as often as it is shown
    tuple[str, ...],  # names of fonts
    tuple[str, ...],  # colours of texts
    tuple[_Bitmap, ...],
]


class RecordedFace(NamedTuple):
    side: str  # "front", "back", "page 2"
    words: tuple[str, ...]  # of each text, in the order in which they are drawn
    fonts: tuple[str, ...]  # their names
    type: tuple[str, ...]  # colours and sizes that its texts have
    art: str  # of the files of its pictures and icons
    looks: str  # of all that is drawn besides, but for where texts and art stand
    whole: str  # of all that is drawn


class Recording(Reader[ItemFacts, ItemFacts]):
    """Reads facts for records. Drawings are the art of a file, whatever they are made of."""

    def __init__(self) -> None:
        self._glyphs_of = _GlyphDigests().__getitem__

    def text(self, text: Text) -> ItemFacts:
        glyphs_of = self._glyphs_of
        runs = [
            (font.name, fill, x, y, size, gap, tracking, turn and _round_all((turn,)), tuple(map(glyphs_of, parts)))
            for x, y, font, size, fill, parts, gap, tracking, _, turn in text.runs
        ]
        return runs, b"", (), tuple({run[0] for run in runs}), tuple({run[1] for run in runs}), ()

    def shape(self, shape: Shape) -> ItemFacts:
        fill = (shape.fill, shape.fill_opacity, shape.evenodd) if shape.fill is not None else None
        stroke = (shape.stroke[:-1], shape.stroke_opacity) if shape.stroke is not None else None  # without its place
        digest = _digest(_path_values(shape.path), _to_plain(fill), _to_plain(stroke))
        return digest, digest, (), (), (), ()

    def raster(self, picture: Picture, art: Raster) -> ItemFacts:
        bitmap = art.w, art.h, (picture.w, 0.0, 0.0, picture.h, picture.x, picture.y)
        return (art.digest, art.grey, _round_all(picture[1:])), b"", (art.digest,), (), (), (bitmap,)

    def page(self, picture: Picture, art: PageArt) -> ItemFacts:
        name = f"{art.digest} {art.number} {art.box}"
        return (name, art.turn, _round_all(picture[1:])), b"", (name,), (), (), ()

    def drawing(self, drawing: Drawing, inside: Sequence[ItemFacts]) -> ItemFacts:
        digest = _digest(_round_all((drawing.w, drawing.h)), [each[0] for each in inside])
        return digest, b"", (drawing.digest,), (), (), tuple([bitmap for each in inside for bitmap in each[5]])

    def vector(self, picture: Picture, art: Drawing, drawing: ItemFacts) -> ItemFacts:
        digest, _, files, _, _, bitmaps = drawing
        if bitmaps:
            bitmaps = _transform_bitmaps(bitmaps, picture_matrix(picture, art))
        return (digest, _round_all(picture[1:])), b"", files, (), (), bitmaps

    def group(self, group: Group, inside: Sequence[ItemFacts]) -> ItemFacts:
        looks, around = b"", b""
        files: tuple[str, ...] = ()
        fonts: tuple[str, ...] = ()
        colours: tuple[str, ...] = ()
        bitmaps: tuple[_Bitmap, ...] = ()
        for _, inner_looks, inner_files, inner_fonts, inner_colours, inner_bitmaps in inside:
            looks += inner_looks
            files += inner_files
            fonts += inner_fonts
            colours += inner_colours
            bitmaps += inner_bitmaps
        if group.clip is not None or group.opacity != 1.0:
            around = _digest(group.clip and _path_values(group.clip), group.clip_evenodd, _round_all((group.opacity,)))
            looks = _digest(around, looks)
        x, y = group.transform[4:]
        turned = _round_all(group.transform[:4]) if group.transform[:4] != IDENTITY[:4] else _UPRIGHT
        moved = (x * _MILLION + 0.5) // 1, (y * _MILLION + 0.5) // 1
        whole = moved, turned, around, [each[0] for each in inside]
        return whole, looks, files, fonts, colours, _transform_bitmaps(bitmaps, group.transform) if bitmaps else ()


class _GlyphDigests(dict[Shaped, bytes]):
    """Shaped text → a digest of its glyphs and where they stand."""

    def __missing__(self, part: Shaped) -> bytes:
        if len(self) > _MOST_WORDS:
            self.clear()
        digest = self[part] = _digest(round(part.width, 6), tuple(chain.from_iterable(part.glyphs)))
        return digest


def record_face(face: Face, recorded: ItemFacts, texts: Iterable[SetText]) -> FaceRecord:
    """Return a face's record, of what was read of its content and of the texts that stand on it."""
    whole, looks, files, fonts, colours, bitmaps = recorded
    plain = tuple([tuple(text) for text in texts])
    resolutions = [
        min(w / across, h / down) * MM_PER_INCH
        for w, h, matrix in bitmaps
        if (across := hypot(matrix[0], matrix[1])) and (down := hypot(matrix[2], matrix[3]))
    ]
    return FaceRecord(
        plain,
        tuple(sorted({*fonts})),
        tuple(sorted({*colours, *[f"{text[4]} mm" for text in plain]})),
        _digest_files(tuple(sorted(files))) if files else "",
        _hex_digest(looks),
        _digest(_round_all((face.w, face.h)), whole, size=16).hex(),
        int(min(resolutions) + 0.001) if resolutions else None,  # 299.9999 is 300
    )


def make_recorded_face(record: FaceRecord, format: Format, side: str) -> RecordedFace:
    """Return the part of a build record about a face, which is cut out in that format."""
    words = tuple([text[1] for text in record.texts])
    cut = _digest_cut(format)
    whole = f"{record.whole} {cut}"
    return RecordedFace(side, words, record.fonts, record.type, record.art, _hex_digest(cut + record.looks), whole)


@lru_cache(4096)
def _digest_files(files: tuple[str, ...]) -> str:
    return _digest(*files).hex()


@lru_cache(1024)
def _digest_cut(format: Format) -> str:
    """Return a digest of what is visible when a piece is cut out in that format."""
    return _digest(_to_plain((format.w, format.h, str(format.outline), format.corner, format.is_cut)), size=4).hex()


def _transform_bitmaps(bitmaps: Iterable[_Bitmap], matrix: Matrix) -> tuple[_Bitmap, ...]:
    return tuple([(w, h, multiply(matrix, inner)) for w, h, inner in bitmaps])


def _path_values(path: Path) -> tuple[Any, ...]:
    return "".join([segment[0] for segment in path]), _round_all([number for segment in path for number in segment[1:]])


def _to_plain(value: Any) -> Any:
    """Return a value with nothing in it but plain tuples, texts and rounded numbers."""
    if isinstance(value, tuple):
        return tuple(map(_to_plain, value))
    return _round_all((value,)) if isinstance(value, int | float) else value


def _round_all(numbers: Iterable[float]) -> tuple[float, ...]:
    return tuple([(number * _MILLION + 0.5) // 1 for number in numbers])


def _digest(*values: Any, size: int = 8) -> bytes:
    return blake2b(dumps(values, _PLAIN), digest_size=size).digest()


@lru_cache(4096)
def _hex_digest(value: str | bytes) -> str:
    return _digest(value).hex()
