"""What the words around a name tell of what it is, without calling it anything: “X, who …”, “the valley of the X”,
“the architects X”. Pure."""

from collections.abc import Sequence

from services.graph.by_rule.names.kind_statements import FIRMS_OF_PEOPLE, is_location
from services.graph.by_rule.sentences.tokens import Parsed, Span, word_set
from services.graph.by_rule.sentences.vocabulary import OFFICES_OF_PEOPLE

_LANDS = word_set("""
valley reservoir wellfield basin estuary delta coast coastline shore peninsula plateau border floodplain headwater
archipelago suburb district region province hillside marsh moor fjord gorge canyon
""")
"""“the Tolk valley”: what stands before it is called after the land, or the land after it."""
_PARTS_OF_LAND = _LANDS | word_set("""
mouth bank banks tributary source shores slopes outskirts hamlet village town city municipality suburb suburbs borough
parish inhabitant inhabitants villager villagers port island
""")
_NEAR = word_set("above below outside around across throughout beyond")
_GROWN = word_set(
    "stand live lie pasture field slope meadow road land farm house mile kilometre kilometer forest drive walk"
)
"""What “above” and “outside” lead to a place from."""
_OF_ABSTRACTS = ("ness", "over")
_MINDS = word_set("remember recall smile laugh weep marry retire telephone whisper shrug sigh grin wake")


def kind_by_cue(parsed: Parsed, span: Span) -> str:
    """The type, or "" where the sentence does not tell it."""
    if _is_somebody(parsed, span):
        return "Person"
    if _is_land(parsed, span):
        return "Place"
    return "Organisation" if _is_firm_of_people(parsed, span) else ""


def is_listed_with_place(parsed: Parsed, span: Span, spans: Sequence[Span]) -> bool:
    """“in Hebden, Marsk and Tarn”: what stands in a list with a place is one."""
    head = parsed.head_of(span)
    while parsed.tokens[head].dep == "conj":
        head = parsed.tokens[head].head
    first = next((other for other in spans if other.first <= head <= other.last), None)
    return first is not None and first != span and (is_location(parsed, first) or _is_land(parsed, first))


def has_neuter_pronoun(parsed: Parsed, span: Span) -> bool:
    """“X lost a third of its crews”: a thing or a group."""
    return bool(_own(parsed, span) & {"its", "itself"})


def opens_with_its_office(parsed: Parsed) -> bool:
    """“Its chief executive, …”: the subject of the sentence before has one."""
    if not parsed.tokens or parsed.tokens[0].text != "Its":
        return False
    return parsed.tokens[parsed.tokens[0].head].lemma in OFFICES_OF_PEOPLE


def opens_sentence(parsed: Parsed, span: Span) -> bool:
    """One plain word at the beginning of a sentence, an item or a line that belongs to a common noun or is the whole of
    it: “Drip irrigation is …”, “Reconnect, free of charge, …”; what does something may be a ship: “Endeavour left”."""
    token = parsed.tokens[span.first]
    word, head = token.text, parsed.tokens[token.head]
    is_before_noun = token.dep in ("compound", "amod", "nmod") and head.is_noun and head.text.islower()
    if not is_before_noun and token.dep != "ROOT" and not word.endswith(_OF_ABSTRACTS):
        return False
    is_first = not any(token.text[0].isalnum() for token in parsed.tokens[: span.first])
    return is_first and span.first == span.last and word[1:].islower() and word.isalpha()


def is_only_topic(parsed: Parsed, span: Span, spans: Sequence[Span]) -> bool:
    """The subject of the sentence, or the only name in it."""
    token = parsed.tokens[parsed.head_of(span)]
    is_subject = token.dep in ("nsubj", "nsubjpass") and parsed.tokens[token.head].dep == "ROOT"
    return is_subject or len(spans) == 1


def _is_somebody(parsed: Parsed, span: Span) -> bool:
    head = parsed.head_of(span)
    token = parsed.tokens[head]
    clauses = parsed.under(head, "relcl")
    if any(parsed.tokens[n].text == "who" for clause in clauses for n in parsed.under(clause, "nsubj", "nsubjpass")):
        return True
    if token.dep != "nsubj":
        return False
    verb = parsed.tokens[token.head]
    held = [n for n in parsed.under(token.head, "attr") if parsed.tokens[n].text.casefold() in OFFICES_OF_PEOPLE]
    if verb.lemma == "be" and held and not parsed.under(token.head, "neg"):
        return parsed.tokens[held[0]].tag != "NNS"
    if verb.lemma in _MINDS or _is_in_person(parsed, token.head):
        return True
    return bool(_own(parsed, span) & {"his", "her", "himself", "herself"})


def _is_in_person(parsed: Parsed, verb: int) -> bool:
    """“told the court in person”."""
    inside = [p for p in parsed.under(verb, "prep") if parsed.tokens[p].text == "in"]
    return any(parsed.tokens[n].text == "person" for p in inside for n in parsed.under(p, "pobj"))


def _own(parsed: Parsed, span: Span) -> set[str]:
    """Whose the object of its verb is, where the verb has no other before it: “took up her duties”."""
    token = parsed.tokens[parsed.head_of(span)]
    if token.dep != "nsubj" or token.tag == "NNPS":
        return set()
    found = set[str]()
    for noun in parsed.under(token.head, "dobj"):
        after = [noun, *(n for p in parsed.under(noun, "prep") for n in parsed.under(p, "pobj"))]
        found |= {parsed.tokens[n].text.casefold() for one in after for n in (one, *parsed.under(one, "poss"))}
    return found


def _is_land(parsed: Parsed, span: Span) -> bool:
    """“the Tolk valley”, “the mouth of the Tarrin”, “the pastures above Dunner”."""
    head, following = parsed.head_of(span), span.last + 1
    token = parsed.tokens[head]
    if following < len(parsed.tokens) and token.dep in ("compound", "nmod") and token.head == following:
        return parsed.tokens[following].lemma in _LANDS
    if token.dep != "pobj":
        return False
    preposition = parsed.tokens[token.head]
    above = parsed.tokens[preposition.head]
    if preposition.text == "of":
        return above.is_noun and above.lemma in _PARTS_OF_LAND
    return preposition.text in _NEAR and above.lemma in _GROWN


def _is_firm_of_people(parsed: Parsed, span: Span) -> bool:
    """“the architects Fennmark”, and no list of architects."""
    head, before = parsed.head_of(span), span.first - 1
    if before < 0 or parsed.tokens[before].tag != "NNS" or parsed.tokens[before].lemma not in FIRMS_OF_PEOPLE:
        return False
    conjuncts = [n for n in parsed.under(head, "conj") if parsed.tokens[n].is_name]
    return not conjuncts and (before == 0 or parsed.tokens[before - 1].text.casefold() == "the")
