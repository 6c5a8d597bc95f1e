"""Judging hits, and the sets in which judgements are kept."""
