"""Template source → the same source with each start tag saying which template and line it stands in.

Rendered XML has other lines than its template, and a tag may come from an include, a macro or a loop; an attribute on
the tag itself survives all of that. Only used to find out where a problem comes from: the ordinary rendering has no
stamps.
"""

import re

from jinja2 import Environment
from jinja2.ext import Extension

from pnp.model.span import Span

STAMP = "pnp-at"

_TAGS = re.compile(
    r"\{%.*?%\}|\{\{.*?\}\}|\{#.*?#\}|<!--.*?-->|<!\[CDATA\[.*?\]\]>|<(?P<tag>[A-Za-z][\w.-]*)", re.DOTALL
)


class Stamps(Extension):
    """Adds `pnp-at="file:line:column"` to every start tag of every template of the environment."""

    def __init__(self, environment: Environment) -> None:
        super().__init__(environment)

    def preprocess(self, source: str, name: str | None, filename: str | None = None) -> str:
        shown = (filename or name or "template").replace("&", "&amp;").replace('"', "&quot;").replace("{", "&#123;")

        def stamp(match: re.Match[str]) -> str:
            if not match["tag"]:
                return match[0]
            line = source.count("\n", 0, match.start()) + 1
            column = match.start() - source.rfind("\n", 0, match.start())
            return f'{match[0]} {STAMP}="{shown}:{line}:{column}"'

        return _TAGS.sub(stamp, source)


def read_stamp(stamp: str) -> Span | None:
    """The place a stamp names."""
    file, _, rest = stamp.rpartition(":")
    file, _, line = file.rpartition(":")
    return Span(file, int(line), int(rest)) if file and line.isdigit() and rest.isdigit() else None


def last_stamp(xml: str) -> str:
    """The stamp of the last start tag in a beginning of rendered XML."""
    from html import unescape  # needed only when something is wrong

    found: list[str] = re.findall(rf'{STAMP}="([^"]*)"', xml)
    return unescape(found[-1]) if found else ""
