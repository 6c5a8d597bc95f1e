"""Words of one family, which a stem of endings alone keeps apart: “decide” and “decision”, “deep” and “depth”. Pure.

The endings of Latin verbs change by rule; what changes within the word stands in a list.
"""

import functools
import re

from services.text.stems import stem

_RULES = (
    (r"(?:ifi?|ific)$", "if"),
    (r"^(per|ad|sub|o|e|trans)miss$", r"\1mit"),
    (r"(?<=\w{2})clus$", "clud"),
    (r"(?<=\w{3})vis$", "vid"),
    (r"(?<=\w{2})cis$", "cid"),
    (r"(?<=\w{2})pens$", "pend"),
    (r"(?<=\w{2})tens$", "tend"),
    (r"(?<=\w)pans$", "pand"),
    (r"(?<=\w{2})script$", "scrib"),
    (r"(?<=\w{2})duct$", "duc"),
    (r"(?<=\w{2})cept$", "ceiv"),
    (r"(?<=\w{2})sumpt$", "sum"),
    (r"(?<=\w{2})solut$", "solv"),
    (r"(?<=\w{2})posit$", "pos"),
    (r"(?<=\w)quisit$", "quir"),
    (r"(?<=\w{2})plos$", "plod"),
    (r"(?<=\w{2})(?:plicat|plic)$", "pli"),
)
"""On stems, of which each has lost its own ending: “decis” of “decision”."""
_ENDINGS = tuple((re.compile(pattern), other) for pattern, other in _RULES)

_FAMILIES = """
agree agreement
argue argument
arrive arrival
believe belief
choose choice
close closure
deep depth
deliver delivery
depart departure
die death dead
discover discovery
enter entry entrance
fail failure
give gift
grow growth
high height tall
hot heat
know knowledge
live life lifespan
maintain maintenance
long length
lose loss
marry marriage
meet meeting
move movement
pay payment
prove proof
receive receipt
recover recovery
remove removal
renew renewal
sell sale
serve service
speak speech
strong strength
succeed success successor succession
think thought
treat treatment
true truth
warm warmth
weigh weight heavy
wide width
young youth
expensive cheap cost price
retain retention
detain detention
edit editor
invent inventor
conduct conductor
inspect inspector
audit auditor
chair chairman chairwoman chairperson
govern governor
train trainer
visit visitor
score scorer
sponsor sponsorship
member membership
partner partnership
"""
"""Each line: one family, of which the words differ within, or are of a measure: who asks how heavy it is wants its
weight."""
_HEAD_OF = {stem(word): stem(line.split()[0]) for line in _FAMILIES.strip().splitlines() for word in line.split()}


@functools.lru_cache(maxsize=20_000)
def family(stemmed: str) -> str:
    """One name for the family that a stem belongs to: the stem itself, where it has no other form."""
    if stemmed in _HEAD_OF:
        return _HEAD_OF[stemmed]
    for pattern, other in _ENDINGS:
        changed = pattern.sub(other, stemmed)
        if changed != stemmed:
            return _HEAD_OF.get(changed, changed)
    return stemmed
