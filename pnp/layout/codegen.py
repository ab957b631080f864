"""A template's syntax tree → the Python that renders it: as Jinja writes it, but bounded, and quicker.

A face prints hundreds of numbers and short texts. Each goes through one call of the environment's `printed`, in place
of Jinja's `escape(finalize(…))`, which makes an object of a class of its own for each.
"""

from typing import Any

from jinja2 import nodes
from jinja2.compiler import CodeGenerator, Frame

BINOPS = frozenset(["+", "*", "**", "%"])  # that go through the environment's `call_binop`


class LayoutCode(CodeGenerator):
    def visit_Concat(self, node: nodes.Concat, frame: Frame) -> None:  # noqa: N802 (the name is Jinja's)
        """`a ~ b` looks at the length first."""
        self.write("environment.joined((")
        for part in node.nodes:
            self.visit(part, frame)
            self.write(", ")
        self.write("))")

    def visit_Add(self, node: nodes.BinExpr, frame: Frame) -> None:  # noqa: N802
        """Nothing but a number can be added to a number that the template says: no text that might grow too long."""
        if _is_number(node.left) or _is_number(node.right):
            self._plain("+", node, frame)
        else:
            super().visit_Add(node, frame)

    def visit_Mul(self, node: nodes.BinExpr, frame: Frame) -> None:  # noqa: N802
        """A fraction repeats no text, and makes a fraction."""
        if _is_fraction(node.left) or _is_fraction(node.right):
            self._plain("*", node, frame)
        else:
            super().visit_Mul(node, frame)

    def _plain(self, operator: str, node: nodes.BinExpr, frame: Frame) -> None:
        self.write("(")
        self.visit(node.left, frame)
        self.write(f" {operator} ")
        self.visit(node.right, frame)
        self.write(")")

    def _output_child_pre(self, node: nodes.Expr, frame: Frame, finalize: Any) -> None:
        if frame.eval_ctx.volatile or not frame.eval_ctx.autoescape:
            super()._output_child_pre(node, frame, finalize)
        else:
            self.write("environment.printed(")

    def _output_child_post(self, node: nodes.Expr, frame: Frame, finalize: Any) -> None:
        if frame.eval_ctx.volatile or not frame.eval_ctx.autoescape:
            super()._output_child_post(node, frame, finalize)
        else:
            self.write(")")


def _is_number(node: nodes.Expr) -> bool:
    return isinstance(node, nodes.Const) and type(node.value) in (int, float)


def _is_fraction(node: nodes.Expr) -> bool:
    return isinstance(node, nodes.Const) and type(node.value) is float
