"""The timeline, what changed between two days, and steps of the as-of date."""
