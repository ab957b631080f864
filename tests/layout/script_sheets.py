"""The proof sheets of `scripts/`: a piece for each language, laid out in that language."""

from dataclasses import replace
from functools import lru_cache
from pathlib import Path

from pnp.layout import Layout
from pnp.load import load_fonts, load_game, load_style
from pnp.localise import make_edition
from pnp.model.display import Face
from pnp.model.game import Game, Piece
from pnp.model.project import Project

HERE = Path(__file__).parent
PROJECT = Project(HERE / "scripts", HERE.parents[1])
LANGUAGES = ("en", "de", "ar", "fa", "he", "hi", "th", "vi", "ru", "el", "ja", "zh-hans", "zh-hant", "ko")


@lru_cache(1)
def game() -> Game:
    loaded, problems = load_game(PROJECT, "scripts")
    assert loaded is not None and not problems, problems
    return loaded


def piece(language: str) -> Piece:
    return next(piece for piece in game().components["sheets"].pieces if piece.id == language)


def proof_sheet(language: str) -> tuple[Face, list[str]]:
    """The sheet in this language, and what is wrong with it."""
    style, of_style = load_style(PROJECT, "scripts")
    fonts, of_fonts = load_fonts(PROJECT)
    edition = replace(make_edition(game(), "en", "low", ()), language=language)
    layout = Layout(edition, style, fonts, PROJECT)
    leaves, found = layout.leaves(lambda _, piece: piece.id == language)
    return leaves[0].front, [str(problem) for problem in (*of_style, *of_fonts, *found)]
