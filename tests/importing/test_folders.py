"""A folder of pictures comes out as pieces of its sizes, with its backs, as often as it says."""

from collections.abc import Callable
from pathlib import Path

import pikepdf
import pytest
from facts import facts, list_facts, read_facts
from PIL import Image
from running_sheets import seen
from saying import Run

Picture = Callable[..., Path]
OUT = "output/cards/en/cards-full-a4"


@pytest.mark.usefixtures("cards")
def test_counts_and_backs_by_name(sheet: Run) -> None:
    done = sheet("cards", "--size", "poker", "--sides", "duplex", "--no-instructions", "--marks", "none")
    assert (done.code, done.err) == (0, "")
    file = f"{OUT}-duplex-marks-none-no-instructions.pdf"
    assert done.out == f"{file}: 2 pages on 1 sheet, 4 pieces, 7 cuts\n"
    front, back = seen(file, 1), seen(file, 2)
    columns, rows = (52, 115, 178)[:3], (60, 148)
    assert [front.at(x, rows[0]) for x in columns] == ["#cc3333"] * 3
    assert front.at(columns[0], rows[1]) == "#3333cc"
    assert [back.at(x, rows[0]) for x in columns] == ["#555555"] * 3
    assert back.at(columns[2], rows[1]) == "#33cc33"


@pytest.mark.usefixtures("cards")
def test_without_a_size_nothing_is_guessed(sheet: Run) -> None:
    done = sheet("cards")
    assert done.code == 1
    (found,) = read_facts(done.err)
    assert (found.code, found.values) == ("PNP420", {"w": "744", "h": "1039"})
    assert "cards/back.png" in found.also and "--size poker" in done.err
    assert not Path("output").exists()


def test_a_picture_says_its_size(sheet: Run, picture: Picture, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    picture("cards/owl.png", dpi=(300, 300))
    picture("cards/map.jpg", size=(600, 600), dpi=(600, 600))
    done = sheet("cards", "--no-instructions", "--json")
    assert done.code == 0, done.err
    with pikepdf.open(f"{OUT}-no-instructions.pdf") as pdf:
        left, _, right, _ = (float(side) / 72 * 25.4 for side in pdf.pages[0].TrimBox)
    assert round(right - left, 1) == 25.4 + 2 + 63.0


@pytest.mark.parametrize(
    ("dpi", "says"), [(72, "PNP420 w=744 h=1039"), (96, "PNP420 w=744 h=1039"), (200, "PNP292 dpi=200 w=94.5 h=132.0")]
)
def test_what_programs_write_without_thinking(
    dpi: int, says: str, sheet: Run, picture: Picture, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    picture("cards/owl.png", dpi=(dpi, dpi))
    assert f"cards/owl.png {says}" in list_facts(sheet("cards", "--no-instructions").err)


def test_other_shapes_cover_the_piece(
    sheet: Run, picture: Picture, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    picture("cards/owl.png", size=(1200, 1200))
    done = sheet("cards", "--size", "poker", "--no-instructions")
    assert done.code == 0
    assert "cards/owl.png PNP421 size='63 × 88 mm' lost='25 mm' where='left and right'" in list_facts(done.err)


def test_cropping_all_of_it(sheet: Run, picture: Picture, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    picture("cards/owl.png", dpi=(300, 300))
    done = sheet("cards", "--crop", "35mm")
    assert list_facts(done.err) == ["cards/owl.png PNP422 size='62.99 × 87.97 mm' crop='35 mm'"]


def test_a_lying_picture_is_a_lying_piece(
    sheet: Run, picture: Picture, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    picture("cards/owl.png", size=(1039, 744))
    assert sheet("cards", "--size", "poker", "--no-instructions").err == ""


def test_jpegs_keep_their_bytes(sheet: Run, picture: Picture, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    path = picture("cards/owl.jpg", quality=90)
    assert sheet("cards", "--size", "poker", "--edges", "mirror", "--bleed", "yes").code == 0
    with pikepdf.open(f"{OUT}-bleed-yes.pdf") as pdf:
        images = [each for each in pdf.objects if isinstance(each, pikepdf.Stream) and each.get("/Subtype") == "/Image"]
        assert [image.read_raw_bytes() for image in images] == [path.read_bytes()]


@pytest.mark.usefixtures("cards")
def test_counts_from_a_table(sheet: Run) -> None:
    Path("counts.csv").write_text("name,copies\ngoblin,2\nowl-front.png,0\n")
    done = sheet("cards", "--size", "poker", "--counts", "counts.csv", "--no-instructions")
    assert done.out == f"{OUT}-no-instructions.pdf: 1 page on 1 sheet, 2 pieces, 5 cuts\n"


@pytest.mark.usefixtures("cards")
def test_tables_that_cannot_be_followed(sheet: Run) -> None:
    Path("counts.csv").write_text("name,copies\ngobln,2\nowl,many\n")
    found = list_facts(sheet("cards", "--size", "poker", "--counts", "counts.csv").err)
    assert [each for each in found if "PNP428" in each] == [
        "counts.csv:2:1 PNP428 name=gobln ~meant=goblin",
        "counts.csv:3:5 PNP428 text=many most=999",
    ]
    Path("counts.csv").write_text("what,how\n")
    assert "counts.csv:1:1 PNP428" in list_facts(sheet("cards", "--counts", "counts.csv").err)
    Path("counts.csv").write_text('name,copies\n"a')
    found = read_facts(sheet("cards", "--counts", "counts.csv").err)
    assert [each.values["what"] for each in found if each.code == "PNP428"] == ["the quote opened here is never closed"]
    assert sheet("cards", "--counts", "none.csv").err == "pnp: --counts none.csv: no such file or directory\n"


@pytest.mark.usefixtures("cards")
def test_backs_without_fronts_and_fronts_without_backs(sheet: Run) -> None:
    Path("cards/back.png").unlink()
    Path("cards/owl-back.png").rename("cards/ow-back.png")
    found = list_facts(sheet("cards", "--size", "poker").err)
    assert "cards/ow-back.png PNP425 whom=ow" in found
    Path("cards/ow-back.png").rename("cards/owl-back.png")
    done = sheet("cards", "--size", "poker", "--sides", "duplex")
    assert (done.code, list_facts(done.err.splitlines())) == (0, ["cards/3x goblin.png PNP426"])


@pytest.mark.usefixtures("cards")
def test_backs_in_turn_and_behind_all(sheet: Run) -> None:
    done = sheet("cards", "--size", "poker", "--backs", "alternate", "--sides", "duplex", "--no-instructions")
    assert done.out.endswith("2 pages on 1 sheet, 4 pieces, 7 cuts\n")  # 3x goblin, owl-back behind back
    assert sheet("cards", "--size", "poker", "--backs", "after").code == 0
    done = sheet("cards", "--size", "poker", "--backs", "none", "--back", "cards/back.png", "--sides", "duplex")
    assert "5 pieces" in done.out  # the back isn't one of them
    Path("cards/owl-back.png").unlink()
    found = list_facts(sheet("cards", "--size", "poker", "--backs", "alternate").err)
    assert found == ["cards/owl-front.png PNP425 count=3"]


def test_a_back_of_another_size(sheet: Run, picture: Picture, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    picture("cards/owl.png", dpi=(300, 300))
    picture("cards/back.png", size=(900, 1100), dpi=(300, 300))
    done = sheet("cards", "--sides", "duplex")
    assert "cards/back.png PNP427 back='76.2 × 93.13 mm' front='62.99 × 87.97 mm'" in list_facts(done.err)


def test_bleed_that_is_there(sheet: Run, picture: Picture, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    picture("cards/owl.png", size=(815, 1110))
    done = sheet("cards", "--size", "poker", "--crop", "3mm", "--bleed", "yes", "--no-instructions")
    assert (done.code, done.err) == (0, "")
    with pikepdf.open(f"{OUT}-bleed-yes-no-instructions.pdf") as pdf:
        bleed, trim = ([float(side) for side in pdf.pages[0][key]] for key in ("/BleedBox", "/TrimBox"))
    assert [round(abs(a - b) / 72 * 25.4, 2) for a, b in zip(bleed, trim, strict=True)] == [3.0] * 4
    assert "perhaps --size poker --crop 3mm" in sheet("cards").err


@pytest.mark.usefixtures("cards")
def test_what_is_no_picture(sheet: Run) -> None:
    for name in "abcdefg":
        Path(f"cards/{name}.txt").write_text("x")
    Path("cards/.hidden").write_text("x")
    (note,) = sheet("cards", "--size", "poker").err.splitlines()
    assert facts(note) == "cards PNP423 names='a.txt, b.txt, c.txt, d.txt, e.txt, 2 more'"
    Path("empty").mkdir()
    assert list_facts(sheet("empty").err) == ["empty PNP424"]
    assert sheet("nowhere").err == "pnp: there is no folder and no file nowhere\n"
    assert sheet("nowhere").code == 2


@pytest.mark.usefixtures("cards")
def test_broken_pictures_are_told_and_a_draft_does_without(sheet: Run) -> None:
    Path("cards/owl-front.png").write_bytes(Path("cards/owl-front.png").read_bytes()[:900])
    done = sheet("cards", "--size", "poker")
    assert done.code == 1
    found = [each[:3] for each in read_facts(done.err)]
    assert ("cards/owl-front.png", "error", "PNP272") in found
    assert not Path("output").exists()
    Path("cards/owl-back.png").unlink()
    done = sheet("cards", "--size", "poker", "--draft", "--no-instructions")
    assert done.out == f"{OUT}-no-instructions-draft.pdf: 1 page on 1 sheet, 3 pieces, 6 cuts\n"


@pytest.mark.usefixtures("cards")
def test_pictures_of_faces(sheet: Run) -> None:
    done = sheet("cards", "--size", "poker", "--format", "png", "--dpi", "30", "--pieces", "owl")
    assert done.code == 0, done.err
    assert sorted(path.name for path in Path("output").rglob("*.png")) == ["owl.png", "owl_back.png"]


@pytest.mark.parametrize(
    ("words", "says"),
    [
        ("--size pokr", 'pnp: --size: there is no size "pokr" (did you mean poker?)'),
        ("--size 1x1", "pnp: --size 1x1: each side must measure from 5 mm to 1 m"),
        ("--crop 9in", "pnp: --crop is a length from 0 to 50 mm, not 9in"),
        ("--pages 3-1", "pnp: --pages is a list of pages like 2-10,14, not 3-1"),
        ("--size poker --back 3", "pnp: --back: there is no page 3 among those that are printed"),
        ("--size poker --back no.png", "pnp: there is no folder and no file no.png"),
        ("--size poker --back cards/back.png#x", "pnp: --back cards/back.png#x: behind # stands the number of a page"),
        ("--size poker --pieces gobln", "pnp: cards has no piece gobln (did you mean goblin?)"),
    ],
)
@pytest.mark.usefixtures("cards")
def test_words_that_mean_nothing(words: str, says: str, sheet: Run) -> None:
    done = sheet("cards", *words.split())
    assert (done.code, done.err) == (2, says + "\n")


def test_the_back_of_all_is_turned_behind_a_card_that_lies(
    sheet: Run, run_whole: Run, picture: Callable[..., Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its own upper edge is at their right; `--keep` makes a game that prints the same."""
    monkeypatch.chdir(tmp_path)
    picture("cards/owl.png", "#cc3333")
    picture("cards/moor.png", "#3333cc", (1039, 744))
    back = Image.new("RGB", (744, 1039), "#00ff00")
    back.paste("#ffff00", (0, 0, 744, 200))
    back.save(tmp_path / "cards/back.png")
    done = sheet("cards", "--size", "poker", "--format", "png", "--dpi", "30", "--keep")
    assert (done.code, done.err) == (0, "")
    folder = next((tmp_path / "output").glob("cards/en/*30dpi*"))
    looks = {path.stem: Image.open(path).convert("RGB") for path in folder.rglob("*_back.png")}
    assert {name: image.size for name, image in looks.items()} == {"owl_back": (74, 104), "moor_back": (104, 74)}
    assert looks["owl_back"].getpixel((37, 5)) == looks["moor_back"].getpixel((98, 37)) == (255, 255, 0)
    assert looks["moor_back"].getpixel((5, 37)) == (0, 255, 0)
    built = run_whole("build", "cards", "--ink", "full", "--format", "png", "--dpi", "30", "--out", "again")
    assert built.code == 0, built.err
    again = {path.stem: Image.open(path).convert("RGB") for path in (tmp_path / "again").rglob("*_back.png")}
    assert {name: image.tobytes() for name, image in again.items()} == {
        name: image.tobytes() for name, image in looks.items()
    }


@pytest.mark.parametrize("files", [("a", "b"), ("b", "a")])
def test_pieces_that_differ_by_a_pixel_or_two_are_of_the_smaller_size(
    files: tuple[str, str], sheet: Run, picture: Picture, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    for name, size in zip(files, ((744, 1039), (746, 1041)), strict=True):
        picture(f"cards/{name}.png", "#cc3333", size, dpi=(300, 300))
    assert sheet("cards", "--no-instructions", "--marks", "lines").code == 0
    with pikepdf.open(f"{OUT}-marks-lines-no-instructions.pdf") as pdf:
        left, bottom, right, top = (float(side) / 72 * 25.4 for side in pdf.pages[0].TrimBox)
    assert sorted([round(right - left, 2), round(top - bottom, 2)]) == [87.97, 125.98]


def test_a_back_without_a_size_behind_one_card(
    sheet: Run, picture: Picture, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    picture("cards/owl.png", dpi=(300, 300))
    picture("back.png", "#00ff00", (800, 800))
    assert sheet("cards", "--back", "back.png", "--sides", "duplex", "--no-instructions").code == 0


@pytest.mark.usefixtures("cards")
@pytest.mark.parametrize(
    "headings", ["Name;Anzahl", "Karte;Stück", "name,How many", "Nom\tQuantité", "Nombre;Cantidad"]
)
def test_counts_from_a_table_as_others_call_its_columns(headings: str, sheet: Run) -> None:
    separator = next(sign for sign in ";,\t" if sign in headings)
    Path("counts.csv").write_text(f"{headings}\ngoblin{separator}2\nowl-front.png{separator}0\n", encoding="utf-8")
    done = sheet("cards", "--size", "poker", "--counts", "counts.csv", "--no-instructions")
    assert (done.code, " 2 pieces" in done.out) == (0, True), done.err
