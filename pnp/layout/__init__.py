"""Lays editions out: templates, elements and text → faces. `editions.Layout` is the room's door."""
