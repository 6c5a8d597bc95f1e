"""Two things that a question compares. Pure."""

import re

_COMPARED = re.compile(
    r"^\W*(?:please\s+|can you\s+)?compare\s+(?P<first>.+?)\s+(?:and|with|to|against)\s+(?P<second>[^?:;]+?)"
    r"(?:[:;](?![^?]*\b(?:who|what|which|when|where|how)\b)[^?]*)?\W*$"
    r"|\bdifferences?\s+between\s+(?P<one>.+?)\s+and\s+(?P<other>[^?]+?)\W*$"
    r"|^\W*(?P<this>[^?]+?)\s+(?:vs\.?|versus)\s+(?P<that>[^?]+?)\W*$",
    re.IGNORECASE,
)


def compared_things(question: str) -> tuple[str, str] | None:
    """The two things that the question compares, as it names them; None if it compares nothing."""
    found = _COMPARED.search(question)
    if found is None:
        return None
    first, second = (name for name in found.groups() if name is not None)
    return first, second
