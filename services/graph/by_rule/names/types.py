"""What each name of a document is, by all that its sentences say of it. Pure.

What a sentence calls it, how it ends and what it does say more than the model, which is asked only what each name is
in some of its sentences.
"""

import functools
import re
import unicodedata
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from services.graph.by_rule.names.given_names import GIVEN_NAMES
from services.graph.by_rule.names.terms import is_disease, is_term
from services.graph.by_rule.names.vocabulary import INSTITUTIONS
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
    "Work": """
        Report Review Handbook Manual Memorandum Yearbook Newsletter Bulletin Catalogue Minutes
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
        Alliance Network Forum Homes Water Power Gas Electric Electricity Directorate Chamber
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
    r"(?:(?:[A-Z][\w'’-]*\s+){0,3}(?P<group>University|Bank|Institute|Ministry|Department|Court|Board|Council|Office|Academy|"
    r"College|Commission|Committee|Chamber|Bureau|Authority|Agency|Directorate|Inspectorate|Society|Association|Federation|"
    r"Institution|Faculty|School|Museum|Centre|Center|Bank|Guild|Union|League|Confederation)|(?P<land>Republic|Kingdom|"
    r"Province|County|District|Duchy|Principality|Gulf|Bay|Isle|Cape|Lake|Strait|Municipality)|(?P<event>Battle|Siege)|"
    r"(?P<law>Treaty|Regulation|Directive|Act))\s+(?:of|for)\b"
)
"""“Office of Water Regulation” is no regulation: what stands before “of” says it, unless the last word is a group."""
_ADDRESS = re.compile(
    r"\S.* (?:Street|Lane|Road|Avenue|Square|Quay|Hill|Alley|Terrace|Boulevard|Crescent) \d+[A-Za-z]?$"
)
_LAND_FIRST = re.compile(r"(?:Upper|Lower|Mount|Lake|Fort|Cape|River)\s+\S+$")
_INITIALS = re.compile(r"(?:[A-Z]\.[ -]?){1,3}[A-Z][^\W\d_]*[a-z](?:-[A-Z][a-z]+)?$")
"""“H. Dornik”."""
_LEGAL = re.compile(
    r",?\s+(?:Inc|Incorporated|Ltd|Limited|LLC|LLP|plc|PLC|GmbH|AG|KG|SE|S\.?A|NV|N\.V|BV|B\.V|AB|Oy|Corp|Co|S\.?p\.?A|KGaA|A/S)\.?$"
)
CUES_COUNT = 2
"""So many times as much as the model's label, where a sentence tells what something is."""
_VERSION = re.compile(r"(?<=\w)\s+v?\d+(?:\.\d+)+$")
"""“Python 3.9” is Python."""
_MADE = re.compile(
    r"(?=.*[A-Za-z])(?:[a-z]+[A-Z]\w*|[A-Z][a-z]+[A-Z]\w*|[A-Z]{2,}[a-z]{3,}\w*|[A-Za-z]+[+/-]*\d[\w.+]*|[A-Z]\+\+)$"
)
"""“FreeBSD”, “macOS”, “SQLite”, “Argon2”, “HTTP/2”: one word that is spelt as products are."""
_POSSESSIVE = re.compile(r"['’]s?$")
_OF_SAINT = re.compile(r"(?:St|Saint)\.? [^\W\d_][\w-]*(?:s|x|z)?['’]s")
"""“St Jude's” is the name of what is called so, and no saint."""
_ADJECTIVE = re.compile(r"(?:ans?|ese|ish|ics?|i|s|ch|ists?)$")
"""Of peoples, languages and faiths; the model takes many other names for one of these."""
_TOWN = re.compile(r"[^\W\d_a-z][^\W\d_A-Z]{2,}(?:[ -][^\W\d_a-z][^\W\d_A-Z]+)?")
_CAPITALS = re.compile(r"(?![IVX]+$)[A-Z]{2,}")
_SERIES = re.compile(r"[A-Za-z][ -](?:\d{1,3}[A-Z]?|[IVX]{1,4})$")


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
    told: str = ""
    """The type that what is said of it tells: “X remembered”, “the valley of the X”, or “Its chief executive”."""
    opens: bool = False
    """It is one word that opens its sentence or line, so it has a capital whatever it is."""
    is_led: bool = False
    """Somebody is its chief executive, its chairman or the like."""
    is_it: bool = False
    """It is “its”, so it is nobody."""


class JudgedType(NamedTuple):
    """`is_sure`: its sentences or its form say so, and not the model alone."""

    kind: str
    is_sure: bool


@functools.lru_cache(maxsize=20_000)
def clean_name(words: str) -> str:
    """Without article, possessive, legal form and the full stop of the sentence; terms of science in small letters."""
    name = " ".join(words.split()).strip(" ,;:'\"“”‘’")
    name = name if _OF_SAINT.fullmatch(name) else _POSSESSIVE.sub("", name)
    name = name if name == "The Hague" else name.removeprefix("The ").removeprefix("the ")
    name = name.rstrip(".") if not re.search(r"\b[A-Z]\.[A-Z]\.$", name) else name
    name = _VERSION.sub("", name)
    shorter = _LEGAL.sub("", name)
    name = shorter if len(shorter) > 1 else name
    return name[0].lower() + name[1:] if name[1:].islower() and is_term(name) else name


def is_told_by_form(words: str) -> bool:
    """Whether the name itself says what it is: “Brandt Ltd”, “University of Jena”, “the Vistula River”."""
    name = clean_name(words)
    by_word = " " in name and any(pattern.search(name) for _, pattern in _BY_WORD)
    return by_word or bool(_BY_FIRST.match(name) or _LEGAL.search(words)) or (is_term(name) and name.islower())


def judge_type(words: str, mentions: Sequence[Mention], known: Mapping[str, str]) -> JudgedType:
    """`none` for what the model takes for a nationality, a language, a date or a number. `known`: types that are stated
    or told elsewhere."""
    if known.get(normalize(words)):
        return JudgedType(known[normalize(words)], False)
    label = _label(mentions)
    told = _told(words, mentions, label)
    if told is not None:
        return JudgedType(told, True)
    kind = _guessed(words, mentions, label)
    only_opens = not label and normalize(words) not in known and all(mention.opens for mention in mentions)
    return JudgedType("none" if not kind and only_opens else kind, False)


def _told(words: str, mentions: Sequence[Mention], label: str) -> str | None:
    """What the name's form and its sentences say; None where they say nothing."""
    said = Counter(mention.said for mention in mentions if mention.said and _can_be(words, mention.said))
    form = _by_form(words, mentions)
    if said and not any(mention.is_person for mention in mentions):
        kind = said.most_common(1)[0][0]
        return form if form and kind == "Person" else kind
    if is_term(words) and words.islower():
        return "" if is_disease(words) else "Product"
    if any(mention.is_person for mention in mentions) and not (label in ("GPE", "LOC", "NORP") and " " not in words):
        return "Person"
    is_told = any(is_told_by_form(mention.words) for mention in mentions)
    if not is_told and _looks_like_person(words, label) and any(mention.serves for mention in mentions):
        return "Person"
    if form:
        return form
    has_version = any(_VERSION.search(mention.words) for mention in mentions)
    if has_version or any(mention.is_platform for mention in mentions):
        return "Product"
    if any(mention.is_led for mention in mentions) and label not in ("GPE", "LOC", "FAC"):
        return "Organisation"
    is_firm = label == "ORG" and any(mention.is_organisation for mention in mentions)
    if _has_given_name(words) and not is_firm:
        return "Person"
    told = Counter(mention.told for mention in mentions if mention.told and _can_act_as(words, mention.told))
    if told:
        kind, count = told.most_common(1)[0]
        others = Counter(_NER.get(mention.label, "") for mention in mentions if mention.label)
        others.pop(kind, None)
        if CUES_COUNT * count >= max(others.values(), default=0):
            return kind
    return None


def _guessed(words: str, mentions: Sequence[Mention], label: str) -> str:
    """What the model takes it for, where nothing speaks against it."""
    if _is_made(words, label):
        return "Product"
    if label in ("ORG", "PERSON", "") and _is_where(words, mentions):
        return "Place"
    if any(mention.is_organisation for mention in mentions) and label not in ("GPE", "LOC", "FAC"):
        return "Organisation"
    if _SERIES.search(words) and label != "PERSON":
        return "Product"
    if label == "PERSON" and (words.isupper() or re.search(r"\d", words)):
        return "Product" if re.search(r"\d", words) else "Organisation"
    if label in ("PERSON", "ORG", "") and _LAND_FIRST.match(words):
        return "Place"
    if label in ("ORG", "") and _INITIALS.match(words):
        return "Person"
    if label in _NER or not label:
        return _NER.get(label, "")
    is_plain = " " not in words and not re.search(r"\d", words) and not words.isupper()
    return "none" if is_plain and (label not in ("NORP", "LANGUAGE") or _ADJECTIVE.search(words)) else ""


def _label(mentions: Sequence[Mention]) -> str:
    """What the model mostly takes it for; what is “its” is no person, whatever the model says."""
    labels = Counter(mention.label for mention in mentions if mention.label)
    if any(mention.is_it for mention in mentions) and labels.get("PERSON"):
        del labels["PERSON"]
        return labels.most_common(1)[0][0] if labels else "ORG"
    return labels.most_common(1)[0][0] if labels else ""


def _by_form(words: str, mentions: Sequence[Mention]) -> str:
    """The type that the name itself has in it, else ""."""
    by_last = next((kind for kind, pattern in _BY_WORD if " " in words and pattern.search(words)), "")
    first = _BY_FIRST.match(words)
    if first and by_last != "Organisation":
        kinds = {"group": "Organisation", "land": "Place", "event": "Event", "law": "Law"}
        return next(kind for group, kind in kinds.items() if first[group])
    if by_last:
        return by_last
    if _ADDRESS.match(words) or _OF_SAINT.fullmatch(words):
        return "Place"
    return "Organisation" if any(_LEGAL.search(mention.words) for mention in mentions) else ""


def _can_act_as(words: str, kind: str) -> bool:
    """Codes and names with numbers are neither people nor places."""
    return kind == "Organisation" or not (re.search(r"\d", words) or words.isupper())


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
