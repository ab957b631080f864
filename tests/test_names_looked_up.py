"""Names that are looked up while pnp runs stand for something: what has two lists has the same in both."""

import ast
import re
import tomllib
from collections.abc import Iterable
from importlib.util import find_spec
from pathlib import Path

import pytest
import yaml

from pnp.art import paint
from pnp.art.paths import SHAPES
from pnp.build import editor_files
from pnp.build.edition_builds import PAPERS
from pnp.build.remote_drawing import _PACKAGES
from pnp.cli.report import _STAGES
from pnp.diagnostics.codes import _ON_PAPER
from pnp.impose.cut_marks import MARKINGS
from pnp.impose.press import read_papers
from pnp.layout import attributes, elements
from pnp.layout.elements import all_kinds, find_kind, flow
from pnp.load.components import _PAPERS
from pnp.load.scalars import load_sizes
from pnp.localise.messages import _ABOUT
from pnp.model.options import MARKS, Options

REPOSITORY = Path(__file__).parents[1]
READERS = ("length", "optional_length", "lengths", "number", "choice", "yes", "colour", "get", "read")
ENGLISH = yaml.safe_load((REPOSITORY / "pnp/data/words/en.yaml").read_text("utf-8"))


def test_each_way_to_mark_cuts_has_its_shapes() -> None:
    assert tuple(MARKINGS) == MARKS


def test_papers_have_a_size() -> None:
    papers = read_papers()
    assert {Options("").paper, *PAPERS} <= papers.keys()
    assert {name: papers[name][1:3] for name in _PAPERS} == _PAPERS
    assert "poker" in load_sizes()


def test_each_section_of_words_says_what_it_is_about() -> None:
    assert _ABOUT.keys() | {"calibrate"} == ENGLISH.keys()


def test_each_text_that_is_said_is_there() -> None:
    """Those that options name are tested with the words."""
    trees = [ast.parse(path.read_text("utf-8")) for path in (REPOSITORY / "pnp").rglob("*.py")]
    calls = [node for tree in trees for node in ast.walk(tree) if isinstance(node, ast.Call)]
    asked = [call.args[0] for call in calls if isinstance(call.func, ast.Attribute) and call.func.attr == "say"]
    said = [node.value for each in asked for node in ast.walk(each) if isinstance(node, ast.Constant)]
    names = {each for each in said if isinstance(each, str) and not each.endswith("-")}
    assert len(names) > 35
    assert names <= {name for section in ENGLISH.values() for name in section}


def test_programs_that_make_results_are_requirements() -> None:
    project = tomllib.loads((REPOSITORY / "pyproject.toml").read_text("utf-8"))["project"]
    named = [*project["dependencies"], *(each for extra in project["optional-dependencies"].values() for each in extra)]
    assert {*_PACKAGES} <= {re.split(r"[^\w.-]", requirement)[0] for requirement in named}


@pytest.mark.parametrize("module", _ON_PAPER)
def test_modules_that_find_problems_on_paper_are_there(module: str) -> None:
    assert find_spec(module)


LAYOUT = [ast.parse(path.read_text("utf-8")) for path in (REPOSITORY / "pnp/layout").rglob("*.py")]


def constants(nodes: Iterable[ast.AST]) -> set[str]:
    found = (each.value for node in nodes for each in ast.walk(node) if isinstance(each, ast.Constant))
    return {each for each in found if isinstance(each, str)}


def test_elements_that_are_looked_up_by_their_tags_are_registered() -> None:
    compared = [node for tree in LAYOUT for node in ast.walk(tree) if isinstance(node, ast.Compare)]
    by_tag = [each for each in compared if isinstance(each.left, ast.Attribute) and each.left.attr == "tag"]
    tags = constants(comparator for each in by_tag for comparator in each.comparators)
    assert len(tags) > 10
    assert tags <= {*all_kinds(), "face", "defs", "br"}
    assert {*flow._SLICERS, *editor_files._CIRCLE, *editor_files._DRAWN, *SHAPES} <= all_kinds().keys()


def test_attributes_that_are_looked_up_are_known_to_an_element() -> None:
    known = {name for kind in all_kinds().values() for name in kind.attributes}
    calls = [node for tree in LAYOUT for node in ast.walk(tree) if isinstance(node, ast.Call) and node.args]
    reading = [call for call in calls if isinstance(call.func, ast.Attribute) and call.func.attr in READERS]
    of_element = [call for call in reading if ast.unparse(call.func).split(".")[-2] == "own"]
    names = constants(call.args[0] for call in of_element)
    assert len(names) > 30
    assert names - {"id"} <= known  # a gradient has one
    assert {*attributes._FOR_PARENTS} <= known
    assert {*attributes._OF_STYLE, "style", "fill"} == {*attributes.STYLE_ATTRIBUTES}


def test_attributes_of_drawings_set_what_there_is() -> None:
    assert {*paint._FIELDS.values()} <= {*paint.Looks._fields}
    assert {*paint._TYPE_FIELDS.values()} <= {*paint.FileLettering._fields}


def test_each_stage_that_an_internal_error_names_is_a_room() -> None:
    assert {*_STAGES} <= {path.name for path in (REPOSITORY / "pnp").iterdir()}


def test_the_first_line_of_an_elements_file_begins_with_its_tags() -> None:
    """By these a template's elements are found, of which no other module is imported."""
    tags = {tag for tag in all_kinds() if find_kind(tag)}
    assert set(elements._names_by_tag()) == tags
    assert find_kind("face") is None
