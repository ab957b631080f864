"""Finished pictures and pages → a small game of one's own that prints the same, to go on from as with any game."""

import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from pnp.importing.games import SizeGroup
from pnp.importing.pieces import Ids
from pnp.importing.sides import FinishedSide
from pnp.io.opening import read_input
from pnp.io.project import Project
from pnp.io.writing import write_atomically
from pnp.model.display import PageArt
from pnp.model.geometry import are_same
from pnp.model.problem import FileError, UsageError
from pnp.model.sheet import Rect

_LARGEST = 1_000_000_000  # bytes of a PDF
_NOTICED = 0.02  # mm by which a picture may lie elsewhere without a word


class _KeptField(NamedTuple):
    """The pictures in front of all pieces of a size, or behind them, as their template shows them."""

    name: str
    sides: tuple[FinishedSide | None, ...]  # a piece's each
    bleed: float  # what of pictures is seen around pieces
    edges: str
    made: float  # what is made of edges around that
    w: float  # of a piece
    h: float

    @property
    def there(self) -> list[FinishedSide]:
        return [side for side in self.sides if side]

    @property
    def is_cropped(self) -> bool:
        """Whether any shows another part than covering its box would."""
        return any(not self._is_covering(side) for side in self.there)

    @property
    def is_turned(self) -> bool:
        return any(side.turn for side in self.there)

    @property
    def lies(self) -> bool:
        """Whether all of them are turned by a quarter: then the box that they fill lies, too."""
        return any(side.turn % 180 for side in self.there)

    @property
    def columns(self) -> list[str]:
        """Of the table."""
        crop, turned = [f"{self.name}_crop"] * self.is_cropped, [f"{self.name}_turned"] * self.is_turned
        return [self.name, *crop, *turned]

    @property
    def box(self) -> tuple[float, float]:
        """Of a piece, before it is turned."""
        return (self.h, self.w) if self.lies else (self.w, self.h)

    def part(self, side: FinishedSide) -> Rect:
        """What of its art is shown, in the art's own units."""
        piece_w, piece_h = self.box
        x, y = side.x + (piece_w - side.w) / 2, side.y + (piece_h - side.h) / 2
        across, down = side.art.w / side.art_w, side.art.h / side.art_h
        w, h = piece_w + 2 * self.bleed, piece_h + 2 * self.bleed
        return Rect((-self.bleed - x) * across, (-self.bleed - y) * down, w * across, h * down)

    def _is_covering(self, side: FinishedSide) -> bool:
        w, h = (side + 2 * self.bleed for side in self.box)
        scale = max(w / side.art.w, h / side.art.h)
        covering = ((side.art.w - w / scale) / 2, (side.art.h - h / scale) / 2, w / scale, h / scale)
        return are_same(self.part(side), covering, _NOTICED / scale)


def keep(project: Project, id: str, title: str, groups: Sequence[SizeGroup], edges: str) -> list[Path]:
    """Write the game and return its folders. Raises UsageError if there is such a game, FileError."""
    data, layouts = project.root / "card_data" / id, project.root / "layouts" / id
    if there := next((folder for folder in (data, layouts) if folder.exists()), None):
        raise UsageError(f"--keep: there is a folder {project.display(there)} already")
    art = dict(_name_files(groups))
    copied = {name.partition("#")[0]: side for side, name in art.items()}
    for name, side in copied.items():
        try:
            write_atomically(data / name, read_input(side.art.path, _LARGEST), project.root)
        except OSError as error:
            raise FileError(f"{side.file}: {(error.strerror or str(error)).lower()}") from None
    written = {data / "game.yaml": _write_game(title, groups, edges)}
    for group in groups:
        fields = _fields(group, edges)
        written[data / f"{group.id}.csv"] = "\n".join(_table_rows(group, fields, art)) + "\n"
        for field in fields:
            written[layouts / f"{group.id}-{field.name}.xml.j2"] = _write_template(field)
    for path, text in written.items():
        write_atomically(path, text.encode(), project.root)
    return [data, layouts]


def _name_files(groups: Sequence[SizeGroup]) -> Iterator[tuple[FinishedSide, str]]:
    """Yield sides with the files that they become: called as their pieces are, and a back of several as the first of
    these. A PDF keeps its name, and its pages are parts of it."""
    known, pdfs, ids = set[FinishedSide](), dict[Path, str](), Ids()
    for group in groups:
        for piece in group.pieces:
            for side, name in ((piece.front, piece.id), (piece.back, f"{piece.id}-back")):
                if side is None or side in known:
                    continue
                known.add(side)
                path = side.art.path
                if isinstance(side.art, PageArt):
                    pdf = pdfs[path] if path in pdfs else pdfs.setdefault(path, ids.of(path.stem))
                    yield side, f"art/{pdf}.pdf#page={side.art.number}"
                else:
                    yield side, f"art/{group.id}/{name}{path.suffix.lower()}"


def _fields(group: SizeGroup, edges: str) -> list[_KeptField]:
    fronts = tuple(piece.front for piece in group.pieces)
    backs = tuple(piece.back for piece in group.pieces)
    w, h = round(group.format.w, 3), round(group.format.h, 3)
    bleed = round(min(side.bleed for side in (*fronts, *backs) if side), 3)
    made = round(group.format.bleed - bleed, 3)
    edges = edges if made else "none"
    found = [_KeptField("front", fronts, bleed, edges, made, w, h)]
    if any(backs):
        found.append(_KeptField("behind", backs, bleed, edges, made, w, h))
    if any(field.lies and not all(side.turn % 180 for side in field.there) for field in found):
        raise UsageError("--keep: some of these backs lie and some stand: save them all one way round")
    return found


def _write_game(title: str, groups: Sequence[SizeGroup], edges: str) -> str:
    lines = [f"title: {json.dumps(title, ensure_ascii=False)}", "components:"]
    for group in groups:
        fields = _fields(group, edges)
        w, h, bleed = fields[0].w, fields[0].h, round(group.format.bleed, 3)
        lines += [f"  {group.id}:", f"    title: {json.dumps(group.title, ensure_ascii=False)}"]
        lines += [f"    size: [{w:g}, {h:g}]", *([f"    bleed: {bleed:g}"] if bleed else [])]
        for side, field in zip(("front", "back"), fields, strict=False):
            lines.append(f"    {side}: {group.id}-{field.name}.xml.j2")
        lines += [f"    data: {group.id}.csv", "    fields:"]
        for field in fields:
            lines.append(f"      {field.name}: picture")
            lines += [f"      {field.name}_crop: {{type: text, translatable: false}}"] * field.is_cropped
            lines += [f"      {field.name}_turned: integer"] * field.is_turned
    return "\n".join(lines) + "\n"


def _table_rows(group: SizeGroup, fields: Sequence[_KeptField], art: dict[FinishedSide, str]) -> Iterator[str]:
    yield ",".join(["id", "copies", *[column for field in fields for column in field.columns]])
    for number, piece in enumerate(group.pieces):
        cells = [piece.id, str(piece.copies)]
        for field in fields:
            side = field.sides[number]
            if side is None:
                cells += [""] * len(field.columns)
                continue
            crop = " ".join([f"{round(each, 4) + 0:.10g}" for each in field.part(side)])
            cells += [art[side], *([crop] * field.is_cropped), *([str(side.turn)] * field.is_turned)]
        yield ",".join(cells)


def _write_template(field: _KeptField) -> str:
    """Fill the face and its bleed with what is shown of pictures, in their own proportions."""
    name, bleed = field.name, field.bleed
    w, h = field.box
    x, y = (field.w - w) / 2 - bleed, (field.h - h) / 2 - bleed
    box = f'x="{x + 0:g}" y="{y + 0:g}" w="{w + 2 * bleed:g}" h="{h + 2 * bleed:g}"'
    shown = f'crop="{{{{ piece.{name}_crop }}}}" fit="stretch"' if field.is_cropped else 'fit="cover"'
    edges = f' edges="{field.edges}" bleed="{field.made:g}"' if field.edges != "none" else ""
    image = f'<image href="{{{{ piece.{name} }}}}" {box} {shown}{edges}/>'
    if field.is_turned:
        turn = f"rotate({{{{ piece.{name}_turned }}}} {field.w / 2:g} {field.h / 2:g})"
        image = f'<g transform="{turn}">{image}</g>'
    return f"<face>\n  {{% if piece.{name} %}}{image}{{% endif %}}\n</face>\n"
