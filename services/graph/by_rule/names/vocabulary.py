"""Words that names begin with, hold, end with or are never made of. Pure."""

import re

from services.graph.by_rule.sentences.titles import OFFICIALS
from services.graph.by_rule.sentences.tokens import word_set

TITLES = word_set("""
dear mr mrs ms miss dr prof professor sir dame lord lady president vice-president chancellor minister premier senator
congressman congresswoman governor mayor judge justice king queen prince princess emperor pope saint general admiral
colonel captain major lieutenant sergeant commander chairman chairwoman ceo director secretary ambassador bishop
cardinal father sister brother reverend rev hon councillor councilor councilman councilwoman alderman
cllr clr revd capt lt col maj gen adm sgt cpl pte supt canon
count countess earl duke duchess baron baroness viscount viscountess archbishop rabbi imam sheikh brigadier commodore
magistrate constable
""")
HALF_TITLES = word_set(
    "attorney lieutenant major rear vice prime brigadier secretary solicitor director air chief deputy lance"
)
"""“Attorney-General”, “Rear Admiral”: before a title."""
BEFORE_NAMES = word_set("mr mrs ms miss dr prof cllr clr revd")
OF_AGE = word_set("old young poor dear late")
ALSO_NAMES = word_set(
    "premier general major king saint lord lady prince princess queen judge justice bishop cardinal canon col gen "
    "count earl duke baron archbishop constable magistrate"
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
SITES = word_set("airport stadium arena hotel school park centre center prison clinic")
OPENS_WITH = word_set("commission authority province regulation chamber bureau directorate siege")
"""Alone before “of” they open a name: “the Commission for Rural Roads”."""
JOINED_INSTITUTIONS = word_set("administration commission ministry department board committee council authority")
"""“Food and Drug Administration”: one name with “and” in it."""
JOINED_LANDS = frozenset(
    f"{first} and {second}"
    for first, second in (
        ("trinidad", "tobago"),
        ("antigua", "barbuda"),
        ("saint vincent", "the grenadines"),
        ("st vincent", "the grenadines"),
        ("saint kitts", "nevis"),
        ("st kitts", "nevis"),
        ("bosnia", "herzegovina"),
        ("sao tome", "principe"),
        ("são tomé", "príncipe"),
        ("turks", "caicos islands"),
        ("wallis", "futuna"),
        ("saint pierre", "miquelon"),
        ("heard island", "mcdonald islands"),
        ("svalbard", "jan mayen"),
        ("newfoundland", "labrador"),
        ("dumfries", "galloway"),
        ("perth", "kinross"),
        ("tyne", "wear"),
        ("hammersmith", "fulham"),
        ("kensington", "chelsea"),
        ("bath", "north east somerset"),
        ("brighton", "hove"),
    )
)
WITH_OWNER = word_set("""
hospital college church school cathedral university court square bridge park abbey palace island islands bay syndrome
disease
""")
"""“St Mary's Hospital”: one name with its possessive."""
WITH_OWNER_AS_NAME = word_set(
    "room hall ward chapel inn gate handbook manual guide companion dictionary almanac bulletin review journal gazette"
)
OF_SEVERAL = word_set("""
association club committee council federation guild league society union trust fund forum network alliance assembly
congress parliament house home centre center bank choir orchestra cooperative charity
""")
"""“the Harbour Users' Committee”, with a capital."""
OF_OFFICIALS = word_set("department office fund court service advisory")
OF_RANK = word_set("Grand High Great Supreme Holy Royal Free")
DIRECTIONS = frozenset(("Western", "Eastern", "Northern", "Southern"))
HAVE_OFFICES = OFFICIALS | {"sheriff", "governor", "general", "coroner"}
STAND_FOR_PEOPLE = word_set("minister commissioner secretary inspector superintendent treasurer registrar mayor")
"""“the Industrial Relations Minister” is an office, and not who has it."""
SAINTS = frozenset(("St", "St.", "Saint"))
LINKS_OF = frozenset(("of", "for"))
LINKS_IN = frozenset(("of", "for", "in", "on"))
DAYS = word_set("monday tuesday wednesday thursday friday saturday sunday mon tue tues wed thu thur thurs fri sat")
HOLIDAYS = frozenset(
    f"{day} day" for day in ("boxing", "christmas", "new year's", "labour", "independence", "thanksgiving", "mother's")
) | frozenset(("new year", "new year's eve", "christmas eve", "good friday", "easter sunday", "easter monday"))
"""Days of a year: “the match on Boxing Day at the Oval”."""
NO_NAMES = word_set("""
i he she it we they you the a an this that these those there here etc ok yes no not also chapter today tomorrow
yesterday christmas eve easter earth internet bc ad ce bce am pm utc gmt ps nb faq q1 q2 q3 q4 i. ii iii iv vi vii
viii ix xi xii kb mb gb tb kib mib gib hz khz mhz ghz kw mw gw kwh mwh dpi cpu gpu ram rom ssd hdd url uri api gui cli
foreword preface summary introduction contents conclusion conclusions outlook acknowledgements
ltd inc corp co plc gmbh llc llp jr sr
ide pdf csv json xml html css http https ssh ftp tcp udp ip dns usb os ui id sql dvd cd led lcd tv pc todo tba n/a
""")
"""Words that begin with a capital, and what is written in capitals and is a unit or a common noun: “the CPU”."""
PARTICLES = word_set("""
de van von der den la le du di da do dos das del della bin al ibn ter af av zu zur
""")
NATIONAL = re.compile(
    r"(?:American|British|French|German|Italian|Spanish|Russian|Soviet|Chinese|Japanese|Indian|Canadian|European|African|"
    r"Asian|Australian|Dutch|Swiss|Swedish|Norwegian|Danish|Finnish|Polish|Czech|Austrian|Hungarian|Greek|Turkish|Israeli|"
    r"Iranian|Iraqi|Egyptian|Brazilian|Mexican|Argentine|Korean|Vietnamese|Thai|Indonesian|Ukrainian|Belgian|Irish|"
    r"Scottish|Welsh|English|Portuguese|Romanian|Bulgarian|Pakistani|Saudi|Roman|Catholic|Christian|Muslim|Jewish|Islamic|"
    r"Latin|Arab|Protestant|Anglican|Prussian|Bavarian|Ottoman|Victorian|Western|Eastern|Northern|Southern|Nordic|"
    r"Scandinavian|Croatian|Serbian|Slovak|Slovenian|Estonian|Latvian|Lithuanian|Icelandic|Maltese|Cuban|Chilean|Peruvian|"
    r"Colombian|Nigerian|Kenyan|Ghanaian|Moroccan|Syrian|Lebanese|Afghan|Malaysian|Filipino|Singaporean|Taiwanese|Scot|"
    r"Swede|Briton|Spaniard|Frenchman|Englishman|Palestinian|Israeli|Kashmiri|Timorese|Fijian|Samoan|Tongan|Cambodian|"
    r"Burmese|Nepalese|Bangladeshi|Lankan|Somali|Sudanese|Ethiopian|Eritrean|Ugandan|Tanzanian|Zambian|Zimbabwean|"
    r"Angolan|Mozambican|Namibian|Algerian|Tunisian|Libyan|Jordanian|Kuwaiti|Yemeni|Kurdish|Armenian|Georgian|Kazakh|"
    r"Uzbek|Mongolian|Tibetan|Bolivian|Ecuadorian|Venezuelan|Uruguayan|Paraguayan|Panamanian|Haitian|Jamaican|Albanian|"
    r"Bosnian|Macedonian|Belarusian|Cypriot|Flemish|Catalan|Basque|Sicilian|Rican|Hawaiian|Texan|Californian|"
    r"Zealander|Methodist|Baptist|Lutheran|Presbyterian|Buddhist|Hindu|Sikh|"
    r"Irishman|Dutchman|Welshman|Scotsman)s?$"
)
NATIONAL_PHRASE = re.compile(rf"(?:North|South|East|West|Latin|Sri|New|Costa|Puerto|Saudi) {NATIONAL.pattern}")
"""“South African captain”: of two words."""
ORGANISED = re.compile(
    r"(?:Agency|Company|Corporation|Institute|Museum|Union|Bank|Army|Navy|Air|Forces?|Government|Parliament|Party|Airlines|"
    r"Airways|Telecom|Empire|Republic|Kingdom|War|Revolution|Academy|Society|Association|Council|Court|Medical|Journal|"
    r"Petroleum|Steel|Motors|Central|National|Federal|Space|Heart|Cancer|Open|Championships?|Organi[sz]ation|Station|"
    r"Research|Development|Programme|Program|Exhibition|Commission|Convention|Medicines|Railways?|Post|Library|Ocean|Sea|"
    r"Works|Group|Systems|Industries|Brothers|Electric|Telephone|Cross|Laborator(?:y|ies)|Office|University|Ministry|"
    r"Guiana|Community|Treaty|Pharmacopoeia|Hospital|Formulary|Embassy|Federation|Isles|Islands?|Broadcasting|Arabia)$"
)
ERA = re.compile(
    r"(?:(?:Early|High|Late|Lower|Middle|Upper|Later) )?(?:(?:Middle|Stone|Bronze|Iron|Copper|Ice|Dark|Golden) Ages?|"
    r"Medieval|Renaissance|Antiquity|(?:Neo|Palaeo|Paleo|Meso)lithic|Modern (?:Age|Era)|Common Era|Enlightenment)"
)
"""Times, and neither places nor things."""
CODE_NAME = re.compile(r"(?=.*[A-Z])(?=.*\d)[A-Za-z0-9][\w.'’/-]*$")
CODE_SIGNS = re.compile(r"[_()!;\"#$]|\.(?!com$|org$|net$|io$|ai$)[a-z]{1,5}$")
"""“LD_LIBRARY_PATH”, “println!”, “Cargo.toml”: code and files, and no names."""
LEGAL_FORM = re.compile(r"(?:Inc|Ltd|Corp|Co)\.?$|Limited$|Incorporated$|GmbH$|plc$|PLC$|LLC$|LLP$")
"""It ends a name, unless another follows: “Tata Motors Co. Ltd.”."""
LIKE_NAMES = frozenset(("JJ", "NN", "NNS", "VBN", "VBG", "FW", "CD", "VBD", "VBZ", "VB", "UH", "RB"))
OPENING_SIGNS = frozenset((":", '"', "“", "(", "‘"))
SHORT_NUMBER = re.compile(r"\d{1,4}[A-Z]?(?:\.\d)?$|[IVX]{1,4}$")
ACRONYM = re.compile(r"[A-Z]{2,5}$")
SMALL_WORD = re.compile(r"(?<![\w-])[^\W\d_A-Z][\w'’-]*")
CAPITAL_WORD = re.compile(r"[\w,;] (?:the )?([A-Z][\w'’-]*)")
ELIDED_ARTICLE = re.compile(r"[dl]['’][A-Z]")
LETTER = re.compile(r"[^\W\d_]")
