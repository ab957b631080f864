"""`pnp diff` and `pnp build --since` as one types them, on two versions in a git repository."""

import json
import re
import shutil
from contextlib import closing
from pathlib import Path

import pytest
from pypdfium2 import PdfDocument
from running import Run
from tiny_game import change, write
from versions import CARDS, DOT, GAME, commit, git, write_versioned

from pnp.build.record import encode_record, read_record

RECORD = "output/tiny/en/tiny-low-a4.pnp.json"
pytestmark = pytest.mark.system("git")


@pytest.fixture
def game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Write a game that is committed as v1."""
    monkeypatch.chdir(write_versioned(tmp_path))
    commit(tmp_path, "v1")
    return tmp_path


@pytest.fixture
def edited(game: Path) -> Path:
    """And changed since."""
    change(game, CARDS, "copies: 2", "copies: 3")
    change(game, CARDS, "- id: two\n  name: Second\n", "- id: four\n  name: Fourth\n  rule: Take\n")
    change(game, CARDS, "Third", "Last")
    return game


SAID = f"""\
cards/one “First” 2 → 3 copies
{CARDS}:5:3: cards/four “Fourth” added
{CARDS}:9:9: cards/three “Last” changed (words)
  [-Third-]{{+Last+}}
cards/two “Second” removed
4 pieces: 1 added, 1 removed, 1 changed, 1 in another number
"""


@pytest.mark.usefixtures("game")
def test_nothing(run: Run) -> None:
    assert run("diff", "tiny", "v1") == (0, "nothing has changed\n", "")
    assert run("diff", "tiny", "HEAD", "v1") == (0, "nothing has changed\n", "")


def test_since_a_revision(edited: Path, run: Run) -> None:
    done = run("diff", "tiny", "v1")
    assert (done.code, done.out, done.err) == (1, SAID.replace("cards/one", f"{CARDS}:1:3: cards/one", 1), "")
    assert git(edited, "status", "--porcelain").split() == ["M", CARDS]
    assert run("diff", "tiny", "v1", "--only", "coins").out == "nothing has changed\n"


def test_between_revisions_nothing_has_a_place(edited: Path, run: Run) -> None:
    commit(edited, "v2")
    assert run("diff", "tiny", "v1", "v2").out == re.sub(r"^card_data\S+: ", "", SAID, flags=re.MULTILINE)
    assert run("diff", "tiny", "v2", "v1").out.count("removed\n") == 1


def test_since_a_record_and_a_folder(game: Path, run: Run, tmp_path_factory: pytest.TempPathFactory) -> None:
    assert run("build", "tiny").code == 0
    copy = shutil.copytree(game, tmp_path_factory.mktemp("copy") / "copy")
    change(game, CARDS, "Third", "Last")
    for old in (RECORD, str(copy), "v1"):
        assert run("diff", "tiny", old).out.splitlines()[-1] == "1 piece: 1 changed", old


def test_as_json(edited: Path, run: Run) -> None:
    said = json.loads(run("diff", "tiny", "v1", "--json").out)
    assert (said["game"], said["old"]["name"], said["new"]["name"]) == ("tiny", "v1", "")
    kinds = {each["id"]: (each["kind"], each["reasons"], each["copies"]) for each in said["differences"]}
    assert kinds == {
        "one": ("copies", [], [2, 3]),
        "four": ("added", [], [0, 1]),
        "three": ("changed", ["words"], [1, 1]),
        "two": ("removed", [], [1, 0]),
    }
    (words,) = said["differences"][2]["words"]
    assert words == {"side": "front", "old": "Third", "new": "Last", "marked": "[-Third-]{+Last+}"}


def test_as_a_page(edited: Path, run: Run) -> None:
    change(edited, CARDS, "name: Last", 'name: "<script>alert(1)</script>"')
    change(edited, DOT, 'r="5"', 'r="4"')
    assert run("diff", "tiny", "v1", "--html", "pages/changes.html").code == 1
    page = (edited / "pages/changes.html").read_text(encoding="utf-8")
    assert "<script" not in page and "&lt;" in page and "default-src 'none'" in page
    sources = re.findall(r'(?:src|href)="([^"]{0,22})', page)
    assert len(sources) == 2 * 2 + 3 * 2, "two sides of what came and went; one of each that changed, before and now"
    assert set(sources) == {"data:image/png;base64,"}


def test_a_page_since_a_record_has_pictures_of_now(game: Path, run: Run) -> None:
    assert run("build", "tiny").code == 0
    change(game, CARDS, "Third", "Last")
    assert run("diff", "tiny", RECORD, "--html", "a.html").code == 1
    assert re.findall(r"<figcaption>(.*?)<", (game / "a.html").read_text(encoding="utf-8")) == ["front, now"]


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (
            ["nosuch"],
            '"nosuch" is no folder, no build record and no revision of this repository '
            "(like HEAD~3, a tag, a branch; git log has all)",
        ),
        (["v1", "--only", "card"], "neither version prints a component card (did you mean cards?)"),
        (["card_data"], 'card_data: there is no game "tiny" ('),
        (["gone.pnp.json"], "gone.pnp.json: cannot be read: no such file or directory"),
        ([GAME], f"{GAME} is no build record as pnp build writes it beside its PDF"),
        (["v1", "--with", "night"], "night"),
        (["empty"], "at empty there was no card_data/ in "),
    ],
)
def test_what_cannot_be_compared(words: list[str], said: str, game: Path, run: Run) -> None:
    git(game, "checkout", "--quiet", "--orphan", "other")
    git(game, "rm", "--quiet", "-r", "--cached", ".")
    git(game, "commit", "--quiet", "--allow-empty", "--message", "Nothing")
    git(game, "tag", "empty")
    done = run("diff", "tiny", *words)
    assert done.code in (2, 3) and said in done.err and done.err.count("\n") == 1 and not done.out


def test_a_record_of_another_ink(game: Path, run: Run) -> None:
    assert run("build", "tiny").code == 0
    said = f"pnp: {RECORD} is of the ink low, and full is asked for: ask for the same\n"
    assert run("diff", "tiny", RECORD, "--ink", "full") == (2, "", said)


def test_outside_of_a_repository(tmp_path: Path, run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(write_versioned(tmp_path))
    monkeypatch.setenv("GIT_CEILING_DIRECTORIES", str(tmp_path.parent))
    done = run("diff", "tiny", "HEAD")
    assert (done.code, done.out) == (2, "")
    assert "is in no git repository, where it could be a revision" in done.err
    monkeypatch.setenv("PATH", "")
    assert "without git installed no revision can be looked for" in run("diff", "tiny", "HEAD").err


def test_a_project_below_the_repository(tmp_path: Path, run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    root = write_versioned(tmp_path / "games")
    commit(tmp_path, "v1")
    change(root, CARDS, "Third", "Last")
    monkeypatch.chdir(root)
    assert run("diff", "tiny", "v1").out.endswith("1 piece: 1 changed\n")


def test_a_version_with_errors(edited: Path, run: Run) -> None:
    change(edited, CARDS, "name: Last", "nome: Last")
    done = run("diff", "tiny", "v1")
    assert (done.code, done.out) == (1, "")
    assert done.err.splitlines()[-1] == "pnp: 1 error: nothing compared (--draft goes on)"
    commit(edited, "v2")
    assert run("diff", "tiny", "v2", "v1").err.splitlines()[-1].startswith("pnp: v2: 1 error: nothing compared")
    assert run("diff", "tiny", "v1", "--draft").code == 1


def test_it_leaves_nothing_in_the_caches(edited: Path, run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PNP_CACHE", str(edited / "cache"))
    assert run("diff", "tiny", "v1", "v1").code == 0
    assert not [path for path in (edited / "cache").rglob("*") if path.is_file()]
    assert run("diff", "tiny", "v1").code == 1
    assert not list((edited / "cache").glob("passed-*")), "nobody judged its rules"


def test_only_what_has_changed_is_printed(edited: Path, run: Run) -> None:
    done = run("build", "tiny", "--since", "v1")
    assert done == (
        0,
        "output/tiny/en/tiny-low-a4-since-v1.pdf: 2 pages on 2 sheets, 3 pieces, 6 cuts\n"
        "throw away 2 pieces:\n  Cards: Third, Second\n",
        "",
    )
    said = json.loads(run("build", "tiny", "--since", "v1", "--copies", "2", "--json").out)
    counts = {kind: [(each["id"], each["count"]) for each in said["since"][kind]] for kind in ("print", "discard")}
    assert counts == {"print": [("one", 2), ("four", 2), ("three", 2)], "discard": [("three", 2), ("two", 2)]}


@pytest.mark.usefixtures("edited")
def test_the_sheets_hold_exactly_that(run: Run) -> None:
    assert run("build", "tiny", "--since", "v1", "--no-instructions").code == 0
    with closing(PdfDocument("output/tiny/en/tiny-low-a4-no-instructions-since-v1.pdf")) as pdf:
        said = "".join(page.get_textpage().get_text_bounded() for page in pdf)
    counts = [said.count(name) for name in ("First", "Second", "Third", "Fourth", "Last")]
    assert counts == [1, 0, 0, 1, 1]


@pytest.mark.usefixtures("edited")
def test_the_instructions_say_what_to_throw_away(run: Run) -> None:
    assert run("build", "tiny", "--since", "v1").code == 0
    with closing(PdfDocument("output/tiny/en/tiny-low-a4-since-v1.pdf")) as pdf:
        said = " ".join(pdf[0].get_textpage().get_text_bounded().split())
    assert "Throw away" in said and "Cards: Third, Second" in said
    assert run("build", "tiny").code == 0
    with closing(PdfDocument("output/tiny/en/tiny-low-a4.pdf")) as pdf:
        assert "Throw away" not in pdf[0].get_textpage().get_text_bounded()


BACK = "layouts/tiny/back.xml.j2"
NOTHING = "nothing to print: nothing is new or changed since v1\n"


@pytest.mark.parametrize(
    ("words", "is_printed"),
    [
        ((), False),
        (("--sides", "fronts"), False),
        (("--sides", "duplex"), True),
        (("--sides", "fold"), True),
        (("--sides", "backs"), True),
        (("--format", "png", "--dpi", "20"), True),
    ],
)
def test_backs_count_where_they_are_printed(words: tuple[str, ...], is_printed: bool, game: Path, run: Run) -> None:
    change(game, BACK, "#dddddd", "#cccccc")
    done = run("build", "tiny", "--since", "v1", *words)
    assert (done.code, done.out == NOTHING) == (0, not is_printed), done.out
    assert run("diff", "tiny", "v1").code == 1


def test_fronts_count_where_they_are_printed(game: Path, run: Run) -> None:
    change(game, CARDS, "Third", "Last")
    assert run("build", "tiny", "--since", "v1", "--sides", "backs").out == NOTHING
    assert "throw away 1 piece:" in run("build", "tiny", "--since", "v1").out


def test_both_faces_of_a_double_sided_piece_count(game: Path, run: Run) -> None:
    change(game, GAME, "    back: back.xml.j2\n", "    back: back.xml.j2\n    double-sided: true\n")
    commit(game, "v2")
    change(game, BACK, "#dddddd", "#cccccc")
    assert "throw away 4 pieces:" in run("build", "tiny", "--since", "v2").out


def test_what_is_left_of_fewer_copies_goes(game: Path, run: Run) -> None:
    change(game, CARDS, "copies: 2", "copies: 1")
    said = "nothing to print: nothing is new or changed since v1\nthrow away 1 piece:\n  Cards: First\n"
    assert run("build", "tiny", "--since", "v1") == (0, said, "")
    assert not (game / "output").exists()


def test_nothing_to_print(game: Path, run: Run) -> None:
    said = "nothing to print: nothing is new or changed since HEAD\n"
    for _ in range(2):
        assert run("build", "tiny", "--since", "HEAD") == (0, said, "")
    assert not (game / "output").exists()
    assert run("build", "tiny", "--since", "nosuch").code == 2


def test_a_record_of_a_reprint_is_of_all_that_is_there_then(edited: Path, run: Run) -> None:
    assert run("build", "tiny", "--since", "v1").code == 0
    record = "output/tiny/en/tiny-low-a4-since-v1.pnp.json"
    assert len(read_record(Path(record)).pieces) == 4
    assert run("diff", "tiny", record).code == 0
    change(edited, GAME, 'version: "1"', 'version: "2"')
    change(edited, CARDS, "Last", "Very last")
    done = run("build", "tiny", "--since", record)
    assert done.out.startswith("output/tiny/en/tiny-low-a4-since-1.pdf: 2 pages on 2 sheets, 1 piece, ")


def test_pictures_of_what_has_changed(edited: Path, run: Run) -> None:
    assert run("build", "tiny", "--since", "v1", "--format", "png", "--dpi", "20").code == 0
    names = sorted(path.name for path in (edited / "output/tiny/en/tiny-low-20dpi-since-v1/cards").iterdir())
    assert names == [f"{id}{side}.png" for id in ("four", "one", "three") for side in ("", "_back")]


def test_options_go_with_it(edited: Path, run: Run) -> None:
    write(edited, "pnp.toml", '[build]\npaper = "letter"\n')
    done = run("build", "tiny", "--since", "v1", "--only", "coins")
    assert done == (0, "nothing to print: nothing is new or changed since v1\n", "")


def test_what_a_record_says_does_nothing_to_a_terminal(game: Path, run: Run) -> None:
    assert run("build", "tiny").code == 0
    record = read_record(game / RECORD)
    evil = record.pieces[0]._replace(id="\x1b[2J\u202e", title="\x1b]0;x\x07")
    (game / RECORD).write_bytes(encode_record(record._replace(pieces=(evil,), version="../../\x1b")))
    for words in (("diff", "tiny", RECORD), ("build", "tiny", "--since", RECORD)):
        done = run(*words)
        assert done.code < 2 and not {"\x1b", "\x07", "\u202e"} & set(done.out + done.err)
    (written,) = game.rglob("*since*.pdf")
    assert written == game / "output/tiny/en/tiny-low-a4-since-before.pdf"
