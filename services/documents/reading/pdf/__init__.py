"""PDF: text with its boxes, tables, pages as pictures."""
