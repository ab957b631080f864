"""An expression → what it names, as far as that can be told from its text: `tables.hand`, `'night' in modules`."""

from collections.abc import Iterator

from jinja2 import nodes

Path = tuple[str, ...]

MODULES = "modules"


def mentions(node: nodes.Node) -> Iterator[Path]:
    """Names with what is asked of them, as far as it stands there: ("modules", "night") where that one is looked for"""
    if path := _path(node):
        yield path
        yield from _indices(node)
    elif (asked := _asked_module(node)) is not None:
        yield MODULES, asked
    else:
        for child in node.iter_child_nodes():
            yield from mentions(child)


def _path(node: nodes.Node) -> Path:
    """() where it isn't a name, or something of one."""
    if isinstance(node, nodes.Name):
        return (node.name,)
    if isinstance(node, nodes.Getattr):
        return (*owner, node.attr) if (owner := _path(node.node)) else ()
    if isinstance(node, nodes.Getitem):
        owner, index = _path(node.node), node.arg
        if owner and isinstance(index, nodes.Const) and isinstance(index.value, str):
            return (*owner, index.value)
        return (*owner, "") if owner else ()  # whichever: what stands behind "" isn't known
    return ()


def _indices(node: nodes.Node) -> Iterator[Path]:
    """What the brackets in a path name."""
    while isinstance(node, nodes.Getattr | nodes.Getitem):
        if isinstance(node, nodes.Getitem):
            yield from mentions(node.arg)
        node = node.node


def _asked_module(node: nodes.Node) -> str | None:
    """Which module it is that a comparison looks for."""
    if not isinstance(node, nodes.Compare) or len(node.ops) != 1:
        return None
    (operand,) = node.ops
    is_all = operand.op in ("in", "notin") and isinstance(operand.expr, nodes.Name) and operand.expr.name == MODULES
    is_text = isinstance(node.expr, nodes.Const) and isinstance(node.expr.value, str)
    return node.expr.value if is_all and is_text else None  # type: ignore[attr-defined]
