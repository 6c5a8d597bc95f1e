"""Numbers and units as a question names them, and what it wants done with them."""
