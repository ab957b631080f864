"""The examples of docs/rules.md are files of a game: they are read, and hold, in the stand-in that they are about.

Every key that the files may have, and every name that expressions know, stands in it; every link leads somewhere.
"""

import re
import shutil
from pathlib import Path

import pytest
from player_files import read_user_file

from pnp.build.loading import load_game, rule_book
from pnp.diagnostics.codes import all_codes
from pnp.io.project import Project
from pnp.load.examples_file import EXAMPLE, HEAD
from pnp.load.game_file import MODULE_ENTRY
from pnp.load.modules import PATCHES
from pnp.load.rules_file import ACTION, SETUP, STEP, TABLE, ZONE, rule_struct
from pnp.load.victory_file import CONDITION, JUDGING, SELECTION, VARIABLE, VICTORY
from pnp.model.language import Speech
from pnp.model.rules import BOUNDS, Sentence
from pnp.model.span import Span
from pnp.rules.examining import examine
from pnp.rules.examples import UNSHOWN
from pnp.rules.expressions.evaluator import Evaluator
from pnp.rules.expressions.functions import FILTERS, FORMS, FUNCTIONS
from pnp.rules.expressions.names import OF_PLAYERS, Names

GAMES = Path(__file__).parent / "games"
REPOSITORY = Path(__file__).parents[2]
MANUAL = (REPOSITORY / "docs" / "rules.md").read_text(encoding="utf-8")
README = (REPOSITORY / "README.md").read_text(encoding="utf-8")
REFERENCE = MANUAL.split("\n## Expressions\n", 1)[-1]
CODE = "\n".join(re.findall(r"```yaml\n.*?```|`[^`\n]+`", REFERENCE, re.DOTALL))
STRUCTS = (
    *(PATCHES["rules"], TABLE, ZONE, ACTION, STEP, SETUP, VARIABLE, CONDITION, JUDGING, VICTORY),
    *(rule_struct(rule_book().kinds), SELECTION, EXAMPLE, MODULE_ENTRY, HEAD),
)
NAMES = (
    *OF_PLAYERS,
    "expected",
    "numbers",
    "modules",
    "states",
    "track",
    "examples",
    "it",
    "part",
    "chosen",
    "player",
    "table",
)
FILES = ("rules.yaml", "setup.yaml", "victory.yaml", "selections.yaml", "examples.yaml")


def blocks(heading: str) -> list[str]:
    chapter = re.split(r"^## ", MANUAL.split(f"## {heading}\n", 1)[1], flags=re.MULTILINE)[0]
    return re.findall(r"```yaml\n(.*?)```", chapter, re.DOTALL)


@pytest.fixture
def project(tmp_path: Path) -> Project:
    root = tmp_path / "games"
    shutil.copytree(GAMES, root)
    return Project(root, root)


@pytest.mark.parametrize("name", FILES)
def test_what_the_manual_shows_can_be_read(project: Project, name: str) -> None:
    folder = project.root / "card_data" / "leaders"
    for file in {name, "selections.yaml"}:  # whose selection an example is of
        (folder / file).write_text(blocks(file)[0], encoding="utf-8")
    _, problems = load_game(project, "leaders")
    assert [str(problem) for problem in problems if problem.span.file.endswith(name)] == []


@pytest.mark.parametrize("name", ["rules.yaml", "selections.yaml"])
def test_what_the_manual_shows_holds(project: Project, name: str) -> None:
    folder = project.root / "card_data" / "leaders"
    shutil.rmtree(folder / "introductory")
    game_file = folder / "game.yaml"
    game_file.write_text(game_file.read_text(encoding="utf-8").split("modules:\n")[0], encoding="utf-8")
    (folder / name).write_text(blocks(name)[0], encoding="utf-8")
    examples = (folder / "examples.yaml").read_text(encoding="utf-8").split("- id: ")
    shown = blocks("examples.yaml")[0] if name == "selections.yaml" else ""
    (folder / "examples.yaml").write_text(shown or "- id: ".join(examples[:2]), encoding="utf-8")
    game, problems = load_game(project, "leaders")
    assert game is not None
    found = [*problems, *(problem for problem in examine(game) if problem.code != UNSHOWN.id)]  # it shows a few
    assert [str(problem) for problem in found] == []


def test_the_finished_table_of_the_manual_can_be_read(project: Project, tmp_path: Path) -> None:
    table = tmp_path / "table.yaml"
    table.write_text(blocks("victory.yaml")[1], encoding="utf-8")
    read = read_user_file(project, table, "leaders")
    assert (read.problems, [player["name"] for player in read.written.players]) == ([], ["Ann", "Ben"])


def test_the_filters_of_the_manual_say_what_it_shows() -> None:
    shown = re.findall(r"`\{([^`{}]+)\}` → ([^ |]+?),?(?=[ |])", REFERENCE)
    assert len(shown) == 7
    evaluator = Evaluator(speeches=lambda _: Speech("en", lambda: {1: "one", 3: "three"}))
    for expression, expected in shown:
        text = "{" + expression.replace("\\|", "|") + "}"
        assert evaluator.print(Sentence(text, Span("docs/rules.md")), Names({})) == expected


@pytest.mark.parametrize("name", sorted({key.name for struct in STRUCTS for key in struct.keys}.union(NAMES)))
def test_every_key_and_name_is_told(name: str) -> None:
    assert re.search(rf"(?<![\w-]){name}(?![\w-])", CODE)


def test_the_table_of_kinds_says_what_rules_of_each_may_have() -> None:
    table = MANUAL.split("| kind | the value |", 1)[1].split("\n\n", 1)[0]
    rows = [[cell.strip() for cell in line.strip("|").split("|")] for line in table.splitlines()[2:]]
    kinds = rule_book().kinds
    assert sorted(row[0].strip("`") for row in rows) == sorted(kinds)
    for name, _, of, where, by, bounds in rows:
        kind = kinds[name.strip("`")]
        uses = {*kind.needs, *kind.may}
        told = [bool(of), bool(where), bool(by), bool(bounds)]
        assert told == ["of" in uses, "where" in uses, "by" in uses, not uses.isdisjoint(BOUNDS)], name


@pytest.mark.parametrize("name", sorted({*FILTERS, *FORMS, *FUNCTIONS}))
def test_every_filter_and_function_is_told(name: str) -> None:
    assert re.search(rf"`{name}[`(]", REFERENCE)


def test_links_lead_to_headings() -> None:
    headings = re.findall(r"^#+ (.+)$", re.sub(r"```.*?```", "", MANUAL, flags=re.DOTALL), re.MULTILINE)
    places = {re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-") for heading in headings}
    pages = "".join(page.read_text(encoding="utf-8") for page in (REPOSITORY / "docs").glob("*.md"))
    linked = re.findall(r"\]\(#([^)]+)\)", MANUAL) + re.findall(r"\]\((?:docs/)?rules\.md#([^)]+)\)", pages + README)
    assert len(linked) > 10
    assert set(linked) <= places


def test_codes_that_are_named_are_there() -> None:
    assert set(re.findall(r"PNP\d{3}", MANUAL)) <= all_codes().keys()
