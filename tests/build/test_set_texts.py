"""Faces that were drawn, or drawn before, say what is written on them, where, and how large it came out."""

from pathlib import Path

import pytest
from tiny_game import change, write_tiny

from pnp.build.laying_out import lay_out
from pnp.build.preparing import load, localise
from pnp.build.results import SILENT
from pnp.load import find_project
from pnp.model.display import SetText, facts_of
from pnp.model.length import points
from pnp.model.options import Options


def test_what_faces_say(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PNP_CACHE", str(tmp_path / "cache"))
    root = write_tiny(tmp_path / "project")
    change(root, "card_data/tiny/cards.yaml", "rule: Take a [dot].", f"rule: {'many words ' * 40}")
    style = "styles: {rule: {size: 9pt, min: 5pt}}"
    (root / "layouts/tiny/style.yaml").write_text(style, encoding="utf-8")
    change(
        root,
        "layouts/tiny/card.xml.j2",
        '<text of="rule" x="4" y="20" w="32" h="30"/>',
        '<g transform="translate(4 20)"><text of="rule" w="32" h="30" style="rule"/></g>',
    )

    def lay_out_texts() -> dict[str, SetText]:
        options = Options("tiny")
        prepared = localise(load(find_project(root), options), options)
        assert prepared
        fronts = [leaf.front for leaf in lay_out(prepared, None, SILENT).leaves]
        return {text.field: text for each in fronts for text in facts_of(each).set_texts}

    found = lay_out_texts()
    assert found == lay_out_texts(), "known faces say the same"
    assert found["name"].says == "Second" and found["name"].size == found["name"].full
    rule = found["rule"]
    assert rule.size < rule.full and points(rule.full) == "9 pt"
    left, top, width, height = rule.box
    assert left >= 4 and top >= 20 and left + width <= 36.01 and top + height <= 50.01
