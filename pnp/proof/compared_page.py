"""Differences → one page of HTML that needs, runs and loads nothing else: each changed piece beside what it was."""

import re
from base64 import b64encode
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from html import escape
from pathlib import Path

from pnp.build.executors import Task, run_task
from pnp.build.record import side_of
from pnp.export.rasteriser import face_png
from pnp.io.opening import read_beginning
from pnp.model.display import AnyFace
from pnp.model.game import Format, Outline
from pnp.model.geometry import outline_path
from pnp.model.length import MM_PER_INCH
from pnp.model.sheet import leaves_by_piece
from pnp.proof.differences import KINDS, Difference
from pnp.proof.versions import GameVersion

_MOST_PIXELS = 900  # along a picture's longer edge
_MANY = 200  # pictures of a page
_DPI, _FEWER = 150, 100


class VersionFaces:
    """The faces of a version; none where that is only a record."""

    def __init__(self, version: GameVersion) -> None:
        self._leaves = leaves_by_piece(version.laid_out.leaves if version.laid_out else ())

    def find(self, component: str, piece: str) -> dict[str, tuple[Format, AnyFace]]:
        """Return a piece's faces by their sides."""
        leaves = self._leaves.get(f"{component}/{piece}", [])
        faces = [leaf.front for leaf in leaves] + [leaf.back for leaf in leaves if leaf.back]
        return {side_of(face.label, f"{component}/{piece}"): (leaves[0].format, face) for face in faces}


_CONTROLS = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\ud800-\udfff\ufffe\uffff]")
_HEADINGS = {kind: kind.capitalize() for kind in KINDS} | {"copies": "In another number"}

_HEAD = Path(__file__).parent / "page" / "mailed" / "compared.html"
_LARGEST = 100_000  # bytes of it


def make_page(title: str, old: GameVersion, new: GameVersion, found: Sequence[Difference], jobs: int = 0) -> str:
    """Return the page, with pictures of versions that aren't only records."""
    wanted: dict[tuple[str, str, str], tuple[Format, AnyFace]] = {}
    before, now = VersionFaces(old), VersionFaces(new)
    for each in found:
        if each.kind in ("added", "removed", "changed"):
            for name, known, piece in (("old", before, each.old), ("new", now, each.new)):
                if piece:
                    faces, sides = known.find(piece.component, piece.id), _changed_sides(each)
                    wanted |= {(name, piece.label, side): faces[side] for side in sides if side in faces}
    drawn = dict(zip(wanted, draw_pictures(list(wanted.values()), jobs), strict=True))
    counts = {kind: [each for each in found if each.kind == kind] for kind in KINDS}
    parts = [read_beginning(_HEAD, _LARGEST).replace("@title@", _escape(title)), f"<h1>{_escape(title)}</h1>\n"]
    summary = ", ".join(f"{len(some)} {_HEADINGS[kind].lower()}" for kind, some in counts.items() if some)
    parts.append(f"<p>{summary or 'Nothing has changed.'}</p>\n")
    for kind, some in counts.items():
        if some:
            parts.append(f"<h2>{_HEADINGS[kind]}</h2>\n")
            for each in some:
                parts += ["<article>\n", *_describe(each), *_figures(each, drawn), "</article>\n"]
    return "".join([*parts, "</body>\n</html>\n"])


_Drawn = Mapping[tuple[str, str, str], bytes]  # "old" or "new", piece, side


def _changed_sides(difference: Difference) -> list[str]:
    """Return the sides that differ, or all of a piece that came or went."""
    before = {face.side: face for face in (difference.old.faces if difference.old else ())}
    now = {face.side: face for face in (difference.new.faces if difference.new else ())}
    sides = dict.fromkeys([*now, *before])
    differing = [side for side in sides if before.get(side) != now.get(side)]
    return differing or list(sides)  # a font's file tells no face apart


def _describe(difference: Difference) -> Iterator[str]:
    piece = difference.piece
    title = f" “{_escape(piece.title)}”" if piece.title else ""
    yield f"<h3>{_escape(piece.label)}{title}</h3>\n"
    notes = list(difference.reasons)
    if difference.kind == "renamed" and difference.old:
        notes.append(f"was {difference.old.label}")
    before, now = difference.copies
    if difference.old and difference.new and before != now:
        notes.append(f"{before} → {now} copies")
    elif max(before, now) > 1:
        notes.append(f"{max(before, now)} copies")
    if notes:
        yield f'<p class="soft">{_escape(", ".join(notes))}</p>\n'
    for each in difference.words:
        stretches = []
        for old, new in each.text.stretches:
            if old == new:
                stretches.append(_escape(new))
            else:
                stretches += [f"<del>{_escape(old)}</del>"] if old else []
                stretches += [f"<ins>{_escape(new)}</ins>"] if new else []
        yield f"<p><bdi>{''.join(stretches)}</bdi></p>\n"


def _figures(difference: Difference, drawn: _Drawn) -> Iterator[str]:
    for side in _changed_sides(difference):
        figures = []
        for name, piece, when in (("old", difference.old, "before"), ("new", difference.new, "now")):
            data = drawn.get((name, piece.label, side)) if piece else None
            if piece and data:
                source, caption = f"data:image/png;base64,{b64encode(data).decode()}", f"{_escape(side)}, {when}"
                image = f'<img src="{source}" alt="{_escape(piece.label)}, {caption}" loading="lazy">'
                figures.append(f"<figure>{image}<figcaption>{caption}</figcaption></figure>\n")
        if figures:
            yield f'<div class="pair">\n{"".join(figures)}</div>\n'


def _escape(text: str) -> str:
    """Return a text of which a browser obeys nothing."""
    return escape(_CONTROLS.sub("�", text))


def draw_pictures(faces: Sequence[tuple[Format, AnyFace]], jobs: int) -> Iterator[bytes]:
    """Yield a PNG of each face."""
    dpi = _DPI if len(faces) <= _MANY else _FEWER
    work: Task[tuple[Format, AnyFace], bytes] = Task(partial(_draw_picture, dpi), faces, [1] * len(faces))
    return run_task(work, jobs)


def _draw_picture(most: int, one: tuple[Format, AnyFace]) -> bytes:
    format, face = one
    dpi = min(most, int(_MOST_PIXELS / max(face.w, face.h) * MM_PER_INCH))
    is_whole = format.outline is Outline.RECTANGLE or (format.outline is Outline.ROUNDED and not format.corner)
    return face_png(face, max(dpi, 20), outline=None if is_whole or not format.is_cut else outline_path(format))
