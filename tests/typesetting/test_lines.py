"""Words become lines in a box: wrapped, shrunk, hyphenated, aligned; each expectation is what one reads."""

from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from styles import line_text, line_texts, points, style

from pnp.model.display import Run
from pnp.model.length import MM_PER_POINT
from pnp.model.style import TypeStyle
from pnp.typesetting.lines import Fitted, fit, natural_width, wrap
from pnp.typesetting.paragraph import Paragraphs
from pnp.typesetting.placing import PlacedLines, place
from pnp.typesetting.words import typesetting_of

RULE = "Roll two dice, keep the higher and pay one coin to turn any tile."
WIDE = 1000.0


def _fit(paragraphs: Paragraphs, text: str, w: float, h: float | None = None, **options: object) -> Fitted:
    return fit(paragraphs, text, style(**options), w, h)  # type: ignore[arg-type]


def _place(paragraphs: Paragraphs, text: str, w: float, h: float | None = None, **options: object) -> PlacedLines:
    look = style(**options)  # type: ignore[arg-type]
    return place(fit(paragraphs, text, look, w, h), look, "#000000", w, h)


def _right_end(run: Run) -> float:
    glyphs = [glyph for part in run.parts for glyph in part.glyphs]
    spaces = "".join(part.text for part in run.parts).count(" ")
    trailing = sum(1 for part in run.parts[-1:] if part.text.endswith(" "))
    width = sum(part.width for part in run.parts) * run.size + run.tracking * len(glyphs) + run.gap * spaces
    return run.x + width - trailing * (run.parts[-1].glyphs[-1].advance / 1000 * run.size + run.gap)


def test_lines_break_between_words(paragraphs: Paragraphs) -> None:
    assert line_texts(_fit(paragraphs, RULE, 40)) == [
        "Roll two dice, keep the",
        "higher and pay one coin to",
        "turn any tile.",
    ]


def test_a_wide_box_holds_one_line(paragraphs: Paragraphs) -> None:
    assert line_texts(_fit(paragraphs, RULE, WIDE)) == [RULE]


def test_line_breaks_of_the_text_stay(paragraphs: Paragraphs) -> None:
    assert line_texts(_fit(paragraphs, "One.\nTwo.\n\nFour.", WIDE)) == ["One.", "Two.", "", "Four."]


def test_no_line_is_wider_than_its_box(paragraphs: Paragraphs) -> None:
    for w in range(20, 60):
        fitted = _fit(paragraphs, RULE, w)
        assert fitted.over_w == 0
        assert max(line.width for line in fitted.lines) * fitted.size <= w + 1e-6


def test_a_word_wider_than_the_box_has_a_line_of_its_own_and_is_over(paragraphs: Paragraphs) -> None:
    fitted = _fit(paragraphs, "a Donaudampfschiff b", 15)
    assert line_texts(fitted) == ["a", "Donaudampfschiff", "b"]
    assert fitted.over_w == pytest.approx(fitted.width - 15, abs=1e-5)


def test_text_shrinks_in_quarter_points_until_it_fits(paragraphs: Paragraphs) -> None:
    fitted = _fit(paragraphs, RULE, 40, 8, size=10, least=5)
    assert fitted.size / MM_PER_POINT == pytest.approx(8.25)
    assert len(fitted.lines) == 2
    assert fitted.over_h == 0
    assert _fit(paragraphs, RULE, 40, 8, size=8.5).over_h > 0


def test_the_first_step_of_an_odd_size_is_to_the_next_quarter_point(paragraphs: Paragraphs) -> None:
    fitted = _fit(paragraphs, "x", WIDE, points(10.05) * 1.2, size=10.1, least=5)
    assert fitted.size / MM_PER_POINT == pytest.approx(10.0)


def test_what_does_not_fit_at_its_smallest_size_says_by_how_much(paragraphs: Paragraphs) -> None:
    fitted = _fit(paragraphs, RULE, 40, 8, size=10, least=9.5)
    assert fitted.size / MM_PER_POINT == pytest.approx(9.5)
    assert fitted.over_h == pytest.approx(3 * 1.2 * points(9.5) - 8, abs=1e-5)


def _try_all_sizes(paragraphs: Paragraphs, text: str, look: TypeStyle, w: float, h: float | None) -> Fitted:
    """Fit at the first size that fits, from the largest down in quarter points, the smallest if none does."""
    sizes = [look.size]
    quarter = int(look.size / MM_PER_POINT * 4 - 1e-6)
    while quarter / 4 * MM_PER_POINT > look.min + 1e-6:
        sizes.append(quarter / 4 * MM_PER_POINT)
        quarter -= 1
    if look.min < look.size:
        sizes.append(look.min)
    for size in sizes:
        one = TypeStyle("one", look.span, size=size, min=size, leading=look.leading, hyphens=look.hyphens)
        fitted = fit(paragraphs, text, one, w, h)
        if not (fitted.over_w or fitted.over_h):
            break
    return fitted


vocabulary = st.lists(
    st.sampled_from(
        ["a", "gate", "[coin]", "Donaudampfschiff", "wonderful", "**bold**", "x-ray", "wel\u00adcome", "3.\n"]
    ),
    min_size=1,
    max_size=25,
).map(" ".join)


@settings(max_examples=120)
@given(
    text=vocabulary,
    size=st.floats(7, 14),
    span=st.floats(0, 6),
    w=st.floats(8, 70),
    h=st.none() | st.floats(3, 30),
    hyphens=st.booleans(),
)
def test_halving_finds_the_size_that_trying_all_finds(
    paragraphs: Paragraphs, text: str, size: float, span: float, w: float, h: float | None, hyphens: bool
) -> None:
    look = style(size, size - span, hyphens=hyphens)
    found, wanted = fit(paragraphs, text, look, w, h), _try_all_sizes(paragraphs, text, look, w, h)
    assert found.size == pytest.approx(wanted.size)
    assert line_texts(found) == line_texts(wanted)


@settings(max_examples=80)
@given(text=vocabulary, w=st.floats(5, 70), hyphens=st.booleans())
def test_lines_hold_all_words_and_no_others(paragraphs: Paragraphs, text: str, w: float, hyphens: bool) -> None:
    look = style(hyphens=hyphens)
    setting = typesetting_of(look)
    paragraph = paragraphs.paragraph(text, setting)
    lines = wrap(paragraphs, paragraph, setting, w / look.size)
    whole = "".join(line_text(line) for line in wrap(paragraphs, paragraph, setting, WIDE))
    assert "".join(line_text(line) for line in lines).replace("-", "") == whole.replace("-", "")


def test_words_are_divided_where_the_style_asks(paragraphs: Paragraphs) -> None:
    text = "A wonderful generation"
    assert line_texts(_fit(paragraphs, text, 16)) == ["A", "wonderful", "generation"]
    assert line_texts(_fit(paragraphs, text, 16, hyphens=True)) == ["A wonder-", "ful genera-", "tion"]


def test_a_divided_word_may_need_more_than_two_lines(paragraphs: Paragraphs) -> None:
    lines = line_texts(_fit(paragraphs, "incomprehensibilities", 12, hyphens=True))
    assert lines == ["incom-", "prehen-", "sibili-", "ties"]


def test_a_soft_hyphen_shows_only_at_the_end_of_a_line(paragraphs: Paragraphs) -> None:
    text = "Donau\u00addampf\u00adschiff"
    assert line_texts(_fit(paragraphs, text, WIDE)) == ["Donaudampfschiff"]
    assert line_texts(_fit(paragraphs, text, 22)) == ["Donaudampf-", "schiff"]
    assert line_texts(_fit(paragraphs, "Donau\u00ad\ndampf\u00ad", WIDE)) == ["Donau", "dampf"]


def test_who_sets_soft_hyphens_gets_no_others(paragraphs: Paragraphs) -> None:
    assert line_texts(_fit(paragraphs, "wonderfulness", 18, hyphens=True)) == ["wonderful-", "ness"]
    assert line_texts(_fit(paragraphs, "wonder\u00adfulness", 18, hyphens=True)) == ["wonder-", "fulness"]
    longer = _fit(paragraphs, "in wonder\u00adgeneration", 12, hyphens=True)
    assert line_texts(longer) == ["in", "wonder-", "generation"]
    assert longer.over_w > 0


def test_lines_of_soft_hyphens_fit_with_their_hyphen(paragraphs: Paragraphs) -> None:
    for w in range(12, 40):
        fitted = _fit(paragraphs, "Donau\u00addampf\u00adschiff\u00adfahrt", w)
        assert fitted.over_w == 0, w


def test_bold_words_are_divided_in_bold(paragraphs: Paragraphs) -> None:
    runs, *_ = _place(paragraphs, "A **wonderful** day", 18, hyphens=True)
    said = [("".join(part.text for part in run.parts), run.font.name) for run in runs]
    assert said == [
        ("A ", "SourceSansPro-Regular"),
        ("wonder-", "SourceSansPro-Bold"),
        ("ful", "SourceSansPro-Bold"),
        (" day", "SourceSansPro-Regular"),
    ]


def test_natural_width_is_that_of_the_longest_line_as_written(paragraphs: Paragraphs) -> None:
    one, two = (natural_width(paragraphs, text, style()) for text in ("turn any tile", "turn any tile\ngo"))
    assert one == two
    assert line_texts(_fit(paragraphs, "turn any tile", one)) == ["turn any tile"]
    assert len(_fit(paragraphs, "turn any tile", one - 0.01).lines) == 2


def test_height_is_lines_times_leading(paragraphs: Paragraphs) -> None:
    assert _fit(paragraphs, "a\nb\nc", WIDE, leading=1.5).height == pytest.approx(3 * 1.5 * points(10))


@pytest.mark.parametrize(("align", "x"), [("start", 0.0), ("center", 0.5), ("end", 1.0)])
def test_lines_are_aligned(paragraphs: Paragraphs, align: str, x: float) -> None:
    (run,), *_ = _place(paragraphs, "gate", 30, align=align)
    assert run.x == pytest.approx(x * (30 - run.parts[0].width * points(10)))


def test_tracked_lines_are_centred_by_their_ink(paragraphs: Paragraphs) -> None:
    (run,), *_ = _place(paragraphs, "gate", 30, align="center", tracking=0.2)
    left, right = run.x, 30 - (_right_end(run) - run.tracking)
    assert left == pytest.approx(right)


def test_justified_lines_reach_the_edge_except_the_last(paragraphs: Paragraphs) -> None:
    runs, *_ = _place(paragraphs, RULE + "\nStop here.", 40, align="justify")
    assert [_right_end(run) == pytest.approx(40, abs=0.01) for run in runs] == [True, True, False, False]
    assert [run.gap > 0 for run in runs] == [True, True, False, False]


def test_a_justified_line_of_one_word_stays_as_it_is(paragraphs: Paragraphs) -> None:
    runs, *_ = _place(paragraphs, "wonderful generation", 20, align="justify")
    assert [run.gap for run in runs] == [0, 0]


def test_icons_in_justified_lines_move_with_their_words(paragraphs: Paragraphs) -> None:
    text = "Pay [coin] to turn any one tile and more"
    runs, (icon,), _ = _place(paragraphs, text, 30, align="justify")
    assert runs[0].gap > 0
    pay = runs[0].parts[0]
    assert icon.x == pytest.approx(pay.width * runs[0].size + runs[0].gap)


@pytest.mark.parametrize(("valign", "top"), [("top", 0.0), ("bottom", 1.0)])
def test_lines_stand_at_the_top_or_the_bottom(paragraphs: Paragraphs, valign: str, top: float) -> None:
    (run,), *_ = _place(paragraphs, "gate", 30, 20, valign=valign)
    (alone,), *_ = _place(paragraphs, "gate", 30)
    assert run.y == pytest.approx(alone.y + top * (20 - 1.2 * points(10)))


def test_in_the_middle_capitals_are_as_far_from_the_top_as_from_the_bottom(paragraphs: Paragraphs) -> None:
    runs, *_ = _place(paragraphs, "GATE\nGATE", 30, 20, valign="middle")
    above = runs[0].y - runs[0].font.cap_height * runs[0].size
    below = 20 - runs[-1].y
    assert above == pytest.approx(below)


def test_baselines_do_not_depend_on_what_a_text_begins_with(paragraphs: Paragraphs) -> None:
    first_lines = [_place(paragraphs, text, WIDE)[0][0].y for text in ("a", "**a**", "[coin]a", "ʃ")]
    assert len(set(first_lines)) == 1


def test_an_icon_stands_in_the_middle_of_the_capitals(paragraphs: Paragraphs) -> None:
    (run, _), (icon,), _ = _place(paragraphs, "Pay [coin].", WIDE)
    assert icon.h == pytest.approx(0.96 * points(10))
    assert icon.y + icon.h / 2 == pytest.approx(run.y - run.font.cap_height * run.size / 2)
    assert icon.x == pytest.approx(run.x + run.parts[0].width * run.size)


def test_runs_change_with_the_font_and_around_icons(paragraphs: Paragraphs) -> None:
    runs, icons, _ = _place(paragraphs, "a [banner] **b** 🦊↔ c", WIDE, font="title")
    said = [("".join(part.text for part in run.parts), run.font.name) for run in runs]
    assert said == [
        ("a ", "SourceSerifPro-Regular"),
        (" ", "SourceSerifPro-Regular"),
        ("b", "SourceSerifPro-Bold"),
        (" 🦊", "SourceSerifPro-Regular"),
        ("↔ ", "FiraGO-Regular"),
        ("c", "SourceSerifPro-Regular"),
    ]
    assert [icon.name for icon in icons] == ["banner"]
    assert icons[0].w == pytest.approx(2 * icons[0].h)


@settings(max_examples=80)
@given(
    text=vocabulary,
    w=st.floats(10, 70),
    align=st.sampled_from(["start", "center", "end", "justify"]),
    tracking=st.sampled_from([0.0, 0.1]),
)
def test_nothing_on_a_line_overlaps(paragraphs: Paragraphs, text: str, w: float, align: str, tracking: float) -> None:
    runs, icons, _ = _place(paragraphs, text, w, align=align, tracking=tracking)
    spans: dict[float, list[tuple[float, float]]] = {}
    for run in runs:
        spans.setdefault(round(run.y, 6), []).append((run.x, _right_end(run)))
    cap = runs[0].font.cap_height * runs[0].size if runs else 0.0
    for icon in icons:
        baseline = icon.y + (cap + icon.h) / 2
        spans.setdefault(round(baseline, 6), []).append((icon.x, icon.x + icon.w))
    for line in spans.values():
        line.sort()
        for (_, end), (start, _) in pairwise(line):
            assert start >= end - 1e-6
