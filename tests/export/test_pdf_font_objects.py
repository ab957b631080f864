"""Sentences in fourteen languages: every glyph stands where HarfBuzz puts it and looks as in its font, and the text can
be read again."""

import re
from collections import defaultdict
from collections.abc import Callable, Iterator
from unicodedata import category, normalize

import pypdfium2
import pytest
import uharfbuzz as hb
from drawn import read_pages
from nightly import every
from outlines import outlined
from PIL import Image, ImageChops, ImageFilter
from reading import text_of
from script_sheets import LANGUAGES, layout, proof_sheet, sentences

from pnp.export.pdf import Info, write_pdf
from pnp.model.display import FontFace, Group, Item, Run, Text
from pnp.model.sheet import Paper, Sheet

RIGHT_TO_LEFT = ("ar", "fa", "he")
WITHOUT_CUTS = ("ru", "el", "ja", "zh-hans", "zh-hant", "ko")
OF_SIGNS = {  # the script in which numbers and signs are shaped that have no letter beside them
    **{"ar": "Arab", "fa": "Arab", "he": "Hebr", "hi": "Deva", "th": "Thai", "ru": "Cyrl", "el": "Grek"},
    **{"ja": "Hani", "zh-hans": "Hani", "zh-hant": "Hani", "ko": "Hang"},
}
Glyphs = list[tuple[int, int, int, int, int]]  # of a text: id, cluster, dx, dy, advance of each glyph
Kind = tuple[FontFace, str, bool]  # of a run: its font, direction, whether there are letters in it
Shaper = Callable[[str, FontFace, str, bool, list[str]], list[Glyphs]]
_GLYPH = re.compile(r"(\d+)=(\d+)(?:@(-?\d+),(-?\d+))?\+(-?\d+)")


@pytest.mark.parametrize("language", LANGUAGES)
def test_nothing_is_wrong_with_the_sheets(language):
    """But that its fonts have no bold or italic."""
    wrong = proof_sheet(language)[1]
    assert [line for line in wrong if " PNP302 " not in line] == []
    assert bool(wrong) == (language in WITHOUT_CUTS)
    assert len(wrong) <= 2, "one for each role"


def script_of(language: str, has_letters: bool) -> str | None:
    """Return the script that a shaper needs."""
    return None if has_letters else OF_SIGNS.get(language, "Latn")


def features_of(face: FontFace) -> dict[str, bool]:
    return {"kern": False} if "CJK" in face.name else {}  # they all stand in squares of one size


def by_uharfbuzz(language: str, face: FontFace, direction: str, has_letters: bool, texts: list[str]) -> list[Glyphs]:
    """Set whole runs by the library that pnp uses, where pnp sets words."""
    font, found = hb.Font(hb.Face(face.data, face.index)), []
    for text in texts:
        buffer = hb.Buffer()
        buffer.add_str(text)
        buffer.direction, buffer.language = direction, language
        if script := script_of(language, has_letters):
            buffer.script = script
        buffer.guess_segment_properties()
        hb.shape(font, buffer, features_of(face))
        found.append(
            [
                (info.codepoint, info.cluster, place.x_offset, place.y_offset, place.x_advance)
                for info, place in zip(buffer.glyph_infos, buffer.glyph_positions, strict=True)
            ]
        )
    return found


def runs_of(items: tuple[Item, ...], x: float = 0.0) -> Iterator[tuple[Run, float]]:
    """Yield the runs in order, and what their places count from."""
    for item in items:
        if isinstance(item, Text):
            yield from ((run, x) for run in item.runs)
        elif isinstance(item, Group):
            yield from runs_of(item.items, x + item.transform[4])


def text_of_run(run: Run) -> str:
    """Return the text of a run in the order of reading."""
    return "".join(part.text for part in (reversed(run.parts) if run.level % 2 else run.parts))


def kind_of(run: Run) -> Kind:
    return run.font, ("ltr", "rtl")[run.level % 2], any(map(str.isalpha, text_of_run(run)))


def check_places(language: str, shaper: Shaper, page: Callable[..., Sheet]) -> None:
    """Check that a sheet's glyphs are those, and stand there, where a shaper of whole runs puts them."""
    face, _ = proof_sheet(language)
    runs = list(runs_of((face.content,)))
    texts = defaultdict(list)
    for run, _ in runs:
        texts[kind_of(run)].append(text_of_run(run))
    of_run = {key: dict(zip(asked, shaper(language, *key, asked), strict=True)) for key, asked in texts.items()}
    wanted = []
    for run, left in runs:
        text, per_em = text_of_run(run), run.font.units_per_em
        x = 10 + left + run.x
        for id, cluster, dx, dy, advance in of_run[kind_of(run)][text]:
            if text[cluster] == "\u200b":
                continue  # where a line may break: there is nothing to draw
            wanted.append(
                (id, pytest.approx(x + dx / per_em * run.size, abs=0.002), pytest.approx(dy / per_em, abs=1e-4))
            )
            x += advance / per_em * run.size + run.gap * (text[cluster] == " ")
    (found,) = read_pages(write_pdf([page(face)], Info("test")))
    assert [glyph.id for glyph in found.glyphs] == [id for id, _, _ in wanted], language
    assert [(glyph.id, glyph.x, glyph.rise) for glyph in found.glyphs] == wanted, language


@pytest.mark.parametrize("language", LANGUAGES)
def test_glyphs_stand_where_harfbuzz_puts_them(language, page):
    check_places(language, by_uharfbuzz, page)


@pytest.mark.system("libharfbuzz-bin")
def test_glyphs_stand_where_hb_shape_puts_them(page, system, tmp_path):
    """It is the HarfBuzz of the system, another version, and reads its options itself."""

    def by_hb_shape(language: str, face: FontFace, direction: str, has_letters: bool, texts: list[str]) -> list[Glyphs]:
        font = tmp_path / f"{face.name}.font"
        font.write_bytes(face.data)
        script = script_of(language, has_letters)
        options = [
            *(f"--font-file={font}", f"--face-index={face.index}", "--text-file=-", "--no-glyph-names"),
            *(f"--language={language}", f"--direction={direction}", *([f"--script={script}"] if script else [])),
            *(f"--features=-{name}" for name in features_of(face)),
        ]
        lines = system("hb-shape", *options, given="\n".join(texts).encode()).stdout.decode().splitlines()
        return [[tuple(int(part or 0) for part in found) for found in _GLYPH.findall(line)] for line in lines]

    for language in LANGUAGES:
        check_places(language, by_hb_shape, page)


def drop_vowels(text: str) -> str:
    return "".join(c for c in text if not ("\u0590" <= c < "\u0700" and category(c) == "Mn"))


def lines_of(language: str) -> tuple[Group, ...]:
    """Return the sentences one below the other."""
    made = []
    for number, sentence in enumerate(map(drop_vowels, sentences(language))):
        text, _ = layout(language).typeset(sentence, 3.0)
        made.append(Group((text,), (1.0, 0.0, 0.0, 1.0, 5.0, 10.0 + 8 * number)))
    return tuple(made)


def readable(text: str) -> list[str]:
    """Return the text that has to come back: no controls, in right-to-left scripts no vowel marks; NFC."""
    told = "".join(c for c in drop_vowels(text) if category(c) != "Cf")
    return [normalize("NFC", line) for line in told.replace("\f", "").splitlines() if line]


@pytest.mark.system("poppler-utils")
def test_pdftotext_reads_the_sentences(card, page, pdftotext):
    for language in LANGUAGES:
        pdf = write_pdf([page(card(*lines_of(language), w=180, h=80))], Info("test"))
        assert readable(pdftotext(pdf)) == readable("\n".join(sentences(language))), language


@pytest.mark.parametrize("language", LANGUAGES)
def test_pdfium_reads_the_sentences(language, card, page):
    """Where lines run from right to left, it turns brackets round and puts Latin names of two words the wrong way; it
    sees a space between Thai words where marks are raised."""
    found = readable(text_of(write_pdf([page(card(*lines_of(language), w=180, h=80))], Info("test"))))
    wanted = readable("\n".join(sentences(language)))
    if language in RIGHT_TO_LEFT:
        found, wanted = ([sorted(re.findall(r"\w+", line)) for line in lines] for lines in (found, wanted))
    elif language == "th":
        found, wanted = (["".join(line.split()) for line in lines] for lines in (found, wanted))
    assert found == wanted


def by_pdfium(pdf: bytes, per_point: int) -> Iterator[Image.Image]:
    """Its pages in greys; `per_point` pixels to a point."""
    with pypdfium2.PdfDocument(pdf) as opened:
        for page in opened:
            yield page.render(scale=per_point).to_pil().convert("L")


def difference(one: Image.Image, other: Image.Image, radius: int) -> float:
    """Between the pixels that are least alike, of 255; both are blurred, since edges of letters differ."""
    assert one.size == other.size
    blurred = [picture.filter(ImageFilter.BoxBlur(radius)) for picture in (one, other)]
    return ImageChops.difference(*blurred).getextrema()[1]


@pytest.mark.parametrize("language", every(3, LANGUAGES))
def test_letters_look_as_in_their_fonts(language, page):
    face, _ = proof_sheet(language)
    paper = Paper("as small as can be", face.w + 10, face.h + 20)
    faces = face, face._replace(content=outlined(face.content))
    as_text, as_shapes = by_pdfium(write_pdf([page(each, paper=paper) for each in faces], Info("test")), 6)
    assert difference(as_text, as_shapes, radius=3) < 80, "a word that stands 0.2 mm aside makes more than 110"


@pytest.mark.system("poppler-utils")
def test_poppler_and_pdfium_draw_the_same(page, system, tmp_path):
    sheet = tmp_path / "sheet"
    for language in LANGUAGES:
        pdf = write_pdf([page(proof_sheet(language)[0])], Info("test"))
        sheet.with_suffix(".pdf").write_bytes(pdf)
        system("pdftoppm", "-r", "144", "-gray", "-singlefile", f"{sheet}.pdf", str(sheet))
        with Image.open(sheet.with_suffix(".pgm")) as by_poppler:
            most = difference(by_poppler, *by_pdfium(pdf, 2), radius=2)
        assert most < 120, f"{language}: a word that stands 0.3 mm aside makes more than 150"
