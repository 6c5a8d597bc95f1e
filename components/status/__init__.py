"""The status page: what runs, from where, and how to keep a copy."""
