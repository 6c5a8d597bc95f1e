"""The page that adds documents: what is uploaded, where it goes, and the queue."""
