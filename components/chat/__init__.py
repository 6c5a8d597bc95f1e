"""The chat page: conversations, a turn with its tool trace, and what one does with an answer."""
