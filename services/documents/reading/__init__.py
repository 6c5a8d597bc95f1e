"""Files to drafts of documents, a module for each format."""
