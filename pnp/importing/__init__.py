"""Pictures, PDFs and tables of others → sheets to print, and games to go on from."""
