"""Diagnostics: the report, codes and their explanations, what ignores problems, exact places in files, excerpts."""
