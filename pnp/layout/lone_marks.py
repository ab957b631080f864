"""Texts that stand in templates → stars and underscores in them that have no partner, and print as they stand."""

from collections.abc import Iterator

from pnp.layout.element import Element, Finding, find
from pnp.model.game import Component, Edition, Piece
from pnp.model.problem import Severity, code
from pnp.model.records import words_said
from pnp.text.marks import lone_marks
from pnp.text.punctuation import excerpt

LONE_IN_TEMPLATE = code(
    "PNP156 mark of a template without its partner",
    """A text that stands in a template opens bold, italics or underlining and doesn't close it, or closes what never
opened. The lonely mark prints as it stands. Where that is meant, write a backslash before it.

Bad:  `<text>**Cost: {{ piece.cost }}</text>`
Good: `<text>**Cost:** {{ piece.cost }}</text>`""",
    Severity.WARNING,
    says="a text {wrong}: {excerpt}",
    varies=("excerpt",),
)


def lone_in_template(element: Element) -> Iterator[Finding]:
    """Of texts that no field is bound to: what fields say is looked at in the data."""
    for lone in lone_marks(element.text) if not element.field else ():
        around, hint, sign = excerpt(element.text, lone.start, lone.end), lone.mark.hint, lone.mark.sign
        at = element.origin
        yield find(LONE_IN_TEMPLATE, wrong=lone.wrong, excerpt=around, hint=hint, origin=at, word=sign)


def is_told(finding: Finding, component: Component, piece: Piece, edition: Edition) -> bool:
    """Whether the mark may come from a text that the template fills in, or from a translation: told where it stands."""
    if finding.code.id != LONE_IN_TEMPLATE.id:
        return False
    said = words_said(component, piece, edition.game)
    return edition.translation is not None or any(
        lone.mark.sign == finding.word for _, _, _, text in said for lone in lone_marks(text)
    )
