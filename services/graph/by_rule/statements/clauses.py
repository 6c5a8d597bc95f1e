"""What a clause says of whom: who is spoken of without a name, and what is said in passing. Pure."""

from services.graph.by_rule.sentences.tokens import Parsed, Span
from services.graph.by_rule.sentences.vocabulary import PERSONS


def is_unnamed(parsed: Parsed, number: int) -> bool:
    """“a 28-year-old man”, as a subject; “the driver” may be named elsewhere, and “a driver, Peter Lang” is."""
    token = parsed.tokens[number]
    if token.tag != "NN" or token.dep not in ("nsubj", "nsubjpass", "ROOT") or token.lemma not in PERSONS:
        return False
    is_known = any(parsed.tokens[n].text.casefold() == "the" for n in parsed.under(number, "det"))
    return not is_known and not parsed.under(number, "appos")


def follows_at(parsed: Parsed, span: Span) -> bool:
    head = parsed.tokens[parsed.head_of(span)]
    preposition = parsed.tokens[head.head]
    is_main = parsed.tokens[preposition.head].dep == "ROOT"
    return head.dep == "pobj" and preposition.text.casefold() == "at" and is_main


def is_main_clause(parsed: Parsed, verb: int) -> bool:
    """Not what a clause says in passing: “…, who had been president of NASDA, headed JAXA”."""
    token = parsed.tokens[verb]
    return token.dep == "ROOT" or (token.dep == "conj" and parsed.tokens[token.head].dep == "ROOT")
