"""Where names stand in a parsed sentence. Pure.

A name is a run of words that the parser takes for proper nouns, with what belongs to it: “of”, a number, a code.
Months, “Figure 2” and a sentence's first word are none by themselves.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from services.graph.by_rule.names.given_names import GIVEN_NAMES
from services.graph.by_rule.names.terms import term_spans
from services.graph.by_rule.sentences.dates import MONTHS, DatePhrase
from services.graph.by_rule.sentences.titles import OFFICIALS, is_name_of_holder, is_office_phrase
from services.graph.by_rule.sentences.tokens import Parsed, Span, Token, word_set

TITLES = word_set("""
dear mr mrs ms miss dr prof professor sir dame lord lady president vice-president chancellor minister premier senator
congressman congresswoman governor mayor judge justice king queen prince princess emperor pope saint general admiral
colonel captain major lieutenant sergeant commander chairman chairwoman ceo director secretary ambassador bishop
cardinal father sister brother reverend rev hon councillor councilor councilman councilwoman alderman
cllr clr revd capt lt col maj gen adm sgt cpl pte supt canon
""")
_BEFORE_NAMES = word_set("mr mrs ms miss dr prof cllr clr revd")
_OF_AGE = word_set("old young poor dear late")
_ALSO_NAMES = word_set(
    "premier general major king saint lord lady prince princess queen judge justice bishop cardinal canon col gen"
)
"""“General Dynamics” is no Dynamics who is a general."""
NUMBERED = word_set("""
figure fig table chapter section appendix part step note page volume vol version item question answer example line
column row box annex slide sheet paragraph day week month year grade level stage class
""")
INSTITUTIONS = word_set("""
university institute academy bank department ministry office bureau board council court house church college school
society museum hospital federation republic kingdom union state states commonwealth bishop archbishop duke order
treaty battle act law declaration charter statue tower gulf bay cape isle university city port lake mount sea strait
journal league association confederation museum library chamber faculty congress secretary peace convention
agency consortium institutes center centre prize medal award administration gallery guild fund archive archives trust
foundation theatre friends observatory cathedral abbey priory
""")
_OPENS_WITH = word_set("commission authority province regulation chamber bureau directorate siege")
"""Alone before “of” they open a name: “the Commission for Rural Roads”."""
_JOINED = word_set("administration commission ministry department board committee council authority")
"""“Food and Drug Administration”: one name with “and” in it."""
_WITH_OWNER = word_set("""
hospital college church school cathedral university court square bridge park abbey palace island islands bay syndrome
disease
""")
"""“St Mary's Hospital”: one name with its possessive."""
_WITH_OWNER_AS_NAME = word_set("room hall ward chapel inn gate")
_OF_SEVERAL = word_set("""
association club committee council federation guild league society union trust fund forum network alliance assembly
congress parliament house home centre center bank choir orchestra cooperative charity
""")
"""“the Harbour Users' Committee”, with a capital."""
_SAINTS = frozenset(("St", "St.", "Saint"))
_AFTER_OF = frozenset(("of", "for"))
_AFTER_IN = frozenset(("of", "for", "in", "on"))
_DAYS = word_set("monday tuesday wednesday thursday friday saturday sunday mon tue tues wed thu thur thurs fri sat")
_NO_NAMES = word_set("""
i he she it we they you the a an this that these those there here etc ok yes no not also chapter today tomorrow
yesterday christmas eve easter earth internet bc ad ce bce am pm utc gmt ps nb faq q1 q2 q3 q4 i. ii iii iv vi vii
viii ix xi xii kb mb gb tb kib mib gib hz khz mhz ghz kw mw gw kwh mwh dpi cpu gpu ram rom ssd hdd url uri api gui cli
foreword preface summary introduction contents conclusion conclusions outlook acknowledgements
ide pdf csv json xml html css http https ssh ftp tcp udp ip dns usb os ui id sql dvd cd led lcd tv pc todo tba n/a
""")
"""Words that begin with a capital, and what is written in capitals and is a unit or a common noun: “the CPU”."""
_PARTICLES = word_set("""
de van von der den la le du di da del bin al ibn ter af av zu zur
""")
_NATIONAL = re.compile(
    r"(?:American|British|French|German|Italian|Spanish|Russian|Soviet|Chinese|Japanese|Indian|Canadian|European|African|"
    r"Asian|Australian|Dutch|Swiss|Swedish|Norwegian|Danish|Finnish|Polish|Czech|Austrian|Hungarian|Greek|Turkish|Israeli|"
    r"Iranian|Iraqi|Egyptian|Brazilian|Mexican|Argentine|Korean|Vietnamese|Thai|Indonesian|Ukrainian|Belgian|Irish|"
    r"Scottish|Welsh|English|Portuguese|Romanian|Bulgarian|Pakistani|Saudi|Roman|Catholic|Christian|Muslim|Jewish|Islamic|"
    r"Latin|Arab|Protestant|Anglican|Prussian|Bavarian|Ottoman|Victorian|Western|Eastern|Northern|Southern|Nordic|"
    r"Scandinavian|Croatian|Serbian|Slovak|Slovenian|Estonian|Latvian|Lithuanian|Icelandic|Maltese|Cuban|Chilean|Peruvian|"
    r"Colombian|Nigerian|Kenyan|Ghanaian|Moroccan|Syrian|Lebanese|Afghan|Malaysian|Filipino|Singaporean|Taiwanese|Scot|Swede|Briton|Spaniard|Frenchman|Englishman|"
    r"Irishman|Dutchman|Welshman|Scotsman)s?$"
)
_ORGANISED = re.compile(
    r"(?:Agency|Company|Corporation|Institute|Museum|Union|Bank|Army|Navy|Air|Forces?|Government|Parliament|Party|Airlines|"
    r"Airways|Telecom|Empire|Republic|Kingdom|War|Revolution|Academy|Society|Association|Council|Court|Medical|Journal|"
    r"Petroleum|Steel|Motors|Central|National|Federal|Space|Heart|Cancer|Open|Championships?|Organi[sz]ation|Station|"
    r"Research|Development|Programme|Program|Exhibition|Commission|Convention|Medicines|Railways?|Post|Library|Ocean|Sea|"
    r"Works|Group|Systems|Industries|Brothers|Electric|Telephone|Cross|Laborator(?:y|ies)|Office|University|Ministry|"
    r"Guiana|Community|Treaty|Pharmacopoeia|Hospital|Formulary|Embassy|Federation|Isles|Islands?|Broadcasting|Arabia)$"
)
_CODE = re.compile(r"(?=.*[A-Z])(?=.*\d)[A-Za-z0-9][\w.'’/-]*$")
_CODE_SIGNS = re.compile(r"[_()!;\"#$]|\.(?!com$|org$|net$|io$|ai$)[a-z]{1,5}$")
"""“LD_LIBRARY_PATH”, “println!”, “Cargo.toml”: code and files, and no names."""
_LEGAL_FORM = re.compile(r"(?:Inc|Ltd|Corp|Co)\.?$|Limited$|Incorporated$|GmbH$|plc$|PLC$|LLC$|LLP$")
"""It ends a name, unless another follows: “Tata Motors Co. Ltd.”."""
_LIKE_NAMES = frozenset(("JJ", "NN", "NNS", "VBN", "VBG", "FW", "CD", "VBD", "VBZ", "VB", "UH", "RB"))
_OPEN = frozenset((":", '"', "“", "(", "‘"))
_NUMBER = re.compile(r"\d{1,4}[A-Z]?(?:\.\d)?$|[IVX]{1,4}$")
_ACRONYM = re.compile(r"[A-Z]{2,5}$")
_SMALL = re.compile(r"(?<![\w-])[^\W\d_A-Z][\w'’-]*")
_CAPITAL = re.compile(r"[\w,;] (?:the )?([A-Z][\w'’-]*)")
_ELIDED = re.compile(r"[dl]['’][A-Z]")
_WORD = re.compile(r"[^\W\d_]")
LONGEST_NAME = 80
MOST_WORDS = 9


@dataclass(frozen=True)
class Spelling:
    """How a document writes its words: which also small, which with a capital within a sentence."""

    small: frozenset[str]
    capital: frozenset[str]

    @classmethod
    def of(cls, text: str) -> "Spelling":
        return cls(
            frozenset(match[0] for match in _SMALL.finditer(text)),
            frozenset(match[1] for match in _CAPITAL.finditer(text)),
        )


def name_spans(parsed: Parsed, dates: tuple[DatePhrase, ...], spelling: Spelling) -> list[Span]:
    """In the order of the sentence."""
    spans = [_trimmed(parsed, span) for span in _runs(parsed, dates, spelling)]
    names = [span for span in spans if _is_name(parsed, span, spelling)]
    taken = frozenset(number for span in names for number in range(span.first, span.last + 1))
    return sorted([*names, *term_spans(parsed, taken)])


def _runs(parsed: Parsed, dates: tuple[DatePhrase, ...], spelling: Spelling) -> Iterator[Span]:
    number, count = 0, len(parsed.tokens)
    while number < count:
        if _in_date(parsed.tokens[number], dates) or not _begins(parsed, number, spelling):
            number += 1
            continue
        last = number
        while (following := _continued(parsed, number, last, dates)) is not None:
            last = following
        yield Span(number, last)
        number = last + 1


def _begins(parsed: Parsed, number: int, spelling: Spelling) -> bool:
    token = parsed.tokens[number]
    if not token.text[0].isalpha() or token.text.casefold() in _DAYS:
        return False
    if token.is_name or _CODE.match(token.text):
        return any(sign.isupper() for sign in token.text)
    if _is_given_name(parsed, number):
        return True
    if not token.text[0].isupper() or token.tag not in _LIKE_NAMES:
        return False
    if number > 0:
        return parsed.tokens[number - 1].text not in _OPEN
    return _leads_name(parsed, number) or (
        token.text in spelling.capital and token.text.casefold() not in spelling.small
    )


def _is_given_name(parsed: Parsed, number: int) -> bool:
    """“Rosalind Achebe, 1994 to 2018”: the parser often takes a first word for a verb."""
    token, following = parsed.tokens[number], parsed.tokens[number + 1 : number + 2]
    is_known = token.text[0].isupper() and token.text.casefold() in GIVEN_NAMES
    return (
        is_known
        and token.tag in ("VB", "VBP", "JJ", "NN")
        and all(one.tag == "NNP" for one in following)
        and (bool(following) and following[0].text[0].isupper())
    )


def _leads_name(parsed: Parsed, number: int) -> bool:
    if number + 1 >= len(parsed.tokens):
        return False
    token, following = parsed.tokens[number], parsed.tokens[number + 1]
    is_part = token.dep in ("compound", "amod", "nmod") and token.tag in ("JJ", "NN")
    return (is_part and following.is_name) or (token.is_noun and _NUMBER.match(following.text) is not None)


def _continued(parsed: Parsed, first: int, last: int, dates: tuple[DatePhrase, ...]) -> int | None:
    """The last word of the name with what follows, None where it ends."""
    tokens, following = parsed.tokens, last + 1
    if following >= len(tokens) or following - first >= MOST_WORDS or _in_date(tokens[following], dates):
        return None
    here, token = tokens[last], tokens[following]
    if token.text.casefold().rstrip(".") in _BEFORE_NAMES and token.is_name:
        return None  # “Old Mr Rovere”, “Orion Ltd Ms Ada Roe”
    if token.text in ("&", "/") or (token.text in ("-", "–") and token.start == here.end):
        return following + 1 if _is_capital(parsed, following + 1, dates) else None
    if (
        token.text == "."
        and token.start == here.end
        and len(here.text) == 1
        and _is_capital(parsed, following + 1, dates)
    ):
        return following + 1
    if last > first and _LEGAL_FORM.match(here.text) and not _LEGAL_FORM.match(token.text):
        return None
    if last > first and here.text == "War" and tokens[last - 1].text == "World" and not _NUMBER.match(token.text):
        return None  # “After the First World War Bayer …”
    if _ELIDED.match(token.text):
        return following
    after = following
    while after < len(tokens) and tokens[after].text.casefold() in _PARTICLES:
        after += 1
    if after > following and _is_capital(parsed, after, dates):
        return after
    if token.text == "and" and (end := _joined(parsed, following, dates)) is not None:
        return end
    if token.tag == "POS" and (owned := _owned(parsed, following, dates)) is not None:
        return owned
    if token.tag == "POS" and last == first + 1 and tokens[first].text in _SAINTS:
        return following  # “at St Jude's”: the name of what is called so
    of = _AFTER_IN if here.text.casefold() in ("prize", "research", "convention", "conference") else _AFTER_OF
    is_research = here.text == "Research" and last > first and token.text == "on"
    is_opening = first == last and here.text.casefold() in _OPENS_WITH
    if token.text in of and (here.text.casefold() in INSTITUTIONS or is_research or is_opening):
        after = following + 1
        if after < len(tokens) and tokens[after].text == "the":
            after += 1
        return after if _is_capital(parsed, after, dates) else None
    if _is_capital(parsed, following, dates):
        return (
            None
            if _NATIONAL.match(here.text) and first == last and not _is_national_name(parsed, following)
            else following
        )
    if _is_numbered_text(here.text, token.text):
        return following
    if (
        _NUMBER.match(token.text)
        and len(token.text) < 4
        and (not token.text.isdigit() or not _counts(parsed, following))
        and not _is_elliptic(parsed, first, following)
    ):
        return following
    return None


def _owned(parsed: Parsed, possessive: int, dates: tuple[DatePhrase, ...]) -> int | None:
    """The last word of “St Mary's Hospital”, “the Children's Room”, “the Harbour Users' Committee”."""
    if possessive + 1 >= len(parsed.tokens):
        return None
    owned = parsed.tokens[possessive + 1].text.casefold()
    are_several = parsed.tokens[possessive].text in ("'", "’")
    words = _WITH_OWNER_AS_NAME | (_OF_SEVERAL if are_several else frozenset())
    is_name = owned in words and _is_capital(parsed, possessive + 1, dates)
    return possessive + 1 if is_name or owned in _WITH_OWNER else None


def _is_numbered_text(word: str, number: str) -> bool:
    """“RFC 9110”, “ISO 27001”: no year."""
    return bool(_ACRONYM.match(word) and re.match(r"\d{4,5}$", number) and not re.match(r"1[5-9]\d\d$|20\d\d$", number))


def _joined(parsed: Parsed, conjunction: int, dates: tuple[DatePhrase, ...]) -> int | None:
    """The end of “… and Drug Administration”."""
    for end in (conjunction + 1, conjunction + 2):
        if not _is_capital(parsed, end, dates):
            return None
        if end > conjunction + 1 and parsed.tokens[end].text.casefold() in _JOINED:
            return end
    return None


def _is_capital(parsed: Parsed, number: int, dates: tuple[DatePhrase, ...]) -> bool:
    if number >= len(parsed.tokens):
        return False
    token = parsed.tokens[number]
    return (
        token.text[:1].isupper() and not _in_date(token, dates) and token.tag not in ("PRP", "PRP$", "DT", "IN", "WRB")
    )


def _is_national_name(parsed: Parsed, following: int) -> bool:
    """“Canadian Space Agency” and “British Telecom” are names, “Russian Sergei Krikalev” is not."""
    last = following
    while (
        last + 1 < len(parsed.tokens) and parsed.tokens[last + 1].text[:1].isupper() and parsed.tokens[last + 1].is_name
    ):
        last += 1
    return bool(_ORGANISED.match(parsed.tokens[last].text) or _ORGANISED.match(parsed.tokens[following].text))


def _counts(parsed: Parsed, number: int) -> bool:
    """Whether a number belongs to what follows: “Google 2 billion”, “Boeing 20 launches”."""
    following = number + 1
    if following >= len(parsed.tokens):
        return False
    token = parsed.tokens[following]
    return token.tag in ("CD", "NNS", "$") or token.text in ("%", "percent", "per", "to", "million", "billion", ",000")


def _is_elliptic(parsed: Parsed, first: int, number: int) -> bool:
    """“Ms Kranz obtained 79 votes, Mr Thole 61;”, “11 wells, Brook 9, Harrow 4.”: a count, not a part of the name."""
    tokens, before = parsed.tokens, first - 1
    while before > 0 and tokens[before].text.casefold().rstrip(".") in TITLES:
        before -= 1
    if before < 2 or tokens[before].text not in (",", "and") or not tokens[number].text.isdigit():
        return False
    if not tokens[before - 1].text.isdigit():
        return tokens[before - 1].tag == "NNS" and tokens[before - 2].text.isdigit()
    start = before - 1
    while start > 0 and tokens[start - 1].text[0].isupper():
        start -= 1
    return _is_elliptic(parsed, start, before - 1)


def _in_date(token: Token, dates: tuple[DatePhrase, ...]) -> bool:
    return any(phrase.start <= token.start < phrase.end for phrase in dates)


def _trimmed(parsed: Parsed, span: Span) -> Span:
    """Without titles, articles and openers in front."""
    first, last = span
    first, last = without_title(parsed, Span(_behind_office(parsed, first, last), last))
    while first < last and parsed.tokens[last].text.casefold() in MONTHS:
        last -= 1
    while first < last and parsed.tokens[first].text.casefold() in _NO_NAMES:
        first += 1
    if first < last and _NATIONAL.match(parsed.tokens[first].text):
        first += not _is_national_name(parsed, first + 1)
    return Span(first, last)


def _behind_office(parsed: Parsed, first: int, last: int) -> int:
    """“Harbour Master Elaine Scully”, “Police Inspector Nora Whitlock”: a title of two words before a name of two."""
    words = [token.text.casefold() for token in parsed.tokens[first : last + 1]]
    is_titled = len(words) == 4 and words[1] in OFFICIALS and not _ORGANISED.match(parsed.tokens[last].text)
    return first + 2 if is_titled else first


def without_title(parsed: Parsed, span: Span) -> Span:
    """“Cllr Beryl Trewin” is Beryl Trewin."""
    first, last = span
    while first < last and _is_title(parsed, first, last):
        first += 1
    return Span(first, last)


def _is_title(parsed: Parsed, first: int, last: int) -> bool:
    token = parsed.tokens[first]
    folded = token.text.casefold().rstrip(".")
    if _ORGANISED.match(parsed.tokens[last].text) or parsed.tokens[last].text in ("Group", "League", "Motors"):
        return False
    is_title = folded in TITLES and parsed.tokens[first + 1].text not in ("of", "for", "&", "-")
    return (is_title and not (folded in _ALSO_NAMES and first + 1 == last)) or token.text == "."


def _is_name(parsed: Parsed, span: Span, spelling: Spelling) -> bool:
    first, words = parsed.tokens[span.first], parsed.words(span)
    if not 1 < len(words.rstrip(".")) <= LONGEST_NAME or not _WORD.search(words):
        return False
    if any(sign in words for sign in "|<>{}[]=\\*"):
        return False
    if _CODE_SIGNS.search(words) or is_office_phrase(words) or is_name_of_holder(span.last, parsed.tokens):
        return False
    following = parsed.tokens[span.last + 1].text if span.last + 1 < len(parsed.tokens) else ""
    if _is_post_beside(parsed, span) or (
        words.casefold() in _OF_AGE and following.casefold().rstrip(".") in _BEFORE_NAMES
    ):
        return False
    folded = first.text.casefold()
    if folded in MONTHS and span.first != span.last and parsed.tokens[span.first + 1].text.isdigit():
        return False
    if folded in NUMBERED and span.last == span.first + 1 and _NUMBER.match(parsed.tokens[span.last].text):
        return False
    if span.first != span.last:
        return True
    return not _is_plain_word(parsed, span.first, spelling)


def _is_post_beside(parsed: Parsed, span: Span) -> bool:
    """“Sofie Lindqvar, Dam Safety Inspector,”, “Finance Director, Orion Ltd”: an office with a capital, between commas
    or at the end of a line."""
    tokens = parsed.tokens
    before = tokens[span.first - 1].text if span.first else ","
    after = tokens[span.last + 1].text if span.last + 1 < len(tokens) else ","
    is_beside = before in (",", "(") and after in (",", ".", ";", ")")
    return is_beside and span.last > span.first and tokens[span.last].text.casefold() in OFFICIALS


def _is_plain_word(parsed: Parsed, number: int, spelling: Spelling) -> bool:
    """One word is a name unless it is known to be none, or is capitalised for another reason."""
    token = parsed.tokens[number]
    folded = token.text.casefold().rstrip(".")
    if folded in _NO_NAMES or folded in MONTHS or folded in TITLES or folded in _DAYS or folded in NUMBERED:
        return True
    if _NATIONAL.match(token.text):
        return True
    if _CODE.match(token.text) or token.text.isupper():
        return False
    return folded in spelling.small
