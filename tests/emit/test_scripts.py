"""Sentences in fourteen languages: every glyph is where Debian's hb-shape puts it, and the text can be read again."""

import re
import shutil
import subprocess
from collections import defaultdict
from collections.abc import Iterator
from unicodedata import category, normalize

import pytest
from drawn import drawn
from PIL import Image, ImageChops, ImageFilter
from script_sheets import LANGUAGES, layout, proof_sheet, sentences

from pnp.emit.pdf import About, write_pdf
from pnp.model.display import FontFace, Group, Item, Run, Text

needs_hb_shape = pytest.mark.skipif(shutil.which("hb-shape") is None, reason="libharfbuzz-bin isn't installed")
needs_pdftotext = pytest.mark.skipif(shutil.which("pdftotext") is None, reason="poppler-utils isn't installed")

RIGHT_TO_LEFT = ("ar", "fa", "he")
WITHOUT_CUTS = ("ru", "el", "ja", "zh-hans", "zh-hant", "ko")
OF_SIGNS = {  # the script in which numbers and signs are shaped that have no letter beside them
    **{"ar": "Arab", "fa": "Arab", "he": "Hebr", "hi": "Deva", "th": "Thai", "ru": "Cyrl", "el": "Grek"},
    **{"ja": "Hani", "zh-hans": "Hani", "zh-hant": "Hani", "ko": "Hang"},
}
_GLYPH = re.compile(r"(\d+)=(\d+)(?:@(-?\d+),(-?\d+))?\+(-?\d+)")


@pytest.mark.parametrize("language", LANGUAGES)
def test_nothing_is_wrong_with_the_sheets(language):
    """But that its fonts have no bold or italic."""
    wrong = proof_sheet(language)[1]
    assert [line for line in wrong if " warning PNP302 " not in line] == []
    assert bool(wrong) == (language in WITHOUT_CUTS)
    assert len(wrong) <= 2, "one for each role"


class HbShape:
    """Debian's hb-shape: texts → their glyphs as (id, cluster, dx, dy, advance)."""

    def __init__(self, folder):
        self._folder = folder

    def __call__(self, face: FontFace, language: str, direction: str, has_letters: bool, texts: list[str]):
        font = self._folder / f"{face.name}.font"
        if not font.exists():
            font.write_bytes(face.data)
        command = [
            *("hb-shape", f"--font-file={font}", f"--face-index={face.index}", "--text-file=-", "--no-glyph-names"),
            *(f"--language={language}", f"--direction={direction}"),
            *([] if has_letters else [f"--script={OF_SIGNS.get(language, 'Latn')}"]),
            *(["--features=-kern"] if "CJK" in face.name else []),  # they all stand in squares of one size
        ]
        done = subprocess.run(command, input="\n".join(texts).encode(), capture_output=True, check=True)
        lines = done.stdout.decode().splitlines()
        assert len(lines) == len(texts)
        return [[tuple(int(part or 0) for part in found) for found in _GLYPH.findall(line)] for line in lines]


@pytest.fixture(scope="module")
def hb_shape(tmp_path_factory):
    return HbShape(tmp_path_factory.mktemp("fonts"))


def runs_of(items: tuple[Item, ...], x: float = 0.0) -> Iterator[tuple[Run, float]]:
    """The runs in order, and what their places count from."""
    for item in items:
        if isinstance(item, Text):
            yield from ((run, x) for run in item.runs)
        elif isinstance(item, Group):
            yield from runs_of(item.items, x + item.transform[4])


def said(run: Run) -> str:
    """In the order of reading."""
    return "".join(part.text for part in (reversed(run.parts) if run.level % 2 else run.parts))


def kind_of(run: Run) -> tuple[FontFace, str, bool]:
    return run.font, ("ltr", "rtl")[run.level % 2], any(map(str.isalpha, said(run)))


@needs_hb_shape
@pytest.mark.parametrize("language", LANGUAGES)
def test_glyphs_stand_where_hb_shape_puts_them(language, hb_shape, page):
    face, _ = proof_sheet(language)
    runs = list(runs_of((face.content,)))
    texts = defaultdict(list)
    for run, _ in runs:
        texts[kind_of(run)].append(said(run))
    shaped = {key: hb_shape(key[0], language, *key[1:], asked) for key, asked in texts.items()}
    of_run = {key: dict(zip(texts[key], glyphs, strict=True)) for key, glyphs in shaped.items()}
    wanted = []
    for run, left in runs:
        text, per_em = said(run), run.font.units_per_em
        x = 10 + left + run.x
        for id, cluster, dx, dy, advance in of_run[kind_of(run)][text]:
            if text[cluster] == "\u200b":
                continue  # where a line may break: there is nothing to draw
            wanted.append(
                (id, pytest.approx(x + dx / per_em * run.size, abs=0.002), pytest.approx(dy / per_em, abs=1e-4))
            )
            x += advance / per_em * run.size + run.gap * (text[cluster] == " ")
    (found,) = drawn(write_pdf([page(face)], About("test")))
    assert [glyph.id for glyph in found.glyphs] == [id for id, _, _ in wanted]
    assert [(glyph.id, glyph.x, glyph.rise) for glyph in found.glyphs] == wanted


def without_vowels(text: str) -> str:
    return "".join(c for c in text if not ("\u0590" <= c < "\u0700" and category(c) == "Mn"))


def lines_of(language: str) -> tuple[Group, ...]:
    """The sentences one below the other."""
    made = []
    for number, sentence in enumerate(map(without_vowels, sentences(language))):
        text, _ = layout(language).typeset(sentence, 3.0)
        made.append(Group((text,), (1.0, 0.0, 0.0, 1.0, 5.0, 10.0 + 8 * number)))
    return tuple(made)


def readable(text: str) -> list[str]:
    """What has to come back: no controls, in right-to-left scripts no vowel marks; NFC."""
    told = "".join(c for c in without_vowels(text) if category(c) != "Cf")
    return [normalize("NFC", line) for line in told.replace("\f", "").splitlines() if line]


@needs_pdftotext
@pytest.mark.parametrize("language", LANGUAGES)
def test_pdftotext_reads_the_sentences(language, card, page):
    pdf = write_pdf([page(card(*lines_of(language), w=180, h=80))], About("test"))
    done = subprocess.run(["pdftotext", "-enc", "UTF-8", "-", "-"], input=pdf, capture_output=True, check=True)
    assert readable(done.stdout.decode()) == readable("\n".join(sentences(language)))


@pytest.mark.parametrize("language", LANGUAGES)
def test_pdfium_reads_the_sentences(language, card, page):
    """Where lines run from right to left, it turns brackets round and puts Latin names of two words the wrong way; it
    sees a space between Thai words where marks are raised."""
    pypdfium2 = pytest.importorskip("pypdfium2")
    pdf = write_pdf([page(card(*lines_of(language), w=180, h=80))], About("test"))
    with pypdfium2.PdfDocument(pdf) as opened:
        found = readable(opened[0].get_textpage().get_text_range())
    wanted = readable("\n".join(sentences(language)))
    if language in RIGHT_TO_LEFT:
        found, wanted = ([sorted(re.findall(r"\w+", line)) for line in lines] for lines in (found, wanted))
    elif language == "th":
        found, wanted = (["".join(line.split()) for line in lines] for lines in (found, wanted))
    assert found == wanted


@needs_pdftotext
@pytest.mark.parametrize("language", LANGUAGES)
def test_poppler_and_pdfium_draw_the_same(language, page, tmp_path):
    """But for the edges of letters: both are blurred."""
    pypdfium2 = pytest.importorskip("pypdfium2")
    pdf = write_pdf([page(proof_sheet(language)[0])], About("test"))
    (tmp_path / "sheet.pdf").write_bytes(pdf)
    command = ["pdftoppm", "-r", "144", "-gray", "-singlefile", str(tmp_path / "sheet.pdf"), str(tmp_path / "sheet")]
    subprocess.run(command, check=True)
    with pypdfium2.PdfDocument(pdf) as opened:
        by_pdfium = opened[0].render(scale=2).to_pil().convert("L")
    with Image.open(tmp_path / "sheet.pgm") as by_poppler:
        assert by_poppler.size == by_pdfium.size
        blurred = [picture.filter(ImageFilter.BoxBlur(2)) for picture in (by_poppler, by_pdfium)]
    _, most = ImageChops.difference(*blurred).getextrema()
    assert most < 120, "of 255; a word that stands 0.3 mm aside makes more than 150"
