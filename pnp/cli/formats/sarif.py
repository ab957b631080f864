"""One log in SARIF 2.1.0, as code scanning reads it: https://docs.oasis-open.org/sarif/sarif/v2.1.0/."""

import hashlib
from collections import Counter
from collections.abc import Sequence
from pathlib import Path, PurePath
from typing import Any
from urllib.parse import quote

from pnp import __version__
from pnp.cli.formats import Found
from pnp.cli.report import print_json
from pnp.diagnostics.codes import all_codes, read_explanation
from pnp.diagnostics.pinpoint import pinpoint
from pnp.diagnostics.sources import Sources
from pnp.io.project import Project
from pnp.model.problem import Code, Problem
from pnp.model.regex import regex
from pnp.model.span import Span

_SCHEMA = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
_BASE = "SRCROOT"
_WORD = regex(r"[A-Za-z0-9]+")


def report(project: Project, found: Found, _all_warnings: bool) -> None:
    """Games may share files, and what is wrong with those."""
    print_json(log(project, list(dict.fromkeys(problem for _, problems in found for problem in problems))))


def log(project: Project, problems: Sequence[Problem]) -> dict[str, Any]:
    """A single run with all results; places are relative to SRCROOT, so that a log has no folder of anybody's in it."""
    # prefer the current folder, mostly the repository's, if the project is in it
    root, here = project.root.resolve(), Path.cwd().resolve()
    if root.is_relative_to(here):
        root = here
    codes = all_codes()
    ids = sorted({problem.code for problem in problems})
    # a fingerprint stays the same while line and problem do, even if the line moves within its file
    sources, seen = Sources(project), Counter[str]()
    prints = []
    for problem in problems:
        line = (sources.line(problem.span) or "").strip()
        what = "\0".join((problem.code, problem.span.file, problem.subject, line, problem.message))
        seen[what] += 1
        prints.append(hashlib.sha256(f"{what}\0{seen[what]}".encode(errors="replace")).hexdigest()[:32])
    results = [
        _result(project, root, problem, ids.index(problem.code), fingerprint)
        for problem, fingerprint in zip(pinpoint(sources, problems), prints, strict=True)
    ]
    driver = {"name": "pnp", "version": __version__, "rules": [_rule(codes[id]) for id in ids]}
    base = {"description": {"text": "The folder that paths are relative to."}}
    run = {
        "tool": {"driver": driver},
        "originalUriBaseIds": {_BASE: base},
        "columnKind": "unicodeCodePoints",
        "results": results,
    }
    return {"$schema": _SCHEMA, "version": "2.1.0", "runs": [run]}


def _rule(code: Code) -> dict[str, Any]:
    title, text = read_explanation(code.id)
    first, _, _ = text.partition("\n\n")
    return {
        "id": code.id,
        "name": "".join(word[:1].upper() + word[1:] for word in _WORD.findall(title)),
        "shortDescription": {"text": title[:1].upper() + title[1:] + "."},
        "fullDescription": {"text": " ".join(first.split())},
        "help": {"text": text},
        "defaultConfiguration": {"level": str(code.severity)},
    }


def _result(project: Project, root: Path, problem: Problem, rule: int, fingerprint: str) -> dict[str, Any]:
    places: list[dict[str, Any]] = [{"physicalLocation": _physical(project, root, span)} for span in problem.places]
    if problem.subject:
        places[0]["logicalLocations"] = [{"fullyQualifiedName": problem.subject}]
    said = (
        (f"{problem.span.cell}: " if problem.span.cell else "")
        + problem.message
        + (f" ({problem.hint})" if problem.hint else "")
    )
    result: dict[str, Any] = {
        "ruleId": problem.code,
        "ruleIndex": rule,
        "level": str(problem.severity),
        "message": {"text": said},
        "locations": places,
        "partialFingerprints": {"pnpProblem/v1": fingerprint},
    }
    if problem.origin:
        result["relatedLocations"] = [{"id": 1, "physicalLocation": _physical(project, root, problem.origin)}]
    return result


def _physical(project: Project, root: Path, span: Span) -> dict[str, Any]:
    path = project.root.resolve() / span.path
    location: dict[str, Any] = {"artifactLocation": {"uri": path.as_uri()}}
    if path.is_relative_to(root):
        location["artifactLocation"] = {"uri": quote(PurePath(path.relative_to(root)).as_posix()), "uriBaseId": _BASE}
    if span.line and not span.cell:
        column = {"startColumn": span.column} if span.column else {}
        location["region"] = {"startLine": span.line} | column | ({"endColumn": span.end} if span.end else {})
    return location
