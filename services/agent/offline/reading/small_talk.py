"""What is said to the workbench and asks nothing of the documents: greetings, thanks, and what it can do. Pure."""

import re

_COURTESY = (
    r"(?:hi|hello|hey|hallo|good\s+(?:morning|afternoon|evening|day)|greetings|thanks?|thank\s+you|cheers|bye|goodbye"
    r"|ok(?:ay)?|great|nice|cool|well\s+done)(?:\s+(?:there|dossier|you|all|everyone|again|so|very|much|a\s+lot))*"
)
_POLITE = re.compile(
    rf"\W*{_COURTESY}(?:\W+{_COURTESY}){{0,2}}"
    r"(?:\W+that(?:\s+is|['’]s|\s+was|\s+will\s+be)\s+(?:all|it|enough|everything))?\W*",
    re.IGNORECASE,
)
_ABOUT_WORKBENCH = re.compile(
    r"\W*(?:(?:hi|hello|hey)\W+)?(?:help(?:\s+me)?|(?:what|who)\s+(?:is|are)\s+(?:dossier|you|this(?:\s+\w+)?)"
    r"|what\s+(?:can|do)\s+(?:you|i|dossier)\s+(?:do|know|ask|help)(?:\s+(?:here|you|me|with|about|for|this|it))*"
    r"|what\s+can\s+i\s+(?:do|ask)(?:\s+(?:here|you))*|how\s+(?:do|does|can)\s+(?:this|it|dossier|you|i)\s+"
    r"(?:work|use\s+(?:this|it|dossier)|help)(?:\s+me)?|how\s+to\s+use\s+(?:this|it|dossier)|can\s+you\s+help(?:\s+me)?)\W*",
    re.IGNORECASE,
)


_THANKS = re.compile(r"\b(?:thanks?|thank\s+you|cheers|well\s+done|great|nice|cool)\b", re.IGNORECASE)
_FAREWELL = re.compile(r"\b(?:bye|goodbye)\b", re.IGNORECASE)
_GREETING = re.compile(
    r"^\W*(?:hi|hello|hey|hallo|good\s+(?:morning|afternoon|evening|day)|greetings)\b", re.IGNORECASE
)


def courtesy(said: str) -> str:
    """What is said back before anything else; nothing to a question about the workbench."""
    if _FAREWELL.search(said):
        return "Goodbye."
    if _THANKS.search(said):
        return "You are welcome."
    return "Hello." if _GREETING.search(said) else ""


def is_small_talk(question: str) -> bool:
    """Whether it is small talk and nothing else: “hello, who leads ESA?” is a question."""
    return bool(_POLITE.fullmatch(question) or _ABOUT_WORKBENCH.fullmatch(question))
