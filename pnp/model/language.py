"""Language tags → the script and the direction they are written in."""

from functools import lru_cache

_SCRIPTS = {  # of languages not written in Latin letters, unless their tag says so
    **dict.fromkeys(("ar", "fa", "ur", "ps", "sd", "ug", "ckb", "ks", "arz", "ary", "apc"), "Arab"),
    **dict.fromkeys(("he", "iw", "yi", "ji"), "Hebr"),
    **dict.fromkeys(("syr", "arc"), "Syrc"),
    **dict.fromkeys(("hi", "mr", "ne", "sa", "bho", "mai", "kok"), "Deva"),
    **dict.fromkeys(("ru", "uk", "be", "bg", "mk", "sr", "kk", "ky", "mn", "tg"), "Cyrl"),
    **{"dv": "Thaa", "nqo": "Nkoo", "el": "Grek", "th": "Thai", "ja": "Jpan", "ko": "Kore", "zh": "Hans"},
}
_TRADITIONAL = frozenset(("TW", "HK", "MO"))
_RIGHT_TO_LEFT = frozenset(("Arab", "Hebr", "Syrc", "Thaa", "Nkoo"))


@lru_cache(256)
def script_of(language: str) -> str:
    """ISO 15924: "Arab" for `ar`, "Hant" for `zh-TW`, "Latn" for `sr-Latn` and all that isn't known."""
    first, *others = language.replace("_", "-").split("-")
    for part in others:
        if len(part) == 4 and part.isalpha():
            return part.title()
    script = _SCRIPTS.get(first.lower(), "Latn")
    return "Hant" if script == "Hans" and _TRADITIONAL.intersection(others) else script


def is_right_to_left(language: str) -> bool:
    """Is this language's text set from right to left?"""
    return script_of(language) in _RIGHT_TO_LEFT
