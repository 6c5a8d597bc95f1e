"""The tool traces page: calls of all conversations."""
