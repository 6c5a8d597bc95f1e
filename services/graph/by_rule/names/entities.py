"""Which names of a document mean the same, and what each of them is. Pure.

With and without title, article, possessive, legal form, first name; an acronym with its expansion.
"""

import functools
import re
import unicodedata
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from services.graph.by_rule.names.given_names import GIVEN_NAMES
from services.graph.by_rule.names.name_spans import INSTITUTIONS
from services.graph.by_rule.names.terms import is_disease, is_term
from services.graph.names import normalize

_KINDS = {
    "Law": """
        Act Treaty Directive Convention Regulation Protocol Code Constitution Bill Accord Agreement Statute
        License Licence
    """,
    "Event": """
        War Battle Games Olympics Conference Summit Festival Cup Championship Championships Exhibition Fair Revolution
        Congress Trial Prize Competition Award Medal Biennale
    """,
    "Place": """
        County River Lake Mount Mountain Mountains Street City Cape Island Islands Sea Ocean Bay Valley Crater
        Airport Park Square Bridge Road Avenue Peninsula Cosmodrome Province Republic Kingdom Castle Palace Harbour
        Strait Desert Terminal Dock Pier Quay Stadium Arena Lighthouse Hall Abbey Priory Cathedral Chapel
        Lane Alley Basin Viaduct Reservoir Canal Falls Springs Forest Reef Beach Wharf Crescent Terrace Boulevard
        Highway Motorway Plaza Room Tunnel Gorge Glacier Fjord Lagoon Dam
    """,
    "Organisation": """
        University Agency Company Corporation Institute Institution Council Committee Bank Group Ministry Department
        Association Foundation Court Commission Society Hospital Laboratory Laboratories Airlines Airways Force
        Party Board Office Academy Museum Club Union Trust Federation College School Industries Motors Systems
        Technologies Sciences Works Authority Parliament Senate Government Navy Army Organisation Organization
        Labs Lab Studio Studios Builders Engineering Consulting Services Service Solutions Networks Sons Architects Fund
        Gallery Library Guild Institutes Security Ventures Shipping Energy Software
        Archive Archives Orchestra Choir Insurance Mutual Logistics Haulage Estates Lettings Robotics Dynamics Foods
        Surveyors Stores Pharmaceuticals Pharma Chemicals Electronics Telecom Railway Railways Publishers Publishing
        Breweries Brewery Contractors Hotels Constabulary Inspectorate Consortium Cooperative Daughters
        Partners Holding Holdings Records Press Brothers Inc Ltd GmbH AG plc Corp Co LLC SA SE NV BV Oy AB KG
    """,
}
"""By the last word of a name."""
_NER = {
    "PERSON": "Person",
    "ORG": "Organisation",
    "GPE": "Place",
    "LOC": "Place",
    "FAC": "Place",
    "PRODUCT": "Product",
    "EVENT": "Event",
    "WORK_OF_ART": "Work",
    "LAW": "Law",
}
_BY_WORD = [(kind, re.compile(rf"(?:^|\s)(?:{'|'.join(words.split())})\.?$")) for kind, words in _KINDS.items()]
_BY_FIRST = re.compile(
    r"(?:University|Bank|Institute|Ministry|Department|Court|Board|Council|Office|Academy|College)\s+(?:of|for)\b"
)
_LEGAL = re.compile(
    r",?\s+(?:Inc|Incorporated|Ltd|Limited|LLC|LLP|plc|PLC|GmbH|AG|KG|SE|S\.?A|NV|N\.V|BV|B\.V|AB|Oy|Corp|Co|S\.?p\.?A|KGaA|A/S)\.?$"
)
_VERSION = re.compile(r"(?<=\w)\s+v?\d+(?:\.\d+)+$")
"""“Python 3.9” is Python."""
_MADE = re.compile(
    r"(?=.*[A-Za-z])(?:[a-z]+[A-Z]\w*|[A-Z][a-z]+[A-Z]\w*|[A-Z]{2,}[a-z]{3,}\w*|[A-Za-z]+[+/-]*\d[\w.+]*|[A-Z]\+\+)$"
)
"""“FreeBSD”, “macOS”, “SQLite”, “Argon2”, “HTTP/2”: one word that is spelt as products are."""
_POSSESSIVE = re.compile(r"['’]s?$")
_DEFINED = re.compile(r"\(\s*(?:the\s+)?([A-Z][\w&.-]{1,11}|[A-Z][^()\n]{5,80})\s*\)")
_NAMED_SHORT = re.compile(
    r"((?:[A-Z][\w'’-]+\s+)(?:(?:of|the|for|and|de|[A-Z][\w'’-]+)\s+){0,7}[A-Z][\w'’-]+),\s+(?:or\s+|the\s+)?([A-Z]{2,8}),"
)
_ADJECTIVE = re.compile(r"(?:ans?|ese|ish|ics?|i|s|ch)$")
"""Of peoples, languages and faiths; the model takes many other names for one of these."""
_TOWN = re.compile(r"[^\W\d_a-z][^\W\d_A-Z]{2,}(?:[ -][^\W\d_a-z][^\W\d_A-Z]+)?")
_CAPITALS = re.compile(r"(?![IVX]+$)[A-Z]{2,}")
_SERIES = re.compile(r"[A-Za-z][ -](?:\d{1,3}[A-Z]?|[IVX]{1,4})$")
_PARTICLES = frozenset(("van", "von", "de", "der", "den", "del", "della", "di", "da", "du", "le", "la", "ten", "ter"))
_ACRONYM = re.compile(r"[A-Z][A-Za-z&.-]{0,10}[A-Z]$")


@dataclass(frozen=True)
class Mention:
    """A name as one sentence writes it; `label`: what the model takes it for, "" where it was not asked."""

    words: str
    sentence: int
    label: str = ""
    is_person: bool = False
    is_organisation: bool = False
    serves: bool = False
    """It does what mostly people do: serve, follow, take over."""
    is_platform: bool = False
    """Something runs on it, is written in it or needs it; or it runs on something."""
    is_in: bool = False
    """Something is or happens in it."""
    said: str = ""
    """The type that the sentence gives: “X is a company”, “the town of X”, or a column's head."""


@dataclass(frozen=True)
class Naming:
    """`names` gives each spelling its entity, `types` each entity its type ("" where nobody can tell)."""

    names: Mapping[str, str]
    types: Mapping[str, str]

    def of(self, words: str) -> str | None:
        return self.names.get(cleaned(words))

    def aliases(self, name: str) -> tuple[str, ...]:
        return tuple(sorted(words for words, other in self.names.items() if other == name and words != name))


@functools.lru_cache(maxsize=20_000)
def cleaned(words: str) -> str:
    """Without article, possessive, legal form and the full stop of the sentence; terms of science in small letters."""
    name = " ".join(words.split()).strip(" ,;:'\"“”‘’")
    name = _POSSESSIVE.sub("", name)
    name = name if name == "The Hague" else name.removeprefix("The ").removeprefix("the ")
    name = name.rstrip(".") if not re.search(r"\b[A-Z]\.[A-Z]\.$", name) else name
    name = _VERSION.sub("", name)
    shorter = _LEGAL.sub("", name)
    name = shorter if len(shorter) > 1 else name
    return name[0].lower() + name[1:] if name[1:].islower() and is_term(name) else name


def is_told_by_form(words: str) -> bool:
    """Whether the name itself says what it is: “Brandt Ltd”, “University of Jena”, “the Vistula River”."""
    name = cleaned(words)
    by_word = " " in name and any(pattern.search(name) for _, pattern in _BY_WORD)
    return by_word or bool(_BY_FIRST.match(name) or _LEGAL.search(words)) or (is_term(name) and name.islower())


def naming(mentions: Sequence[Mention], content: str, known: Mapping[str, str]) -> Naming:
    """`known`: names of the collection with their types, by normalised name."""
    spellings = Counter(cleaned(mention.words) for mention in mentions)
    first: dict[str, int] = {}
    for mention in mentions:
        first.setdefault(cleaned(mention.words), mention.sentence)
    types = {words: _type(words, mentions_of, known) for words, mentions_of in _grouped(mentions).items()}
    spellings = Counter({words: count for words, count in spellings.items() if types[words] != "none"})
    names = {words: words for words in spellings}
    names |= _acronyms(content, spellings, known)
    names |= _short_names(spellings, names, types, first)
    return Naming(names, _merged_types(names, types, spellings))


def _grouped(mentions: Sequence[Mention]) -> Mapping[str, list[Mention]]:
    groups: defaultdict[str, list[Mention]] = defaultdict(list)
    for mention in mentions:
        groups[cleaned(mention.words)].append(mention)
    return groups


def _type(words: str, mentions: Sequence[Mention], known: Mapping[str, str]) -> str:
    """`none` for what the model takes for a nationality, a language, a date or a number."""
    if known.get(normalize(words)):
        return known[normalize(words)]
    said = Counter(mention.said for mention in mentions if mention.said and _can_be(words, mention.said))
    if said and not any(mention.is_person for mention in mentions):
        return said.most_common(1)[0][0]
    labels = Counter(mention.label for mention in mentions if mention.label)
    label = labels.most_common(1)[0][0] if labels else ""
    if is_term(words) and words.islower():
        return "" if is_disease(words) else "Product"
    if any(mention.is_person for mention in mentions) and not (label in ("GPE", "LOC", "NORP") and " " not in words):
        return "Person"
    is_told = any(is_told_by_form(mention.words) for mention in mentions)
    if not is_told and _looks_like_person(words, label) and any(mention.serves for mention in mentions):
        return "Person"
    for kind, pattern in _BY_WORD:
        if pattern.search(words) and " " in words:
            return kind
    if _BY_FIRST.match(words) or any(_LEGAL.search(mention.words) for mention in mentions):
        return "Organisation"
    has_version = any(_VERSION.search(mention.words) for mention in mentions)
    if has_version or any(mention.is_platform for mention in mentions) or _is_made(words, label):
        return "Product"
    is_firm = label == "ORG" and any(mention.is_organisation for mention in mentions)
    if _has_given_name(words) and not is_firm:
        return "Person"
    if label in ("ORG", "PERSON", "") and _is_where(words, mentions):
        return "Place"
    if any(mention.is_organisation for mention in mentions) and label not in ("GPE", "LOC", "FAC"):
        return "Organisation"
    if _SERIES.search(words) and label != "PERSON":
        return "Product"
    if label == "PERSON" and (words.isupper() or re.search(r"\d", words)):
        return "Product" if re.search(r"\d", words) else "Organisation"
    if label in _NER or not label:
        return _NER.get(label, "")
    is_plain = " " not in words and not re.search(r"\d", words) and not words.isupper()
    return "none" if is_plain and (label not in ("NORP", "LANGUAGE") or _ADJECTIVE.search(words)) else ""


def _can_be(words: str, kind: str) -> bool:
    """Of “the ISRO chairman, …” ISRO is no person: a person has two to four words here."""
    return kind != "Person" or (1 < len(words.split()) < 5 and not words.isupper())


def _is_made(words: str, label: str) -> bool:
    """What the model takes for an organisation is one, unless it has a digit or begins small."""
    is_firm = label == "ORG" and not re.search(r"\d", words) and not words[0].islower()
    return bool(_MADE.match(words)) and not is_firm


def _has_given_name(words: str) -> bool:
    """“Agnes Thorvald”; firms that are called after their founders the model knows for firms."""
    parts = words.split()
    if not 1 < len(parts) < 5 or re.search(r"\d|[&/]", words) or _CAPITALS.fullmatch(parts[-1]):
        return False
    return parts[-1].casefold() not in INSTITUTIONS and _plain(parts[0].split("-")[0]) in GIVEN_NAMES


def _plain(word: str) -> str:
    """Without accents: “Félix” is Felix."""
    return "".join(sign for sign in unicodedata.normalize("NFKD", word.casefold()) if not unicodedata.combining(sign))


def _is_where(words: str, mentions: Sequence[Mention]) -> bool:
    """“in Espoo”, mostly: the model does not know the smaller towns."""
    is_plain = bool(_TOWN.fullmatch(words)) and words.split()[-1].casefold() not in INSTITUTIONS
    return is_plain and 2 * sum(mention.is_in for mention in mentions) >= len(mentions)


def _looks_like_person(words: str, label: str) -> bool:
    return label in ("ORG", "") and bool(re.fullmatch(r"[^\W\d]\S*(?: [^\W\d]\S*){1,3}", words)) and not words.isupper()


def _acronyms(content: str, spellings: Counter[str], known: Mapping[str, str]) -> dict[str, str]:
    """“Applied Physics Laboratory (APL)”: one entity, called by its full name unless only the short one is known."""
    found: dict[str, str] = {}
    pairs = [(content[max(0, m.start() - 120) : m.start()], m[1]) for m in _DEFINED.finditer(content)]
    for before, inside in pairs:
        name = next(
            (n for n in sorted(spellings, key=len, reverse=True) if re.search(rf"{re.escape(n)}['’s]*\s*$", before)),
            None,
        )
        if name is not None and _abbreviates(inside, name):
            found |= _called(name, inside, known)
        elif name is not None and _abbreviates(name, inside):
            found |= _called(cleaned(inside), name, known)
    for match in _NAMED_SHORT.finditer(content):
        if _abbreviates(match[2], cleaned(match[1])):
            found |= _called(cleaned(match[1]), match[2], known)
    return found


def _called(full: str, short: str, known: Mapping[str, str]) -> dict[str, str]:
    name = short if normalize(short) in known and normalize(full) not in known else full
    return {full: name, short: name}


def _abbreviates(short: str, full: str) -> bool:
    if not _ACRONYM.match(short) or " " in short:
        return False
    words = [word for word in re.findall(r"[^\W\d_]+", full) if word[0].isupper()]
    letters = [sign.casefold() for sign in short if sign.isalpha()]
    initials = [word[0].casefold() for word in words]
    return len(words) > 1 and (
        initials == letters
        or (
            _in_order(letters, [w[0].casefold() for w in re.findall(r"[^\W\d_]+", full)])
            and letters[0] == initials[0]
            and len(letters) >= len(initials) - 1
        )
    )


def _in_order(letters: Sequence[str], initials: Sequence[str]) -> bool:
    remaining = iter(initials)
    return all(any(letter == initial for initial in remaining) for letter in letters)


def _short_names(
    spellings: Counter[str], names: Mapping[str, str], types: Mapping[str, str], first: Mapping[str, int]
) -> dict[str, str]:
    """A person's last or first name alone, where the document has named one such person before; initials left out."""
    people = [words for words in spellings if 1 < len(words.split()) <= 4 and _may_be_person(words, types)]
    found: dict[str, str] = {}
    for words in people:
        same = [o for o in people if o != words and _ends(o) == _ends(words) and len(o) < len(words)]
        if same:
            found[words] = min(same, key=len)
    found |= _surnames_with_particle(spellings, people)
    for words in spellings:
        if " " in words or words in found or names[words] != words or not words[:1].isalpha() or words.isupper():
            continue
        if types.get(words) not in ("", "Person", None) and not _is_surname(words, people, types):
            continue
        for position in (-1, 0):
            bearers = {found.get(p, p) for p in people if p.split()[position] == words}
            if len(bearers) == 1 and _means_person(words, people, position, spellings, types, first):
                found[words] = bearers.pop()
                break
    return found


def _surnames_with_particle(spellings: Counter[str], people: Sequence[str]) -> dict[str, str]:
    """“Van Hout” is Cor van Hout, where the document names one person so."""
    found: dict[str, str] = {}
    for words in spellings:
        if words.split()[0].casefold() in _PARTICLES:
            bearers = [one for one in people if one.casefold().endswith(f" {words.casefold()}")]
            found |= {words: bearers[0]} if len(bearers) == 1 else {}
    return found


def _means_person(
    words: str,
    people: Sequence[str],
    position: int,
    spellings: Counter[str],
    types: Mapping[str, str],
    first: Mapping[str, int],
) -> bool:
    """Not where the short name is that of a firm, told by how much oftener it stands alone."""
    bearers = [person for person in people if person.split()[position] == words]
    is_introduced = min(first[person] for person in bearers) <= first[words]
    often = 3 * sum(spellings[person] for person in bearers)
    if types.get(words) == "Person":
        return is_introduced or (position == -1 and spellings[words] <= often)
    return (is_introduced or spellings[words] == 1) and position == -1 and spellings[words] <= often


def _is_surname(words: str, people: Sequence[str], types: Mapping[str, str]) -> bool:
    """The model often takes a bare surname for an organisation or a place; a person of that name decides."""
    return any(person.split()[-1] == words and types[person] == "Person" for person in people)


def _ends(words: str) -> tuple[str, str]:
    parts = words.split()
    return parts[0], parts[-1]


def _may_be_person(words: str, types: Mapping[str, str]) -> bool:
    return types[words] == "Person" and not re.search(r"\d", words)


def _merged_types(names: Mapping[str, str], types: Mapping[str, str], spellings: Counter[str]) -> dict[str, str]:
    votes: defaultdict[str, Counter[str]] = defaultdict(Counter)
    for words, name in names.items():
        kind = types.get(words, "")
        if kind not in ("", "none"):
            votes[name][kind] += spellings[words] + (1000 if words == name else 0)
    return {name: votes[name].most_common(1)[0][0] if votes[name] else "" for name in set(names.values())}
