"""Other words for what a relation says: who is “in charge of”, “runs” or “is chief executive of” leads. Pure."""

import re
from collections.abc import Iterable

from services.agent.offline.reading.abbreviations import other_forms
from services.text.kinship import family
from services.text.stems import stem

_GROUPS = """
lead: head chief boss charge run helm govern administer administrator director president chairman chairwoman ceo
command: commander captain charge lead
lead: mayor governor minister chancellor coach trainer
own: owner parent belong possess
build: make maker manufacture construct assemble produce
operate: run operator manage
found: founder establish create start
crew: live inhabit resident stay occupy aboard
headquarter: headquarters base seat office
display: show exhibit exhibition see museum
merge: combine unite fuse join
"""
"""Each line: a word of relations, then what people say for it; of one part of speech or another, as stems agree."""

_SAME = """
accident incident crash collision mishap
aim goal target objective
allow permit
answer reply respond
assist help
attend participate
ban forbid prohibit
begin start commence
bid tender bidder
big large huge
biggest largest
buy purchase acquire
car vehicle automobile
child kid
choose select pick
company firm enterprise corporation
complain complaint protest grumble
consent agree
cost price expense expenditure spending outlay dear costly
court tribunal
customer client
damage harm
danger hazard
decrease reduce lower cut drop
deficit loss
delete erase remove
detect discover find
disease illness
dismiss sack
doctor physician
drug medicine medication
empty vacant
end finish terminate expire
error fault mistake
farmer grower
fix repair mend
guarantee warranty
gun rifle firearm
house home dwelling
hurt injure wound
ill sick
increase rise raise climb
job post position
journey trip
keep retain store
lawsuit sue litigation
lawyer solicitor barrister attorney
leave depart
maximum max
meeting session
minimum min
money fund cash
movie film
open inaugurate
passenger rider traveller
percentage rate
phone telephone
photo photograph picture image
plan scheme
profit surplus
propose suggest recommend
pupil student
quick fast rapid
quickest fastest
quit resign
refund reimburse
refuse reject deny
revenue income earning takings turnover
rule regulation
salary wage
send ship dispatch
staff employee employ
street road
tall high
tallest highest
tax levy
town municipality village city
trial test experiment
sample specimen
vacation holiday
visitor guest
vote ballot
"""
"""Each line: everyday words that people put for each other. Embeddings are no judge of them: “north” is more like
“south” than “guarantee” like “warranty”. A word stands in one line alone."""
_SENSE = {
    family(stem(word)): family(stem(line.split()[0])) for line in _SAME.strip().splitlines() for word in line.split()
}

_MEANT: dict[str, frozenset[str]] = {}
for _line in _GROUPS.split("\n"):
    _verb, _, _others = _line.partition(":")
    for _word in _others.split():
        _MEANT[stem(_word)] = _MEANT.get(stem(_word), frozenset()) | {stem(_verb)}


RELATIONS = frozenset(_MEANT).union(*_MEANT.values())
"""Stems of the words for relations: whoever is called “leader” is better named by that than by “chief”."""


def with_synonyms(stems: Iterable[str]) -> frozenset[str]:
    """The stems, with those of the relations that they may stand for."""
    given = frozenset(stems)
    return given.union(*(_MEANT.get(one, frozenset()) for one in given))


def _sense(stemmed: str) -> str:
    """One name for its family and for the words that say the same."""
    kin = family(stemmed)
    return _SENSE.get(kin, kin)


BOUGHT = frozenset(map(stem, ("buy", "purchase", "acquire")))
_SOLD_TO = re.compile(r"\b(?:sold|sells|sale)\b[^.;]*\bto\b\s+(?:the\s+)?[A-Z]")


_AGAIN = re.compile(
    r"\bre-?((?:open|elect|appoint|build|start|issue|join|enter|appear|paint|schedul|negotiat|load|connect|install|train|test|calibrat"
    r"|submit|lay|furnish|print|name|locat|design|launch|introduc|us)(?:e|es|ed|ing|s)?|built)\b",
    re.IGNORECASE,
)
"""What is reopened is opened again."""


_PHRASES = {
    "set up": "establish",
    "shut down": "close",
    "closed down": "close",
    "called off": "cancel",
    "put off": "postpone",
    "stepped down": "resign",
    "turned down": "reject",
    "laid off": "dismiss",
    "let go": "dismiss",
    "pulled down": "demolish",
    "knocked down": "demolish",
    "torn down": "demolish",
    "written off": "lose",
    "wrote off": "lose",
    "broke down": "fail",
    "broken down": "fail",
    "brought in": "introduce",
    "went up": "rise",
    "gone up": "rise",
    "went down": "fall",
    "gone down": "fall",
    "took over": "succeed",
    "taken over": "succeed",
    "found out": "discover",
    "handed over": "give",
    "carried out": "do",
    "paid back": "refund",
    "phased out": "abolish",
    "scrapped": "abolish",
}
_PHRASE = re.compile(rf"\b(?:{'|'.join(_PHRASES)})\b", re.IGNORECASE)
"""What a verb and its particle say in one word, and “scrapped”, which is what was abolished."""


def implied_words(text: str) -> frozenset[str]:
    """Stems of what it says in another form: what “was sold to Marram Homes” they bought, and “CEO” is an executive."""
    again = frozenset(stem(found[1].casefold()) for found in _AGAIN.finditer(text))
    by_phrase = frozenset(stem(_PHRASES[found[0].casefold()]) for found in _PHRASE.finditer(text))
    return (BOUGHT if _SOLD_TO.search(text) else frozenset()) | other_forms(text) | again | by_phrase


_KINDS = """
parent: father mother
sibling: brother sister
kid child: son daughter
husband wife spouse: marry
marry: husband wife spouse
own: buy acquire sell
pay: buy compensate reimburse
people: inhabitant population resident
cost: money bill invoice fare fee charge toll tariff
inherit: leave legacy bequeath
mortgage: borrow loan
decide: resolve approve reject defer postpone dismiss grant
colour color: red orange yellow green blue purple brown black white grey pink
season: spring summer autumn winter
write: author prepare compile
represent: counsel lawyer
win: award
choose: award
earn: salary
replace: instead supersede
watch: attendance spectator audience
majority: third quarter unanimous
income revenue: source
fine penalty: charge fee interest
open close: hours
lorry truck van bus: vehicle
"""
"""Each line: words that ask, and after the colon what answers them as one of their kind: who asks for the parents is
told of the father, and not the other way round."""
_OF_KIND: dict[str, frozenset[str]] = {}
for _line in _KINDS.strip().splitlines():
    _asking, _, _kinds = _line.partition(":")
    for _word in _kinds.split():
        _key = _sense(stem(_word))
        _OF_KIND[_key] = _OF_KIND.get(_key, frozenset()) | frozenset(_sense(stem(one)) for one in _asking.split())


def covered_words(asked: frozenset[str], spoken: frozenset[str]) -> frozenset[str]:
    """Those of the `asked` words that the `spoken` ones say: the word itself, another of its family, or a synonym."""
    meant, kin = with_synonyms(spoken), frozenset(map(_sense, spoken))
    kin = kin.union(*(_OF_KIND.get(one, frozenset()) for one in kin))
    return frozenset(
        word for word in asked if word in meant or _sense(word) in kin or not meant.isdisjoint(_MEANT.get(word, ()))
    )
