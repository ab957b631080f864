"""Names that are looked up while pnp runs stand for something: what has two lists has the same in both."""

import ast
import re
import tomllib
from importlib.util import find_spec
from pathlib import Path

import pytest
import yaml

from pnp.build.every import PAPERS
from pnp.build.remote_drawing import _PACKAGES
from pnp.diagnostics.codes import _ON_PAPER
from pnp.impose.marks import MARKINGS
from pnp.impose.press import known_papers
from pnp.load.components import _PAPERS
from pnp.load.numbers import load_sizes
from pnp.localise.messages import _ABOUT
from pnp.model.options import MARKS, Options

REPOSITORY = Path(__file__).parents[1]
ENGLISH = yaml.safe_load((REPOSITORY / "pnp/data/words/en.yaml").read_text("utf-8"))


def test_each_way_to_mark_cuts_has_its_shapes() -> None:
    assert tuple(MARKINGS) == MARKS


def test_papers_have_a_size() -> None:
    papers = known_papers()
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
    assert len(names) > 40
    assert names <= {name for section in ENGLISH.values() for name in section}


def test_programs_that_make_results_are_requirements() -> None:
    project = tomllib.loads((REPOSITORY / "pyproject.toml").read_text("utf-8"))["project"]
    named = [*project["dependencies"], *(each for extra in project["optional-dependencies"].values() for each in extra)]
    assert {*_PACKAGES} <= {re.split(r"[^\w.-]", requirement)[0] for requirement in named}


@pytest.mark.parametrize("module", _ON_PAPER)
def test_modules_that_find_problems_on_paper_are_there(module: str) -> None:
    assert find_spec(module)
