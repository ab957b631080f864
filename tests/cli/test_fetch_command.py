"""`pnp fetch`: asks the network for what a game's data names, keeps it, and says what has changed."""

import json
import re
import sys
from pathlib import Path
from subprocess import PIPE, Popen
from typing import Any

import pytest
from facts import list_facts
from publishing import CSV, Published
from running import Run
from spreadsheets import xlsx
from tiny_game import change

KEPT = Path("card_data/tiny/fetched")
CARDS = "id,name\none,Owl\ntwo,Fox\n"
ASKING = "tiny: asking HOST/cards.csv for cards\n"


@pytest.fixture
def fetch(tiny: Path, pages: Published, run: Run) -> Run:
    """Publish the cards of a game; return a function that runs a command, with addresses shown as HOST."""
    name_address(tiny, pages.address("/cards.csv"))
    pages["/cards.csv"] = CARDS
    (tiny / "card_data/tiny/cards.yaml").unlink()

    def run_it(*words: str) -> tuple[int, str, str]:
        code, out, err = run(*(words or ("fetch", "tiny", "--private")))
        return code, *(re.sub(r"http://127\.0\.0\.1:\d+", "HOST", text) for text in (out, err))

    return run_it


def name_address(tiny: Path, address: str, old: str = "cards.yaml") -> None:
    change(tiny, "card_data/tiny/game.yaml", f"data: {old}", f"data: {address}")


def test_kept_beside_the_game_and_read_without_the_network(fetch: Run, pages: Published, tiny: Path) -> None:
    said = "card_data/tiny/fetched/cards.csv: 2 rows, 1 kB, new · HOST/cards.csv\n"
    assert fetch() == (0, ASKING + said, "")
    assert (KEPT / "cards.csv").read_text() == CARDS
    assert json.loads((KEPT / "index.json").read_text())[pages.address("/cards.csv")]["file"] == "cards.csv"
    pages.asked.clear()
    built = fetch("build", "tiny", "--only", "cards")
    assert (built[0], "fetched" in built[2]) == (0, False), built[2]
    assert pages.asked == []


def test_before_it_is_fetched(fetch: Run, pages: Published) -> None:
    code, _, err = fetch("check", "tiny")
    assert code == 1
    told = list_facts(err)
    assert told == ['card_data/tiny/game.yaml:11:11 PNP061 address="HOST/cards.csv"'], "nothing that follows from it"
    assert pages.asked == []


def test_what_has_changed(fetch: Run, pages: Published) -> None:
    fetch()
    said = "card_data/tiny/fetched/cards.csv: 2 rows, 1 kB, as before · HOST/cards.csv\n"
    assert fetch() == (0, ASKING + said, "")
    pages["/cards.csv"] = "id,name\none,Old Owl\nelk,Elk\n"
    assert fetch() == (
        0,
        f"{ASKING}card_data/tiny/fetched/cards.csv: 2 rows, 1 kB, changed · HOST/cards.csv\n"
        '  ~ "one" name: "Owl" → "Old Owl"\n  + "elk" Elk\n  - "two"\n',
        "",
    )
    assert "Old Owl" in (KEPT / "cards.csv").read_text()


def test_many_changes_are_counted(fetch: Run, pages: Published) -> None:
    fetch()
    pages["/cards.csv"] = CARDS + "".join(f"new-{number},New\n" for number in range(40))
    lines = fetch()[1].splitlines()
    assert len(lines) == 33
    assert lines[-1] == "  … and 10 more"


def test_what_can_not_be_read_leaves_what_there_is(fetch: Run, pages: Published) -> None:
    fetch()
    pages["/cards.csv"] = 'id,name\none,"Owl\n'
    code, out, err = fetch()
    assert (code, out) == (1, ASKING)
    assert "PNP018" in err
    assert err.splitlines()[-1].startswith("pnp: HOST/cards.csv: ")
    assert (KEPT / "cards.csv").read_text() == CARDS


def test_one_that_fails_stops_no_other(fetch: Run, pages: Published, tiny: Path) -> None:
    change(tiny, "card_data/tiny/game.yaml", "{cards: more.yaml}", f"{{cards: {pages.address('/more.csv')}}}")
    pages["/more.csv"] = "id,name\nelk,Elk\n"
    del pages.pages["/cards.csv"]
    code, out, err = fetch()
    asking = f"{ASKING}tiny: asking HOST/more.csv for cards\n"
    assert (code, out) == (3, f"{asking}card_data/tiny/fetched/cards.csv: 1 row, 1 kB, new · HOST/more.csv\n")
    assert "pnp: HOST/cards.csv: the server answers 404 Not Found\n" in err


def test_each_address_keeps_its_file(fetch: Run, pages: Published, tiny: Path) -> None:
    fetch()
    pages["/more.csv"] = "id,name\nelk,Elk\n"
    both = f"[{pages.address('/more.csv')}, {pages.address('/cards.csv')}]"
    name_address(tiny, both, pages.address("/cards.csv"))
    fetch()
    assert (KEPT / "cards.csv").read_text() == CARDS
    assert "elk" in (KEPT / "cards-2.csv").read_text()
    name_address(tiny, pages.address("/more.csv"), both)
    fetch()
    assert sorted(path.name for path in KEPT.iterdir()) == ["cards-2.csv", "index.json"]


def test_a_sheet_of_a_spreadsheet(fetch: Run, pages: Published, tiny: Path) -> None:
    book = xlsx(Notes=[["x"], ["y"]], Cards=[["id", "name"], ["one", "Owl"]])
    pages.pages["/book"] = (200, {"Content-Type": "application/octet-stream"}, book)
    pages.pages["/book.xlsx"] = pages.pages["/book"]
    name_address(tiny, f'"{pages.address("/book.xlsx")}#Cards"', pages.address("/cards.csv"))
    said = "card_data/tiny/fetched/cards.xlsx: 1 row, 2 kB, new · HOST/book.xlsx\n"
    assert fetch()[1] == f"tiny: asking HOST/book.xlsx for cards\n{said}"
    assert fetch("list", "tiny")[0] == 0
    assert pages.asked == ["/book.xlsx"]


def test_a_file_that_somebody_changed(fetch: Run) -> None:
    fetch()
    with (KEPT / "cards.csv").open("a") as file:
        file.write("elk,Elk\n")
    code, _, err = fetch("check", "tiny")
    assert code == 0
    assert "PNP062 file=fetched/cards.csv" in [each.partition(" ")[2] for each in list_facts(err)]


@pytest.mark.parametrize("index", ["[]", "{", '{"http://x": 1}', "\xff", '{"http://x": {"file": "../game.yaml"}}'])
def test_an_index_that_can_not_be_read(index: str, fetch: Run) -> None:
    fetch()
    (KEPT / "index.json").write_text(index, encoding="latin-1")
    assert "PNP061" in fetch("check", "tiny")[2]
    assert fetch()[0] == 0
    assert fetch("list", "tiny")[0] == 0


def test_an_index_that_leads_out_of_the_folder(fetch: Run, pages: Published) -> None:
    fetch()
    kept = {"file": "../../../../secret.csv", "digest": ""}
    (KEPT / "index.json").write_text(json.dumps({pages.address("/cards.csv"): kept}))
    assert "PNP061" in fetch("check", "tiny")[2]


def test_nothing_to_fetch(tiny: Path, run: Run) -> None:
    assert run("fetch", "tiny") == (0, "tiny names no address: data: https://… in game.yaml does\n", "")
    assert not KEPT.exists()


def test_other_schemes_are_files_that_lead_out(tiny: Path, run: Run) -> None:
    name_address(tiny, "file:///etc/passwd")
    assert run("fetch", "tiny").out == "tiny names no address: data: https://… in game.yaml does\n"
    told = """PNP002 name="file:///etc/passwd" why='leads out of the game's folder'"""
    assert run("check", "tiny").lines == [f"card_data/tiny/game.yaml:11:11 {told}"]


def test_only_games_of_the_project(tiny: Path, run: Run) -> None:
    said = "pnp: starter is no game of this project: copy it with pnp new, and fetch for the copy\n"
    assert run("fetch", "starter") == (2, "", said)


@pytest.mark.parametrize("slip", ["/crads.csv", "/page.csv"])
def test_a_slip_in_an_address_costs_nothing(slip: str, fetch: Run, pages: Published, tiny: Path) -> None:
    """The table is still there under the right one: the network may be away when that is put right."""
    fetch()
    pages["/page.csv"] = "<html><title>Sign in</title></html>"
    change(tiny, "card_data/tiny/game.yaml", "/cards.csv", slip)
    code, _, err = fetch()
    assert code in (1, 3), err
    assert (KEPT / "cards.csv").read_text() == CARDS
    change(tiny, "card_data/tiny/game.yaml", slip, "/cards.csv")
    assert "PNP061" not in fetch("check", "tiny")[2]


def test_a_new_game_is_made_of_files(fetch: Run, pages: Published, tiny: Path) -> None:
    code, _, err = fetch("new", "mine", "--from", pages.address("/cards.csv"))
    assert (code, err) == (
        2,
        "pnp: --from reads files, not HOST/cards.csv: save what is there, or let data: name it, and pnp fetch\n",
    )


def test_a_game_that_cannot_be_read_names_no_address(tiny: Path, run: Run) -> None:
    (tiny / "card_data/tiny/game.yaml").write_text("title: [\n")
    assert "PNP099" not in run("fetch", "tiny").err


def test_this_computer_is_asked_only_with_private(fetch: Run, pages: Published, tiny: Path) -> None:
    """Which nothing in the project can say."""
    (tiny / "pnp.toml").write_text("[fetch]\nprivate = true\n")
    why = "is at 127.0.0.1, which isn't on the public internet (pnp fetch --private fetches it all the same)"
    assert fetch("fetch", "tiny") == (3, ASKING, f"pnp: HOST/cards.csv: {why}\n")
    assert pages.asked == []
    assert not KEPT.exists()


def test_all_addresses_are_shown_before_one_is_asked(tiny: Path, pages: Published) -> None:
    """In a process of its own, whose output goes into a pipe."""
    shown: list[str] = []
    process: list[Popen[str]] = []

    def answer(out: Any) -> None:
        output = process[0].stdout
        assert output
        shown.extend(output.readline() for _ in range(2))
        out.write(CARDS.encode())

    pages.pages["/cards.csv"] = (200, {"Content-Type": CSV}, answer)
    pages["/more.csv"] = "id,name\nelk,Elk\n"
    name_address(tiny, pages.address("/cards.csv"))
    change(tiny, "card_data/tiny/game.yaml", "{cards: more.yaml}", f"{{cards: {pages.address('/more.csv')}}}")
    words = [sys.executable, "-m", "pnp", "fetch", "tiny", "--private", "--project", str(tiny)]
    with Popen(words, stdout=PIPE, text=True) as running:
        process.append(running)
        assert running.wait(60) == 0
    assert shown == [f"tiny: asking {pages.address(path)} for cards\n" for path in ("/cards.csv", "/more.csv")]


def test_addresses_that_are_none_are_a_line_each_at_their_place(tiny: Path, run: Run) -> None:
    bad = ("http://[::1/x.csv", "http:///x.csv", "http://example.org:port/x.csv", "http://example.org/my cards.csv")
    name_address(tiny, f'["{bad[0]}", "{bad[1]}", "{bad[2]}"]')
    change(tiny, "card_data/tiny/game.yaml", "{cards: more.yaml}", f'{{cards: "{bad[3]}"}}')
    said = [
        "game.yaml:11:12 PNP067 address=\"http://[::1/x.csv\" fault='has a host that can't be read'",
        "game.yaml:11:33 PNP067 address=\"http:///x.csv\" fault='has no host'",
        'game.yaml:11:50 PNP067 address="http://example.org:port/x.csv" '
        "fault='has a port that isn't a number from 1 to 65535'",
        "game.yaml:21:35 PNP067 address=\"http://example.org/my fault='cards.csv\" has a blank or a control character'",
    ]
    for command, out in (("check", "tiny: 4 errors\n"), ("fetch", "")):
        found = run(command, "tiny")
        assert (found.code, found.out) == (1, out)
        assert [line.removeprefix("card_data/tiny/") for line in found.lines] == said, command
    assert not KEPT.exists()
