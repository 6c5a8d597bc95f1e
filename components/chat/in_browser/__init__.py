"""What only a browser can do for the chat: the clipboard, Enter in a dialog, the place on the page."""
