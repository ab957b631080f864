"""The proof sheets of `scripts/`: a piece for each language, laid out in that language."""

from dataclasses import replace
from functools import lru_cache
from pathlib import Path

from pnp.build.loading import load_game
from pnp.io.project import Project
from pnp.layout.editions import Layout
from pnp.load import load_fonts, load_style
from pnp.localise import make_edition
from pnp.model.display import Face
from pnp.model.game import Game, Piece

HERE = Path(__file__).parent
PROJECT = Project(HERE / "scripts", HERE.parent)
LANGUAGES = ("en", "de", "ar", "fa", "he", "hi", "th", "vi", "ru", "el", "ja", "zh-hans", "zh-hant", "ko")


@lru_cache(1)
def game() -> Game:
    loaded, problems = load_game(PROJECT, "scripts")
    assert loaded is not None and not problems, problems
    return loaded


def piece(language: str) -> Piece:
    return next(piece for piece in game().components["sheets"].pieces if piece.id == language)


@lru_cache(32)
def layout(language: str) -> Layout:
    style, of_style = load_style(PROJECT, "scripts")
    fonts, of_fonts = load_fonts(PROJECT)
    assert not [*of_style, *of_fonts], [*of_style, *of_fonts]
    edition = replace(make_edition(game(), "en", "low", ()), language=language)
    return Layout(edition, style, fonts, PROJECT)


def proof_sheet(language: str) -> tuple[Face, list[str]]:
    """Return the sheet in this language, and what is wrong with it."""
    leaves, found = layout(language).leaves(lambda _, piece: piece.id == language)
    return leaves[0].front, [str(problem) for problem in found]


def sentences(language: str) -> list[str]:
    """Return the sheet's texts without their marks and icons."""
    fields = piece(language).fields
    texts = [fields["name"], fields["rule"], fields["mixed"], *fields["steps"], fields["cost"], fields["gain"]]
    return [text.replace("*", "").replace(" [coin]", "").replace("[coin]", "") for text in texts]
