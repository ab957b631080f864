"""Sheets → a PDF file for the printer."""

from pnp.export.pdf.write import Info, write_pdf, write_pdf_to

__all__ = ["Info", "write_pdf", "write_pdf_to"]
