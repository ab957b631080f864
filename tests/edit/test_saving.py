"""Saving an edit: what its editor hasn't seen is never lost, and nothing but the project's data is written."""

import os
import stat
from pathlib import Path

import pytest

from pnp.edit.editing import Saved, save, undo
from pnp.edit.edits import Edit, EntryAt, Refusal, ValueAt, digest
from pnp.io.project import Project

PIECES = "- id: fox\n  name: Fox\n  text: Red.\n- id: owl\n  name: Owl\n"
FOX = ValueAt(2, 9, ("fox", "name"))
OWL = ValueAt(5, 9, ("owl", "name"))


@pytest.fixture
def project(tmp_path: Path) -> Project:
    root = tmp_path / "project"
    for name, text in {
        "card_data/zoo/cards.yaml": PIECES,
        "card_data/zoo/cards.csv": "id,name\nfox,Fox\n",
        "card_data/zoo/locale/de.po": 'msgid "Fox"\nmsgstr ""\n',
        "layouts/zoo/card.xml.j2": "<face/>\r\n",
        "layouts/zoo/style.yaml": "a: b\n",
        "card_data/zoo/notes.txt": "Fox\n",
        ".github/ci.yaml": "a: Fox\n",
        "output/cards.yaml": PIECES,
    }.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(text.encode())
    (tmp_path / "outside.yaml").write_text(PIECES, encoding="utf-8")
    return Project(root, tmp_path / "bundled")


CARDS = Path("card_data/zoo/cards.yaml")


def edit(at: ValueAt | EntryAt, old: str, new: str, file: Path = CARDS, seen: str = PIECES) -> Edit:
    return Edit(file, at, old, new, digest(seen.encode()))


def save_edit(project: Project, asked: Edit) -> Saved:
    done = save(project, asked)
    assert isinstance(done, Saved), done
    return done


def test_a_text_is_saved_and_taken_back(project: Project) -> None:
    path = project.root / CARDS
    done = save_edit(project, edit(FOX, "Fox", "Vixen"))
    assert path.read_text("utf-8") == PIECES.replace("Fox", "Vixen")
    assert (done.before, done.after) == (PIECES.encode(), path.read_bytes())
    assert done.digest == digest(path.read_bytes())
    back = undo(project, done)
    assert isinstance(back, Saved)
    assert path.read_text("utf-8") == PIECES
    assert undo(project, back) == Saved(path, done.before, done.after)


def test_a_table_and_a_catalogue(project: Project) -> None:
    table = project.root / "card_data/zoo/cards.csv"
    save_edit(project, edit(ValueAt(2, 5), "Fox", "Fox, red", table, "id,name\nfox,Fox\n"))
    assert table.read_text("utf-8") == 'id,name\nfox,"Fox, red"\n'
    catalogue = project.root / "card_data/zoo/locale/de.po"
    save_edit(project, edit(EntryAt("", "Fox"), "", "Fuchs", catalogue))
    assert catalogue.read_text("utf-8") == 'msgid "Fox"\nmsgstr "Fuchs"\n'


def test_what_two_editors_write_at_different_places_is_both_kept(project: Project) -> None:
    """Find a text even where another edit moved its lines."""
    save_edit(project, edit(ValueAt(3, 9, ("fox", "text")), "Red.", "Red and\nlong."))
    (project.root / CARDS).write_text("- id: new\n" + (project.root / CARDS).read_text("utf-8"), encoding="utf-8")
    save_edit(project, edit(OWL, "Owl", "Barn owl"))
    save_edit(project, edit(FOX, "Fox", "Vixen"))
    text = (project.root / CARDS).read_text("utf-8")
    assert text == '- id: new\n- id: fox\n  name: Vixen\n  text: "Red and\\nlong."\n- id: owl\n  name: Barn owl\n'


@pytest.mark.parametrize("later", ["Wolf", "Fox "])
def test_what_somebody_else_has_changed_is_not_written_over(project: Project, later: str) -> None:
    first = save_edit(project, edit(FOX, "Fox", later))
    why = Refusal("the file has changed meanwhile: look at it again")
    assert save(project, edit(FOX, "Fox", "Vixen")) == why
    assert save(project, edit(FOX._replace(path=()), later, "Vixen")) == why
    assert (project.root / CARDS).read_bytes() == first.after
    save_edit(project, edit(OWL, "Owl", "Barn owl"))
    assert undo(project, first) == why


@pytest.mark.parametrize(
    ("file", "why"),
    [
        ("../outside.yaml", "../outside.yaml is outside of the project"),
        ("card_data/../../outside.yaml", "card_data/../../outside.yaml is outside of the project"),
        ("card_data/zoo/link.yaml", "card_data/zoo/link.yaml: a link leads out of the project"),
        ("card_data/folder/outside.yaml", "card_data/folder/outside.yaml: a link leads out of the project"),
        ("card_data/zoo/none.yaml", "there is no file card_data/zoo/none.yaml"),
        ("card_data/zoo", "there is no file card_data/zoo"),
        ("card_data/zoo/notes.txt", "card_data/zoo/notes.txt is no file that can be changed here"),
        ("layouts/zoo/card.xml.j2", "layouts/zoo/card.xml.j2 is no file that can be changed here"),
        ("card_data/zoo/ci.yaml", "card_data/zoo/ci.yaml is no file that can be changed here"),
        ("card_data/zoo/face.yaml", "card_data/zoo/face.yaml is no file that can be changed here"),
        (".github/ci.yaml", ".github/ci.yaml is no file that can be changed here"),
        ("output/cards.yaml", "output/cards.yaml is no file that can be changed here"),
    ],
)
def test_nothing_but_data_of_the_project_is_written(project: Project, file: str, why: str) -> None:
    zoo = project.root / "card_data/zoo"
    (zoo / "link.yaml").symlink_to(project.root.parent / "outside.yaml")
    (zoo.parent / "folder").symlink_to(project.root.parent)
    (zoo / "ci.yaml").symlink_to(project.root / ".github/ci.yaml")
    (zoo / "face.yaml").symlink_to(project.root / "layouts/zoo/card.xml.j2")
    assert save(project, edit(FOX, "Fox", "Vixen", Path(file))) == Refusal(why)
    assert (project.root.parent / "outside.yaml").read_text("utf-8") == PIECES
    absolute = save(project, edit(FOX, "Fox", "Vixen", project.root.parent / "outside.yaml"))
    assert isinstance(absolute, Refusal) and absolute.why.endswith("outside.yaml is outside of the project")


def test_a_link_within_the_project_stays_one(project: Project) -> None:
    link = project.root / "card_data/zoo/same.yaml"
    link.symlink_to("cards.yaml")
    save_edit(project, edit(FOX, "Fox", "Vixen", Path("card_data/zoo/same.yaml")))
    assert link.is_symlink()
    assert (project.root / CARDS).read_text("utf-8") == PIECES.replace("Fox", "Vixen")


def test_a_file_that_is_read_only_is_refused_in_one_line(project: Project) -> None:
    path = project.root / CARDS
    path.chmod(0o444)
    assert save(project, edit(FOX, "Fox", "Vixen")) == Refusal(f"{CARDS.as_posix()} is read-only")
    assert path.read_text("utf-8") == PIECES


@pytest.mark.skipif(os.name != "posix", reason="other systems have no such modes")
def test_a_file_keeps_who_may_read_it(project: Project) -> None:
    path = project.root / CARDS
    path.chmod(0o640)
    save_edit(project, edit(FOX, "Fox", "Vixen"))
    assert stat.S_IMODE(path.stat().st_mode) == 0o640


def test_a_folder_that_cannot_be_written_is_told_in_one_line(project: Project, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("pnp.io.writing._temporary_file", full)
    done = save(project, edit(FOX, "Fox", "Vixen"))
    assert isinstance(done, Refusal)
    assert done.why.endswith("cards.yaml: cannot be written: no space left on device")
    assert (project.root / CARDS).read_text("utf-8") == PIECES
