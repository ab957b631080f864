"""Text that was set can be read, searched and copied, and every glyph stands where HarfBuzz put it."""

from unicodedata import normalize

import pytest
from drawn import read_pages
from pymupdf_fonts import myfont
from reading import text_of

from pnp.export.pdf import Info, write_pdf
from pnp.export.pdf.glyph_runs import Fragments
from pnp.export.pdf.resources import Resources
from pnp.model.display import Glyph, Run, Shaped, Text

SIZE = 3.175


def one_run(*parts, **more):
    return Text((Run(5, 20, parts[0].font, SIZE, "#000000", parts, **more),), "", SIZE)


def written(page, card, *items):
    return write_pdf([page(card(*items))], Info("test"))


WORDS = [
    "Move 3, draw a card.",
    "office fluff affinity — ﬁn",
    "AVATAR Type To (with) [brackets] \\ back",
    "Größe ½ × 2 € ñandú Œuvre",
    "Ἑλλάς Россия",
    "a\u00a0non\u2011breaking space",
    "zero\u200bwidth soft\u00adhyphen",
    "e\u0301 decomposed q\u0303",
]


def expected(words):
    told = words.translate({0x200B: None, 0xAD: None, 0xA0: " ", 0x2011: "-"})
    return normalize("NFKC", told)


def test_what_was_set_is_read(card, page, line, read):
    found = [read(written(page, card, line(words))) for words in WORDS]
    assert [normalize("NFKC", text) for text in found] == [expected(words) for words in WORDS]


def test_lines_are_read_in_order(card, page, line, read):
    items = [line(words, y=10 + 5 * i) for i, words in enumerate(["Heroes move", "as far as", "they like."])]
    assert read(written(page, card, *items)) == "Heroes move\nas far as\nthey like."


def test_spaced_text_reads_the_same(card, page, line, read):
    spacings = {"gap": 1.0}, {"tracking": 0.15}, {"gap": 0.5, "tracking": 0.1}
    found = [read(written(page, card, line("Draw two cards", **spacing))) for spacing in spacings]
    assert found == ["Draw two cards"] * 3


def places(page, card, text):
    """Return where each glyph stands."""
    (found,) = read_pages(written(page, card, text))
    return [(glyph.id, (glyph.x - 15) / SIZE, glyph.rise) for glyph in found.glyphs]


def approximate(ems):
    return pytest.approx(ems, abs=0.0005)


def test_offsets_of_glyphs_are_kept(card, page, font, shape):
    a, b = (glyph.id for glyph in shape("ab").glyphs)
    moved = Shaped("ab", font, (Glyph(a, 504, 0, 0, 0), Glyph(b, 500, 120, 250, 1)), 1.004)
    found = places(page, card, one_run(moved, shape("a")))
    assert found == [(a, approximate(0), 0), (b, approximate(0.504 + 0.12), 0.25), (a, approximate(1.004), 0)]


def test_several_glyphs_for_one_character_are_spelled_out(card, page, font, shape):
    o, slash = (glyph.id for glyph in shape("o/").glyphs)
    both = Shaped("ø", font, (Glyph(o, 542, 0, 0, 0), Glyph(slash, 0, -400, 0, 0)), 0.542)
    pdf = written(page, card, one_run(shape("S"), both, shape("ren")))
    assert read_pages(pdf)[0].actual == ["ø"]
    assert text_of(pdf) == "Søren"


def test_a_glyph_that_stands_for_two_texts_is_spelled_out_for_one(card, page, font, shape):
    latin = shape("A")
    greek = Shaped("Α", font, latin.glyphs, latin.width)
    pdf = written(page, card, one_run(latin, shape("B "), greek))
    assert read_pages(pdf)[0].actual == ["Α"]
    assert text_of(pdf) == "AB Α"


def test_a_missing_glyph_still_tells_its_text(card, page, font):
    absent = [Shaped(char, font, (Glyph(0, 650, 0, 0, 0),), 0.65) for char in "龍虎"]
    pdf = written(page, card, one_run(*absent))
    assert text_of(pdf) == "龍虎"


def test_characters_outside_the_basic_plane_are_told(card, page, shaped, read_face, tmp_path):
    path = tmp_path / "symbols.ttf"
    path.write_bytes(myfont("symbol2"))
    part = shaped("\N{PLAYING CARD ACE OF SPADES}", read_face(path))
    assert part.glyphs[0].id
    assert text_of(written(page, card, one_run(part))) == part.text


def test_an_empty_part_draws_nothing(card, page, font):
    (found,) = read_pages(written(page, card, one_run(Shaped("", font, (), 0.0))))
    assert found.shows == []


def test_words_are_set_once_and_kept(font, shape):
    fragments, word = Fragments(Resources()), shape("Move")
    assert fragments[word] is fragments[word]


HEBREW, ARABIC, LIGATURE = "שלום עולם", "مرحبا بالعالم", "لا إله"


@pytest.fixture(scope="module")
def firago(tmp_path_factory, read_face):
    path = tmp_path_factory.mktemp("fonts") / "FiraGO.ttf"
    path.write_bytes(myfont("figo"))
    return read_face(path)


def right_to_left(words, firago, shaped, **more):
    """Words in visual order, as layout hands them over: the first one rightmost."""
    parts = [shaped(word, firago, True) for word in words.replace(" ", " \0").split("\0")]
    return one_run(*reversed(parts), level=1, **more)


def test_right_to_left_text_reads_in_order(firago, shaped, card, page, read):
    texts = [(words, gap) for words in (HEBREW, ARABIC, LIGATURE) for gap in (0, 1.0)]
    of_direction = dict.fromkeys(map(ord, "\u200e\u200f\u202a\u202b\u202c"))
    found = [read(written(page, card, right_to_left(words, firago, shaped, gap=gap))) for words, gap in texts]
    assert [normalize("NFKC", text.translate(of_direction)) for text in found] == [words for words, _ in texts]


@pytest.mark.parametrize("spacing", [{}, {"gap": 0.5}, {"gap": 0.5, "tracking": 0.1}])
@pytest.mark.parametrize("words", [HEBREW, ARABIC, LIGATURE])
def test_right_to_left_glyphs_stand_in_visual_order(words, spacing, firago, shaped, card, page):
    text = right_to_left(words, firago, shaped, **spacing)
    gap, tracking = spacing.get("gap", 0), spacing.get("tracking", 0)
    wanted, x = [], 0.0
    for part in text.runs[0].parts:
        for glyph in part.glyphs:
            units = firago.units_per_em
            wanted.append((glyph.id, approximate(x + glyph.dx / units), glyph.dy / units))
            x += glyph.advance / units + (tracking + gap * (part.text[glyph.cluster] == " ")) / SIZE
    assert places(page, card, text) == wanted
