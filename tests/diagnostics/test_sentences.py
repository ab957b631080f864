"""Each code says what it has to say once, with named values, and every call gives exactly these."""

import ast
from functools import cache
from importlib import import_module
from pathlib import Path
from string import Formatter
from types import ModuleType
from typing import NamedTuple

import pytest
from conftest import Golden
from facts import facts

from pnp.diagnostics.codes import all_codes
from pnp.model.problem import Code, sentences_of
from pnp.model.span import Span

REPOSITORY = Path(__file__).parents[2]
OF_AT = {"hint", "origin", "subject", "cause", "about"}  # parameters that are no values
MAKERS = {  # functions that are given a code among their arguments, and their own parameters
    "report": {"hint", "origin", "cause"},
    "find": {"hint", "field", "origin", "word", "is_general", "longest", "cause"},
    "fail": {"code", "hint", "cause"},
    "BadValue": {"code", "hint", "cause"},
    "problem": {"hint", "origin", "at", "among", "figure"},
    "refuse": {"hint", "cause"},
    "report_name": {"cause"},
    "UnreadablePdf": {"hint"},
    "wrong": OF_AT,
    "_problem": {"hint"},
    "_wrong": {"hint", "word"},
    "_wrong_attribute": {"hint"},
}
ADDED = {
    "wrong": {"path"},
    "_problem": {"path", "excerpt"},
    "scope.problem": {"rule"},
    "report_name": {"name"},
    "_wrong_attribute": {"name"},
}  # what they say themselves


class Call(NamedTuple):
    place: str
    code: Code
    values: set[str]
    hint: str  # as the call writes it; "" where something else does


@cache
def all_calls() -> tuple[Call, ...]:
    """Return calls that make a problem of a code which a constant of the module names."""
    found: list[Call] = []
    for path in sorted((REPOSITORY / "pnp").rglob("*.py")):
        name = path.relative_to(REPOSITORY).with_suffix("").as_posix().replace("/", ".").removesuffix(".__init__")
        if name.endswith("__main__"):
            continue
        module = import_module(name)
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and (code := code_of(node, module)):
                given = {keyword.arg or "**" for keyword in node.keywords} - MAKERS.get(name_of(node), OF_AT)
                given |= ADDED.get(ast.unparse(node.func)) or ADDED.get(name_of(node), set())
                hint = next(
                    (ast.unparse(each.value) for each in node.keywords if each.arg == "hint" and is_text(each.value)),
                    "",
                )
                found.append(Call(f"{path.relative_to(REPOSITORY)}:{node.lineno}", code, given, hint))
    return tuple(found)


def is_text(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant | ast.JoinedStr)


def name_of(node: ast.Call) -> str:
    """Return the name of the function that is called."""
    function = node.func
    return function.attr if isinstance(function, ast.Attribute) else getattr(function, "id", "")


def code_of(node: ast.Call, module: ModuleType) -> Code | None:
    """`CODE.at(…)`, `sink.report(CODE, …)`, `fail(…, code=CODE)`."""
    function, called = node.func, name_of(node)
    if called == "at" and isinstance(function, ast.Attribute):
        return constant(function.value, module)
    if called not in MAKERS:
        return None
    arguments = [*node.args, *(keyword.value for keyword in node.keywords if keyword.arg == "code")]
    return next((code for each in arguments if (code := constant(each, module))), None)


def constant(node: ast.expr, module: ModuleType) -> Code | None:
    value: object = None
    if isinstance(node, ast.Name):
        value = getattr(module, node.id, None)
    elif isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
        value = getattr(getattr(module, node.value.id, None), node.attr, None)
    return value if isinstance(value, Code) else None


def test_each_call_gives_the_values_of_its_sentence() -> None:
    wrong = []
    for place, code, values, _ in all_calls():
        named = {name for _, name, _, _ in Formatter().parse(code.says) if name}
        wrong += [f"{place}: {code.says} has no {value}" for value in values - named - {"**"}]
        if "**" not in values:  # which brings values that only show when the call is made
            wrong += [f"{place}: {code.says} lacks its {value}" for value in named - values]
    assert not wrong, "\n".join(wrong)


def test_each_code_has_a_sentence() -> None:
    """Where a rule is broken by what somebody wrote down, the rule's own kind says it."""
    assert [id for id in all_codes() if not sentences_of(id)] == ["PNP540", "PNP575"]


def test_each_sentence_is_said_somewhere() -> None:
    """By a call that names its constant; tables of codes hold the others."""
    said = {(call.code.id, call.code.says) for call in all_calls()}
    silent = [
        f"{code.id} {code.says}" for id in all_codes() for code in sentences_of(id) if (id, code.says) not in said
    ]
    assert len(silent) < 50, "\n".join(silent)


@pytest.mark.parametrize("id", all_codes())
def test_sentences_and_hints(id: str, golden: Golden) -> None:
    """Other tests compare values (facts.py), so that only this one fails when a sentence is rewritten."""
    lines = []
    for code in sorted(sentences_of(id), key=lambda each: each.says):
        hints = {call.hint for call in all_calls() if (call.code.id, call.code.says) == (id, code.says) and call.hint}
        lines += [f"{code.severity} {code.says}", *(f"    hint: {hint}" for hint in sorted(hints))]
    golden(f"codes/{id}", "\n".join(lines) or "a rule's own sentence")


def test_what_is_shown_is_read_back() -> None:
    """Whichever sentence is shown, its values are found in it, and it isn't mistaken for another of its code."""
    wrong = []
    for code in (code for id in all_codes() for code in sentences_of(id)):
        specs = {name: spec for _, name, spec, _ in Formatter().parse(code.says) if name}
        values = {name: 4321 if spec else f"v{name}w" for name, spec in specs.items()}
        problem = code.at(Span("a.yaml", 1, 2), hint="add it", **values)
        wrong += [f"{problem}: {facts(str(problem))}"] if facts(problem) != facts(str(problem)) else []
    assert not wrong, "\n".join(wrong)
