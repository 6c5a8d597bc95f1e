"""Conversations and answers in the making, apart from any page or request."""
