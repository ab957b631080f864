"""One report of all that stages found: what several editions show once, with what shows it; one line for one cause."""

from pathlib import Path

import pytest

from pnp.cardtext.suggest import Suggestion
from pnp.diagnostics.report import EditionProblems, Report, list_problems, merge_editions
from pnp.io.project import Project
from pnp.model.game import KindSetting
from pnp.model.problem import Problem, Severity
from pnp.model.span import Span

SPANS = tuple(Span("cards.yaml", line, 3) for line in (1, 4, 7))
ICON = Problem("PNP290", Severity.ERROR, SPANS[0], "there is no icon {name}", (("name", "coyn"),))
OF_ALL = ICON._replace(subject="cards/ca", about=("cards/ca and 2 more",), others=SPANS[1:])
GERMAN = Span("locale/de.po", 9)


@pytest.mark.parametrize(
    ("other", "left"),
    [
        pytest.param(OF_ALL, [], id="the same"),
        pytest.param(ICON._replace(span=SPANS[1], others=SPANS[2:]), [], id="at some of its places"),
        pytest.param(
            OF_ALL._replace(others=(*SPANS[1:], GERMAN)),
            [ICON._replace(span=GERMAN)],
            id="at a translation's own place, too, which isn't of the first piece",
        ),
        pytest.param(
            OF_ALL._replace(span=GERMAN),
            [ICON._replace(span=GERMAN, subject="cards/ca", about=("cards/ca",))],
            id="at a translation's own place before all others",
        ),
        pytest.param(
            ICON._replace(values=(("name", "dott"),)), [ICON._replace(values=(("name", "dott"),))], id="another"
        ),
    ],
)
def test_each_place_of_a_mistake_is_told_once(other: Problem, left: list[Problem]) -> None:
    editions = ([OF_ALL], [other], [other, OF_ALL])
    assert [*merge_editions([EditionProblems(each) for each in editions])] == [OF_ALL, *left]


def test_what_one_edition_tells_twice_is_told_twice() -> None:
    both = [ICON._replace(when=(f" (with {players} players)",)) for players in (2, 3)]
    assert [*merge_editions([EditionProblems(both), EditionProblems(both)])] == both


def test_what_only_another_edition_shows_says_which() -> None:
    full, german = ICON._replace(span=SPANS[1]), ICON._replace(span=GERMAN)
    report = Report().add([ICON]).add_edition(Report().add([ICON, full, german]), lambda _: ["--ink full", "--lang de"])
    assert [(each.span, "".join(each.when)) for each in report.problems] == [
        (SPANS[0], ""),
        (SPANS[1], " (--ink full --lang de)"),
        (GERMAN, " (--ink full)"),  # a catalogue is of one language anyway
    ]


def test_what_one_edition_excuses_another_may_show() -> None:
    cause = Problem("PNP217", Severity.ERROR, Span("style.yaml", 2, 1), "is wrong")
    report = (
        Report().add([cause, ICON._replace(cause=cause)]).add_edition(Report().add([ICON]), lambda _: ["--ink full"])
    )
    assert [(each.code, each.when) for each in report.problems] == [("PNP290", (" (--ink full)",)), ("PNP217", ())]


def test_names_that_are_written_wrongly_are_one_mistake() -> None:
    found = [
        Problem("PNP290", Severity.ERROR, span, "is no icon", subject=label, about=(label,), hint=hint)
        for span, label in zip(SPANS, ("cards/ca", "cards/cb", "cards/ca"), strict=True)
        for hint in [Suggestion("did you mean coin?", "coin", "coyn")]
    ]
    unused = Problem("PNP142", Severity.WARNING, Span("game.yaml", 1), "{name} is unused", (("name", "coin"),))
    (told,) = list_problems([found[1], unused, found[2], found[0]])
    assert (told.about, told.places) == (("cards/ca and 1 more",), SPANS)


@pytest.mark.parametrize(
    ("comment", "settings", "told"),
    [
        ("", [], ["PNP350 warning"]),
        ("# pnp: ignore PNP350", [], []),
        ("# pnp: ignore PNP310", [], ["PNP350 warning", "PNP092 warning"]),
        ("# pnp: ignore PNP310", [("PNP092", True)], ["PNP350 warning"]),
        ("# pnp: ignore PNP310", [("PNP350", False)], ["PNP350 error"]),
    ],
)
def test_comments_that_ignore_nothing(
    comment: str, settings: list[tuple[str, bool]], told: list[str], tmp_path: Path
) -> None:
    """They are found at the end, if nothing else is wrong."""
    (tmp_path / "cards.yaml").write_text(f"name: Fox  {comment}\n", encoding="utf-8")
    unsafe = Problem("PNP350", Severity.WARNING, SPANS[0], "is near the cut")
    checks = [KindSetting(*each, Span("game.yaml", 1)) for each in settings]
    report = Report(Project(tmp_path, tmp_path), checks, files=["cards.yaml"], is_complete=True).add([unsafe])
    assert [f"{each.code} {each.severity}" for each in report.problems] == told
