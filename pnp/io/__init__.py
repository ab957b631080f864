"""Files: the project's folders, the one way to open an input, and the one way to write a result."""
