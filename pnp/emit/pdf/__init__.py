"""Sheets → a PDF file for the printer."""

from pnp.emit.pdf.write import Info, write_pdf, write_pdf_to

__all__ = ["Info", "write_pdf", "write_pdf_to"]
