"""Which facts of the graph are told, and in which words."""
