"""Pages that are pictures, read by machine."""
