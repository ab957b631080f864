"""A text, its fonts and a width → words shaped, lines broken, runs of glyphs in their places."""
