"""Roles and styles that a project declares and nothing uses → those written nearly like one that is used."""

import re
from collections.abc import Collection, Iterator, Mapping

from pnp.files.opening import beginning
from pnp.files.project import Project
from pnp.load.sink import shown
from pnp.model.problem import Problem, Severity, code
from pnp.model.span import Span
from pnp.text.suggest import did_you_mean, nearest

NO_ROLE = code(
    "PNP128 role or style that nothing uses",
    """`fonts.yaml` says which family serves for a role that no style of any layout names, or `style.yaml` how a style
looks that no template names, and it is written nearly like one there is: that one stays as it is.

Bad:  `roles: {titel: Almendra}`    `styles: {bdoy: {size: 8pt}}`
Good: `roles: {title: Almendra}`    `styles: {body: {size: 8pt}}`""",
    Severity.WARNING,
    says="no style has the font {role}",
)
NO_STYLE = NO_ROLE.also("nothing has the style {style}")
_LONGEST = 200_000  # of a file that is looked through
_NO_KEY = r"(?![\"']? *:)"
_ALIKE = 0.7  # short names are soon alike: level is no label


def misspelt_roles(project: Project, named: Mapping[str, Span], known: Collection[str]) -> Iterator[Problem]:
    """`known` are the roles that are there without the project."""
    for role, span in named.items():
        if role not in known and nearest(role, known) and not _is_used(project, role, ("layouts",)):
            yield NO_ROLE.at(span, hint=did_you_mean(role, known), role=shown(role))


def misspelt_styles(project: Project, named: Mapping[str, Span], unsaid: Collection[str]) -> Iterator[Problem]:
    """`unsaid` are the built-in styles that no `style.yaml` says anything of."""
    for style, span in named.items():
        if nearest(style, unsaid, _ALIKE) and not _is_used(project, style, ("layouts", "card_data"), _NO_KEY):
            yield NO_STYLE.at(span, hint=did_you_mean(style, unsaid, _ALIKE), style=shown(style))


def _is_used(project: Project, name: str, folders: Collection[str], behind: str = "") -> bool:
    """Whether the word stands in files of these folders; `behind` is a pattern for what may follow it."""
    word = re.compile(rf"(?<![\w-]){re.escape(name)}(?![\w-]){behind}")
    kinds = ("yaml", "j2", "csv", "json")
    files = (path for folder in folders for kind in kinds for path in (project.root / folder).rglob(f"*.{kind}"))
    return any(word.search(beginning(path, _LONGEST, project.bounds(path))) for path in files)
