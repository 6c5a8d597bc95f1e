"""Word, OpenDocument, slides and spreadsheets: packages of XML."""
