"""The vocabulary every stage speaks: immutable values that import nothing else of the package."""
