"""Edits: one value changed in its file, byte for byte besides; saving, taking back."""
