"""Our parts of Graphiti: its driver, embedder and searches."""
