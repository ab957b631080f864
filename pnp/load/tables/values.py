"""What spreadsheets write in cells → how fields want it: `TRUE`, the comma of decimals, `Night Elves` for an id."""

from pnp.load.auto_ids import slug
from pnp.load.group_keys import ICON
from pnp.model.regex import regex

LIST_SEPARATOR = ";"

_DECIMAL = regex(r"([+-]?[0-9]*),([0-9]+)")
_TEXTS = frozenset(("", "text"))
_IDS = frozenset(("reference", "icon"))


def written(text: str, type: str, separator: str) -> str:
    """`separator`: that of the table. Where it isn't the comma, the comma is that of decimals."""
    if type in _TEXTS:
        return text
    bare = text.strip()
    if type == "boolean" and bare.casefold() in ("true", "false"):
        return bare.casefold()
    if type in _IDS and not ICON.fits(bare):  # as people write what others name by an id
        return slug(bare) or bare
    if type == "number" and separator == ";" and (found := _DECIMAL.fullmatch(bare)):
        return f"{found[1]}.{found[2]}"
    return bare
