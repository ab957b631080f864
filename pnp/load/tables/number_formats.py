"""How a spreadsheet shows a number → in which way that is more than the number: `50 %` is kept as 0.5, `007` as 7."""

import re
from collections.abc import Iterable, Mapping

from pnp.model.regex import regex

PERCENTAGE = "as a percentage"
FRACTION = "as a fraction"
ZEROS = "with zeros before it"
MORE = "with more than its digits"
_DECIMALS = ("without decimals", "with 1 decimal", "with 2 decimals", "with 3 decimals", "with 4 decimals")
GROUPED = ", its digits in groups"  # of three
_BUILT_IN = {
    **{1: _DECIMALS[0], 2: _DECIMALS[2], 3: _DECIMALS[0] + GROUPED, 4: _DECIMALS[2] + GROUPED},
    **{9: PERCENTAGE, 10: PERCENTAGE, 12: FRACTION, 13: FRACTION},
    **dict.fromkeys((5, 6, 7, 8, 42, 44), MORE),
}
_UNGROUPED = 3
_GROUPS = regex(r"[0#][,' ][0#]")
_FIXED = regex(r"[#,' ]*0(?:\.(0+))?")
_SHOWN_DECIMALS = regex(r"[-+]?[0-9]*(?:[.,]([0-9]{1,2}))?")
_SKIPPED = regex(r"\\ |_.|\*.|\[(?!\$[^\]-])[^\]]*\]|;.*", re.DOTALL)  # blanks, fillings, colours, other signs' ways
_WORDS = regex(r'"\s*[^"\s][^"]*"|\\.|\[\$[^\]]*\]|[€$£¥]')
_OF_DATES = regex(r"[ymdhs]", re.IGNORECASE)
_DIGITS = regex(r"[-+]?[0-9][0-9.,'’\s]*(?:E[-+]?[0-9]+)?")


def odd_styles(elements: Iterable[tuple[str, Mapping[str, str]]]) -> dict[str, str]:
    """The elements of an XLSX file's styles → numbers of those whose numbers are shown otherwise, and how."""
    formats: dict[str, str] = {str(number): how for number, how in _BUILT_IN.items()}
    odd: dict[str, str] = {}
    count, is_of_cells = 0, False
    for name, about in elements:
        if name == "numFmt":
            formats[about.get("numFmtId", "")] = how_formatted(about.get("formatCode", ""))
        elif name in ("cellStyleXfs", "cellXfs", "cellStyles", "dxfs"):
            is_of_cells = name == "cellXfs"
        elif name == "xf" and is_of_cells:
            if how := formats.get(about.get("numFmtId", ""), ""):
                odd[str(count)] = how
            count += 1
    return odd


def how_formatted(format: str) -> str:
    """`0%`, `000`, `# ?/?`, `0.00 "kg"` → how; "" where nothing but the number is shown."""
    format = _SKIPPED.sub("", format)
    bare = _WORDS.sub("", format)
    if _OF_DATES.search(bare) or not any(sign in bare for sign in "0#?"):
        return ""
    if "%" in bare:
        return PERCENTAGE
    if "/" in bare:
        return FRACTION
    if bare != format:
        return MORE
    if bare.startswith("00"):
        return ZEROS
    if match := _FIXED.fullmatch(bare.strip()):
        return _with_decimals(match[1]) + (GROUPED if _GROUPS.search(bare) else "")
    return ""


def _with_decimals(decimals: str | None) -> str:
    count = len(decimals or "")
    return _DECIMALS[count] if count < len(_DECIMALS) else ""


def is_as_shown(text: str, how: str) -> bool:
    """Whether a number in its own digits is what is shown: `1.25` with two decimals is, `1.5` isn't."""
    before, _, decimals = text.partition(".")
    if how.endswith(GROUPED) and len(before.lstrip("-")) > _UNGROUPED:
        return False
    return how.removesuffix(GROUPED) == _with_decimals(decimals)


def how_shown(text: str) -> str:
    """The same of the text that is shown."""
    text = text.strip()
    if text.endswith("%"):
        return PERCENTAGE
    if re.fullmatch(r"[-+0-9 ]*[0-9]/[0-9]+", text):
        return FRACTION
    if re.match(r"[-+]?0[0-9]", text):
        return ZEROS
    if not _DIGITS.fullmatch(text):
        return MORE if text else ""
    return _with_decimals(match[1]) if (match := _SHOWN_DECIMALS.fullmatch(text)) else ""
