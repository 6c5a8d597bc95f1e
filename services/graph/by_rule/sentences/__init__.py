"""What a document is cut into before anything is read in it: sentences, their words, and the dates that they name."""
