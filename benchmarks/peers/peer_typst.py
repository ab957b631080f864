"""Typst, its Rust compiler through the binding on PyPI; the document reads the YAML itself."""

import sys

import typst

root = sys.argv[0].rpartition("/peers/")[0]
typst.compile(
    f"{root}/peers/deck.typ",
    output=sys.argv[2],
    root=root,
    font_paths=["/usr/share/fonts/truetype/dejavu"],
    ignore_system_fonts=True,
    sys_inputs={"n": sys.argv[1]},
)
