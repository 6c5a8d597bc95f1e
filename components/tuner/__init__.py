"""The search tuner: try a setting, judge its hits, measure it."""
