"""How languages quote: opening mark, closing mark, apostrophe. What isn't here quotes like English."""

from typing import NamedTuple


class Quotes(NamedTuple):
    opens: str
    closes: str
    apostrophe: str = "’"


_LOW = Quotes("„", "“")
_ANGLES = Quotes("«", "»")
_SAME = Quotes("”", "”")
_ENGLISH = Quotes("“", "”")
_QUOTES = {
    "bg": _LOW, "cs": _LOW, "de": _LOW, "is": _LOW, "lt": _LOW, "sk": _LOW, "sl": _LOW,
    "hr": Quotes("„", "”"), "hu": Quotes("„", "”"), "pl": Quotes("„", "”"), "ro": Quotes("„", "”"),
    "el": _ANGLES, "es": _ANGLES, "fr": _ANGLES, "it": _ANGLES, "nb": _ANGLES, "no": _ANGLES, "pt-PT": _ANGLES,
    "ru": _ANGLES, "uk": _ANGLES, "de-CH": _ANGLES,
    "fi": _SAME, "sv": _SAME,
    "ja": Quotes("「", "」"), "zh-Hant": Quotes("「", "」"),
}  # fmt: skip


def quotes_of(language: str) -> Quotes:
    """Of a language tag, or of its language alone."""
    return _QUOTES.get(language) or _QUOTES.get(language.partition("-")[0], _ENGLISH)
