"""What a table is called → the name of the component that is made of it, and its title."""

from collections.abc import Mapping

from pnp.load.auto_ids import slug
from pnp.load.group_keys import OWN_FILES
from pnp.tables.tongues import words

_CARDS: Mapping[str, str] = {
    "cs": "Karty", "da": "Kort", "de": "Karten", "en": "Cards", "es": "Cartas", "fi": "Kortit", "fr": "Cartes",
    "it": "Carte", "nl": "Kaarten", "pl": "Karty", "pt": "Cartas", "sv": "Kort", "tr": "Kartlar",
}  # fmt: skip
_TAKEN = frozenset((*OWN_FILES, "game", "style", "fonts", "overlay"))
_NOTHING_SAID = words(
    "all book book1 copy csv data daten deck download export exported file final game games kartei liste list mappe "
    "mappe1 new sheet sheet1 spreadsheet tabelle tabelle1 table test unbenannt untitled worksheet"
)
_SHORTEST = 3  # letters of a name that says something


def component_name(stem: str, language: str, game: str) -> str:
    """`Goblin.csv` → `goblins`, where cards are in English; what says nothing, like `c`, `export (2)`, → `cards`.

    Nor does what the game is called, or words of it: `kitchen.xlsx` of `kitchen-wars`.
    """
    name = slug(stem)
    if name.replace("-", "") == game.replace("-", "") or {*name.split("-")} <= {*game.split("-")}:
        return "cards"
    said = [word for word in name.split("-") if word not in _NOTHING_SAID]
    if name in _TAKEN or not name.replace("-", "").isalpha() or max(map(len, said), default=0) < _SHORTEST:
        return "cards"
    return _plural(name) if language == "en" else name


def _plural(name: str) -> str:
    if name.endswith("s"):
        return name
    if name.endswith("y") and name[-2:-1] not in "aeiou":
        return f"{name[:-1]}ies"
    return f"{name}es" if name.endswith(("x", "ch", "sh", "z", "o")) else f"{name}s"


def cards_in(language: str) -> str:
    """What cards are called there; "" where pnp doesn't know."""
    return _CARDS.get(language, "")


def title_line(component: str, language: str) -> list[str]:
    """Of game.yaml, where the name alone would be in another language than the cards."""
    title = cards_in(language) if component == "cards" and language != "en" else ""
    return [f"    title: {title}"] if title else []
