"""Tables of people who don't write YAML: pieces written out as one, fetched ones, and games begun from one."""
