"""What SQL's LIKE looks for, made of words as people type them. Pure."""


def like_pattern(words: str) -> str | None:
    """A pattern in which nothing but our own per cent signs is special; None: no words, so nothing is looked for."""
    wanted = words.strip()
    if not wanted:
        return None
    escaped = wanted.replace("\\", "\\\\").replace("%", "\\%").replace("_", "\\_")
    return f"%{escaped}%"
