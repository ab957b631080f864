"""What somebody has finished elsewhere, pictures and PDFs of cards, onto our sheets."""
