"""A PDF with a card on each page comes out as pieces; what is strange about it is told."""

from pathlib import Path

import pikepdf
import pytest
from facts import fact, list_facts, read_facts
from pikepdf import Array, Dictionary, Name
from running_sheets import MM, Deck, grounds, places, seen
from saying import Run

OUT = "output/deck/en/deck-full-"


def test_pages_are_fronts_and_backs(sheet: Run, deck: Deck) -> None:
    deck("1 0 0", "0 1 0", "0 0 1", "0 1 1")
    done = sheet("deck.pdf", "--backs", "alternate", "--sides", "fold", "--paper", "letter", "--no-instructions")
    assert (done.code, done.err) == (0, "")
    page = seen(f"{OUT}letter-fold-no-instructions.pdf", 1)
    found = {page.at(x, y) for x in range(10, 205, 5) for y in range(10, 205, 5)}
    assert {"#ff0000", "#00ff00", "#0000ff", "#00ffff"} <= found


def test_one_page_is_the_back_of_all(sheet: Run, deck: Deck) -> None:
    deck("1 0 0", "0 1 0", "0 0 1")
    done = sheet("deck.pdf", "--back", "3", "--pages", "1,3", "--sides", "duplex", "--no-instructions")
    assert done.out == f"{OUT}a4-duplex-no-instructions.pdf: 2 pages on 1 sheet, 1 piece, 4 cuts\n"
    deck("0 0 1", name="back.pdf")
    done = sheet("deck.pdf", "--back", "back.pdf#1", "--sides", "duplex", "--no-instructions")
    assert "3 pieces" in done.out


def test_pages_that_say_how_they_are_trimmed(sheet: Run, deck: Deck) -> None:
    deck("1 0 0", w=69, h=96, TrimBox=Array([3 * MM, 4 * MM, 66 * MM, 92 * MM]), Rotate=90)
    assert sheet("deck.pdf", "--no-instructions", "--bleed", "yes").err == ""
    with pikepdf.open(f"{OUT}a4-bleed-yes-no-instructions.pdf") as pdf:
        left, bottom, right, top = (float(side) / MM for side in pdf.pages[0].TrimBox)
        assert sorted([round(right - left, 3), round(top - bottom, 3)]) == [63, 88]
        bleed = [float(side) / MM for side in pdf.pages[0].BleedBox]
        assert round(left - bleed[0], 3) == 3


def test_strange_pages_are_told(sheet: Run, deck: Deck) -> None:
    note = Dictionary(Subtype=Name.FreeText, AP=Dictionary(), Rect=Array([0, 0, 1, 1]))
    link = Dictionary(Subtype=Name.Link, AP=Dictionary())
    hidden = Dictionary(Subtype=Name.FreeText, AP=Dictionary(), F=2)
    font = Dictionary(Type=Name.Font, Subtype=Name.Type1, BaseFont=Name.Helvetica)
    path = deck(
        "1 0 0", "", "0 1 0", Annots=Array([link, hidden]), Resources=Dictionary(Font=Dictionary(F1=font, F2=font))
    )
    with pikepdf.open(path, allow_overwriting_input=True) as pdf:
        pdf.pages[0].Contents = pdf.make_stream(pdf.pages[0].Contents.read_bytes() + b" BT /F1 4 Tf 9 9 Td (a) Tj ET")
        pdf.pages[2].Annots.append(note)
        pdf.Root.OCProperties = Dictionary(D=Dictionary(OFF=Array([1])))
        pdf.save(path)
    done = sheet("deck.pdf", "--no-instructions")
    assert done.code == 0
    assert sorted(list_facts(done.err.splitlines())) == [
        "deck.pdf PNP412",
        "deck.pdf PNP412 fonts=Helvetica",
        "deck.pdf PNP412 number=3",
        "deck.pdf PNP413 number=2",
    ]


def test_what_cannot_be_read_ends_in_one_line(sheet: Run, deck: Deck, monkeypatch: pytest.MonkeyPatch) -> None:
    path = deck("1 0 0")
    whole = path.read_bytes()
    with pikepdf.open(path) as pdf:
        pdf.save("locked.pdf", encryption=pikepdf.Encryption(user="secret", owner="secret"))
    Path("text.pdf").write_text("no PDF")
    Path("half.pdf").write_bytes(whole[:200])
    said = {name: fact(sheet(name).err.splitlines()[0]) for name in ("locked.pdf", "text.pdf", "half.pdf")}
    assert str(said["locked.pdf"]) == "locked.pdf PNP410"
    assert str(said["text.pdf"]) == "text.pdf PNP410"
    assert said["half.pdf"].code == "PNP410" and said["half.pdf"].values["why"]
    assert sheet("deck.pdf", "--pages", "1-5").err == "pnp: --pages names page 2, and deck.pdf has 1\n"
    monkeypatch.setattr("pnp.importing.pdf_cards.MOST_PAGES", 2)
    deck("1 0 0", "0 1 0", "0 0 1")
    done = sheet("deck.pdf")
    assert (done.code, done.err) == (4, "pnp: deck.pdf: 3 pages are more than 2 (--pages 1-100 takes some)\n")
    with Path("huge.pdf").open("wb") as file:
        file.truncate(1_000_000_001)  # which takes no room
    done = sheet("huge.pdf")
    assert (done.code, done.err) == (4, "pnp: huge.pdf: is larger than 1 GB (save it in parts)\n")


def test_pages_of_very_many_operators_are_not_followed(sheet: Run, deck: Deck, monkeypatch: pytest.MonkeyPatch) -> None:
    deck(grounds(places()), w=210, h=297)
    assert "3 × 3 cards" in sheet("deck.pdf").err
    monkeypatch.setattr("pnp.importing.page_boxes._MOST_WORDS", 50)
    (found,) = read_facts(sheet("deck.pdf").err)
    assert (found.code, found.values["pages"]) == ("PNP414", "page 1")


def test_operators_that_are_none_are_passed_over(sheet: Run, deck: Deck) -> None:
    deck("1 0 0 rg 0 0 63 88 re f\n\xff\xfe 70 0 63 88 re f\n", w=210, h=297)
    done = sheet("deck.pdf", "--no-instructions")
    (note,) = list_facts(done.err.splitlines())
    assert (done.code, note) == (0, "deck.pdf PNP415 what='2 × 1 cards of 63 × 88 mm from 0, 209 mm' pages='page 1'")


def test_a_picture_that_a_page_names_again_and_again(
    sheet: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As Cairo does, which qpdf takes for so many mistakes that it gives up on the page."""
    monkeypatch.chdir(tmp_path)
    shown = "".join(f"q 1 0 0 1 {179 * (n % 3)} {250 * (n // 3)} cm /x5 Do Q\n" for n in range(9))
    objects = [
        "<< /Type /Catalog /Pages 2 0 R >>",
        "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
        "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources 6 0 R >>",
        f"<< /Length {len(shown)} >>\nstream\n{shown}\nendstream",
        "<< /Type /XObject /Subtype /Form /BBox [0 0 178 249] /Length 25 >>\n"
        "stream\n0 1 0 rg 0 0 178 249 re f\nendstream",
        "<< /XObject <<" + " /x5 5 0 R" * 9 + " >> >>",
        "<< /Producer (cairo 1.16.0 \\(https://cairographics.org\\)) >>",
    ]
    body, places = "%PDF-1.5\n", []
    for number, each in enumerate(objects, 1):
        places.append(len(body))
        body += f"{number} 0 obj\n{each}\nendobj\n"
    table = "".join(f"{place:010} 00000 n \n" for place in places)
    trailer = f"trailer << /Size 8 /Root 1 0 R /Info 7 0 R >>\nstartxref\n{len(body)}\n%%EOF\n"
    Path("deck.pdf").write_text(f"{body}xref\n0 8\n0000000000 65535 f \n{table}{trailer}", newline="\n")
    done = sheet("deck.pdf", "--no-instructions")
    assert done.code == 0 and " 9 pieces" in done.out, done.err
    assert seen("output/deck/en/deck-full-a4-no-instructions.pdf", 1).at(100, 100) == "#00ff00"


def test_fonts_that_nothing_is_set_in_are_not_missed(sheet: Run, deck: Deck) -> None:
    """Some programs name Helvetica on every page."""
    font = Dictionary(Type=Name.Font, Subtype=Name.Type1, BaseFont=Name.Helvetica)
    deck("1 0 0", Resources=Dictionary(Font=Dictionary(F1=font)))
    assert sheet("deck.pdf", "--no-instructions").err == ""


def test_fonts_that_words_are_set_in_are_missed(sheet: Run, deck: Deck) -> None:
    fonts = {f"F{n}": Dictionary(Type=Name.Font, Subtype=Name.Type1, BaseFont=Name(f"/Font{n}")) for n in (1, 2)}
    deck("BT /F1 9 Tf (a) Tj /F2 9 Tf ET\n", "BT /F1 9 Tf (b) Tj ET\n", Resources=Dictionary(Font=Dictionary(**fonts)))
    assert list_facts(sheet("deck.pdf", "--no-instructions").err.splitlines()) == ["deck.pdf PNP412 fonts=Font1"]


def test_pages_are_empty_that_only_name_operators(sheet: Run, deck: Deck) -> None:
    """A page is no empty one where only its first lines draw nothing."""
    deck("% f \n /Tagged << /Note (1 f ) >> BDC EMC\n", "1 w\n" * 2_000 + "0 0 9 9 re f\n")
    assert list_facts(sheet("deck.pdf", "--no-instructions").err.splitlines()) == ["deck.pdf PNP413 number=1"]


def test_layers_that_are_hidden_unless_they_are_named(sheet: Run, deck: Deck) -> None:
    path = deck("1 0 0")
    with pikepdf.open(path, allow_overwriting_input=True) as pdf:
        pdf.Root.OCProperties = Dictionary(D=Dictionary(BaseState=Name.OFF, ON=Array([1])))
        pdf.save(path)
    assert list_facts(sheet("deck.pdf", "--no-instructions").err) == ["deck.pdf PNP412"]


@pytest.mark.parametrize("size", ["63x88", "88x63"])
def test_a_trimmed_page_of_the_size_that_is_asked_for(size: str, sheet: Run, deck: Deck) -> None:
    deck("1 0 0", w=69, h=96, TrimBox=Array([3 * MM, 4 * MM, 66 * MM, 92 * MM]))
    assert sheet("deck.pdf", "--no-instructions", "--size", size, "--bleed", "yes").err == ""
    assert seen_size(f"{OUT}a4-bleed-yes-no-instructions.pdf") == (63, 88)


def seen_size(file: str) -> tuple[float, float]:
    with pikepdf.open(file) as pdf:
        left, bottom, right, top = (float(side) / MM for side in pdf.pages[0].TrimBox)
    return round(min(right - left, top - bottom), 2), round(max(right - left, top - bottom), 2)
