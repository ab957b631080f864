"""Games of the gallery, and those that come with pnp → a picture of each in both inks; how many lines one has."""

import tempfile
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path

from PIL import Image
from readme_pictures import faces, png_of, rows_of

from pnp.build.loading import own_games, read_game
from pnp.build.pipeline import build
from pnp.export.rasteriser import pdf_page_pngs
from pnp.load import find_project
from pnp.model.options import DESIGNS, Options

GALLERY = Path(__file__).parent / "gallery"
_HIGH, _WIDE, _MOST = 200, 240, 4  # pixels of a face; faces of a row
_SHEET_DPI = 32
_SHEETS = {"fronts-and-backs": "fold", "nine-hexes": "fronts"}  # games whose sheets are the point, and their sides
_SHOWN = {  # of games that have many pieces; of those with several components, one of them
    "suits-and-numbers": ("drop-5", "leaf-3", "flame-1"),
    "fifty-four": ("spade-a", "heart-10", "diamond-q", "joker"),
    "counters": ("first-foot", "third-horse", "hussars", "blue-flag"),
    "recipes": ("start", "middle", "end", "full"),
}
OTHERS = {  # games that come with pnp
    "hidden-leaders": ("goat-thief", "toothless-piper", "gate-sergeant", "owl-mourner"),
    "forgotten-legacy": ("lantern", "tideglass", "compass", "flute"),
    "hidden-conflict": ("vampire-card", "zombie-card", "werewolf-card", "demon-card"),
    "hidden-wolves": ("wolf", "shadow-rabbit", "shadow-owl", "shadow-deer"),
    "french-deck": ("spades-king", "hearts-queen", "diamonds-jack", "clubs-10"),
}


def gallery_games() -> list[str]:
    return own_games(find_project(GALLERY))


def gallery_pictures() -> Iterator[tuple[str, bytes]]:
    """Names and PNGs: a row in little ink and one in full colour, or both side by side where there is one face each."""
    for game in gallery_games():
        yield game, _both_inks(GALLERY, game, _SHOWN.get(game, ()))
    for game, pieces in OTHERS.items():
        yield game, _both_inks(GALLERY.parent, game, pieces)


def _both_inks(folder: Path, game: str, pieces: tuple[str, ...]) -> bytes:
    if game in _SHEETS:
        return png_of(rows_of([[_sheet(game, ink) for ink in DESIGNS]]), 64)
    read, problems = read_game(find_project(folder), game)
    assert read is not None, problems
    added = [component for module in read.modules.values() for component in module.change("components").add]
    named = {piece.id: component for component in (*read.components.values(), *added) for piece in component.pieces}
    component = named[pieces[0]] if pieces else next(iter(read.components.values()))
    dpi = max(20, round(min(_HIGH / component.format.h, _WIDE / component.format.w) * 25.4))
    rows = []
    for ink in DESIGNS:
        options = Options(game, ink=ink, pieces=tuple(f"{component.id}/{id}" for id in pieces))
        drawn = faces(folder, options, dpi)
        rows.append([drawn[id] for id in pieces or sorted(drawn)][:_MOST])
    return png_of(rows_of(rows if len(rows[0]) > 1 else [[row[0] for row in rows]]), 64)


def _sheet(game: str, ink: str) -> Image.Image:
    with tempfile.TemporaryDirectory() as folder:
        options = Options(game, ink=ink, sides=_SHEETS[game], instructions=False)
        built = build(find_project(GALLERY), options, Path(folder))
        assert built.files, built.problems
        page = next(pdf_page_pngs(built.files[0].read_bytes(), _SHEET_DPI))
    return Image.open(BytesIO(page)).convert("RGBA")


def lines_of(game: str) -> int:
    """Count the lines written by hand, without pictures, blank lines and comments."""
    folders = [GALLERY / part / game for part in ("card_data", "layouts")]
    files = [path for folder in folders for path in sorted(folder.iterdir()) if path.is_file()]
    lines = [line.strip() for path in files for line in path.read_text(encoding="utf-8").splitlines()]
    return sum(bool(line) and not line.startswith("#") for line in lines)
