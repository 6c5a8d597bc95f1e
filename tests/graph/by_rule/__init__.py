"""Facts, names and summaries read by rule."""
