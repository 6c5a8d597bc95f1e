"""Names of science that are written small: substances and diseases, told by how such words are formed. Pure.

The stems are those by which the World Health Organization names medicines, and the endings of medical Greek and Latin.
"""

import re
from collections.abc import Iterator

from services.graph.by_rule.sentences.tokens import Parsed, Span

_SUBSTANCE = re.compile(
    r"[a-z-]{3,}(?:cillin|mycin|micin|azole|olol|pril|sartan|statin|tidine|floxacin|cycline|parin|plase|tinib|mab"
    r"|[aeiou]vir|formin|semide|thiazide|gliptin|caine|barbital|azepam|azepine|profen|oxetine|triptan|setron|dronate"
    r"|lukast|terol|solone|darone|sporin|coumarol|coumarin|acetamol|domide|xaban|gatran|dogrel|prazole|platin"
    r"|rubicin|taxel|glandins?|guanides?|guanidines?|genase|kinase|merase|globin|steroids?|feron|trexate|terone"
    r"|adiol|phrine|sulfate|sulphate|chloride|bromide|iodide|dioxide|gliflozin|glutide|zolam)"
    r"|aspirin|insulin|heparin|warfarin|morphine|codeine|quinine|histamine|citrate|nitrate|phosphate|salicin|digoxin"
    r"|melatonin|serotonin|dopamine|caffeine|nicotine|albumin|cortisone|oestrogen|estrogen|guanidines?|biguanides?"
)
_DISEASE = re.compile(
    r"[a-z-]{3,}(?:itis|(?<!diagn)(?<!progn)(?<!hypn)(?<!morph)(?<!bi)(?<!mit)(?<!mei)(?<!the)(?<!osm)osis|pox|plegia"
    r"|(?<!acad)(?<!chim)a?emia|arthria|sclerosis|carcinoma|melanoma|lymphoma|myeloma|blastoma)"
    r"|glaucoma|pneumonia|malaria|cholera|diabetes|leprosy|measles|asthma|influenza|epilepsy|polio|rabies|tetanus"
    r"|typhus|scurvy|dementia|fibrillation|embolism"
)
_SINGLE = re.compile(r"[A-Z]\d{0,2}$")
_BEFORE = frozenset(("vitamin", "hepatitis", "factor", "haemophilia", "hemophilia"))
SHORTEST = 5


def term_spans(parsed: Parsed, taken: frozenset[int]) -> Iterator[Span]:
    """Outside of the words that are taken by other names."""
    number = 0
    while number < len(parsed.tokens):
        span = None if number in taken else _at(parsed, number)
        if span is not None and not taken.intersection(range(span.first, span.last + 1)):
            yield span
            number = span.last
        number += 1


def is_disease(words: str) -> bool:
    last = words.split()[-1].casefold()
    return bool(_DISEASE.fullmatch(last)) or words.split()[0].casefold() == "hepatitis"


def is_term(words: str) -> bool:
    return all(_is_word(word.casefold()) for word in words.split()[-1:])


def _at(parsed: Parsed, number: int) -> Span | None:
    tokens = parsed.tokens
    word, folded = tokens[number], tokens[number].text.casefold()
    following = tokens[number + 1].text if number + 1 < len(tokens) else ""
    if folded in _BEFORE and _SINGLE.match(following):
        return Span(number, number + 1)
    if following == "acid" and re.fullmatch(r"[a-z]{3,}ic", folded) and word.tag in ("JJ", "NN", "NNP"):
        return Span(number, number + 1)
    is_small = word.text.islower() or number == 0
    if not is_small or not (word.is_noun or word.is_name) or not _is_word(folded):
        return None
    first = number
    if first > 1 and tokens[first - 1].text.isdigit() and tokens[first - 2].text.casefold() == "type":
        first -= 2
    return Span(first, number)


def _is_word(folded: str) -> bool:
    return len(folded) >= SHORTEST and bool(_SUBSTANCE.fullmatch(folded) or _DISEASE.fullmatch(folded))
