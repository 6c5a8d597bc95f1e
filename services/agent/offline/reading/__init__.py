"""A question as the offline model reads it: names, times, events, what is asked for."""
