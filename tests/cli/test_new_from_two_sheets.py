"""`pnp new --from cards.xlsx` whose second sheet says the same in another language."""

from pathlib import Path

import pytest
from saying import Run
from spreadsheets import xlsx


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_a_translation_is_kept_where_a_cell_cannot_be_read(here: Path, run: Run) -> None:
    english = [["Name", "Cost", "Text"], ["Owl", 1, "Hoo."], ["Fox", 2, "Yip."], ["Elk", 3, "Moo."]]
    german = [["Name", "Kosten", "Text"], ["Eule", 1, "Hu."], ["Fuchs", 2, "Jip."], ["Elch", 3, "Muh."]]
    (here / "cards.xlsx").write_bytes(xlsx(merged="C3:C4", Cards=english, Deutsch=german))
    made = run("new", "mine", "--from", "cards.xlsx")
    assert '  sheet "Deutsch": the same in the language de, in card_data/mine/locale/de.po\n' in made.out
    assert made.err.splitlines()[-1] == (
        "pnp: mine is made, and can be built once this is mended: pnp check mine looks again; "
        "then pnp translate update mine adds what the translation lacks"
    )
    (here / "card_data/mine/cards.xlsx").write_bytes(xlsx(Cards=english, Deutsch=german))
    said = run("translate", "update", "mine").out
    catalogue = (here / "card_data/mine/locale/de.po").read_text()
    assert 'msgstr "Eule"' in catalogue and 'msgstr "Hu."' in catalogue and 'msgstr "Elch"' in catalogue, said
