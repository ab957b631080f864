"""The texts of an SVG file → shapes: words set with the project's fonts, drawn as outlines of their letters."""

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import NamedTuple

from pnp.art.attribute_values import Unsupported, quote, transform_shape
from pnp.art.letters import glyph_path
from pnp.art.paint import FileLettering
from pnp.art.palette import TiledFill
from pnp.art.paths import Box
from pnp.art.svg_scene import Place, Scene, has_words
from pnp.art.svg_tree import TOO_MUCH, UNSUPPORTED, Node, Overdone
from pnp.model.display import FontFace, Item, Segment, Shape, Shaped
from pnp.model.geometry import rectangle_path, surround
from pnp.model.problem import Severity, code
from pnp.typesetting.bidi import printed_levels, visual_order
from pnp.typesetting.fonts import FontStore, is_square, script_name, script_of_character
from pnp.typesetting.shape import ShapedWord, Shaper
from pnp.typesetting.words import needs_levels

_BLANKS = str.maketrans("\n\r\t", "   ")
_SPANS = frozenset(("tspan", "a"))
_PASSED_OVER = frozenset(("title", "desc", "metadata", "style", "script", "set", "animate"))

OTHER_FONT = code("PNP322", Severity.WARNING, says="there is no font {name}: {other} is printed instead")
NO_CUT = OTHER_FONT.also("{name} has no {cut}: it is printed without")
NO_GLYPH = code("PNP323", says="no font has {character!r} (U+{number:04X})")

TOO_MANY_LETTERS = TOO_MUCH.also("more than {most} letters")

MAX_LETTERS = 10_000  # of all texts, which are drawn as outlines
_SANS, _SERIF = "sans-serif", "serif"
_GENERIC = {"sans": _SANS, "system-ui": _SANS, "mono": "monospace"}  # as programs call what CSS knows by another name
_FAMILY, _TYPOGRAPHIC_FAMILY = 1, 16  # of a font's names
_LANGUAGE = "en"  # of words in drawings: a file knows nothing of the game's
_EVEN = frozenset(("", "Latn", "Grek", "Cyrl", "Hebr", "Armn", "Geor"))  # scripts whose letters may stand apart
_ALIGNED = {"start": 0.0, "middle": 0.5, "end": 1.0}
_HANGING = 0.8  # of the ascent

Outlines = dict[int, list[Segment]]  # of the letters of each span


class TextSpan(NamedTuple):
    """An element with letters; `outer` are its own number and those of the elements that it stands in."""

    node: Node
    place: Place
    outer: tuple[int, ...]


class PlacedLetter(NamedTuple):
    character: str
    span: int  # its number
    x: float | None = None
    y: float | None = None
    dx: float = 0.0
    dy: float = 0.0


def letters_of(scene: Scene, node: Node, here: Place) -> tuple[list[TextSpan], list[PlacedLetter]]:
    """Return the spans of a text in reading order, and all letters that take room, with spaces as they are printed."""
    spans: list[TextSpan] = []
    letters: list[PlacedLetter] = []
    keeps_space = True  # the last letter's
    for letter in _read_letters(scene, node, here, (), spans):
        keeps = spans[letter.span].place.looks.lettering.keeps_spaces
        if letter.character != " " or keeps or (letters and letters[-1].character != " "):
            letters.append(letter)
            keeps_space = keeps
    if letters and letters[-1].character == " " and not keeps_space:
        letters.pop()
    members: dict[int, list[int]] = {}
    for at, letter in enumerate(letters):
        for number in spans[letter.span].outer:
            members.setdefault(number, []).append(at)
    for number, own in members.items():  # an inner element's lists overrule those of the outer ones
        node, place, _ = spans[number]
        for name in ("x", "y", "dx", "dy"):
            text = node.attributes.get(name, "")
            look, length = place.looks.lettering, place.viewport.length
            values = [look.length(name, part, length) for part in text.replace(",", " ").split()]
            for at, value in zip(own, values, strict=False):
                letters[at] = letters[at]._replace(**{name: value})  # type: ignore[arg-type]
    return spans, letters


def _read_letters(
    scene: Scene, node: Node, here: Place, outer: tuple[int, ...], spans: list[TextSpan]
) -> Iterator[PlacedLetter]:
    """Yield the letters of an element and those in it, and note their spans."""
    number = len(spans)
    spans.append(TextSpan(node, here, (*outer, number)))
    for part in node.content:
        if isinstance(part, str):
            for character in part.translate(_BLANKS):
                yield PlacedLetter(character, number)
        elif part.tag in _SPANS and part.attributes.get("display", "").strip() != "none":
            inner = scene.enter(part, here)._replace(matrix=here.matrix)  # a part of a text has no transform
            yield from _read_letters(scene, part, inner, spans[number].outer, spans)
        elif part.tag not in _SPANS | _PASSED_OVER and has_words(part):
            hint = "turn the text into paths"
            scene.problems.append(UNSUPPORTED.at(scene.span(part), hint=hint, tag=part.tag))


class _ShapedStretch(NamedTuple):
    """A part of letters that were shaped together."""

    part: Shaped
    letters: Sequence[PlacedLetter]
    level: int


class WordFonts(NamedTuple):
    """The fonts of an element's own words, as their files call themselves, the best first."""

    names: tuple[str, ...]
    size: float
    bold: bool
    italic: bool


class TextArtist:
    """Draws the texts of one scene."""

    def __init__(self, scene: Scene, fonts: FontStore) -> None:
        self._scene, self._fonts = scene, fonts
        self._shaper = Shaper(fonts, _LANGUAGE)
        self._reported: set[tuple[str, str]] = set()
        self._letters = 0
        self.used: dict[str, FontFace] = {}  # by name
        self.word_fonts: dict[Node, WordFonts | None] = {}  # None: set in several ways

    def draw(self, node: Node, here: Place) -> list[Item]:
        spans, letters = letters_of(self._scene, node, here)
        self._letters += len(letters)
        if self._letters > MAX_LETTERS:
            raise Overdone(TOO_MANY_LETTERS.at(self._scene.span(node), most=MAX_LETTERS))
        if all(letter.character == " " for letter in letters):
            return []
        for number in dict.fromkeys(letter.span for letter in letters if letter.character != " "):
            span = spans[number]
            hint = "turn the text into paths"
            for name, text in span.place.looks.lettering.unprintable:
                raise Unsupported(name, f"{name} {quote(text)} cannot be printed", hint)
            for name in ("opacity", "clip-path", "mask", "filter"):
                text = span.node.attributes.get(name, "").strip()
                if span.node.tag != "text" and text not in ("", "none", "1"):
                    message = f"{name} {quote(text)} of a part of a text cannot be printed"
                    raise Unsupported(name, message, "put it on <text>")
        drawn: Outlines = {}
        cells: list[Box] = []
        x = y = 0.0
        for chunk in _chunks(letters):
            x = x if chunk[0].x is None else chunk[0].x
            y = y if chunk[0].y is None else chunk[0].y
            x, y = self._draw_chunk(chunk, spans, x, y, drawn, cells)
        if not cells:
            return []
        left, top, right, bottom = surround(cells)
        whole = rectangle_path(left, top, right - left, bottom - top)
        items: list[Item] = []
        for number, path in sorted(drawn.items()):
            node, place, _ = spans[number]
            looks = place.looks
            self._scene.spend(node, len(path))
            if not path or not looks.visible:
                continue
            if isinstance(looks.fill, TiledFill) or isinstance(looks.stroke, TiledFill):
                raise Unsupported("fill", "a text with a <pattern> cannot be printed", "turn the text into paths")
            shape = Shape(tuple(path), *looks.paints(whole))._replace(evenodd=False)  # gradients span the whole text
            if shape.stroke is not None:
                shape = shape._replace(stroke=shape.stroke._replace(place=str(self._scene.span(node))))
            parts = [shape._replace(fill=None), shape._replace(stroke=None)] if looks.stroke_first else [shape]
            items += [transform_shape(place.matrix, part) for part in parts if part.fill or part.stroke]
        return items

    def _draw_chunk(
        self, chunk: list[PlacedLetter], spans: list[TextSpan], x: float, y: float, drawn: Outlines, cells: list[Box]
    ) -> tuple[float, float]:
        """Draw letters from x, y on, and return where the next ones begin."""
        first = spans[chunk[0].span].place.looks.lettering
        stretches = self._stretches(chunk, spans)
        stretches = [stretches[at] for at in visual_order([stretch.level for stretch in stretches])]
        whole = sum(letter.dx for letter in chunk[1:])
        for stretch in stretches:
            look = spans[stretch.letters[0].span].place.looks.lettering
            characters = [stretch.letters[glyph.cluster].character for glyph in stretch.part.glyphs]
            whole += stretch.part.width * look.size + look.tracking * len(characters) + look.gap * characters.count(" ")
        share = _ALIGNED[first.anchor]
        x -= whole * (1 - share if first.rtl else share)
        for stretch in stretches:
            number = stretch.letters[0].span
            look = spans[number].place.looks.lettering
            font = self._fonts.loaded(stretch.part.font)
            face = font.face
            self.used[face.name] = face
            shares = {
                "middle": font.x_height / 2,
                "central": (face.ascent + face.descent) / 2,
                "hanging": face.ascent * _HANGING,
                "mathematical": face.ascent / 2,
                **dict.fromkeys(("text-before-edge", "text-top"), face.ascent),
                **dict.fromkeys(("text-after-edge", "text-bottom", "ideographic"), face.descent),
            }
            lower = shares.get(look.baseline, 0.0) * look.size - look.lift  # below the line that is given
            scale = look.size / face.units_per_em
            path = drawn.setdefault(number, [])
            seen: set[int] = set()
            for glyph in stretch.part.glyphs:
                letter = stretch.letters[glyph.cluster]
                if glyph.cluster not in seen:
                    seen.add(glyph.cluster)
                    x, y = x + letter.dx, y + letter.dy
                path += glyph_path(font, glyph.id, x + glyph.dx * scale, y + lower - glyph.dy * scale, scale)
                wide = glyph.advance * scale + look.tracking + (look.gap if letter.character == " " else 0.0)
                cells.append((x, y + lower - face.ascent * look.size, x + wide, y + lower - face.descent * look.size))
                x += wide
        return x, y

    def _stretches(self, chunk: Sequence[PlacedLetter], spans: Sequence[TextSpan]) -> list[_ShapedStretch]:
        """Shape letters that stand together, in the order of reading."""
        text = "".join([letter.character for letter in chunk])
        rtl = spans[chunk[0].span].place.looks.lettering.rtl
        levels = printed_levels(text, int(rtl)) if rtl or needs_levels(text) else bytes(len(text))
        found: list[_ShapedStretch] = []
        for (number, level), group in groupby(
            zip(chunk, levels, strict=True), key=lambda pair: (pair[0].span, pair[1])
        ):
            letters = [letter for letter, _ in group]
            node, place, _ = spans[number]
            look = place.looks.lettering
            moved = bool(look.tracking) or any(letter.dx or letter.dy for letter in letters)
            words = "".join([letter.character for letter in letters])
            # the first of its families that there is; reported if that isn't the very first
            names = look.families or (_SERIF,)
            known = [self._fonts.find_name(_GENERIC.get(name.lower(), name)) for name in names]
            family = next(filter(None, known), None) or self._fonts.find_name(_SANS) or _SANS
            if known[0] is None and (names[0], "") not in self._reported:
                self._reported.add((names[0], ""))
                span = self._scene.span(node).at("font-family")
                other = self._fonts.font(family).family.name
                hint = "add it to fonts/fonts.yaml, or turn the text into paths"
                self._scene.problems.append(OTHER_FONT.at(span, hint=hint, name=names[0], other=other))
            shaped = self._shaper.word(words, family, look.bold, look.italic, moved, level % 2 == 1)
            self._note(node, look, family, shaped)
            at = 0
            for part in shaped.parts:
                found.append(_ShapedStretch(part, letters[at : at + len(part.text)], level))
                at += len(part.text)
        return found

    def _note(self, node: Node, look: FileLettering, family: str, word: ShapedWord) -> None:
        """Report characters and faces that the fonts lack, each once, and note the fonts of an element's own words."""
        span, problems = self._scene.span(node), self._scene.problems
        for character in dict.fromkeys(word.missing):
            if (character, "glyph") not in self._reported:
                self._reported.add((character, "glyph"))
                hint = self._shaper.advice(character) or "add a font that has it to fonts/fonts.yaml"
                problems.append(NO_GLYPH.at(span, hint=hint, character=character, number=ord(character)))
        own = self._fonts.font(family, look.bold, look.italic)
        lacks = [("bold", look.bold and not own.face.bold), ("italic", look.italic and not own.face.italic_angle)]
        for cut in [name for name, is_missing in lacks if is_missing]:
            if (own.family.name, cut) not in self._reported:
                self._reported.add((own.family.name, cut))
                problems.append(NO_CUT.at(span, name=own.family.name, cut=cut))
        fonts = sorted((self._fonts.loaded(part.font) for part in word.parts), key=lambda font: font is not own)
        before = self.word_fonts.get(node)
        names = dict.fromkeys(before.names if before else ())
        for face in [font.hb_font.face for font in fonts]:  # as files call themselves
            names[str(face.get_name(_TYPOGRAPHIC_FAMILY) or face.get_name(_FAMILY) or "")] = None
        found = WordFonts(tuple(names), look.size, own.face.bold, own.face.italic_angle != 0)
        is_same = found[1:] == before[1:] if before else node not in self.word_fonts
        self.word_fonts[node] = found if is_same and not any(font.face.instance for font in fonts) else None


def _chunks(letters: Sequence[PlacedLetter]) -> Iterator[list[PlacedLetter]]:
    """Yield letters from one that has a place of its own up to the next such one."""
    chunk: list[PlacedLetter] = []
    for letter in letters:
        if chunk and (letter.x is not None or letter.y is not None):
            script = script_of_character(letter.character)
            is_joined = script not in _EVEN and not is_square(script)
            if is_joined and letter.character != " " and script_of_character(chunk[-1].character) == script:
                message = f"x places each of its {script_name(letter.character)} letters, which go together"
                raise Unsupported("x", message, "turn the text into paths")
            yield chunk
            chunk = []
        chunk.append(letter)
    if chunk:
        yield chunk
