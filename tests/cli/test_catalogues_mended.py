"""What other tools make of a catalogue: `pnp translate update` finds its translations again."""

import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from facts import read_facts
from nightly import every
from running import REPOSITORY, Run

from pnp.build import translating
from pnp.build.translating import update_catalogues
from pnp.layout.elements.text import Room
from pnp.load import find_project

GAME = "hidden-leaders"
PO = f"card_data/{GAME}/locale/de.po"


@pytest.fixture(scope="module")
def up_to_date(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """Write a project with the game, and measure the room of its texts only once: no catalogue changes it."""
    root = tmp_path_factory.mktemp("leaders")
    for folder in ("card_data", "layouts"):
        shutil.copytree(REPOSITORY / folder / GAME, root / folder / GAME)
    rooms: dict[tuple[str, str], Room] = {}
    with pytest.MonkeyPatch.context() as patch:
        measured = translating._measure_rooms
        patch.setattr(translating, "_measure_rooms", lambda *asked: rooms or rooms.update(measured(*asked)) or rooms)
        assert [each.problems for each in update_catalogues(find_project(root), GAME)] == [[]]
        yield root


@pytest.fixture
def leaders(up_to_date: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Copy the game with its German catalogue, up to date."""
    shutil.copytree(up_to_date, tmp_path, dirs_exist_ok=True)
    monkeypatch.chdir(tmp_path)
    return tmp_path / PO


def drop_contexts(text: str) -> str:
    return re.sub(r'^msgctxt ".*"\n("(.*)"\n)*', "", text, flags=re.MULTILINE)


def drop_references(text: str) -> str:
    return re.sub("^#: .*\n", "", text, flags=re.MULTILINE)


def turned_round(text: str) -> str:
    header, *entries = text.split("\n\n")
    return "\n\n".join([header, *(each.strip("\n") for each in reversed(entries))]) + "\n"


@pytest.mark.parametrize(
    "spoil",
    every(
        5,
        [
            drop_contexts,
            drop_references,
            turned_round,
            lambda text: turned_round(drop_contexts(text)),
            lambda text: turned_round(drop_references(text)),
        ],
    ),
)
def test_what_a_tool_dropped_comes_back(spoil: Callable[[str], str], leaders: Path, run: Run) -> None:
    whole = leaders.read_text(encoding="utf-8")
    spoilt = spoil(whole)
    assert spoilt != whole
    leaders.write_text(spoilt, encoding="utf-8")
    done = run("translate", "update", GAME)
    assert done.code == 0, done
    assert leaders.read_text(encoding="utf-8") == whole


def test_without_contexts_and_references_only_what_differs_must_be_looked_at(leaders: Path, run: Run) -> None:
    whole = leaders.read_text(encoding="utf-8")
    leaders.write_text(drop_references(drop_contexts(whole)), encoding="utf-8")
    done = run("translate", "update", GAME)
    found = re.fullmatch(r".*: 0 new, 0 texts changed, 0 gone, (\d+) found .*, (\d+) of which .* fuzzy\n", done.out)
    assert found and int(found[1]) > 450 and 1 < int(found[2]) < 50, done
    mended = leaders.read_text(encoding="utf-8")
    assert mended.replace("#, fuzzy\n", "") == whole


@pytest.mark.nightly
def test_a_trip_through_xliff(leaders: Path, run: Run) -> None:
    whole = leaders.read_text(encoding="utf-8")
    for tool, source, made in (("po2xliff", leaders, "de.xlf"), ("xliff2po", Path("de.xlf"), "back.po")):
        command = [sys.executable, "-c", f"from translate.convert.{tool} import main; main()", str(source), made]
        subprocess.run(command, check=True, capture_output=True)
    shutil.copy("back.po", leaders)
    assert run("translate", "update", GAME).code == 0
    said = re.findall("^msgid (?:.|\n)*?(?=\n\n)", whole, re.MULTILINE)
    back = leaders.read_text(encoding="utf-8")
    assert "#~ msgid" not in back
    missing = [each for each in said if normal(each) not in normal(back)]
    assert [each for each in missing if "msgid_plural" not in each and "Language: de" not in each] == []


def normal(text: str) -> str:
    """However its lines are broken."""
    return text.replace('"\n"', "").replace('""\n"', '"')


def test_unchanged_entries_keep_how_they_are_written(leaders: Path, run: Run) -> None:
    text = leaders.read_text(encoding="utf-8")
    at_words = re.sub(r'^(msgstr ")(.{20,}?) (.{20,})"$', r'msgstr ""\n"\2 "\n"\3"', text, flags=re.MULTILINE)
    assert at_words != text
    leaders.write_text(at_words, encoding="utf-8")
    assert run("translate", "update", GAME).out == f"{PO}: nothing to change\n"


def test_texts_keep_their_lines_where_only_references_change(leaders: Path, run: Run) -> None:
    before = leaders.read_text(encoding="utf-8")
    heroes = leaders.parents[1] / "heroes.yaml"
    heroes.write_text("# one line more\n" + heroes.read_text(encoding="utf-8"), encoding="utf-8")
    assert run("translate", "update", GAME).out == f"{PO}: only notes and lines put in order\n"
    after = leaders.read_text(encoding="utf-8")
    assert after != before and drop_references(after) == drop_references(before)


def test_words_of_pnp_itself_have_room_too(leaders: Path) -> None:
    text = leaders.read_text(encoding="utf-8")
    assert re.search(r'mm: room for about \d+ characters\nmsgctxt "pnp\.', text)


@pytest.mark.skipif(not shutil.which("msgcat"), reason="needs gettext")
def test_msgcat_changes_nothing_for_us(leaders: Path, run: Run) -> None:
    subprocess.run(["msgcat", "-o", str(leaders), str(leaders)], check=True)
    before = leaders.read_bytes()
    run("translate", "update", GAME)
    assert leaders.read_bytes() == before


def test_most_of_a_catalogue_never_becomes_obsolete_unasked(leaders: Path, run: Run) -> None:
    whole = leaders.read_text(encoding="utf-8")
    other = re.sub(r'^msgid "(?=[^"])', 'msgid "Another ', drop_contexts(whole), flags=re.MULTILINE)
    leaders.write_text(other, encoding="utf-8")
    done = run("translate", "update", GAME)
    assert (done.code, done.out) == (1, "")
    (told,) = read_facts(done.err)
    assert (told.place, told.code) == (PO, "PNP625")
    assert "msgctxt" in done.err and f"pnp translate update {GAME} --lang de --force" in done.err
    assert leaders.read_text(encoding="utf-8") == other
    assert run("translate", "update", GAME, "--force").code == 0
    assert "#~ msgid" in leaders.read_text(encoding="utf-8")
