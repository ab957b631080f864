"""One command a file: `command` does it, `EXAMPLES` ends its help. Heavy imports stay inside the functions."""
