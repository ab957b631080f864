"""The whole way from files to what is written, and the one place that knows of caches and processes."""
