"""Sheets → a PDF file for the printer."""

from pnp.emit.pdf.write import About, write_pdf

__all__ = ["About", "write_pdf"]
