"""Roles that a project's fonts.yaml names → those that are written like another one, and that no layout uses."""

import re
from collections.abc import Collection, Iterator, Mapping

from pnp.load.sink import shown
from pnp.model.opening import beginning
from pnp.model.problem import Problem, Severity, code
from pnp.model.project import Project
from pnp.model.span import Span
from pnp.model.suggest import did_you_mean

NO_ROLE = code(
    "PNP128",
    "role that nothing uses",
    """
`fonts.yaml` says which family serves for a role that no style of any layout names, and that is written nearly like one
there is: its fonts would stay as they are.

Bad:  `roles: {titel: Almendra}`
Good: `roles: {title: Almendra}`
""",
    Severity.WARNING,
)

_LONGEST = 200_000  # of a file that is looked through


def misspelt_roles(project: Project, named: Mapping[str, Span], known: Collection[str]) -> Iterator[Problem]:
    """`known` are the roles that are there without the project."""
    for role, span in named.items():
        hint = "" if role in known else did_you_mean(role, known)
        if hint.startswith("did") and not _is_used(project, role):
            yield NO_ROLE.at(span, f"no style has the font {shown(role)}", hint=hint)


def _is_used(project: Project, role: str) -> bool:
    word = re.compile(rf"(?<![\w-]){re.escape(role)}(?![\w-])")
    files = [path for kind in ("yaml", "j2") for path in (project.root / "layouts").rglob(f"*.{kind}")]
    return any(word.search(beginning(path, _LONGEST, project.bounds(path))) for path in files)
