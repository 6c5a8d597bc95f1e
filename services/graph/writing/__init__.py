"""What documents bring into the graph, and how it leaves again."""
