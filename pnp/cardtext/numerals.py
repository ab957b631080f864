"""Numbers → their digits as a language writes them: 1,234.5 in English, 1.234,5 in German; 2, 3, 4, 6 → "2–4, 6"."""

from collections.abc import Iterable
from copy import copy
from functools import lru_cache
from typing import Any

MOST_DIGITS = 20  # behind the decimal point

# Languages that part thousands from five digits on (CLDR's minimumGroupingDigits, which Babel has not).
_FROM_FIVE_DIGITS = frozenset(("bg", "es", "et", "it", "ka", "lv", "pl", "pt_PT"))
_PRINTED = str.maketrans({"\u202f": "\u00a0", "-": "−"})  # few fonts have the narrow space


def number_in(language: str, value: float, digits: int | None = None) -> str:
    """With so many digits behind the decimal point, or as many as the number has, three at most."""
    locale = _locale(language)
    is_grouped = abs(value) >= 10_000 or str(locale) not in _FROM_FIVE_DIGITS
    pattern = copy(locale.decimal_formats[None])
    if digits is not None:
        pattern.frac_prec = (digits, digits)
    return str(pattern.apply(value, locale, group_separator=is_grouped)).translate(_PRINTED)


def number_ranges(numbers: Iterable[int]) -> str:
    """Return whole numbers in their order, with a dash for those between: 2, 3, 4, 6 → "2–4, 6"."""
    runs: list[list[int]] = []
    for number in sorted(numbers):
        if runs and number == runs[-1][-1] + 1:
            runs[-1].append(number)
        else:
            runs.append([number])
    return ", ".join(f"{run[0]}" if len(run) == 1 else f"{run[0]}–{run[-1]}" for run in runs)


@lru_cache(64)
def _locale(language: str) -> Any:
    """A language that nobody knows writes numbers as English does."""
    from babel import Locale, UnknownLocaleError  # dear, and few texts say a number so

    name = language.replace("-", "_")
    for known in (name, name.partition("_")[0]):
        try:
            return Locale.parse(known)
        except (ValueError, UnknownLocaleError):
            continue
    return Locale("en")
