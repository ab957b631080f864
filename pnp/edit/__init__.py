"""Changes of one value in its file, byte for byte."""
