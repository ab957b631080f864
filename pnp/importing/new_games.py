"""A new game: a copy of another game, a look that comes with pnp, or pictures and pages that sheets were made of."""

import json
import re
import shutil
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from pnp.cardtext.suggest import did_you_mean
from pnp.io.opening import is_device, read_input
from pnp.io.project import Project
from pnp.io.writing import write_atomically
from pnp.load import list_games
from pnp.load.kinds import slug
from pnp.model.display import PageArt
from pnp.model.geometry import are_same
from pnp.model.problem import FileError, LimitError, PnpError, UsageError
from pnp.model.sheet import Rect

if TYPE_CHECKING:
    from pnp.importing.card_sides import CardSide
    from pnp.importing.image_sheets import SizeGroup

SMALL_GAME = "starter"  # comes with pnp to be copied
BLANK = "blank"
_KINDS = ("card_data", "layouts")

_LOOKS = Path(__file__).parents[1] / "data" / "looks"  # a project with a small game for each look, and tables/
_NAME = re.compile(r"[a-z0-9][a-z0-9-]*")
_LARGEST = 256 << 20  # bytes of a file
_LARGEST_PICTURE = 1_000_000_000  # bytes of a picture or a PDF
_TEXTS = (".yaml", ".yml", ".j2")
_NOTICED = 0.02  # mm by which a picture may lie elsewhere without a word


class UniqueIds:
    """Makes ids of names, no two of which are the same."""

    def __init__(self) -> None:
        self._taken: set[str] = set()

    def make(self, name: str) -> str:
        plain = slug(name) or "piece"
        plain = f"{plain}-1" if is_device(plain) else plain
        id, number = plain, 1
        while id in self._taken:
            number += 1
            id = f"{plain}-{number}"
        self._taken.add(id)
        return id


def copy_game(project: Project, name: str, source: str = SMALL_GAME) -> list[Path]:
    """Copy card_data/ and layouts/ of `source`, and return the two new folders. Refuses to touch what is there."""
    _check_name(name)
    games = list_games(project)
    if source not in games:
        hint = did_you_mean(source, games)
        raise UsageError(f"there is no game {source}" + (f" ({hint})" if hint else ""))
    return _copy(project, project, name, source, lambda text: replace_name(text, source, name))


def list_looks() -> list[str]:
    """Return the names of looks that come with pnp."""
    return [look for look in list_games(Project(_LOOKS, _LOOKS)) if look != BLANK]


def copy_look(project: Project, name: str, look: str = BLANK) -> list[Path]:
    """Copy a game that is only a look; the new name is its title."""
    _check_name(name)
    check_look(look)
    title = b"title: " + name.replace("-", " ").title().encode()

    def change(text: bytes) -> bytes:
        return re.sub(rb"(?m)^title: .*$", title, replace_name(text, look, name), count=1)

    return _copy(project, Project(_LOOKS, project.bundled), name, look, change)


def check_look(look: str) -> None:
    """Raise UsageError if there is no look of that name."""
    if look not in (BLANK, *list_looks()):
        raise UsageError(f"there is no look {look}; there are: {', '.join(list_looks())}")


class LookFolders(NamedTuple):
    """Where a look's files are."""

    game: Path
    templates: Path
    places: Path  # the file that says which fields columns of a table fill


def folders_of_look(look: str) -> LookFolders:
    return LookFolders(_LOOKS / "card_data" / look, _LOOKS / "layouts" / look, _LOOKS / "tables" / f"{look}.yaml")


def _check_name(name: str) -> None:
    if not _NAME.fullmatch(name) or len(name) > 60 or name == "shared":
        raise UsageError(f'"{name}" is no name for a game: small letters, digits and - , like night-market')
    if is_device(name):
        raise UsageError(f'"{name}" is no name for a game: Windows keeps it for a device')


def new_folders(project: Project, name: str) -> tuple[Path, ...]:
    """Return where a new game's data and its looks will be. Raises UsageError, FileError where they can't."""
    _check_name(name)
    for kind in _KINDS:
        if not project.has(project.root / kind):
            raise FileError(f"{kind}/{name}: leads out of the project")
    folders = tuple(project.root / kind / name for kind in _KINDS)
    for folder in folders:
        if folder.exists():
            raise UsageError(f"{project.display(folder)} is there already: choose another name")
    return folders


def _copy(project: Project, origins: Project, name: str, source: str, change: Callable[[bytes], bytes]) -> list[Path]:
    targets = new_folders(project, name)
    found = {target: origins.find(kind, source) for kind, target in zip(_KINDS, targets, strict=True)}
    made = {target: origin for target, origin in found.items() if origin}
    try:
        for target, origin in made.items():
            for path in sorted(origin.rglob("*")):
                part = path.relative_to(origin)
                if any(piece[0] == "." for piece in part.parts) or path.is_dir():
                    continue
                data = read_input(path, _LARGEST, project.bounds(path))
                if len(data) > _LARGEST:
                    raise LimitError(f"{project.display(path)}: has more than {_LARGEST >> 20} MB")
                write_atomically(target / part, change(data) if path.suffix in _TEXTS else data, project.root)
    except (OSError, PnpError) as error:
        for target in made:
            shutil.rmtree(target, ignore_errors=True)
        if isinstance(error, PnpError):
            raise
        where = Path(error.filename) if error.filename else project.root
        raise FileError(f"{project.display(where)}: cannot be copied: {error.strerror or error}") from error
    return list(made)


def replace_name(text: bytes, source: str, name: str) -> bytes:
    """Let paths and commands that name a game, in comments and for editors, name the new one."""
    named = rb"((?:card_data|layouts)/|pnp [a-z]+ )" + re.escape(source.encode()) + rb"\b(?!-)"
    return re.sub(named, lambda match: match[1] + name.encode(), text)


class _PictureField(NamedTuple):
    """The pictures in front of all pieces of a size, or behind them, as their template shows them."""

    name: str
    sides: tuple["CardSide | None", ...]  # one a piece
    bleed: float  # what of pictures is seen around pieces
    edges: str
    made: float  # what is made of edges around that
    w: float  # of a piece
    h: float

    @property
    def there(self) -> list["CardSide"]:
        return [side for side in self.sides if side]

    @property
    def is_turned(self) -> bool:
        return any(side.turn for side in self.there)

    @property
    def is_cropped(self) -> bool:
        """Tell whether any shows another part than covering its box would."""
        w, h = (side + 2 * self.bleed for side in self.box)
        for side in self.there:
            scale = max(w / side.art.w, h / side.art.h)
            covering = ((side.art.w - w / scale) / 2, (side.art.h - h / scale) / 2, w / scale, h / scale)
            if not are_same(self.part(side), covering, _NOTICED / scale):
                return True
        return False

    @property
    def box(self) -> tuple[float, float]:
        """Return the box that pictures fill before they are turned: it lies if all are turned by a quarter."""
        return (self.h, self.w) if any(side.turn % 180 for side in self.there) else (self.w, self.h)

    def part(self, side: "CardSide") -> Rect:
        """Return what of its art is shown, in the art's own units."""
        piece_w, piece_h = self.box
        x, y = side.x + (piece_w - side.w) / 2, side.y + (piece_h - side.h) / 2
        across, down = side.art.w / side.art_w, side.art.h / side.art_h
        w, h = piece_w + 2 * self.bleed, piece_h + 2 * self.bleed
        return Rect((-self.bleed - x) * across, (-self.bleed - y) * down, w * across, h * down)


def keep_game(project: Project, id: str, title: str, groups: Sequence["SizeGroup"], edges: str) -> list[Path]:
    """Write a game that prints the same as its sheets, and return its folders. Raises UsageError, FileError."""
    data, layouts = project.root / "card_data" / id, project.root / "layouts" / id
    if there := next((folder for folder in (data, layouts) if folder.exists()), None):
        raise UsageError(f"--keep: there is a folder {project.display(there)} already")
    art = _name_files(groups)
    copied = {name.partition("#")[0]: side for side, name in art.items()}
    for name, side in copied.items():
        try:
            write_atomically(data / name, read_input(side.art.path, _LARGEST_PICTURE), project.root)
        except OSError as error:
            raise FileError(f"{side.file}: {(error.strerror or str(error)).lower()}") from None
    lines = [f"title: {json.dumps(title, ensure_ascii=False)}", "components:"]
    written = dict[Path, str]()
    for group in groups:
        fields = _picture_fields(group, edges)
        lines += _component_lines(group, fields)
        written[data / f"{group.id}.csv"] = "\n".join(_table_rows(group, fields, art)) + "\n"
        for field in fields:
            written[layouts / f"{group.id}-{field.name}.xml.j2"] = _write_template(field)
    for path, text in {data / "game.yaml": "\n".join(lines) + "\n", **written}.items():
        write_atomically(path, text.encode(), project.root)
    return [data, layouts]


def _name_files(groups: Sequence["SizeGroup"]) -> dict["CardSide", str]:
    """Return sides with the files that they become: called as their pieces are, and a back of several as the first of
    these. A PDF keeps its name, and its pages are parts of it."""
    files, pdfs, ids = dict["CardSide", str](), dict[Path, str](), UniqueIds()
    for group in groups:
        for piece in group.pieces:
            for side, name in ((piece.front, piece.id), (piece.back, f"{piece.id}-back")):
                if side is None or side in files:
                    continue
                path = side.art.path
                if isinstance(side.art, PageArt):
                    pdf = pdfs[path] if path in pdfs else pdfs.setdefault(path, ids.make(path.stem))
                    files[side] = f"art/{pdf}.pdf#page={side.art.number}"
                else:
                    files[side] = f"art/{group.id}/{name}{path.suffix.lower()}"
    return files


def _picture_fields(group: "SizeGroup", edges: str) -> list[_PictureField]:
    fronts = tuple(piece.front for piece in group.pieces)
    backs = tuple(piece.back for piece in group.pieces)
    w, h = round(group.format.w, 3), round(group.format.h, 3)
    bleed = round(min(side.bleed for side in (*fronts, *backs) if side), 3)
    made = round(group.format.bleed - bleed, 3)
    found = [
        _PictureField(name, sides, bleed, edges if made else "none", made, w, h)
        for name, sides in (("front", fronts), ("behind", backs))
        if any(sides)
    ]
    if any(len({side.turn % 180 for side in field.there}) > 1 for field in found):
        raise UsageError("--keep: some of these backs lie and some stand: save them all one way round")
    return found


def _component_lines(group: "SizeGroup", fields: Sequence[_PictureField]) -> Iterator[str]:
    """Yield what game.yaml says of a component."""
    bleed = round(group.format.bleed, 3)
    yield f"  {group.id}:"
    yield f"    title: {json.dumps(group.title, ensure_ascii=False)}"
    yield f"    size: [{fields[0].w:g}, {fields[0].h:g}]"
    if bleed:
        yield f"    bleed: {bleed:g}"
    for side, field in zip(("front", "back"), fields, strict=False):
        yield f"    {side}: {group.id}-{field.name}.xml.j2"
    yield f"    data: {group.id}.csv"
    yield "    fields:"
    for field in fields:
        yield f"      {field.name}: picture"
        yield from [f"      {field.name}_crop: {{type: text, translatable: false}}"] * field.is_cropped
        yield from [f"      {field.name}_turned: integer"] * field.is_turned


def _table_rows(group: "SizeGroup", fields: Sequence[_PictureField], art: Mapping["CardSide", str]) -> Iterator[str]:
    headings = ["id", "copies"]
    for field in fields:
        headings += [field.name, *[f"{field.name}_crop"] * field.is_cropped]
        headings += [f"{field.name}_turned"] * field.is_turned
    yield ",".join(headings)
    for number, piece in enumerate(group.pieces):
        cells = [piece.id, str(piece.copies)]
        for field in fields:
            side = field.sides[number]
            if side is None:
                cells += [""] * (1 + field.is_cropped + field.is_turned)
                continue
            crop = " ".join([f"{round(each, 4) + 0:.10g}" for each in field.part(side)])
            cells += [art[side], *([crop] * field.is_cropped), *([str(side.turn)] * field.is_turned)]
        yield ",".join(cells)


def _write_template(field: _PictureField) -> str:
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
