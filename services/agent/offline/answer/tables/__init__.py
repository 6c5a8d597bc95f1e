"""Answers that a table or a list gives as a whole: its most and least, its counts, its rows, its section."""
