"""The functions that an agent calls, and what they return."""
