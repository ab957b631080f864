"""Texts, or what a sheet is called → the language that they are in, as far as that is plain."""

import re
from collections import Counter
from collections.abc import Iterable, Mapping


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
