"""`pnp build --all`: all editions of all games, each as one build makes it; what is wrong with one stops no other."""

import json
import os
from pathlib import Path
from typing import Any

import pytest
from facts import read_facts
from inn_game import PO
from nightly import every
from running import Run, Start
from tiny_game import change, write, write_tiny

INKS = ("low", "full", "black")
INN = "card_data/inn/game.yaml"


@pytest.fixture
def games(german: Path, inn: Path) -> Path:
    """Write an inn in two languages, with backs, and a tiny game in one language, without backs."""
    change(inn, INN, "size: 40 x 60", "size: 46 x 62")
    change(inn, INN, "    front: dish.xml.j2\n", "    front: dish.xml.j2\n    back: back.xml.j2\n")
    write(inn, "layouts/inn/back.xml.j2", '<face><rect x="0" y="0" width="40" height="60" fill="#dddddd"/></face>\n')
    style = (inn / "layouts/inn/style.yaml").read_text()
    palettes = 'palettes:\n  low: {ink: "#111111"}\n  full: {ink: "#118844"}\n'
    write(inn, "layouts/inn/style.yaml", palettes + style)
    write_tiny(inn, "plain")
    change(inn, "card_data/plain/game.yaml", "    back: back.xml.j2\n", "")
    (inn / "layouts/plain/back.xml.j2").unlink()
    return inn


def build_all(run: Run, *words: str, code: int = 0) -> list[dict[str, Any]]:
    """Build all games and return the records that --json prints."""
    result = run("build", "--all", "--json", *words)
    assert result.code == code, result.err
    said: list[dict[str, Any]] = json.loads(result.out)
    return said


def name(said: dict[str, Any]) -> str:
    return " ".join(said[part] or "-" for part in ("game", "language", "ink", "paper", "sides"))


@pytest.mark.usefixtures("games")
@pytest.mark.parametrize("part", every(12, range(12)))
def test_every_edition_has_the_bytes_of_its_own_build(part: int, run: Run) -> None:
    said = build_all(run)
    for each in said[part::12]:
        options = [each["game"], *(f"--{part}={each[part]}" for part in ("ink", "paper", "sides"))]
        alone = run("build", *options, "--lang", each["language"], "--out", "alone", "--no-cache", "--jobs", "1")
        assert alone.code == 0
        (file,) = each["files"]
        one, other = Path(file).read_bytes(), Path("alone", Path(file).relative_to("output")).read_bytes()
        assert one == other, name(each)
        assert f": {each['pages']} pages on {each['sheets']} sheets, {each['pieces']} pieces" in alone.out
        assert each["problems"] == []
    files = [each["files"][0] for each in said]
    assert sorted(files) == sorted({path.as_posix() for path in Path("output").rglob("*.pdf")}), "each is told of once"


@pytest.mark.nightly
@pytest.mark.usefixtures("games")
def test_what_there_is_in_order(run: Run) -> None:
    sides = ("fronts", "duplex", "fold")
    inn = [
        f"inn {tag} {ink} {paper} {side}"
        for tag in ("en", "de")
        for ink in INKS
        for paper in ("a4", "letter")
        for side in sides
    ]
    plain = [f"plain en {ink} {paper} fronts" for ink in INKS for paper in ("a4", "letter")]
    assert list(map(name, build_all(run))) == inn + plain


@pytest.mark.usefixtures("games")
def test_what_an_option_names_is_all_of_it(run: Run) -> None:
    named = ("--ink", "full", "--paper", "a3", "--sides", "backs", "--lang", "de")
    assert list(map(name, build_all(run, "inn", *named))) == ["inn de full a3 backs"]
    pictures = build_all(run, "plain", "--format", "png", "--dpi", "20")
    assert list(map(name, pictures)) == [f"plain en {ink} - -" for ink in INKS]
    assert [each["pieces"] for each in pictures] == [3, 3, 3]
    Path("pnp.toml").write_text('[build]\npaper = "legal"\nink = "full"\nsides = "duplex"\nlang = "de"\n')
    said = list(map(name, build_all(run, "inn", "--sides", "fronts")))
    assert said[:3] == ["inn en full legal fronts", "inn en full a4 fronts", "inn en full letter fronts"]
    assert len(said) == 2 * 3 * 3, "what is usual in the project comes first, and isn't all"


@pytest.mark.usefixtures("games")
def test_the_table(run: Run) -> None:
    result = run("build", "--all", "--ink", "low", "--paper", "a4")
    assert result.err == ""
    assert result.out.splitlines() == [
        "  game   language  ink  paper  sides   pages  sheets  pieces  file",
        "  inn    en        low  a4     fronts      2       2       2  …/inn-low-a4.pdf",
        "  inn    en        low  a4     duplex      4       2       2  …/inn-low-a4-duplex.pdf",
        "  inn    en        low  a4     fold        2       2       2  …/inn-low-a4-fold.pdf",
        "  inn    de        low  a4     fronts      2       2       2  …/inn-low-a4.pdf",
        "  inn    de        low  a4     duplex      4       2       2  …/inn-low-a4-duplex.pdf",
        "  inn    de        low  a4     fold        2       2       2  …/inn-low-a4-fold.pdf",
        "  plain  en        low  a4     fronts      2       2       4  …/plain-low-a4.pdf",
        "7 editions below output",
    ]
    one = run("build", "--all", "plain", "--ink", "low", "--paper", "a4").out.splitlines()
    assert one[1].endswith("  output/plain/en/plain-low-a4.pdf")


def test_long_names_leave_out_what_their_lines_say(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, run: Run) -> None:
    game = "a-game-with-a-name-of-forty-letters-ooooo"
    monkeypatch.chdir(write_tiny(tmp_path, game))
    lines = run("build", "--all", "--ink", "low").out.splitlines()
    assert lines[1].split()[0] == "a-game-with-a-nam…"
    assert lines[2].endswith("  …-low-a4-duplex.pdf"), lines
    assert max(map(len, lines)) <= 100


def test_what_is_wrong_stops_no_other(games: Path, run: Run) -> None:
    change(games, PO, 'msgstr "Bröth"', 'msgstr "Bröth [coyn]"')
    write(games, "card_data/broken/game.yaml", "title: [\n")
    result = run("build", "--all", "--ink", "low", "--paper", "a4")
    assert result.code == 1
    told = [each for each in read_facts(result.err) if each.severity == "error"]
    assert [each.place.partition(":")[0] for each in told] == ["card_data/broken/game.yaml", PO]
    assert told[1].when == "", "a catalogue is of one language anyway"
    assert result.notices[-1].startswith("pnp: 2 errors, 1 warning: 4 of 8 editions ")
    table = [line.split() for line in result.out.splitlines()]
    assert table[1] == ["broken", "not", "written:", "1", "error"]
    assert [line[-3:] for line in table if line[1:2] == ["de"]] == [["written:", "1", "error"]] * 3
    assert sorted(path.name for path in Path("output").rglob("*.pdf")) == [
        "inn-low-a4-duplex.pdf",
        "inn-low-a4-fold.pdf",
        "inn-low-a4.pdf",
        "plain-low-a4.pdf",
    ]
    said = build_all(run, "--ink", "low", "--paper", "a4", code=1)
    assert said[0] | {"problems": []} == {
        "game": "broken",
        **dict.fromkeys(("language", "ink", "paper", "sides")),
        **{"pages": 0, "sheets": 0, "pieces": 0, "files": [], "problems": []},
    }
    assert [len(each["problems"]) for each in said] == [1, 0, 0, 0, 2, 2, 2, 0], "each with all of its own"


def test_warnings_are_counted_at_the_end(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, run: Run) -> None:
    monkeypatch.chdir(tmp_path)
    for game in ("owls", "plain"):
        write_tiny(tmp_path, game)
        change(tmp_path, f"layouts/{game}/card.xml.j2", 'x="4" y="4"', 'x="1" y="4"')
    few = ("--ink", "low", "--paper", "a4", "--sides", "fronts")
    result = run("build", "--all", *few)
    assert result.code == 0
    assert [(each.code, each.severity) for each in read_facts(result.err)] == [("PNP350", "warning")] * 2
    assert result.notices == ["2 warnings (pnp check --all-warnings lists each)"]
    one = run("build", "--all", "owls", *few)
    assert one.notices[-1] == "1 warning (pnp check owls --all-warnings lists each)"


def test_a_catalogue_that_cannot_be_read(games: Path, run: Run) -> None:
    (games / PO).unlink()
    (games / PO).mkdir()
    result = run("build", "--all", "inn", "--ink", "low", "--paper", "a4", "--sides", "fronts")
    assert result.code == 1
    assert result.out.splitlines()[1].endswith("output/inn/en/inn-low-a4.pdf")
    assert result.out.splitlines()[2].endswith("not written: 1 error")


def test_what_another_edition_shows_is_said_with_its_options(games: Path, run: Run) -> None:
    change(games, "layouts/plain/coin.xml.j2", 'name="dot"', """name="{{ 'dott' if ink == 'full' else 'dot' }}\"""")
    result = run("build", "--all", "plain", "--paper", "a4")
    assert result.code == 1
    (told,) = read_facts(result.err)
    assert (told.code, told.values, told.when, told.meant) == ("PNP290", {"name": "dott"}, " (--ink full)", "dot")


@pytest.mark.usefixtures("games")
def test_a_language_that_one_game_lacks(run: Run) -> None:
    result = run("build", "--all", "--lang", "de", "--ink", "low", "--paper", "a4", "--sides", "fronts")
    assert result.code == 1
    reason = "plain is not available in de: its languages are en; pnp translate init plain --lang de begins it"
    assert result.facts == [f"card_data/plain/game.yaml:1:1 PNP134 reason='{reason}'"]
    assert [line.split()[:2] for line in result.out.splitlines()[1:3]] == [["inn", "de"], ["plain", "de"]]
    alone = run("build", "--all", "plain", "--lang", "de")
    assert (alone.code, alone.out) == (2, "")


@pytest.mark.usefixtures("games")
@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("--since v1", "--since doesn't go with --all: what lies on the table is of one edition"),
        ("--watch", "--watch doesn't go with --all: it builds one edition again and again"),
        (
            "inn --overlay x.yaml",
            "--overlay doesn't go with --all: it changes one game, whose editions are built one by one",
        ),
        ("--skip 2", "--skip doesn't go with --all: only one file is printed on the sheet whose first places are used"),
        ("--only dishes", "--only is about one game: say which one --all is to build"),
        ("--pieces broth", "--pieces is about one game: say which one --all is to build"),
        ("--with feast", "--with is about one game: say which one --all is to build"),
        ("inn --only plates", "inn prints no component plates"),
        ("inm", 'there is no game "inm" (did you mean inn?)'),
        ("--paper a9", 'there is no paper "a9"'),
    ],
)
def test_what_makes_no_sense(words: str, said: str, run: Run) -> None:
    result = run("build", "--all", *words.split())
    assert (result.code, result.out) == (2, "")
    assert result.err.startswith(f"pnp: {said}")
    assert result.err.count("\n") == 1
    assert not Path("output").exists()


def test_without_a_game_only_all_is_built(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, run: Run) -> None:
    monkeypatch.chdir(tmp_path)
    assert run("build").err == "pnp: missing argument GAME (see pnp build --help)\n"
    assert (
        run("build", "--all").err
        == "pnp: there is no card_data/ here or in a folder above: pnp new mygame begins one\n"
    )


@pytest.mark.usefixtures("games")
def test_pieces_and_modules_of_one_game(run: Run) -> None:
    said = build_all(
        run, "inn", "--pieces", "roast", "--with", "feast", "--ink", "low", "--paper", "a4", "--lang", "en"
    )
    assert [each["files"] for each in said] == [
        [f"output/inn/en/inn-low-a4-feast-roast{sides}.pdf"] for sides in ("", "-duplex", "-fold")
    ]


@pytest.mark.usefixtures("games")
def test_options_that_some_editions_heed_are_no_news(run: Run) -> None:
    few = ("--ink", "low", "--paper", "a4")
    assert run("build", "--all", "--flip", "short", "--marked", "backs", "--bleed", "yes", *few).err == ""
    idle = run("build", "--all", "--dpi", "200", *few).err.splitlines()
    assert [line.split(":")[0] for line in idle] == [INN, "card_data/plain/game.yaml"], "once a game"


@pytest.mark.skipif(os.name != "posix", reason="processes are copied on Linux alone")
def test_any_processes_write_the_same(games: Path, start: Start) -> None:
    def bytes_by(jobs: str) -> dict[str, bytes]:
        soon = "from pnp.build import executors; executors._LOOK = 0.0"
        process = start(
            "build", "--all", "--ink", "low", "--jobs", jobs, "--out", jobs, "--no-cache", setup=soon, cwd=games
        )
        out, err = process.communicate(timeout=120)
        assert (process.returncode, err) == (0, "")
        assert out.endswith(f"14 editions below {jobs}\n")
        return {path.relative_to(games / jobs).as_posix(): path.read_bytes() for path in (games / jobs).rglob("*.p*")}

    assert bytes_by("3") == bytes_by("1")


def test_nothing_has_changed(games: Path, run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    from pnp.build import cache
    from pnp.cli import all_editions

    monkeypatch.setattr(cache, "_TICK", -(10**12))  # files that were just written are trusted
    monkeypatch.setattr(all_editions, "build_every", (calls := Counting(all_editions.build_every)))
    words = ("build", "--all", "plain", "--ink", "low")
    first = run(*words)
    assert run(*words) == first
    assert calls.count == 1
    for count, name in enumerate(("plain-low-letter.pdf", "plain-low-letter.pnp.json"), 2):
        (games / "output/plain/en" / name).unlink()
        assert run(*words) == first
        assert calls.count == count


class Counting:
    def __init__(self, do: Any) -> None:
        self.do, self.count = do, 0

    def __call__(self, *words: Any) -> Any:
        self.count += 1
        return self.do(*words)
