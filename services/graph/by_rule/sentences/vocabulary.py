"""Words that decide what a sentence states: who doubts, who holds an office, what is a group or a place. Pure."""

from services.graph.by_rule.sentences.tokens import word_set

DOUBT = word_set("""
expect plan hope want wish intend believe think claim deny doubt suppose propose suggest rumour rumor try attempt
aim consider refuse fail threaten promise allege assume predict forecast urge advise recommend prefer seem appear
ask
""")
PREVENTS = word_set("""
oppose avoid prevent resist reject refrain forbid ban prohibit discourage dissuade stop bar deter decline rule_out
""")
"""What they govern is not done: “opposes rewarding X”, “prevented Y from reaching Z”."""
MODIFIERS = word_set("""
chief vice deputy acting interim general prime executive managing senior operating financial technical scientific
medical former joint founding assistant associate honorary permanent
""")
OFFICES = word_set("""
head chief chairman chairwoman chair president director administrator commander governor chancellor minister
secretary officer executive manager founder cofounder co-founder owner leader boss chieftain mayor king queen
emperor ambassador editor dean rector principal captain treasurer deputy successor predecessor subsidiary
shareholder partner member commissioner superintendent general premier ceo cfo cto coo curator conductor coach
headmaster headmistress provost warden librarian archivist registrar abbot abbess chairperson spokesperson spokesman
spokeswoman trustee organist choirmaster bailiff sheriff marshal ombudsman convener convenor custodian vice-president
""")
KIN = word_set("""
widow widower wife husband son daughter brother sister niece nephew uncle aunt father mother grandson granddaughter
grandfather grandmother cousin friend pupil student heir
""")
OFFICES_OF_PEOPLE = OFFICES - word_set("subsidiary shareholder partner member owner leader successor predecessor")
TAKES_OFFICE = word_set("serve follow succeed resign retire take_over step_down stand_in preside")
ACTS_IN_OFFICE = frozenset(("act", "deputise", "deputize"))
"""What is an office only where the text is about one: “acted from 1931 to 1933”."""
POSTS = word_set("charge office post position job chair helm top head command reins rein")
"""“was in charge”, “has been in the post”, “held the reins”."""
TAKES_POST = word_set("hold take assume")
GIVES_OFFICE = word_set("give hand pass transfer")
SUCCEEDS = word_set("succeed replace follow relieve")
GIVES_AN_OFFICE = word_set("elect appoint name choose make nominate crown")
APPOINTMENTS = word_set("appointment election re-election reelection promotion")
DEEDS = word_set("""
purchase acquisition takeover founding foundation invention discovery conquest annexation
""")
"""“The purchase of A by B”: what was done, as a noun."""
CALLS_OFF = word_set("""
abandon cancel block reject oppose prevent collapse fail postpone delay veto stop plan discuss negotiate suspend drop
criticise criticize fear await approve call seek want investigate examine challenge
""")
"""What need not have come true: “the merger was abandoned”."""
SEATS = word_set("headquarters headquarter seat hq")
SEAT_OFFICES = word_set("head main registered principal")
"""“the head office”; other offices are many."""
SEATED = word_set("be lie remain stand stay move relocate transfer locate situate base")
LEAVES = word_set("resign retire quit leave depart relinquish vacate dismiss remove oust fire sack depose")
STAYS = word_set("serve stay remain continue lead hold act")
"""“took office in 1961 and served through 1968”."""
STEPS_DOWN = word_set("step stand")
"""“Resigned as mayor in 2022”, “stepped down …”: the date is the end."""
NAMES_TO_OFFICE = word_set("""
serve act work take_over take begin start continue return appoint elect name choose confirm nominate swear install
hire succeed replace follow
""")
OFFICE = word_set("""
office post position job chair title role presidency chairmanship leadership oath seat command helm directorship
throne reins lead
""")
GROUPS = word_set("""
agency company corporation firm group organisation organization venture consortium manufacturer maker bank board
association institute institution university hospital museum society party union foundation council committee
commission charity club team school college laboratory ministry department court business carrier airline publisher
""")
PLACES = word_set("city town country state island region village province capital port harbour harbor")
ROLES = word_set("""
landlord tenant lessor lessee sublessee licensor licensee buyer seller purchaser vendor supplier customer client
contractor subcontractor employer employee borrower lender guarantor operator provider recipient insurer insured
claimant defendant plaintiff respondent appellant petitioner applicant debtor creditor mortgagor mortgagee assignor
assignee franchisor franchisee party parties consultant author publisher user users manager trustee beneficiary
""")
"""What contracts, minutes and judgments call their parties."""
MATTERS = word_set("""
term terms rent deposit premises property lease agreement contract schedule fee fees goods services works project
equipment price confidential territory products notice clause authority government parliament press appendix exhibit
budget motion report minutes meeting
""")
"""What they define beside them, with a capital."""
KINDS_OF_THING = word_set("""
rocket engine launcher spacecraft capsule module station satellite probe missile booster aircraft plane ship vessel
vehicle car model locomotive system programme program project brand line series drug tablet vaccine therapy treatment
trial study guideline test plant factory works mission laboratory telescope lander rover orbiter shuttle crew family
phone computer software camera rapids river lake mountain island airfield runway pad dock mill mine brewery bridge tower
stadium arena circuit race cup league tournament festival regiment battle treaty clinic ward device needle vaccine
antibiotic hormone enzyme virus bacterium disease syndrome gene protein language standard protocol format
instrument asteroid comet planet moon crater newspaper magazine novel film album prize award theorem method process
craft tool package
""")
"""“Saturn V rockets used pad 39A” speaks of Saturn V; “Boeing officials” are not Boeing."""
WHOLES = word_set("""
rocket launcher spacecraft station satellite probe aircraft plane ship vessel vehicle car locomotive craft telescope
lander rover orbiter drug vaccine film novel newspaper magazine album software program tool package language camera
""")
"""What a heading can be the name of; an engine or a module is more often a part of it."""
STANDS = word_set("""
factory plant mill mine brewery bridge tower stadium laboratory office building house shop store warehouse refinery
shipyard yard campus rapid rapids river lake island airfield dock theatre theater hall library clinic hospital school
""")
"""“The Lang factory in Ghent” is where it stands."""

PLACING = word_set("in at near from of on aboard within")
"""“Groote Schuur Hospital in Cape Town”: what may follow a name and say where it is or belongs."""
ATTACHED = word_set("of at for in to from with on by into onto near under against aboard within through as")
"""What may join a noun to a name: “a mill at the rapids”, “the takeover of Rocketdyne”."""
HAPPENINGS = word_set("""
attack invasion defeat arrival raid conquest expansion advance intervention victory campaign offensive influence death
birth capture arrest appearance election landing fall rise
""")
"""“The attack of X in Y”: what was done there is the deed, and X need not be from there."""
HANDS_OVER = word_set("to from as into in at onto")
GOES_ITSELF = word_set("""
join leave enter visit reach serve see meet watch follow lead command call contact attend know hear succeed replace
rejoin quit cross pass
""")
"""“joined X from Y”: who joined came from there, and X did not."""
BEGINS = word_set("begin start continue manage proceed go learn help")
"""“began to build”: what is begun is done."""
AGREES = word_set("agree decide contract undertake vote")
"""“agreed to buy”: that it was agreed is a fact, and its relation says so."""
REACHES = word_set("dock arrive berth attached installed docked")
JOINS = word_set("join enter leave admitted appointed elected removed expelled")
"""“Finland joined in 1995”: what it joined is the organisation that the text is about; what docks, docks at a thing."""
RUNS = frozenset(("run on", "runs on", "run under", "licensed under", "ported to"))
"""Relations of which both ends are things that were made."""
NEEDS = frozenset(
    ("written in", "built with", "require", "depend on", "compatible with", "drop support for", "add support for")
)
"""Relations of which the second end is one."""
OF_PEOPLE = word_set("""
bear die marry study teach graduate resign retire lecture paint write rewrite draw illustrate compose translate sculpt
engrave etch emigrate inherit design
""")
"""What people do, and what is done by people."""
BETWEEN_TWO = word_set("""
merger alliance partnership treaty agreement contract war battle marriage dispute rivalry friendship cooperation
collaboration competition border twinning
""")
"""“The merger of A with B”: what joins two."""
AGREED = BETWEEN_TWO - word_set("war battle marriage dispute rivalry friendship competition border") | word_set(
    "lease deal pact accord truce armistice"
)
SIGNS = word_set("sign conclude make reach announce form negotiate complete close arrange")
"""“A and B signed a contract”, “announced their merger”: with each other."""
RECIPROCAL = word_set("merge marry unite compete divorce wed ally")
"""“Carlsberg and Tuborg merged”: with each other."""
HEDGES = word_set("possibly perhaps probably maybe presumably supposedly apparently reportedly allegedly")
"""Adverbs behind which nothing is stated."""
DOUBTED = word_set("""
suspected alleged presumed supposed accused potential possible likely proposed planned aspiring would-be rumoured
rumored
""")
"""Adjectives of what somebody may not be: “the suspected leader of X”."""
SAYS = word_set("""
say think believe know hope add note claim argue insist suggest predict explain stress admit deny reply warn allege
""")
"""What is beside these (“said with the tension in X”) belongs to what is said."""
PERSONS = word_set("""
man woman boy girl child person teenager youth baby student pupil driver passenger victim suspect worker employee
soldier officer witness patient customer visitor tourist resident farmer player prisoner gunman attacker bomber
""")
"""Who is spoken of without a name."""
