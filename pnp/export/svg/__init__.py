"""Faces → SVG files, for browsers and drawing programs."""

from pnp.export.svg.faces import SvgBody, face_svg, svg_body

__all__ = ["SvgBody", "face_svg", "svg_body"]
