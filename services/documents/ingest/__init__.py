"""From a draft to rows, vectors and facts: files, the queue, and the work on the graph."""
