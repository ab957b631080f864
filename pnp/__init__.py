"""pnp: card data, templates and rules in, print-and-play sheets out."""

__version__ = "0.6.0"
