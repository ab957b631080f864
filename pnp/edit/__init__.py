"""One text of a file → another, and not a byte besides."""
