"""`per:` → the rule once for each value of it, about the pieces that have it."""

from collections.abc import Iterator
from dataclasses import replace

from pnp.rules.declared._judged import Judged, grouped
from pnp.rules.expressions import shown

WITHOUT_PIECES = ("table", "require")


def shares(whole: Judged) -> Iterator[Judged]:
    """Raises Wrong."""
    per = whole.rule.per
    if per is None:
        yield whole
    elif whole.rule.kind in WITHOUT_PIECES:
        for item in whole.items(per):
            yield replace(whole, names=whole.names.about(item), share=f" ({shown(item)})")
    else:
        for value, items in grouped(whole.values(per), whole.entries(per)).values():
            yield whole.of_share(tuple(items), value)
