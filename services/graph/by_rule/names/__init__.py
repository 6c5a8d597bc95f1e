"""What a document names, how each of them is spelt and what it is."""
