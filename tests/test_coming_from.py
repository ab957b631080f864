"""docs/coming-from.md: its game prints; elements, attributes, options and commands that its tables name are there."""

import re
from pathlib import Path

import pytest
from page_files import Section, sections_of
from saying import Run

from pnp.layout.elements import all_kinds

PAGE = Path(__file__).parents[1] / "docs" / "coming-from.md"
OPTIONS = (PAGE.parent / "cli.md").read_text(encoding="utf-8")
EXAMPLE, *TABLES = sections_of(PAGE)
_ROW = re.compile(r"^\| (.+?) \| (.+) \|$", re.MULTILINE)


def rows(text: str) -> dict[str, str]:
    """Their words → ours, without the head of the table."""
    found = _ROW.findall(text.replace(r"\|", "¦"))
    assert len(found) == len(dict(found)), "a word stands there twice"
    return dict(found[1:])


def spans(text: str) -> list[str]:
    return [code for ours in rows(text).values() for code in re.findall(r"`([^`]+)`", ours)]


def strange(code: str) -> list[str]:
    """Return what of a piece of code isn't known to pnp."""
    unknown = [option for option in re.findall(r"(?<!\S)--[a-z-]+", code) if f"  {option} " not in OPTIONS]
    unknown += [command for command in re.findall(r"^pnp [a-z]+", code) if f"## {command}" not in OPTIONS]
    for tag, attributes in re.findall(r"<([a-z]+)([^>]*)/>", code):
        kind = all_kinds().get(tag)
        known = kind.attributes | {"of"} if kind and kind.takes_field else kind.attributes if kind else ()
        unknown += [f"<{tag} {name}>" for name in re.findall(r"([\w-]+)=\"", attributes) if name not in known]
        unknown += [] if kind else [f"<{tag}>"]
    return unknown


def test_its_game_prints(tmp_path: Path, run_whole: Run) -> None:
    def run(words: list[str]) -> None:
        said = run_whole(*words, "--project", str(tmp_path))
        assert (said.code, said.err) == (0, ""), words
        assert "5 pieces" in said.out

    EXAMPLE.play(tmp_path, run)


@pytest.mark.parametrize("table", TABLES, ids=lambda table: table.title)
def test_its_tables_name_what_there_is(table: Section) -> None:
    assert len(rows(table.text)) >= 20
    assert [each for code in spans(table.text) for each in strange(code)] == []


def test_what_there_isnt_is_noticed() -> None:
    assert strange('<text of="name" angle="3"/>') == ["<text angle>"]
    assert strange("<star/>") == ["<star>"]
    assert strange("--bleeding") == ["--bleeding"] and strange("pnp hand deck") == ["pnp hand"]
