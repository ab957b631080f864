"""SVG's vocabulary and picture files → values of the display list, for SVG files and layout templates alike."""
