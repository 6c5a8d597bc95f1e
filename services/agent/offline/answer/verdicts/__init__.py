"""Yes or no, where it can be said without doubt."""
