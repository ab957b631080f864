"""One command a file: `command` does it, `EXAMPLES` end its help. Heavy imports stay inside the functions."""
