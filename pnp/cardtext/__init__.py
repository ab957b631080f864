"""Card text: its marks, icons, escapes, braces, quotes and blanks, read in one place."""
