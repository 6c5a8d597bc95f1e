"""The sample collection: its files, how it is loaded, and the questions that it offers."""
