"""The measuring of settings with judged queries."""
