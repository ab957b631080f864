"""Expressions: texts in Jinja's syntax → values, by a small evaluator of our own. Nothing of Python's, all bounded."""
