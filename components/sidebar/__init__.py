"""What the sidebar shows on every page: the date and the collection that hold, how each part is doing, the help."""
