"""Two questions in one: “When was the hall built and who paid for it?”, “Compare the heads of A and B”. Pure."""

import re
from collections.abc import Sequence
from typing import Literal

from services.agent.offline.reading.numbers.degrees import read_extreme
from services.agent.offline.reading.synonyms import with_synonyms
from services.text.sentences import STOPWORDS, content_words
from services.text.stems import PAST_FORMS

MOST_PARTS = 3
MOST_IN_SUBJECT = 5
_ASKING = (
    r"(?:(?:in|on|at|by|for|to|from|with|since|until)\s+)?"
    r"(?:who(?:m|se)?|when|where|why|what|which|how(?:\s+(?:many|much|long|far|old|often|big|large|high|deep))?)"
)
_BETWEEN = re.compile(
    rf"(?:\s*[,;?]\s*|\s+)(?:and|but)\s+(?:also\s+|then\s+)?(?={_ASKING}\b)|\?\s+(?=\S)", re.IGNORECASE
)
"""Between two questions: “and” before a word that asks, or a question mark."""
_OPENING = re.compile(rf"^\W*(?P<asking>{_ASKING})\b\s*(?P<rest>.*?)\W*$", re.IGNORECASE | re.DOTALL)
_BY_VERB = re.compile(
    r"^(?P<before>(?:[\w-]+\s+){0,3}?)(?P<verb>did|does|do|was|were|is|are|has|have|had|will|can)\s+(?P<after>.+)$",
    re.IGNORECASE,
)
_HELPING = frozenset({"did", "does", "do", "will", "can"})
"""After these the subject comes also where a thing is asked for: “On what day did the council meet?”"""
_SUBJECT_END = re.compile(
    r"\s+(?:in|on|at|by|for|to|from|with|since|until|after|before|during|and|or|of\s+late)\b|[,;]", re.IGNORECASE
)
_INFINITIVES = frozenset(
    [
        "cost",
        "take",
        "last",
        "open",
        "close",
        "begin",
        "start",
        "finish",
        "end",
        "happen",
        "get",
        "have",
        "go",
        "come",
        "become",
        "leave",
        "join",
        "move",
        "win",
        "lose",
        "earn",
        "need",
        "make",
        "weigh",
        "hold",
        "rise",
        "fall",
        "change",
        "cause",
        "die",
        "live",
        "stay",
        "use",
        "run",
        "meet",
        "vote",
        "decide",
        "agree",
        "sit",
        "sign",
        "say",
        "see",
        "grow",
        "buy",
        "sell",
        "build",
        "pay",
    ]
)
_SUBJECT_PRONOUN = re.compile(r"\b(?:he|she)\b", re.IGNORECASE)
_PRONOUN = re.compile(r"\b(?P<own>its|their|his|her(?=\s+[a-z]+))\b|\b(?:it|they|them|he|she|him|her)\b", re.IGNORECASE)
_NAME = re.compile(r"\b[A-Z][\w'’-]*(?:\s+(?:(?:of|the|de|van|von)\s+)?[A-Z][\w'’-]*)*")
_COMPARED_OF = re.compile(
    r"^(?P<topic>(?:the\s+)?[a-z][\w'’ -]*?)\s+(?P<by>of|at|in|for|from)\s+(?P<name>.+)$",
)
_TIME = re.compile(
    r"\s+(?P<time>(?:in|at|on|since|before|after|around|during|by)\s+(?:\w+\s+){0,3}?(?:1[5-9]|20)\d\d\S*)\W*$"
)
_WHO = re.compile(r"^\W*who\b", re.IGNORECASE)
_BESIDE_HIM = re.compile(
    r"^\W*(?:and\s+|then\s+)?who\s+(?:(?:was|were|is|had|has\s+been|came?|went|served|followed|led|took\s+over|next)\s+){0,2}"
    r"(?:(?P<after>after|succeeded|replaced|followed|took\s+over\s+from)|(?P<before>before|preceded))"
    r"\s*(?:him|her|them|that|then)?\W*$"
    r"|^\W*who\s+(?:was|were|is)\s+(?:his|her|their)\s+(?P<role>successor|predecessor)\W*$",
    re.IGNORECASE,
)
"""“And who came after him?”: after the one whom the first question asks for."""
_NAMES_ONE = re.compile(
    r"\b(?:before|after|preced\w+|succe(?:ed\w*|ss\w+)|replac\w+|follow\w+|predecessors?)\b(?!\s+(?:1[5-9]|20)\d\d)",
    re.IGNORECASE,
)
"""A first question that names somebody, of whom the second speaks: “Who came before Aldous?”"""
_ONLY_HOW_MANY = re.compile(
    r"^\W*how\s+(?:many|much|long|far|old|big|large|high|deep)(?:\s+(?:was|were|is|are)\s+(?:it|they|that|there))?\W*$",
    re.IGNORECASE,
)
_THING = r"[A-Z][\w'’-]*(?:\s+(?:(?:of|the|de|van|von)\s+)?[A-Z0-9][\w'’-]*)*"
_OF_BOTH = re.compile(
    rf"^\W*(?P<asking>[Hh]ow|[Ww]hen|[Ww]here|[Ww]hy|[Ww]hat)\s+(?P<verb>were|are|have|do|did|will|can)\s+(?P<one>{_THING})\s+and\s+(?P<other>{_THING})"
    r"\s+(?P<each>each\s+|both\s+)?(?P<rest>(?!(?:differ|compare|relate|connect|meet|met|know|merge|work|interact|cooperate|fight|agree)\w*\b)[a-z].+?)\W*$"
)
"""“How did Mir and Skylab each come to their end?”, “When were Oxbow and Selm founded?”"""
_TO_AN_END = re.compile(r"\bcome\s+to\s+(?:an|their)\s+(?:end|close)\b")
_OF_ONE = {"were": "was", "are": "is", "have": "has", "do": "does"}
_PERSONS = with_synonyms({"lead"}) | frozenset({"found", "own"})


def question_parts(question: str) -> tuple[str, ...]:
    """The questions that it consists of, each so that it can be asked alone; empty if it is only one."""
    if both := _OF_BOTH.match(question):
        return _of_both(both)
    pieces = [piece.strip() for piece in _BETWEEN.split(question) if piece and piece.strip(" ?.!")]
    if not 2 <= len(pieces) <= MOST_PARTS or not content_words(_rest(pieces[0])):
        return ()
    if not all(_OPENING.match(piece) for piece in pieces[1:]) or _is_spoken_of(pieces[0]):
        return ()
    if len(pieces) == 2 and _ONLY_HOW_MANY.match(pieces[1]) and read_extreme(pieces[0]) is not None:
        return ()  # the row that answers the first has the figure
    parts = [pieces[0], *(_alone(piece, pieces[0]) for piece in pieces[1:])]
    return tuple(f"{part.rstrip(' ?.!,')}?" for part in parts) if all(parts) else ()


def _of_both(asked: re.Match[str]) -> tuple[str, ...]:
    """The question for either; what two did may be one deed, unless each is asked about."""
    singular = _OF_ONE.get(asked["verb"])
    if not (singular or asked["each"]) or _BETWEEN.search(asked["rest"]):
        return ()
    verb, rest = singular or asked["verb"], re.sub(r"\btheir\b", "its", _TO_AN_END.sub("end", asked["rest"]))
    return tuple(f"{asked['asking']} {verb} {name} {rest}?" for name in (asked["one"], asked["other"]))


def place_beside_answer(piece: str, first: str) -> Literal["before", "after"] | None:
    """Whether it asks who came before or after the one who answers the first question; None if neither."""
    found = _BESIDE_HIM.match(piece) if _WHO.match(first) and not _NAMES_ONE.search(first) else None
    if found is None:
        return None
    is_after = found["after"] or (found["role"] or "").casefold() == "successor"
    return "after" if is_after else "before"


def compared_parts(compared: Sequence[str]) -> tuple[str, ...]:
    """“The heads of A” and “B in 2014” as two questions for the head; empty where no more than two names are given."""
    if len(compared) != 2 or (found := _COMPARED_OF.match(compared[0])) is None:
        return ()
    second, name = compared[1], found["name"]
    if _COMPARED_OF.match(second) or not (name[:1].isupper() and second[:1].isupper()):
        return ()
    time = _TIME.search(second)
    when = f" {time['time']}" if time else ""
    second = second[: time.start()] if time else second
    topic = found["topic"]
    asking = "Who was" if with_synonyms(content_words(topic)) & _PERSONS else "What was"
    return tuple(f"{asking} {topic} {found['by']} {one}{when}?" for one in (name, second))


def _rest(piece: str) -> str:
    """Without the word that asks."""
    found = _OPENING.match(piece)
    return found["rest"] if found else piece


def _is_spoken_of(piece: str) -> bool:
    """Whether a sentence goes before that only says something: “I have seen two numbers.”"""
    return _OPENING.match(piece) is None and not re.match(
        r"^\W*(?:did|does|do|was|were|is|are|has|have|had|can|could|will|tell|say|name|list|price|cost)\b",
        piece,
        re.IGNORECASE,
    )


def _alone(piece: str, first: str) -> str:
    """The later question, with what it takes from the first; empty if that is what the first asks for. What is asked
    beside the first one's answer takes nothing: only that tells of whom it speaks."""
    if place_beside_answer(piece, first):
        return piece
    asked = _OPENING.match(piece)
    rest = asked["rest"] if asked else ""
    if asked and not content_words(rest):
        said = _BY_VERB.match(_rest(first))
        body = f"{said['verb']} {said['after']}" if said else _rest(first)
        return f"{piece.rstrip(' ?.!,')} {body}".strip() if not _PRONOUN.search(rest) else _said_of(piece, first)
    if _PRONOUN.search(rest):
        return _said_of(piece, first)
    if len(content_words(rest)) < 2 and not _NAME.search(rest):
        subject = _subject(first)
        return f"{piece.rstrip(' ?.!,')} {'of ' if subject else ''}{subject}".strip()
    return piece


def _said_of(piece: str, first: str) -> str:
    """With the first question's subject for the pronoun. “Who was it, and when did she …?” asks for her."""
    subject = _subject(first)
    if not subject or (re.match(r"^\W*who\b", first, re.IGNORECASE) and _SUBJECT_PRONOUN.search(piece)):
        return ""
    return _PRONOUN.sub(lambda found: f"{subject}'s" if found["own"] else subject, piece, count=1)


def _subject(first: str) -> str:
    """What the first question is about: the words after its verb, or else its last name."""
    rest = _rest(first)
    said = _BY_VERB.match(rest)
    if said is None:
        names = _NAME.findall(rest)
        return names[-1] if names else ""
    if said["before"].strip() and said["verb"].casefold() not in _HELPING:
        return said["before"].strip()
    whole = said["after"]
    end = _SUBJECT_END.search(whole)
    spoken = (whole[: end.start()] if end else whole).split()
    kept: list[str] = []
    for word in spoken[:MOST_IN_SUBJECT]:
        is_verb = word.casefold() in PAST_FORMS | _INFINITIVES or (word.endswith("ed") and word.islower())
        if kept and is_verb:
            break
        kept.append(word)
    return " ".join(kept) if any(word.casefold() not in STOPWORDS for word in kept) else ""
