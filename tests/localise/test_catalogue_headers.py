"""Headers of catalogues: how languages count, and what can be wrong."""

from pathlib import Path

import pytest
from facts import facts, list_facts
from pointed import pointed

from pnp.diagnostics.report import drop_consequences
from pnp.localise.catalogue import new_header, read_head
from pnp.localise.languages import count_alike, language_name, plurals_of
from pnp.localise.po import read_po
from pnp.localise.updating import po_text
from pnp.model.problem import Problem


def problems_in(tag: str, text: str) -> list[Problem]:
    return drop_consequences(read_head(read_po(text.encode(), "x.po"), "x.po", tag)[1])


def as_po(header: str) -> str:
    lines = "".join(f'"{line}\\n"\n' for line in header.split("\n"))
    return f'msgid ""\nmsgstr ""\n{lines}\n'


def wrong(tag: str, header: str, entries: str = "") -> list[str]:
    return list_facts(problems_in(tag, as_po(header) + entries))


GOOD = "Language: de\nContent-Type: text/plain; charset=UTF-8\nPlural-Forms: nplurals=2; plural=(n != 1);"


def test_a_good_one() -> None:
    assert wrong("de", GOOD) == []
    assert wrong("de-CH", GOOD) == []


@pytest.mark.parametrize("tag", ["de", "fr", "pl", "ru", "ar", "ja", "cs", "pt-BR", "zh-Hant", "ga", "sl"])
def test_new_ones_are_right(tag: str) -> None:
    data = po_text(new_header(tag, "Game 1", "2024-01-01 00:00+0000"), ()).encode()
    plurals, problems = read_head(read_po(data, "x.po"), "x.po", tag)
    assert problems == []
    right = plurals_of(tag)
    assert right is not None
    assert count_alike(plurals, right)


RIGHT = "Plural-Forms: nplurals=2; plural=(n != 1);"


@pytest.mark.parametrize(
    ("old", "new", "line", "fact", "right"),
    [
        ("Language: de", "Language de", 3, "PNP603 line='Language de'", "Language: de"),
        ("Language: de", "Language: fr", 3, "PNP603 language=fr tag=de", "Language: de"),
        ("Language: de\n", "", 2, "PNP603", "Language: de"),
        ("Language: de", "Language: de\nlanguage: de", 4, "PNP603 name=language", ""),
        ("UTF-8", "ISO-8859-1", 4, "PNP601 charset=ISO-8859-1", "UTF-8"),
        ("; charset=UTF-8", "", 4, "PNP603", "Content-Type: text/plain; charset=UTF-8"),
        ("Content-Type: ", "Content-Type ", 4, "PNP603 line='Content-Type text/plain; charset=UTF-8'", "Language: de"),
        ("n != 1", "n > 1", 5, "PNP604 language=German plurals='nplurals=2; plural=(n > 1);'", RIGHT),
        ("nplurals=2", "nplurals=3", 5, "PNP604 language=German plurals='nplurals=3; plural=(n != 1);'", RIGHT),
        ("plural=(n != 1)", "plural=os.exit", 5, "PNP604 plurals='nplurals=2; plural=os.exit;'", RIGHT),
        ("nplurals=2; plural=(n != 1);", "two", 5, "PNP604 plurals=two", RIGHT),
        ("(n != 1)", "1/0", 5, "PNP604 plurals='nplurals=2; plural=1/0;'", RIGHT),
        ("Forms:", "Forms", 5, "PNP603 line='Plural-Forms nplurals=2; plural=(n != 1)'", "Language: de"),
        ("\nPlural-Forms: nplurals=2; plural=(n != 1);", "", 2, "PNP604", RIGHT),
    ],
)
def test_wrong_ones(old: str, new: str, line: int, fact: str, right: str) -> None:
    assert old in GOOD
    (problem,) = problems_in("de", as_po(GOOD.replace(old, new)))
    assert facts(problem) == f"x.po:{line} {fact}"
    assert right in problem.hint


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ("Language: de", "Language: fr", "3:12 fr"),
        ("Language: de", "Language de", "3:2 Language de"),
        ("Language: de", "Language: de\nlanguage: de", "4:2 language"),
        ("Language: de\n", "", "2"),
        ("UTF-8", "ISO-8859-1", "4:16 text/plain; charset=ISO-8859-1"),
        ("n != 1", "n > 1", "5:16 nplurals=2; plural=(n > 1);"),
    ],
)
def test_what_is_pointed_at(old: str, new: str, expected: str, tmp_path: Path) -> None:
    text = as_po(GOOD.replace(old, new))
    (problem,) = problems_in("de", text)
    assert pointed(problem, text, tmp_path) == expected


def test_lines_of_the_file_are_not_those_of_the_header(tmp_path: Path) -> None:
    text = 'msgid ""\nmsgstr "Language: "\n"fr\\nContent-Type: text/plain; "\n"charset=UTF-8\\nPlural-Forms: two\\n"\n'
    problems = problems_in("de", text)
    assert [(problem.span.line, problem.code) for problem in problems] == [(2, "PNP603"), (4, "PNP604")]
    assert [pointed(problem, text, tmp_path) for problem in problems] == ["3:2 fr", "4:31 two"]


def test_none_at_all() -> None:
    problems = read_head(read_po(b'msgid "a"\nmsgstr ""\n', "x.po"), "x.po", "de")[1]
    assert list_facts(problems) == ["x.po:1 PNP603"]


def test_an_entry_with_too_few_forms() -> None:
    entry = 'msgctxt "a"\nmsgid "one"\nmsgid_plural "more"\nmsgstr[0] "eins"\n'
    (problem,) = problems_in("de", as_po(GOOD) + entry)
    assert facts(problem) == "x.po:10 PNP604 context=a forms='1 form' number=2"
    assert problem.hint == "msgstr[0] to msgstr[1]"


def test_the_same_rule_in_other_words_is_right() -> None:
    assert wrong("de", GOOD.replace("(n != 1)", "n==1 ? 0 : 1")) == []


def test_languages() -> None:
    assert language_name("pt-BR") == "Portuguese (Brazil)"
    assert language_name("xx") == "xx"
