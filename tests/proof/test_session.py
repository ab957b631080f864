"""What the page is shown when files change: the pieces concerned, and the last good state of what is broken."""

import pytest
from changing import change

from pnp.build.drawing import PieceDrawer, PieceResult
from pnp.io.project import Project
from pnp.model.problem import UsageError
from pnp.proof.session import EditionChoice, ProofSession, _InterruptibleProgress
from pnp.proof.wall import Wall

EN, DE = EditionChoice(), EditionChoice("de")


def wall(session: ProofSession, choice: EditionChoice = EN) -> Wall:
    found = session.edition(choice).wall
    assert found is not None
    return found


def look(session: ProofSession, label: str, choice: EditionChoice = EN) -> str:
    return str(wall(session, choice).pieces[label]["leaves"][0]["front"]["digest"])


def changed(session: ProofSession, since: int, choice: EditionChoice = EN) -> set[str]:
    return {label for label, at in session.edition(choice).changed_at.items() if at > since}


def test_a_saved_text_changes_one_piece_at_once(session: ProofSession, project: Project) -> None:
    before = look(session, "guests/smith"), look(session, "guests/widow")
    change(project, "guests.yaml", "The Smith", "The Blacksmith")
    session.refresh()
    assert look(session, "guests/smith") != before[0]
    assert look(session, "guests/widow") == before[1]
    assert changed(session, 0) == {"guests/smith"}
    assert wall(session).pieces["guests/smith"]["flags"] == ["changed"]


def test_what_is_sketched_is_what_all_checks_find(session: ProofSession, project: Project) -> None:
    session.edition(EN)
    change(project, "guests.yaml", "Give a coin.", "Give a coin to each of the others, then go home.")
    session.refresh()
    sketched = wall(session).pieces
    session.settle()
    assert wall(session).pieces == sketched
    assert sketched["guests/widow"]["flags"] == ["shrunk", "changed"]


def test_what_is_as_at_first_is_not_changed(session: ProofSession, project: Project) -> None:
    session.edition(EN)
    for old, new in (("Take a coin", "Take 2 coins"), ("Take 2 coins", "Take a coin")):
        change(project, "guests.yaml", old, new)
        session.refresh()
        session.settle()
    assert wall(session).pieces["guests/smith"]["flags"] == []


@pytest.mark.parametrize(
    ("name", "old", "new"),
    [
        ("guests.yaml", "- id: widow", "- id: [widow"),
        ("guest.xml.j2", '<text of="rule"', '{% if %}<text of="rule"'),
        ("guest.xml.j2", '<text of="rule"', '<txt of="rule"'),
        ("style.yaml", "styles: {", "styles: {{"),
        ("game.yaml", "components:", "components: 7"),
    ],
)
def test_a_broken_file_is_told_over_the_last_good_state(
    session: ProofSession, project: Project, name: str, old: str, new: str
) -> None:
    good = wall(session)
    change(project, name, old, new)
    session.refresh()
    session.settle()
    known = session.edition(EN)
    assert [each["place"].rpartition("/")[2].partition(":")[0] for each in known.broken] == [name]
    assert known.broken[0]["excerpt"]
    assert wall(session).pieces == good.pieces
    change(project, name, new, old)
    session.refresh()
    session.settle()
    assert session.edition(EN).broken == []
    assert wall(session).pieces == good.pieces


def test_a_game_that_is_broken_from_the_beginning_is_shown_as_it_is(session: ProofSession, project: Project) -> None:
    change(project, "guest.xml.j2", '<text of="rule"', '<txt of="rule"')
    assert [each["code"] for each in wall(session).problems]
    change(project, "guests.yaml", "The Smith", "The Blacksmith")
    session.refresh()
    session.settle()
    assert session.edition(EN).broken == []
    assert wall(session).pieces["guests/smith"]["name"] == "The Blacksmith"


def test_each_language_changes_with_its_catalogue(session: ProofSession, project: Project) -> None:
    before = look(session, "guests/smith", DE), look(session, "guests/smith")
    change(project, "locale/de.po", "Der Schmied", "Die Schmiedin")
    session.refresh()
    assert look(session, "guests/smith", DE) != before[0]
    assert look(session, "guests/smith") == before[1]
    assert "untranslated" in wall(session, DE).pieces["guests/widow"]["flags"]
    assert wall(session, DE).about["language"] == "de"


def test_a_language_that_there_is_not_is_refused(session: ProofSession) -> None:
    with pytest.raises(UsageError, match="fr"):
        session.edition(EditionChoice("fr"))
    assert wall(session)


def test_modules_bring_pieces(session: ProofSession) -> None:
    assert "guests/ghost" not in wall(session).pieces
    assert "guests/ghost" in wall(session, EditionChoice(modules=("night",))).pieces


def test_a_new_piece_and_one_that_is_gone(session: ProofSession, project: Project) -> None:
    session.edition(EN)
    change(project, "guests.yaml", "- id: widow", "- id: widower")
    session.refresh()
    session.settle()
    assert wall(session).order["guests"] == ["guests/smith", "guests/widower"]
    assert session.edition(EN).order_at > 0


def test_faces_are_found_by_their_digests(session: ProofSession) -> None:
    digest = look(session, "rooms/red")
    shown = session.find(digest)
    assert shown is not None
    assert session.find("0" * 24) is None


def test_a_recheck_gives_way_to_a_change(
    session: ProofSession, project: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is abandoned between two pieces, and what it drew until then isn't lost."""
    wall(session)
    change(project, "guest.xml.j2", "<face>", '<face><rect w="2" h="2"/>')
    session.refresh()
    seen: list[int] = []
    drawn: list[int] = []
    ordinary_call, ordinary_draw = _InterruptibleProgress.__call__, PieceDrawer._draw_piece

    def call(self: _InterruptibleProgress, what: str, done: int, total: int) -> None:
        seen.append(done)
        self.is_awaited.set()
        ordinary_call(self, what, done, total)

    def draw(self: PieceDrawer, number: int) -> PieceResult:
        drawn.append(number)
        return ordinary_draw(self, number)

    monkeypatch.setattr(_InterruptibleProgress, "__call__", call)
    monkeypatch.setattr(PieceDrawer, "_draw_piece", draw)
    session.settle()
    assert seen == [1]
    assert not session.edition(EN).is_settled
    assert len(drawn) == 1
    monkeypatch.setattr(_InterruptibleProgress, "__call__", ordinary_call)
    change(project, "guests.yaml", "The Widow", "The Duchess")
    drawn.clear()
    session.refresh()
    session.settle()
    assert session.edition(EN).is_settled
    assert len(drawn) == len(wall(session).pieces), "the first one is kept, the second is drawn at once and again"
    assert wall(session).pieces["guests/widow"]["name"] == "The Duchess"
