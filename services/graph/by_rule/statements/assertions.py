"""Whether a sentence states what a verb says, or denies, plans, supposes or asks it. Pure."""

from services.graph.by_rule.sentences.tokens import Parsed
from services.graph.by_rule.sentences.vocabulary import AGREES, BEGINS, DOUBT, HEDGES, PREVENTS

_DENIALS = HEDGES | {"never", "almost", "nearly", "if", "whether", "unless"}
_GOVERNED = ("xcomp", "ccomp", "pcomp", "dobj")
_NONE = ("no", "none", "neither", "nobody")


def is_asserted(parsed: Parsed, verb: int) -> bool:
    """Neither denied nor only thought, planned or asked; “Compared with X, …” is nothing that was done."""
    token = parsed.tokens[verb]
    if token.text.isupper() and len(token.text) > 2 and not parsed.text.isupper():
        return False  # “I wrote KEEP COLD on it”
    if _is_in_title(parsed, verb):
        return False  # “Companies Use Web to Uncover Rivals”
    if token.text == "Compared" and not parsed.under(verb, "aux", "auxpass"):
        return False
    if parsed.text.rstrip('"”’)').endswith("?"):
        return False
    chain = [verb, *(n for n in parsed.above(verb) if parsed.tokens[n].is_verb)]
    return not any(
        _is_doubtful(parsed, number, governed) for number, governed in zip(chain, [None, *chain], strict=False)
    )


def _is_in_title(parsed: Parsed, verb: int) -> bool:
    """A capital within a sentence, where no sign before it begins another."""
    is_within = verb > 0 and parsed.tokens[verb].text[0].isupper()
    return is_within and any(sign.isalnum() for sign in parsed.tokens[verb - 1].text) and not parsed.text.isupper()


def _is_doubtful(parsed: Parsed, verb: int, governed: int | None) -> bool:
    """`governed`: the verb below it on the way here; a relative clause or a list's other half doubts for itself."""
    token = parsed.tokens[verb]
    if governed is not None and token.lemma in PREVENTS and parsed.tokens[governed].dep in _GOVERNED:
        return True
    if governed is not None and parsed.tokens[governed].dep not in ("ccomp", "xcomp", "advcl", "conj"):
        return False
    if (
        governed is not None
        and parsed.tokens[governed].dep in ("conj", "advcl")
        and not _begins_alike(parsed, governed)
    ):
        return False
    if governed is not None and token.lemma in DOUBT:
        return True
    return _is_denied(parsed, verb) or _is_unreal(parsed, verb) or _has_none(parsed, verb)


def _is_denied(parsed: Parsed, verb: int) -> bool:
    words = {parsed.tokens[n].text.casefold() for n in parsed.under(verb, "aux", "neg", "mark", "advmod")}
    return bool(parsed.under(verb, "neg")) or bool(words & _DENIALS) or _is_over(parsed, verb)


def _is_over(parsed: Parsed, verb: int) -> bool:
    """“no longer finds X”: what is over is not told as if it held."""
    ended = [
        n for n in parsed.under(verb, "advmod", "npadvmod") if parsed.tokens[n].text.casefold() in ("longer", "more")
    ]
    return any(parsed.tokens[n - 1].text.casefold() == "no" for n in ended if n > 0)


def _is_unreal(parsed: Parsed, verb: int) -> bool:
    """“would buy”, “to buy”, “is going to buy”; “began to buy” is real."""
    token = parsed.tokens[verb]
    head = parsed.tokens[token.head]
    is_going = head.lemma == "go" and head.tag == "VBG" and bool(parsed.under(token.head, "aux"))
    is_begun = token.dep == "xcomp" and head.lemma in BEGINS | AGREES and not is_going
    unreal = ("MD",) if is_begun else ("MD", "TO")
    auxiliaries = [parsed.tokens[n] for n in parsed.under(verb, "aux")]
    if _is_supposed(parsed, verb):
        return True
    return any(one.tag in unreal or one.lemma in PREVENTS for one in auxiliaries)  # “opposes rewarding X”


def _is_supposed(parsed: Parsed, verb: int) -> bool:
    """“Had Lang gone to Jena, …”: “had” before who did not go."""
    had = [n for n in parsed.under(verb, "aux") if parsed.tokens[n].text.casefold() == "had"]
    subjects = parsed.under(verb, "nsubj", "nsubjpass")
    is_clause = parsed.tokens[verb].dep in ("advcl", "ccomp", "ROOT")
    return is_clause and bool(had and subjects) and had[0] < subjects[0] and not _is_fronted(parsed, had[0])


def _is_fronted(parsed: Parsed, auxiliary: int) -> bool:
    """“Never had Lang gone …”, “Not only had …”."""
    return auxiliary > 0 and parsed.tokens[auxiliary - 1].text not in (",", ";", "--", "—", '"', "“")


def _has_none(parsed: Parsed, verb: int) -> bool:
    """“No one joined X”, “has no problem with Y”."""
    return any(
        parsed.tokens[n].text.casefold() in _NONE
        for noun in parsed.under(verb, "nsubj", "nsubjpass", "dobj", "attr")
        for n in (noun, *parsed.under(noun, "det", "neg"))
    )


def _begins_alike(parsed: Parsed, governed: int) -> bool:
    """“would buy and sell”: a verb without an auxiliary or a subject of its own shares those of the first."""
    return not parsed.under(governed, "aux", "nsubj", "nsubjpass") and parsed.tokens[governed].tag == "VB"
