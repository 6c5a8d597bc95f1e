"""A neighbourhood as a picture: what is drawn and the script that draws it."""
