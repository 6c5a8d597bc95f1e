"""Which sentences of passages are quoted, in which order, and how they are written."""
