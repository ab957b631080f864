"""The font table → faces ready for shaping: one HarfBuzz font per file, metrics, coverage, fallback; scripts of texts.

A text is divided into stretches of one script; a script and a language have names for a family in fonts.yaml.
"""

import binascii
import lzma
import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

import uharfbuzz as hb

from pnp.io.digests import Stamp, stamp
from pnp.io.opening import read_input
from pnp.model.display import FontFace
from pnp.model.language import script_of
from pnp.model.problem import FileError, Finding, Severity, code, find
from pnp.model.style import FontFamily, FontTable

_LITERALS = re.compile(rb"b'([A-Za-z0-9+/=]*)'")
_LARGEST = 64 << 20  # bytes of a font


def read_font(path: Path) -> bytes:
    """Read a font file, or one packed into a Python module. Raises OSError, FileError."""
    data = read_input(path, _LARGEST)
    if len(data) > _LARGEST:
        raise FileError(f"{path}: is larger than any font")
    if path.suffix != ".py":
        return data
    try:
        packed = binascii.a2b_base64(b"".join(_LITERALS.findall(data)))
        return lzma.LZMADecompressor(memlimit=4 * _LARGEST).decompress(packed, _LARGEST)
    except (binascii.Error, lzma.LZMAError, EOFError) as error:
        raise FileError(f"{path}: holds no font that can be used: {error}") from None


UNKNOWN_FONT = code("PNP300", says="there is no font {name}", once=True)

MISSING_GLYPH = code(
    "PNP301", says="no font has {character!r} (U+{number:04X}) of {named}", varies=("named",), once=True
)
MISSING_SCRIPT = MISSING_GLYPH.also(
    "no font has {script} letters like {character!r} (U+{number:04X}) of {named}",
    varies=("character", "named"),
    once=True,
)

MISSING_CUT = code(
    "PNP302", Severity.WARNING, says="{family}, which sets letters of {name}, has no {cuts}: they print without"
)
OTHER_FAMILY = MISSING_CUT.also("{family}, the font of {name}, lacks letters in {cut}: {other} prints such words")

# Characters that print nothing: no glyph is missing where a font lacks them.
_INVISIBLE = frozenset(
    "\n\t \u00ad\u061c\u200b\u200c\u200d\u200e\u200f\u202a\u202b\u202c\u202d\u202e"
    "\u2060\u2066\u2067\u2068\u2069\ufe0e\ufe0f\ufeff"
)
_WEIGHTS = {False: 400.0, True: 700.0}  # of a variable font, by whether it is bold
_CUTS = {  # bold, italic → the cuts to try
    (False, False): ("regular",),
    (True, False): ("bold", "regular"),
    (False, True): ("italic", "regular"),
    (True, True): ("bold-italic", "bold", "italic", "regular"),
}


_HAN = ("Jpan", "Hans", "Hant", "Kore")
_EAST_ASIAN = {"Hira": ("Jpan",), "Kana": ("Jpan",), "Hang": ("Kore",), "Bopo": ("Hant", "Hans"), "Hani": _HAN}
LETTERS = {  # a letter that any font has which can set the script
    **{"Latn": "a", "Cyrl": "и", "Grek": "ω", "Arab": "ب", "Hebr": "א", "Deva": "क", "Thai": "ก"},
    **{"Jpan": "の", "Hans": "的", "Hant": "的", "Kore": "의"},
}
SCRIPTS_OF_WRITINGS = {"Jpan": "Hani", "Hans": "Hani", "Hant": "Hani", "Kore": "Hang"}  # a way of writing → its script
_WIDE = re.compile(  # punctuation, signs and Latin letters in squares, which only East Asian fonts have
    "[\u3000-\u3004\u3008-\u3020\u3030\u3036\u303c-\u303f\u30fb\u30fc\u31c0-\u31e3\u3200-\u33ff"
    "\ufe30-\ufe6f\uff01-\uff65\uff70\uff9e\uff9f\uffe0-\uffe6]"
)


@lru_cache(None)
def script_of_character(character: str) -> str:
    """Return the script of a character; "" where it depends on what is beside it."""
    buffer = hb.Buffer()
    buffer.add_str(character)
    buffer.guess_segment_properties()
    return buffer.script or ""


_NAMES = {
    **{"Arab": "Arabic", "Cyrl": "Cyrillic", "Deva": "Devanagari", "Grek": "Greek", "Hang": "Korean"},
    **{"Hani": "Chinese", "Hebr": "Hebrew", "Hira": "Japanese", "Kana": "Japanese", "Latn": "Latin"},
}
_NAMES_OF_WRITINGS = {"Jpan": "Japanese", "Hans": "Chinese", "Hant": "Chinese", "Kore": "Korean"}
# behind a script's name in Unicode's
_KIND = re.compile(r" (?:SMALL |CAPITAL |VOWEL |SUBJOINED )?(?:LETTER|SIGN|CHARACTER|SYLLABLE|DIGIT)\b")


def script_name(character: str, text: str = "", writing: str = "") -> str:
    """Return how people call the script of a character in a text of a language so written; "" for signs.

    Texts that Japanese people read are Japanese, whichever of their scripts they are in, as are the wide signs in them.
    """
    if script_of_any(character) in _EAST_ASIAN:
        scripts = set(map(script_of_character, text or character))
        if not scripts.isdisjoint(("Hira", "Kana")):
            return "Japanese"
        if writing in SCRIPTS_OF_WRITINGS:
            return _NAMES_OF_WRITINGS[writing]
        if "Hang" in scripts:
            return "Korean"
        if not scripts.isdisjoint(("Hani", "Bopo")):
            return "Chinese"
    script = script_of_character(character)
    return _NAMES.get(script) or (_KIND.split(unicodedata.name(character, script))[0].title() if script else "")


def script_of_any(character: str) -> str:
    """Return the script of a character; for wide signs, which belong to none, one whose fonts have them."""
    script = script_of_character(character)
    is_wide = character >= "\u3000" and (not script or script == "Latn") and _WIDE.match(character)
    return "Hani" if is_wide else script


def stretches(text: str) -> Iterator[tuple[str, str]]:
    """Divide a text into scripts and parts; signs go with the part before them, those at the beginning with the next.

    Wide punctuation never goes with letters of other fonts: "OK：好", "X。".
    """
    start, script = 0, ""
    for at, character in enumerate(text):
        own = script_of_character(character)
        if character >= "\u3000" and (not own or own == "Latn") and _WIDE.match(character):
            own = script
            if script not in _EAST_ASIAN:  # the next script counts if none comes before
                own = next((found for each in text[at + 1 :] if (found := script_of_character(each))), "")
                own = own if own in _EAST_ASIAN else "Hani"
        if own and own != script:
            if script:
                yield script, text[start:at]
                start = at
            script = own
    if text:
        yield script, text[start:]


def families_for(script: str, of_language: str) -> tuple[str, ...]:
    """Return the names of a script in fonts.yaml, the best first: Han letters look different in Japan and in China."""
    names = _EAST_ASIAN.get(script, (script,))
    return (of_language, *names) if of_language in names else names


def is_square(script: str) -> bool:
    """Tell whether all letters of a script stand in squares of one size, which nothing moves together."""
    return script in _EAST_ASIAN


@dataclass(eq=False, slots=True)
class LoadedFont:
    """A font file opened for shaping."""

    face: FontFace
    hb_font: hb.Font
    family: FontFamily

    def has(self, character: str) -> bool:
        return character in _INVISIBLE or self.hb_font.get_nominal_glyph(ord(character)) is not None

    @property
    def x_height(self) -> float:
        """Return the height of an x, of the em."""
        height = self.hb_font.get_metric_position_with_fallback(hb.OTMetricsTag.X_HEIGHT)
        return float(height) / self.face.units_per_em


class FontStore:
    """Opens the files of families when they are first needed."""

    def __init__(self, table: FontTable) -> None:
        self.table = table
        self.font = lru_cache(None)(self._font)
        self._loaded: dict[tuple[str, str], LoadedFont] = {}

    def has_font(self, name: str) -> bool:
        return self.table.roles.get(name, name) in self.table.families

    def find_name(self, name: str) -> str | None:
        """Return a role's or family's name as the table has it, whatever its capitals; None where there is none."""
        names = (*self.table.roles, *self.table.families)
        return next((each for each in names if each.lower() == name.lower() and self.has_font(each)), None)

    def _font(self, name: str, bold: bool = False, italic: bool = False) -> LoadedFont:
        """Return the font for a role or family; any family's where there is none of that name, which is reported."""
        families = self.table.families
        family = families.get(self.table.roles.get(name, name)) or next(iter(families.values()))
        return self._open(family, bold, italic)

    def face(self, name: str) -> FontFace | None:
        """Return the face of a name, which may not be open yet; None where there is none any more."""
        cuts = ((family, cut) for family in self.table.families.values() for cut in family.files)
        found = next((each for each in cuts if self._face_name(*each) == name), None)
        return self._open(found[0], "bold" in found[1], "italic" in found[1]).face if found else None

    def loaded(self, face: FontFace) -> LoadedFont:
        """Return the font that was opened for a face."""
        return next(font for font in self._loaded.values() if font.face is face)

    def fallbacks(self, bold: bool, italic: bool) -> Iterator[LoadedFont]:
        """Open the fallback families, the best first."""
        for name in self.table.fallback:
            if family := self.table.families.get(name):
                yield self._open(family, bold, italic)

    def candidates(self, name: str, bold: bool, italic: bool, script: str, of_language: str) -> Iterator[LoadedFont]:
        """Open fonts for a stretch in a script, the best first; without a script, those that go with the language."""
        own = self.font(name, bold, italic)
        role_first = bool(script) or own.has(LETTERS.get(of_language, "") or "a")
        if role_first:
            yield own
        for key in families_for(script or of_language, of_language):
            for entry in (f"{name} {key}", key):
                if family := self.table.families.get(self.table.scripts.get(entry, "")):
                    yield self._open(family, bold, italic)
        if not role_first:
            yield own
        yield from self.fallbacks(bold, italic)

    def find_lack(self, name: str, bold: bool, italic: bool, used: LoadedFont, letters: str) -> Finding | None:
        """Return the finding for bold or italic letters that are set in this font; None if it has such a face."""
        if (bold and not used.face.bold) or (italic and not used.face.italic_angle):
            cuts = [cut for cut in ("bold", "italic") if cut not in used.family.files] or ["bold-italic"]
            hint = f"add {cuts[0]}: to it in fonts/fonts.yaml, or name a family there that has it"
            wanted, family = " and no ".join(cuts), used.family.name
            return find(MISSING_CUT, hint=hint, is_general=True, family=family, name=name, cuts=wanted)
        if used is self.font(name, bold, italic) or not all(map(self.font(name).has, letters)):
            return None
        family, other = self.font(name).family.name, used.family.name
        cut = "italic" if italic else "bold"
        hint = f"for one typeface everywhere, choose a family that has all: roles: {{{name}: {other}}}"
        return find(OTHER_FAMILY, hint=hint, is_general=True, family=family, name=name, cut=cut, other=other)

    def advice(self, character: str, language: str) -> str:
        """Tell how to get a font that has the character, where one is known."""
        names = families_for(script_of_any(character), script_of(language))
        absent = self.table.absent
        for family in (self.table.scripts.get(name, "") for name in names):
            if family in absent:
                from pnp.io.installing import extra_command

                return f"{extra_command(absent[family])} brings {family}"
        return ""

    def _open(self, family: FontFamily, bold: bool, italic: bool) -> LoadedFont:
        """Open a cut; one that the family lacks falls back to the nearest that it has."""
        cut = next(cut for cut in _CUTS[bold, italic] if cut in family.files)
        key = (family.name, cut)
        if key not in self._loaded:
            file, name = family.files[cut], self._face_name(family, cut)
            opened = _open_file(file.path, file.number, cut, name, stamp(str(file.path)))
            self._loaded[key] = LoadedFont(*opened, family)
        return self._loaded[key]

    def _face_name(self, family: FontFamily, cut: str) -> str:
        """Return a unique name, the same in each run: SourceSans and SourceSans2 for "Source Sans" and "SourceSans"."""
        short = family.name.replace(" ", "")
        alike = [name for name in self.table.families if name.replace(" ", "") == short]
        number = alike.index(family.name) + 1 if family.name in alike else 1
        return f"{short}{number if number > 1 else ''}-{cut.title().replace('-', '')}"


@lru_cache(64)
def _open_file(path: Path, number: int, cut: str, name: str, _: Stamp) -> tuple[FontFace, hb.Font]:
    """Open a font once for all editions: it is half a megabyte."""
    try:
        data = read_font(path)
    except OSError as error:
        raise FileError(f"{path}: cannot be read: {error.strerror}") from error
    try:
        hb_face = hb.Face(hb.Blob(data), number)
        hb_font = hb.Font(hb_face)
        axes = {axis.tag: axis for axis in hb_face.axis_infos} if hb_face.has_var_data else {}
        places = {tag: axis.default_value for tag, axis in axes.items()}  # of a variable font: as heavy as its cut
        if "wght" in axes:
            places["wght"] = min(max(_WEIGHTS["bold" in cut], axes["wght"].min_value), axes["wght"].max_value)
        instance = tuple(sorted(places.items()))
        hb_font.set_variations(dict(instance))
        per_em = hb_face.upem
        extents = hb_font.get_font_extents("ltr")
    except Exception as error:  # HarfBuzz's binding raises its own kinds for a broken font
        raise FileError(f"{path}: is no font that can be used: {error}") from error
    if not hb_face.glyph_count:
        raise FileError(f"{path}: is no font that can be used: it has no glyphs")
    tables = set(hb_face.table_tags)
    cap = hb_font.get_metric_position(hb.OTMetricsTag.CAP_HEIGHT) if "OS/2" in tables else None
    # xMin, yMin, xMax, yMax of the head table
    head = bytes(hb_face.reference_table("head").data)
    x0, y0, x1, y1 = (int.from_bytes(head[at : at + 2], "big", signed=True) / per_em for at in (36, 38, 40, 42))
    face = FontFace(
        name=name,
        path=path,
        index=number,
        data=data,
        units_per_em=per_em,
        ascent=extents.ascender / per_em,
        descent=extents.descender / per_em,
        cap_height=(cap or 0.7 * per_em) / per_em,
        italic_angle=-12.0 if "italic" in cut else 0.0,
        bbox=(x0, y0, x1, y1),
        is_cff="CFF " in tables or "CFF2" in tables,
        bold="bold" in cut,
        instance=instance,
    )
    return face, hb_font
