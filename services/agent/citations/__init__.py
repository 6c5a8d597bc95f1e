"""How an answer's citations are numbered and checked."""
