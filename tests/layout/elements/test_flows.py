"""Documents: blocks over columns and pages."""

import re

import pytest
from desk import Desk, Golden, texts_of

from pnp.model.display import Face

WORDS = "Whoever first has three lanterns of one colour lit at the end of a round wins the fair. "
HERE = "layouts/night/card.xml.j2"
AT = "card_data/night/creatures.yaml:1:3"


def _list_texts(face: Face) -> list[str]:
    return [text.says for text in texts_of([face.content])]


def _pages(desk: Desk, blocks: str, size: str = 'w="60" h="40"', **options: object) -> list[list[str]]:
    laid = desk.face(f"<flow {size}>{blocks}</flow>", **options)  # type: ignore[arg-type]
    assert not laid.lines
    return [_list_texts(face) for face in laid.faces]


def _paragraph(name: str, lines: int) -> str:
    """Return a paragraph whose lines say "a1", "a2" and so on."""
    return f"<p>{'<br/>'.join(f'{name}{n}' for n in range(1, lines + 1))}</p>"


def test_flows(desk: Desk, golden: Golden) -> None:
    cases = {
        "two columns, balanced": '<flow x="4" y="4" w="72" h="42" columns="2" gap="5"><h2>How to win</h2>'
        f"<p>{WORDS}</p><ul><li>Ties: most coins.</li><li>Still tied: share the prize.</li></ul></flow>",
        "not balanced": '<flow w="72" h="12" columns="2" balance="no"><p>one</p><p>two</p><p>three</p></flow>',
        "figures and rules": '<flow w="40" h="42"><p>one</p><hr/><image href="art/fox.svg" w="15"/><icon name="coin"/>'
        '<row gap="1"><text>a</text><text>b</text></row><caption>A fox</caption></flow>',
        "bound": '<flow w="40" h="42"><p of="ability"/><ol of="steps"/></flow>',
    }
    golden("flows", desk.gallery(cases, 80, 50))


def test_a_document_runs_over_pages(desk: Desk) -> None:
    pages = _pages(desk, f"<p>{WORDS * 8}</p>", 'w="40" h="40"')
    assert len(pages) == 2
    assert " ".join(line for page in pages for line in page) == (WORDS * 8).strip()


def test_many_pages_for_want_of_height(desk: Desk) -> None:
    few = desk.face(f'<flow w="40" h="4"><p>{WORDS * 2}</p></flow>')
    assert len(few.faces) <= 20 and few.lines == []
    many = desk.face(f'<flow w="40" h="4"><p>{WORDS * 30}</p></flow>')
    assert len(many.faces) > 20
    assert many.lines == [f"{HERE}:1:7 PNP212 count={len(many.faces)} share=7% ~about=creatures/fox ~origin={AT}"]
    assert desk.face(f'<flow w="60" h="40"><p>{WORDS * 300}</p></flow>').lines == []


def test_want_of_height_is_told_once_for_all_blocks(desk: Desk) -> None:
    blocks = f'<p>{WORDS * 30}</p><row><icon name="coin" size="9"/></row><row><icon name="coin" size="8"/></row>'
    low = desk.face(f'<flow w="40" h="4">{blocks}</flow>')
    assert low.lines == [f"{HERE}:1:7 PNP210 count={len(low.faces)} share=7% ~about=creatures/fox ~origin={AT}"]
    few = desk.face(
        '<flow w="40" h="4"><row><icon name="coin" size="9"/></row><row><icon name="coin" size="8"/></row></flow>'
    )
    assert len(few.lines) == 2 and all("PNP210 tag=row " in line for line in few.lines)


def test_pages_are_named(desk: Desk) -> None:
    laid = desk.face(f'<flow w="40" h="40"><p>{WORDS * 8}</p></flow>')
    assert [face.label for face in laid.faces] == ["creatures/fox page 1", "creatures/fox page 2"]
    assert [leaf.copies for leaf in laid.leaves] == [1, 1]


def test_page_numbers_and_counts_are_right_on_each_page(desk: Desk) -> None:
    number = '<text y="36" h="4">{{ page.number }} of {{ page.count }}</text>'
    laid = desk.face(f'{number}<flow w="40" h="36"><p>{WORDS * 12}</p></flow>')
    assert [_list_texts(face)[0] for face in laid.faces] == ["1 of 4", "2 of 4", "3 of 4", "4 of 4"]


def test_a_count_inside_the_text_converges(desk: Desk) -> None:
    laid = desk.face(f'<flow w="40" h="36"><p>{WORDS * 12}</p><p>{{{{ page.count }}}} pages</p></flow>')
    assert not laid.lines
    assert _list_texts(laid.faces[-1])[-1] == f"{len(laid.faces)} pages"


def test_later_pages_may_be_higher(desk: Desk) -> None:
    flow = '<flow y="{{ 20 if page.number == 1 else 0 }}" w="60" h="{{ 15 if page.number == 1 else 40 }}">'
    laid = desk.face(f"{flow}{_paragraph('a', 12)}</flow>")
    assert not laid.lines
    assert [_list_texts(face) for face in laid.faces] == [
        ["a1", "a2", "a3", "a4"],
        ["a5", "a6", "a7", "a8", "a9", "a10", "a11", "a12"],
    ]


def test_no_line_of_a_paragraph_is_left_alone(desk: Desk) -> None:
    """Eleven lines fit on a page; a line is 3.6 mm, 2 mm are between paragraphs."""
    assert _pages(desk, _paragraph("a", 12)) == [[f"a{n}" for n in range(1, 11)], ["a11", "a12"]]
    assert _pages(desk, _paragraph("a", 9) + _paragraph("b", 4))[1][0] == "b1", "no line alone at the bottom"
    assert _pages(desk, _paragraph("a", 8) + _paragraph("b", 3))[1] == ["b1", "b2", "b3"], "nor at the top"


def test_a_heading_stays_with_what_follows(desk: Desk) -> None:
    pages = _pages(desk, _paragraph("a", 8) + "<h3>Heading</h3>" + _paragraph("b", 3))
    assert pages == [[f"a{n}" for n in range(1, 9)], ["Heading", "b1", "b2", "b3"]]


@pytest.mark.parametrize("end", [":", "**:** ", "："])
def test_what_ends_with_a_colon_stays_with_what_follows(desk: Desk, end: str) -> None:
    pages = _pages(desk, _paragraph("a", 8) + f"<p>b{end}</p><ul><li>c</li><li>d</li></ul>")
    assert len(pages[0]) == 8 and pages[1][0].startswith("b")
    assert len(_pages(desk, _paragraph("a", 8) + "<p>b.</p><ul><li>c</li><li>d</li></ul>")[0]) == 9
    assert len(_pages(desk, _paragraph("a", 8) + f"<p keep='no'>b{end}</p><ul><li>c</li><li>d</li></ul>")[0]) == 9


def test_two_headings_stay_together(desk: Desk) -> None:
    pages = _pages(desk, _paragraph("a", 7) + "<h2>One</h2><h3>Two</h3>" + _paragraph("b", 3))
    assert pages[1][:3] == ["One", "Two", "b1"]


def test_the_larger_of_the_spaces_between_two_blocks_counts(desk: Desk) -> None:
    """A paragraph wants 2 mm below it, a heading 4 mm above; a line is 3.6 mm high."""
    listing = desk.face('<flow w="60" h="40"><p>a</p><p>b</p><h2>c</h2></flow>').listing
    assert [line.strip() for line in listing.splitlines() if "group at" in line] == [
        "group at 0 5.6",
        "group at 0 13.2",
    ]


def test_keep_and_together(desk: Desk) -> None:
    nine = _paragraph("a", 9)
    assert _pages(desk, nine + '<p keep="next">b</p><p>c</p>')[1] == ["b", "c"]
    five = "".join(f"<p>{n}</p>" for n in range(5))
    assert _pages(desk, five + "<p>a<br/>b<br/>c<br/>d</p>")[1] == ["c", "d"]
    assert _pages(desk, five + "<p together='yes'>a<br/>b<br/>c<br/>d</p>")[1] == ["a", "b", "c", "d"]
    assert _pages(desk, "<h3 keep='no'>a</h3>" + _paragraph("b", 1))[0] == ["a", "b1"]


def test_what_should_stay_together_but_is_higher_than_the_page_is_divided(desk: Desk) -> None:
    pages = _pages(desk, "<p together='yes'>a<br/>b<br/>c<br/>d</p>", 'w="60" h="10"')
    assert pages == [["a", "b"], ["c", "d"]]


def test_what_is_kept_with_the_block_before_takes_it_along(desk: Desk) -> None:
    pages = _pages(desk, _paragraph("a", 8) + "<p>b</p>" + "<p keep='previous' together='yes'>c<br/>d</p>")
    assert pages[1] == ["b", "c", "d"]
    assert _pages(desk, "<p keep='previous'>a</p>") == [["a"]]
    assert _pages(desk, "<p>a</p><break/><p keep='previous'>b</p>") == [["a"], ["b"]], "a break is a break"


def test_a_heading_stays_with_a_block_that_has_to_be_divided(desk: Desk) -> None:
    block = "<h3>Heading</h3><p together='yes'>" + "<br/>".join(f"b{n}" for n in range(1, 13)) + "</p>"
    assert _pages(desk, _paragraph("a", 2) + block) == [
        ["a1", "a2"],
        ["Heading", *[f"b{n}" for n in range(1, 10)]],
        ["b10", "b11", "b12"],
    ]


def test_no_item_of_one_line_is_left_alone(desk: Desk) -> None:
    """Eight items fit on a page, a paragraph of one line takes less room than an item with its gap."""
    items = "".join(f"<li>{n}</li>" for n in range(1, 10))
    assert _pages(desk, f"<ul marker='-'>{items}</ul>")[1] == ["-", "8", "-", "9"], "at the top"
    assert _pages(desk, _paragraph("a", 9) + "<ul marker='-'><li>1</li><li>2</li></ul>")[1][:2] == ["-", "1"], "below"


def test_no_line_is_alone_on_the_last_page(desk: Desk) -> None:
    assert _pages(desk, _paragraph("a", 5) + _paragraph("b", 5) + "<p>c</p>") == [
        [*[f"a{n}" for n in range(1, 6)], "b1", "b2", "b3"],
        ["b4", "b5", "c"],
    ]
    assert _pages(desk, _paragraph("a", 10) + "<break/><p>c</p>")[1] == ["c"], "unless a break says so"


def test_columns_before_a_break_are_balanced(desk: Desk) -> None:
    blocks = "".join(f"<p>{n}</p>" for n in "abcd") + "<break/><p>e</p>"
    laid = desk.face(f'<flow w="60" h="40" columns="2">{blocks}</flow>')
    assert len(laid.faces) == 2
    assert laid.listing.count("group at 32.5 0") == 1


def test_breaks(desk: Desk) -> None:
    assert _pages(desk, "<p>a</p><break/><p>b</p>") == [["a"], ["b"]]
    assert _pages(desk, "<break/><p>a</p><break/><break/><p>b</p><break/>") == [["a"], ["b"]]
    laid = desk.face('<flow w="60" h="40" columns="2"><p>a</p><break to="column"/><p>b</p></flow>')
    assert len(laid.faces) == 1
    assert "group at 32.5 0" in laid.listing


def test_a_table_repeats_its_head_on_each_page(desk: Desk) -> None:
    head = "<tr><th>A</th></tr><tr><th>B</th></tr>"
    rows = "".join(f"<tr><td>{n}</td></tr>" for n in range(1, 13))
    assert _pages(desk, f"<table>{head}{rows}</table>") == [
        ["A", "B", "1", "2", "3", "4", "5", "6"],
        ["A", "B", "7", "8", "9", "10", "11", "12"],
    ]


def test_a_head_is_never_left_alone(desk: Desk) -> None:
    table = "<table><tr><th>A</th></tr><tr><td>1</td></tr><tr><td>2</td></tr></table>"
    assert _pages(desk, _paragraph("a", 9) + table)[1] == ["A", "1", "2"]


def test_a_table_and_a_figure_may_be_narrower_than_the_column(desk: Desk) -> None:
    laid = desk.face('<flow w="60" h="40"><table w="30" line="ink"><tr><td>a</td></tr></table></flow>')
    assert "      path M 0 4.8 L 30 4.8" in laid.listing
    assert "    group at 15 0" in laid.listing


def test_lists_break_between_and_inside_items(desk: Desk) -> None:
    items = "".join(f"<li>{n}</li>" for n in range(1, 13))
    pages = _pages(desk, f"<ol>{items}</ol>")
    assert [page[-1] for page in pages] == ["8", "12"]
    assert pages[1][:2] == ["9.", "9"]


def test_balanced_columns_respect_what_belongs_together(desk: Desk) -> None:
    laid = desk.face(f'<flow w="60" h="40" columns="2">{_paragraph("a", 3)}</flow>')
    assert "group at 32.5" not in laid.listing


@pytest.mark.parametrize(
    ("source", "line"),
    [
        (
            '<flow w="60" h="10"><image href="art/fox.svg" w="30"/></flow>',
            f"{HERE}:1:27 PNP210 tag=image over='10 mm' ~about=creatures/fox ~origin={AT}",
        ),
        (
            '<g><flow w="60" h="40"><p>a</p></flow></g>',
            f"{HERE}:1:10 PNP204 ~about=creatures/fox ~origin={AT}",
        ),
        (
            '<flow w="60" h="40"><p>a</p></flow><flow w="60" h="40"><p>a</p></flow>',
            f"{HERE}:1:42 PNP204 ~about=creatures/fox ~origin={AT}",
        ),
        (
            '<flow w="60" h="40" columns="2" gap="70"><p>a</p></flow>',
            (
                f"{HERE}:1:7 PNP206 tag=flow name=gap what='leaves no room for 2 columns in 60 mm' "
                f"~about=creatures/fox ~origin={AT}"
            ),
        ),
        (
            '<flow w="60" h="40"><p stile="body">a</p></flow>',
            f"{HERE}:1:27 PNP205 tag=p name=stile ~about=creatures/fox ~meant=style ~origin={AT}",
        ),
        (
            '<flow w="60" h="40"><p>a <b>lost</b></p></flow>',
            f"{HERE}:1:27 PNP204 child=b tag=p ~about=creatures/fox ~origin={AT}",
        ),
        (
            '<flow w="60" h="40"><ul><li keep="nxt">a</li></ul></flow>',
            (
                f"{HERE}:1:31 PNP206 tag=li name=keep what='\"nxt\" is none of next, previous, no' "
                f"~about=creatures/fox ~meant=next ~origin={AT}"
            ),
        ),
        (
            '<flow w="60" h="40"><p>a</p><break to="pgae"/><p>b</p></flow>',
            (
                f"{HERE}:1:35 PNP206 tag=break name=to what='\"pgae\" is none of page, column' ~about=creatures/fox "
                f"~meant=page ~origin={AT}"
            ),
        ),
        (
            '<flow w="60" h="40"><para>lost</para></flow>',
            f"{HERE}:1:27 PNP204 tag=para ~about=creatures/fox ~origin={AT}",
        ),
        (
            '<flow w="60" h="40">lost<p>a</p></flow>',
            f"{HERE}:1:7 PNP208 text=lost tag=flow ~about=creatures/fox ~origin={AT}",
        ),
    ],
)
def test_what_cannot_flow_is_reported(desk: Desk, source: str, line: str) -> None:
    assert desk.face(source).lines == [line]


LONG = _paragraph("a", 15)


@pytest.mark.parametrize(
    ("source", "message"),
    [
        (
            "{% if page.number == 1 %}<flow w='60' h='40'>" + LONG + "</flow>{% endif %}",
            "PNP211",
        ),
        (
            "<flow w='60' h='40'>{% if page.number == 1 %}<h1>Rules</h1>{% endif %}" + LONG + "</flow>",
            "PNP211",
        ),
        (
            "<flow w='{{ 60 - page.number }}' h='40'>" + LONG + "</flow>",
            "PNP211",
        ),
    ],
)
def test_a_flow_that_changes_from_page_to_page_is_reported(desk: Desk, source: str, message: str) -> None:
    assert desk.face(source).mistakes == [message]


def test_a_back_is_one_page(desk: Desk) -> None:
    desk.template(f"<face><flow w='60' h='40'>{LONG}</flow></face>", "back.xml.j2")
    laid = desk.face("<text>front</text>", back="back.xml.j2")
    assert laid.mistakes == ["PNP210 count=2"]
    assert re.search("back page 1$", laid.leaves[0].back.label)


def test_what_is_wrong_in_a_flow_is_said_once_for_all_pages(desk: Desk) -> None:
    laid = desk.face(f'<flow w="60" h="40">{LONG}<p fill="fxo">{"b<br/>" * 15}b</p></flow>')
    assert len(laid.faces) == 3
    assert laid.mistakes == ["PNP207 name=fxo ~meant=fox"]
