"""The documents page: the list, and one document with the cited passage marked."""
