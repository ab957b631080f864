"""Strangers' templates reach nothing of Python's and no other file, and can't ask for more than there is."""

import gc
import time
from contextlib import closing
from pathlib import Path

import pytest
from desk import Desk

from pnp.layout import sandbox as watch
from pnp.model.problem import LimitError

CARD = "layouts/night/card.xml.j2"
AT = "card_data/night/creatures.yaml:1:3"


@pytest.mark.parametrize(
    "expression",
    [
        "''.__class__",
        "''.__class__.__mro__",
        "''['__class__']",
        "().__class__.__base__.__subclasses__()",
        "piece.__class__",
        "piece['__class__']",
        "piece.name.__class__",
        "piece.get.__self__",
        "self.__init__",
        "self.__init__.__globals__",
        "range.__init__",
        "namespace.__init__.__globals__",
        "dict.__base__",
        "groups.__class__",
        "components.__class__.__init__.__globals__",
        "components._context",
        "piece._values",
        "'{0.__class__}'.format(1)",
        "'{}'.format(1)",
        "'{0.__class__}'.format_map({})",
        "'%s' % piece",
        "[1].append(2)",
        "[1].pop()",
        "{}.update(a=1)",
        "loop.__class__",
        "(1).to_bytes(1000000000, 'big')",
        "'a'.ljust(1000000000)",
        "'a'.center(1000000000)",
        "'a'.zfill(1000000000)",
        "'a'.expandtabs(1000000000)",
        "'a'.join(['b'])",
        "'a'.replace('a', 'b')",
        "'a'.encode()",
        "piece.name|attr('__class__')",
        "['a']|map('attr', '__class__')|list",
        "[piece]|map(attribute='__class__')|list|first",
        "cycler.__init__.__globals__",
        "lipsum()",
        "joiner",
    ],
)
def test_nothing_of_pythons_is_reached(desk: Desk, expression: str) -> None:
    (problem,) = desk.lay_out("<face>{% for n in range(1) %}{{ " + expression + " }}{% endfor %}</face>").problems
    assert problem.code in ("PNP200", "PNP201")
    assert str(problem.span).startswith(f"{CARD}:1:")


@pytest.mark.parametrize(
    "name",
    [
        "../../secret.j2",
        "../night/../../secret.j2",
        "/etc/passwd",
        "C:/secret.j2",
        "..\\\\..\\\\secret.j2",
        "link.xml.j2",
        "linked/secret.j2",
        "",
        ".",
        "card.xml.j2/../../secret.j2",
    ],
)
@pytest.mark.parametrize("statement", ["include", "import", "extends"])
def test_no_file_outside_of_the_layouts_is_read(desk: Desk, name: str, statement: str) -> None:
    secret = desk.file("secret.j2", "<text>secret</text>")
    layouts = desk.root / "layouts/night"
    for link, target in ((layouts / "link.xml.j2", secret), (layouts / "linked", desk.root)):
        if not link.is_symlink():
            link.symlink_to(target)
    tail = " as x %}" if statement == "import" else " %}"
    laid = desk.lay_out(f"<face>{{% {statement} '{name}'{tail}</face>")
    (problem,) = laid.problems
    code = "PNP002" if name.startswith("link") else "PNP202"
    assert (problem.code, str(problem.span)) == (code, f"{CARD}:1:1")


def test_include_with_a_wrong_kind_of_name_is_reported(desk: Desk) -> None:
    for name in ("5", "none", "'a\\0b'"):
        (problem,) = desk.lay_out("<face>{% include " + name + " %}</face>").problems
        assert problem.code in ("PNP201", "PNP202"), problem


@pytest.mark.parametrize(
    ("source", "message"),
    [
        ("{{ 'a' * 10**9 }}", "a value of 1000000000 characters or items is more than a template may make"),
        ("{{ 10**9 * 'a' }}", "a value of 1000000000 characters or items is more than a template may make"),
        ("{{ [0] * 10**9 }}", "a value of 1000000000 characters or items is more than a template may make"),
        ("{% for n in range(10**9) %}{% endfor %}", "a range of 1000000000 is more than the 10000 steps"),
        ("{{ range(10**18)|list }}", "a range of 1000000000000000000 is more than the 10000 steps"),
        ("{{ 2 ** (10**9) }}", "a number of 2000000000 bits is more than a template may compute"),
        ("{{ 10 ** (10 ** 10) }}", "a number of 40000000000 bits is more than a template may compute"),
        (
            "{% set n = namespace(x=2**4000) %}{% for i in range(99) %}{% set n.x = n.x * n.x %}{% endfor %}",
            "a number of 8000 bits is more than a template may compute",
        ),
        (
            "{% set n = namespace(x='ab') %}{% for i in range(99) %}{% set n.x = n.x ~ n.x %}{% endfor %}",
            "a value of 131072 characters or items is more than a template may make",
        ),
        (
            "{% set n = namespace(x='ab') %}{% for i in range(99) %}{% set n.x = n.x + n.x %}{% endfor %}",
            "a value of 131072 characters or items is more than a template may make",
        ),
        (
            "{% set n = namespace(x=[1]) %}{% for i in range(99) %}{% set n.x = n.x + n.x %}{% endfor %}",
            "a value of 131072 characters or items is more than a template may make",
        ),
        ("{{ ('a' * 90000)|replace('a', 'bbb') }}", "a value of 360000 characters or items is more"),
        ("{{ (['a' * 90000] * 90000)|join }}", "a value of 8100000000 characters or items is more"),
        ("{{ (['a'] * 90000)|join('b' * 90000) }}", "a value of 8100090000 characters or items is more"),
        ("{{ [1]|batch(10**9, 0)|list }}", "groups of 1000000000 are more than a template may make"),
        ("{{ [1]|slice(10**9)|list }}", "groups of 1000000000 are more than a template may make"),
        ("{{ 1.5|round(10**9, 'ceil') }}", "rounding to 1000000000 digits is more than a template may do"),
    ],
)
def test_giants_are_refused_before_they_are_made(desk: Desk, source: str, message: str) -> None:
    began = time.monotonic()
    with pytest.raises(LimitError) as caught:
        desk.lay_out(f"<face>\n{source}</face>")
    assert str(caught.value).startswith(f"{CARD}:2:1: {message}")
    assert time.monotonic() - began < 1


@pytest.mark.parametrize(
    "expression",
    [
        *("'a'|center(10**9)", "'a'|indent(10**9)", "'%*d'|format(10**9, 1)", "'a'|wordwrap(1, wrapstring='x')"),
        *("[1]|pprint", "[1]|tojson", "{}|xmlattr", "'a'|urlize", "[1]|random", "1|filesizeformat", "'a'|truncate"),
    ],
)
def test_filters_that_pad_or_show_pythons_values_are_not_there(desk: Desk, expression: str) -> None:
    (mistake,) = desk.lay_out("<face>{{ " + expression + " }}</face>").mistakes
    assert mistake.startswith("PNP200 kind=filter name=")


LAUGHS = "{% set a = ['ha'] %}" + "{% set a = [a, a, a, a, a, a, a, a, a, a] %}" * 12


@pytest.mark.parametrize(
    "expression",
    [
        *(
            "a",
            "a|string",
            "a|escape",
            "a|upper",
            "a ~ ''",
            "a|safe",
            "a|replace('h', 'H')",
            "a|join",
            "a|sum(start=[])",
        ),
        *("a|title", "a|trim", "a|striptags", "a|wordcount", "a|forceescape", "a|map('string')|list|join"),
    ],
)
def test_lists_of_lists_of_lists_have_no_text(desk: Desk, expression: str) -> None:
    (mistake,) = desk.lay_out(f"<face>{LAUGHS}{{{{ {expression} }}}}</face>").mistakes
    assert mistake.startswith("PNP201 error=") and mistake.endswith("is expected, not a list'")


@pytest.fixture
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(watch, "MAX_SECONDS", 0.15)


def test_a_template_that_never_ends_is_stopped(desk: Desk, impatient: None) -> None:
    loops = "{% for b in range(9999) %}" * 4 + "{% endfor %}" * 4
    with pytest.raises(LimitError) as caught:
        desk.lay_out(f"<face>\n\n{loops}</face>")
    assert str(caught.value) == f"{CARD}:3:1: it rendered for more than 0.15 seconds"


def test_nothing_is_thrown_at_what_is_quick_enough(desk: Desk, impatient: None) -> None:
    finished = 0
    with closing(watch.Watch()) as watching:
        for _ in range(3):
            assert watching.run(lambda: time.sleep(0.02) or "done") == "done"
            time.sleep(0.2)
            finished += 1
    assert finished == 3


def test_a_template_that_renders_a_book_is_stopped(desk: Desk) -> None:
    source = "{% for b in range(9999) %}" + "a" * 1000 + "{% endfor %}"
    with pytest.raises(LimitError) as caught:
        desk.lay_out(f"<face>\n{source}</face>")
    assert str(caught.value) == f"{CARD}:1:1: it renders more than 2000000 characters for one face"


@pytest.mark.parametrize(
    "source",
    [
        '{% include "card.xml.j2" %}',
        "{% macro m() %}{{ m() }}{% endmacro %}{{ m() }}",
        "{% for a in [1] recursive %}{{ loop([1]) }}{% endfor %}",
        '{% import "card.xml.j2" as x %}',
    ],
)
def test_templates_that_call_themselves_are_stopped(desk: Desk, source: str) -> None:
    with pytest.raises(LimitError) as caught:
        desk.lay_out(f"<face>\n{source}</face>")
    assert str(caught.value) == f"{CARD}:2:1: templates or macros that call each other without end"


@pytest.mark.parametrize(
    "source",
    [
        "{% for a in [1] %}" * 30 + "{% endfor %}" * 30,
        "{{ " + "(" * 300 + "1" + ")" * 300 + " }}",
        "{% if 1 %}" * 300 + "{% endif %}" * 300,
        "{{ " + "-" * 5000 + "1 }}",
    ],
)
def test_templates_nested_beyond_reason_are_one_line(desk: Desk, source: str) -> None:
    try:
        laid = desk.lay_out(f"<face>{source}</face>")
    except LimitError as error:
        assert str(error).startswith(f"{CARD}:")
    else:
        assert all(line.startswith(f"{CARD}:1:1 PNP20") for line in laid.lines)


def test_what_templates_need_is_there(desk: Desk) -> None:
    expressions = {
        "'  Owl '.strip().upper()": "OWL",
        "'a,b'.split(',')|join(' ')": "a b",
        "(range(3)|list + [9])|sum": "12",
        "range(7)|batch(3)|map('join', '-')|join(' ')": "0-1-2 3-4-5 6",
        "[3, 1, 2]|sort|reverse|join": "321",
        "'<b>'|e": "<b>",
        "2.345|round(1)": "2.3",
        "3 * 'ab' ~ 7 // 2": "ababab3",
        "groups.seasons|length": "2",
        "piece.ability|replace('coin', 'leaf')": "Pay one [leaf], then turn any tile.",
        "piece.nothing|default('-') if piece.nothing is defined else '-'": "-",
        "dict(a=1).get('b', 2)": "2",
    }
    laid = desk.face("".join(f'<text y="{n}">{{{{ {source} }}}}</text>' for n, source in enumerate(expressions)))
    assert laid.lines == []
    assert laid.texts == list(expressions.values())


def test_paths_are_what_they_seem(tmp_path: Path, desk: Desk) -> None:
    desk.file("layouts/night/parts/frame.xml.j2", "<text>part</text>")
    assert desk.face('{% include "parts/frame.xml.j2" %}').texts == ["part"]


def test_to_look_for_garbage_is_no_work_of_a_template() -> None:
    assert gc.isenabled()
    with closing(watch.Watch()) as watching:
        assert watching.run(lambda: str(gc.isenabled())) == "False"
        assert gc.isenabled()
        with pytest.raises(ZeroDivisionError):
            watching.run(lambda: str(1 / 0))
        assert gc.isenabled()
