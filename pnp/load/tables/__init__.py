"""A table of any kind - CSV, JSON, a spreadsheet - → rows of cells with their places → the nodes that YAML gives.

Each kind has a file that reads it to a `Table`; nothing behind that knows which it was.
"""
