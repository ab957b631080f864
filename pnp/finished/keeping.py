"""Finished pictures → a small game of one's own that prints the same: from there one goes on as with any game."""

import json
from collections.abc import Iterator, Sequence
from pathlib import Path

from pnp.files.opening import read_input
from pnp.files.project import Project
from pnp.files.writing import write_atomically
from pnp.finished.games import SizeGroup
from pnp.finished.values import FinishedSide
from pnp.model.display import PageArt
from pnp.model.problem import FileError, UsageError

_LARGEST = 64_000_000  # bytes of a picture


def keep(project: Project, id: str, title: str, groups: Sequence[SizeGroup]) -> list[Path]:
    """The folders that were made. Raises UsageError for pages of PDFs and where there is such a game."""
    data, layouts = project.root / "card_data" / id, project.root / "layouts" / id
    if any(isinstance(side.art, PageArt) for side in _sides(groups)):
        raise UsageError("--keep makes a game of pictures; pages of PDFs stay in their PDF")
    if there := next((folder for folder in (data, layouts) if folder.exists()), None):
        raise UsageError(f"--keep: there is a folder {project.display(there)} already")
    art = dict(_named(groups))
    for side, name in art.items():
        try:
            write_atomically(data / name, read_input(side.art.path, _LARGEST), project.root)
        except OSError as error:
            raise FileError(f"{side.file}: {(error.strerror or str(error)).lower()}") from None
    written = {data / "game.yaml": _game(title, groups)}
    for group in groups:
        written[data / f"{group.id}.csv"] = "\n".join(_rows(group, art)) + "\n"
        for field in ("front", "behind") if _has_backs(group) else ("front",):
            written[layouts / f"{group.id}-{field}.xml.j2"] = _template(group, field)
    for path, text in written.items():
        write_atomically(path, text.encode(), project.root)
    return [data, layouts]


def _sides(groups: Sequence[SizeGroup]) -> Iterator[FinishedSide]:
    for group in groups:
        for piece in group.pieces:
            yield piece.front
            yield from [piece.back] if piece.back else []


def _named(groups: Sequence[SizeGroup]) -> Iterator[tuple[FinishedSide, str]]:
    """Each with the file that it becomes: called as its piece is, and a back of several as the first of these."""
    known = set[FinishedSide]()
    for group in groups:
        for piece in group.pieces:
            for side, name in ((piece.front, piece.id), (piece.back, f"{piece.id}-back")):
                if side and side not in known:
                    known.add(side)
                    yield side, f"art/{group.id}/{name}{side.art.path.suffix.lower()}"


def _has_backs(group: SizeGroup) -> bool:
    return any(piece.back for piece in group.pieces)


def _bleed(group: SizeGroup) -> float:
    """What is there; what was made of edges isn't."""
    return round(min(side.bleed for side in _sides([group])), 3)


def _game(title: str, groups: Sequence[SizeGroup]) -> str:
    lines = [f"title: {json.dumps(title, ensure_ascii=False)}", "components:"]
    for group in groups:
        w, h, bleed = round(group.format.w, 3), round(group.format.h, 3), _bleed(group)
        fields = "front: picture" + (", behind: picture" if _has_backs(group) else "")
        lines += [f"  {group.id}:", f"    title: {json.dumps(group.title, ensure_ascii=False)}"]
        lines += [f"    size: [{w:g}, {h:g}]", *([f"    bleed: {bleed:g}"] if bleed else [])]
        lines += [f"    front: {group.id}-front.xml.j2"]
        lines += [f"    back: {group.id}-behind.xml.j2"] if _has_backs(group) else []
        lines += [f"    data: {group.id}.csv", f"    fields: {{{fields}}}"]
    return "\n".join(lines) + "\n"


def _rows(group: SizeGroup, art: dict[FinishedSide, str]) -> Iterator[str]:
    has_backs = _has_backs(group)
    yield "id,copies,front" + (",behind" if has_backs else "")
    for piece in group.pieces:
        row = [piece.id, str(piece.copies), art[piece.front]]
        yield ",".join([*row, *([art[piece.back] if piece.back else ""] if has_backs else [])])


def _template(group: SizeGroup, field: str) -> str:
    """Pictures cover the face and its bleed in their own proportions."""
    bleed = _bleed(group)
    w, h = round(group.format.w, 3) + 2 * bleed, round(group.format.h, 3) + 2 * bleed
    box = f'x="{-bleed:g}" y="{-bleed:g}" w="{w:g}" h="{h:g}"'
    image = f'<image href="{{{{ piece.{field} }}}}" {box} fit="cover"/>'
    return f"<face>\n  {{% if piece.{field} %}}{image}{{% endif %}}\n</face>\n"
