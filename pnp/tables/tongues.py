"""Texts, or the name of a sheet → their language, as far as that is plain, and the component that is named after it."""

import re
from collections import Counter
from collections.abc import Iterable, Mapping

from pnp.load.auto_ids import slug
from pnp.load.group_keys import OWN_FILES

_CARDS: Mapping[str, str] = {
    "cs": "Karty", "da": "Kort", "de": "Karten", "en": "Cards", "es": "Cartas", "fi": "Kortit", "fr": "Cartes",
    "it": "Carte", "nl": "Kaarten", "pl": "Karty", "pt": "Cartas", "sv": "Kort", "tr": "Kartlar",
}  # fmt: skip
_TAKEN = frozenset((*OWN_FILES, "game", "style", "fonts", "overlay"))
_SHORTEST = 3  # letters of a name that says something


def words(text: str) -> frozenset[str]:
    return frozenset(text.split())


_CALLED: Mapping[str, tuple[str, ...]] = {  # in English, by itself
    "cs": ("czech", "čeština", "česky"),
    "da": ("danish", "dansk"),
    "de": ("german", "deutsch"),
    "en": ("english",),
    "es": ("spanish", "español", "espanol"),
    "fi": ("finnish", "suomi"),
    "fr": ("french", "français", "francais"),
    "it": ("italian", "italiano"),
    "ja": ("japanese", "日本語"),
    "nl": ("dutch", "nederlands"),
    "pl": ("polish", "polski"),
    "pt": ("portuguese", "português", "portugues"),
    "ru": ("russian", "русский"),
    "sv": ("swedish", "svenska"),
    "tr": ("turkish", "türkçe"),
    "uk": ("ukrainian", "українська"),
}
_WORDS: Mapping[str, frozenset[str]] = {  # that nobody writes a card without, and other languages rarely have
    "de": words("der die das und ein eine einen nicht du dein deine deiner karte karten ziehe oder wenn von auf"),
    "en": words("the and you your of or if with card cards draw from each may when to this one all"),
    "es": words("el los las una y tu tus carta cartas roba del con si cada por jugador"),
    "fr": words("le les et une vous votre vos carte cartes piochez ou du des chaque joueur dans"),
    "it": words("il lo gli una e tuo tua carta carte pesca del della ogni giocatore puoi con"),
    "nl": words("het een en je jouw kaart kaarten trek of van elke speler niet met uit"),
    "pl": words("i nie karta karty dobierz lub każdy gracz twoje jest swoją z na do"),
    "pt": words("o os uma e seu sua carta cartas compre do da cada jogador com você"),
}
_WORD = re.compile(r"[^\W\d_]+")
_TAG = re.compile(r"[a-z]{2}")


def language_called(name: str) -> str:
    """`de`, `German`, `Karten (Deutsch)` → de; "" where no word of it is a language."""
    said = [word.casefold() for word in _WORD.findall(name)]
    by_word = {called: tag for tag, names in _CALLED.items() for called in names}
    found = [by_word[word] for word in said if word in by_word]
    if not found and len(said) <= 2:
        found = [word for word in said if _TAG.fullmatch(word) and word in _CALLED]
    return next(iter(found), "")


def language_of(texts: Iterable[str]) -> str:
    """ "" where no language is plainly ahead of the others."""
    said = Counter(word.casefold() for text in texts for word in _WORD.findall(text))
    scores = sorted(((sum(said[word] for word in known), tag) for tag, known in _WORDS.items()), reverse=True)
    (best, tag), (second, _) = scores[:2]
    return tag if best > 1 and best >= 1.5 * second else ""


_NOTHING_SAID = words(
    "all book book1 copy csv data daten deck download export exported file final game games kartei liste list mappe "
    "mappe1 new sheet sheet1 spreadsheet tabelle tabelle1 table test unbenannt untitled worksheet"
)


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
