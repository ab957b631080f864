"""Words of pnp/data/table-words.yaml → what headings mean, and the language and the name of what a table holds."""

import re
from collections import Counter
from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import Any

from pnp.io.opening import read_beginning
from pnp.load.kinds import OWN_FILES, slug
from pnp.load.limits import FILE_BYTES

_FILE = Path(__file__).parents[2] / "data" / "table-words.yaml"

_TAKEN = frozenset((*OWN_FILES, "game", "style", "fonts", "overlay"))
_SHORTEST = 3  # letters of a name that says something
_WORD = re.compile(r"[^\W\d_]+")
_TAG = re.compile(r"[a-z]{2}")


@cache
def known_words() -> Mapping[str, Any]:
    import yaml

    return MappingProxyType(yaml.safe_load(read_beginning(_FILE, FILE_BYTES)))


@cache
def heading_words(kind: str) -> tuple[str, ...]:
    """Return the words, as slugs, that headings of such columns have; the likeliest first."""
    return tuple(known_words()["headings"][kind].split())


@cache
def icon_words() -> Mapping[str, tuple[str, ...]]:
    """Return what cards call what the drawings show, by the drawings' names."""
    return {drawing: tuple(words.split()) for drawing, words in known_words()["icons"].items()}


@cache
def _words_of_languages(key: str) -> Mapping[str, tuple[str, ...]]:
    """Return what languages have under a key, by their tags; without those that lack it."""
    languages = known_words()["languages"]
    return {tag: tuple(said[key].split()) for tag, said in languages.items() if key in said}


def language_called(name: str) -> str:
    """`de`, `German`, `Karten (Deutsch)` → de; "" where no word of it is a language."""
    said = [word.casefold() for word in _WORD.findall(name)]
    called = _words_of_languages("names")
    by_word = {name: tag for tag, names in called.items() for name in names}
    found = [by_word[word] for word in said if word in by_word]
    if not found and len(said) <= 2:
        found = [word for word in said if _TAG.fullmatch(word) and word in called]
    return next(iter(found), "")


def language_of(texts: Iterable[str]) -> str:
    """ "" where no language is plainly ahead of the others."""
    said = Counter(word.casefold() for text in texts for word in _WORD.findall(text))
    common = _words_of_languages("words")
    scores = sorted(((sum(said[word] for word in words), tag) for tag, words in common.items()), reverse=True)
    (best, tag), (second, _) = scores[:2]
    return tag if best > 1 and best >= 1.5 * second else ""


def component_name(stem: str, language: str, game: str) -> str:
    """`Goblin.csv` → `goblins`, where cards are in English; what says nothing, like `c`, `export (2)`, → `cards`.

    Nor does what the game is called, or words of it: `kitchen.xlsx` of `kitchen-wars`.
    """
    name = slug(stem)
    if name.replace("-", "") == game.replace("-", "") or {*name.split("-")} <= {*game.split("-")}:
        return "cards"
    unspecific = known_words()["files"].split()
    said = [word for word in name.split("-") if word not in unspecific]
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
    return " ".join(_words_of_languages("cards").get(language, ()))


def title_line(component: str, language: str) -> list[str]:
    """Of game.yaml, where the name alone would be in another language than the cards."""
    title = cards_in(language) if component == "cards" and language != "en" else ""
    return [f"    title: {title}"] if title else []
