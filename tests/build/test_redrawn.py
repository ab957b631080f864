"""A glyph that stands for several texts in one file: only the faces that don't use it as is settled are drawn again."""

from pathlib import Path

import pypdfium2
import pytest
from tiny_game import change, write, write_tiny

from pnp.build.drawing import PieceDrawer
from pnp.build.pipeline import build
from pnp.load import find_project
from pnp.model.display import Face
from pnp.model.options import Options

MICRO, MU = "\N{MICRO SIGN}", "\N{GREEK SMALL LETTER MU}"  # one glyph of the font


@pytest.mark.parametrize("jobs", [1, 2])
def test_only_who_uses_it_for_another_text(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, jobs: int) -> None:
    monkeypatch.setenv("PNP_CACHE", str(tmp_path / "cache"))
    root = write_tiny(tmp_path / "project")
    change(root, "card_data/tiny/cards.yaml", "name: First", f"name: 4 {MU}")
    change(root, "card_data/tiny/cards.yaml", "name: Second", f"name: {MICRO}")
    write(root, "layouts/tiny/style.yaml", "styles: {name: {size: 5mm, min: 5mm, font: title}}")
    change(root, "layouts/tiny/card.xml.j2", 'of="name"', 'of="name" style="name"')
    project = find_project(root)
    new = build(project, Options("tiny", jobs=jobs, instructions=False), tmp_path / "new").files[0]
    seen: list[str] = []
    ordinary = PieceDrawer._drawn

    def drawn(self: PieceDrawer, face: Face, *more: object) -> object:
        seen.append(face.label)
        return ordinary(self, face, *more)  # type: ignore[arg-type]

    monkeypatch.setattr(PieceDrawer, "_drawn", drawn)
    known = build(project, Options("tiny", instructions=False), tmp_path / "known").files[0]
    assert known.read_bytes() == new.read_bytes()
    assert sorted(seen) == ["cards/one", "cards/one back"]
    text = pypdfium2.PdfDocument(known)[0].get_textpage().get_text_bounded()
    assert MICRO in text and MU in text
