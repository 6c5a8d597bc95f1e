"""The times that a question or a passage names."""
