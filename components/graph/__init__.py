"""The graph page: a neighbourhood drawn, its timeline, changes between dates, paths, and reviews."""
