"""Entities that may be one: found, merged by a person, and taken apart again."""
