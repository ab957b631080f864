"""`pnp schema`: valid JSON Schemas that a game's own files satisfy and mistakes don't."""

import json
import os
import re
from pathlib import Path

import pytest
import yaml
from jsonschema import Draft202012Validator
from running import REPOSITORY, Run
from tiny_game import change, write, write_tiny

FOLDER = Path("card_data/tiny/schema")
RULES = ["examples.json", "rules.json", "selections.json", "setup.json", "victory.json"]
NAMES = sorted(["cards.json", "coins.json", "game.json", "glossary.json", "style.json", *RULES])
WRITTEN = sorted([*NAMES, "layout.rng"])
EVERYWHERE = sorted([*WRITTEN, "fonts.json"])


def schema(name: str) -> Draft202012Validator:
    return Draft202012Validator(json.loads((FOLDER / name).read_text(encoding="utf-8")))


def errors(name: str, text: str) -> list[str]:
    return [error.message for error in schema(name).iter_errors(yaml.safe_load(text))]


def test_a_file_each_is_written_and_named(tiny: Path, run: Run) -> None:
    assert run("schema", "tiny") == (0, "".join(f"{FOLDER / name}\n" for name in WRITTEN), "")
    assert sorted(path.name for path in FOLDER.iterdir()) == WRITTEN


def test_they_are_valid_schemas(tiny: Path, run: Run) -> None:
    run("schema")
    for name in NAMES:
        Draft202012Validator.check_schema(schema(name).schema)
        assert schema(name).schema["$schema"] == "https://json-schema.org/draft/2020-12/schema"


def test_what_has_not_changed_is_not_written_again(tiny: Path, run: Run) -> None:
    run("schema", "tiny")
    before = {path: path.stat().st_mtime_ns for path in FOLDER.iterdir()}
    change(tiny, "card_data/tiny/game.yaml", "rule: text", "rule: integer")
    run("schema", "tiny")
    changed = [path.name for path in FOLDER.iterdir() if path.stat().st_mtime_ns != before[path]]
    assert changed == ["cards.json"]


def test_the_games_own_files_satisfy_them(tiny: Path, run: Run) -> None:
    run("schema", "tiny")
    assert errors("game.json", Path("card_data/tiny/game.yaml").read_text()) == []
    assert errors("cards.json", Path("card_data/tiny/cards.yaml").read_text()) == []
    assert errors("cards.json", Path("card_data/tiny/more.yaml").read_text()) == []


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("cards.json", "- {id: one, nmae: First}"),
        ("cards.json", "- {id: one}"),
        ("cards.json", "- {id: One, name: First}"),
        ("cards.json", "- {id: one, name: First, copies: many}"),
        ("cards.json", "{id: one, name: First}"),
        ("game.json", "{title: T, version: '1', languages: [], components: {}}"),
        ("game.json", "{title: T, version: '1', languages: [en], components: {}, compnents: {}}"),
        ("style.json", "{styles: {body: {size: [1]}}}"),
    ],
)
def test_mistakes_do_not(name: str, text: str, tiny: Path, run: Run) -> None:
    run("schema", "tiny")
    assert errors(name, text) != []


def test_the_projects_own_fonts_have_theirs(tiny: Path, run: Run) -> None:
    write_tiny(tiny, "another")
    write(tiny, "fonts/fonts.yaml", "fallback: []\n")
    listed = run("schema").out.splitlines()
    assert listed.count("fonts/schema/fonts.json") == 1
    assert len(listed) == 2 * len(WRITTEN) + 1
    Draft202012Validator.check_schema(json.loads(Path("fonts/schema/fonts.json").read_text()))
    assert run("build", "tiny").code == 0


def test_elsewhere_and_for_several_games(tiny: Path, run: Run) -> None:
    write_tiny(tiny, "another")
    assert run("schema", "tiny", "--out", "there").out.splitlines() == [f"there/{name}" for name in EVERYWHERE]
    listed = run("schema", "--out", "all").out.splitlines()
    assert listed == [f"all/{game}/{name}" for game in ("another", "tiny") for name in EVERYWHERE]


def test_the_games_that_come_with_pnp_are_left_alone(tmp_path: Path, run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    from pnp.importing.new_games import SMALL_GAME

    monkeypatch.chdir(tmp_path)
    assert run("schema", SMALL_GAME) == (
        2,
        "",
        f"pnp: {SMALL_GAME} is no game of this project: say where to write with --out\n",
    )


def test_a_game_that_cannot_be_read(tiny: Path, run: Run) -> None:
    write(tiny, "card_data/tiny/game.yaml", "")
    done = run("schema", "tiny")
    assert (done.code, done.out, done.facts) == (1, "", ["card_data/tiny/game.yaml:1:1 PNP004"])
    assert [line[:9] for line in done.notices] == ["pnp: tiny"]


def test_a_folder_in_a_files_place(tiny: Path, run: Run) -> None:
    (FOLDER / "game.json").mkdir(parents=True)
    assert run("schema", "tiny") == (3, "", f"pnp: {FOLDER}/game.json: cannot be written: a folder has that name\n")


def test_builds_keep_those_that_are_there_up_to_date(tiny: Path, run: Run) -> None:
    assert run("build", "tiny").code == 0
    assert not FOLDER.exists(), "nobody asked for any"
    run("schema", "tiny")
    write(tiny, f"{FOLDER}/cards.json", "{}")
    write(tiny, f"{FOLDER}/mine.json", "{}")
    game = "card_data/tiny/game.yaml"
    change(tiny, game, "modules:\n", "  tokens: {title: Tokens, size: 20mm, front: coin.xml.j2}\nmodules:\n")
    assert run("build", "tiny", "--lang", "en", "--with", "less").code == 0
    assert (FOLDER / "cards.json").read_text() == (FOLDER / "mine.json").read_text() == "{}", "somebody else's"
    (FOLDER / "cards.json").unlink()
    assert run("build", "tiny").code == 0
    there = {path.name: path.read_text(encoding="utf-8") for path in FOLDER.glob("*.json") if path.name != "mine.json"}
    assert "tokens.json" in there
    run("schema", "tiny")
    assert there == {name: (FOLDER / name).read_text(encoding="utf-8") for name in there}


def shipped_files() -> list[Path]:
    data = [*REPOSITORY.glob("card_data/*/*.yaml"), *REPOSITORY.glob("layouts/*/style.yaml")]
    return sorted([*data, *REPOSITORY.glob("fonts/fonts.yaml")])


def test_what_comes_with_pnp_satisfies_its_schemas_and_names_them(tmp_path: Path, run: Run) -> None:
    wrong = []
    for game in sorted(path.parent.name for path in REPOSITORY.glob("card_data/*/game.yaml")):
        assert run("schema", game, "--project", str(REPOSITORY), "--out", str(tmp_path / game)).code == 0
    for file in shipped_files():
        named = re.match(r"# yaml-language-server: \$schema=(\S+)\n", file.read_text(encoding="utf-8"))
        if not named:
            wrong.append(f"{file}: names no schema in its first line")
            continue
        beside = Path(os.path.normpath(file.parent / named[1]))
        assert beside.parent.name == "schema"
        fresh = (
            next(tmp_path.glob(f"*/{beside.name}"))
            if file.parts[-2] == "fonts"
            else tmp_path / beside.parts[-3] / beside.name
        )
        validator = Draft202012Validator(json.loads(fresh.read_text(encoding="utf-8")))
        data = json.loads(json.dumps(yaml.safe_load(file.read_text(encoding="utf-8"))))  # keys are texts
        wrong += [f"{file}: {error.json_path}: {error.message}" for error in validator.iter_errors(data)]
    assert not wrong, "\n".join(wrong)


def test_schemas_that_are_shipped_are_up_to_date(tmp_path: Path, run: Run) -> None:
    for folder in REPOSITORY.glob("card_data/*/schema"):
        game = folder.parent.name
        assert run("schema", game, "--project", str(REPOSITORY), "--out", str(tmp_path / game)).code == 0
        fresh = {path.name: path.read_text(encoding="utf-8") for path in (tmp_path / game).iterdir()}
        shipped = [*folder.iterdir(), REPOSITORY / "fonts" / "schema" / "fonts.json"]
        assert {path.name: path.read_text(encoding="utf-8") for path in shipped} == fresh, f"pnp schema {game}"
