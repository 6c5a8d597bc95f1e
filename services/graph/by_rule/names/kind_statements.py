"""What a sentence itself calls a name: “X is a company”, “the painter X”, or what a column's head calls it. Pure."""

from services.graph.by_rule.sentences.tokens import Parsed, Span, Token, word_set
from services.graph.by_rule.sentences.vocabulary import GROUPS, OF_PEOPLE, OFFICES_OF_PEOPLE, PLACES

_PLACE_HEADS = (
    PLACES
    | word_set("municipality district county")
    | word_set("location seat headquarters venue site place address birthplace")
)
_PEOPLE = (OFFICES_OF_PEOPLE - word_set("chair head general premier principal captain superintendent")) | word_set("""
painter sculptor etcher engraver architect engineer scientist chemist physicist physician surgeon writer novelist poet
composer singer actor actress designer programmer developer historian botanist farmer merchant printer weaver
clockmaker photographer lawyer teacher professor journalist politician goldsmith silversmith astronomer
mathematician philosopher explorer inventor widow widower wife husband son daughter brother sister niece nephew uncle
aunt father mother pupil student astronaut cosmonaut player
""")
FIRMS_OF_PEOPLE = word_set("""
architect engineer consultant auditor lawyer solicitor builder developer surveyor accountant designer publisher printer
contractor planner broker brewer shipbuilder manufacturer supplier
""")
"""“the architects Nordhus”: of several, a firm."""
_THINGS = word_set("""
tool library program application app package framework toolkit database daemon client server compiler interpreter
language format driver plugin browser viewer renderer algorithm cipher software kernel distribution utility script
module rocket launcher spacecraft capsule satellite probe missile aircraft aeroplane airplane ship locomotive phone
computer camera drug vaccine telescope lander rover gadget device console
""")
_WORKS = word_set(
    "novel book poem film movie opera symphony painting portrait sculpture song album play essay treatise"
)
_FIRMS = word_set("""
brewery bakery distillery shipyard foundry studio orchestra choir band startup retailer supermarket brewer insurer
broadcaster chain label utility newspaper magazine daily weekly winery carrier cooperative
""")
_OF_TRADES = ("ologist", "ographer", "ician", "cellist", "pianist", "violinist", "economist", "oculist")
_IN_A_THING = word_set("""
share stake interest partner partnership investment invest investor holding stock shareholder confidence confide believe
belief faith trust publish appear article paper write report describe print read say tell star role character play act
specialise specialize expert expertise interested work implement code language program
""")
_GEOGRAPHY = word_set("""
hamlet municipality suburb borough parish county river stream tributary lake mountain hill peak valley bay reservoir
peninsula creek brook spring district
""")
_CALLED_BY_KIND = word_set("hamlet village town city municipality suburb borough parish district island")
_PEOPLE_HEADS = word_set("present absent apologies attendees attendee attending participants")
_GROUP_HEADS = GROUPS | word_set("operator employer team constructor organiser organizer sponsor contractor supplier")


def stated_kind(parsed: Parsed, span: Span) -> str:
    """The type, or "" where the sentence does not say it."""
    head = parsed.head_of(span)
    token = parsed.tokens[head]
    nouns = [*parsed.under(head, "appos"), *_nouns_before(parsed, span, head), *_kind_of_place(parsed, head)]
    if token.dep == "nsubj" and parsed.tokens[token.head].lemma == "be" and not parsed.under(token.head, "neg"):
        nouns = [*nouns, *parsed.under(token.head, "attr")]
    for noun in nouns:
        if (parsed.tokens[noun].tag == "NN" or _is_firm(parsed, noun)) and (kind := _kind(parsed.tokens[noun].lemma)):
            return kind
    return ""


def _nouns_before(parsed: Parsed, span: Span, head: int) -> list[int]:
    """“the painter Louisa Tern”, “his widow, Matilda Voss”."""
    token, before = parsed.tokens[head], span.first - 1
    apposed = [token.head] if token.dep == "appos" and token.head < span.first else []
    is_noun = before >= 0 and (parsed.tokens[before].tag == "NN" or _is_firm(parsed, before))
    is_right_before = is_noun and span.first <= parsed.tokens[before].head
    return [*apposed, *([before] if is_right_before else [])]


def _is_firm(parsed: Parsed, number: int) -> bool:
    """“the firm Klarwerk”, where the parser takes “firm” for an adjective."""
    token = parsed.tokens[number]
    return token.text == "firm" and token.tag == "JJ" and parsed.tokens[number - 1].text.casefold() in ("the", "a")


def _kind_of_place(parsed: Parsed, head: int) -> list[int]:
    """“the hamlet of Quell”."""
    token = parsed.tokens[head]
    of = parsed.tokens[token.head]
    is_called = token.dep == "pobj" and of.text == "of" and parsed.tokens[of.head].lemma in _CALLED_BY_KIND
    is_the = is_called and any(parsed.tokens[n].text.casefold() == "the" for n in parsed.under(of.head, "det"))
    return [of.head] if is_the else []


def does_as_people_do(parsed: Parsed, span: Span) -> bool:
    """“X was born in …”, “painted by X”."""
    token = parsed.tokens[parsed.head_of(span)]
    by = parsed.tokens[token.head]
    is_agent = token.dep == "pobj" and by.text.casefold() == "by"
    verb = parsed.tokens[by.head] if is_agent else by
    return (
        (is_agent or token.dep in ("nsubj", "nsubjpass")) and verb.is_verb and _is_personal(verb.lemma, token, is_agent)
    )


def _is_personal(verb: str, token: Token, is_agent: bool) -> bool:
    """Of what is done to somebody, only to be born; firms design, too, where they do it as a subject."""
    if verb == "design":
        return is_agent
    return verb in OF_PEOPLE and (is_agent or token.dep == "nsubj" or verb == "bear")


def is_location(parsed: Parsed, span: Span) -> bool:
    """“moved to wooden sheds in Espoo”, not “a stake in Nokia” or “published in Nature”."""
    before = parsed.tokens[span.first - 1] if span.first else None
    if (
        before is None
        or before.text.casefold() not in ("in", "near")
        or parsed.tokens[parsed.head_of(span)].dep != "pobj"
    ):
        return False
    return parsed.tokens[before.head].lemma not in _IN_A_THING


def kind_of_head(head: str) -> str:
    words = frozenset(head.split())
    kinds = (("Place", _PLACE_HEADS), ("Organisation", _GROUP_HEADS), ("Person", _PEOPLE_HEADS))
    return next((kind for kind, heads in kinds if words & heads), "")


def _kind(noun: str) -> str:
    kinds = (
        ("Organisation", GROUPS | _FIRMS),
        ("Place", PLACES | _GEOGRAPHY),
        ("Person", _PEOPLE),
        ("Product", _THINGS),
        ("Work", _WORKS),
    )
    found = next((kind for kind, nouns in kinds if noun in nouns), "")
    return found or ("Person" if noun.endswith(_OF_TRADES) else "")
