"""What is wrong with finished faces, without building anything."""

from collections.abc import Sequence

from pnp.check.faces import Looker, Seen, report_flaws
from pnp.model.game import Edition
from pnp.model.problem import Problem
from pnp.model.sheet import Leaf
from pnp.model.style import Style


def check_faces(edition: Edition, leaves: Sequence[Leaf], style: Style) -> list[Problem]:
    looker = Looker(style, edition.ink)
    seen = [
        Seen(leaf.component, leaf.piece, face is leaf.back, flaw)
        for leaf in leaves
        for face in (leaf.front, leaf.back)
        if face
        for flaw in looker.look(face).flaws
    ]
    return report_flaws(edition, style, seen)
