"""What a sentence itself calls a name: “X is a company”, “X, a town in …”, or what a column's head calls it. Pure."""

from services.graph.by_rule.sentences.tokens import Parsed, Span, word_set
from services.graph.by_rule.sentences.vocabulary import GROUPS, PLACES

_PLACE_HEADS = PLACES | word_set("location seat headquarters venue site place address birthplace")
_GROUP_HEADS = GROUPS | word_set("operator employer team constructor organiser organizer sponsor")


def said_kind(parsed: Parsed, span: Span) -> str:
    """“Organisation”, “Place”, or "" where the sentence does not say it."""
    head = parsed.head_of(span)
    token = parsed.tokens[head]
    nouns = parsed.under(head, "appos")
    if token.dep == "nsubj" and parsed.tokens[token.head].lemma == "be" and not parsed.under(token.head, "neg"):
        nouns = [*nouns, *parsed.under(token.head, "attr")]
    for noun in nouns:
        if parsed.tokens[noun].tag == "NN" and (kind := _kind(parsed.tokens[noun].lemma)):
            return kind
    return ""


def kind_of_head(head: str) -> str:
    words = frozenset(head.split())
    return "Place" if words & _PLACE_HEADS else "Organisation" if words & _GROUP_HEADS else ""


def _kind(noun: str) -> str:
    return "Organisation" if noun in GROUPS else "Place" if noun in PLACES else ""
