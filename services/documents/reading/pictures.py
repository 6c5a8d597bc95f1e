"""How a picture inside of a document is named where it stands."""

LONGEST = 300


def picture_line(said: str | None) -> str:
    """`said`: what its author wrote for those who do not see it."""
    words = " ".join((said or "").split()).replace("[", "(").replace("]", ")")
    return f"[Picture: {words[:LONGEST]}]" if words else "[Picture]"
